"""`arena new`: in every language there is a kit for, a bot that plays at once and tests itself."""

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arena.check import Verdict
from arena.errors import InputError
from arena.registry import languages, load_bot, new_bot, shipped
from arena.registry.positions import positions
from arena.sandbox import Launcher, open_launcher
from tests.check.checking import Checker
from tests.toolchains import needs
from tests.tournament.places import Place

BOTS, KITS = shipped("bots"), shipped("protocol") / "kits"
LANGUAGES = sorted(languages(BOTS, KITS))

OWN_TESTS = ("python", "python-stdio", "javascript", "java")
"""Where the tests in its folder are run, too: to build it once more takes a while."""

Make = Callable[..., Path]


@pytest.fixture(scope="module")
def launcher() -> Iterator[Launcher]:
    with open_launcher() as launcher:
        yield launcher


@pytest.fixture
def make(place: Place) -> Make:
    """Makes a new bot of that name and language; its folder."""

    def make(name: str, language: str = "python") -> Path:
        return new_bot(name, language, place.folder, BOTS, KITS).folder

    return make


def test_every_kit_has_an_example_and_is_a_language() -> None:
    kits = {path.name for path in KITS.iterdir() if path.is_dir()}
    assert {"python", "javascript"} <= kits
    assert set(LANGUAGES) == kits


# A bot in Go builds Go's own library anew, half a minute; its example plays in every run.
SLOW = {"go": pytest.mark.soak}


@pytest.mark.timeout(400)
@pytest.mark.parametrize(
    "language",
    [pytest.param(one, marks=SLOW.get(one, ())) for one in (*LANGUAGES, "python-stdio")],
)
def test_a_new_bot_passes_its_own_tests_and_the_check(
    place: Place, launcher: Launcher, make: Make, language: str
) -> None:
    folder = make("my-bot.1", language)
    manifest = tomllib.loads((folder / "bot.toml").read_text("utf-8"))
    for words in (manifest["run"], manifest.get("build", ())):
        command = words[0] if words and isinstance(words[0], list) else words
        if command and not command[0].startswith("./"):
            needs(command[0])
    if language in OWN_TESTS:
        own = [sys.executable, "test_bot.py"]
        ran = subprocess.run(own, cwd=folder, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stderr
    steps = Checker(place, launcher).check(folder)
    assert {step.verdict for step in steps.values()} <= {Verdict.PASSED}, steps


def test_a_new_bot_has_its_own_name_and_its_authors(make: Make) -> None:
    for language in [*LANGUAGES, "javascript-stdio"]:
        folder = make(f"mine-{language}", language)
        bot = load_bot(folder)
        assert (bot.name, bot.manifest.author) == (f"mine-{language}", "you")
        assert not bot.manifest.share
        assert bot.manifest.transport == ("stdio" if language.endswith("-stdio") else "zmq")
        readme = (folder / "README.md").read_text("utf-8")
        source = re.search(r"decided in `(.*)`", readme)
        assert source is not None
        assert f'"mine-{language}"' in (folder / source[1]).read_text("utf-8")


def test_the_kit_lies_in_the_folder_unchanged(make: Make) -> None:
    kit = make("mine") / "hokm_kit.py"
    assert kit.read_bytes() == (KITS / "python" / "hokm_kit.py").read_bytes()


def test_names_of_any_script_will_do(make: Make) -> None:
    assert load_bot(make("شاه_بازی.2")).name == "شاه_بازی.2"


@pytest.mark.parametrize(
    "name", ["", ".hidden", "../out", "a b", "a/b", 'a"', "x" * 41, "a\u202e", "-x"]
)
def test_a_name_that_breaks_the_rule_is_refused(make: Make, place: Place, name: str) -> None:
    with pytest.raises(InputError, match="is not allowed as a name"):
        make(name)
    assert list(place.folder.iterdir()) == []


@pytest.mark.parametrize("name", ["naive", "NAIVE"])
def test_the_name_of_a_shipped_bot_is_refused(make: Make, name: str) -> None:
    with pytest.raises(InputError, match="comes with the arena"):
        make(name)


def test_nothing_is_overwritten(make: Make, place: Place) -> None:
    (place.folder / "folder").mkdir()
    (place.folder / "file").write_text("mine")
    (place.folder / "link").symlink_to("/nowhere")
    for name in ("folder", "file", "link"):
        with pytest.raises(InputError, match="is there already"):
            make(name)
    assert (place.folder / "file").read_text() == "mine"
    assert list((place.folder / "folder").iterdir()) == []


@pytest.mark.parametrize("language", ["klingon", "", "-stdio", "python-stdio-stdio", "../python"])
def test_an_unknown_language_is_answered_with_those_that_there_are(
    make: Make, language: str
) -> None:
    with pytest.raises(InputError, match="python") as caught:
        make("mine", language)
    assert all(known in str(caught.value) for known in LANGUAGES)


def test_its_positions_are_of_every_kind_and_a_best_action_is_asked_for(make: Make) -> None:
    lines = [json.loads(line) for line in positions().splitlines()]
    phases = [line["act"]["observation"]["phase"] for line in lines]
    assert phases == ["open", "throw", "draw", "pick", "play", "play", "play"]
    assert len({line["what"] for line in lines}) == len(lines)
    folder = make("mine")
    worst = {**lines[2], "best": [{"draw": "burn"}]}
    (folder / "positions.jsonl").write_text(json.dumps(worst) + "\n", "utf-8")
    own = [sys.executable, "test_bot.py"]
    ran = subprocess.run(own, cwd=folder, capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert "not found in [{'draw': 'burn'}]" in ran.stderr
