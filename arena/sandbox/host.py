"""What kind of system this is: the command that mends something differs from one to the next."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Host", "this_host"]

ROOT = Path("/")
FIRST_NAMESPACE = "pid:[4026531836]"
"""The process namespace that no container has: the number is fixed in the kernel."""


@dataclass(frozen=True, slots=True)
class Host:
    """What is running, as far as it matters for a remedy."""

    distributions: tuple[str, ...] = ()
    """The distribution and those that it is made from, as /etc/os-release names them."""

    container: str = ""
    """"docker", "podman", "container" for another kind, or "" outside of any."""

    wsl: str = ""
    """"wsl1" or "wsl2" in the Windows Subsystem for Linux, else ""."""

    def kinds(self) -> Iterator[str]:
        """What it is, the kind that decides most first, "" (any) last."""
        yield from filter(None, (self.wsl, self.container, "container" if self.container else ""))
        yield from self.distributions
        yield ""


def this_host(root: Path = ROOT) -> Host:
    """Read off the files that each kind of system has; `root` stands for / ."""
    return Host(
        distributions=distributions(read(root / "etc/os-release")),
        container=container(root),
        wsl=wsl(read(root / "proc/version")),
    )


def distributions(os_release: str) -> tuple[str, ...]:
    """The values of ID and ID_LIKE."""
    values = dict(line.partition("=")[::2] for line in os_release.splitlines())
    names = f"{values.get('ID', '')} {values.get('ID_LIKE', '')}"
    return tuple(names.replace('"', "").split())


def container(root: Path) -> str:
    """Which engine the markers tell of, which an image may keep in a virtual machine too."""
    try:
        if os.readlink(root / "proc/self/ns/pid") == FIRST_NAMESPACE:
            return ""
    except OSError:
        pass  # no /proc to be seen: nothing speaks against the markers
    if (root / ".dockerenv").exists():
        return "docker"
    if (root / "run/.containerenv").exists():
        return "podman"
    # Set by systemd in any container that it knows; Kubernetes mounts its own.
    others = ("run/systemd/container", "run/secrets/kubernetes.io")
    return "container" if any((root / marker).exists() for marker in others) else ""


def wsl(version: str) -> str:
    """The first version has no Linux kernel, and calls itself Microsoft with a capital."""
    if "microsoft" not in version.lower():
        return ""
    return "wsl1" if "-Microsoft" in version else "wsl2"


def read(path: Path) -> str:
    """A file's text; empty when it is not there."""
    try:
        return path.read_text()
    except OSError:
        return ""
