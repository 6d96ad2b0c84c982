"""`arena status`, `logs`, `backup`, `archive`, `delete` and `rebuild`, as people use them."""

import gzip
import json
import os
import pty
import re
import signal
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from arena.records import VoidPair
from arena.store import Store, back_up, hold
from tests.cli.commands import ARENA, Answer, call, on_terminal
from tests.cli.test_commands import assert_tame, faulty, read, refused
from tests.store.matches import played, tournament
from tests.tournament.places import Place
from tests.tournament.running import PATIENCE, Arena, eventually


@pytest.fixture
def mine(league: Arena, place: Place) -> Path:
    """A copy of the league's store that may be changed, with its logs."""
    with (
        closing(sqlite3.connect(league.place.store)) as source,
        closing(sqlite3.connect(place.store)) as copy,
    ):
        source.backup(copy)
    logs = place.store.with_name("store.sqlite.logs") / "league"
    logs.mkdir(parents=True)
    (logs / "1:naive:value.1.0.log").write_text("hello\n")
    return place.store


# arena status


def test_status_of_a_league_that_is_over(league: Arena) -> None:
    lines = read(league, "status").out.splitlines()
    with Store(league.place.store) as store:
        stored, head = store.tournament("league"), store.chain_head("league")
    assert lines == [
        "league: all 6 mirror pairs done",
        "not running",
        "grumbler forfeited: 4 crash, 4 malformed",
        f"seed secret, committed to as {stored.commitment}",
        f"last link of the records' chain: {head}",
    ]


def test_status_as_json_says_the_same(league: Arena) -> None:
    found = json.loads(read(league, "status", "--json").out)
    with Store(league.place.store) as store:
        stored, head = store.tournament("league"), store.chain_head("league")
    assert found == {
        "tournament": "league",
        "done": 6,
        "left": 0,
        "total": 6,
        "running": False,
        "runner": None,
        "pairs_per_second": None,
        "seconds_left": None,
        "voids": [],
        "spoiled_pairs": [],
        "forfeits": {"grumbler": {"crash": 4, "malformed": 4}},
        "commitment": stored.commitment,
        "chain_head": head,
        "seed_revealed": None,
    }


def test_status_of_a_league_that_runs_tells_who_plays_it_and_how_fast(arena: Arena) -> None:
    bot = arena.braked()
    config = arena.write(["naive", bot], cycles=50, batch=1)
    with arena.start("run", config, "-j", "1") as process:
        assert eventually(lambda: len(arena.done()) >= 2)
        arena.brake(bot).touch()
        text = call("status", "--store", arena.place.store).out
        found = json.loads(call("status", "--json", "--store", arena.place.store).out)
        arena.brake(bot).unlink()
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
    assert re.match(
        rf"league: \d+ of 50 mirror pairs done \(\d+\.\d %\)\nprocess {process.pid} plays it: "
        r"\d+\.\d matches/s, \d+ (s|min \d\d s) left\n",
        text,
    )
    assert found["running"] is True
    assert found["runner"]["pid"] == process.pid
    assert found["done"] + found["left"] == found["total"] == 50
    assert found["seconds_left"] == pytest.approx(found["left"] / found["pairs_per_second"])
    stopped = call("status", "--store", arena.place.store).out.splitlines()
    assert re.fullmatch(r"league: \d+ of 50 mirror pairs done \(\d+\.\d %\)", stopped[0])
    assert stopped[1] == "not running"


def test_lesson_09_status_tells_voids_with_their_reasons_and_what_they_left(place: Place) -> None:
    with Store(place.store, create=True) as store:
        store.add_tournament(tournament("t", "a", "b"))
        store.save("t", [VoidPair("1:a:b", "the host \x1b[2J was busy"), VoidPair("2:a:b", "full")])
        store.save("t", [VoidPair("2:a:b", "full"), played("1:a:b")])
    lines = call("status", "--store", place.store).out.splitlines()
    assert lines[0] == "t: 1 mirror pair done"
    assert re.fullmatch(r"void by the host, 2 times, last 20\S+: full", lines[2])
    assert re.fullmatch(
        r"void by the host, 1 time, last 20\S+: the host \\x1b\[2J was busy", lines[3]
    )
    assert lines[4] == "spoiled by the host and still missing: 1 pair: 2:a:b"


def test_status_tells_that_a_runner_is_busy_with_another_tournament(mine: Path) -> None:
    with hold(mine, "another"):
        lines = call("status", "--store", mine).out.splitlines()
        assert lines[1] == f"not running; process {os.getpid()} works on this store, on another"
        found = json.loads(call("status", "--json", "--store", mine).out)
    assert (found["running"], found["runner"]["tournament"]) == (False, "another")


# arena logs


