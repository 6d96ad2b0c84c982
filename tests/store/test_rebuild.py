"""Backups are whole; from records alone everything else comes back, and damage costs little."""

import contextlib
import gzip
import os
import shutil
import sqlite3
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arena.errors import DamagedStoreError, InputError, StoreError
from arena.records import VoidPair, without_link
from arena.store import (
    Store,
    StoredBot,
    StoredUpload,
    add_bot,
    add_upload,
    back_up,
    find_upload,
    hold,
    mend,
    new_token,
    restore,
    revoke_token,
    stored_bots,
    stored_tokens,
    token_of_text,
    uploads,
    write_archive,
)
from arena.store.backups import backups
from arena.store.uploads import KEPT
from tests.store.matches import crashes, first, last, played, tournament


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with two tournaments, voids and a crash, for copies of it."""
    path = tmp_path_factory.mktemp("prepared") / "arena.sqlite"
    with Store(path, create=True) as store:
        store.add_tournament(tournament("t", "a", "b", "c"))
        store.add_tournament(tournament("second"))
        for cycle in range(1, 60):
            store.save("t", [played(f"{cycle}:a:b"), played(f"{cycle}:b:c", (first, crashes))])
            store.save("second", [played(f"{cycle}:a:b", (last, first))])
        store.save("t", [VoidPair("99:a:b", "busy")])
    return path


@pytest.fixture
def path(prepared: Path, tmp_path: Path) -> Path:
    """A copy of that store."""
    return Path(shutil.copy(prepared, tmp_path / "arena.sqlite"))


def contents(path: Path) -> dict[str, Any]:
    """All that a reader can see, by tournament."""
    with Store(path) as store:
        return {
            name: (
                store.tournament(name),
                store.meetings(name),
                sorted(map(repr, store.pair_results(name))),
                store.matches(name),
                list(store.exported(name)),
                store.void_rows(name),
                store.forfeits(name),
            )
            for name in store.tournament_names()
        }


def change(path: Path, *statements: str) -> None:
    with contextlib.closing(sqlite3.connect(path)) as database:
        for statement in statements:
            database.execute(statement)
        database.commit()


def damage(path: Path) -> None:
    """Pages in the middle of the file are overwritten, as by a bad disk."""
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(size // 2 // 4096 * 4096)
        file.write(b"\xff" * 8192)


def bare(matches: list[tuple[bytes, str | None]]) -> set[tuple[bytes, str | None]]:
    """Records and what forfeits left behind, without the links."""
    return {(without_link(line)[0], crash) for line, crash in matches}


def names(folder: Path) -> list[str]:
    return sorted(found.name for found in folder.iterdir())


# Backups


def test_a_backup_holds_all_that_the_store_holds(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "elsewhere" / "copy.sqlite"
    copy.parent.mkdir()
    with Store(path) as store:
        back_up(store, copy)
        back_up(store, copy)
    assert names(copy.parent) == ["copy.sqlite"]
    assert contents(copy) == contents(path)
    assert [known.path for known in backups(path)] == [copy]


def test_a_backup_is_of_one_moment_while_a_runner_writes(path: Path, tmp_path: Path) -> None:
    over = threading.Event()

    def write() -> None:
        with Store(path) as store:
            for cycle in range(1000, 100_000):
                if over.is_set():
                    return
                store.save("t", [played(f"{cycle}:a:b")])

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for number in range(5):
            copy = tmp_path / f"copy-{number}.sqlite"
            with Store(path) as store:
                back_up(store, copy)
            told = mend(copy)
            assert not told.differences
            assert told.matches == sum(len(found[3]) for found in contents(copy).values())
    finally:
        over.set()
        writer.join()


def test_a_backup_replaces_no_file_that_is_none_and_not_the_store(
    path: Path, tmp_path: Path
) -> None:
    precious = tmp_path / "league.toml"
    precious.write_text("[tournament]\n" * 100)
    before = contents(path)
    with Store(path) as store:
        with pytest.raises(InputError, match="a backup does not replace it"):
            back_up(store, precious)
        with pytest.raises(InputError, match="is the store itself"):
            back_up(store, path)
        with pytest.raises(InputError, match="No such file or directory"):
            back_up(store, tmp_path / "nowhere" / "copy.sqlite")
    assert precious.read_text() == "[tournament]\n" * 100
    assert contents(path) == before
    assert backups(path) == []


def test_a_backup_of_a_damaged_store_fails_and_leaves_the_older_one(
    path: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.sqlite"
    with Store(path) as store:
        back_up(store, copy)
    before = contents(copy)
    damage(path)
    with Store(path) as store, pytest.raises(StoreError):
        back_up(store, copy)
    assert contents(copy) == before


# From records alone


def test_records_alone_give_back_what_is_stored(path: Path) -> None:
    before = contents(path)
    told = mend(path)
    assert (told.tournaments, told.matches, told.unreadable) == (2, 354, 0)
    assert (told.differences, told.aside) == ({}, None)
    assert contents(path) == before


@pytest.mark.parametrize(
    ("statement", "differences"),
    [
        ("UPDATE meeting SET won = won + 1 WHERE tournament = 't'", {"meeting": 4}),
        ("DELETE FROM meeting", {"meeting": 3}),
        ("UPDATE pair SET lost = 9 WHERE pair = '3:a:b' AND tournament = 't'", {"pair": 2}),
        ("UPDATE match SET winner = 'b' WHERE winner = 'a' AND match = '3:b:c.1'", {}),
        ("UPDATE match SET points_zero = 7 WHERE match = '3:b:c.1'", {"match": 2}),
    ],
)
def test_what_contradicts_its_records_is_mended_and_told(
    path: Path, statement: str, differences: dict[str, int]
) -> None:
    before = contents(path)
    change(path, statement)
    told = mend(path)
    assert told.differences == differences
    assert told.aside is None
    assert contents(path) == before


def test_a_store_that_a_runner_works_on_is_not_rebuilt(path: Path, tmp_path: Path) -> None:
    before = contents(path)
    with hold(path, "t"):
        with pytest.raises(StoreError, match="already runs a tournament"):
            mend(path)
        with pytest.raises(StoreError, match="already runs a tournament"):
            restore(path, tmp_path / "archive", None)
    assert contents(path) == before


# Damage


def test_of_a_damaged_store_every_match_that_can_be_read_is_kept(path: Path) -> None:
    before = contents(path)
    damage(path)
    damaged = path.read_bytes()
    told = mend(path)
    assert told.unreadable > 0
    assert 200 < told.matches < 354
    assert told.aside == path.with_name("arena.sqlite.damaged")
    assert told.aside.read_bytes() == damaged
    for name, found in contents(path).items():
        assert found[0] == before[name][0]
        assert bare(found[4]) < bare(before[name][4])  # the chain closes over what is gone
        assert len(found[4]) == 2 * len(found[2])
    assert mend(path).differences == {}
    assert not [name for name in names(path.parent) if name.startswith(".")]


def test_a_record_that_cannot_be_read_costs_its_pair(path: Path) -> None:
    change(path, "UPDATE match SET record = x'00' WHERE tournament = 't' AND match = '3:a:b.2'")
    told = mend(path)
    assert (told.unreadable, told.alone, told.matches) == (1, 1, 352)
    with Store(path) as store:
        assert "3:a:b" not in store.pairs_done("t")
        store.save("t", [played("3:a:b")])
    assert mend(path).aside is None


def test_a_damaged_store_names_its_last_good_backup_and_the_way_back(
    path: Path, tmp_path: Path
) -> None:
    one, two = tmp_path / "one.sqlite", tmp_path / "two copies.sqlite"
    with Store(path) as store:
        back_up(store, one)
        store.save("t", [played("70:a:b")])
        back_up(store, two)
    later = contents(two)
    damage(path)
    with Store(path) as store, pytest.raises(DamagedStoreError) as error:
        store.check()
    assert f"The last good backup is {two} of 20" in str(error.value)
    assert f"`arena rebuild '{two}' --store {path}` puts it in place" in str(error.value)
    two.unlink()
    with Store(path) as store, pytest.raises(DamagedStoreError, match=f"backup is {one} of 20"):
        store.check()
    told = restore(path, one, None)
    assert told.aside == path.with_name("arena.sqlite.damaged")
    assert told.matches == 354
    assert {name: len(found[3]) for name, found in contents(path).items()} == {
        "t": len(later["t"][3]) - 2,
        "second": len(later["second"][3]),
    }


def test_a_store_overwritten_from_its_first_byte_names_its_backup(
    path: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.sqlite"
    with Store(path) as store:
        back_up(store, copy)
    before = contents(path)
    path.write_bytes(os.urandom(20_000))
    with pytest.raises(DamagedStoreError, match=f"The last good backup is {copy} of"):
        Store(path)
    restore(path, copy, None)
    assert contents(path) == before


# Archives and exports


def archive(path: Path, name: str, file: Path) -> int:
    with Store(path) as store, file.open("wb") as output:
        return write_archive(store, name, output)


def test_an_archive_gives_back_the_whole_tournament(path: Path, tmp_path: Path) -> None:
    file, new = tmp_path / "t.jsonl.gz", tmp_path / "new.sqlite"
    assert archive(path, "t", file) == 236
    told = restore(new, file, None)
    assert (told.tournaments, told.matches, told.aside) == (1, 236, None)
    assert contents(new) == {"t": contents(path)["t"]}
    assert sorted(found.name for found in tmp_path.glob("new*")) == [
        "new.sqlite",
        "new.sqlite.lock",
    ]


def test_exported_records_give_back_the_results(path: Path, tmp_path: Path) -> None:
    file, new = tmp_path / "records.jsonl", tmp_path / "new.sqlite"
    with Store(path) as store:
        file.write_bytes(b"".join(line + b"\n" for line, _ in store.exported("t")))
    with pytest.raises(InputError, match="records do not name their tournament: give --tournament"):
        restore(new, file, None)
    assert not new.exists()
    restore(new, file, "again")
    before, after = contents(path)["t"], contents(new)["again"]
    assert after[1:4] == before[1:4]
    assert [record for record, _ in after[4]] == [record for record, _ in before[4]]
    assert after[6] == before[6]


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-30])


def nonsense(file: Path) -> None:
    lines = gzip.decompress(file.read_bytes()).splitlines(keepends=True)
    file.write_bytes(gzip.compress(b"".join([*lines[:5], b'{"no": "record"}\n', *lines[5:]])))


def no_archive(file: Path) -> None:
    file.write_text("a shopping list\n")


def newer(file: Path) -> None:
    lines = gzip.decompress(file.read_bytes()).replace(b'{"archive":1', b'{"archive":2', 1)
    file.write_bytes(gzip.compress(lines))


@pytest.mark.parametrize("spoil", [cut, nonsense, no_archive, newer, Path.unlink])
def test_a_spoiled_archive_is_refused_and_leaves_nothing(
    path: Path, tmp_path: Path, spoil: Callable[[Path], None]
) -> None:
    file, new = tmp_path / "t.jsonl.gz", tmp_path / "new" / "store.sqlite"
    new.parent.mkdir()
    archive(path, "t", file)
    spoil(file)
    with pytest.raises(InputError, match=r"t\.jsonl\.gz: "):
        restore(new, file, None)
    assert names(new.parent) == ["store.sqlite.lock"]


def test_a_store_in_order_is_never_replaced(path: Path, tmp_path: Path) -> None:
    file = tmp_path / "t.jsonl.gz"
    archive(path, "t", file)
    before = contents(path)
    with pytest.raises(InputError, match="is a store in order; give another --store"):
        restore(path, file, None)
    with pytest.raises(InputError, match="is the store itself"):
        restore(path, path, None)
    assert contents(path) == before


def test_a_store_of_a_newer_version_or_another_file_is_not_replaced_either(
    path: Path, tmp_path: Path
) -> None:
    file, other = tmp_path / "t.jsonl.gz", tmp_path / "other"
    archive(path, "t", file)
    shutil.copy(path, other)
    change(other, "PRAGMA user_version = 99")
    for text in (other.read_bytes(), b"a shopping list, and surely no database\n" * 100):
        other.write_bytes(text)
        with pytest.raises(StoreError):
            restore(other, file, None)
        assert other.read_bytes() == text


# Deleting


def test_a_tournament_that_is_deleted_leaves_the_others_as_they_were(path: Path) -> None:
    before = contents(path)
    with Store(path) as store:
        store.delete_tournament("t")
        assert store.fetch("PRAGMA foreign_key_check", ()) == []
        with pytest.raises(StoreError, match="FOREIGN KEY"):
            store.save("t", [played("1:a:b")])
    assert contents(path) == {"second": before["second"]}


# Bots that were submitted

BOT = StoredBot("mine", 0, "0123456789ab", "Zahra", "Rust", True, "2025-01-01T00:00:00+00:00")


def submitted(path: Path) -> list[StoredBot]:
    with Store(path) as store:
        return stored_bots(store)


def test_bots_are_numbered_under_their_name_and_the_same_content_is_one(tmp_path: Path) -> None:
    with Store(tmp_path / "new.sqlite", create=True) as store:
        one = add_bot(store, BOT)
        other = add_bot(store, replace(BOT, name="other"))
        two = add_bot(store, replace(BOT, version="ba9876543210", network=False))
        assert add_bot(store, replace(BOT, author="somebody else")) == one
        assert [row.label for row in (one, other, two)] == ["mine@1", "other@1", "mine@2"]
        assert stored_bots(store) == [one, other, two]


def test_they_are_in_backups_and_stay_where_a_store_is_rebuilt_or_mended(
    path: Path, tmp_path: Path
) -> None:
    with Store(path) as store:
        before = [add_bot(store, BOT), add_bot(store, replace(BOT, version="ba9876543210"))]
        back_up(store, tmp_path / "backup.sqlite")
    assert submitted(tmp_path / "backup.sqlite") == before
    change(path, "UPDATE meeting SET won = won + 1")
    assert mend(path).differences
    assert submitted(path) == before
    damage(path)
    assert mend(path).aside
    assert submitted(path) == before


def test_so_are_tokens_and_reports_of_uploads(path: Path, tmp_path: Path) -> None:
    def known(path: Path) -> tuple[object, ...]:
        with Store(path) as store:
            return stored_tokens(store), token_of_text(store, text), uploads(store, None, 10)

    with Store(path) as store:
        revoked, _ = new_token(store, "zahra", organiser=False)
        _, text = new_token(store, "zahra", organiser=True)
        revoke_token(store, revoked.id)
        for number in range(KEPT + 5):
            report = StoredUpload(f"z{number}", "zahra", "2025-01-01", "taken", "mine@1", "{}")
            add_upload(store, report)
        add_upload(store, replace(report, ticket="s", author="sara"))
        back_up(store, tmp_path / "backup.sqlite")
        assert len(uploads(store, "zahra", -1)) == KEPT
        assert find_upload(store, "z4") is None
        assert find_upload(store, "z5") is not None
    before = known(path)
    assert before[1] is not None
    assert known(tmp_path / "backup.sqlite") == before
    change(path, "UPDATE meeting SET won = won + 1")
    assert mend(path).differences
    assert known(path) == before
    with Store(tmp_path / "other.sqlite", create=True) as store:
        new_token(store, "sara", organiser=False)
    with pytest.raises(InputError, match="is a store in order; give another --store"):
        restore(tmp_path / "other.sqlite", path, None)


def test_a_store_with_nothing_but_bots_is_a_store_in_order(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite"
    with Store(other, create=True) as store:
        add_bot(store, BOT)
    with pytest.raises(InputError, match="is a store in order; give another --store"):
        restore(other, path, None)
    assert submitted(other)
