"""Hunts for bytes that make a target fail, guided by what they reach: `python -m tests.fuzz`.

Needs atheris (`pip install 'hokm-arena[fuzz]'`). Each target has a process of its own, so that a
crash of one does not end the hunt, and shares the time budget with the others. What makes one fail
is written to `tests/fuzz/found/TARGET/`; put it beside the others in `tests/fuzz/crashes/`, where
it is a test from then on.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.fuzz.targets import TARGETS, seeds

FOUND = Path(__file__).parent / "found"


def main() -> int:
    """Hunt, and say what was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=int, default=600, help="for all targets together")
    parser.add_argument("targets", nargs="*", default=list(TARGETS), help=", ".join(TARGETS))
    given = parser.parse_args()
    unknown = set(given.targets) - set(TARGETS)
    if unknown:
        parser.error(f"unknown target {', '.join(sorted(unknown))}; there are {', '.join(TARGETS)}")
    try:
        import atheris  # noqa: F401
    except ImportError:
        print("atheris is not installed: pip install 'hokm-arena[fuzz]'", file=sys.stderr)
        return 2
    each = max(1, given.seconds // len(given.targets))
    failed = [target for target in given.targets if not _hunt(target, each)]
    for target in failed:
        print(f"{target} FAILED; what made it fail is in {FOUND / target}", file=sys.stderr)
    return 1 if failed else 0


def _hunt(target: str, seconds: int) -> bool:
    found = FOUND / target
    found.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as corpus:
        for number, data in enumerate(seeds(target)):
            Path(corpus, str(number)).write_bytes(data)
        ran = subprocess.run(
            [
                *(sys.executable, "-m", "tests.fuzz.hunt", target, corpus),
                *(f"-max_total_time={seconds}", f"-artifact_prefix={found}/"),
                *("-timeout=20", "-rss_limit_mb=2048", "-max_len=32768", "-print_final_stats=1"),
            ],
            check=False,
            capture_output=True,
            text=True,
        )
    tried = [line for line in ran.stderr.splitlines() if "number_of_executed_units" in line]
    print(f"{target}: {tried[-1].split()[-1] if tried else '?'} tried in {seconds} s")
    if ran.returncode:
        print(ran.stdout[-4000:], ran.stderr[-4000:], sep="\n", file=sys.stderr)
    return ran.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
