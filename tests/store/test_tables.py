"""Matches against people: kept like others, and nothing is made of them."""

from pathlib import Path

import msgspec
import pytest

from arena.errors import InputError
from arena.records import BotRef, PlayedMatch
from arena.store import PERSON, TABLES, Entrant, Store, mend, restore
from arena.store.archive import write_archive
from tests.cli.commands import call
from tests.store.matches import crashes, first, last, played, tournament


def alone(match: str, *styles: object) -> PlayedMatch:
    """A match of `a` against a person."""
    one = played("1:a:b", styles or (first, last)).halves[0]  # type: ignore[arg-type]
    bots = (one.record.bots[0], BotRef(PERSON, ""))
    record = msgspec.structs.replace(
        one.record, match=match, pair=match, job="play", half=0, bots=bots
    )
    return PlayedMatch(record, one.crash)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "s.sqlite"
    with Store(found, create=True) as store:
        store.add_tournament(tournament("t", "a", "b"))
        store.save("t", [played("1:a:b")])
        store.save_alone(alone("00000001"), Entrant("a", "va"))
        store.save_alone(alone("00000002", crashes, first), Entrant("a", "another"))
    return found


def test_a_match_against_a_person_is_no_tournaments_and_the_newest_stays(path: Path) -> None:
    with Store(path) as store:
        assert store.tournament_names() == ["t"]
        assert store.all_names() == [TABLES, "t"]
        assert store.tournament().name == "t"
        assert not store.tournament(TABLES).rated
        assert [row.match for row in store.matches(TABLES)] == ["00000002", "00000001"]
        assert store.matches(TABLES, bot="a", faults=True)[0].winner == PERSON
        assert store.meetings(TABLES) == []
        with pytest.raises(InputError, match="nothing rates"):
            store.rated(TABLES)


def test_it_survives_a_rebuild_and_an_archive_and_can_be_verified(
    path: Path, tmp_path: Path
) -> None:
    assert mend(path).differences == {}
    archive = tmp_path / "a.gz"
    with Store(path) as store, archive.open("wb") as file:
        assert write_archive(store, TABLES, file) == 2
        before = store.matches(TABLES), store.chain_head(TABLES)
    again = tmp_path / "again.sqlite"
    restore(again, archive, None)
    with Store(again) as store:
        assert (store.matches(TABLES), store.chain_head(TABLES)) == before
        assert store.tournament_names() == []
    verified = call("verify", archive)
    assert (verified.code, "2 matches in 0 mirror pairs, all in order" in verified.out) == (0, True)
