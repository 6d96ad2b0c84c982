"""A good bot passes every step; each mistake fails the step that is there for it, and is explained.

The bots are those of `tests/bots`: `novice` makes the mistakes that authors make.
"""

import os

import pytest

from arena.check import STEPS, Finding, StepResult, Verdict, check, habits, passed, subject
from arena.check.habits import usage
from arena.check.playing import KINDS
from arena.check.report import Said
from arena.registry import shipped
from arena.rules import Seat
from arena.wire import TimeControl
from tests.check.checking import Checker, failed, found_by


def finding(steps: dict[str, StepResult], name: str) -> Finding:
    """What is wrong in this step, which is the first that fails."""
    assert failed(steps)[:1] == [name], steps
    found = steps[name].finding
    assert found is not None
    return found


def wrong(checker: Checker, step: str, *bot: str) -> Finding:
    """What this step, run alone, finds wrong with a bot of `tests/bots`."""
    found = checker.only(checker.copy(*bot), step)[step]
    assert isinstance(found, Finding), found
    return found


def fine(checker: Checker, step: str, *bot: str) -> Said:
    """What this step, run alone, says of a bot with which nothing is wrong."""
    said = checker.only(checker.copy(*bot), step)[step]
    assert isinstance(said, Said), said
    return said


def test_a_good_bot_passes_every_step_and_its_figures_are_told(
    checker: Checker,
) -> None:
    steps = checker.check(shipped("bots") / "random")
    assert list(steps) == [step.name for step in STEPS]
    assert passed(list(steps.values()))
    assert {step.verdict for step in steps.values()} == {Verdict.PASSED}, steps
    assert "play" in steps["positions"].text
    assert steps["repeats"].figures == {"deterministic": True}
    usage = steps["usage"].figures
    assert isinstance(usage["peak_bytes"], int)
    assert 1 << 20 < usage["peak_bytes"] < 200 << 20
    spread = usage["ms"]
    assert isinstance(spread, dict)
    assert 0 < spread["p50"] <= spread["p95"] <= spread["p99"] <= spread["max"]


def test_a_whole_check_meets_every_phase_and_every_number_of_legal_actions(
    checker: Checker,
) -> None:
    trial = checker.trial(shipped("bots") / "random")
    trial.quick = False
    said = found_by(trial, "positions")["positions"]
    assert isinstance(said, Said), said
    assert said.figures["legal"] == {
        "open": [80],
        "throw": [10],
        "draw": [2],
        "pick": [2],
        "play": list(range(1, 14)),
    }
    assert "not met" not in said.text
    assert len(KINDS) == 18


# Step 1


def test_a_folder_that_is_not_in_order_fails_and_nothing_is_started(checker: Checker) -> None:
    folder = checker.place.bot("bad", colour="red")
    steps = checker.check(folder)
    assert "unknown key `colour`" in finding(steps, "folder").problem
    others = [step.verdict for name, step in steps.items() if name != "folder"]
    assert set(others) == {Verdict.SKIPPED}


# Step 2


def test_a_program_that_this_host_lacks_is_told_as_such(checker: Checker) -> None:
    for key in ("run", "build"):
        folder = checker.copy("novice", name=f"bot-{key}", **{key: ["no-such-tool", "x"]})
        with checker.until(folder, "build") as steps:
            found = finding(steps, "build")
        assert "'no-such-tool', which this host does not have" in found.problem
        assert "Install it" in found.advice


def test_a_program_without_the_right_to_be_executed_is_told_as_such(checker: Checker) -> None:
    folder = checker.copy("novice", run=["./bot.py"])
    with checker.until(folder, "build") as steps:
        assert "not executable; chmod +x mends that" in finding(steps, "build").problem


def test_the_interpreter_that_a_script_names_is_missed_by_its_name(checker: Checker) -> None:
    folder = checker.copy("novice", run=["./start"])
    (folder / "start").write_text("#!/usr/bin/env no-such-interpreter\n")
    (folder / "start").chmod(0o755)
    with checker.until(folder, "build") as steps:
        found = finding(steps, "build")
    assert "'no-such-interpreter', which this host does not have" in found.problem


