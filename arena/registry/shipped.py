"""Where the bots, configs and protocol files are that come with the project."""

from pathlib import Path

import arena


def shipped(name: str) -> Path:
    """The folder `bots`, `configs` or `protocol`: inside an installed package, or in a clone."""
    package = Path(arena.__file__).parent
    installed = package / "shipped" / name
    return installed if installed.is_dir() else package.parent / name