def test_logs_print_what_both_bots_wrote_and_where_it_is(league: Arena) -> None:
    match = faulty(league, "crash")
    text = read(league, "logs", match).out
    (path,) = re.findall(r"^grumbler \(seat \d\) wrote, in (\S+):$", text, re.MULTILINE)
    assert "RuntimeError" in Path(path).read_text()
    assert re.search(r"^  .*RuntimeError", text, re.MULTILINE)
    assert re.search(r"^(naive|value) \(seat \d\) wrote nothing$", text, re.MULTILINE)


def test_logs_of_one_bot_leave_the_other_out(league: Arena) -> None:
    text = read(league, "logs", faulty(league, "crash"), "grumbler").out
    assert text.startswith("grumbler (seat ")
    assert "wrote nothing" not in text


def test_logs_cannot_move_the_cursor_or_pass_for_lines_of_the_program(league: Arena) -> None:
    match = faulty(league, "crash")
    code, seen = on_terminal("logs", match, "--store", league.place.store, cwd=league.place.folder)
    assert code == 0
    assert_tame(seen)
    assert r"\x1b[2J" in seen
    assert all(
        line.startswith("  ") or re.match(r"\w+ \(seat [01]\) wrote", line)
        for line in read(league, "logs", match).out.splitlines()
    )


def test_logs_as_json_hold_the_text_as_it_is(league: Arena) -> None:
    found = json.loads(read(league, "logs", faulty(league, "crash"), "--json").out)
    by_bot = {row["bot"]: row for row in found}
    assert "\x1b[2J" in by_bot["grumbler"]["text"]
    assert Path(by_bot["grumbler"]["path"]).is_file()
    (other,) = set(by_bot) - {"grumbler"}
    assert (by_bot[other]["path"], by_bot[other]["text"]) == (None, None)


def test_logs_answer_an_unknown_match_or_bot(league: Arena) -> None:
    store = league.place.store
    assert refused(call("logs", "../../etc/passwd", "--store", store)) == (
        "error: no match '../../etc/passwd' in league; `arena matches` lists them"
    )
    assert refused(call("logs", "1:naive:value.1", "grumbler", "--store", store)).startswith(
        "error: 'grumbler' did not play 1:naive:value.1; "
    )


# arena backup


def test_backup_copies_the_store_while_a_runner_writes(arena: Arena) -> None:
    copy = arena.place.folder / "copy.sqlite"
    config = arena.write(["naive", "random"], cycles=200, batch=1)
    with arena.start("run", config, "-j", "1") as process:
        assert eventually(arena.done)
        answer = call("backup", copy, "--store", arena.place.store)
        assert answer == Answer(0, "", f"{copy}: 1 tournament\n")
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
    assert call("rebuild", "--store", copy).out.startswith(f"{copy}: equal to what its records say")


def test_a_corrupt_store_names_the_backup_and_the_command_that_rebuilds_it(
    mine: Path, place: Place
) -> None:
    copy = place.folder / "copy.sqlite"
    board = call("leaderboard", "--store", mine).out
    call("backup", copy, "--store", mine)
    mine.write_bytes(mine.read_bytes()[:8192] + b"\xff" * (mine.stat().st_size - 8192))
    answer = call("leaderboard", "--store", mine)
    assert refused(answer, 1).startswith(f"error: {mine}: is damaged: ")
    command = f"arena rebuild {copy} --store {mine}"
    assert f"The last good backup is {copy} of 20" in answer.err
    assert f"`{command}` puts it in place" in answer.err
    rebuilt = call(*command.split()[1:])
    assert rebuilt.code == 0, rebuilt
    assert rebuilt.out == (
        f"{mine}: 12 matches of 1 tournament, from {copy}\n"
        f"the damaged store is kept as {mine}.damaged\n"
    )
    assert call("leaderboard", "--store", mine).out == board


# arena archive and arena delete


def test_archive_writes_the_tournament_and_its_records_and_says_how_to_delete(
    mine: Path, place: Place
) -> None:
    file = place.folder / "league.jsonl.gz"
    answer = call("archive", "league", "-o", file, "--store", mine)
    assert answer == Answer(
        0,
        "",
        f"{file}: league, 12 matches\n"
        f"`arena delete league --store {mine}` takes it out of the store\n",
    )
    lines = gzip.decompress(file.read_bytes()).decode().split("\n")
    header = json.loads(lines[0])
    assert (header["archive"], header["tournament"]["name"]) == (1, "league")
    exported = call("export", "--store", mine).out.split("\n")
    assert [line for line in lines[1:] if not line.startswith('{"crash"')] == exported
    assert len(lines) == 1 + 12 + 8 + 1


def test_an_archive_that_was_deleted_comes_back_and_can_go_on(arena: Arena) -> None:
    config = arena.write(["naive", "random"], cycles=3, batch=1)
    assert arena.run("run", config).returncode == 0
    store, file = arena.place.store, arena.place.folder / "league.jsonl.gz"
    records = arena.records()
    assert call("archive", "league", "-o", file, "--store", store).code == 0
    assert call("delete", "league", "--yes", "--store", store).code == 0
    assert call("rebuild", file, "--store", store).code == 0
    assert arena.records() == records
    ran = arena.run("run", config)
    assert (ran.returncode, arena.records()) == (0, records)