def test_a_build_that_fails_is_shown_with_its_command_and_what_it_said(checker: Checker) -> None:
    build = ["sh", "-c", "echo a semicolon is missing; exit 3"]
    folder = checker.copy("novice", build=build)
    with checker.until(folder, "build") as steps:
        found = finding(steps, "build")
    assert "sh -c" in found.problem
    assert "a semicolon is missing" in found.stderr


def test_what_the_build_makes_is_what_plays(checker: Checker) -> None:
    build = ["sh", "-c", "mv bot.py made.py && printf 'exec python3 made.py none' > go"]
    folder = checker.copy("novice", build=build, run=["sh", "./go"])
    with checker.until(folder, "start") as steps:
        assert failed(steps) == []


# Step 3

STARTS = {
    "no hello": ("no `hello` in time", "flush it"),
    "imports what is not there": ("exit code 1", "A library is not there"),
    "never flushes": ("no `hello` in time", "did you flush standard output"),
}


@pytest.mark.parametrize("mistake", STARTS)
def test_a_start_that_fails(checker: Checker, mistake: str) -> None:
    problem, advice = STARTS[mistake]
    with checker.until(checker.copy("novice", mistake), "start") as steps:
        found = finding(steps, "start")
    assert problem in found.problem
    assert advice in found.advice
    assert "no valid `hello`" in found.rule
    assert ("no_such_library" in found.stderr) == (mistake == "imports what is not there")


@pytest.mark.parametrize(
    ("fault", "advice"),
    [
        ("never connects", "Nothing ever connected"),
        ("says nothing", "It connected and then said nothing"),
        ("wrong protocol", '"protocol":1'),
        ("act before hello", "first, before any answer"),
    ],
)
def test_a_start_that_fails_on_the_line(checker: Checker, fault: str, advice: str) -> None:
    with checker.until(checker.copy("faulty", fault), "start") as steps:
        assert advice in finding(steps, "start").advice


def test_another_name_in_hello_is_remarked(checker: Checker) -> None:
    with checker.until(checker.copy("novice", "another name"), "start") as steps:
        assert steps["start"].verdict is Verdict.WARNED
        assert "'somebody else'" in steps["start"].remarks[0]


# Step 4

ANSWERS = {
    "text for a list": ("Expected `array`", "are a list"),
    "passes": ("Expected `object`", "Nobody can pass"),
    "action as text": ("Expected `object`", "An action is an object"),
    "number for an id": ("$.id", "as it is, as text"),
    "no id": ("missing required field `id`", "An answer is"),
    "field too many": ("unknown field `comment`", "and no other"),
    "debugging on stdout": ("JSON is malformed", "Print debugging text to standard error"),
    "illegal": ("illegal: open", "Choose from `legal`"),
}


@pytest.mark.parametrize("mistake", ANSWERS)
def test_a_wrong_answer_is_shown_with_its_request_the_rule_and_what_to_try(
    checker: Checker, mistake: str
) -> None:
    problem, advice = ANSWERS[mistake]
    with checker.until(checker.copy("novice", mistake), "positions") as steps:
        found = finding(steps, "positions")
    assert problem in found.problem
    assert advice in found.advice
    assert found.sent is not None
    assert found.sent.startswith('{"type":"act"')
    assert len(found.came) == 1
    assert "protocol/README.md" in found.rule
    assert found.bundle is not None


def test_answers_that_wait_in_a_buffer_are_found_by_closing_the_input(checker: Checker) -> None:
    with checker.until(checker.copy("faulty-stdio", "never flushes"), "positions") as steps:
        found = finding(steps, "positions")
    assert found.problem.startswith("timeout")
    assert "only when its input was closed: did you flush" in found.advice


@pytest.mark.parametrize(
    ("fault", "advice"),
    [
        ("hang", "it waits for something"),
        ("two frames", "Send one frame"),
        ("kill", "native code"),
        ("exit", "It ended instead of answering"),
        ("huge message", "send the action alone"),
        ("hello twice", "Say `hello` once"),
        ("memory", "less memory"),
    ],
)
def test_a_fault_is_explained(checker: Checker, fault: str, advice: str) -> None:
    with checker.until(checker.copy("faulty", fault), "positions") as steps:
        assert advice in finding(steps, "positions").advice


def test_what_fails_in_one_seat_only_is_found(checker: Checker) -> None:
    with checker.until(checker.copy("novice", "fails in seat one"), "positions") as steps:
        found = finding(steps, "positions")
    assert "AssertionError" in found.stderr
    assert found.sent is not None
    assert '"seat":1' in found.sent


