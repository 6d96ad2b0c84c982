"""Bots that misbehave, in the real sandbox: the right one loses, for the right reason, and is gone.

The bots are the shipped ones and those of `tests/bots`, whose bot.py says what each fault does.
"""

import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import pytest

from arena.records import (
    FaultKind,
    MatchRecord,
    PairPlan,
    PairScore,
    PlayedMatch,
    PlayedPair,
    VoidPair,
    pair_score,
    replay,
)
from arena.referee import BotProgram, MatchJob, MatchSettings, Transport, play, play_one
from arena.registry import load_bot
from arena.rules import Ruleset, Seat
from arena.sandbox import Launcher, Limits, open_launcher
from arena.wire import TimeControl
from tests.oracle.record import replay as oracle_replay
from tests.referee.fakes import as_json
from tests.referee.processes import eventually, open_folder, processes_with
from tests.toolchains import needs

ROOT = Path(__file__).parents[2]
BOTS = ROOT / "tests" / "bots"

PATIENT = TimeControl(startup_ms=30_000, move_ms=2_000, bank_ms=10_000)
"""For bots that are not to be late."""
HASTY = TimeControl(startup_ms=30_000, move_ms=1_000, bank_ms=0)
"""For bots that are."""
OUTPUT_KIB = 128
ATTEMPTS = 8


@pytest.fixture(scope="module")
def launcher() -> Iterator[Launcher]:
    with open_launcher() as launcher:
        yield launcher


@pytest.fixture
def folder() -> Iterator[Path]:
    with open_folder() as folder:
        yield folder


def mark() -> str:
    """A text that only the processes of one bot of one test hold in their command line."""
    return f"mark-{uuid4().hex}"


def faulty(fault: str, number: int = 1, mark: str = "", name: str = "bad") -> BotProgram:
    run = ("python3", "bot.py", fault, str(number), mark)
    return BotProgram(name, "0", BOTS / "faulty", run)


def good(mark: str = "", name: str = "good") -> BotProgram:
    return faulty("none", mark=mark, name=name)


def over_stdio(*arguments: str) -> BotProgram:
    transport: Transport = "stdio"
    run = ("python3", "bot.py", *arguments)
    return BotProgram("bad", "0", BOTS / "faulty-stdio", run, transport)


def shipped(name: str) -> BotProgram:
    return load_bot(ROOT / "bots" / name).program


def make_job(
    one: BotProgram,
    other: BotProgram,
    pairs: int = 1,
    time: TimeControl = PATIENT,
    target: int = 1,
) -> MatchJob:
    """The first bot has seat 0 in the first half of the first pair; then they take turns."""
    plans = [PairPlan(f"{n + 1}:x:y", f"seed {n}", 1 if n % 2 else 0) for n in range(pairs)]
    settings = MatchSettings(Ruleset(target=target), time, Limits(output_kib=OUTPUT_KIB))
    return MatchJob("job", (one, other), tuple(plans), settings)


def fixed(job: MatchJob, launcher: Launcher, logs: Path | None = None) -> list[PlayedPair]:
    """Play a job; once more when this host was too busy, which voids a pair and proves nothing."""
    reasons = []
    for _ in range(ATTEMPTS):
        outcomes = list(play(job, launcher, logs))
        played = [outcome for outcome in outcomes if isinstance(outcome, PlayedPair)]
        if len(played) == len(outcomes) == len(job.pairs):
            return played
        reasons = [outcome.reason for outcome in outcomes if isinstance(outcome, VoidPair)]
        assert all("kept a bot from running" in reason for reason in reasons), reasons
        time.sleep(1)
    pytest.fail(f"this host is too busy to test anything: {reasons}")


def halves(pairs: list[PlayedPair]) -> list[PlayedMatch]:
    return [half for pair in pairs for half in pair.halves]


def seat_of(name: str, record: MatchRecord) -> Seat:
    return Seat([bot.name for bot in record.bots].index(name))


