"""`arena submit` and `arena bots`, and submitted bots wherever one is named."""

import json
import shutil
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arena.registry import shipped
from arena.store import Store, stored_bots
from tests.cli.commands import NASTY, call, on_terminal
from tests.referee.processes import open_folder
from tests.tournament.places import Place
from tests.tournament.running import Arena


@pytest.fixture
def unchecked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every bot passes at once."""
    monkeypatch.setattr("arena.check.submission.check", lambda trial, first: iter(()))


def like_random(place: Place, name: str, **keys: Any) -> Path:
    """A bot that plays at random."""
    folder = place.bot(name, **keys)
    for file in ("bot.py", "hokm_kit.py"):
        shutil.copy(shipped("bots") / "random" / file, folder)
    return folder


@pytest.fixture(scope="module")
def submitted() -> Iterator[Arena]:
    """A place where `mine` was submitted twice, and `Ours` once, by an author with bad manners."""
    with open_folder() as folder:
        place = Place(folder)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("arena.check.submission.check", lambda trial, first: iter(()))
            for text in ("", "# more\n"):
                folder = like_random(place, "mine")
                with (folder / "bot.py").open("a") as file:
                    file.write(text)
                assert call("submit", folder, "--store", place.store).code == 0
            ours = like_random(place, "Ours", author=NASTY, language=NASTY[:40])
            assert call("submit", ours, "--store", place.store).code == 0
        shutil.rmtree(place.folder / "mine")
        yield Arena(place)


def versions(place: Place) -> list[str]:
    with Store(place.store) as store:
        return [row.version for row in stored_bots(store)]


# submit


def test_a_bot_is_built_checked_and_taken_in_and_the_second_time_it_is_what_it_was(
    place: Place,
) -> None:
    folder = place.bot("mine", run=["./start"], build=["cp", "start.sh", "start"])
    for file in ("bot.py", "hokm_kit.py"):
        shutil.copy(shipped("bots") / "random" / file, folder)
    (folder / "start.sh").write_text("#!/bin/sh\nexec python3 bot.py\n")
    (folder / "start.sh").chmod(0o755)
    answer = call("submit", folder, "--store", place.store)
    assert answer.code == 0, answer
    (version,) = versions(place)
    assert answer.out == f"submitted as mine@1 ({version})\n"
    said = answer.err.splitlines()
    assert said[0] == "building mine"
    assert said[1].startswith("built mine in ")
    assert said[2] == "checking mine"
    assert said[3].startswith(" 3  ok")
    again = call("submit", folder, "--store", place.store)
    assert (again.code, again.err) == (0, "")
    assert again.out == f"the same content is there already, as mine@1 ({version})\n"


def test_a_bot_that_does_not_pass_the_check_is_not_taken_in(place: Place) -> None:
    folder = place.bot("mine", files={"bot.py": "raise SystemExit(3)"})
    answer = call("submit", folder, "--store", place.store)
    assert answer.code == 2
    assert answer.out == ""
    assert "FAIL  it starts in time" in answer.err
    assert answer.err.endswith("it did not pass the check; `arena check` does it again\n")
    assert versions(place) == []


def test_a_build_that_fails_is_shown_and_nothing_is_taken_in(place: Place) -> None:
    code = f"print({NASTY!r}); raise SystemExit(3)"
    files = {"bot.py": "", "make.py": code}
    folder = place.bot("mine", files=files, build=["python3", "make.py"])
    code_, seen = on_terminal("submit", str(folder), cwd=place.folder)
    assert code_ == 2
    assert "the build failed: `python3 make.py`: exit code 3" in seen
    assert "  | \\x1b[2J" in seen
    assert "\u202e" not in seen
    assert not (place.folder / "hokm-arena.sqlite.bots").joinpath("mine").exists()


@pytest.mark.usefixtures("unchecked")
def test_a_build_with_the_network_is_shouted_and_recorded(place: Place) -> None:
    folder = place.bot("mine", build=["true"])
    answer = call("submit", folder, "--store", place.store, "--allow-network-build", "--json")
    assert answer.code == 0, answer
    assert "WARNING: this build can use the network" in answer.err
    said = json.loads(answer.out)
    assert (said["bot"], said["number"], said["network"], said["new"]) == ("mine", 1, True, True)
    assert "with network" in call("bots", "--store", place.store).out


@pytest.mark.usefixtures("unchecked")
def test_a_name_is_given_to_an_author_who_has_a_token(place: Place) -> None:
    folder = place.bot("mine")
    refused = call("submit", folder, "--store", place.store, "--owner", "zahra")
    assert refused.code == 2
    assert "no token was made for 'zahra'; `arena token new` makes one" in refused.err
    call("token", "new", "zahra", "--store", place.store)
    answer = call("submit", folder, "--store", place.store, "--owner", "zahra", "--json")
    assert (answer.code, json.loads(answer.out)["owner"]) == (0, "zahra")
    (row,) = json.loads(call("bots", "--store", place.store, "--json").out)
    assert row["owner"] == "zahra"


@pytest.mark.usefixtures("unchecked")
def test_what_is_built_anyway_belongs_under_ignore(place: Place) -> None:
    folder = place.bot("mine", build=["cp", "bot.py", "bot"])
    (folder / "bot").write_text("built at home")
    answer = call("submit", folder, "--store", place.store)
    assert answer.code == 0
    assert "the build makes 'bot', which the folder holds already" in answer.err
    assert "`ignore`" in answer.err


# bots


def test_bots_lists_every_version_harmlessly(submitted: Arena) -> None:
    answer = call("bots", "--store", submitted.place.store)
    assert answer.code == 0
    rows = [line.split()[:3] for line in answer.out.splitlines()[2:5]]
    expected = versions(submitted.place)
    assert rows == [
        ["mine", "1", expected[0]],
        ["mine", "2", expected[1]],
        ["Ours", "1", expected[2]],
    ]
    assert "With the arena come naive, " in answer.out
    assert {c for c in answer.out if unicodedata.category(c)[0] == "C"} == {"\n"}
    told = json.loads(call("bots", "--store", submitted.place.store, "--json").out)
    assert [one["version"] for one in told] == expected
    assert told[2]["author"] == NASTY


def test_bots_of_a_store_that_is_not_there_are_none(place: Place) -> None:
    answer = call("bots", "--store", place.store)
    assert answer.code == 0
    assert answer.out.startswith(f"No bot was submitted to {place.store} yet; ")
    assert not place.store.exists()


# Named


def test_versions_that_were_submitted_meet_in_a_tournament(submitted: Arena) -> None:
    tables = {
        "tournament": {"name": "league", "cycles": 1, "format": "deals", "decks": 1},
        "bots": [{"bot": "mine"}, {"bot": "mine@1"}, {"bot": "ours"}, {"bot": "naive"}],
    }
    place = submitted.place
    answer = call("run", place.config(tables), "--store", place.store, "--json")
    assert answer.code == 0, answer
    bots = {row["bot"]: row["version"] for row in json.loads(answer.out)["bots"]}
    assert set(bots) == {"mine", "mine@1", "Ours", "naive"}
    assert [bots["mine@1"], bots["mine"], bots["Ours"]] == versions(place)


def test_play_and_compare_take_names_and_versions(submitted: Arena) -> None:
    store = ("--store", submitted.place.store)
    answer = call("play", "mine@1", "naive", *store)
    assert answer.code == 0, answer
    assert "mine@1" in answer.out
    answer = call("compare", "mine", "mine@1", "--max-pairs", "1", *store)
    assert answer.code == 4, answer
    same = call("compare", "mine", "mine@2", *store)
    assert same.code == 2
    assert "hold the same bot" in same.err


@pytest.mark.parametrize("command", ["play", "compare"])
@pytest.mark.parametrize(
    ("name", "answer"), [("mein", "Did you mean 'mine'?"), ("mine@9", "there is mine@1, mine@2")]
)
def test_a_name_that_nobody_has_is_answered(
    submitted: Arena, command: str, name: str, answer: str
) -> None:
    said = call(command, name, "naive", "--store", submitted.place.store)
    assert said.code == 2
    assert answer in said.err


def test_a_path_is_a_path(submitted: Arena) -> None:
    said = call("play", "./mine", "naive", "--store", submitted.place.store)
    assert said.code == 2
    assert "no such folder; a bot is a folder with a bot.toml" in said.err


# Building on the way


def test_a_tournament_builds_once_what_has_to_be_built(arena: Arena) -> None:
    place = arena.place
    folder = like_random(place, "built", run=["./start"], build=["cp", "start.sh", "start"])
    (folder / "start.sh").write_text("#!/bin/sh\nexec python3 bot.py\n")
    (folder / "start.sh").chmod(0o755)
    config = arena.write(["naive", folder], cycles=1, format="deals", decks=1)
    first = call("run", config, "--store", place.store)
    assert first.code == 0, first
    assert "building built\nbuilt built in " in first.err
    again = call("run", config, "--store", place.store)
    assert again.code == 0
    assert "building" not in again.err
    assert "building" not in call("play", folder, "naive", "--store", place.store).err


def test_a_tournament_whose_bot_cannot_be_built_does_not_begin(arena: Arena) -> None:
    bot = arena.place.bot("bad", build=["sh", "-c", "echo no rule; exit 2"])
    answer = call("run", arena.write(["naive", bot], cycles=1), "--store", arena.place.store)
    assert answer.code == 2
    assert "bad: the build failed: `sh -c 'echo no rule; exit 2'`: exit code 2" in answer.err
    assert "  | no rule" in answer.err
    with Store(arena.place.store) as store:
        assert store.tournament_names() == []


def test_a_bot_whose_compiler_is_missing_is_left_out_if_it_may_be(arena: Arena) -> None:
    bot = arena.place.bot("bad", build=["no-such-compiler"], run=["./bad"])
    config = arena.write(["naive", "value", bot], cycles=1, format="deals", decks=1)
    answer = call("run", config, "--store", arena.place.store)
    assert answer.code == 2
    assert "needs 'no-such-compiler', which this host does not have" in answer.err
    config.write_text(config.read_text() + "optional = true\n")
    answer = call("run", config, "--store", arena.place.store)
    assert answer.code == 0, answer
    assert "left out:    bad: this host has no 'no-such-compiler'" in answer.err
