"""Bots that attack the referee over the only thing they share with it, their socket.

What each attack does is said in `tests/bots/hostile`. Whatever it is, the bot loses by it or it
comes to nothing; the other bot and the referee do not feel it.
"""

import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from arena.records import FaultKind, MatchRecord, replay
from arena.rules import Seat
from arena.wire import TimeControl
from tests.oracle.record import replay as oracle_replay
from tests.referee.fakes import as_json
from tests.referee.measured_referee import PEACEFUL, Bot, Job, Measured
from tests.referee.measuring import MeasuredReferee

ROOT = Path(__file__).parents[2]
BOTS = ROOT / "tests" / "bots"

TIME = TimeControl(startup_ms=3_000, move_ms=1_000, bank_ms=0)
MOST_MEMORY_KIB = 16 * 1024
"""By how much an attack may make the referee grow."""
MOST_DESCRIPTORS = 200
"""By how many; two processes of the bot with 60 connections each are within the bounds."""
SOON_MS = 1_000
ATTEMPTS = 4

NONE = None
START, LATE = FaultKind.FAILED_START, FaultKind.TIMEOUT
MALFORMED, OVERSIZE, CRASH = FaultKind.MALFORMED, FaultKind.OVERSIZE, FaultKind.CRASH

ATTACKS: dict[str, set[FaultKind | None]] = {
    "garbage on 50 connections": {NONE, START},
    "garbage for a greeting": {START},
    "garbage after the greeting": {START},
    "garbage after the handshake": {START},
    "old version": {NONE, START},
    "half a greeting": {START},
    "half a greeting beside": {NONE, START},
    "greeting byte by byte": {START},
    "60 connections": {NONE, START},
    "3000 connections": {NONE, START},
    "3000 connections that end between": {NONE, START, OVERSIZE},
    # Messages may go to any of its connections, and it reads but one.
    "60 peers": {NONE, START, LATE},
    "second identity": {NONE, START, LATE},
    "hellos of two identities": {START, MALFORMED, LATE},
    "connects without end": {NONE, START},
    "other socket type": {NONE, START},
    "other mechanism": {NONE, START},
    "huge ready": {NONE, START, LATE},
    "endless ready": {START},
    "hello and flood": {MALFORMED, OVERSIZE},
    "hello and deafness": {LATE},
    "64 MiB frame": {OVERSIZE},
    "frame over the limit": {OVERSIZE},
    "frame of 2^62 bytes": {OVERSIZE},
    "frame of 2^63 bytes": {OVERSIZE},
    "frame that does not come": {LATE},
    "byte by byte": {LATE},
    "5000 parts": {MALFORMED, OVERSIZE},
    "endless message": {MALFORMED, OVERSIZE},
    "endless empty parts": {MALFORMED, OVERSIZE},
    "endless commands": {MALFORMED, OVERSIZE, LATE},
    "endless pings": {MALFORMED, OVERSIZE, LATE},
    "reserved flags": {NONE, MALFORMED, OVERSIZE, LATE},
    "descriptors": {NONE},
    "urgent byte": {NONE, MALFORMED, OVERSIZE, LATE},
    "half closed": {CRASH},
    "closed and back": {CRASH},
    "deafness": {LATE},
    "flood": {OVERSIZE},
    "flood of garbage": {MALFORMED, OVERSIZE},
    "flood between": {OVERSIZE},
    "endless flood between": {OVERSIZE},
    "slow flood between": {OVERSIZE},
    "endless message between": {MALFORMED, OVERSIZE},
    "endless empty parts between": {MALFORMED, OVERSIZE},
    "endless pings between": {MALFORMED, OVERSIZE, LATE},
}
"""What becomes of the bot that does it; None where it may as well play on."""


def hostile(attack: str) -> Bot:
    return Bot("bad", str(BOTS / "hostile"), ("python3", "bot.py", attack))


@pytest.fixture(scope="module")
def referee() -> Iterator[MeasuredReferee]:
    """One for all attacks: what they leave behind adds up."""
    with tempfile.TemporaryFile() as errors, closing(MeasuredReferee(errors)) as referee:
        yield referee


def measured(referee: MeasuredReferee, one: Bot, other: Bot, pairs: int) -> Measured:
    """Have the job played; again when this host was too busy, which voids a pair."""
    voids = []
    for _ in range(ATTEMPTS):
        result = referee.play(Job((one, other), pairs, TIME))
        if not result.voids:
            return result
        voids += result.voids
        assert all("kept a bot from running" in reason for reason in voids), voids
    pytest.fail(f"this host is too busy to test anything: {voids}")


def seat_of(name: str, record: MatchRecord) -> Seat:
    return Seat([bot.name for bot in record.bots].index(name))


def slowest_ms(name: str, record: MatchRecord) -> float:
    """The longest that a bot took for a decision, the host's share included."""
    withheld = dict(record.withheld_us)
    turns = (state.deal_in_progress.turn for state, _ in replay(record))
    times = [
        time_us + withheld.get(number, 0)
        for number, (turn, time_us) in enumerate(zip(turns, record.times_us, strict=False))
        if turn is seat_of(name, record)
    ]
    return max(times, default=0) / 1000


def check_bounds(result: Measured) -> None:
    """The referee's process is as it was, and has never been much more than that."""
    assert result.most_resident_kib - result.resident_kib < MOST_MEMORY_KIB
    assert result.most_descriptors - result.descriptors < MOST_DESCRIPTORS
    assert result.descriptors_left == result.descriptors


def check(referee: MeasuredReferee, attack: str, pairs: int) -> None:
    result = measured(referee, hostile(attack), PEACEFUL, pairs)
    assert len(result.records) == 2 * pairs
    for record in result.records:
        fault = record.result.fault
        assert (fault.kind if fault else None) in ATTACKS[attack], fault
        if fault is not None:
            assert fault.seat is seat_of("bad", record)
        assert slowest_ms("good", record) < SOON_MS
        oracle_replay(as_json(record))
    check_bounds(result)


@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.promise(23)
def test_a_hostile_peer_harms_nobody_but_itself(referee: MeasuredReferee, attack: str) -> None:
    check(referee, attack, pairs=1)


@pytest.mark.parametrize("attack", ["hello and flood", "flood between"])
def test_a_job_goes_on_after_an_attack_in_each_match(referee: MeasuredReferee, attack: str) -> None:
    check(referee, attack, pairs=5)


def test_a_bot_that_reads_nothing_for_many_matches_costs_no_memory(
    referee: MeasuredReferee,
) -> None:
    # It hears how 250 matches begin and end, as its opponent cannot even be started: that is more
    # than the queues and the kernel keep for it.
    absent = Bot("absent", str(BOTS / "hostile"), ("no-such-program",))
    result = measured(referee, hostile("hello and deafness"), absent, pairs=250)
    assert len(result.records) == 500
    for record in result.records:
        assert record.result.fault is not None
        assert record.result.fault.seat is seat_of("absent", record)
    check_bounds(result)