def check_fault(half: PlayedMatch, kind: FaultKind, detail: str) -> None:
    """The bot named "bad" has lost by this fault, and the record keeps the rules."""
    record = half.record
    fault = record.result.fault
    assert fault is not None, record.result
    assert (fault.kind, detail) == (kind, detail if detail in fault.detail else fault.detail)
    assert fault.seat is seat_of("bad", record)
    assert record.result.winner is fault.seat.other
    assert record.result.reason == "forfeit"
    assert half.crash is not None
    oracle_replay(as_json(record))


FAULTS = [
    ("crash at start", FaultKind.FAILED_START, "the process ended: exit code 1", PATIENT),
    ("wrong protocol", FaultKind.FAILED_START, "`$.protocol`", PATIENT),
    ("act before hello", FaultKind.FAILED_START, "the first message is not `hello`", PATIENT),
    ("exit after match_start", FaultKind.CRASH, "the process ended: exit code 0", PATIENT),
    ("exit", FaultKind.CRASH, "the process ended: exit code 3", PATIENT),
    ("kill", FaultKind.CRASH, "the process ended: signal SIGSEGV", PATIENT),
    ("hang", FaultKind.TIMEOUT, "no answer", HASTY),
    ("late", FaultKind.TIMEOUT, "too late", HASTY),
    ("garbage", FaultKind.MALFORMED, "JSON is malformed", PATIENT),
    ("not utf-8", FaultKind.MALFORMED, "UTF-8", PATIENT),
    ("wrong id", FaultKind.MALFORMED, "not an answer to this `act` - at `$.id`", PATIENT),
    ("repeated key", FaultKind.MALFORMED, "the field `id` more than once", PATIENT),
    ("unknown field", FaultKind.MALFORMED, "unknown field `extra`", PATIENT),
    ("hello twice", FaultKind.MALFORMED, "`hello` is said once", PATIENT),
    ("two frames", FaultKind.MALFORMED, "2 frames", PATIENT),
    ("illegal", FaultKind.ILLEGAL, "draw: ", PATIENT),
    ("huge message", FaultKind.OVERSIZE, "16384 allowed", PATIENT),
    ("huge frame", FaultKind.OVERSIZE, "a message of over", PATIENT),
    ("flood", FaultKind.OVERSIZE, "a flood", PATIENT),
    ("close", FaultKind.CRASH, "it closed its connection", PATIENT),
    ("stderr", FaultKind.RESOURCE, f"output {OUTPUT_KIB} KiB", PATIENT),
    ("memory", FaultKind.RESOURCE, "memory 256 MiB", PATIENT),
]


@pytest.mark.parametrize(
    ("fault", "kind", "detail", "time"), FAULTS, ids=[row[0] for row in FAULTS]
)
def test_the_bot_that_misbehaves_loses_in_either_seat_and_its_report_says_why(
    fault: str, kind: FaultKind, detail: str, time: TimeControl, launcher: Launcher, folder: Path
) -> None:
    bad = mark()
    job = make_job(shipped("random"), faulty(fault, 3, bad), time=time)
    for half in halves(fixed(job, launcher, folder)):
        check_fault(half, kind, detail)
        assert half.crash is not None
        if fault != "stderr":
            assert half.crash.stderr.startswith("process ")
        log = folder / f"{half.record.match}.{seat_of('bad', half.record)}.log"
        assert log.read_text().startswith("process ")
        assert log.stat().st_size <= OUTPUT_KIB * 1024
    assert processes_with(bad) == []


def test_a_silent_bot_does_not_hang_the_referee(launcher: Launcher) -> None:
    impatient = TimeControl(startup_ms=4_000, move_ms=2_000)
    for half in halves(fixed(make_job(faulty("never connects"), good(), time=impatient), launcher)):
        check_fault(half, FaultKind.FAILED_START, "no `hello` in time")
        assert half.record.deals == ()


