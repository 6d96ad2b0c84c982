"""Building in the sandbox: what a build may do, what it may not, and what comes of it."""

import socket
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from arena.errors import MissingProgramError
from arena.registry import BuildFailed, Building, Built, build, load_bot, shipped
from arena.registry import files as files_module
from arena.registry.build_outcome import TAIL
from arena.sandbox import Launcher, open_launcher
from tests.toolchains import needs
from tests.tournament.places import Place

module = sys.modules["arena.registry.build"]


@dataclass
class Workshop:
    """Builds bots whose build is a script."""

    place: Place
    launcher: Launcher

    def python(self, code: str, **keys: Any) -> Built | BuildFailed:
        """Run Python code as the build."""
        keys = {"run": ["python3", "bot.py"], "build": ["python3", "make.py"]} | keys
        folder = self.place.bot("mine", files={"bot.py": "", "make.py": code}, **keys)
        return self.build(folder)

    def build(
        self, folder: Path, says: Callable[[Building], None] = lambda building: None
    ) -> Built | BuildFailed:
        """Build what is in a folder."""
        return build(folder, load_bot(folder).manifest, self.result, self.launcher, says=says)

    @property
    def result(self) -> Path:
        """Where it is built."""
        return self.place.folder / "result"


@pytest.fixture(scope="module")
def launcher() -> Iterator[Launcher]:
    with open_launcher() as opened:
        yield opened


@pytest.fixture
def workshop(place: Place, launcher: Launcher) -> Workshop:
    return Workshop(place, launcher)


@pytest.fixture(params=["usual", "watchdog"])
def limited(place: Place, request: pytest.FixtureRequest) -> Iterator[Workshop]:
    """One for each way in which limits are held."""
    with open_launcher(cgroups=request.param == "usual") as opened:
        yield Workshop(place, opened)


def failed(outcome: Built | BuildFailed) -> BuildFailed:
    assert isinstance(outcome, BuildFailed), outcome
    return outcome


def everything(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


# What a build makes


def test_its_commands_run_one_after_the_other_where_the_bot_will_play(workshop: Workshop) -> None:
    folder = workshop.place.bot(
        "mine",
        run=["./bin/bot"],
        build=[
            ["mkdir", "bin"],
            ["sh", "-c", "echo '#!/bin/sh' > bin/bot; pwd >> bin/bot; chmod +x bin/bot"],
        ],
    )
    before = everything(folder)
    said: list[Building] = []
    outcome = workshop.build(folder, said.append)
    assert isinstance(outcome, Built), outcome
    assert everything(workshop.result) == {**before, "bin/bot": b"#!/bin/sh\n/bot\n"}
    assert (workshop.result / "bin/bot").stat().st_mode & 0o777 == 0o755
    assert everything(folder) == before
    assert not outcome.network
    assert outcome.overwritten == ()
    assert {one.name for one in said} == {"mine"}


def test_files_that_it_makes_anew_are_told(workshop: Workshop) -> None:
    outcome = workshop.python("open('bot.py', 'w'); open('new', 'w').write('3')")
    assert isinstance(outcome, Built), outcome
    assert outcome.overwritten == ("bot.py",)  # with the same content, too


def test_of_a_cache_only_what_the_bot_runs_is_kept(workshop: Workshop) -> None:
    code = """
import os
os.makedirs('target/release/deps')
open('target/CACHEDIR.TAG', 'w').write('Signature: 8a477f597d28d172789f06886806bc55')
for name in ('bot', 'deps/a.o', 'b.o'):
    open('target/release/' + name, 'w').write('#!/bin/sh')
os.chmod('target/release/bot', 0o755)
os.mkdir('__pycache__')
open('__pycache__/x.pyc', 'w')
"""
    assert isinstance(workshop.python(code, run=["./target/release/bot"]), Built)
    assert set(everything(workshop.result)) == {
        *("bot.py", "bot.toml", "make.py", "target/release/bot")
    }


def test_links_to_somewhere_in_the_folder_are_kept(workshop: Workshop) -> None:
    code = "import os; os.mkdir('lib'); open('lib/a.so.1', 'w'); os.symlink('a.so.1', 'lib/a.so')"
    assert isinstance(workshop.python(code), Built)
    assert (workshop.result / "lib/a.so").readlink() == Path("a.so.1")


# What it may not


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("import os; os.symlink('/etc/passwd', 'x')", "'x' is a link that leads out of the folder"),
        ("import os; os.symlink('../x', 'x')", "'x' is a link that leads out of the folder"),
        ("open('a\\nb', 'w')", r"'a\nb' is not allowed as the name of a file"),
        ("import os; open(os.fsencode('a') + b'\\xff', 'w')", r"'a\udcff' is not UTF-8"),
        ("open('x', 'w').truncate(300 << 20)", "at most 10,000 files and 256 MiB"),
        ("[open(str(n), 'w') for n in range(200)]", "at most 100 files and 256 MiB"),
    ],
)
def test_what_a_bot_may_not_hold_a_build_may_not_make(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch, code: str, why: str
) -> None:
    if "range(200)" in code:
        monkeypatch.setattr(files_module, "FILES_LIMIT", 100)
    outcome = failed(workshop.python(code))
    assert why in outcome.why
    assert outcome.command == ()
    assert not workshop.result.exists()


