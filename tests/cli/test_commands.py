"""The `arena` command as people and programs use it."""

import json
import os
import re
import shutil
import sqlite3
import subprocess
import unicodedata
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import msgspec
import pytest

from arena.cli.main import cli
from arena.cli.match_view import match_text
from arena.records import decode_record
from arena.registry import shipped
from arena.rules import Seat
from arena.store import Store
from tests.cli.commands import ARENA, NASTY, Answer, call, on_terminal, real
from tests.oracle.record import replay
from tests.store.matches import crashes, first, played
from tests.tournament.places import Place
from tests.tournament.running import PATIENCE, Arena

COMMANDS = [
    *("run", "serve", "report", "compare", "play", "leaderboard", "crosstable", "cycles"),
    *("plot", "matches", "show", "export", "reveal", "verify", "audit", "status", "logs"),
    *("analyse", "bundle", "backup", "archive", "delete", "rebuild", "doctor", "bench"),
    *("new", "check", "repro", "submit", "bots", "token"),
]


def refused(answer: Answer, code: int = 2) -> str:
    """The one line that says why; nothing on the standard output."""
    assert answer.code == code, answer
    assert answer.out == ""
    assert "Traceback" not in answer.err
    return answer.err.strip().splitlines()[-1]


def read(league: Arena, *arguments: str) -> Answer:
    answer = call(*arguments, "--store", league.place.store)
    assert answer.code == 0, answer
    assert answer.err == ""
    return answer


# Help


def test_these_are_all_commands_and_the_help_lists_them() -> None:
    assert sorted(cli.commands) == sorted(COMMANDS)
    answer = call("--help")
    assert answer.code == 0
    for name in COMMANDS:
        assert re.search(rf"^  {name} +\S", answer.out, re.MULTILINE)
    assert "Exit codes: 0 done, 1 " in " ".join(answer.out.split())


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("option", ["--help", "-h"])
def test_every_command_explains_itself(name: str, option: str) -> None:
    answer = call(name, option)
    assert answer.code == 0
    assert answer.out.startswith(f"Usage: arena {name} ")
    assert re.search(r"\n\n  [A-Z]\w+ [^.]+\.", answer.out)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_of_every_command_is_explained(name: str) -> None:
    for parameter in cli.commands[name].params:
        if isinstance(parameter, click.Option):
            assert parameter.help, f"{name} {parameter.opts}"


def test_the_version_is_told() -> None:
    assert re.fullmatch(r"arena, version \d+\.\d+\.\d+\n", call("--version").out)


@pytest.mark.parametrize(
    "arguments",
    [
        ["unknown"],
        ["matches", "--unknown"],
        ["matches", "--limit", "0"],
        ["matches", "--limit", "many"],
        ["run", "-j", "0"],
        ["show"],
        ["show", "a", "--deal", "0"],
        ["play", "naive"],
        ["play", "naive", "value", "random"],
        ["leaderboard", "extra"],
        ["leaderboard", "--store", "/"],
    ],
    ids=" ".join,
)
def test_a_wrong_use_is_answered_with_exit_code_2(arguments: list[str]) -> None:
    assert refused(call(*arguments)).startswith("Error: ")


def test_it_runs_as_a_process(place: Place) -> None:
    answer = real("leaderboard", cwd=place.folder)
    assert answer.code == 2
    assert answer.err == "error: hokm-arena.sqlite: no such store; `arena run` makes one\n"
    assert list(place.folder.iterdir()) == []


# arena play


@pytest.fixture(scope="module")
def match() -> str:
    """The record of `arena play naive value --seed x`."""
    answer = real("play", "naive", "value", "--seed", "x", "--json", cwd=Path("/"))
    assert (answer.code, answer.err) == (0, "")
    return answer.out


def test_play_prints_the_result_and_the_seed(match: str) -> None:
    record = json.loads(match)
    names = [bot["name"] for bot in record["bots"]]
    winner = record["result"]["winner"]
    points = record["result"]["points"]
    answer = call("play", "naive", "value", "--seed", "x")
    assert answer == Answer(
        0,
        f"{names[winner]} beats {names[1 - winner]} {points[winner]}:{points[1 - winner]}"
        "  (seed x)\n",
        "",
    )