def test_a_crash_report_has_the_last_words_and_the_last_messages(launcher: Launcher) -> None:
    (pair,) = fixed(make_job(faulty("exit", 2), good()), launcher)
    for half in pair.halves:
        assert half.crash is not None
        assert half.crash.stderr.endswith("now exit\nlast words\n")
        assert len(half.crash.messages) == 4
        assert ['"type":"act' in text.replace(" ", "") for text in half.crash.messages] == [
            True,
            True,
            True,
            False,  # match_end, which the offender is told, too
        ]
        assert '"type":"match_end"' in half.crash.messages[-1]


def test_a_traceback_reaches_the_author(launcher: Launcher) -> None:
    (pair,) = fixed(make_job(faulty("crash at start"), good()), launcher)
    for half in pair.halves:
        assert half.crash is not None
        assert "RuntimeError: a bug in the set-up" in half.crash.stderr


def test_the_overrun_of_a_late_answer_is_written_down(launcher: Launcher) -> None:
    for half in halves(fixed(make_job(faulty("late", 2), good(), time=HASTY), launcher)):
        assert half.record.result.fault is not None
        overrun = half.record.result.fault.overrun_ms
        assert overrun is not None
        assert overrun > 0


def numbers(pairs: list[PlayedPair], mark: str, half: int) -> list[set[str]]:
    """The numbers that the processes of a bot have drawn, by the matches of one half."""
    found = []
    for pair in pairs:
        notes = [text.split() for _, text in pair.halves[half].record.notes]
        found.append({words[-1] for words in notes if words[0] == mark})
    return found


def test_bots_stay_warm_and_no_process_meets_a_deck_twice(launcher: Launcher) -> None:
    one, other = mark(), mark()
    pairs = fixed(make_job(good(one, "a"), good(other, "b"), pairs=3), launcher)
    assert [half.record.result.reason for half in halves(pairs)] == 6 * ["normal"]
    for bot in (one, other):
        first, second = numbers(pairs, bot, 0), numbers(pairs, bot, 1)
        # One process plays all first halves, and another one all second halves.
        assert first == 3 * first[:1]
        assert second == 3 * second[:1]
        assert len(first[0]) == len(second[0]) == 1
        assert first[0] != second[0]
    for pair in pairs:
        zero, one_record = (half.record for half in pair.halves)
        assert zero.seed == one_record.seed
        assert zero.bots == one_record.bots[::-1]
    assert len({pair.halves[0].record.seed for pair in pairs}) == 3


def test_after_a_fault_a_fresh_process_plays_on_and_the_other_bot_keeps_its_own(
    launcher: Launcher,
) -> None:
    bad, well = mark(), mark()
    pairs = fixed(make_job(faulty("exit", 3, bad), good(well), pairs=3), launcher)
    for half in halves(pairs):
        check_fault(half, FaultKind.CRASH, "exit code 3")
    every = [one for half in (0, 1) for one in numbers(pairs, bad, half)]
    assert [len(one) for one in every] == 6 * [1]
    assert len(set().union(*every)) == 6
    for half_number in (0, 1):
        kept = numbers(pairs, well, half_number)
        assert len(set().union(*kept)) == 1


def test_a_dead_bot_does_not_end_the_job(launcher: Launcher) -> None:
    pairs = fixed(make_job(faulty("exit after match_start"), good(), pairs=3), launcher)
    assert [pair.pair for pair in pairs] == ["1:x:y", "2:x:y", "3:x:y"]


def test_a_bot_that_dies_between_matches_loses_the_next_one_as_a_crash(launcher: Launcher) -> None:
    # A deal has 18 to 24 decisions for each seat, so the 40th is not in the first match.
    pairs = fixed(make_job(faulty("exit", 40), good(), pairs=3), launcher)
    faults = [half.record.result.fault for half in halves(pairs)]
    assert [fault is None for fault in faults[:2]] == [True, True]
    assert all(fault is None or fault.kind is FaultKind.CRASH for fault in faults)
    assert any(faults)


