"""Bots in every language get what they need under the usual limits: memory, threads, time.

The programs in tests/bots/hello each fill 100 MiB, count primes in four threads and say so.
"""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.sandbox import Exit, Limits
from tests.sandbox.support import PROJECT, Playground
from tests.toolchains import needs

HELLO = PROJECT / "tests" / "bots" / "hello"
BUILT = "ARENA_TESTS_BUILT"
"""Names a folder with builds that are there already, for a user who has no compilers."""

BUILDS = {
    "Hello.java": ("javac", "-d", ".", "{source}"),
    "hello.go": ("go", "build", "-o", "hello-go", "{source}"),
    "hello.rs": ("rustc", "-O", "-o", "hello-rust", "{source}"),
    "hello.cc": ("g++", "-O2", "-pthread", "-o", "hello-c++", "{source}"),
}
LANGUAGES = {
    "Python": ("hello.py", "python3", "hello.py"),
    "JavaScript": ("hello.js", "node", "hello.js"),
    "Ruby": ("hello.rb", "ruby", "hello.rb"),
    "Java": ("Hello.java", "java", "-cp", "/bot", "Hello"),
    "Go": ("hello.go", "./hello-go"),
    "Rust": ("hello.rs", "./hello-rust"),
    "C++": ("hello.cc", "./hello-c++"),
}
"""The source, and the command that runs what was made of it."""


@pytest.fixture(scope="session")
def built() -> Iterator[Path]:
    """Where programs are built, once and outside of any sandbox."""
    with tempfile.TemporaryDirectory(prefix="hokm-test-") as own:
        Path(own).chmod(0o755)
        yield Path(os.environ.get(BUILT, own))


def build(source: str, built: Path) -> Path:
    """The folder of the program; it is made if it is not there yet."""
    folder = built / source
    if not folder.is_dir():
        command = [word.format(source=source) for word in BUILDS.get(source, ())]
        for program in command[:1]:
            needs(program)
        unfinished = Path(tempfile.mkdtemp(dir=built))
        unfinished.chmod(0o755)
        shutil.copyfile(HELLO / source, unfinished / source)
        if command:
            subprocess.run(command, cwd=unfinished, check=True)
        unfinished.rename(folder)
    return folder


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bot_computes_in_threads_and_fills_memory_within_the_usual_limits(
    playground: Playground, built: Path, language: str
) -> None:
    source, *command = LANGUAGES[language]
    if not command[0].startswith("./"):
        needs(command[0])
    ran = playground.run(*command, folder=build(source, built))
    assert ran.exit == Exit(0, None), ran.text
    assert ran.hit is None
    assert Limits().memory_mib == 256
    assert ran.text.splitlines()[-1] == "hello 4203 100"
