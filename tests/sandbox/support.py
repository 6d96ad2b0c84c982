"""Running small bots in a launcher, for the tests of the sandbox."""

import itertools
import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from arena.sandbox import BotProcess, Exit, Launcher, LaunchPlan, Limits
from arena.sandbox.seccomp import syscall_numbers
from arena.sandbox.watchdog import process_tree

PROJECT = Path(__file__).parents[2]
SECONDS = 20.0
"""For anything that takes milliseconds on a healthy machine."""


DAEMON = """
import os, signal, sys, time
if not os.fork():
    os.setsid()
    if not os.fork():
        for number in range(1, 32):
            try:
                signal.signal(number, signal.SIG_IGN)
            except OSError:
                pass
        time.sleep(60)
    os._exit(0)
os.wait()
print("daemon runs", flush=True)
if "stay" in sys.argv:
    time.sleep(60)
"""
"""A bot that leaves a detached process which ignores every signal."""

REFEREE = """
import ctypes, json, os, signal, socket, sys, tempfile, time
from pathlib import Path
from arena.sandbox import LaunchPlan, open_launcher
folder, mode, *argv = sys.argv[1:]
cgroups = os.environ.get("WAY") != "watchdog"
launcher = open_launcher(unsafe_no_sandbox=mode == "unsafe", cgroups=cgroups)
path = launcher.run_dir / "s"
server = socket.socket(socket.AF_UNIX)
server.bind(str(path))
if mode == "racing":
    print(json.dumps([os.getpid(), str(launcher.run_dir)]), flush=True)
    for seat in range(200):
        launcher.launch(LaunchPlan(tuple(argv), Path(folder), path), seat)
bots = [launcher.launch(LaunchPlan(tuple(argv), Path(folder), path), seat) for seat in (0, 1)]
deadline = time.monotonic() + 10
while not all(bot.log_tail() for bot in bots) and time.monotonic() < deadline:
    time.sleep(0.01)
print(json.dumps([os.getpid(), str(launcher.run_dir)]), flush=True)
if mode == "tells":
    print(json.dumps(bots[0].log_tail(16_000)), flush=True)
if mode == "exits":
    sys.exit()
time.sleep(60)
"""
"""Launches bots, says so, and waits to be killed. WAY in its environment names the way to hold
limits."""


@dataclass
class Ran:
    """What became of a bot."""

    exit: Exit | None
    text: str
    hit: str | None

    @property
    def result(self) -> Any:
        """The JSON that the bot printed as its last line."""
        lines = self.text.splitlines()
        assert lines, (self.exit, self.hit)
        return json.loads(lines[-1])


@dataclass
class Playground:
    """A launcher, and a folder in which bots can be written."""

    launcher: Launcher
    home: Path
    numbers: Iterator[int] = field(default_factory=itertools.count)

    def folder(self, **files: str) -> Path:
        """A new bot folder; a file `bot_py="..."` is named bot.py."""
        folder = self.home / f"bot{next(self.numbers)}"
        folder.mkdir()
        for name, text in files.items():
            (folder / name.replace("_", ".")).write_text(text)
        return folder

    @contextmanager
    def listener(self) -> Iterator[tuple[Path, socket.socket]]:
        """A socket for a bot, bound and listening."""
        path = self.launcher.run_dir / f"s{next(self.numbers)}"
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(str(path))
            server.listen(8)
            yield path, server

    @contextmanager
    def bot(
        self,
        *argv: str,
        folder: Path | None = None,
        limits: Limits | None = None,
        seat: int = 0,
        **programs: Path,
    ) -> Iterator[BotProcess]:
        """A running bot, killed at the end."""
        with self.listener() as (path, _):
            plan = LaunchPlan(argv, folder or self.folder(), path, limits or Limits())
            process = self.launcher.launch(plan, seat)
            try:
                yield process
            finally:
                process.kill()

    def run(
        self,
        *argv: str,
        folder: Path | None = None,
        limits: Limits | None = None,
        seconds: float = SECONDS,
    ) -> Ran:
        """Run a bot to its end."""
        with self.bot(*argv, folder=folder, limits=limits) as process:
            ended = process.wait(seconds)
            process.kill()
            return Ran(ended, process.log_tail(16_000), process.limit_hit())

    def python(self, code: str, *arguments: str, limits: Limits | None = None) -> Ran:
        """Run Python code as a bot to its end."""
        return self.run(
            "python3", "-I", "bot.py", *arguments, folder=self.folder(bot_py=code), limits=limits
        )


