"""What README.md and the other pages promise is so."""

import re
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from arena.cli.main import cli
from tests import quick_start
from tests.toolchains import needs
from tests.tournament.running import PATIENCE, eventually

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
ALL_COMMANDS = (ROOT / "arena" / "cli" / "README.md").read_text("utf-8")
ARENA = Path(sys.executable).with_name("arena")


def commands(page: str) -> list[list[str]]:
    """What the page tells to type behind `arena`."""
    return [
        shlex.split(line, comments=True)[1:]
        for block in re.findall(r"```\n(.*?)```", page, re.DOTALL)
        for line in block.splitlines()
        if line.startswith("arena ")
    ]


COMMANDS = commands(ALL_COMMANDS)
QUICK_START = ["run"]
LONG_S = 300.0
"""For what takes processes ten seconds on a machine with nothing else to do."""
FAULTY = ROOT / "tests" / "bots" / "faulty"


def arena(*arguments: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    """The command, run in that folder."""
    return subprocess.run(
        [str(ARENA), *arguments], cwd=folder, capture_output=True, text=True, check=False
    )


def failing_decision(folder: Path) -> str:
    """A file in that folder with a decision at which a bot has failed."""
    ran = arena("check", str(FAULTY), "--quick", "--bundle", "failed.json", folder=folder)
    assert ran.returncode == 1, ran.stdout
    return "failed.json"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder in which `arena run` has been run, and what it printed.

    It is stopped when every bot has played, and goes on when what is left has been played here.
    """
    folder = tmp_path_factory.mktemp("league")
    store = folder / "hokm-arena.sqlite"
    command = [str(ARENA), *QUICK_START]
    bots = set(quick_start.styles())
    if shutil.which("node") is None:
        bots.remove("random-stdio")
    with subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, text=True) as process:
        assert eventually(lambda: quick_start.who_played(store) == bots, LONG_S, every=0.5)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, errors
    for stored, here in quick_start.played_twice(store):
        assert (stored.deals, stored.result) == (here.deals, here.result)
    quick_start.play_on(store)
    run = arena(*QUICK_START, folder=folder)
    assert run.returncode == 0, run.stderr
    return folder, run.stdout


def shown() -> str:
    """The standings in the README."""
    return README.split("<!-- output: arena run -->\n```\n")[1].split("```")[0]


@pytest.mark.timeout(900)
def test_the_standings_it_shows_are_those_of_the_quick_start(played: tuple[Path, str]) -> None:
    needs("node")
    assert played[1] == shown()


@pytest.mark.soak
@pytest.mark.timeout(1200)
def test_processes_alone_come_to_the_standings_it_shows(tmp_path: Path) -> None:
    needs("node")
    run = arena(*QUICK_START, folder=tmp_path)
    assert (run.returncode, run.stdout) == (0, shown()), run.stderr


@pytest.mark.timeout(900)
def test_the_quick_start_separates_the_bots(played: tuple[Path, str]) -> None:
    ranks = {line.split()[1]: line.split()[0] for line in played[1].splitlines()[2:6] if line}
    assert (ranks["value"], ranks["naive"]) == ("1", "2")
    assert ranks["random"] == ("3–4" if "random-stdio" in ranks else "3")


def serves(folder: Path) -> bool:
    """Whether a server comes up there, says where it is, and shows the standings."""
    command = [str(ARENA), "serve", "--port", "0"]
    with subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            address = process.stderr.readline().split()[0]
            with urlopen(address) as answer:
                return "quickstart" in answer.read().decode()
        finally:
            process.terminate()


@pytest.mark.timeout(900)
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_command_it_names_works(command: list[str], played: tuple[Path, str]) -> None:
    if command[0] == "run":
        # The quick start is stored, so this is what a second run does; `my-league.toml` is yours.
        command = QUICK_START
    if command[0] == "bench":
        # Four minutes for the reader; one case for the test.
        command = [*command, "--quick", "--only", "floors/F-python"]
    if command[0] == "compare":
        # To tell the two apart takes a minute; that the one is not far behind, two pairs.
        command = [*command, "--elo0", "-400", "--elo1", "0"]
    if command[0] == "serve":
        assert serves(played[0])
        return
    if command[0] == "analyse":
        command = [*command, "--with", str(ROOT / "tests" / "bots" / "analyst")]
    if command[0] == "audit":
        command = [*command, "--matches", "1", "--worlds", "1"]
    failing = command[0] == "repro" and "--decision" not in command
    if failing:
        # Only a bot that has failed a check leaves such a file.
        command = ["repro", failing_decision(played[0])]
    if command[1:2] == ["mybot"] and command[0] != "new":
        # It is there already, unless this runs alone.
        arena("new", "mybot", "--lang", "python", folder=played[0])
    run = arena(*command, folder=played[0])
    assert run.returncode == (1 if failing else 0), run.stderr
    assert run.stdout or run.stderr


def test_every_command_is_among_them() -> None:
    assert {command[0] for command in COMMANDS} == set(cli.commands)


def test_the_readme_names_some_of_these_and_no_others() -> None:
    first = commands(README)
    assert len(first) > 5
    assert [command for command in first if command not in COMMANDS] == []
    named = {text.split()[0] for text in re.findall(r"`arena ([^`]+)`", README)}
    assert named <= set(cli.commands)


def test_the_two_make_commands_are_there() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert "\ntournament: $(STAMP) sandbox" in makefile
    assert "\ntest: $(STAMP) sandbox" in makefile


PAGES = sorted(
    path for path in ROOT.rglob("*.md") if not set(path.parts) & {".venv", "build", "node_modules"}
)


def anchors(page: Path) -> set[str]:
    """What links may name of a page: its headings, as code hosts write them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", text.lower()).replace(" ", "-") for text in headings}


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]*)(?:#([^)\s]*))?\)", page.read_text("utf-8"))
    for target, anchor in links:
        if not target.startswith("http"):
            there = page.parent / target if target else page
            assert there.exists(), target
            assert not anchor or anchor in anchors(there), f"{target}#{anchor}"
