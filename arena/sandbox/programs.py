"""Which program a bot's command means, and which folders outside /usr it needs to run.

`python3` always means the interpreter that runs the referee, so that a bot finds the packages
installed beside it. Any other name is looked up in the host's PATH.
"""

import contextlib
import os
import stat
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from arena.errors import InputError, MissingProgramError
from arena.sandbox.identity import readable
from arena.sandbox.plan import LaunchPlan

__all__ = ["Program", "find_program"]

MOUNTED = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc/alternatives")
"""What every sandbox holds already."""

PYTHON_NAMES = frozenset({"python", "python3", f"python3.{sys.version_info.minor}"})
SYSTEM_PATH = ("/usr/local/bin", "/usr/bin", "/bin")
LONGEST_FIRST_LINE = 256
"""Bytes of a script's first line that the kernel looks at."""

RUSTUP_SECONDS = 10.0
"""For an answer, which takes milliseconds."""

MOST_LINKS = 40
"""Symlinks followed before a chain counts as a loop; the kernel's own figure."""


@dataclass(frozen=True, slots=True)
class Program:
    """A command that can be executed, and what has to be in reach of it."""

    argv: tuple[str, ...]
    """The command with its first word made exact."""

    roots: tuple[Path, ...]
    """Folders and files outside `MOUNTED`, mounted read-only under their own path."""

    path: str
    """PATH for the bot, the referee's interpreter first."""


def find_program(plan: LaunchPlan) -> Program:
    """Look up the plan's command.

    Raises MissingProgramError, naming the program, when this machine does not have it, InputError
    when it is there and cannot be meant or run.
    """
    argv = list(plan.argv)
    starts = [0]
    # One of our own programs runs the command behind it, so that has to be in reach, too.
    starts += [n + 1 for n, word in enumerate(argv[:-1]) if word in plan.programs][:1]
    needed = []
    for start in starts:
        if argv[start] not in plan.programs:
            argv[start], found = locate(argv[start], plan.folder)
            needed.append(found)
    needed += [locate(tool, plan.folder)[1] for tool in tools(plan)]
    folders = dict.fromkeys([str(Path(sys.executable).parent), *SYSTEM_PATH])
    roots = set(interpreter_roots())
    for program in filter(None, needed):
        roots.update(runtime_roots(program))
        folders[str(program.parent)] = None
    return Program(tuple(argv), outermost(roots), ":".join(folders))


def tools(plan: LaunchPlan) -> Iterator[str]:
    """What a build runs, but for files of the folder that it has yet to make."""
    for tool in plan.workshop.tools if plan.workshop else ():
        if not is_relative(tool) or os.path.lexists(plan.folder / tool):
            yield tool


def locate(name: str, folder: Path) -> tuple[str, Path | None]:
    """The first word of a command made exact, and which file of this machine it needs, if any."""
    if name in PYTHON_NAMES:
        return sys.executable, None
    if not is_relative(name):
        found = installed_program(name) if name.startswith("/") else on_search_path(name)
        return str(found), found
    script = relative_program(name, folder)
    interpreter = None if script is None else script_interpreter(name, script)
    if interpreter is None:
        return name, None
    if is_relative(interpreter):
        relative_program(interpreter, folder)
        return name, None
    return name, locate(interpreter, folder)[1]


def is_relative(name: str) -> bool:
    """Whether a command's first word means a file of the bot's folder."""
    return "/" in name and not name.startswith("/")


@cache
def interpreter_roots() -> tuple[Path, ...]:
    """The folders that the referee's own interpreter is made of.

    A virtual environment names its base by path, and its `bin/python` may be a chain of symlinks,
    so each name on the way has to exist inside, not only the last.
    """
    roots = {Path(prefix) for prefix in (sys.prefix, sys.base_prefix)}
    roots |= {root.resolve() for root in roots}
    roots.update(map(runtime_root, link_chain(Path(sys.executable))))
    return outermost(roots)


def relative_program(name: str, folder: Path) -> Path | None:
    """A program given relative to the bot's folder, None when links lead to it.

    Raises InputError when it is not there or cannot be executed. Whether a link can be executed is
    found out inside: only the sandbox's own view of it counts.
    """
    top = folder.resolve()
    where = Path(os.path.normpath(top / name))
    if not where.is_relative_to(top):
        raise InputError(f"the bot's program {name!r} is outside its folder")
    if not os.path.lexists(where):
        raise MissingProgramError(f"the bot's program {name!r} is not in its folder", name)
    if os.path.realpath(where) != str(where):
        return None
    check_executable(name, where)
    return where


def script_interpreter(name: str, script: Path) -> str | None:
    """The program that a script's first line names, or that `env` is to find there."""
    try:
        with script.open("rb") as file:
            line = file.readline(LONGEST_FIRST_LINE)
    except OSError as error:
        raise InputError(f"the bot's program {name!r}: {error.strerror}") from None
    if not line.startswith(b"#!"):
        return None
    # Not by any white space: the carriage return of another system's line is part of the name.
    words = [os.fsdecode(word) for word in line[2:].strip(b" \t\n").split(b" ") if word]
    if words[:1] in (["/usr/bin/env"], ["/bin/env"]):
        return next((word for word in words[1:] if word != "-S"), None)
    # The kernel does not search for it.
    return os.path.join(".", words[0]) if words else None


