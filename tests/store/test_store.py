"""What goes into a store comes out of it unchanged, whole or not at all; what is no store is left
alone."""

import contextlib
import os
import resource
import signal
import sqlite3
import subprocess
import sys
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import msgspec
import pytest

from arena.errors import InputError, StoreError
from arena.records import PlayedMatch, PlayedPair, VoidPair, encode_record
from arena.store import MatchRow, PairResult, Store, database
from arena.store.schema import APPLICATION_ID, MIGRATIONS, migrate
from tests.store.matches import (
    concedes,
    crashes,
    first,
    last,
    late,
    played,
    records,
    remarks,
    tournament,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "arena.sqlite"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    """A new store with the tournament `t` of the bots a, b and c."""
    with Store(path, create=True) as opened:
        opened.add_tournament(tournament("t", "a", "b", "c"))
        yield opened


def unencodable(pair: str) -> PlayedPair:
    """A pair whose second half cannot be written."""
    one, two = played(pair).halves
    broken = msgspec.structs.replace(two.record, times_us=(object(),))
    return PlayedPair(pair, (one, PlayedMatch(broken)))


def contents(store: Store) -> tuple[Any, ...]:
    return (
        set(store.pairs_done("t")),
        store.voids("t"),
        list(store.record_lines("t")),
        store.meetings("t"),
        [match for name in store.tournament_names() for match in store.matches(name)],
    )


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


# One transaction for each thing that happened


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_job_that_cannot_be_stored_whole_leaves_nothing(store: Store, place: int) -> None:
    store.save("t", [played("1:a:b")])
    before = contents(store)
    job: list[Any] = [played("2:a:b"), VoidPair("3:a:b", "the host was busy")]
    job.insert(place, unencodable("4:a:b"))
    with pytest.raises(TypeError):
        store.save("t", job)
    assert contents(store) == before


def test_lesson_14_half_a_pair_is_never_stored(store: Store) -> None:
    with pytest.raises(TypeError):
        store.save("t", [unencodable("1:a:b")])
    assert store.matches("t") == []
    store.save("t", [played("1:a:b")])
    assert len(store.matches("t")) == 2


def test_lesson_13_a_finished_pair_is_safe_once_it_is_saved_though_the_process_is_killed(
    store: Store, path: Path
) -> None:
    code = (
        "import os, signal, sys; from pathlib import Path; from arena.store import Store\n"
        "from tests.store.matches import played\n"
        "store = Store(Path(sys.argv[1])); store.save('t', [played('1:a:b')])\n"
        "os.kill(os.getpid(), signal.SIGKILL)"
    )
    killed = subprocess.run(
        [sys.executable, "-c", code, path], cwd=Path(__file__).parents[2], check=False
    )
    assert killed.returncode == -signal.SIGKILL
    assert set(store.pairs_done("t")) == {"1:a:b"}
    assert list(store.record_lines("t")) == list(map(encode_record, records([played("1:a:b")])))


def test_what_another_connection_saved_is_seen(store: Store, path: Path) -> None:
    with Store(path) as other:
        other.save("t", [played("1:a:b")])
        assert set(store.pairs_done("t")) == {"1:a:b"}


def test_a_full_disk_is_said_and_what_was_stored_stays(store: Store, path: Path) -> None:
    store.save("t", [played("1:a:b")])
    before = contents(store)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    full = path.with_name(path.name + "-wal").stat().st_size + 4096
    resource.setrlimit(resource.RLIMIT_FSIZE, (full, limits[1]))
    try:
        with pytest.raises(StoreError, match=str(path)):
            store.save("t", [played(f"{cycle}:a:b") for cycle in range(2, 12)])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert contents(store) == before
    store.save("t", [played("2:a:b")])
    assert set(store.pairs_done("t")) == {"1:a:b", "2:a:b"}


def test_a_pair_that_is_saved_twice_stays_as_it_was(store: Store) -> None:
    store.save("t", [played("1:a:b", (first, last))])
    before = contents(store)
    store.save("t", [played("1:a:b", (crashes, last))])
    store.save("t", [played("1:a:b", (first, last)), played("1:a:b", (last, first))])
    assert contents(store) == before


def test_the_same_pair_of_two_tournaments_is_two_pairs(store: Store) -> None:
    store.add_tournament(tournament("other"))
    store.save("t", [played("1:a:b")])
    store.save("other", [played("1:a:b", (last, first))])
    assert set(store.pairs_done("t")) == set(store.pairs_done("other")) == {"1:a:b"}
    assert list(store.record_lines("t")) != list(store.record_lines("other"))


def test_pairs_of_a_tournament_that_is_not_there_are_refused(store: Store) -> None:
    with pytest.raises(StoreError, match="FOREIGN KEY"):
        store.save("unknown", [played("1:a:b")])
    assert set(store.pairs_done("unknown")) == set()


def test_a_tournament_begins_once(store: Store) -> None:
    with pytest.raises(StoreError):
        store.add_tournament(tournament("t", "x", "y"))
    assert store.tournament("t") == tournament("t", "a", "b", "c")


def test_readers_are_not_held_up_by_a_writer_nor_the_writer_by_them(
    store: Store, path: Path
) -> None:
    store.save("t", [played("1:a:b"), played("2:a:b")])
    with Store(path) as reader:
        lines = reader.record_lines("t")
        begun = [next(lines)]
        store.save("t", [played("3:a:b")])
        assert len([*begun, *lines]) == 4
        assert len(list(reader.record_lines("t"))) == 6


# Reading


def test_records_survive_byte_for_byte_in_the_order_of_storing(store: Store) -> None:
    pairs = [
        played("2:a:b", (remarks, last)),
        played("1:b:c", (first, crashes)),
        played("1:a:b", (concedes, late)),
    ]
    for pair in pairs:
        store.save("t", [pair])
    assert list(store.record_lines("t")) == [encode_record(record) for record in records(pairs)]


def test_a_match_comes_back_with_its_record_and_what_the_crash_left(store: Store) -> None:
    pair = played("1:a:b", (first, crashes))
    store.save("t", [pair])
    assert store.match("t", "1:a:b.1") == pair.halves[0]
    assert store.match("t", "1:a:b.2") == pair.halves[1]
    assert pair.halves[0].crash is not None


@pytest.mark.parametrize("match", ["1:a:b", "1:a:b.3", "2:a:b.1", "", "%", "1:a:b.1 "])
def test_a_match_that_is_not_there_is_none(store: Store, match: str) -> None:
    store.save("t", [played("1:a:b")])
    assert store.match("t", match) is None
    assert store.match("other", "1:a:b.1") is None


@pytest.fixture
def league(store: Store) -> Store:
    """Four pairs: a and b drew by decks, c crashed against b, and conceded or was late to a."""
    store.save("t", [played("1:a:b", (first, first))])
    store.save("t", [played("1:b:c", (first, crashes)), VoidPair("1:a:c", "busy")])
    store.save("t", [played("1:a:c", (first, concedes)), played("2:a:c", (first, late))])
    store.save("t", [VoidPair("2:b:c", "busy"), VoidPair("2:b:c", "full")])
    return store


def test_matches_are_listed_the_newest_first(league: Store) -> None:
    assert [row.match for row in league.matches("t")] == [
        *("2:a:c.2", "2:a:c.1", "1:a:c.2", "1:a:c.1"),
        *("1:b:c.2", "1:b:c.1", "1:a:b.2", "1:a:b.1"),
    ]


def test_a_row_says_what_the_record_says(league: Store) -> None:
    rows = league.matches("t", bot="c", faults=True, limit=1)
    assert rows == [MatchRow("2:a:c.2", ("c", "a"), (0, 0), "a", "forfeit", "timeout", 1)]


def test_matches_can_be_asked_for_by_bot_fault_and_number(league: Store) -> None:
    def listed(**filters: Any) -> list[str]:
        return [row.match for row in league.matches("t", **filters)]

    assert listed(bot="b") == ["1:b:c.2", "1:b:c.1", "1:a:b.2", "1:a:b.1"]
    assert listed(faults=True) == ["2:a:c.2", "2:a:c.1", "1:b:c.2", "1:b:c.1"]
    assert listed(bot="b", faults=True) == ["1:b:c.2", "1:b:c.1"]
    assert listed(limit=3) == ["2:a:c.2", "2:a:c.1", "1:a:c.2"]
    assert listed(bot="b", limit=1) == ["1:b:c.2"]
    assert listed(bot="nobody") == listed(limit=0) == []
    assert league.matches("another") == []


def test_lesson_08_forfeits_are_counted_by_who_lost_and_why_and_conceding_is_none(
    league: Store,
) -> None:
    assert league.forfeits("t") == {"c": {"crash": 2, "timeout": 2}}
    assert league.forfeits("another") == {}


def test_pairs_are_summed_up_by_bots_in_order_of_name(league: Store) -> None:
    counts = [(m.first, m.second, m.lost, m.halved, m.won) for m in league.meetings("t")]
    assert counts == [("a", "b", 0, 1, 0), ("a", "c", 0, 0, 2), ("b", "c", 0, 0, 1)]
    assert league.meetings("another") == []


def test_every_pair_that_is_over_can_be_read_with_its_score(league: Store) -> None:
    found = {row.pair: row for row in league.pair_results("t")}
    assert set(found) == {"1:a:b", "1:b:c", "1:a:c", "2:a:c"}
    assert replace(found["1:a:b"], points=0) == PairResult("1:a:b", "a", "b", 0, 1, 0)
    assert replace(found["2:a:c"], points=0) == PairResult("2:a:c", "a", "c", 0, 0, 1)
    assert league.pair_results("another") == []


def test_points_are_summed_up_with_their_squares(store: Store) -> None:
    pairs = [played(f"{number}:a:b") for number in range(1, 6)]
    store.save("t", pairs)
    differences = []
    for pair in pairs:
        halves = [half.record for half in pair.halves]
        seats = [[bot.name for bot in record.bots].index("a") for record in halves]
        differences.append(
            sum(
                record.result.points[seat] - record.result.points[1 - seat]
                for record, seat in zip(halves, seats, strict=True)
            )
        )
    (meeting,) = store.meetings("t")
    assert meeting.points == sum(differences)
    assert meeting.squares == sum(difference**2 for difference in differences)


def test_a_store_of_the_first_version_keeps_all_that_it_holds(path: Path, league: Store) -> None:
    """What is stored today, written the way version 1 wrote it, is the same after opening."""
    today = contents(league), league.forfeits("t")
    rows = league._db.execute(
        "SELECT tournament, pair, first, second, (won + halved / 2.0) FROM pair"
    ).fetchall()
    columns = (
        "number, tournament, match, pair, zero, one, points_zero, points_one, winner, reason, "
        "fault, deals, record, crash"
    )
    matches = league._db.execute(f"SELECT {columns} FROM match").fetchall()
    of_tournament = "name, seed, commitment, config, anchor, created"
    others = {
        name: league._db.execute(f"SELECT {kept} FROM {name}").fetchall()
        for name, kept in (("tournament", of_tournament), ("entrant", "*"), ("void", "*"))
    }
    old = path.with_name("old.db")
    with sqlite3.connect(old) as connection:
        for statement in MIGRATIONS[0]:
            connection.execute(statement)
        for name, kept in [*others.items(), ("pair", rows), ("match", matches)]:
            for row in kept:
                marks = ", ".join("?" * len(row))
                connection.execute(f"INSERT INTO {name} VALUES ({marks})", row)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute("PRAGMA user_version = 1")
    connection.close()
    with Store(old) as opened:
        assert (contents(opened), opened.forfeits("t")) == today


@pytest.mark.parametrize("begins", [0, 1])
def test_a_score_is_the_first_names_whoever_had_the_first_seat(
    store: Store, begins: Literal[0, 1]
) -> None:
    store.save("t", [played("1:a:b", (first, concedes), begins)])
    (meeting,) = store.meetings("t")
    assert (meeting.first, meeting.lost, meeting.halved, meeting.won) == ("a", 0, 0, 1)
    assert {row.bots for row in store.matches("t")} == {("a", "b"), ("b", "a")}


def test_lesson_09_what_the_host_spoiled_is_counted_apart_and_is_no_result(league: Store) -> None:
    assert league.voids("t") == 3
    assert set(league.pairs_done("t")) == {"1:a:b", "1:b:c", "1:a:c", "2:a:c"}


# Tournaments


def test_a_tournament_comes_back_as_it_was(store: Store, path: Path) -> None:
    with Store(path) as other:
        assert other.tournament("t") == tournament("t", "a", "b", "c")


def test_the_newest_tournament_is_meant_where_none_is_named(store: Store) -> None:
    store.add_tournament(tournament("second"))
    assert store.tournament_names() == ["second", "t"]
    assert store.tournament().name == "second"
    assert store.tournament("t").name == "t"


def test_a_comparison_does_not_take_the_place_of_the_newest_league(path: Path) -> None:
    with Store(path.with_name("other.sqlite"), create=True) as other:
        other.add_tournament(tournament("compare:a:b:0"))
        assert other.tournament().name == "compare:a:b:0"
        other.add_tournament(tournament("league"))
        other.add_tournament(tournament("compare:a:b:1"))
        assert other.tournament().name == "league"


@pytest.mark.parametrize("name", ["third", "", "T"])
def test_an_unknown_tournament_is_answered_with_those_there_are(store: Store, name: str) -> None:
    store.add_tournament(tournament("second"))
    with pytest.raises(InputError, match=f"no tournament '{name}'; it holds second, t"):
        store.tournament(name)
    assert store.find_tournament(name) is None


@pytest.mark.parametrize("name", [None, "t"])
def test_a_store_without_tournaments_says_so(path: Path, name: str | None) -> None:
    with (
        Store(path, create=True) as empty,
        pytest.raises(InputError, match="holds no tournament yet; `arena run` plays one"),
    ):
        empty.tournament(name)


# The file


def test_a_store_that_is_not_there_is_not_made_by_looking(path: Path) -> None:
    with pytest.raises(InputError, match="no such store; `arena run` makes one"):
        Store(path)
    assert list(path.parent.iterdir()) == []


@pytest.mark.parametrize("create", [True, False])
def test_a_store_in_no_folder_is_a_mistake_in_the_path(path: Path, create: bool) -> None:
    nowhere = path.parent / "no" / "such" / "store.sqlite"
    with pytest.raises(InputError, match=f"there is no folder {nowhere.parent}; make it, or mend"):
        Store(nowhere, create=create)


def pragma(path: Path, name: str) -> int:
    with contextlib.closing(sqlite3.connect(path)) as database:
        (value,) = database.execute(f"PRAGMA {name}").fetchone()
    return int(value)


def test_the_migrations_are_recorded_in_the_file(store: Store, path: Path) -> None:
    assert pragma(path, "user_version") == len(MIGRATIONS)
    assert pragma(path, "application_id") == APPLICATION_ID


def test_a_migration_that_fails_leaves_the_file_as_it_was(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store(path, create=True) as opened:
        opened.add_tournament(tournament())
    later = ["CREATE TABLE extra (a) STRICT", "CREATE TABLE tournament (again)"]
    monkeypatch.setattr("arena.store.schema.MIGRATIONS", [*MIGRATIONS, later])
    with pytest.raises(StoreError, match=str(path)):
        Store(path)
    monkeypatch.undo()
    assert pragma(path, "user_version") == len(MIGRATIONS)
    with Store(path) as opened:
        assert opened.tournament() == tournament()
    with contextlib.closing(sqlite3.connect(path)) as database:
        tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    assert ("extra",) not in tables


def test_an_older_store_is_brought_up_and_keeps_what_it_holds(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store(path, create=True) as opened:
        opened.add_tournament(tournament())
        opened.save("t", [played("1:a:b")])
    later = [*MIGRATIONS, ["ALTER TABLE tournament ADD COLUMN place TEXT NOT NULL DEFAULT ''"]]
    monkeypatch.setattr("arena.store.schema.MIGRATIONS", later)
    with Store(path) as opened:
        assert opened.tournament() == tournament()
        assert set(opened.pairs_done("t")) == {"1:a:b"}
    assert pragma(path, "user_version") == len(later)


class _Late(sqlite3.Connection):
    """Another process migrates the file just before this connection may."""

    def execute(self, sql: str, /, *parameters: Any) -> sqlite3.Cursor:
        if sql == "BEGIN IMMEDIATE":
            file = super().execute("PRAGMA database_list").fetchone()[2]
            with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as other:
                migrate(other)
        return super().execute(sql, *parameters)


def test_two_processes_may_make_a_store_at_the_same_time(path: Path) -> None:
    with contextlib.closing(
        sqlite3.connect(path, isolation_level=None, factory=_Late)
    ) as connection:
        migrate(connection)
    with Store(path) as opened:
        assert opened.tournament_names() == []


def test_a_store_of_a_newer_version_is_refused_unharmed(path: Path) -> None:
    with Store(path, create=True) as opened:
        opened.add_tournament(tournament())
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA user_version = 99")
    before = files(path.parent)
    with pytest.raises(StoreError, match=r"arena\.sqlite: has version 99.* upgrade hokm-arena"):
        Store(path)
    with pytest.raises(StoreError):
        Store(path, create=True)
    assert files(path.parent) == before


def foreign(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE songs (title)")
        database.execute("INSERT INTO songs VALUES ('Morgh-e sahar')")
        database.commit()


def foreign_in_wal_mode(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode = WAL")
    foreign(path)


def foreign_with_our_version(path: Path) -> None:
    foreign(path)
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")


def text(path: Path) -> None:
    path.write_text("a shopping list, and surely no database\n" * 100)


def noise(path: Path) -> None:
    path.write_bytes(os.urandom(8192))


def cut_short(path: Path) -> None:
    with Store(path, create=True):
        pass
    path.write_bytes(path.read_bytes()[:50])


@pytest.mark.parametrize("create", [False, True])
@pytest.mark.parametrize(
    "write",
    [foreign, foreign_in_wal_mode, foreign_with_our_version, text, noise, cut_short],
)
def test_a_file_that_is_no_store_is_refused_unharmed(path: Path, write: Any, create: bool) -> None:
    write(path)
    before = files(path.parent)
    with pytest.raises(StoreError, match=r"arena\.sqlite: "):
        Store(path, create=create)
    assert files(path.parent) == before


def test_a_foreign_database_is_called_one(path: Path) -> None:
    foreign(path)
    with pytest.raises(StoreError, match="is an SQLite database, but not a store of this program"):
        Store(path)


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="unable to open database file"):
        Store(tmp_path, create=True)


@contextlib.contextmanager
def as_an_ordinary_user() -> Iterator[None]:
    """Permissions do not bind root."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65_534)
    try:
        yield
    finally:
        os.seteuid(0)


@contextlib.contextmanager
def read_only(*paths: Path) -> Iterator[None]:
    """Every parent can be entered, and nothing below these paths written."""
    modes = {path: path.stat().st_mode for path in (*paths, *paths[0].parents)}
    try:
        for path in modes:
            if path not in paths and path.stat().st_uid == os.geteuid():
                path.chmod(path.stat().st_mode | 0o111)
        for path in paths:
            path.chmod(0o555 if path.is_dir() else 0o444)
        with as_an_ordinary_user():
            yield
    finally:
        for path, mode in modes.items():
            if path.stat().st_mode != mode:
                path.chmod(mode)


def test_a_folder_that_cannot_be_written_to_is_named(path: Path) -> None:
    with read_only(path.parent), pytest.raises(StoreError, match=f"{path}: unable to open"):
        Store(path, create=True)
    assert list(path.parent.iterdir()) == []


def test_a_store_that_cannot_be_written_to_says_so(path: Path) -> None:
    with Store(path, create=True) as opened:
        opened.add_tournament(tournament())
    before = files(path.parent)
    # A reader may be let in or not, depending on SQLite; a writer is told, and nothing is changed.
    with (
        read_only(path.parent, path),
        pytest.raises(StoreError, match=str(path)),
        Store(path) as opened,
    ):
        opened.save("t", [played("1:a:b")])
    assert files(path.parent) == before


def test_a_store_that_another_process_locks_says_so_after_a_while(
    store: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_S", 0.05)
    with (
        Store(path) as impatient,
        contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other,
    ):
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match=f"{path}: database is locked"):
            impatient.save("t", [played("1:a:b")])
        assert set(impatient.pairs_done("t")) == set()
        other.execute("COMMIT")
        impatient.save("t", [played("1:a:b")])
        assert set(impatient.pairs_done("t")) == {"1:a:b"}


def spoil(path: Path, record: bytes) -> None:
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("UPDATE match SET record = ?", (record,))
        database.commit()


def test_a_damaged_record_is_an_error_of_the_store(store: Store, path: Path) -> None:
    store.save("t", [played("1:a:b")])
    spoil(path, b"not zlib")
    with pytest.raises(StoreError, match=f"{path}: a record is damaged"):
        list(store.record_lines("t"))
    with pytest.raises(StoreError, match=f"{path}: a record is damaged"):
        store.match("t", "1:a:b.1")


def test_a_record_of_another_version_is_refused(store: Store, path: Path) -> None:
    store.save("t", [played("1:a:b")])
    record = next(store.record_lines("t")).replace(b'"record":1', b'"record":2')
    spoil(path, zlib.compress(record))
    with pytest.raises(InputError, match="not a match record of version 1"):
        store.match("t", "1:a:b.1")


def test_damaged_pages_are_an_error_of_the_store(path: Path) -> None:
    with Store(path, create=True) as opened:
        opened.add_tournament(tournament())
        opened.save("t", [played(f"{cycle}:a:b") for cycle in range(20)])
    data = bytearray(path.read_bytes())
    data[4096:] = b"\xff" * (len(data) - 4096)
    path.write_bytes(data)
    with pytest.raises(StoreError, match=str(path)), Store(path) as opened:
        set(opened.pairs_done("t"))


def test_a_closed_store_says_so(path: Path) -> None:
    with Store(path, create=True) as opened:
        opened.add_tournament(tournament())
    with pytest.raises(StoreError, match="closed"):
        opened.save("t", [played("1:a:b")])
