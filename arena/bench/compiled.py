"""The bot `first` in C++: over the kit's own line, and through the libzmq that pyzmq brings."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import zmq

from arena.bench.bots import BenchBot
from arena.errors import HostError, InputError
from arena.referee import BotProgram
from arena.registry import Build, keep_bot, load_bot, missing_program, shipped
from arena.tournament import LeftOut

NAME = "first-cpp"
THROUGH_LIBZMQ = "first-cpp-libzmq"

SOURCE = Path(__file__).with_name("first.cpp")
MANIFEST = f"""\
name = "{NAME}"
language = "C++"
build = [["g++", "-std=c++17", "-O2", "-o", "bot", "{SOURCE.name}", "-ldl"]]
run = ["./bot"]
ignore = ["bot"]
"""


def compiled_bots(
    folder: Path, library: Path, builds: Build, say: Callable[[str], None]
) -> tuple[list[BenchBot], list[LeftOut]]:
    """Both, built when they are needed, and those that this host cannot build or run.

    Args:
        folder: for its sources, not there yet.
        library: where it is kept and played from.
        builds: builds it.
        say: told that it is built.
    """
    shutil.copytree(shipped("protocol") / "kits" / "cpp" / "hokm", folder / "hokm")
    shutil.copy(SOURCE, folder)
    (folder / "bot.toml").write_text(MANIFEST, "utf-8")
    file = _copy_libzmq(folder / "libzmq")
    bot = load_bot(folder)
    if program := missing_program(bot):
        return [], [LeftOut(NAME, program), LeftOut(THROUGH_LIBZMQ, program)]

    @cache
    def built() -> BotProgram:
        say(f"building {NAME}")
        try:
            return keep_bot(bot, library, builds).program
        except InputError as error:
            raise HostError(str(error)) from None

    def through_libzmq() -> BotProgram:
        program = built()
        return replace(program, name=THROUGH_LIBZMQ, run=(*program.run, f"libzmq/{file}"))

    bots = [BenchBot(NAME, "C++", "zmq", built)]
    if file is None:
        return bots, [LeftOut(THROUGH_LIBZMQ, "libzmq")]
    return [*bots, BenchBot(THROUGH_LIBZMQ, "C++, libzmq", "zmq", through_libzmq)], []


def _copy_libzmq(folder: Path) -> str | None:
    """Copy the libraries that pyzmq's wheel brings; the file of libzmq among them, None without."""
    wheel = Path(zmq.__file__).parents[1] / "pyzmq.libs"
    if not wheel.is_dir():
        return None
    shutil.copytree(wheel, folder)
    return next((file.name for file in folder.glob("libzmq*.so*")), None)
