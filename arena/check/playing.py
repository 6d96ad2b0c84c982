"""Steps at the table: every kind of decision, whole matches, ids, another match, the end."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import msgspec

from arena.check.report import Finding, Said
from arena.check.subject import Game
from arena.check.trial import Trial
from arena.rules import Phase, Seat

ROWS, DECKS, QUICK_DECKS = 3, 6, 2
"""Rows of single deals from each seat, at most, and deals in a row. Bots that choose at random have
met everything after one."""

OPPONENTS = ("value", "naive", "random")
BYE_S = 2.0
"""Seconds. In rated play a bot gets less before it is killed, which costs it nothing."""


class Kind(NamedTuple):
    """What a request asks for, as far as a bot may have a case of its own for it."""

    phase: Phase
    legal: int
    """How many actions are legal."""
    throw: int = 0
    """In the phase `throw`: how many cards are to be thrown."""


KINDS = frozenset(
    {
        Kind(Phase.OPEN, 80),
        Kind(Phase.THROW, 10, 2),
        Kind(Phase.THROW, 10, 3),
        Kind(Phase.DRAW, 2),
        Kind(Phase.PICK, 2),
        *(Kind(Phase.PLAY, count) for count in range(1, 14)),
    }
)
"""All that there are."""


def positions(trial: Trial) -> Said | Finding:
    """It meets every phase and every number of legal actions, from both seats."""
    met: Counter[Kind] = Counter()
    for row in range(1 if trial.quick else ROWS):
        for seat in Seat:
            with trial.subject.seated() as seated:
                decks = QUICK_DECKS if trial.quick else DECKS
                game = seated.play(f"positions {row}", seat, decks=decks)
            if finding := trial.judge(game):
                return finding
            met.update(_kind(act) for act in _acts(game))
        if met.keys() >= KINDS:
            break
    return _coverage(met)


def matches(trial: Trial) -> Said | Finding:
    """It plays one full match from each seat against each of the shipped bots."""
    scores = []
    for name in OPPONENTS[-1:] if trial.quick else OPPONENTS:
        points = [0, 0]
        for seat in Seat:
            # Two processes, as the two halves of a mirror pair have them.
            with trial.subject.seated(trial.short() if trial.quick else None) as seated:
                game = seated.play(f"matches {name}", seat, trial.opponent(name))
            if finding := trial.judge(game):
                against = f"against {name} in seat {seat.value}: {finding.problem}"
                return replace(finding, problem=against)
            points[0] += game.record.result.points[seat]
            points[1] += game.record.result.points[seat.other]
        scores.append((name, *points))
    text = ", ".join(f"{mine}:{theirs} with {name}" for name, mine, theirs in scores)
    return Said(
        f"points, both seats together: {text}",
        figures={str(name): points for name, *points in scores},
    )


def ids(trial: Trial) -> Said | Finding | None:
    """Every answer carries the id of its request, and nothing comes unasked."""
    answers = 0
    for game in trial.games:
        for request, came in _exchanges(game):
            said = [id_ for data in came if (id_ := _id(data)) is not None]
            answers += len(said)
            if set(said) - {request["id"]} and (finding := trial.wrong(game)):
                return finding
            if len(came) > 1:
                return Finding(
                    problem=f"{len(came)} messages came for one request",
                    rule="one `action` for each `act`, with its id (protocol/README.md, Messages)",
                    advice="Send nothing that nobody asked for: the next request takes it for its "
                    "answer.",
                    sent=msgspec.json.encode(request).decode(),
                    came=tuple(data.decode("utf-8", "replace") for data in came),
                )
    if not answers:
        return None
    return Said(f"{answers:,} answers, each with the id of its request", figures={"n": answers})


def again(trial: Trial) -> Said | Finding:
    """After `match_end` it plays on in the same process, in the other seat."""
    with trial.subject.seated(trial.short()) as seated:
        for number, seat in enumerate(Seat):
            game = seated.play(f"again {number}", seat)
            if finding := trial.judge(game):
                if number == 0:
                    return finding
                return replace(
                    finding,
                    problem=f"in the second match of one process: {finding.problem}",
                    advice="After `match_end` another match begins with `match_start`: go on "
                    f"reading, and forget what belongs to the match before. {finding.advice}",
                )
    return Said("two matches in one process")


def bye(trial: Trial) -> Said | Finding:
    """It ends on `bye`."""
    with trial.subject.seated(trial.short(1)) as seated:
        if finding := trial.judge(seated.play("bye", Seat.ZERO)):
            return finding
        process = seated.player.process
        assert process is not None
        seated.player.dismiss()
        said = trial.now()
        ended = process.wait(BYE_S)
        took = round(1000 * (trial.now() - said))
        if ended is None:
            return Finding(
                problem=f"the process still ran {BYE_S:.0f} s after `bye`",
                rule="`bye`: end the process; it is killed shortly after (protocol/README.md, "
                "Messages)",
                advice="Leave the loop at `bye`, and the program: threads and child processes that "
                "still run keep it alive in many languages.",
                sent='{"type":"bye"}',
                stderr=process.log_tail(),
            )
    remarks = () if ended.code == 0 else (f"the process ended with {ended} instead of code 0",)
    return Said(f"ended after {took} ms", remarks, {"ms": took})


def _coverage(met: Counter[Kind]) -> Said:
    counts = {phase: sorted({kind.legal for kind in met if kind.phase is phase}) for phase in Phase}
    texts = [f"{phase} {_ranges(found)}" for phase, found in counts.items() if found]
    text = f"{met.total():,} decisions; legal actions: {', '.join(texts)}"
    if missing := sorted(KINDS - met.keys()):
        named = ", ".join(
            f"{kind.phase} of {kind.throw} cards" if kind.throw else f"{kind.phase} {kind.legal}"
            for kind in missing
        )
        text += f"; not met, as its own choices did not lead there: {named}"
    figures: dict[str, object] = {"decisions": met.total(), "legal": counts}
    return Said(text, figures=figures)


def _ranges(numbers: list[int]) -> str:
    """`1–13`, `1–4 6`."""
    texts, start = [], 0
    for end, number in enumerate(numbers):
        if numbers[end + 1 : end + 2] != [number + 1]:
            first = numbers[start]
            texts.append(str(number) if first == number else f"{first}–{number}")
            start = end + 1
    return " ".join(texts)


def _acts(game: Game) -> Iterator[dict[str, Any]]:
    for data in game.sent:
        message = msgspec.json.decode(data)
        if message["type"] == "act":
            yield message


def _kind(act: dict[str, Any]) -> Kind:
    phase, legal = Phase(act["observation"]["phase"]), act["legal"]
    return Kind(phase, len(legal), len(legal[0]["throw"]) if phase is Phase.THROW else 0)


def _exchanges(game: Game) -> Iterator[tuple[dict[str, Any], list[bytes]]]:
    """Each request with all that came until the next message of the referee's."""
    request: dict[str, Any] | None = None
    came: list[bytes] = []
    for one in game.passed:
        if not one.sent:
            came.append(one.data)
            continue
        if request is not None:
            yield request, came
        message = msgspec.json.decode(one.data)
        request, came = (message if message["type"] == "act" else None), []
    if request is not None:
        yield request, came


def _id(data: bytes) -> object:
    """The id in an answer, None if it has none."""
    try:
        message = msgspec.json.decode(data)
    except msgspec.DecodeError:
        return None
    return message.get("id") if isinstance(message, dict) else None