def outcomes(*lines: str) -> str:
    """Code of a bot that tries each line and prints the errno names by line, "" for success.

    A line may `call` a system call by its name, or by a number.
    """
    return f"""
import ctypes, errno, fcntl, json, os, signal, socket, sys
libc = ctypes.CDLL(None, use_errno=True)
numbers = {syscall_numbers()[os.uname().machine]!r}
def call(name, *arguments):
    arguments = [ctypes.c_long(a) if isinstance(a, int) else a for a in arguments]
    if libc.syscall(ctypes.c_long(numbers.get(name, name)), *arguments) < 0:
        raise OSError(ctypes.get_errno(), "")
results = {{}}
for line in {list(lines)!r}:
    try:
        exec(line)
        results[line] = ""
    except OSError as error:
        results[line] = errno.errorcode[error.errno]
print(json.dumps(results), flush=True)
"""


def eventually(condition: Callable[[], bool], seconds: float = SECONDS) -> bool:
    """Wait until the condition holds."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def processes_with(text: str) -> list[int]:
    """Living processes whose command line holds the text, this one excepted."""
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit() and int(name) != os.getpid():
            try:
                command = Path(f"/proc/{name}/cmdline").read_bytes()
            except OSError:
                continue
            if text.encode() in command:
                found.append(int(name))
    return found


def find_below(root: int, *command: str) -> int:
    """The descendant of a process that runs this command, as soon as there is one."""
    found: list[int] = []

    def look() -> bool:
        for pid in process_tree(root):
            with suppress(OSError, ValueError):
                program, *arguments = Path(f"/proc/{pid}/cmdline").read_text().split("\0")[:-1]
                if (Path(program).name, *arguments) == command:
                    found.append(pid)
        return bool(found)

    assert eventually(look), f"no process {command}"
    return found[0]


def state(pid: int) -> str:
    """R, S, D, Z and so on; "" when there is no such process."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return ""


def groups_of(pid: int) -> list[Path]:
    """The control groups that a referee's bots have or have left."""
    # Not by glob, which fails when groups of other test runs go meanwhile.
    return [
        Path(where, name)
        for where, names, _ in os.walk("/sys/fs/cgroup")
        for name in names
        if name.startswith(f"hokm-bot-{pid}-")
    ]


@contextmanager
def referee(
    code: str, *arguments: str, terminal: int | None = None, **environment: str
) -> Iterator["subprocess.Popen[str]"]:
    """A process of its own that plays referee: it can import `arena`, and prints lines to us.

    `terminal` is a descriptor that becomes its standard input and standard error.
    """
    with subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdin=terminal,
        stdout=subprocess.PIPE,
        stderr=terminal,
        text=True,
        env=os.environ | {"PYTHONPATH": str(PROJECT)} | environment,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def say(process: "subprocess.Popen[str]") -> Any:
    """The next line of a referee, as JSON."""
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line, "the referee said nothing"
    return json.loads(line)


def masked_container(*command: str) -> list[str]:
    """A command that runs another one where containers hide parts of /proc and lock /proc/sys."""
    bwrap = shutil.which("bwrap")
    assert bwrap is not None
    hidden = ["--bind", "/dev/null", "/proc/cmdline", "--ro-bind", "/proc/sys", "/proc/sys"]
    return [bwrap, "--dev-bind", "/", "/", *hidden, "--", *command]


def in_masked_container(code: str, *arguments: str) -> Any:
    """Run Python code there; what it prints, as JSON."""
    ran = subprocess.run(
        masked_container(sys.executable, "-c", f"import json, sys\n{code}", *arguments),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
        env=os.environ | {"PYTHONPATH": str(PROJECT)},
    )
    return json.loads(ran.stdout)
