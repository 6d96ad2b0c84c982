"""Every promise of promises.py has a test that says so."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sandbox.promises import PROMISES

TESTS = Path(__file__).parents[1]


def marked(tree: ast.AST) -> Iterator[int]:
    """The numbers in a file's `promise` marks."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr="promise"), args=arguments):
                yield from map(ast.literal_eval, arguments)


@pytest.fixture(scope="module")
def tested() -> set[int]:
    files = TESTS.rglob("test_*.py")
    return {number for file in files for number in marked(ast.parse(file.read_text("utf-8")))}


@pytest.mark.parametrize("number", PROMISES)
def test_a_promise_has_a_test(tested: set[int], number: int) -> None:
    assert number in tested, PROMISES[number]


def test_a_test_checks_a_promise_that_is_made(tested: set[int]) -> None:
    assert tested <= PROMISES.keys()
