"""Bots that cannot be meant, or are meant badly: answered before any match, with what to mend."""

import json
import os
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.commands import call, on_terminal
from tests.tournament.running import Arena

MANY = 10_001
HOSTILE = "x\n\x1b[2K\rerror: none\u202e"
"""A name that would clear the line and pass for one of ours."""

Change = Callable[[Path], object]


def named(name: str, make: Callable[[Path], object]) -> Change:
    """Adds something of that name to a bot's folder."""
    return lambda bot: make(bot / name)


def link(target: str) -> Callable[[Path], object]:
    return lambda path: path.symlink_to(target)


def device(path: Path) -> None:
    os.mknod(path, 0o20666, os.makedev(1, 1))


def many(bot: Path) -> None:
    for number in range(MANY):
        (bot / str(number)).touch()


def pipe_for_manifest(bot: Path) -> None:
    (bot / "bot.toml").unlink()
    os.mkfifo(bot / "bot.toml")


def below(name: str) -> Change:
    def change(bot: Path) -> None:
        (bot / name).mkdir()
        os.mkfifo(bot / name / "pipe")

    return change


def run(program: str) -> Change:
    """A manifest that names this program."""

    def change(bot: Path) -> None:
        (bot / "bot.toml").write_text(f"name = 'bad'\nrun = ['''{program}''']\n", newline="")
        (bot / "folder").mkdir()
        (bot / "closed").write_text("#!/bin/sh\n")

    return change


def hostile_key(bot: Path) -> None:
    (bot / "bot.toml").write_text(f"name = 'bad'\nrun = ['python3']\n{json.dumps(HOSTILE)} = 1\n")


def script(first_line: str) -> Change:
    """A program of the bot's own that begins so."""

    def change(bot: Path) -> None:
        run("./start")(bot)
        (bot / "start").write_text(f"{first_line}\n", newline="")
        (bot / "start").chmod(0o755)

    return change


def elsewhere(bot: Path) -> None:
    """A program that is there, in a folder whose other content is nobody's business."""
    tool = bot.parent / "project" / "bin" / "tool"
    tool.parent.mkdir(parents=True)
    tool.write_text("#!/bin/sh\n")
    tool.chmod(0o755)
    run(str(tool))(bot)


def interpreter_elsewhere(bot: Path) -> None:
    elsewhere(bot)
    (bot / "folder").rmdir()
    script(f"#!{bot.parent}/project/bin/tool")(bot)


BAD: dict[str, tuple[Change, str]] = {
    "link out": (named("notes", link("/etc/passwd")), "'notes' is a link that leads out of"),
    "link to a folder": (named("lib", link("/")), "'lib' is a link that leads out"),
    "link to nowhere": (named("lib", link("/oldroot/tmp/x")), "'lib' is a link that leads out"),
    "pipe": (named("pipe", os.mkfifo), "'pipe' is neither a file nor a folder"),
    "pipe below": (below("data"), "'data/pipe' is neither a file nor a folder"),
    "pipe for a manifest": (pipe_for_manifest, "bot.toml: is no regular file"),
    "many files": (many, "a bot's folder holds at most 10,000 files and 256 MiB"),
    "hostile link": (named(HOSTILE, link("/etc/passwd")), "is not allowed as the name of a file"),
    "hostile folder": (below(HOSTILE), "neither a file nor a folder"),
    "hostile key": (hostile_key, r"unknown key `x\n\x1b[2K\rerror: none\u202e`"),
    "absent": (run("no-such-program"), "needs 'no-such-program', which this host does not have"),
    "absent file": (run("./absent"), "needs './absent', which this host does not have"),
    "absent path": (run("/usr/bin/absent"), "needs '/usr/bin/absent', which this host"),
    "hostile program": (run("./x\n\u202eerror: none"), r"needs './x\n\u202eerror: none', which"),
    "not executable": (run("./closed"), "'./closed' is not executable; chmod +x mends that"),
    "not executable elsewhere": (run("/etc/passwd"), "'/etc/passwd' is not executable"),
    "a folder": (run("./folder"), "'./folder' is a folder"),
    "a folder elsewhere": (run("/usr/lib"), "'/usr/lib' is a folder"),
    "its own folder": (run("./"), "'./' is a folder"),
    "a device": (run("/dev/null"), "'/dev/null' is no regular file"),
    "outside": (run("../outside"), "'../outside' is outside its folder"),
    "out of reach": (elsewhere, "is neither in its folder nor in a folder of the PATH"),
    "interpreter absent": (script("#!/nowhere/python3"), "needs '/nowhere/python3', which"),
    "interpreter not found": (script("#!/usr/bin/env no-such"), "needs 'no-such', which"),
    "interpreter out of reach": (interpreter_elsewhere, "nor in a folder of the PATH"),
    "interpreter a folder": (script("#!/usr"), "'/usr' is a folder"),
    "carriage return": (script("#!/usr/bin/env perl\r"), r"needs 'perl\r', which"),
}
if os.geteuid() == 0:
    BAD["device in the folder"] = (named("x", device), "'x' is neither a file nor a folder")