def test_a_pipe_that_it_leaves_is_left_behind(workshop: Workshop) -> None:
    outcome = workshop.python("import os; os.mkfifo('pipe'); os.mkfifo('CACHEDIR.TAG')")
    assert isinstance(outcome, Built), outcome
    assert set(everything(workshop.result)) == {"bot.py", "bot.toml", "make.py"}


def test_it_writes_nowhere_but_in_its_copy_of_the_folder_and_in_tmp(workshop: Workshop) -> None:
    code = """
import errno, os
for place in ('/', '/source', '/usr', '/run', '/etc', '/dev', '/proc/sys', '/home'):
    try:
        open(place + '/x', 'w')
    except OSError as error:
        print(place, errno.errorcode[error.errno])
    else:
        raise SystemExit(place)
for place in ('/tmp', '/dev/shm', '/bot', os.path.expanduser('~')):
    open(place + '/x', 'w')
"""
    assert isinstance(workshop.python(code), Built)


def test_it_has_no_network(workshop: Workshop) -> None:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        code = f"import socket; socket.create_connection(('127.0.0.1', {server.getsockname()[1]}))"
        outcome = failed(workshop.python(code))
    assert "Error" in outcome.output


def test_with_the_network_allowed_it_has_one(workshop: Workshop) -> None:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        code = f"import socket; socket.create_connection(('127.0.0.1', {server.getsockname()[1]}))"
        folder = workshop.place.bot(
            "mine", files={"bot.py": "", "make.py": code}, build=["python3", "make.py"]
        )
        manifest = load_bot(folder).manifest
        outcome = build(folder, manifest, workshop.result, workshop.launcher, network=True)
    assert isinstance(outcome, Built), outcome
    assert outcome.network


def test_one_that_looks_for_the_network_is_told_what_to_do(workshop: Workshop) -> None:
    code = "raise SystemExit('error: could not resolve host: crates.io')"
    assert "--allow-network-build" in failed(workshop.python(code)).advice


# What becomes of one that fails


