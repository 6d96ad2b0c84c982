"""`arena new` as an author uses it."""

from pathlib import Path

import pytest

from tests.cli.commands import call
from tests.tournament.places import Place


@pytest.fixture
def here(place: Place, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(place.folder)
    return place.folder


def test_it_says_where_to_begin_and_the_next_three_commands(here: Path) -> None:
    answer = call("new", "mybot", "--lang", "python")
    assert answer.code == 0, answer
    first, _, *commands = answer.out.splitlines()
    assert first == "mybot: a bot in Python; what it plays is decided in bot.py"
    assert commands == [
        "  arena check mybot",
        "  arena play mybot naive --moves",
        "  arena submit mybot",
    ]
    assert {"bot.py", "bot.toml", "hokm_kit.py", "test_bot.py", "README.md"} < {
        path.name for path in (here / "mybot").iterdir()
    }
    played = call("play", "mybot", "naive", "--seed", "new")
    assert played.code == 0, played
    assert "naive beats mybot" in played.out


def test_what_cannot_be_is_said_on_one_line_with_exit_code_2(here: Path) -> None:
    (here / "taken").mkdir()
    for arguments, problem in {
        ("taken", "--lang", "python"): "taken: is there already",
        ("new", "--lang", "klingon"): "no kit for 'klingon'; there are ",
        ("a b", "--lang", "python"): "'a b' is not allowed as a name; 1–40 characters",
        ("new",): "Missing option '--lang'",
    }.items():
        answer = call("new", *arguments)
        assert answer.code == 2
        assert problem in answer.err
        assert answer.out == ""