def bad_bot(arena: Arena, change: Change) -> Path:
    """A bot's folder that was in order before it was changed."""
    bot = arena.place.bot("bad")
    change(bot)
    return bot


def everything(folder: Path) -> dict[str, int]:
    """What is below a folder, links not followed, with the times of the last change."""
    return {
        os.path.join(where, name): os.lstat(os.path.join(where, name)).st_mtime_ns
        for where, folders, files in os.walk(folder)
        for name in (*folders, *files)
    }


@pytest.mark.parametrize("command", ["run", "play"])
@pytest.mark.parametrize(("change", "message"), BAD.values(), ids=BAD)
def test_a_bad_bot_is_refused_before_the_match_and_nothing_is_made_of_it(
    arena: Arena, monkeypatch: pytest.MonkeyPatch, change: Change, message: str, command: str
) -> None:
    bot = bad_bot(arena, change)
    config = arena.write(["naive", bot], cycles=1)
    before = everything(arena.place.folder)
    arena.temporary.mkdir()
    arena.temporary.chmod(0o755)
    monkeypatch.setattr("tempfile.tempdir", str(arena.temporary))
    if command == "run":
        answer = call("run", config, "--store", arena.place.store)
    else:
        answer = call("play", bot, "naive")
    assert answer.code == 2, answer
    assert answer.out == ""
    # One line that names the bot and says what to mend, and nothing that a terminal obeys.
    assert answer.err.startswith("error: ")
    assert message in answer.err
    assert "bad" in answer.err
    assert answer.err.index("\n") == len(answer.err) - 1
    assert {c for c in answer.err if unicodedata.category(c)[0] == "C"} == {"\n"}
    # Nothing was made: no store, no log, no copy of the bot, no folder for a run.
    assert list(arena.temporary.iterdir()) == []
    arena.temporary.rmdir()
    assert everything(arena.place.folder) == before


@pytest.mark.parametrize("what", ["hostile link", "hostile folder", "hostile program"])
def test_a_hostile_name_cannot_disturb_the_terminal(arena: Arena, what: str) -> None:
    bot = bad_bot(arena, BAD[what][0])
    for arguments in (
        ["run", str(arena.write(["naive", bot], cycles=1))],
        ["play", str(bot), "naive"],
    ):
        code, seen = on_terminal(*arguments, cwd=arena.place.folder)
        assert code == 2
        text = seen.removeprefix("\x1b[31m").replace("\x1b[0m", "").replace("\r\n", "")
        assert {c for c in text if unicodedata.category(c)[0] == "C"} == set(), ascii(seen)
        assert seen.count("\n") == 1


@pytest.mark.parametrize("program", ["./closed", "./folder"])
def test_an_optional_bot_is_not_left_out_for_what_its_author_has_to_mend(
    arena: Arena, program: str
) -> None:
    bot = bad_bot(arena, run(program))
    config = arena.write(["naive", "value", bot], cycles=1)
    config.write_text(config.read_text() + "optional = true\n")
    answer = call("run", config, "--store", arena.place.store)
    assert answer.code == 2
    assert BAD["not executable" if program == "./closed" else "a folder"][1] in answer.err


def test_a_folder_with_a_hostile_name_is_told_on_one_line(arena: Arena) -> None:
    bot = arena.place.bot("bad", folder=HOSTILE, run=["./absent"])
    for arguments in (
        ["run", str(arena.write(["naive", bot], cycles=1))],
        ["play", str(bot), "naive"],
    ):
        answer = call(*arguments)
        assert answer.code == 2
        assert answer.err.index("\n") == len(answer.err) - 1