def test_a_second_connection_is_refused_once_the_bot_has_said_hello(launcher: Launcher) -> None:
    tried = mark()
    (pair,) = fixed(make_job(faulty("second connection", 1, tried), good()), launcher)
    for half in pair.halves:
        notes = [text for _, text in half.record.notes if text.startswith(tried)]
        assert notes
        assert {text.split()[1] for text in notes} == {"ECONNREFUSED"}


def test_leftover_children_are_gone_after_the_match_even_deaf_daemons(launcher: Launcher) -> None:
    bad, well = mark(), mark()
    with closing(play(make_job(faulty("daemon", 1, bad), good(well), pairs=2), launcher)) as pairs:
        next(pairs)
        assert len(processes_with(bad)) > 4
    assert processes_with(bad) == []
    assert processes_with(well) == []
    assert sockets(launcher) == []


def sockets(launcher: Launcher) -> list[str]:
    """The sockets of bots; the launcher has tried itself out with another one."""
    names = [path.name for path in launcher.run_dir.iterdir()]
    return [name for name in names if name.endswith(".sock") and name != "probe.sock"]


def test_after_a_fault_nothing_of_the_offender_is_left_while_the_job_goes_on(
    launcher: Launcher,
) -> None:
    bad, well = mark(), mark()
    job = make_job(faulty("hang", 2, bad), good(well), pairs=ATTEMPTS, time=HASTY)
    with closing(play(job, launcher)) as outcomes:
        assert any(isinstance(outcome, PlayedPair) for outcome in outcomes)
        assert processes_with(bad) == []
        assert processes_with(well) != []
        assert len(sockets(launcher)) == 2
    assert processes_with(well) == []
    assert sockets(launcher) == []


def test_ctrl_c_leaves_no_orphans(launcher: Launcher) -> None:
    one, other = mark(), mark()
    calls = 0

    def now() -> float:
        nonlocal calls
        calls += 1
        if calls == 150:
            assert processes_with(one) != []
            raise KeyboardInterrupt
        return time.perf_counter()

    with pytest.raises(KeyboardInterrupt):
        list(play(make_job(faulty("daemon", 1, one), good(other), pairs=9), launcher, now=now))
    assert processes_with(one) == []
    assert processes_with(other) == []
    assert sockets(launcher) == []


