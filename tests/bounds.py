"""The tests with the oldest releases of everything that the package depends on.

    python -m tests.bounds

`pyproject.toml` promises lower bounds; a usual install only ever sees the newest releases. This
makes an environment in a temporary folder with exactly the lower bounds, the tests' own tools
apart, and runs there what depends on libraries.
"""

import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).parents[1]
EXTRAS = ("dask", "swiss", "web")
LEFT_OUT = ("bench", "kits", "rules", "sandbox")
"""Folders of tests that have little to do with libraries."""
NOT_OURS = ("-W", "ignore::DeprecationWarning")
"""Old releases of one library warn of how they use the newest of another."""
OLD_CLIENT = "httpx"
"""What the test client of old releases of Starlette is made of."""


def main() -> int:
    """Exit code: that of the tests, or of what could not be installed."""
    table = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    with tempfile.TemporaryDirectory(prefix="hokm-bounds-") as name:
        place = Path(name)
        constraints = place / "constraints.txt"
        constraints.write_text("\n".join(oldest(table)), "utf-8")
        print(constraints.read_text("utf-8"), flush=True)
        binaries = place / "venv" / "bin"
        subprocess.run([sys.executable, "-m", "venv", place / "venv"], check=True)
        tested = [f"--ignore=tests/{folder}" for folder in LEFT_OUT]
        commands: tuple[list[str | Path], ...] = (
            [binaries / "pip", "install", "-q", "-c", constraints, "-e", f"{PROJECT}[dev]"],
            [binaries / "pip", "install", "-q", OLD_CLIENT],
            [binaries / "pytest", "-q", "-n", "3", *NOT_OURS, "tests", *tested],
        )
        for command in commands:
            if code := subprocess.run(command, cwd=PROJECT, check=False).returncode:
                return code
    return 0


def oldest(project: dict[str, dict[str, list[str]]]) -> Iterator[str]:
    """A line for each dependency that users install: exactly its lower bound.

    Raises:
        ValueError: a dependency has no lower bound.
    """
    extras = project["optional-dependencies"]
    for line in [*project["dependencies"], *(line for name in EXTRAS for line in extras[name])]:
        bound = re.fullmatch(r"([\w-]+)>=([\d.]+)", line)
        if bound is None:
            raise ValueError(f"{line!r} has no lower bound")
        yield f"{bound[1]}=={bound[2]}"


if __name__ == "__main__":
    sys.exit(main())
