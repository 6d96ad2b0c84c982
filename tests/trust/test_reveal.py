"""A seed is secret until its tournament is over, and then nothing of it is played any more."""

import json
from hashlib import sha256
from pathlib import Path

import pytest

from arena.errors import InputError, StoreError
from arena.records import decode_record
from arena.rules import match_seed
from arena.store import Store, hold, mend, restore
from arena.tournament import Tournament, reveal
from arena.wire import encode
from tests.cli.commands import call
from tests.store.matches import Scripted
from tests.tournament.places import Place
from tests.trust.league import at_random, begun, play_all, played


def half_played(place: Place, **keys: object) -> Tournament:
    """A league of which the first of its three jobs is stored."""
    league = begun(place, **keys)  # type: ignore[arg-type]
    with Store(place.store) as store:
        styles = {bot.name: at_random(bot.name) for bot in league.bots}
        play_all(league, store, styles, lambda jobs: list(jobs)[:1])
    return league


def test_what_is_revealed_gives_commitment_and_match_seeds_again(place: Place) -> None:
    league = played(place)
    with Store(place.store) as store:
        told = reveal(store, None)
        records = list(map(decode_record, store.record_lines("league")))
        assert told.head == store.chain_head("league")
    digest = sha256(told.settings.encode()).hexdigest()
    label = f"hokm-arena commitment 1|{told.seed}|{digest}"
    assert sha256(label.encode()).hexdigest() == told.commitment == league.stored.commitment
    assert json.loads(told.settings)["bots"] == {bot.name: bot.version for bot in league.bots}
    assert len(told.seed) == 64
    for record in records:
        assert record.commitment == told.commitment
        assert record.seed == match_seed(told.seed, record.pair)


def test_a_tournament_that_is_not_over_keeps_its_seed(place: Place) -> None:
    half_played(place)
    before = place.store.read_bytes()
    with Store(place.store) as store, pytest.raises(InputError, match="league is not over"):
        reveal(store, None)
    assert place.store.read_bytes() == before


def test_a_tournament_that_is_ended_is_never_played_on(place: Place) -> None:
    league = half_played(place)
    with Store(place.store) as store:
        told = reveal(store, "league", end=True)
        assert reveal(store, "league") == told
    with pytest.raises(InputError, match=f"league: its seed was revealed on {told.revealed[:10]}"):
        begun(place)
    for bot in league.bots:
        assert (place.folder / bot.name).is_dir()


def test_a_tournament_that_is_over_and_revealed_can_be_opened_again(place: Place) -> None:
    played(place)
    with Store(place.store) as store:
        reveal(store, None)
    begun(place)


@pytest.mark.parametrize(
    "keys",
    [
        {"schedule": "knockout", "pairs": 2, "sudden_death": 3},
        {"schedule": "swiss", "rounds": 1, "pairs": 2},
    ],
    ids=["knockout", "swiss"],
)
def test_a_schedule_in_stages_is_over_when_its_last_stage_is(
    place: Place, keys: dict[str, object]
) -> None:
    league = begun(place, cycles=None, **keys)  # type: ignore[arg-type]
    styles = {bot.name: at_random(bot.name) for bot in league.bots}
    with Store(place.store) as store:
        while next(league.missing(store), None) is not None:
            with pytest.raises(InputError, match="is not over"):
                reveal(store, None)
            play_all(league, store, styles)
        assert reveal(store, None).seed == league.stored.seed


def test_nothing_is_revealed_while_a_runner_plays(place: Place) -> None:
    played(place)
    with (
        Store(place.store) as store,
        hold(place.store, "league"),
        pytest.raises(StoreError, match="already runs a tournament"),
    ):
        reveal(store, None)


def test_that_it_was_revealed_outlives_a_rebuilt_store(place: Place) -> None:
    played(place)
    with Store(place.store) as store:
        told = reveal(store, None)
        store._db.execute("DELETE FROM meeting")
    mend(place.store)
    with Store(place.store) as store:
        assert store.tournament("league").revealed == told.revealed


def test_what_was_made_of_exported_records_has_no_seed_to_reveal(
    place: Place, tmp_path: Path
) -> None:
    played(place)
    call("export", "--store", place.store, "-o", tmp_path / "records")
    restore(tmp_path / "store", tmp_path / "records", "again")
    with Store(tmp_path / "store") as store, pytest.raises(InputError, match="is not in them"):
        reveal(store, None)


# Who sees a seed before that


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> tuple[Place, Tournament]:
    """A league of which most is still to be played."""
    place = Place(tmp_path_factory.mktemp("running"))
    return place, half_played(place)


READING = [
    *(("leaderboard",), ("leaderboard", "--json"), ("crosstable",), ("crosstable", "--json")),
    *(("cycles",), ("matches",), ("matches", "--json"), ("status",), ("status", "--json")),
    *(("show", "MATCH"), ("show", "MATCH", "--json"), ("export",), ("logs", "MATCH")),
    *(("plot", "ratings"), ("rebuild",), ("reveal",), ("reveal", "--json")),
    ("leaderboard", "--luck"),
]


@pytest.mark.parametrize("command", READING, ids=" ".join)
def test_no_command_shows_a_seed_that_decides_decks_to_come(
    running: tuple[Place, Tournament], command: tuple[str, ...]
) -> None:
    place, league = running
    with Store(place.store) as store:
        done = list(store.pairs_done("league"))
        missing = [plan.seed for pairing in league.missing(store) for plan in pairing.pairs]
    assert (len(done), len(missing)) == (2, 4)
    arguments = [f"{done[0]}.1" if word == "MATCH" else word for word in command]
    answer = call(*arguments, "--store", place.store)
    assert answer.out or answer.err
    for secret in (league.stored.seed, *missing):
        assert secret not in answer.out + answer.err
    if command == ("export",):
        assert match_seed(league.stored.seed, done[0]) in answer.out


def test_no_message_to_a_bot_holds_a_seed_or_the_commitment(place: Place) -> None:
    league = begun(place)
    heard: list[bytes] = []

    class Listening(Scripted):
        def begin(self, message):  # type: ignore[no-untyped-def]
            heard.append(encode(message))

        def ask(self, message, deadline):  # type: ignore[no-untyped-def]
            heard.append(encode(message))
            return super().ask(message, deadline)

        tell = begin

    with Store(place.store) as store, pytest.MonkeyPatch.context() as patch:
        patch.setattr("tests.trust.league.Scripted", Listening)
        play_all(league, store, {bot.name: at_random(bot.name) for bot in league.bots})
        seeds = {decode_record(line).seed for line in store.record_lines("league")}
    assert len(heard) > 1000
    for secret in (*seeds, league.stored.seed, league.stored.commitment):
        assert not any(secret.encode() in message for message in heard)
        assert not any(secret[:12].encode() in message for message in heard)
