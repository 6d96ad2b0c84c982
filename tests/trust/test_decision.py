"""What a bot was sent at a decision is made again from the record, as it was."""

import msgspec
import pytest

from arena.errors import InputError
from arena.records import FaultKind, MatchRecord
from arena.rules import Seat
from arena.trust import decision
from arena.wire import Act, DealEnd, MatchStart, TimeControl
from tests.referee.fakes import Table, at_decision, at_random, fails, make_plan


def played(decks: int, fault_at: int | None = None) -> tuple[Table, MatchRecord]:
    """A match in which time passes, also out of the bank."""
    time = TimeControl(move_ms=10, bank_ms=100_000, increment_ms=3)
    table = Table(make_plan("decision", target=2, time=time, decks=decks))
    for number, player in enumerate(table.players):
        player.choose = at_random("decision")
        player.takes_ms = lambda act: 5 + 10 * (act.id[0] in "0123")
        if number == 1 and fault_at is not None:
            player.instead = at_decision(fault_at, fails(FaultKind.CRASH, "gone"))
    return table, table.play()


def same(one: Act | DealEnd, other: Act | DealEnd) -> bool:
    """The same but for the bank: a record's times are whole microseconds."""
    if isinstance(one, Act) and isinstance(other, Act):
        assert abs(one.bank_ms - other.bank_ms) <= 1
        one = msgspec.structs.replace(one, bank_ms=other.bank_ms)
    return one == other


@pytest.mark.parametrize("decks", [0, 3])
@pytest.mark.parametrize("fault_at", [None, 5, 40])
def test_every_request_and_all_before_it_is_what_was_sent(decks: int, fault_at: int | None) -> None:
    table, record = played(decks, fault_at)
    for seat in Seat:
        told = table.players[seat].told
        assert isinstance(told[0], MatchStart)
        before: list[Act | DealEnd] = []
        for message in told[1:]:
            if isinstance(message, Act):
                asked = decision(record, table.asked.index(message))
                assert asked.seat is seat
                assert asked.start == told[0]
                assert same(asked.request, message)
                assert len(asked.before) == len(before)
                assert all(map(same, asked.before, before))
                unanswered = message is table.asked[-1] and fault_at is not None
                assert (asked.action is None) == unanswered
                assert (asked.fault == record.result.fault) == (unanswered or fault_at is None)
            if isinstance(message, Act | DealEnd):
                before.append(message)


def test_a_decision_that_there_was_not_is_answered_with_those_there_are() -> None:
    table, record = played(0)
    last = len(table.asked) - 1
    assert decision(record, last).request == table.asked[-1]
    with pytest.raises(InputError, match=f"has {last + 1} decisions, 0 to {last}"):
        decision(record, last + 1)
