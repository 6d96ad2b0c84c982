"""`arena compare`: its questions, its answers and its exit codes."""

import json
import os
import re
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

import pytest

from arena.cli.compare import EXIT_CODES
from arena.ratings import SequentialTest, Trial
from arena.registry import shipped
from arena.store import Store
from arena.tournament import Runner, worker
from tests.cli.commands import Answer, call
from tests.tournament import fake_worker
from tests.tournament.places import Place
from tests.tournament.running import PATIENCE, Arena, eventually

Compare = Callable[..., Answer]


@pytest.fixture
def compare(place: Place, monkeypatch: pytest.MonkeyPatch) -> Compare:
    """The command for the bots `one`, which wins every match, and `two`; no bot is started."""
    monkeypatch.setattr(worker, "work", fake_worker.first_wins)
    monkeypatch.chdir(place.folder)
    one, two = place.bot("one"), place.bot("two")

    def command(*options: str, swapped: bool = False) -> Answer:
        bots = (two, one) if swapped else (one, two)
        return call("compare", *bots, *options, "-j", "1", "--store", place.store)

    return command


def test_the_better_bot_is_named_and_the_exit_code_is_0(compare: Compare) -> None:
    answer = compare()
    assert answer.code == 0
    pairs = len(Trial(SequentialTest(0, 20)).after([(0, 0, 1)] * 100).path)
    assert answer.out.splitlines()[0] == (
        f"one is better than two: 100.0 % of {pairs} mirror pairs, "
        "sequential test of 0 against 20 Elo, error 5 %."
    )
    assert "This Elo is biased" in answer.out
    assert f"won {pairs}, shared 0, lost 0 · Elo " in answer.out


def test_what_to_expect_is_said_before_the_first_pair(compare: Compare) -> None:
    said = compare().err
    assert re.match(r"bots: +one \([0-9a-f]{12}\) against two \([0-9a-f]{12}\)\n", said)
    assert "test:      is one 20 Elo ahead, or 0? logistic Elo, wrong in 5 % and 5 %\n" in said
    assert re.search(
        r"^expected: +about 577 if the truth is 0 or 20 Elo, up to 944 between, fewer beyond "
        r"\(mirror pairs, 10,000 at most\)$",
        said,
        re.MULTILINE,
    )


def test_the_other_way_round_the_answer_is_no_and_the_exit_code_3(compare: Compare) -> None:
    answer = compare(swapped=True)
    assert answer.code == 3
    assert answer.out.startswith("two is less than 20 Elo better than one: 0.0 % of ")


def test_a_limit_that_is_reached_leaves_it_undecided_with_exit_code_4(compare: Compare) -> None:
    answer = compare("--max-pairs", "7")
    assert answer.code == 4
    assert answer.out.startswith("Undecided between one and two after 7 mirror pairs.\n")
    assert "biased" not in answer.out


def test_the_same_command_goes_on_and_then_shows_the_stored_verdict(
    compare: Compare, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert compare("--max-pairs", "7").code == 4
    decided = compare()
    assert "stored:    7 pairs, in " in decided.err

    def nothing_runs(runner: Runner) -> None:
        raise AssertionError("a comparison that is decided was run")

    monkeypatch.setattr(Runner, "run", nothing_runs)
    again = compare()
    assert (again.code, again.out) == (0, decided.out)
    assert compare("--max-pairs", "7").code == 4


@pytest.mark.parametrize(
    ("options", "forwards", "backwards"),
    [
        ((), "better than", "less than 20 Elo better than"),
        (("--window", "improvement"), "better than", "less than 20 Elo better than"),
        (("--window", "no-regression"), "less than 20 Elo worse than", "worse than"),
        (("--window", "big"), "better than", "less than 50 Elo better than"),
        (("--elo0", "10", "--elo1", "30"), "over 10 Elo better than", "less than 30 Elo better"),
        (("--elo0", "-30", "--elo1", "-10"), "less than 30 Elo worse than", "over 10 Elo worse"),
        (("--model", "normalised"), "better than", "less than 20 Elo better than"),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value),
)
def test_each_window_has_its_answers(
    compare: Compare, options: tuple[str, ...], forwards: str, backwards: str
) -> None:
    assert compare(*options).out.startswith(f"one is {forwards} two")
    assert compare(*options, swapped=True).out.startswith(f"two is {backwards}")


def test_as_json_it_says_all_that_the_test_saw(compare: Compare) -> None:
    answer = compare("--json", "--alpha", "0.01", "--window", "big")
    found = json.loads(answer.out)
    test = SequentialTest(0, 50, alpha=0.01)
    assert found["verdict"] == "H1"
    assert [bot["name"] for bot in found["bots"]] == ["one", "two"]
    settings = {"elo0": 0, "elo1": 50, "alpha": 0.01, "beta": 0.05, "model": "logistic"}
    assert found["test"] == settings
    assert found["bounds"] == [test.lower, test.upper]
    trial = Trial(test).after([(0, 0, 1)] * 200)
    assert found["path"] == [round(llr, 4) for llr in trial.path]
    assert found["counts"] == {"lost": 0, "halved": 0, "won": len(trial.path)}
    assert (found["elo_is_biased"], found["pairs_left"]) == (True, 0)
    assert found["sentence"] in compare("--alpha", "0.01", "--window", "big").out


def test_forfeits_are_told_beside_the_verdict(compare: Compare, place: Place) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(worker, "work", fake_worker.second_crashes)
        answer = compare()
    assert re.search(r"^two forfeited: \d+ crash; `arena matches --faults` lists", answer.out, re.M)
    with Store(place.store) as store:
        (name,) = store.tournament_names()
        assert json.loads(compare("--json").out)["forfeits"] == store.forfeits(name)


def test_before_the_first_pair_there_is_no_score(compare: Compare, place: Place) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(worker, "work", fake_worker.always_spoils_the_third_pair)
        answer = compare("--json", "--max-pairs", "3")
    assert answer.code == 1
    assert "given up after too many voids: pair 3:one:two" in answer.err
    assert json.loads(answer.out)["verdict"] is None


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--elo0", "5"), "a window is --window, or --elo0 and --elo1 together"),
        (("--elo0", "0", "--elo1", "5", "--window", "big"), "a window is --window, or --elo0"),
        (("--elo0", "5", "--elo1", "5"), "a test needs elo0 below elo1"),
        (("--alpha", "0.5"), "alpha and beta must lie between 0 and 0.5"),
        (("--elo0", "0", "--elo1", "200", "--model", "normalised"), "both from -150 to 150"),
        (("--seed", ""), "--seed takes 1 to 64 characters"),
        (("--format", "single"), "'single' is not one of 'match', 'deals'"),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value),
)
def test_a_question_that_makes_no_sense_is_refused(
    compare: Compare, place: Place, options: tuple[str, ...], message: str
) -> None:
    answer = compare(*options)
    assert (answer.code, answer.out) == (2, "")
    assert message in answer.err
    assert not place.store.exists()


