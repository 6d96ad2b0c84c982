"""The arguments of bubblewrap: what a bot sees, each with its reason beside it.

An allow list: the root is an empty tmpfs, and only what is named here exists inside. They go to
bwrap through a file descriptor, because its command line is readable inside as /proc/1/cmdline and
must not tell of the host's folders.
"""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from arena.sandbox.descriptors import Descriptors
from arena.sandbox.plan import SOCKET_INSIDE, SOURCE_INSIDE, Workshop

__all__ = ["View", "view_arguments"]

LINKED_FOLDERS = ("bin", "sbin", "lib", "lib64", "lib32", "libx32")
"""In / on every distribution: links into /usr, or folders on the ones not merged yet."""

ETC = (
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/alternatives",
    "/etc/localtime",
    "/etc/ssl/openssl.cnf",  # Node does not start without it where it was built to read it
)
"""The few files of /etc that programs need to start; the rest tells about the host."""

ETC_RUNTIMES = "java-*-openjdk"
"""Debian keeps the Java runtime's configuration here, and Java does not start without it."""

ETC_NETWORK = (
    *("/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf", "/etc/services"),
    *("/etc/ssl/certs", "/etc/pki", "/etc/ca-certificates"),
)
"""How names are looked up and servers recognised, for a build that may use the network."""

PASSWD = b"bot:x:1000:1000::/tmp:/bin/sh\n"
"""Runtimes ask for the name and home of their user id."""

DEVICES = ("null", "zero", "full", "random", "urandom")
DEV_BYTES = 65_536
"""Room for the mount points in /dev; tmpfs without a size may take half of the memory."""


@dataclass(frozen=True, slots=True)
class View:
    """What one bot gets to see."""

    folder: Path
    socket: Path
    roots: tuple[Path, ...]
    programs: Mapping[str, Path]
    tmp_mib: int
    environment: Mapping[str, str]
    proc: bool = True
    """Whether there is a /proc. Without one, nothing is there: never the host's."""
    workshop: Workshop | None = None
    """For a build."""


def view_arguments(view: View, descriptors: Descriptors) -> list[str]:
    """Arguments for namespaces, mounts and environment; the files they name are in `descriptors`.

    Order matters to bwrap: a mount hides what was mounted below it before, `--perms` and `--size`
    belong to the next mount, and nothing can be created after the read-only remounts at the end.
    """
    return [
        *namespaces(network=networked(view)),
        *system_folders(network=networked(view)),
        *("--perms", "0444", "--ro-bind-data", descriptors.data(PASSWD), "/etc/passwd"),
        *(process_folder() if view.proc else ()),
        *devices(),
        *temporary_folders(view.tmp_mib),
        *(word for root in view.roots for word in mount_with_parents(root)),
        *bot_folder(view),
        *("--perms", "0755", "--dir", "/run"),
        # connect() needs no writable mount, and a read-only one cannot be unlinked or renamed.
        *("--ro-bind", str(view.socket), SOCKET_INSIDE),
        *(word for item in view.programs.items() for word in copy_of(*item, descriptors)),
        *("--chdir", "/bot"),
        "--clearenv",
        *(word for item in view.environment.items() for word in ("--setenv", *item)),
        # For user id 0 of the host /proc/sys is writable whatever its capabilities are.
        *(("--remount-ro", "/proc") if view.proc else ()),
        *("--remount-ro", "/dev", "--remount-ro", "/"),
    ]


def networked(view: View) -> bool:
    """Whether the host's network is shared, which is for builds alone."""
    return view.workshop is not None and view.workshop.network


def namespaces(*, network: bool) -> list[str]:
    """Separate namespaces of every kind, and an end together with the referee."""
    return [
        "--unshare-user",  # explicit: --unshare-all goes on without one
        "--unshare-ipc",
        "--unshare-pid",
        # No loopback to the host, and no abstract sockets.
        *([] if network else ["--unshare-net"]),
        "--unshare-uts",
        "--unshare-cgroup-try",
        *("--hostname", "bot"),
        "--die-with-parent",
        "--new-session",  # no controlling terminal whose input could be faked
        # Never --as-pid-1: the bot would be the process that has to die with the referee, and
        # could call that off.
    ]


def system_folders(*, network: bool) -> list[str]:
    """/usr and the names that lead into it, and the few files of /etc."""
    words = ["--ro-bind", "/usr", "/usr"]
    for name in LINKED_FOLDERS:
        path = f"/{name}"
        if os.path.islink(path):
            words += ["--symlink", os.readlink(path).lstrip("/"), path]
        elif os.path.isdir(path):
            words += ["--ro-bind", path, path]
    # Made by hand, as all parents: bwrap would make them with mode 0700, for its own user only.
    words += ["--perms", "0755", "--dir", "/etc", "--perms", "0755", "--dir", "/etc/ssl"]
    runtimes = sorted(map(str, Path("/etc").glob(ETC_RUNTIMES)))
    for path in (*ETC, *runtimes, *(ETC_NETWORK if network else ())):
        words += ["--ro-bind-try", path, path]
    return words


def process_folder() -> Iterable[str]:
    """A /proc of the bot's own processes."""
    yield from ("--proc", "/proc")
    yield from ("--ro-bind", "/dev/null", "/proc/keys")  # lists keys of the host's same user id


def devices() -> Iterable[str]:
    """A /dev with the harmless devices only: bwrap's own --dev is writable and has terminals."""
    yield from ("--perms", "0755", "--size", str(DEV_BYTES), "--tmpfs", "/dev")
    for name in DEVICES:
        yield from ("--dev-bind", f"/dev/{name}", f"/dev/{name}")
    yield from ("--symlink", "/proc/self/fd", "/dev/fd")
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        yield from ("--symlink", f"/proc/self/fd/{number}", f"/dev/{name}")


def temporary_folders(tmp_mib: int) -> Iterable[str]:
    """The only places where a bot can write; both vanish with it."""
    for path in ("/dev/shm", "/tmp"):
        yield from ("--perms", "1777", "--size", str(tmp_mib << 20), "--tmpfs", path)


def bot_folder(view: View) -> Iterable[str]:
    """The bot's folder; for a build an empty one to work in, and the bot's beside it."""
    if view.workshop is None:
        yield from ("--ro-bind", str(view.folder), "/bot")
    else:
        yield from ("--ro-bind", str(view.folder), SOURCE_INSIDE)
        yield from ("--perms", "1777", "--size", str(view.workshop.work_mib << 20))
        yield from ("--tmpfs", "/bot")


def mount_with_parents(root: Path) -> Iterable[str]:
    """A runtime folder under its own path."""
    for parent in reversed(root.parents[:-1]):
        if parent != Path("/tmp"):  # it is there, and keeps its own mode
            yield from ("--perms", "0755", "--dir", str(parent))
    yield from ("--ro-bind", str(root), str(root))


def copy_of(inside: str, source: Path, descriptors: Descriptors) -> Iterable[str]:
    """A copy of one of our files: its own folder need not be in reach of the bot's user."""
    content = descriptors.data(source.read_bytes())
    yield from ("--perms", "0555", "--ro-bind-data", content, inside)
