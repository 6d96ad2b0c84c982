"""What `make test-kits` does where kits pass, fail, and cannot be tested."""

import sys

import pytest

from tests.kits.__main__ import main
from tests.kits.table import Kit

PYTHON = sys.executable
PASSES = Kit("python", "Good", ((PYTHON, "-c", ""),), needs=())
FAILS = Kit("python", "Bad", ((PYTHON, "-c", "raise SystemExit(3)"), (PYTHON, "-c", "")), needs=())
LACKS = Kit("python", "Rare", ((PYTHON, "-c", ""),), needs=("no-such-program",))


def test_a_kit_that_fails_fails_the_whole(capfd: pytest.CaptureFixture[str]) -> None:
    assert main([], (FAILS, PASSES)) == 1
    said = capfd.readouterr().out
    assert "Good: passed" in said
    assert said.endswith("failed: Bad\n")


def test_a_kit_without_its_toolchain_is_left_out_and_said_to_be(
    capfd: pytest.CaptureFixture[str],
) -> None:
    assert main([], (LACKS, PASSES)) == 0
    assert "left out: Rare (no no-such-program on this host)\n" in capfd.readouterr().out


def test_where_none_can_be_tested_that_is_no_success(capfd: pytest.CaptureFixture[str]) -> None:
    assert main([], (LACKS,)) == 1


def test_a_command_gets_a_folder_of_its_own_where_it_asks_for_one() -> None:
    look = "import os, sys; sys.exit(not os.path.isdir(os.environ['MADE']))"
    kit = Kit("python", "X", ((PYTHON, "-c", look),), needs=(), environment={"MADE": "{temporary}"})
    assert main([], (kit,)) == 0


def test_an_unknown_name_is_an_error(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["cobol"], (PASSES,)) == 2
    assert "no such kit: cobol" in capfd.readouterr().err