def test_a_command_that_fails_is_named_with_the_end_of_what_it_printed(workshop: Workshop) -> None:
    nasty = "\\x1b[2J\\u202e"
    code = f"print('x' * 100_000); print('{nasty}the last line'); raise SystemExit(3)"
    outcome = failed(workshop.python(code, build=[["true"], ["python3", "make.py", "a\nb"]]))
    assert outcome.command == ("python3", "make.py", "a\nb")
    assert outcome.why == "exit code 3"
    assert outcome.output.endswith("the last line\n")
    assert len(outcome.output) <= TAIL
    assert "\x1b" not in str(outcome)
    assert "\u202e" not in str(outcome)
    first, *printed, advice = str(outcome).splitlines()
    assert first == r"the build failed: `python3 make.py 'a\nb'`: exit code 3"
    assert all(line.startswith("  | ") for line in printed)
    assert "fresh copy of the folder" in advice
    assert not workshop.result.exists()


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("import os; os.kill(os.getpid(), 15)", "signal SIGTERM"),
        ("import os; os.kill(os.getppid(), 9)", "it ended with signal SIGKILL"),
    ],
)
def test_one_that_is_killed_has_failed(workshop: Workshop, code: str, why: str) -> None:
    assert failed(workshop.python(code)).why == why


def test_a_command_that_is_not_there_after_all_is_told(workshop: Workshop) -> None:
    outcome = failed(workshop.python("", build=[["python3", "make.py"], ["./configure"]]))
    assert (outcome.command, outcome.why) == (("./configure",), "No such file or directory")


def test_a_program_that_it_did_not_make_is_named(workshop: Workshop) -> None:
    outcome = failed(workshop.python("", run=["./bot"]))
    assert outcome.why == "it did not make './bot', which `run` names"
    outcome = failed(workshop.python("open('bot', 'w')", run=["./bot"]))
    assert "'./bot' is not executable" in outcome.why
    assert not workshop.result.exists()


def test_a_tool_that_this_host_lacks_is_named(workshop: Workshop) -> None:
    with pytest.raises(MissingProgramError) as caught:
        workshop.python("", build=["a-compiler-that-no-host-has"])
    assert caught.value.program == "a-compiler-that-no-host-has"


# Limits


@pytest.mark.parametrize(
    ("code", "limits", "why"),
    [
        ("while True: print('x' * 1000)", {"output_kib": 64}, "it hit a limit: output 64 KiB"),
        ("x = bytearray(256 << 20)", {"memory_mib": 96}, "it hit a limit: memory 96 MiB"),
        (
            "import os\nfor n in range(200): open('/tmp/x', 'ab').write(bytes(1 << 20))",
            {"memory_mib": 96},
            "it hit a limit: memory 96 MiB",
        ),
        (
            # Not over at once: where nothing counts exactly, it has to be seen at the limit.
            "import os, time\ntry:\n  while os.fork(): pass\nexcept OSError:\n"
            "  time.sleep(1)\n  raise\ntime.sleep(60)",
            {"processes": 16},
            "exit code 1; it hit a limit: processes 16",
        ),
        ("while True: pass", {"cpu_seconds": 1}, "it hit a limit: cpu 1 s"),
    ],
    ids=["output", "memory", "files", "fork", "cpu"],
)
def test_one_over_a_limit_is_ended_and_the_limit_named(
    limited: Workshop,
    monkeypatch: pytest.MonkeyPatch,
    code: str,
    limits: dict[str, int],
    why: str,
) -> None:
    monkeypatch.setattr(module, "LIMITS", replace(module.LIMITS, **limits))
    assert failed(limited.python(code)).why.endswith(why)


def test_one_that_fills_its_folder_finds_it_full(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "WORK_MIB", 4)
    outcome = failed(workshop.python("open('x', 'wb').write(bytes(8 << 20))"))
    assert "No space left on device" in outcome.output


