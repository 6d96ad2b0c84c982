"""Where the shipped bots are, and their modules loaded without a process."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]
BOTS = ROOT / "bots"
KIT = ROOT / "protocol" / "kits" / "python"


def load(bot: str, module: str) -> ModuleType:
    """A module of a bot's folder under a name of its own, as are the modules that it imports.

    Two folders hold modules of the same name, so nothing of either stays in `sys.modules`.
    """
    return load_from(BOTS / bot, module)


def load_from(place: Path, module: str) -> ModuleType:
    """The same of any folder."""
    folder = str(place)
    names = {path.stem for path in Path(folder).glob("*.py")}
    outside = {name: sys.modules.pop(name) for name in names & sys.modules.keys()}
    sys.path.insert(0, folder)
    try:
        spec = spec_from_file_location(f"{place.name}.{module}", f"{folder}/{module}.py")
        assert spec is not None
        assert spec.loader is not None
        loaded = module_from_spec(spec)
        spec.loader.exec_module(loaded)
    finally:
        sys.path.remove(folder)
        for name in names:
            sys.modules.pop(name, None)
        sys.modules.update(outside)
    return loaded
