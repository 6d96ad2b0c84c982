"""A match told for a person: hands, draws and tricks, as text."""

from collections.abc import Iterator

from arena.cli.text import SIGN, card_text, cards_text, plural
from arena.records import DealRecord, MatchRecord, PlayedMatch, replay
from arena.rules import TRICKS_TO_WIN, Drawn, MatchState, Seat, beats
from arena.views.text import harmless, harmless_line


def match_text(played: PlayedMatch, deal: int | None = None) -> str:
    """The whole match, or one of its deals, and what a forfeit left behind."""
    return "\n".join(_lines(played, deal))


def result_line(record: MatchRecord) -> str:
    """Who won, by how much and how."""
    names = [bot.name for bot in record.bots]
    winner = record.result.winner
    zero, one = record.result.points
    if record.format == "deals":
        deals = plural(len(record.deals), "single deal")
        line = f"{names[0]} {zero}:{one} {names[1]} in {deals}"
    else:
        assert winner is not None
        mine, theirs = (zero, one) if winner is Seat.ZERO else (one, zero)
        line = f"{names[winner]} beats {names[winner.other]} {mine}:{theirs}"
    if record.result.reason == "concede":
        return f"{line}, which conceded"
    if fault := record.result.fault:
        detail = harmless_line(fault.detail)
        if fault.overrun_ms is not None:
            detail += f", by {fault.overrun_ms} ms"
        if fault.used_ms is not None:
            detail += f"; it used {fault.used_ms} ms of processor time"
        by = "ended by a" if record.format == "deals" else "by"
        return f"{line} {by} forfeit: {names[fault.seat]}: {fault.kind}: {detail}"
    return line


def _lines(played: PlayedMatch, wanted: int | None) -> Iterator[str]:
    record = played.record
    names = (record.bots[0].name, record.bots[1].name)
    yield f"{record.match}: {result_line(record)}"
    if wanted is None and record.hakem_draw:
        turned = cards_text(record.hakem_draw)
        yield f"turned for hakem, {names[0]}'s first: {turned}"
        for seat, ms in record.frozen:
            yield f"frozen while it waited: {names[seat]}, caught computing there for {ms} ms"
    notes = dict(record.notes)
    number = 0
    for deal, states in _by_deal(record):
        first = number
        number += len(states)
        if wanted in (None, deal.deal):
            remarks = {n - first: notes[n] for n in range(first, number) if n in notes}
            yield ""
            yield from _deal_lines(deal, states, names, remarks)
    if wanted is None and played.crash is not None:
        yield ""
        yield "the last messages:"
        yield from (f"  {harmless_line(message)}" for message in played.crash.messages)
        if played.crash.stderr:
            yield "the end of what it wrote:"
            yield from (f"  {line}" for line in harmless(played.crash.stderr).splitlines())


def _by_deal(record: MatchRecord) -> Iterator[tuple[DealRecord, list[MatchState]]]:
    """Each deal with the states in which a seat was to act."""
    states = [state for state, _ in replay(record)]
    for deal in record.deals:
        yield deal, [s for s in states if s.deal_in_progress.number == deal.deal]


def _deal_lines(
    deal: DealRecord, states: list[MatchState], names: tuple[str, str], notes: dict[int, str]
) -> Iterator[str]:
    trump = f"trump {SIGN[deal.trump]}" if deal.trump else "no trump named"
    yield f"deal {deal.deal} · hakem {names[deal.hakem]} · {trump}"
    first, last = states[0].deal_in_progress, states[-1].deal_in_progress
    built = next((s.deal_in_progress for s in states if s.deal_in_progress.phase == "play"), None)
    for seat in (deal.hakem, deal.hakem.other):
        thrown = deal.discards.hakem if seat is deal.hakem else deal.discards.other
        yield f"  {names[seat]}"
        yield f"    dealt      {cards_text(first.hands[seat])}"
        if thrown is not None:
            yield f"    throws     {cards_text(thrown)}"
        if any(drawn.seat is seat for drawn in last.draws):
            yield f"    draws      {', '.join(_draw(d) for d in last.draws if d.seat is seat)}"
        if built is not None:
            yield f"    plays with {cards_text(built.hands[seat])}"
    yield from _trick_lines(deal, names)
    yield from (f"  note at decision {n + 1}: {harmless_line(text)}" for n, text in notes.items())
    yield f"  {_end(deal, names)}"


def _draw(drawn: Drawn) -> str:
    saw, took = drawn.saw or (), drawn.took
    assert took is not None
    if drawn.draw == "keep":
        return f"keeps {card_text(took)}"
    if drawn.draw == "reject":
        return f"rejects {card_text(saw[0])} for {card_text(took)}"
    passed = saw[1] if took is saw[0] else saw[0]
    return f"picks {card_text(took)} over {card_text(passed)}"


def _trick_lines(deal: DealRecord, names: tuple[str, str]) -> Iterator[str]:
    """One line a trick: who led what, what was answered, who took it and the count since."""
    leader = deal.hakem
    won = [0, 0]
    width = max(map(len, names))
    for number in range(0, len(deal.plays) - 1, 2):
        lead, answer = deal.plays[number : number + 2]
        assert deal.trump is not None
        winner = leader.other if beats(answer, lead, deal.trump) else leader
        won[winner] += 1
        line = f"  {number // 2 + 1:2}  {names[leader]:>{width}} leads {card_text(lead)}"
        yield f"{line}, {card_text(answer)} answers: {names[winner]} ({won[0]}–{won[1]})"
        leader = winner
    if len(deal.plays) % 2:
        lead = deal.plays[-1]
        yield f"  {len(deal.plays) // 2 + 1:2}  {names[leader]:>{width}} leads {card_text(lead)}"


def _end(deal: DealRecord, names: tuple[str, str]) -> str:
    if deal.winner is None:
        return "broken off"
    if TRICKS_TO_WIN not in deal.tricks:
        return f"broken off: {plural(deal.points or 0, 'point')} for {names[deal.winner]}"
    kot = ", a kot" if deal.kot else ""
    tricks = f"{deal.tricks[deal.winner]}:{deal.tricks[deal.winner.other]}"
    return f"{names[deal.winner]} wins {tricks}{kot}: {plural(deal.points or 0, 'point')}"
