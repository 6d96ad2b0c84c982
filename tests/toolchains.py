"""Tests that need a program, or a download, which a user's machine may not have."""

import os
import shutil
from typing import NoReturn

import pytest


def needs(program: str) -> None:
    """Leave the test out, and say so, where this host lacks the program.

    Continuous integration has them all: there it is a failure.
    """
    if shutil.which(program) is None:
        leave_out(f"no {program} on this host")


def leave_out(reason: str) -> NoReturn:
    """Skip the test for what this host lacks; in continuous integration let it fail."""
    if os.environ.get("CI"):
        pytest.fail(f"left out: {reason}")
    pytest.skip(f"left out: {reason}")