def test_one_that_takes_too_long_is_ended(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SECONDS", 1.0)
    outcome = failed(workshop.python("import time; time.sleep(60)"))
    assert outcome.why == "it took longer than 1 s"
    assert outcome.command == ("python3", "make.py")


def test_it_can_be_given_up(workshop: Workshop) -> None:
    class GivenUpError(Exception):
        pass

    def says(building: Building) -> None:
        if building.command:
            raise GivenUpError

    folder = workshop.place.bot("mine", build=["sleep", "60"])
    with pytest.raises(GivenUpError):
        workshop.build(folder, says)
    assert not workshop.result.exists()


# What comes back is not believed


@pytest.mark.parametrize(
    "answer",
    [
        '{"begun": 7}',
        '{"file": "../x", "size": 0}',
        '{"file": "/tmp/x", "size": 0}',
        '{"file": "a//b", "size": 0}',
        '{"file": "x", "size": 999999999999}',
        '{"file": "x", "size": -1}',
        '{"file": "a", "size": 0}\\n{"file": "a", "size": 0}',
        '{"file": "a", "size": 0}\\n{"file": "a/b", "size": 0}',
        '{"link": "a", "to": "/etc"}',
        '{"link": "a", "to": ""}',
        '{"link": "a", "to": "' + "b" * 300 + '"}',
        '{"link": "a", "to": "b"}\\n{"file": "a", "size": 0}\\n{"end": true}',
        '{"failed": 0, "why": "a\\\\nb"}',
        '{"unknown": 1}',
        "x" * 20_000,
        "",
    ],
)
def test_answers_that_no_builder_gives_end_the_build(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    liar = workshop.place.folder / "liar.py"
    liar.write_text(
        "import os, socket\n"
        "s = socket.socket(socket.AF_UNIX)\n"
        "s.connect(os.environ['ARENA_ENDPOINT'][6:])\n"
        f"s.sendall({answer!r}.replace('\\\\n', chr(10)).encode() + b'\\n')\n"
        "s.shutdown(1)\n"
    )
    monkeypatch.setattr(module, "_BUILDER", liar)
    failed(workshop.python(""))
    assert not workshop.result.exists()
    assert not (workshop.place.folder / "x").exists()


# Languages


PROGRAMS: dict[str, tuple[dict[str, str], dict[str, Any]]] = {
    "C++": (
        {"bot.cpp": "int main() { return 0; }\n"},
        {"run": ["./bot"], "build": ["g++", "-o", "bot", "bot.cpp"]},
    ),
    "Rust": (
        {
            "Cargo.toml": "[package]\nname = 'bot'\nversion = '1.0.0'\nedition = '2021'\n"
            "[[bin]]\nname = 'bot'\npath = 'bot.rs'\n",
            "bot.rs": "fn main() {}\n",
        },
        {"run": ["./target/release/bot"], "build": ["cargo", "build", "--release"]},
    ),
    "Java": (
        {"Bot.java": "class Bot { public static void main(String[] a) {} }\n"},
        {"run": ["java", "-cp", "classes", "Bot"], "build": ["javac", "-d", "classes", "Bot.java"]},
    ),
    "Go": (
        {"go.mod": "module bot\ngo 1.21\n", "bot.go": "package main\nfunc main() {}\n"},
        {"run": ["./bot"], "build": ["go", "build", "-o", "bot", "."]},
    ),
}


@pytest.mark.parametrize(
    "language",
    # Go compiles its library each time.
    [*sorted(PROGRAMS.keys() - {"Go"}), pytest.param("Go", marks=pytest.mark.soak)],
)
def test_compilers_of_each_language_work(place: Place, language: str) -> None:
    sources, keys = PROGRAMS[language]
    needs(keys["build"][0])
    with open_launcher() as launcher:
        outcome = Workshop(place, launcher).build(place.bot("mine", files=sources, **keys))
    assert isinstance(outcome, Built), outcome


# Documentation


def test_what_the_readme_says_of_limits_is_so() -> None:
    page = " ".join((shipped("bots") / "README.md").read_text("utf-8").split())
    assert f"{module.SECONDS / 60:.0f} minutes for all of them" in page
    assert f"{module.LIMITS.memory_mib >> 10} GiB of memory" in page
    assert f"{files_module.FILES_LIMIT:,} files and {files_module.BYTES_LIMIT >> 20} MiB" in page
