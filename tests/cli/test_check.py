"""`arena check` and `arena repro` as an author uses them."""

import json
import os
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arena.check import STEPS
from arena.registry import shipped
from tests.check.checking import BOTS
from tests.cli.commands import GRUMBLER, call, on_terminal
from tests.tournament.places import Place


def novice(place: Place, mistake: str) -> Path:
    """The bot with this mistake."""
    files = {"bot.py": (BOTS / "novice" / "bot.py").read_text("utf-8")}
    run = ["python3", "bot.py", mistake]
    return place.bot("novice", files=files, run=run, transport="stdio")


@contextmanager
def inside(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def test_a_good_bot_gets_a_line_for_every_step_and_exit_code_0(place: Place) -> None:
    with inside(place.folder):
        answer = call("check", shipped("bots") / "random", "--quick")
        assert answer.code == 0, answer
        for number, step in enumerate(STEPS, start=1):
            assert f"{number:>2}  ok    {step.title}\n" in answer.out
        assert "all 12 steps passed" in answer.out
        assert list(place.folder.iterdir()) == []


def test_a_failure_is_told_with_all_there_is_to_know_and_can_be_done_again(place: Place) -> None:
    bot = novice(place, "text for a list")
    with inside(place.folder):
        answer = call("check", "novice", "--quick")
        assert answer.code == 1
        lines = answer.out.splitlines()
        for label in ("sent       {", "came back  {", "rule       mal", "try        Cards thrown"):
            assert any(line.startswith(f"          {label}") for line in lines), label
        assert '"legal":[{"trump":"S","throw":[' in answer.out
        assert ",…,{" in answer.out
        assert "not tried without step 4" in answer.out
        assert lines[-2].startswith("failed: 4 (positions); 7 not tried")
        assert lines[-1] == "the same decision again: arena repro novice.repro.json"

        answer = call("repro", "novice.repro.json")
        assert answer.code == 1
        assert "verdict    malformed: Expected `array`" in answer.out
        assert answer.out.endswith("it fails again\n")

        (bot / "bot.toml").write_text((bot / "bot.toml").read_text().replace("text for a ", "x"))
        answer = call("repro", "novice.repro.json")
        assert answer.code == 0
        assert "(another version than the one that failed, " in answer.out
        assert "verdict    legal" in answer.out
        assert answer.out.endswith("it does not fail any more\n")

        answer = call("repro", "novice.repro.json", "--json", "--bot", bot)
        told = json.loads(answer.out)
        assert (told["fails"], told["tries"][0]["verdict"]) == (False, "legal")


def test_json_tells_every_step_and_where_the_bundle_is(place: Place) -> None:
    bot = novice(place, "passes")
    bundle = place.folder / "x.json"
    answer = call("check", bot, "--quick", "--json", "--bundle", bundle)
    assert answer.code == 1
    told = json.loads(answer.out)
    assert told["passed"] is False
    assert told["bot"]["name"] == "novice"
    assert told["bundle"] == str(bundle)
    assert bundle.exists()
    assert [step["number"] for step in told["steps"]] == list(range(1, 13))
    wrong = told["steps"][3]
    assert (wrong["name"], wrong["verdict"]) == ("positions", "failed")
    assert "Nobody can pass" in wrong["finding"]["advice"]
    assert json.loads(wrong["finding"]["sent"])["type"] == "act"


def test_a_tournaments_own_rules_time_and_limits_can_be_checked_against(place: Place) -> None:
    config = place.config(
        {**place.league(), "time": {"move_ms": 700}, "limits": {"memory_mib": 99}}
    )
    with inside(place.folder):
        answer = call("check", novice(place, "illegal"), "--quick", "--json", "--config", config)
    step = json.loads(answer.out)["steps"][3]
    assert json.loads(step["finding"]["sent"])["move_ms"] == 700
    bundle = json.loads((place.folder / "novice.repro.json").read_text())
    assert bundle["start"]["limits"]["memory_mib"] == 99


def test_checked_from_within_its_folder_a_bot_stays_as_it_is(place: Place) -> None:
    bot = novice(place, "illegal")
    files = sorted(path.name for path in bot.iterdir())
    with inside(bot):
        answer = call("check", ".", "--quick")
    assert answer.code == 1
    assert sorted(path.name for path in bot.iterdir()) == files
    assert (place.folder / "novice.repro.json").exists()


def test_a_folder_that_is_not_there_is_a_wrong_command(place: Place) -> None:
    for arguments in (["check", "no-such"], ["repro", "no-such"]):
        answer = call(*arguments)
        assert answer.code == 2
        assert "no-such" in answer.err
        assert "Traceback" not in answer.err


def test_a_bot_cannot_disturb_the_terminal_it_is_checked_on(place: Place) -> None:
    kit = (shipped("bots") / "random" / "hokm_kit.py").read_text("utf-8")
    crashes = GRUMBLER.replace('observation["deal"] == 1', "False")
    place.bot("grumbler", files={"bot.py": crashes, "hokm_kit.py": kit})
    code, seen = on_terminal("check", "grumbler", "--quick", cwd=place.folder)
    assert code == 1
    ours = ("\x1b[K", "\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[32m", "\x1b[33m", "\r")
    for code_of_ours in ours:
        seen = seen.replace(code_of_ours, "")
    assert "owned" in seen
    hidden = {c for c in seen if unicodedata.category(c)[0] == "C"}
    assert hidden == {"\n"}, ascii(seen)


def test_a_failure_that_does_not_come_again_is_not_called_mended(place: Place) -> None:
    novice(place, "ends with the match")
    with inside(place.folder):
        assert call("check", "novice", "--quick").code == 1
        answer = call("repro", "novice.repro.json")
    assert answer.code == 0
    assert "after the " not in answer.out.split("alone")[0]
    assert "it did not fail this time, and is the same bot" in answer.out
