"""Run the tests of every kit and of the bots pimc and ostad, if the toolchain is here.

`make test-kits`, or:

    python -m tests.kits [KIT…]

Ends with exit code 1 if any of them fails, or none can be run; says which were left out, and why.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence

from tests.kits.table import OSTAD, PIMC, TABLE, Kit


def main(names: Sequence[str], table: Sequence[Kit] = (*TABLE, PIMC, OSTAD)) -> int:
    """Test the kits with these names, or all; the exit code."""
    known = {kit.folder: kit for kit in table}
    if unknown := [name for name in names if name not in known]:
        print(f"no such kit: {', '.join(unknown)}; there are {', '.join(known)}", file=sys.stderr)
        return 2
    results: dict[str, bool] = {}
    left_out: list[str] = []
    for kit in [known[name] for name in names] or table:
        if lacking := kit.lacking:
            left_out.append(f"{kit.language} (no {', '.join(lacking)} on this host)")
        else:
            results[kit.language] = passes(kit)
    if left_out:
        print(f"left out: {'; '.join(left_out)}")
    if failed := [language for language, passed in results.items() if not passed]:
        print(f"failed: {', '.join(failed)}")
    return 0 if results and not failed else 1


def passes(kit: Kit) -> bool:
    """Run a kit's tests; what they print is shown as they print it."""
    with tempfile.TemporaryDirectory(prefix="hokm-kit-") as temporary:
        own = {key: text.format(temporary=temporary) for key, text in kit.environment.items()}
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **own}
        began = time.monotonic()
        for command in kit.commands:
            print(f"\n{kit.language}: {' '.join(command)}", flush=True)
            if subprocess.run(command, cwd=kit.beside / kit.folder, env=environment).returncode:
                return False
        print(f"{kit.language}: passed in {time.monotonic() - began:.1f} s", flush=True)
    return True


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
