"""What strangers' bytes reach survives what hypothesis makes up, and what once made it fail."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz.peer import play_peer
from tests.fuzz.targets import TARGETS, seeds


@pytest.mark.parametrize("target", TARGETS)
def test_no_bytes_make_it_fail(target: str) -> None:
    known = seeds(target)
    for data in known:
        TARGETS[target](data)

    @settings(max_examples=30, deadline=None)
    @given(st.binary(max_size=300) | st.builds(mutated, st.sampled_from(known), st.lists(DAMAGE)))
    def check(data: bytes) -> None:
        TARGETS[target](data)

    check()


DAMAGE = st.tuples(st.integers(0, 2**16), st.integers(0, 3), st.binary(max_size=4))
"""Where, how many bytes go, and what comes in their place."""


def mutated(data: bytes, damages: list[tuple[int, int, bytes]]) -> bytes:
    for place, gone, put in damages:
        at = place % (len(data) + 1)
        data = data[:at] + put + data[at + gone :]
    return data


def test_what_once_made_it_fail_does_so_no_more() -> None:
    for path in Path(__file__).parent.glob("crashes/*/*"):
        TARGETS[path.parent.name](path.read_bytes())


def test_a_peer_can_reach_every_end_of_a_match() -> None:
    """The target would find nothing if the peer always said the same."""
    ends = {}
    for what in range(256):
        result = play_peer(bytes((what % 2, 0, 0, what))).result
        ends[result.fault.kind if result.fault else result.reason] = what
    assert set(ends) == {
        *("normal", "concede", "timeout", "malformed", "illegal", "oversize", "crash", "resource"),
    }
    assert play_peer(b"\0\7").result.fault
