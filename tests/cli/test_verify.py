"""`arena verify` and `arena audit` on a league of real bots, some of which fail."""

import json
from pathlib import Path

from tests.cli.commands import call
from tests.tournament.running import Arena


def test_a_league_of_real_bots_is_in_order(league: Arena) -> None:
    answer = call("verify", "-j", "1", "--store", league.place.store)
    assert answer.code == 0, answer
    assert answer.out.startswith("league: 12 matches in 6 mirror pairs, all in order\n  last link ")


def test_a_file_without_a_record_is_not_in_order(tmp_path: Path) -> None:
    empty = tmp_path / "records.jsonl"
    empty.touch()
    answer = call("verify", empty)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == f"error: {empty}: holds no record; `arena export` writes one a line\n"


def test_a_league_of_real_bots_has_no_leak(league: Arena) -> None:
    answer = call(
        *("audit", "--matches", "4", "--worlds", "1", "--json"), "--store", league.place.store
    )
    found = json.loads(answer.out)
    assert found["matches"] == 4
    assert found["decisions"] > 100
    assert found["leaking_decisions"] == 0