def installed_program(name: str) -> Path:
    """A program given by its whole path, where the host has programs.

    Elsewhere it is refused: what surrounds it would be mounted, and a bot's author may not choose
    what a bot sees of this machine.
    """
    where = Path(os.path.normpath(name))
    if not os.path.lexists(where):
        raise MissingProgramError(f"the bot's program {name!r} is not on this machine", name)
    check_executable(name, where)
    known = [*map(Path, MOUNTED), *interpreter_roots()]
    if where.parent not in search_path() and not any(map(where.is_relative_to, known)):
        raise InputError(
            f"the bot's program {name!r} is neither in its folder nor in a folder of the PATH"
        )
    return where


def check_executable(name: str, where: Path) -> None:
    """Raises InputError when the file cannot be executed, whatever is in it."""
    try:
        mode = where.stat().st_mode
    except OSError as error:
        raise InputError(f"the bot's program {name!r}: {error.strerror}") from None
    if stat.S_ISDIR(mode):
        raise InputError(f"the bot's program {name!r} is a folder")
    if not stat.S_ISREG(mode):
        raise InputError(f"the bot's program {name!r} is no regular file")
    if not mode & 0o111:
        raise InputError(f"the bot's program {name!r} is not executable; chmod +x mends that")


def on_search_path(name: str) -> Path:
    """The first program of that name in the search path."""
    for folder in search_path():
        candidate = folder / name
        if os.access(candidate, os.X_OK) and candidate.is_file():
            return of_toolchain(candidate)
    raise MissingProgramError(f"the bot's program {name!r} is not on this machine", name)


def of_toolchain(program: Path) -> Path:
    """The program itself where this one is rustup, which looks in a home that no bot has.

    Raises MissingProgramError when rustup has no toolchain with it.
    """
    if program.resolve().name != "rustup" or program.name == "rustup":
        return program
    name = program.name
    try:
        asked = subprocess.run(
            [program.resolve(), "which", name],
            cwd="/",  # a folder can name a toolchain of its own
            env=os.environ | {"RUSTUP_AUTO_INSTALL": "0"},
            capture_output=True,
            text=True,
            check=True,
            timeout=RUSTUP_SECONDS,
        )
    except (OSError, subprocess.SubprocessError):
        problem = f"the bot's program {name!r}: rustup has no toolchain with it"
        raise MissingProgramError(problem, name) from None
    return Path(asked.stdout.removesuffix("\n"))


def search_path() -> list[Path]:
    """The interpreter's folder, then the host's PATH without what a stranger or a shim controls."""
    folders = [Path(sys.executable).parent]
    for entry in (*os.environ.get("PATH", "").split(":"), *SYSTEM_PATH):
        folder = Path(entry)
        # Version managers put shell scripts into "shims" that need the user's whole home to work.
        if not folder.is_absolute() or folder.name == "shims" or folder in folders:
            continue
        with contextlib.suppress(OSError):  # not there, or in a folder closed to this user
            mode = folder.stat().st_mode
            if stat.S_ISDIR(mode) and not mode & stat.S_IWOTH:
                folders.append(folder)
    return folders


def runtime_roots(program: Path) -> set[Path]:
    """What has to be mounted for a program; raises InputError when a bot could not read it."""
    roots = set(map(runtime_root, link_chain(program)))
    for root in outermost(roots):
        if os.geteuid() == 0 and not readable(root):
            raise InputError(
                f"{root} is closed to other users, and root's bots are another user: "
                f"chmod -R o+rX {root}"
            )
    return roots


def link_chain(path: Path) -> Iterator[Path]:
    """A path and each name its symlinks lead through, the real path last."""
    hop = str(path.absolute())
    for _ in range(MOST_LINKS):
        yield Path(hop)
        if not os.path.islink(hop):
            break
        hop = os.path.normpath(os.path.join(os.path.dirname(hop), os.readlink(hop)))
    yield path.resolve()


def runtime_root(program: Path) -> Path:
    """What a program needs around it: its installation prefix, or only its own file.

    Only the file, when the prefix would show a bot more than a runtime: a whole home folder, or
    one such as ~/.cargo, which holds credentials beside programs.
    """
    if program.is_relative_to("/nix/store"):
        return Path("/nix/store")  # a Nix program's libraries are spread over the store
    prefix = program.parent.parent
    if program.parent.name != "bin" or len(prefix.parts) < 3:
        return program
    for home in {Path(os.path.expanduser("~")), Path("/root"), *Path("/home").glob("*")}:
        hidden_in_home = prefix.parent == home and prefix.name.startswith(".")
        if home.is_relative_to(prefix) or hidden_in_home:
            return program
    return prefix


def outermost(roots: Iterable[Path]) -> tuple[Path, ...]:
    """The roots that have to be mounted: none inside another, none that is there anyway."""
    kept = [Path(path) for path in MOUNTED]
    for root in sorted(set(roots), key=lambda path: (len(path.parts), path)):
        if not any(root.is_relative_to(outer) for outer in kept):
            kept.append(root)
    return tuple(kept[len(MOUNTED) :])
