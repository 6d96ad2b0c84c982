"""One target under atheris: `python -m tests.fuzz.hunt TARGET [libFuzzer's arguments]`."""

import sys

import atheris

with atheris.instrument_imports(include=["arena"]):
    from tests.fuzz.targets import TARGETS

if __name__ == "__main__":
    target = TARGETS[sys.argv.pop(1)]
    atheris.Setup(sys.argv, target)
    atheris.Fuzz()