def test_archive_replaces_nothing_and_leaves_no_half_of_a_file(mine: Path, place: Place) -> None:
    folder = place.folder / "out"
    folder.mkdir()
    file = folder / "league.jsonl.gz"
    with closing(sqlite3.connect(mine)) as database:
        database.execute("UPDATE match SET record = x'00' WHERE number = 12")
        database.commit()
    assert "a record is damaged" in refused(
        call("archive", "league", "-o", file, "--store", mine), 1
    )
    assert list(folder.iterdir()) == []
    file.write_text("precious\n")
    answer = call("archive", "league", "-o", file, "--store", mine)
    assert refused(answer) == f"error: {file}: is there already; name another file"
    assert file.read_text() == "precious\n"


def test_delete_without_a_terminal_needs_yes(mine: Path) -> None:
    command = ["delete", "league", "--store", str(mine)]
    ran = subprocess.run(
        [ARENA, *command], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 2
    assert ran.stderr == (
        "error: league: 6 pairs, 12 matches and their logs: not deleted; add --yes to delete it\n"
    )
    assert len(json.loads(call("matches", "--json", "--store", mine).out)) == 12
    answer = call(*command, "--yes")
    assert answer == Answer(0, "", "deleted league: 6 pairs, 12 matches and their logs\n")
    assert "holds no tournament yet" in refused(call("status", "--store", mine))
    assert not (mine.with_name("store.sqlite.logs") / "league").exists()


@pytest.mark.parametrize(("typed", "gone"), [("league", True), ("y", False), ("", False)])
def test_delete_on_a_terminal_asks_for_the_name(mine: Path, typed: str, gone: bool) -> None:
    leader, follower = pty.openpty()
    with subprocess.Popen(
        [ARENA, "delete", "league", "--store", mine],
        stdin=follower,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        os.close(follower)
        os.write(leader, typed.encode() + b"\n")
        _, err = process.communicate(timeout=PATIENCE)
    os.close(leader)
    assert "This deletes league: 6 pairs, 12 matches and their logs, for good." in err
    assert process.returncode == (0 if gone else 2), err
    assert (call("status", "--store", mine).code != 0) is gone


def test_delete_is_refused_while_a_runner_works_on_the_store(mine: Path) -> None:
    with hold(mine, "league"):
        answer = call("delete", "league", "--yes", "--store", mine)
    assert f"process {os.getpid()} already runs a tournament on this store" in refused(answer, 1)
    assert call("status", "--store", mine).code == 0


def test_delete_and_archive_name_the_tournaments_there_are(mine: Path, place: Place) -> None:
    for command in (["delete", "other", "--yes"], ["archive", "other", "-o", place.folder / "f"]):
        answer = call(*command, "--store", mine)
        assert "no tournament 'other'; it holds league" in refused(answer)


# arena rebuild


def test_rebuild_tells_that_all_is_equal(mine: Path) -> None:
    answer = call("rebuild", "--store", mine)
    said = f"{mine}: equal to what its records say: 12 matches of 1 tournament\n"
    assert answer == Answer(0, said, "")


def test_rebuild_mends_results_and_tells_what_differed(mine: Path) -> None:
    board = call("leaderboard", "--json", "--store", mine).out
    with closing(sqlite3.connect(mine)) as database:
        database.execute("UPDATE meeting SET won = 0, lost = 2")
        database.commit()
    assert call("leaderboard", "--json", "--store", mine).out != board
    answer = json.loads(call("rebuild", "--json", "--store", mine).out)
    assert answer["differences"].keys() == {"meeting"}
    assert call("leaderboard", "--json", "--store", mine).out == board


def test_rebuild_from_exported_records_needs_a_name(mine: Path, place: Place) -> None:
    records, new = place.folder / "records.jsonl", place.folder / "new.sqlite"
    call("export", "-o", records, "--store", mine)
    assert "give --tournament" in refused(call("rebuild", records, "--store", new))
    answer = call("rebuild", records, "--tournament", "again", "--store", new)
    assert answer == Answer(0, f"{new}: 12 matches of 1 tournament, from {records}\n", "")
    scores = [
        {row["bot"]: row["score"] for row in json.loads(board)["bots"]}
        for board in (call("leaderboard", "--json", "--store", path).out for path in (mine, new))
    ]
    assert scores[0] == scores[1]


def test_a_backup_is_remembered_where_the_store_is(mine: Path, place: Place) -> None:
    with Store(mine) as store:
        back_up(store, place.folder / "copy.sqlite")
    text = mine.with_name("store.sqlite.backups").read_text()
    assert re.fullmatch(rf"20\S+ {place.folder}/copy\.sqlite\n", text)
