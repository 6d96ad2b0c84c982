"""Manners towards shells and terminals."""

import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from arena.cli.commands import COMMANDS
from arena.store import Store
from tests.cli.commands import ARENA, on_terminal, real
from tests.store.matches import crashes, first, played, tournament

README = Path(__file__).parents[2] / "arena" / "cli" / "README.md"
SHELLS = {
    "bash": {"COMP_WORDS": "arena {}", "COMP_CWORD": "1"},
    "zsh": {"COMP_WORDS": "arena {}", "COMP_CWORD": "1"},
    "fish": {"COMP_WORDS": "arena {}", "COMP_CWORD": "{}"},
}
"""How each asks for what a word may become."""


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_is_told_how_to_complete_as_the_readme_says(shell: str, tmp_path: Path) -> None:
    (variable,) = re.findall(
        rf"^\| {shell} \| `.*_ARENA_COMPLETE=(\w+) ", README.read_text("utf-8"), re.M
    )
    answer = real(cwd=tmp_path, environment={"_ARENA_COMPLETE": variable})
    assert (answer.code, answer.err) == (0, "")
    assert f"_ARENA_COMPLETE={shell}_complete" in answer.out


@pytest.mark.parametrize("shell", SHELLS)
def test_commands_are_completed(shell: str, tmp_path: Path) -> None:
    asked = {key: value.format("re") for key, value in SHELLS[shell].items()}
    answer = real(cwd=tmp_path, environment={"_ARENA_COMPLETE": f"{shell}_complete", **asked})
    words = set(re.split(r"[\s,]", answer.out))
    assert words & set(COMMANDS) == {"rebuild", "report", "repro", "reveal"}


def test_in_a_real_bash_an_option_is_completed(tmp_path: Path) -> None:
    script = f"""
    arena() {{ {ARENA} "$@"; }}
    eval "$(_ARENA_COMPLETE=bash_source {ARENA})"
    COMP_WORDS=({ARENA} leaderboard --anc) COMP_CWORD=2
    _arena_completion {ARENA}
    echo "${{COMPREPLY[@]}}"
    """
    ran = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (ran.stdout, ran.stderr) == ("--anchor\n", "")


def test_colours_are_for_terminals_that_want_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = ["leaderboard", "--store", str(tmp_path / "none.sqlite")]
    assert "\x1b[31m" in on_terminal(*wrong, cwd=tmp_path)[1]
    monkeypatch.setenv("NO_COLOR", "1")
    code, out = on_terminal(*wrong, cwd=tmp_path)
    assert code == 2
    assert "no such store" in out
    assert "\x1b" not in out


def test_a_table_keeps_to_a_narrow_terminal_and_to_nothing_elsewhere(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    names = "a-bot-whose-name-is-long-as-names-go", "another-one-that-is-no-shorter-at-all"
    with Store(path, create=True) as store:
        store.add_tournament(replace(tournament("t", *names), anchor=None))
        store.save("t", [played(f"1:{names[0]}:{names[1]}", (crashes, first))])
    words = ["leaderboard", "--store", str(path)]
    _, shown = on_terminal(*words, cwd=tmp_path, columns=60)
    lines = shown.splitlines()
    assert max(map(len, lines[:6])) <= 60
    assert "95 %" in lines[0]
    assert all("".join(line[8:15].strip() for line in lines).find(name) >= 0 for name in names)
    whole = real(*words, cwd=tmp_path).out
    assert all(name in whole for name in names)
    assert max(map(len, whole.splitlines())) > 60
