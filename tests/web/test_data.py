"""What programs get is what the command line prints."""

import csv
import io
import json
from pathlib import Path

from starlette.testclient import TestClient

from arena.records import decode_record
from arena.store import Store
from tests.cli.commands import call

T = "/tournaments/t"


def test_tables_are_those_of_the_command_line(client: TestClient, store: Path) -> None:
    for page in ("leaderboard", "crosstable"):
        out = call(page, "--store", store, "--json").out
        assert client.get(f"{T}/{page}.json").json() == json.loads(out)
        assert client.get(f"{T}/{page}.csv").text == call(page, "--store", store, "--csv").out
    listed = call("matches", "--store", store, "--json", "--bot", "c", "--faults").out
    assert client.get(f"{T}/matches.json?bot=c&faults=1").json() == json.loads(listed)
    table = call("matches", "--store", store, "--csv").out
    assert client.get(f"{T}/matches.csv?limit=20").text == table


def test_records_are_json_lines_as_they_are_exported(client: TestClient, store: Path) -> None:
    answer = client.get(f"{T}/records.jsonl")
    with Store(store) as opened:
        exported = [record for record, _ in opened.exported("t")]
        assert answer.content.splitlines() == exported
        assert [line for _, line in opened.exported_after("t", 0, 3)] == exported[:3]
        ((place, _),) = opened.exported_after("t", 0, 1)
        assert [line for _, line in opened.exported_after("t", place, 100)] == exported[1:]
    one = client.get(f"{T}/matches/1:a:b.1/record.json")
    assert decode_record(one.content).match == "1:a:b.1"


def test_progress_names_no_process(client: TestClient) -> None:
    found = client.get(f"{T}/progress.json").json()
    assert found["done"] == 9
    assert not {"runner", "pid", "voids"} & found.keys()


def test_a_tournament_shows_its_commitment_and_its_seed_once_it_is_revealed(
    client: TestClient, store: Path
) -> None:
    found = client.get("/tournaments.json").json()
    assert [each["tournament"] for each in found] == ["t", "older"]
    assert found[0]["commitment"] == "0" * 64
    assert found[0]["seed"] is None
    with Store(store) as opened:
        opened.set_revealed("t", "2024-02-03T04:05:06+00:00")
    assert client.get("/tournaments.json").json()[0]["seed"] == "seed"


def test_pairings_are_told_from_the_side_that_was_asked(client: TestClient) -> None:
    rows = client.get(f"{T}/bots/a/pairings.json").json()
    assert {(row["bot"], row["opponent"]) for row in rows} == {("a", "b"), ("a", "c")}
    text = client.get(f"{T}/bots/a/pairings.csv").text
    assert [row["opponent"] for row in csv.DictReader(io.StringIO(text))] == [
        row["opponent"] for row in rows
    ]
    ours = client.get(f"{T}/pairings/a/b/matches.json").json()
    assert len(ours) == 6
    assert ours == client.get(f"{T}/pairings/b/a/matches.json").json()
    assert all(set(row["bots"]) == {"a", "b"} for row in ours)
