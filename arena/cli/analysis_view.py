"""An analysis told for a person, as text."""

from collections.abc import Iterator

from arena.analysis import TALLY_FIELDS, Analysis, Judged, Tally, tally_records
from arena.cli.match_view import result_line
from arena.cli.sheet import Sheet
from arena.cli.text import SIGN, card_text, cards_text
from arena.rules import Action, Draw, Open, Pick, Play, Throw
from arena.views.text import harmless_line

HEADERS = ("bot", "phase", "decisions", "accuracy", "mistakes", "lost", "lost per deal")

READ_IT = (
    "accuracy: decisions that were no mistakes; a mistake lost more points of its deal than the "
    "analyst may be wrong,\n± half the 95 % interval of its estimates. Forced decisions are not "
    "counted."
)


def analysis_sheet(analysis: Analysis) -> Sheet:
    """Each bot as a whole and by phase, and below it the biggest mistakes."""
    rows = []
    for bot in analysis.bots:
        per_deal = _with_margin(bot.lost_per_deal, bot.margin_per_deal)
        rows.append((bot.bot.name, "all", *_tally(bot.whole), per_deal))
        rows += [("", phase.value, *_tally(tally), "") for phase, tally in bot.phases.items()]
    return Sheet(
        HEADERS,
        rows,
        "decisions accuracy mistakes",
        "\n".join(_notes(analysis)),
        tally_records(analysis),
        TALLY_FIELDS,
    )


def _tally(tally: Tally) -> tuple[str, ...]:
    accuracy = "–" if tally.accuracy is None else f"{100 * tally.accuracy:.1f} %"
    lost = _with_margin(tally.lost, tally.margin)
    return f"{tally.decisions}", accuracy, f"{tally.mistakes}", lost


def _with_margin(points: float, margin: float) -> str:
    return f"{points:.2f} ±{margin:.2f}" if points else "0"


def _notes(analysis: Analysis) -> Iterator[str]:
    record = analysis.record
    yield harmless_line(f"{record.match}: {result_line(record)}")
    yield harmless_line(
        f"judged by {analysis.analyst} ({analysis.version}), {analysis.move_ms} ms a decision"
    )
    yield READ_IT
    for bot in analysis.bots:
        name = harmless_line(bot.bot.name)
        if bot.biggest:
            yield f"\nthe biggest mistakes of {name}"
            for judged in bot.biggest:
                yield from _mistake(judged)
        else:
            yield f"\nno mistake of {name}"


def _mistake(judged: Judged) -> Iterator[str]:
    found = judged.judgement
    yield (
        f"  {found.lost:.2f} ±{found.margin:.2f}  deal {judged.deal}, move {judged.move}: "
        f"{deed_text(judged.chosen, judged)} ({found.value:+.2f}), better: "
        f"{deed_text(judged.best, judged)} ({found.best_value:+.2f})"
    )
    trump = f", hokm {SIGN[judged.trump]}" if judged.trump else ""
    lead = f", to answer {card_text(judged.lead)}" if judged.lead else ""
    yield f"    decision {found.number}: with {cards_text(judged.hand)}{trump}{lead}"


def deed_text(action: Action, judged: Judged) -> str:
    """An action as one thinks of it before it is done."""
    match action:
        case Open(trump, cards):
            return f"hokm {SIGN[trump]}, throw {cards_text(cards)}"
        case Throw(cards):
            return f"throw {cards_text(cards)}"
        case Draw(draw):
            return f"{draw} {cards_text(judged.offered)}"
        case Pick(card):
            return f"pick {card_text(card)}"
        case Play(card):
            return f"play {card_text(card)}"
    return "concede"
