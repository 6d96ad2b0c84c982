"""`protocol/verify`, written a second time in JavaScript, agrees with `arena verify`."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.cli.commands import call
from tests.golden import published
from tests.toolchains import needs
from tests.tournament.places import Place
from tests.trust.altered import encoded
from tests.trust.league import played

ROOT = Path(__file__).parents[2]
VERIFY = ROOT / "protocol" / "verify"


def node(*arguments: str | Path) -> "subprocess.CompletedProcess[str]":
    needs("node")
    return subprocess.run(
        ["node", *arguments], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60
    )


def test_its_own_tests_pass() -> None:
    ran = node("--test", VERIFY)
    assert ran.returncode == 0, ran.stdout
    assert "fail 0" in ran.stdout


def test_all_but_its_command_line_and_its_tests_runs_in_a_page() -> None:
    for path in VERIFY.glob("*.mjs"):
        of_node = "'node:" in path.read_text("utf-8") or "process." in path.read_text("utf-8")
        assert of_node == (path.name in ("cli.mjs", "verify.test.mjs")), path.name


@pytest.mark.parametrize("keys", [{}, {"format": "deals", "decks": 3}], ids=["match", "deals"])
def test_both_find_a_whole_tournament_in_order(place: Place, keys: dict[str, Any]) -> None:
    played(place, **keys)
    file, told = place.folder / "records.jsonl", place.folder / "reveal.json"
    assert call("export", "-o", file, "--store", place.store).code == 0
    told.write_text(call("reveal", "--json", "--store", place.store).out)
    one = call("verify", file, "--reveal", told, "-j", "1")
    other = node(VERIFY / "cli.mjs", file, told)
    assert one.code == other.returncode == 0
    assert one.out.splitlines()[1] == other.stdout.splitlines()[1]


@pytest.mark.parametrize("field", ["points", "winner", "tricks", "kot"])
def test_both_name_the_same_result_that_was_altered(tmp_path: Path, field: str) -> None:
    lines = (published.FOLDER / "records.jsonl").read_bytes().splitlines()
    record = json.loads(lines[3])
    deal = record["deals"][0]
    deal[field] = {"points": 7, "winner": 1 - deal["winner"], "tricks": [7, 7], "kot": True}[field]
    file = tmp_path / "records.jsonl"
    file.write_bytes(b"\n".join([*lines[:3], encoded(record), *lines[4:]]))
    one, other = call("verify", file, "-j", "1"), node(VERIFY / "cli.mjs", file)
    assert (one.code, other.returncode) == (3, 3)
    for said in (one.out, other.stdout):
        assert f"{record['match']}" in said
        assert "deal 1" in said
        assert field in said
