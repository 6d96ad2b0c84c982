"""What the commands of a build find in their environment beside what a bot finds in it."""

import os
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

ALONE: Final[Mapping[str, str]] = MappingProxyType(
    {
        "CARGO_NET_OFFLINE": "true",
        "GOPROXY": "off",
        "GOTOOLCHAIN": "local",
        "PIP_NO_INDEX": "1",
        "npm_config_offline": "true",
    }
)
"""Without a network, tools say at once what is missing instead of trying for minutes."""

PROXIES: Final = ("http_proxy", "https_proxy", "no_proxy")
"""What a build with a network is told of this machine's way into it, in either case."""


def environment(*, network: bool) -> dict[str, str]:
    """Variables for the commands of a build, with or without a network."""
    # A bot has one core, a build as many as there are: Go compiles its whole library each time.
    own = {"GOMAXPROCS": str(len(os.sched_getaffinity(0)))}
    if not network:
        return {**own, **ALONE}
    return own | {
        spelled: os.environ[spelled]
        for name in PROXIES
        for spelled in (name, name.upper())
        if spelled in os.environ
    }
