"""Builds the wheel as it is released, and tries it as a stranger would.

    python -m tests.release

Built twice it has to be the same to the byte, and hold all that is shipped. Then it is installed
into an empty environment, and a newcomer's first five minutes are gone through in an empty folder.
The wheel is left in `dist`.
"""

import hashlib
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).parents[1]
SHIPPED = {"bots": "arena/shipped/bots", "configs": "arena/shipped/configs"}
SHIPPED |= {"protocol": "arena/shipped/protocol", "arena": "arena"}
"""Folders of the project, and where they are in the wheel."""
FIRST_STEPS = (
    "--version",
    "doctor",
    "run",
    "leaderboard",
    "new mybot --lang python",
    "check mybot --quick",
    "submit mybot",
    "report -o report.html",
)


def main() -> int:
    """Exit code: 0 if nothing was wrong; what was wrong is printed."""
    with tempfile.TemporaryDirectory(prefix="hokm-release-") as name:
        place = Path(name)
        wheel, again = build(place / "one"), build(place / "two")
        if digest(wheel) != digest(again):
            print("two builds of the same files differ", file=sys.stderr)
            return 1
        if missing := set(expected()) - set(zipfile.ZipFile(wheel).namelist()):
            print(f"not in the wheel: {', '.join(sorted(missing))}", file=sys.stderr)
            return 1
        code = try_out(wheel, place)
        if code == 0:
            (PROJECT / "dist").mkdir(exist_ok=True)
            shutil.copy(wheel, PROJECT / "dist")
            print(f"dist/{wheel.name}: sha256 {digest(wheel)}")
        return code


def build(folder: Path) -> Path:
    """A wheel of the project, in that folder."""
    pip = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(folder)]
    subprocess.run([*pip, str(PROJECT)], check=True)
    (wheel,) = folder.iterdir()
    return wheel


def digest(file: Path) -> str:
    """SHA-256, in hexadecimal."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


def expected() -> Iterator[str]:
    """Every file that belongs into the wheel."""
    listed = ["git", "ls-files", "-z", *SHIPPED]
    files = subprocess.run(listed, cwd=PROJECT, check=True, capture_output=True, text=True).stdout
    for file in files.rstrip("\0").split("\0"):
        top, _, rest = file.partition("/")
        if (PROJECT / file).is_file():  # a link to a folder is the folder's files
            yield f"{SHIPPED[top]}/{rest}"


def try_out(wheel: Path, place: Path) -> int:
    """Install it and take the first steps; the exit code of the first that fails."""
    binaries, home = place / "venv" / "bin", place / "home"
    home.mkdir()
    subprocess.run([sys.executable, "-m", "venv", place / "venv"], check=True)
    subprocess.run([binaries / "pip", "install", "-q", f"{wheel}[web]"], check=True)
    for step in FIRST_STEPS:
        print(f"\n$ arena {step}", flush=True)
        began = time.monotonic()
        if code := subprocess.run([binaries / "arena", *step.split()], cwd=home).returncode:
            print(f"arena {step}: exit code {code}", file=sys.stderr)
            return code
        print(f"({time.monotonic() - began:.1f} s)", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