def test_a_bot_is_not_compared_with_itself() -> None:
    answer = call("compare", "naive", shipped("bots") / "naive", "--store", "/nowhere/store")
    assert answer.code == 2
    assert "hold the same bot, naive (" in answer.err


def test_exit_codes_do_not_clash_with_those_of_all_commands() -> None:
    assert set(EXIT_CODES.values()) == {0, 3, 4}


# With real bots


def version_of(arena: Arena, name: str, addition: str) -> Path:
    """A copy of the shipped bot, with its name, and something added to its program."""
    folder = arena.place.folder / name
    folder.mkdir()
    for file in (shipped("bots") / "naive").iterdir():
        if file.is_file():
            (folder / file.name).write_bytes(file.read_bytes())
    with (folder / "bot.py").open("a") as program:
        program.write(addition)
    return folder


def test_the_number_of_processes_changes_nothing(arena: Arena) -> None:
    question = ("compare", "value", "naive", "--elo1", "60", "--elo0", "0", "--format", "deals")
    found = []
    for jobs in ("1", "3"):
        ran = arena.run(*question, "--seed", "same", "--max-pairs", "50", "-j", jobs, "--json")
        assert ran.returncode in (0, 3, 4), ran.stderr
        found.append(json.loads(ran.stdout))
        arena.place.store.unlink()
    assert found[0] == found[1]
    assert found[0]["pairs"] > 20


def test_ctrl_c_finishes_the_pair_in_play_and_the_same_command_goes_on(arena: Arena) -> None:
    bot = arena.braked()
    arena.brake(bot).touch()
    question = ("compare", bot, "naive", "--max-pairs", "20", "-j", "1")
    with arena.start(*question) as process:
        assert eventually(arena.bots_play)
        os.killpg(process.pid, signal.SIGINT)
        assert process.stderr is not None
        said = "".join(iter_until(process.stderr, "once more to stop now"))
        arena.brake(bot).unlink()
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, err
    assert "the same command goes on where this one stopped" in err
    undecided = re.match(r"Undecided between braked and naive after (\d+) mirror pairs?\.\n", out)
    assert undecided
    assert 1 <= int(undecided[1]) < 20
    assert "Traceback" not in said + err
    arena.assert_clean()
    ran = arena.run(*question)
    assert ran.returncode == 4, ran.stderr
    assert f"stored:    {undecided[1]} pair" in ran.stderr
    assert ran.stdout.startswith("Undecided between braked and naive after 20 mirror pairs.\n")


def iter_until(stream: IO[str], text: str) -> Iterator[str]:
    """Lines up to the one that holds the text."""
    for line in stream:
        yield line
        if text in line:
            return
    raise AssertionError(f"{text!r} did not come")


def test_two_versions_that_play_alike_share_every_deck_and_neither_is_worse(arena: Arena) -> None:
    new, old = version_of(arena, "new", "# better\n"), version_of(arena, "old", "")
    question = ("compare", new, old, "--elo0", "-100", "--elo1", "0", "--format", "deals")
    ran = arena.run(*question, "-j", "1", "--json")
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout)
    assert found["counts"] == {"lost": 0, "halved": found["pairs"], "won": 0}
    assert re.fullmatch(
        r"naive@\w{12} is less than 100 Elo worse than naive@\w{12}: "
        r"50\.0 % of \d+ mirrored decks, "
        r"sequential test of -100 against 0 Elo of a deal, error 5 %\.",
        found["sentence"],
    )
    with Store(arena.place.store) as store:
        (meeting,) = store.meetings(found["tournament"])
    assert (meeting.lost, meeting.won) == (0, 0)
