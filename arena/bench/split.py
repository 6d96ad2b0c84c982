"""Where the time of a decision goes, without a clock in the referee.

A job is played and its records are played again in memory, part by part. The wait for the bot is in
the record. What is left over has no name here: the clock, ids, looking after the bot's line and
process, the record's values, telling bots how a deal ended, and caches that are cold after a switch
and warm in memory.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from arena.bench.figures import Case
from arena.bench.place import Place, one_core
from arena.bench.refereeing import Batch, decisions, play_batch, records
from arena.bench.storage import JOB_PAIRS, new_store, renamed
from arena.records import MatchRecord, encode_record, replay
from arena.rules import (
    HAKEM_DECK,
    Action,
    MatchState,
    Seat,
    apply,
    check,
    deal_cards,
    derive_deck,
    legal_actions,
    observe,
    start_match,
)
from arena.wire import Act, decode, encode

BOT = "first"


def split_case(place: Place) -> Case:
    """The split of the Python kit's decisions on the direct lane."""
    after = ("record", "store")
    parts = ("rules", "observe", "encode", "wait", "decode", "rest", "total", *after)

    def measure() -> Mapping[str, float]:
        batch = play_batch(place, place.bot(BOT))
        with one_core():
            return split(batch) | {"store": store_us(place, batch)}

    return Case(
        "split",
        "bot `first`, direct lane; record and store after the match",
        dict.fromkeys(parts, "µs"),
        measure,
        # Small differences of large numbers.
        loose=frozenset({"rest"}),
        processor=frozenset({"rules", "observe", "encode", "decode", "record"}),
    )


def split(batch: Batch) -> dict[str, float]:
    """Microseconds a decision; the parts up to `rest` add up to `total`."""
    played = [Replayed.of(record) for record in records(batch.warm)]
    count = batch.decisions
    each_us = 1e6 / count

    def timed(part: Callable[["Replayed"], object]) -> float:
        # Processor time: nothing here waits, and others on this core are not to count.
        began = time.thread_time()
        for match in played:
            part(match)
        return each_us * (time.thread_time() - began)

    parts = {
        "rules": timed(play_rules),
        "observe": timed(lambda match: [observe(s, turn(s)) for s in match.states]),
        "encode": timed(lambda match: [encode(act) for act in match.acts]),
        "decode": timed(lambda match: [decode(answer) for answer in match.answers]),
    }
    total = each_us * batch.warm_s
    answered = sum(
        sum(m.record.times_us) + sum(us for _, us in m.record.withheld_us) for m in played
    )
    # The record's time runs from before encoding to after decoding.
    wait = max(0.0, answered / count - parts["encode"] - parts["decode"])
    rest = total - wait - sum(parts.values())
    record = timed(lambda match: encode_record(match.record))
    return parts | {"wait": wait, "rest": rest, "total": total, "record": record}


@dataclass(frozen=True, slots=True)
class Replayed:
    """A match taken apart."""

    record: MatchRecord
    states: Sequence[MatchState]
    actions: Sequence[Action]
    acts: Sequence[Act]
    answers: Sequence[bytes]
    """As the Python kit writes them."""

    @classmethod
    def of(cls, record: MatchRecord) -> "Replayed":
        """Play a record again."""
        states, actions = [], []
        for state, action in replay(record):
            assert action is not None  # nobody lost by a fault
            states.append(state)
            actions.append(action)
        clock = record.time
        acts = [
            Act(
                id=f"{number:016x}",
                observation=observe(state, turn(state)),
                legal=legal_actions(state),
                move_ms=clock.move_ms,
                bank_ms=clock.bank_ms,
            )
            for number, state in enumerate(states)
        ]
        answers = [
            b'{"type":"action","id":"%s","action":%s}' % (act.id.encode(), encode(action))
            for act, action in zip(acts, actions, strict=True)
        ]
        return cls(record, states, actions, acts, answers)


def turn(state: MatchState) -> Seat:
    """Who is to act."""
    return state.deal_in_progress.turn


def play_rules(match: Replayed) -> None:
    """What the match loop asks of the rules."""
    record = match.record
    state = start_match(record.rules, derive_deck(record.seed, HAKEM_DECK))
    for action in match.actions:
        if state.deal is None:
            state = deal_cards(state, derive_deck(record.seed, state.next_deal))
        legal_actions(state)
        check(state, action)
        state = apply(state, action)


def store_us(place: Place, batch: Batch) -> float:
    """Microseconds a decision for storing a full job, the records' JSON left out."""
    pairs = [renamed(batch.warm[n % len(batch.warm)], f"{n}:a:b") for n in range(JOB_PAIRS)]
    with new_store(place, ("a", "b")) as store:
        began = time.perf_counter()
        store.save("bench", pairs)
        stored = time.perf_counter()
        for record in records(pairs):
            encode_record(record)
        encoding = time.perf_counter() - stored
    return 1e6 * max(0.0, stored - began - encoding) / decisions(pairs)
