"""A record holds a digest of the very bytes that its bots were shown."""

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from arena.records import FaultKind, MatchRecord, replay
from arena.referee import Failure, Reply, ShownDigests
from arena.rules import Seat, legal_actions, observe
from arena.wire import Act, encode, shown
from tests.referee.fakes import ScriptedPlayer, Table, at_decision, at_random, fails, make_plan


def as_documented() -> Callable[[list[bytes]], str]:
    """The function that `protocol/README.md` gives."""
    page = (Path(__file__).parents[2] / "protocol" / "README.md").read_text("utf-8")
    code = page.split("<!-- code: shown -->\n```python\n")[1].split("```")[0]
    names: dict[str, Callable[[list[bytes]], str]] = {}
    exec(code, names)
    return names["shown"]


digest = as_documented()


def shown_again(record: MatchRecord) -> list[tuple[str, str]]:
    """The digests, made from the record alone."""
    texts: dict[int, tuple[list[bytes], list[bytes]]] = {
        deal.deal: ([], []) for deal in record.deals
    }
    for match, _ in replay(record):
        deal = match.deal_in_progress
        act = encode(Act("", observe(match, deal.turn), legal_actions(match), 0, 0))
        begin, end = len('{"type":"act","id":"",'), -len(',"move_ms":0,"bank_ms":0}')
        texts[deal.number][deal.turn].append(act[begin:end])
    return [(digest(zero), digest(one)) for zero, one in texts.values()]


def table_of(seed: str, decks: int = 0) -> Table:
    table = Table(make_plan(seed, decks=decks))
    for player in table.players:
        player.choose = at_random(seed)
    return table


@pytest.mark.parametrize("decks", [0, 4])
def test_the_digest_can_be_made_from_the_record_alone(decks: int) -> None:
    record = table_of("again", decks).play()
    assert [deal.shown for deal in record.deals] == shown_again(record)


@pytest.mark.parametrize("decks", [0, 4])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_request_that_was_not_answered_was_shown_all_the_same(decks: int, seat: int) -> None:
    table = table_of("unanswered", decks)
    table.players[seat].instead = at_decision(30, fails(FaultKind.CRASH, "gone"))
    record = table.play()
    assert [deal.shown for deal in record.deals] == shown_again(record)


def test_where_nobody_was_asked_nothing_was_shown() -> None:
    table = table_of("failed start", 4)
    table.players[1].on_start = Failure(FaultKind.FAILED_START, "gone")
    (deal,) = table.play().deals
    assert deal.shown == (sha256().hexdigest()[:32],) * 2


class Leaky(ScriptedPlayer):
    """Its line adds a card to what goes out."""

    def ask(self, message: Act, deadline: float) -> Reply:
        reply = super().ask(message, deadline)
        sent = encode(message).replace(b'"stock":', b'"next":"AS","stock":')
        return Reply(reply.answer, reply.withheld_s, sent)


def test_it_is_of_the_bytes_that_went_out() -> None:
    honest, leaky = table_of("bytes"), table_of("bytes")
    leaky.players = honest.players[0], Leaky(leaky.clock, at_random("bytes"))
    one, other = (table.play() for table in (honest, leaky))
    assert [deal.plays for deal in one.deals] == [deal.plays for deal in other.deals]
    for here, there in zip(one.deals, other.deals, strict=True):
        assert here.shown
        assert there.shown
        assert here.shown[0] == there.shown[0]
        assert here.shown[1] != there.shown[1]


def test_a_bot_can_make_the_digest_of_its_seat_from_what_it_heard() -> None:
    table = table_of("heard")
    record = table.play()
    for seat, player in enumerate(table.players):
        for deal in record.deals:
            heard = [act for act in player.acts if act.observation.deal == deal.deal]
            assert deal.shown
            assert digest([shown(encode(act)) for act in heard]) == deal.shown[seat]


def test_a_byte_more_or_less_anywhere_makes_another_digest() -> None:
    """What stood in the request before is not hashed again, and is looked at all the same."""
    table = table_of("every byte")
    table.play()
    acts = [act for act in table.players[0].acts if act.observation.deal == 1]
    texts = [encode(act) for act in acts]

    def of(requests: list[bytes]) -> str:
        digests = ShownDigests()
        for request in requests:
            digests.add(Seat.ZERO, request)
        return digests.digits()[0]

    expected, seen = of(texts), set()
    for number, text in enumerate(texts):
        begin, end = text.index(b'"observation"') + 15, text.rindex(b',"move_ms"')
        # A step that has no factor in common with what is periodic here.
        for place in range(begin, end, 23):
            for other in (text[:place] + b" " + text[place:], text[:place] + text[place + 1 :]):
                seen.add(of([*texts[:number], other, *texts[number + 1 :]]))
    assert expected not in seen
