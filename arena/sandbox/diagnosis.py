"""What bubblewrap's complaints mean, and the command that mends the host."""

import re

__all__ = ["MISSING", "explain"]

MISSING = (
    "bubblewrap (bwrap) is not installed. Install it with `sudo apt install bubblewrap` (Debian, "
    "Ubuntu), `sudo dnf install bubblewrap` (Fedora) or `pip install 'hokm-arena[bwrap]'`."
)

MEANINGS = (
    (
        r"setting up uid map: Permission denied|Failed RTM_NEWADDR: Operation not permitted",
        "this kernel lets only programs with an AppArmor profile create user namespaces (Ubuntu "
        "23.10 and later). Install Ubuntu's own package and profile, which covers /usr/bin/bwrap "
        "only: `sudo apt install bubblewrap apparmor-profiles && sudo install -m 0644 "
        "/usr/share/apparmor/extra-profiles/bwrap-userns-restrict /etc/apparmor.d/ && "
        "sudo apparmor_parser -r /etc/apparmor.d/bwrap-userns-restrict`.",
    ),
    (
        r"No permissions to create (a )?new namespace|"
        r"Creating new namespace failed: Operation not permitted",
        "user namespaces are denied here, by a container's seccomp profile, by "
        "kernel.unprivileged_userns_clone=0 or by hardening. Start a container with "
        "`--security-opt seccomp=unconfined --security-opt apparmor=unconfined "
        "--security-opt systempaths=unconfined`; on a machine of your own "
        "`sudo sysctl kernel.unprivileged_userns_clone=1`.",
    ),
    (
        r"Can't mount proc",
        "this is a container that hides parts of /proc, so no new /proc can be mounted. Start it "
        "with `--security-opt systempaths=unconfined` (podman: `--security-opt unmask=ALL`).",
    ),
    (
        r"ENOSPC|No space left on device|max_\S*_namespaces",
        "the limit on user namespaces is 0 or used up: "
        "`sudo sysctl user.max_user_namespaces=28633`.",
    ),
    (
        r"Can't find source path (?P<path>\S+): Permission denied",
        "the bot's user cannot reach {path}. Move it below /usr or /opt, or open its folders with "
        "`chmod o+x`.",
    ),
    (
        r"[Uu]nknown option|unrecognized option",
        "bubblewrap is older than 0.8, which is the first that can do all that is needed. Upgrade "
        "it, or install a newer one with `pip install 'hokm-arena[bwrap]'`.",
    ),
    (
        r"error while loading shared libraries",
        "this bwrap cannot load its libraries. Install the distribution's own package: "
        "`sudo apt install bubblewrap`.",
    ),
    (
        r"setpriv: ",
        "setpriv (package util-linux), through which root's bots change their user, failed.",
    ),
)
"""Patterns for bwrap's standard error, with what to say."""


def explain(stderr: str) -> str:
    """A sentence for a user, with the complaint itself behind it."""
    complaint = " ".join(stderr.split())[-300:]
    for pattern, meaning in MEANINGS:
        match = re.search(pattern, stderr)
        if match:
            return f"{meaning.format_map(match.groupdict())} [{complaint}]"
    return f"bubblewrap could not start a sandbox: {complaint}"