def test_play_with_json_prints_one_valid_record(match: str) -> None:
    assert match.count("\n") == 1
    record = decode_record(match.encode())
    assert [bot.name for bot in record.bots] == ["naive", "value"]
    assert record.result.reason == "normal"
    assert replay(json.loads(match)).over() is True


def test_play_with_moves_tells_every_deal_and_trick(match: str) -> None:
    record = json.loads(match)
    answer = call("play", "naive", "value", "--seed", "x", "--moves")
    deals = re.findall(r"^deal (\d+) · hakem (\w+) · trump [♠♥♦♣]$", answer.out, re.MULTILINE)
    names = ["naive", "value"]
    assert deals == [(str(deal["deal"]), names[deal["hakem"]]) for deal in record["deals"]]
    tricks = re.findall(r"^ +\d+ +(naive|value) leads \S+, \S+ answers: ", answer.out, re.M)
    assert len(tricks) == sum(len(deal["plays"]) // 2 for deal in record["deals"])
    ends = re.findall(r"^  (\w+) wins (\d+):(\d+)(, a kot)?: (\d) point", answer.out, re.M)
    assert [(name, int(points)) for name, _, _, _, points in ends] == [
        (names[deal["winner"]], deal["points"]) for deal in record["deals"]
    ]


def test_play_with_another_seed_deals_other_cards(match: str) -> None:
    other = json.loads(call("play", "naive", "value", "--seed", "y", "--json").out)
    assert other["hakem_draw"] != json.loads(match)["hakem_draw"]


def test_play_without_a_seed_draws_one_and_tells_it() -> None:
    said = call("play", "naive", "random").out
    (seed,) = re.findall(r"\(seed ([0-9a-f]{16})\)\n", said)
    assert call("play", "naive", "random", "--seed", seed).out == said


def test_play_takes_a_folder_and_the_first_bot_has_seat_0(match: str) -> None:
    folder = shipped("bots") / "value"
    record = json.loads(call("play", folder, "naive", "--seed", "x", "--json").out)
    assert [bot["name"] for bot in record["bots"]] == ["value", "naive"]
    assert record["hakem_draw"] == json.loads(match)["hakem_draw"]


def test_play_answers_an_unknown_bot_with_those_there_are() -> None:
    text = refused(call("play", "naive", "nobody"))
    assert text.startswith(
        "error: 'nobody': no bot of that name was submitted to hokm-arena.sqlite or comes with the "
        "arena. There are naive, "
    )


def test_play_names_the_program_that_a_bot_needs(place: Place) -> None:
    folder = place.bot("mine", run=["a-program-that-no-host-has"])
    text = refused(call("play", folder, "naive"))
    assert text == (
        f"error: {folder}: needs 'a-program-that-no-host-has', which this host does not have"
    )


def test_play_stores_nothing(place: Place) -> None:
    assert real("play", "naive", "random", "--seed", "x", cwd=place.folder).code == 0
    assert [path.name for path in place.folder.iterdir()] == []


# arena leaderboard


def test_the_leaderboard_lists_bots_the_best_first(league: Arena) -> None:
    lines = read(league, "leaderboard").out.splitlines()
    assert lines[0].split() == ["rank", "bot", "Elo", "95", "%", "score", "pairs", "forfeits"]
    assert [line.split()[1] for line in lines[2:5]][2] == "grumbler"
    assert lines[-1] == "league: 6 mirror pairs"


def test_the_leaderboard_counts_forfeits_by_fault(league: Arena) -> None:
    row = next(x for x in read(league, "leaderboard").out.splitlines() if "grumbler" in x)
    assert row.endswith("4 crash, 4 malformed")


def test_lesson_15_the_leaderboard_has_an_error_bar_in_every_row(league: Arena) -> None:
    for row in read(league, "leaderboard").out.splitlines()[2:5]:
        assert re.search(r"±\d+|one-sided", row)


def test_the_leaderboard_as_json_says_the_same(league: Arena) -> None:
    board = json.loads(read(league, "leaderboard", "--json").out)
    assert (board["tournament"], board["pairs"], board["groups"]) == ("league", 6, 1)
    rows = {row["bot"]: row for row in board["bots"]}
    assert set(rows) == {"naive", "value", "grumbler"}
    assert rows["grumbler"]["forfeits"] == {"crash": 4, "malformed": 4}
    assert rows["grumbler"]["score"] == 0
    assert rows["grumbler"]["bound"] == "≤"
    assert rows["grumbler"]["interval"][0] is None
    assert all(re.fullmatch("[0-9a-f]{12}", row["version"]) for row in rows.values())
    assert all(row["pairs"] == 4 for row in rows.values())
    with Store(league.place.store) as store:
        names = [entrant.name for entrant in store.tournament().entrants]
    assert set(rows) == set(names)


def test_an_anchor_shows_a_bot_with_its_elo(league: Arena) -> None:
    board = json.loads(read(league, "leaderboard", "--json", "--anchor", "value:2000").out)
    assert next(row["elo"] for row in board["bots"] if row["bot"] == "value") == pytest.approx(2000)


@pytest.mark.parametrize(
    ("anchor", "message"),
    [
        ("value", "an anchor reads bot:rating, not 'value'"),
        ("", "an anchor reads bot:rating, not ''"),
        ("nobody:1", "the anchor 'nobody' is not one of the bots"),
    ],
)
def test_a_wrong_anchor_is_refused(league: Arena, anchor: str, message: str) -> None:
    answer = call("leaderboard", "--anchor", anchor, "--store", league.place.store)
    assert refused(answer) == f"error: {message}"


# arena matches


def test_matches_lists_the_newest_first_with_how_they_ended(league: Arena) -> None:
    lines = read(league, "matches").out.splitlines()
    headers = "match seat 0 seat 1 points winner how deals"
    assert " ".join(lines[0].split()) == headers
    with Store(league.place.store) as store:
        rows = store.matches("league")
    assert [line.split()[0] for line in lines[2:]] == [row.match for row in rows]
    assert [line.split()[-1] for line in lines[2:]] == [str(row.deals) for row in rows]
    assert {line.split()[-2] for line in lines[2:]} == {"normal", "crash", "malformed"}


def test_matches_as_json_says_the_same(league: Arena) -> None:
    found = json.loads(read(league, "matches", "--json").out)
    with Store(league.place.store) as store:
        rows = store.matches("league")
    assert [row["match"] for row in found] == [row.match for row in rows]
    assert set(found[0]) == {"match", "bots", "points", "winner", "reason", "fault", "deals"}
    assert found[0]["bots"] == list(rows[0].bots)
    assert {row["reason"] for row in found} == {"normal", "forfeit"}


def test_matches_can_be_narrowed_down(league: Arena) -> None:
    def listed(*options: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = json.loads(read(league, "matches", "--json", *options).out)
        return found

    assert len(listed()) == 12
    assert len(listed("--limit", "3")) == 3
    assert listed("--limit", "3") == listed()[:3]
    assert {row["fault"] for row in listed("--faults")} == {"crash", "malformed"}
    assert all("value" in row["bots"] for row in listed("--bot", "value"))
    assert len(listed("--bot", "value")) == 8
    assert listed("--faults", "--bot", "value", "--limit", "1")[0]["fault"] is not None


def test_matches_shows_twenty_where_no_number_is_given() -> None:
    limit = next(option for option in cli.commands["matches"].params if option.name == "limit")
    assert limit.default == 20


def test_no_matches_are_called_so(arena: Arena) -> None:
    (arena.place.folder / "config.toml").touch()
    arena.place.open(arena.place.league())
    answer = call("matches", "--store", arena.place.store)
    assert answer == Answer(0, "no such matches\n", "")
    assert call("matches", "--json", "--store", arena.place.store).out == "[]\n"


def test_matches_answers_an_unknown_bot_with_those_there_are(league: Arena) -> None:
    answer = call("matches", "--bot", "nobody", "--store", league.place.store)
    assert refused(answer) == "error: no bot 'nobody' in league; it has naive, value, grumbler"


# arena show


def test_show_tells_a_stored_match(league: Arena) -> None:
    text = read(league, "show", "1:naive:value.1").out
    assert text.startswith("1:naive:value.1: ")
    assert "turned for hakem, " in text
    record = json.loads(read(league, "show", "1:naive:value.1", "--json").out)
    assert len(re.findall(r"^deal \d+ ", text, re.MULTILINE)) == len(record["deals"])


def test_show_as_json_is_the_record_that_was_stored(league: Arena) -> None:
    with Store(league.place.store) as store:
        for line in store.record_lines("league"):
            match = json.loads(line)["match"]
            assert read(league, "show", match, "--json").out == line.decode() + "\n"


def test_show_can_tell_one_deal_alone(league: Arena) -> None:
    whole = read(league, "show", "1:naive:value.1").out
    deal = read(league, "show", "1:naive:value.1", "--deal", "2").out
    assert re.findall(r"^deal (\d+) ", deal, re.MULTILINE) == ["2"]
    assert "turned for hakem" not in deal
    assert deal.split("\n", 1)[1].strip() in whole


def test_lesson_03_show_tells_what_a_crash_left_behind(league: Arena) -> None:
    with Store(league.place.store) as store:
        crashed = next(row for row in store.matches("league", faults=True) if row.fault == "crash")
    text = read(league, "show", crashed.match).out
    assert "by forfeit: grumbler: crash: the process ended: exit code 1" in text
    assert "broken off" in text
    assert "\nthe last messages:\n" in text
    assert '"type":"act"' in text
    assert "\nthe end of what it wrote:\n" in text
    assert "RuntimeError" in text
    logs = [Path(path) for path in re.findall(r"^log: (.*)$", text, re.MULTILINE)]
    assert any("RuntimeError" in log.read_text() for log in logs)


def test_show_tells_the_notes_of_a_bot_beside_the_deal(league: Arena) -> None:
    text = read(league, "show", "1:grumbler:naive.1", "--deal", "1").out
    assert re.search(r"^  note at decision \d+: a note", text, re.MULTILINE)


def test_show_answers_an_unknown_match_with_where_to_look(league: Arena) -> None:
    answer = call("show", "9:naive:value.1", "--store", league.place.store)
    assert refused(answer) == (
        "error: no match '9:naive:value.1' in league; `arena matches` lists them"
    )


def test_show_answers_a_deal_that_was_not_played_with_how_many_were(league: Arena) -> None:
    answer = call("show", "1:naive:value.1", "--deal", "99", "--store", league.place.store)
    assert re.fullmatch(r"error: 1:naive:value\.1 has \d+ deals", refused(answer))


# arena export


def test_export_prints_every_record_a_line(league: Arena) -> None:
    with Store(league.place.store) as store:
        stored = [line for line, _ in store.exported("league")]
    answer = read(league, "export")
    assert answer.out.encode() == b"".join(line + b"\n" for line in stored)
    for line in stored:
        replay(json.loads(line))


def test_export_to_a_file_says_how_many_and_the_last_link(league: Arena, place: Place) -> None:
    path = place.folder / "records.jsonl"
    answer = call("export", "-o", path, "--store", league.place.store)
    with Store(league.place.store) as store:
        head = store.chain_head("league")
    assert answer == Answer(0, "", f"{path}: 12 records, last link {head}\n")
    assert path.read_text() == read(league, "export").out
    assert [file.name for file in place.folder.iterdir()] == ["records.jsonl"]


def damaged(league: Arena, place: Place) -> Path:
    """A copy of the store whose last record cannot be read."""
    with (
        closing(sqlite3.connect(league.place.store)) as source,
        closing(sqlite3.connect(place.store)) as copy,
    ):
        source.backup(copy)
        copy.execute("UPDATE match SET record = x'00' WHERE number = 12")
        copy.commit()
    return place.store


def test_export_replaces_a_file_whole_or_not_at_all(league: Arena, place: Place) -> None:
    store = damaged(league, place)
    path = place.folder / "out" / "records.jsonl"
    path.parent.mkdir()
    path.write_text("from yesterday\n")
    answer = call("export", "-o", path, "--store", store)
    assert answer.code == 1
    assert "a record is damaged" in answer.err
    assert path.read_text() == "from yesterday\n"
    assert [file.name for file in path.parent.iterdir()] == ["records.jsonl"]


def test_export_does_not_replace_a_device(league: Arena, place: Place) -> None:
    link = place.folder / "stdout"
    link.symlink_to("/dev/stdout")
    answer = real("export", "-o", link, "--store", league.place.store, cwd=place.folder)
    assert answer.code == 0, answer.err
    assert link.is_symlink()
    assert answer.out == read(league, "export").out


def test_export_writes_into_a_pipe_and_does_not_replace_it(league: Arena, place: Place) -> None:
    pipe = place.folder / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE) as reader:
        try:
            answer = call("export", "-o", pipe, "--store", league.place.store)
            assert (answer.code, pipe.is_fifo()) == (0, True)
            out, _ = reader.communicate(timeout=PATIENCE)
        finally:
            reader.kill()
    assert out.decode() == read(league, "export").out


def test_export_to_a_folder_that_is_not_there_is_refused(league: Arena, place: Place) -> None:
    path = place.folder / "nowhere" / "records.jsonl"
    answer = call("export", "-o", path, "--store", league.place.store)
    assert refused(answer) == f"error: {path}: No such file or directory"


def test_export_to_a_reader_that_has_enough_is_no_crash(league: Arena) -> None:
    shell = f"'{ARENA}' export --store '{league.place.store}' | head -1"
    ran = subprocess.run(["sh", "-c", shell], capture_output=True, text=True, check=True)
    assert ran.stderr == ""
    assert json.loads(ran.stdout)["record"] == 1


# Stores and tournaments that are not there


READERS = [
    ["leaderboard"],
    ["crosstable"],
    ["cycles"],
    ["plot", "ratings"],
    ["matches"],
    ["show", "1:a:b.1"],
    ["export"],
]


@pytest.mark.parametrize("command", READERS, ids=lambda command: str(command[0]))
def test_a_store_that_is_not_there_is_named_and_not_made(place: Place, command: list[str]) -> None:
    text = refused(call(*command, "--store", place.store))
    assert text == f"error: {place.store}: no such store; `arena run` makes one"
    assert list(place.folder.iterdir()) == []


@pytest.mark.parametrize("command", READERS, ids=lambda command: str(command[0]))
def test_an_unknown_tournament_is_answered_with_those_there_are(
    league: Arena, command: list[str]
) -> None:
    answer = call(*command, "--tournament", "cup", "--store", league.place.store)
    assert refused(answer) == (f"error: {league.place.store}: no tournament 'cup'; it holds league")


@pytest.mark.parametrize("command", READERS, ids=lambda command: str(command[0]))
def test_a_store_without_a_tournament_says_how_to_get_one(place: Place, command: list[str]) -> None:
    with Store(place.store, create=True):
        pass
    text = refused(call(*command, "--store", place.store))
    assert text == f"error: {place.store}: holds no tournament yet; `arena run` plays one"


@pytest.mark.parametrize("command", READERS, ids=lambda command: str(command[0]))
def test_a_file_that_is_no_store_fails_with_exit_code_1(place: Place, command: list[str]) -> None:
    place.store.write_text("no database " * 100)
    text = refused(call(*command, "--store", place.store), code=1)
    assert text == f"error: {place.store}: file is not a database"


def test_the_newest_tournament_is_meant_and_an_older_one_can_be_named(
    league: Arena, place: Place
) -> None:
    shutil.copy(league.place.store, place.store)
    tables = place.league()
    tables["tournament"]["name"] = "cup"
    place.open(tables)
    assert "cup: 0 mirror pairs" in call("leaderboard", "--store", place.store).out
    named = call("leaderboard", "--tournament", "league", "--store", place.store)
    assert "league: 6 mirror pairs" in named.out


# arena run


def test_run_prints_the_standings_as_json_and_all_else_elsewhere(league: Arena) -> None:
    board = json.loads((league.place.folder / "standings.json").read_text())
    anchored = read(league, "leaderboard", "--json", "--anchor", "naive:1700")
    assert board == json.loads(anchored.out)


def test_lesson_19_the_plan_names_every_setting(league: Arena) -> None:
    said = (league.place.folder / "said.txt").read_text()
    with Store(league.place.store) as store:
        stored = store.tournament()
    plan = dict(line.split(":", 1) for line in said.splitlines())
    settings = json.loads(stored.config)
    expected = {
        "tournament": "league, round-robin, 2 cycles = 6 mirror pairs = 12 matches",
        "bots": ", ".join(f"{bot.name} ({bot.version})" for bot in stored.entrants),
        "format": "to 7 points",
        "rules": "kot 2 for hakem, 3 for the other",
        "time": "60000 ms to start, 60000 ms a move, bank 10000 ms, increment 0 ms, "
        "not on the opponent's time",
        "seed": f"given in the config, so no secret, committed to as {stored.commitment}",
        "store": str(league.place.store),
    }
    for key, value in expected.items():
        assert plan[key].strip() == value
    for key, value in settings["limits"].items():
        assert f"{key} {value}" in plan["limits"]
    assert plan["sandbox"].strip().startswith("full (bubblewrap ")
    assert re.fullmatch(r"\d+ referees?, jobs of up to 2 pairs", plan["processes"].strip())
    assert "runner" not in said.replace(str(league.place.store), ""), "the seed is a secret"


def test_lesson_19_the_plan_is_printed_before_the_first_match(arena: Arena) -> None:
    bot = arena.braked()
    arena.brake(bot).touch()
    config = arena.write(["naive", bot], cycles=1)
    with arena.start("run", config, "-j", "1") as process:
        assert process.stderr is not None
        plan = [next(process.stderr) for _ in range(10)]
        assert plan[0].startswith("tournament:  league")
        assert plan[-1] == f"store:       {arena.place.store}\n"
        assert arena.done() == set()
        arena.brake(bot).unlink()
        process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert len(arena.done()) == 1


def test_lesson_19_a_config_that_is_wrong_fails_before_the_first_match(arena: Arena) -> None:
    config = arena.write(["naive", "value"], cycles=1, bacth=3)
    answer = call("run", config, "--store", arena.place.store)
    assert refused(answer) == (
        f"error: {config}: unknown key `tournament.bacth`; did you mean `batch`? "
        "Allowed here: name, cycles, schedule, format, decks, seed, batch, anchor, "
        "challengers, rounds, pairs, sudden_death, seeding, adaptive, rated_with"
    )


def test_a_bot_that_is_left_out_is_named_with_what_is_missing(arena: Arena) -> None:
    missing = arena.place.bot("odd", run=["no-such-program"])
    config = arena.write(["naive", "value", missing], cycles=1)
    config.write_text(config.read_text() + '"optional" = true\n')
    ran = arena.run("run", config, "-j", "1")
    assert ran.returncode == 0, ran.stderr
    assert "left out:    odd: this host has no 'no-such-program'" in ran.stderr
    assert "odd" not in ran.stdout


def test_run_without_a_config_plays_the_quick_start(arena: Arena) -> None:
    with arena.start("run", "-j", "1") as process:
        assert process.stderr is not None
        first = next(process.stderr)
        process.kill()
    assert first.startswith("tournament:  quickstart, round-robin, 100 cycles = ")


def test_a_changed_config_is_refused_with_what_differs(league: Arena) -> None:
    text = (league.place.folder / "config.toml").read_text()
    changed = league.place.config(text.replace('"cycles" = 2', '"cycles" = 3'), "changed.toml")
    answer = real("run", changed, "--store", league.place.store, cwd=league.place.folder)
    assert "other settings: `tournament.cycles` was 2, is 3. Put them back, or " in refused(answer)


def test_on_a_terminal_progress_is_one_line_that_is_rewritten(arena: Arena) -> None:
    config = arena.write(["naive", "value"], cycles=2, batch=1)
    code, seen = on_terminal(
        "run", config, "-j", "1", "--store", arena.place.store, cwd=arena.place.folder, columns=60
    )
    assert code == 0
    *shown, standings = re.findall(r"\r\x1b\[K([^\r]*)", seen)
    assert any(re.match(r"\d of 4 matches", line) for line in shown)
    assert all(len(line) < 60 for line in shown)
    assert re.match(r" +rank +bot", standings), "the line is gone before the standings come"


# Sandboxes that are not there


@pytest.fixture
def no_sandbox(place: Place, monkeypatch: pytest.MonkeyPatch) -> str:
    """A bwrap that fails as it does where user namespaces are denied; returns its complaint."""
    complaint = "bwrap: No permissions to create new namespace, likely because of this kernel"
    bwrap = place.folder / "bwrap"
    bwrap.write_text(f"#!/bin/sh\necho '{complaint}' >&2\nexit 1\n")
    bwrap.chmod(0o755)
    monkeypatch.setenv("ARENA_BWRAP", str(bwrap))
    return complaint


HINT = "sudo sysctl kernel.unprivileged_userns_clone=1"


def test_doctor_says_that_all_is_well() -> None:
    answer = call("doctor")
    assert answer.code == 0
    assert answer.out.startswith("sandbox: full (bubblewrap ")
    assert re.search(r"^cores: \d+, kernel \S+, Python \d", answer.out, re.MULTILINE)
    assert re.search(r"^Python +/\S+", answer.out, re.MULTILINE)


def test_doctor_as_json_says_the_same() -> None:
    answer = call("doctor", "--json")
    assert answer.code == 0
    found = json.loads(answer.out)
    assert found["sandbox"] == "full"
    assert found["bubblewrap"]["version"]
    assert found["languages"]["Python"]
    assert set(found) == {
        *("sandbox", "memory", "bubblewrap", "enforced", "reasons"),
        *("cores", "kernel", "python", "languages"),
    }


def test_doctor_explains_what_is_missing_and_fails(no_sandbox: str) -> None:
    answer = call("doctor")
    assert answer.code == 1
    assert answer.out.startswith("sandbox: none. ")
    assert HINT in answer.out
    assert no_sandbox in answer.out


def test_doctor_as_json_explains_what_is_missing_and_fails(no_sandbox: str) -> None:
    answer = call("doctor", "--json")
    assert answer.code == 1
    found = json.loads(answer.out)
    assert (found["sandbox"], found["bubblewrap"]["path"]) == ("none", None)
    assert HINT in found["reasons"][0]


@pytest.mark.usefixtures("no_sandbox")
def test_without_a_sandbox_nothing_is_played_and_the_way_out_is_named(arena: Arena) -> None:
    config = arena.write(["naive", "random"], cycles=1)
    for command in (
        ["run", str(config), "--store", str(arena.place.store)],
        ["play", "naive", "value"],
    ):
        answer = call(*command)
        assert answer.code == 1
        assert answer.out == ""
        assert "error: sandbox: none. " in answer.err
        assert HINT in answer.err
        assert "`arena doctor` says more" in answer.err
        assert "--unsafe-no-sandbox" in answer.err
    assert not arena.place.store.exists()


@pytest.mark.usefixtures("no_sandbox")
def test_without_a_sandbox_bots_run_where_it_is_asked_for_and_every_record_says_so(
    arena: Arena,
) -> None:
    config = arena.write(["naive", "random"], cycles=1)
    ran = arena.run("run", config, "-j", "1", "--unsafe-no-sandbox", "--json")
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr.startswith("WARNING: no sandbox. These bots can read, change and delete ")
    assert "sandbox:     NONE" in ran.stderr
    json.loads(ran.stdout)
    records = arena.records()
    assert len(records) == 2
    assert all(r["sandbox"] == {"level": "none", "memory": "none"} for r in records.values())


# Text from strangers


COLOURS = re.compile(r"\x1b\[(0|1|3[1-3])m")
"""What the program itself puts into its text on a terminal."""


def assert_tame(seen: str) -> None:
    """Nothing but the program's own colours moves, hides, turns or rings anything."""
    text = COLOURS.sub("", seen).replace("\r\n", "")
    wild = {c for c in text if unicodedata.category(c)[0] == "C" or c in "\u2028\u2029"}
    assert not wild, ascii(wild)


def faulty(league: Arena, fault: str) -> str:
    with Store(league.place.store) as store:
        rows = store.matches("league", faults=True)
    return next(row.match for row in rows if row.fault == fault)


@pytest.mark.parametrize("fault", ["crash", "malformed"])
def test_what_a_bot_wrote_is_shown_spelt_out(league: Arena, fault: str) -> None:
    match = faulty(league, fault)
    with Store(league.place.store) as store:
        stored = store.match("league", match)
    assert stored is not None
    assert stored.crash is not None
    assert any("\x1b" in note for _, note in stored.record.notes)
    code, seen = on_terminal("show", match, "--store", league.place.store, cwd=league.place.folder)
    assert code == 0
    assert_tame(seen)
    assert r"\x1b[2J" in seen
    assert r"\u202e" in seen


@pytest.mark.parametrize("fault", ["crash", "malformed"])
def test_what_a_bot_wrote_cannot_pass_for_a_line_of_the_program(league: Arena, fault: str) -> None:
    text = read(league, "show", faulty(league, fault)).out
    assert r"\nnaive wins 7:0, a kot: 99 points" in text
    assert not re.search(r"^\s*naive wins 7:0, a kot: 99", text, re.MULTILINE)


@pytest.mark.parametrize("command", [["matches", "--faults"], ["leaderboard"], ["doctor"]])
def test_lists_are_tame(league: Arena, command: list[str]) -> None:
    store = [] if command == ["doctor"] else ["--store", str(league.place.store)]
    code, seen = on_terminal(*command, *store, cwd=league.place.folder)
    assert code == 0
    assert_tame(seen)


def test_what_a_crash_left_behind_is_spelt_out_whatever_the_store_holds() -> None:
    half = played("1:a:b", (first, crashes)).halves[0]
    assert half.crash is not None
    assert half.crash.stderr == "Traceback: \x1b[31moh\n"
    text = match_text(half)
    assert r"  Traceback: \x1b[31moh" in text
    assert "\x1b[31moh" not in text


def test_a_match_tells_who_was_frozen_while_it_waited() -> None:
    half = played("1:a:b").halves[0]
    assert "frozen" not in match_text(half)
    record = msgspec.structs.replace(half.record, frozen=((Seat.ONE, 612),))
    lines = match_text(replace(half, record=record)).splitlines()
    assert lines[2] == "frozen while it waited: b, caught computing there for 612 ms"


def test_json_carries_what_a_bot_wrote_escaped(league: Arena) -> None:
    out = read(league, "show", faulty(league, "malformed"), "--json").out
    assert "\x1b" not in out
    assert any(NASTY in note for _, note in json.loads(out)["notes"])


def test_the_message_about_a_hostile_manifest_is_tame(place: Place) -> None:
    folder = place.bot("mine")
    (folder / "bot.toml").write_text('name = "a"\nrun = ["a"]\n"\\u001b[2J\\u202e" = 1\n')
    code, seen = on_terminal("play", folder, "naive", cwd=place.folder)
    assert code == 2
    assert_tame(seen)
    assert r"unknown key `\x1b[2J\u202e`" in seen


def test_the_message_of_a_hostile_bwrap_is_tame(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    bwrap = place.folder / "bwrap"
    bwrap.write_text("#!/bin/sh\nprintf 'bwrap: \\033[2J\\007oh' >&2\nexit 1\n")
    bwrap.chmod(0o755)
    monkeypatch.setenv("ARENA_BWRAP", str(bwrap))
    code, seen = on_terminal("doctor", cwd=place.folder)
    assert code == 1
    assert_tame(seen)
    assert r"\x1b[2J" in seen
