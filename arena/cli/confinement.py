"""Whether bots may run on this host, and what is said where they are not fully confined."""

import click

from arena.errors import SandboxError
from arena.sandbox import Detection, detect

SHORT_OF_FULL = {
    "reduced": "WARNING: reduced sandbox. Bots get no /proc, and some do not start without it.",
    "none": "WARNING: no sandbox. These bots can read, change and delete whatever you can.",
}
"""What is said, by the sandbox's level, before and after bots run in less than a full one."""

ACCEPTING = {
    "reduced": "to do without /proc there is --accept-reduced-sandbox",
    "none": "for bots that you trust there is --unsafe-no-sandbox",
}
"""The option with which bots are run all the same."""


def confinement(*, unsafe: bool, reduced: bool) -> Detection | None:
    """What this host can do to confine bots; None if the user wants no sandbox.

    Less than a full sandbox is shouted.

    Args:
        unsafe: whether the user wants no sandbox.
        reduced: whether a reduced one will do.

    Raises:
        SandboxError: there is less than that here; the message says how to get it.
    """
    if unsafe:
        click.secho(SHORT_OF_FULL["none"], fg="red", bold=True, err=True)
        return None
    found = detect()
    if found.level == "reduced" and reduced:
        click.secho(SHORT_OF_FULL[found.level], fg="red", bold=True, err=True)
    elif found.level != "full":
        reasons = "".join(f"\n{reason}" for reason in found.reasons if found.level == "reduced")
        option = ACCEPTING[found.level]
        raise SandboxError(
            f"{found}{reasons}\nBots are not run without a full sandbox. `arena doctor` says more; "
            f"{option}"
        )
    return found
