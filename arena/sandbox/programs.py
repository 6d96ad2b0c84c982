"""Which program a bot's command means, and which folders outside /usr it needs to run.

`python3` always means the interpreter that runs the referee, so that a bot finds the packages
installed beside it. Any other name is looked up in the host's PATH.
"""

import contextlib
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from arena.errors import InputError
from arena.sandbox.plan import LaunchPlan

__all__ = ["Program", "find_program"]

MOUNTED = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc/alternatives")
"""What every sandbox holds already."""

PYTHON_NAMES = frozenset({"python", "python3", f"python3.{sys.version_info.minor}"})
SYSTEM_PATH = ("/usr/local/bin", "/usr/bin", "/bin")
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

    Raises InputError, naming the program, when there is none.
    """
    name, *rest = plan.argv
    interpreter = Path(sys.executable)
    folders = [str(interpreter.parent), *SYSTEM_PATH]
    roots = set(interpreter_roots())
    if name in PYTHON_NAMES:
        first = str(interpreter)
    elif name in plan.programs:
        first = name
    elif "/" in name and not name.startswith("/"):
        first = relative_program(name, plan.folder)
    else:
        found = Path(name) if name.startswith("/") else on_search_path(name)
        if not os.path.isfile(found):
            raise InputError(f"the bot's program {name} does not exist on this machine")
        first = str(found)
        roots.update(map(runtime_root, link_chain(found)))
        if str(found.parent) not in folders:
            folders.append(str(found.parent))
    return Program((first, *rest), outermost(roots), ":".join(folders))


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


def relative_program(name: str, folder: Path) -> str:
    """Check a program given relative to the bot's folder; raises InputError when it is not there.

    Whether it can be executed is found out inside: it may be a link, and only the sandbox's own
    view of it counts.
    """
    where = Path(os.path.normpath(folder.absolute() / name))
    if not where.is_relative_to(os.path.normpath(folder.absolute())):
        raise InputError(f"the bot's program {name} is outside its folder")
    if not os.path.lexists(where):
        raise InputError(f"the bot's program {name} does not exist in {folder}")
    return name


def on_search_path(name: str) -> Path:
    """The first program of that name in the search path; raises InputError when there is none."""
    for folder in search_path():
        candidate = folder / name
        if os.access(candidate, os.X_OK) and candidate.is_file():
            return candidate
    raise InputError(
        f"the bot's program {name!r} was not found; looked in " + ", ".join(map(str, search_path()))
    )


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