# Steps 5 to 8


def test_what_fails_late_in_a_match_is_said_with_the_opponent(checker: Checker) -> None:
    found = wrong(checker, "matches", "faulty", "exit", "60")
    assert "against random in seat 0: crash: " in found.problem


@pytest.mark.parametrize(
    ("mistake", "advice"),
    [("another id", "as it is, as text"), ("answers twice", "id of an earlier request")],
)
def test_an_answer_with_another_id_fails_the_step_for_ids(
    checker: Checker, mistake: str, advice: str
) -> None:
    with checker.until(checker.copy("novice", mistake), "ids") as steps:
        assert failed(steps) == ["positions", "ids"]
    found = steps["ids"].finding
    assert found is not None
    assert advice in found.advice


def test_a_bot_that_ends_with_its_match_fails_in_the_second(checker: Checker) -> None:
    found = wrong(checker, "again", "novice", "ends with the match")
    assert "in the second match of one process: crash: " in found.problem
    assert "After `match_end` another match begins" in found.advice


def test_a_process_that_outlives_bye_fails(checker: Checker) -> None:
    found = wrong(checker, "bye", "novice", "a thread outlives bye")
    assert found.sent == '{"type":"bye"}'
    assert "threads" in found.advice


def test_an_exit_code_after_bye_is_remarked(checker: Checker) -> None:
    assert "exit code 7" in fine(checker, "bye", "novice", "bye is an error").remarks[0]


# Steps 9 to 12


def test_a_bot_that_needs_over_half_the_time_is_warned(checker: Checker) -> None:
    clock = TimeControl(startup_ms=5_000, move_ms=450, bank_ms=0)
    trial = checker.trial(checker.copy("novice", "slow"), clock)
    found_by(trial)
    with trial.subject.seated() as seated:
        trial.judge(seated.play("slow", Seat.ZERO, decks=1))
    said = usage(trial)
    assert isinstance(said, Said), said
    assert said.figures["half_time"] is False
    assert "at half the time (225 ms a move" in said.remarks[0]


def test_chance_is_told_and_is_no_failure(checker: Checker) -> None:
    said = fine(checker, "repeats", "novice", "by chance")
    assert said.remarks == ()
    assert said.figures == {"deterministic": False}


def test_an_attempt_that_the_sandbox_blocks_is_reported(checker: Checker) -> None:
    said = fine(checker, "blocked", "novice", "network")
    assert "it tried to reach a network" in said.remarks[0]
    assert "telemetry:" in said.remarks[0]


def test_a_bot_that_computes_while_it_waits_is_told_that_it_is_frozen(
    checker: Checker, monkeypatch: pytest.MonkeyPatch
) -> None:
    # On a busy machine it takes longer to be caught; then the waiting ends.
    monkeypatch.setattr(habits, "WAITS", 20)
    monkeypatch.setattr(subject, "PAUSE_S", 3.0)
    folder = checker.copy("novice", "computes all the time")
    said = found_by(checker.trial(folder, TimeControl(bank_ms=60_000)), "blocked")["blocked"]
    assert isinstance(said, Said), said
    assert "while it was not asked, and was frozen" in said.remarks[0]


@pytest.mark.parametrize("mistake", ["strict about fields", "strict about types"])
def test_a_bot_that_refuses_what_it_does_not_know_fails(checker: Checker, mistake: str) -> None:
    found = wrong(checker, "later", "novice", mistake)
    assert "must ignore fields and message types" in found.rule
    assert "what is later_" in found.stderr
    assert found.bundle is not None
    assert found.bundle.later


def test_the_check_begins_behind_the_build_for_a_bot_that_is_built(checker: Checker) -> None:
    trial = checker.trial(shipped("bots") / "random")
    found_by(trial)
    first = next(iter(check(trial, first="start")))
    assert (first.number, first.name, first.verdict) == (3, "start", Verdict.PASSED)


def test_bots_play_on_as_many_cores_as_in_a_match(checker: Checker) -> None:
    before = os.sched_getaffinity(0)
    trial = checker.trial(shipped("bots") / "random")
    found_by(trial)
    with trial.subject.seated():
        assert len(os.sched_getaffinity(0)) == trial.settings.limits.cpus
    assert os.sched_getaffinity(0) == before
