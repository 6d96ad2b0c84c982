"""What analysts said of a match is kept beside it."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from arena.analysis import keep_analysis, kept_analysis
from arena.errors import StoreError
from arena.store import Store, stored_analysis
from tests.analysis.judging import analysis
from tests.store.matches import played, tournament

PAIR = played("1:a:b")
ONE, OTHER = (half.record for half in PAIR.halves)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "s.sqlite", create=True) as opened:
        opened.add_tournament(tournament())
        opened.save("t", [PAIR])
        yield opened


def test_an_analysis_comes_back_as_it_was(store: Store) -> None:
    found = analysis(ONE)
    keep_analysis(store, "t", found)
    assert kept_analysis(store, "t", ONE) == found
    assert kept_analysis(store, "t", OTHER) is None


def test_each_version_of_an_analyst_has_one_and_the_newest_is_shown(store: Store) -> None:
    old, new = analysis(ONE, "old"), analysis(ONE, "new")
    for each in (old, new, replace(old, move_ms=7)):
        keep_analysis(store, "t", each)
    assert kept_analysis(store, "t", ONE) == replace(old, move_ms=7)
    assert kept_analysis(store, "t", ONE, "new-version") == new
    assert kept_analysis(store, "t", ONE, "another") is None


def test_there_is_none_of_a_match_that_is_not_stored(store: Store) -> None:
    with pytest.raises(StoreError, match="FOREIGN KEY"):
        keep_analysis(store, "t", analysis(played("2:a:b").halves[0].record))


def test_it_goes_with_its_tournament(store: Store) -> None:
    keep_analysis(store, "t", analysis(ONE))
    store.delete_tournament("t")
    assert stored_analysis(store, "t", ONE.match) is None


def test_one_that_is_damaged_is_said(store: Store) -> None:
    keep_analysis(store, "t", analysis(ONE))
    store.fetch("UPDATE analysis SET judgements = CAST('[[1]]' AS BLOB)", ())
    with pytest.raises(StoreError, match=r"s\.sqlite: the analysis of 1:a:b\.1: "):
        kept_analysis(store, "t", ONE)
