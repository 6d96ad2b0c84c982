"""The rules are pure: they import a few modules of the standard library, and touch no outside."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import arena.rules

FOLDER = Path(arena.rules.__file__).parent
MODULES = sorted(FOLDER.glob("*.py"))

ALLOWED = {
    "collections.abc",
    "dataclasses",
    "enum",
    "functools",
    "hashlib",
    "itertools",
    "operator",
    "typing",
}
"""Standard modules without clock, chance, files, processes or network."""

FORBIDDEN_CALLS = {"open", "print", "input", "eval", "exec", "__import__", "id", "hash"}


def imported(tree: ast.AST) -> set[str]:
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            names.add(str(node.module))
    return names


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_rules_import_only_pure_modules(path: Path) -> None:
    names = imported(ast.parse(path.read_text(encoding="utf-8")))
    outside = {name for name in names if name != "arena.errors" and not _of_rules(name)}
    assert outside <= ALLOWED


def _of_rules(name: str) -> bool:
    return name == "arena.rules" or name.startswith("arena.rules.")


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_rules_call_no_function_that_reads_or_writes(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in FORBIDDEN_CALLS


def test_rules_run_without_anything_that_is_installed() -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(FOLDER.parents[1])!r}); import arena.rules;"
        " print(*sorted({name.split('.')[0] for name in sys.modules}))"
    )
    run = [sys.executable, "-I", "-S", "-c", code]
    loaded = set(subprocess.run(run, capture_output=True, check=True, text=True).stdout.split())
    assert loaded - sys.stdlib_module_names == {"__main__", "arena"} - sys.stdlib_module_names
    assert not loaded & {"random", "secrets", "socket", "subprocess", "asyncio", "tempfile"}