def test_nothing_is_left_of_a_launcher(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    with open_launcher() as launcher:
        assert launcher.run_dir.parent == folder
        fixed(make_job(faulty("daemon"), over_stdio("none")), launcher)
        fixed(make_job(faulty("exit"), good()), launcher)
    assert list(folder.iterdir()) == []
    assert eventually(lambda: processes_with(launcher.mark) == [])


def test_a_log_that_can_not_be_kept_disturbs_no_match(launcher: Launcher, folder: Path) -> None:
    logs = folder / "no such folder"
    for half in halves(fixed(make_job(good(), faulty("exit", 2)), launcher, logs)):
        check_fault(half, FaultKind.CRASH, "exit code 3")
        assert half.crash is not None
        assert half.crash.stderr.endswith("last words\n")
    assert not logs.exists()


def test_a_bots_log_is_one_file_for_each_match_in_which_it_wrote(
    launcher: Launcher, folder: Path
) -> None:
    # The quiet one says who it is when it starts, the other one starts anew in each match.
    fixed(make_job(good(name="quiet"), faulty("exit", 2), pairs=2), launcher, folder)
    texts = {path.name: path.read_text() for path in folder.iterdir()}
    quiet, bad = ("1:x:y.1.0", "1:x:y.2.1"), ("1:x:y.1.1", "1:x:y.2.0", "2:x:y.1.0", "2:x:y.2.1")
    assert set(texts) == {f"{name}.log" for name in quiet + bad}
    assert all(texts[f"{name}.log"].count("process ") == 1 for name in quiet + bad)
    assert all(texts[f"{name}.log"].endswith("last words\n") for name in bad)


def test_the_record_of_a_real_match_replays_and_says_what_confined_it(launcher: Launcher) -> None:
    for half in halves(fixed(make_job(shipped("random"), shipped("naive"), target=3), launcher)):
        record = half.record
        assert half.crash is None
        assert record.sandbox == launcher.description
        assert record.result.reason == "normal"
        assert len(list(replay(record))) == len(record.times_us)
        assert min(record.times_us) > 0
        oracle_replay(as_json(record))


def test_two_copies_of_one_deterministic_bot_score_exactly_half_of_every_pair(
    launcher: Launcher, folder: Path
) -> None:
    copies = []
    for name in ("one", "other"):
        copy = shutil.copytree(ROOT / "bots" / "naive", folder / name)
        manifest = copy / "bot.toml"
        manifest.write_text(manifest.read_text().replace('"naive"', f'"{name}"', 1))
        copies.append(load_bot(copy).program)
    assert [bot.name for bot in copies] == ["one", "other"]
    pairs = fixed(make_job(copies[0], copies[1], pairs=5, target=3), launcher)
    for pair in pairs:
        first, second = (half.record for half in pair.halves)
        assert pair_score((first, second), "one") == PairScore(0, 1, 0, 0, 0)
        assert first.deals == second.deals
        assert first.result == second.result
    assert len({pair.halves[0].record.deals for pair in pairs}) == 5


def test_a_single_match_can_be_played_alone(launcher: Launcher) -> None:
    job = make_job(good(), faulty("exit", 2))
    plan = next(job.halves(job.pairs[0], launcher.description))
    check_fault(play_one(plan, launcher), FaultKind.CRASH, "exit code 3")
    assert sockets(launcher) == []


# Bots on standard input and output.


def test_a_bot_without_any_library_plays_over_standard_input_and_output(
    launcher: Launcher,
) -> None:
    needs("node")
    for half in halves(fixed(make_job(shipped("random-stdio"), shipped("random")), launcher)):
        assert half.record.result.reason == "normal"
        oracle_replay(as_json(half.record))


def test_standard_input_and_output_in_python(launcher: Launcher) -> None:
    for half in halves(fixed(make_job(over_stdio("none"), good(), pairs=2), launcher)):
        assert half.record.result.reason == "normal"


STDIO_FAULTS = [
    ("garbage", FaultKind.MALFORMED, "JSON is malformed", PATIENT),
    ("empty line", FaultKind.MALFORMED, "truncated", PATIENT),
    ("exit", FaultKind.CRASH, "the process ended: exit code 3", PATIENT),
    ("kill", FaultKind.CRASH, "the process ended: signal SIGSEGV", PATIENT),
    ("long line", FaultKind.OVERSIZE, "a message of over", PATIENT),
    ("never flushes", FaultKind.TIMEOUT, "no answer", HASTY),
    ("answer and exit", FaultKind.CRASH, "the process ended: exit code 4", PATIENT),
]


@pytest.mark.parametrize(
    ("fault", "kind", "detail", "time"), STDIO_FAULTS, ids=[row[0] for row in STDIO_FAULTS]
)
def test_faults_are_the_same_over_standard_input_and_output(
    fault: str, kind: FaultKind, detail: str, time: TimeControl, launcher: Launcher
) -> None:
    for half in halves(fixed(make_job(good(), over_stdio(fault), time=time), launcher)):
        check_fault(half, kind, detail)
        assert half.crash is not None
        if fault == "exit":
            assert half.crash.stderr == "last words\n"
        # The answer of the bot that answered and then ended was played.
        own = [
            state.deal_in_progress.turn is seat_of("bad", half.record)
            for state, action in replay(half.record)
            if action is not None
        ]
        assert any(own) == (fault == "answer and exit")


def test_a_program_that_is_not_there_fails_to_start_and_is_named(launcher: Launcher) -> None:
    absent = replace(over_stdio(), run=("no-such-program",))
    for half in halves(fixed(make_job(absent, good()), launcher)):
        check_fault(half, FaultKind.FAILED_START, "'no-such-program' is not on this machine")
