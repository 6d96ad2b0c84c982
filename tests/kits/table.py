"""Every kit, the programs its tests need, and how they are run: one row a language. Behind them a
bot that has tests of its own.
"""

import shutil
import sys
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]
KITS = ROOT / "protocol" / "kits"


@dataclass(frozen=True)
class Kit:
    """One kit and its tests."""

    folder: str
    """Its name under `protocol/kits`; `bots/random-FOLDER` is its example."""
    language: str
    commands: tuple[tuple[str, ...], ...]
    """Run one after the other in the kit's folder; each must succeed."""
    needs: tuple[str, ...]
    """Programs without which nothing of it can be tested."""
    environment: dict[str, str] = field(default_factory=dict)
    """Set for its commands; `{temporary}` is a folder that is gone afterwards."""
    beside: Path = KITS
    """Where its folder is."""

    @property
    def lacking(self) -> list[str]:
        """Programs that it needs and this host does not have."""
        return [program for program in self.needs if shutil.which(program) is None]


FORMATTED = ("cargo", "fmt", "--all", "--check")
LINTED = (
    *("cargo", "clippy", "--quiet", "--workspace", "--all-targets"),
    *("--", "--deny", "warnings"),
)
CARGO = ("cargo", "cargo-clippy", "cargo-fmt")
OUTSIDE = {"CARGO_TARGET_DIR": "{temporary}", "CARGO_NET_OFFLINE": "true"}

TABLE = (
    Kit("python", "Python", ((sys.executable, "-m", "unittest", "-q"),), needs=()),
    Kit(
        "cpp",
        "C++",
        (("make", "test"),),
        needs=("g++", "make"),
        environment={"BUILD": "{temporary}"},
    ),
    Kit("javascript", "JavaScript", (("node", "--test"),), needs=("node",)),
    Kit(
        "go",
        "Go",
        (
            ("sh", "-c", 'test -z "$(gofmt -l . | tee /dev/stderr)"'),
            ("go", "vet", "./..."),
            ("go", "test", "./..."),
        ),
        needs=("go",),
        environment={"GOFLAGS": "-count=1", "GOTOOLCHAIN": "local"},
    ),
    Kit(
        "java",
        "Java",
        (
            ("javac", "-Xlint:all", "-Werror", "-sourcepath", ".:test", "test/hokm/Tests.java"),
            ("java", "hokm.Tests"),
        ),
        needs=("javac", "java"),
        environment={"JDK_JAVAC_OPTIONS": "-d {temporary}", "CLASSPATH": "{temporary}"},
    ),
    Kit("rust", "Rust", (FORMATTED, LINTED, ("cargo", "test", "--quiet")), CARGO, OUTSIDE),
    Kit(
        "ruby",
        "Ruby",
        (("ruby", "-w", "-e", 'Dir["test/test_*.rb"].each { |file| require "./#{file}" }'),),
        needs=("ruby",),
    ),
)

PIMC = Kit(
    "pimc",
    "the bot pimc and its solver",
    (FORMATTED, LINTED, ("cargo", "test", "--quiet", "--package=bot", "--package=hokm-solver")),
    CARGO,
    OUTSIDE,
    beside=ROOT / "bots",
)
"""No kit, but tested like one."""

OSTAD = Kit(
    "ostad",
    "the bot ostad",
    (FORMATTED, LINTED, ("cargo", "test", "--quiet", "--package=ostad")),
    CARGO,
    OUTSIDE,
    beside=ROOT / "bots",
)
"""The same."""
