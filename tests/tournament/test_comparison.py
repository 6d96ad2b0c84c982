"""Two bots, looked at pair by pair in the order of their numbers, whoever played them when."""

import random
from collections.abc import Sequence

import pytest

from arena.errors import InputError
from arena.ratings import SequentialTest, Trial, Verdict
from arena.records import PlayedPair
from arena.registry import Bot, load_bot
from arena.store import Store
from arena.tournament import Comparison, LocalPool, Runner, open_comparison, told_apart, worker
from arena.wire import Format
from tests.store.matches import concedes, first, played
from tests.tournament import fake_worker
from tests.tournament.places import Place

TEST = SequentialTest(0, 50)


def bots(place: Place) -> tuple[Bot, Bot]:
    return told_apart(load_bot(place.bot("one")), load_bot(place.bot("two")))


def opened(
    place: Place,
    store: Store,
    pair: tuple[Bot, Bot] | None = None,
    *,
    form: Format = "match",
    max_pairs: int = 100,
    seed: str | None = None,
) -> Comparison:
    return open_comparison(pair or bots(place), form, max_pairs, seed, store)


def results(pairs: int) -> list[PlayedPair]:
    """Pairs of all three scores, for the bot `one`."""
    styles = [(first, concedes), (concedes, first), (first, first)]
    return [played(f"{cycle}:one:two", styles[cycle % 3]) for cycle in range(1, pairs + 1)]


def save(store: Store, comparison: Comparison, pairs: Sequence[PlayedPair]) -> None:
    for pair in pairs:
        store.save(comparison.tournament.name, [pair])


# What they are called


def test_two_versions_of_one_bot_are_told_apart_by_their_version(place: Place) -> None:
    old, new = place.bot("mine", folder="old"), place.bot("mine", folder="new")
    (new / "bot.py").write_text("# better\n")
    one, other = told_apart(load_bot(old), load_bot(new))
    assert one.name == one.program.name == f"mine@{load_bot(old).version}"
    assert other.name == other.program.name == f"mine@{load_bot(new).version}"
    assert one.version == load_bot(old).version


def test_names_that_differ_in_case_alone_are_told_apart_too(place: Place) -> None:
    one, other = told_apart(load_bot(place.bot("mine")), load_bot(place.bot("Mine")))
    assert (one.name, other.name) == (f"mine@{one.version}", f"Mine@{other.version}")


def test_bots_with_names_of_their_own_keep_them(place: Place) -> None:
    one, two = load_bot(place.bot("one")), load_bot(place.bot("two"))
    assert told_apart(one, two) == (one, two)


def test_a_bot_is_not_compared_with_itself(place: Place) -> None:
    one, _ = bots(place)
    with pytest.raises(InputError, match=r"hold the same bot, one \([0-9a-f]{12}\)"):
        told_apart(one, one)


# What is stored


def test_a_comparison_is_found_again_whoever_is_named_first_and_however_long_it_may_be(
    place: Place,
) -> None:
    one, two = bots(place)
    with Store(place.store, create=True) as store:
        name = opened(place, store, (one, two)).tournament.name
        assert opened(place, store, (two, one), max_pairs=7).tournament.name == name
        assert store.tournament_names() == [name]
        assert name.startswith("compare:one:two:")


def test_another_version_format_or_seed_is_another_comparison(place: Place) -> None:
    one, two = bots(place)
    with Store(place.store, create=True) as store:
        names = {
            opened(place, store).tournament.name,
            opened(place, store, form="deals").tournament.name,
            opened(place, store, seed="mine").tournament.name,
            opened(place, store, seed="yours").tournament.name,
        }
        (one.program.folder / "bot.py").write_text("# better\n")
        names.add(opened(place, store, (load_bot(one.program.folder), two)).tournament.name)
    assert len(names) == 5


@pytest.mark.parametrize(("form", "max_pairs", "cycles"), [("match", 7, 7), ("deals", 21, 3)])
def test_it_has_as_many_mirror_pairs_as_the_evidence_needs(
    place: Place, form: Format, max_pairs: int, cycles: int
) -> None:
    with Store(place.store, create=True) as store:
        tournament = opened(place, store, form=form, max_pairs=max_pairs).tournament
        pairs = [plan for job in tournament.missing(store) for plan in job.pairs]
    assert tournament.pairs == len(pairs) == cycles


# The order of looking


def test_pairs_are_looked_at_in_the_order_of_their_numbers_not_of_their_arrival(
    place: Place,
) -> None:
    shuffled = results(30)
    random.Random(1).shuffle(shuffled)
    with Store(place.store, create=True) as store:
        comparison = opened(place, store)
        save(store, comparison, shuffled)
        trial = comparison.trial(store, TEST)
    # Pair 1 is lost, 2 is shared, 3 is won, and so on.
    assert trial == Trial(TEST).after([(1, 0, 0), (0, 1, 0), (0, 0, 1)] * 10)
    assert len(trial.path) == 30


def test_what_is_behind_a_missing_pair_waits_for_it(place: Place) -> None:
    pairs = results(5)
    with Store(place.store, create=True) as store:
        comparison = opened(place, store)
        save(store, comparison, [*pairs[:2], *pairs[3:]])
        trial = comparison.trial(store, TEST)
        assert len(trial.path) == 2
        save(store, comparison, [pairs[2]])
        whole = comparison.continued(store, trial)
        assert len(whole.path) == 5
        assert whole == comparison.trial(store, TEST)


def test_the_bot_named_first_is_the_one_that_is_tested(place: Place) -> None:
    one, two = bots(place)
    with Store(place.store, create=True) as store:
        save(store, opened(place, store), [played("1:one:two", (first, concedes))])
        assert opened(place, store, (one, two)).trial(store, TEST).counts == (0, 0, 1)
        assert opened(place, store, (two, one)).trial(store, TEST).counts == (1, 0, 0)


def test_no_more_is_looked_at_than_was_asked_for(place: Place) -> None:
    with Store(place.store, create=True) as store:
        save(store, opened(place, store), results(20))
        assert len(opened(place, store, max_pairs=8).trial(store, TEST).path) == 8


# With referee processes that start no bot


@pytest.mark.parametrize(
    ("work", "given_up"),
    [
        (fake_worker.first_wins, 0),
        (fake_worker.spoils_a_pair_once, 0),
        (fake_worker.always_spoils_the_third_pair, 1),
    ],
)
def test_a_pair_that_was_void_is_played_again_at_once(
    place: Place, monkeypatch: pytest.MonkeyPatch, work: object, given_up: int
) -> None:
    monkeypatch.setattr(worker, "work", work)
    monkeypatch.chdir(place.folder)
    with Store(place.store, create=True) as store:
        comparison = opened(place, store, max_pairs=10_000)
        runner = Runner(comparison.tournament, store, LocalPool(1, None), in_order=True)
        trial = comparison.trial(store, TEST)
        for progress in runner.run():
            trial = comparison.continued(store, trial)
            if trial.verdict is not None or progress.given_up:
                runner.stop()
        assert len(progress.given_up) == given_up
        if given_up:
            assert (trial.verdict, len(trial.path)) == (None, 2)
        else:
            assert trial.verdict is Verdict.H1
            assert trial == Trial(TEST).after([(0, 0, 1)] * 100)
        assert progress.done < 300
