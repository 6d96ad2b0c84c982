"""Runs inside a sandbox and builds a bot there; needs nothing but the standard library.

    python3 builder.py

It asks the referee's socket, at `ARENA_ENDPOINT`, what to do, and answers on it. An order is one
line of JSON:

    {"source": "/source", "work": "/bot", "run": […], "commands": [[…], …], "environment": {…}}

The source is copied to the work folder and each command run there. Answers are lines of JSON, too:
`{"begun": n}` before command n and, with the next number, after the last;
`{"failed": "exit code 1"}` if something fails, with which it ends; for each file
`{"file": path, "runs": true, "anew": false, "size": bytes}` followed by its bytes, or
`{"link": path, "to": target}`; and `{"end": true}`. `anew` files were in the source, and were
written once more.

Whatever the commands leave running dies with the sandbox. They could send answers themselves:
none is trusted.
"""

import json
import os
import posixpath
import shutil
import signal
import socket
import stat
import subprocess
from collections.abc import Iterator
from typing import Any

CACHE_TAG = "CACHEDIR.TAG"
"""Marks folders whose content can be made anew (https://bford.info/cachedir/)."""
CACHE_SIGNATURE = b"Signature: 8a477f597d28d172789f06886806bc55"

WHY_LIMIT = 200
"""Characters of the reason for a failure."""

LEFT_BEHIND = frozenset({"__pycache__", ".git"})


def main() -> None:
    """Take an order and carry it out."""
    with socket.socket(socket.AF_UNIX) as referee:
        referee.connect(os.environ.pop("ARENA_ENDPOINT").removeprefix("ipc://"))
        with referee.makefile("rwb") as stream:
            carry_out(json.loads(stream.readline()), stream)


def carry_out(order: dict[str, Any], stream: Any) -> None:
    """Build, and send what came of it."""

    def say(**answer: object) -> None:
        stream.write(json.dumps(answer).encode() + b"\n")
        stream.flush()

    work = order["work"]
    copy_into(order["source"], work)
    for number, command in enumerate(order["commands"]):
        say(begun=number)
        if why := failure(command, work, os.environ | order["environment"]):
            say(failed=why)
            return
    say(begun=len(order["commands"]))
    for path in results(work, order["run"]):
        where = os.path.join(work, path)
        if not is_text(path):
            say(failed=f"the name of the file {path!a} is not UTF-8"[:WHY_LIMIT])
            return
        if os.path.islink(where):
            say(link=path, to=os.readlink(where))
            continue
        with open(where, "rb") as file:
            content = file.read()
            status = os.fstat(file.fileno())
        before = time_of(os.path.join(order["source"], path))
        anew = before not in (None, status.st_mtime_ns)
        say(file=path, runs=bool(status.st_mode & stat.S_IXUSR), anew=anew, size=len(content))
        stream.write(content)
    say(end=True)


def copy_into(source: str, work: str) -> None:
    """Copy what is in a folder into another, which may be somebody else's."""
    os.makedirs(work, exist_ok=True)
    for entry in os.scandir(source):
        to = os.path.join(work, entry.name)
        if entry.is_dir(follow_symlinks=False):
            shutil.copytree(entry.path, to, symlinks=True)
        else:
            shutil.copy2(entry.path, to, follow_symlinks=False)


def failure(command: list[str], work: str, environment: dict[str, str]) -> str:
    """Run a command to its end; why it failed, or "" if it did not."""
    try:
        code = subprocess.run(
            command, cwd=work, env=environment, stdin=subprocess.DEVNULL, check=False
        ).returncode
    except OSError as error:
        return str(error.strerror)
    if code < 0:
        return f"signal {signal.Signals(-code).name}"
    return f"exit code {code}" if code else ""


def time_of(path: str) -> int | None:
    """When a file was last written, None if it is not there."""
    try:
        return os.lstat(path).st_mtime_ns
    except OSError:
        return None


def is_text(path: str) -> bool:
    """Whether the path is UTF-8: any other bytes are in it as halves of surrogate pairs."""
    return not any("\ud800" <= character <= "\udfff" for character in path)


def results(work: str, run: list[str]) -> Iterator[str]:
    """Paths below the work folder that the bot may need, in no certain order.

    Of a cache, such as cargo's `target`, only what its command names.
    """
    wanted = {posixpath.normpath(word) for word in run}
    for place, folders, files in os.walk(work):
        inside = os.path.relpath(place, work)
        folders[:] = [name for name in folders if name not in LEFT_BEHIND]
        links = [name for name in folders if os.path.islink(os.path.join(place, name))]
        for name in (*files, *links):
            path = posixpath.normpath(posixpath.join(inside, name))
            mode = os.lstat(os.path.join(work, path)).st_mode
            if (stat.S_ISREG(mode) or stat.S_ISLNK(mode)) and (
                not in_cache(work, path) or any(path_is_below(path, word) for word in wanted)
            ):
                yield path


def in_cache(work: str, path: str) -> bool:
    """Whether one of the folders that hold it is marked as a cache."""
    while path := posixpath.dirname(path):
        if is_cache(os.path.join(work, path)):
            return True
    return False


def is_cache(folder: str) -> bool:
    """Whether the folder is marked as a cache."""
    try:
        # Not through a link, and not waiting for whoever writes to a pipe of that name.
        tag = os.open(os.path.join(folder, CACHE_TAG), os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return False
    with open(tag, "rb") as file:
        regular = stat.S_ISREG(os.fstat(tag).st_mode)
        return regular and file.read(len(CACHE_SIGNATURE)) == CACHE_SIGNATURE


def path_is_below(path: str, outer: str) -> bool:
    """Whether it is that path, or in that folder."""
    return path == outer or path.startswith(f"{outer}/")


if __name__ == "__main__":
    main()
