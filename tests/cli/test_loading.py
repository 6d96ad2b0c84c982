"""What a command loads: no more than it needs, because that is most of the time that it takes."""

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.cli.commands import COMMANDS
from arena.cli.main import cli
from arena.store import Store
from tests.store.matches import played, tournament

LOADED = """
import sys
before = set(sys.modules)
from arena.cli.main import main
try:
    main()
finally:
    print(*(set(sys.modules) - before), file=sys.stderr)
"""

HELP = {"click", "arena.cli", "arena.errors", "arena.views"}
SHOW = {*HELP, "msgspec", *(f"arena.{name}" for name in ("records", "rules", "store", "wire"))}
LEADERBOARD = {
    *SHOW,
    *("numpy", "tabulate"),
    *(f"arena.{name}" for name in ("luck", "ratings", "results", "schedules")),
}

OPTIONAL = {"typing_extensions"}
"""What others load where it is installed."""


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a mirror pair."""
    path = tmp_path_factory.mktemp("store") / "store.sqlite"
    with Store(path, create=True) as opened:
        opened.add_tournament(tournament("t", "a", "b"))
        opened.save("t", [played("1:a:b")])
    return path


def loaded(*arguments: str | Path) -> set[str]:
    """Packages of ours and of others that the command loads."""
    ran = subprocess.run(
        [sys.executable, "-c", LOADED, *arguments], capture_output=True, text=True, check=False
    )
    names = [name.split(".") for name in ran.stderr.splitlines()[-1].split()]
    ours = {".".join(name[:2]) for name in names if name[0] == "arena" and len(name) > 1}
    others = {name[0] for name in names if name[0] not in {"arena", *sys.stdlib_module_names}}
    return ours | others - OPTIONAL


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["unknown"]], ids=" ".join)
def test_without_a_command_none_is_loaded(arguments: list[str]) -> None:
    assert loaded(*arguments) == HELP


def test_to_tell_a_match_nothing_is_loaded_that_plays_or_rates(store: Path) -> None:
    assert loaded("show", "1:a:b.1", "--store", store) == SHOW


def test_to_print_the_standings_nothing_is_loaded_that_plays(store: Path) -> None:
    assert loaded("leaderboard", "--store", store) == LEADERBOARD


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_says_what_the_help_of_each_begins_with(name: str) -> None:
    text = COMMANDS[name].help
    assert text.endswith(".")
    assert cli.commands[name].get_short_help_str(1000).startswith(text[:-1])
    assert cli.commands[name].name == name


def test_each_command_has_one_line_of_the_list() -> None:
    listed = CliRunner().invoke(cli, ["--help"]).output.partition("Commands:\n")[2]
    assert [line.split()[0] for line in listed.splitlines()] == sorted(COMMANDS)
