"""The chain over what is stored: it closes over every record, in the order of storing."""

from itertools import permutations
from pathlib import Path

from arena.records import Link, link_of, without_link
from arena.store import Store, mend
from tests.store.matches import crashes, first, played, tournament

PAIRS = ["1:a:b", "2:a:b", "3:a:b"]


def stored(path: Path, pairs: list[str]) -> Store:
    store = Store(path, create=True)
    store.add_tournament(tournament())
    for pair in pairs:
        store.save("t", [played(pair, (first, crashes))])
    return store


def links(store: Store, name: str = "t") -> list[Link]:
    found = [without_link(line)[1] for line, _ in store.exported(name)]
    return [link for link in found if link is not None]


def test_every_record_holds_the_link_of_the_one_before_and_the_first_the_commitment(
    tmp_path: Path,
) -> None:
    with stored(tmp_path / "store", PAIRS) as store:
        previous = store.tournament("t").commitment
        lines = [line for line, _ in store.exported("t")]
        assert len(lines) == 2 * len(PAIRS)
        for line, bare in zip(lines, store.record_lines("t"), strict=True):
            record, link = without_link(line)
            assert record == bare
            assert link == Link(previous, link_of(previous, record))
            previous = link.link
        assert store.chain_head("t") == previous


def test_a_tournament_without_a_record_has_its_commitment_for_a_head(tmp_path: Path) -> None:
    with stored(tmp_path / "store", []) as store:
        assert store.chain_head("t") == store.tournament("t").commitment


def test_results_that_come_in_another_order_give_another_chain_over_the_same_records(
    tmp_path: Path,
) -> None:
    heads, records = set(), set()
    for number, order in enumerate(permutations(PAIRS)):
        with stored(tmp_path / str(number), list(order)) as store:
            heads.add(store.chain_head("t"))
            records.add(frozenset(store.record_lines("t")))
    assert len(heads) == 6
    assert len(records) == 1


def test_tournaments_in_one_store_have_a_chain_each(tmp_path: Path) -> None:
    with stored(tmp_path / "one", PAIRS[:1]) as store:
        store.add_tournament(tournament("other"))
        for pair in PAIRS[1:]:
            store.save("other", [played(pair)])
            store.save("t", [played(pair, (first, crashes))])
        mixed = links(store)
    with stored(tmp_path / "two", PAIRS) as store:
        assert links(store) == mixed


def test_records_of_an_earlier_version_get_their_links_when_the_store_is_rebuilt(
    tmp_path: Path,
) -> None:
    path = tmp_path / "store"
    with stored(path, PAIRS) as store:
        before = links(store)
        store._db.execute("UPDATE match SET link = NULL")
    with Store(path) as store:
        assert links(store) == []
        store.save("t", [played("4:a:b")])
        late = links(store)
        assert [link.previous for link in late[:1]] == [store.tournament("t").commitment]
    assert mend(path).differences == {"match": 2 * (2 * len(PAIRS) + 2)}
    with Store(path) as store:
        assert links(store)[: len(before)] == before


def test_a_rebuilt_store_has_the_chain_that_its_records_give(tmp_path: Path) -> None:
    path = tmp_path / "store"
    with stored(path, PAIRS) as store:
        before = links(store)
        store._db.execute("UPDATE match SET link = match WHERE number = 3")
    assert mend(path).differences == {"match": 2}
    with Store(path) as store:
        assert links(store) == before
