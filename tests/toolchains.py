"""Tests that need a program which a user's machine may not have."""

import os
import shutil

import pytest


def needs(program: str) -> None:
    """Leave the test out, and say so, where this host lacks the program.

    Continuous integration has them all: there it is a failure.
    """
    if shutil.which(program) is None:
        reason = f"left out: no {program} on this host"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
