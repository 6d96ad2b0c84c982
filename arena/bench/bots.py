"""The bots that are measured: those that answer at once, and those of the quick start."""

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from arena.referee import BotProgram, Transport
from arena.registry import Bot, keep_bot, load_bot, missing_program, shipped
from arena.tournament import LeftOut

SHIPPED = ("naive", "random", "random-stdio", "value")
"""The kits' examples in other languages play as `random` does, and most would have to be built."""

CODE = """\
from hokm_kit import Bot, run


class First(Bot):
    def choose(self, observation, legal):
        return legal[0]


if __name__ == "__main__":
    run(First, name="{name}", pyzmq={pyzmq})
"""

MANIFEST = """\
name = "{name}"
language = "{language}"
run = ["python3", "bot.py"]
"""


@dataclass(frozen=True)
class BenchBot:
    """A bot to be measured; it plays against itself."""

    name: str
    language: str
    transport: Transport
    make: Callable[[], BotProgram]
    shipped: bool = False

    @cached_property
    def program(self) -> BotProgram:
        """Made when it is first asked for: a build takes some seconds. May raise `HostError`."""
        return self.make()


def bench_bots(folder: Path) -> tuple[list[BenchBot], list[LeftOut]]:
    """All of them, and those that this host cannot run.

    Args:
        folder: where copies are kept and played from. Where root runs this, others must be able to
            pass through it: root's bots are another user.
    """
    library = folder / "bots"
    own = [
        write_first(folder / "first", "first"),
        write_first(folder / "first-pyzmq", "first-pyzmq", pyzmq=True),
    ]
    bots, left_out = [], []
    for path in [*own, *(shipped("bots") / name / "bot.toml" for name in SHIPPED)]:
        bot = load_bot(path.parent)
        if program := missing_program(bot):
            left_out.append(LeftOut(bot.name, program))
        else:
            bots.append(_bench_bot(keep_bot(bot, library), is_shipped=path not in own))
    return bots, left_out


def write_first(folder: Path, name: str, *, pyzmq: bool = False) -> Path:
    """A bot that plays the first legal action, with the shipped Python kit; its manifest."""
    folder.mkdir()
    for file in ("hokm_kit.py", "hokm_pyzmq.py"):
        shutil.copy(shipped("protocol") / "kits" / "python" / file, folder)
    (folder / "bot.py").write_text(CODE.format(name=name, pyzmq=pyzmq), "utf-8")
    manifest = folder / "bot.toml"
    language = "Python, pyzmq" if pyzmq else "Python"
    manifest.write_text(MANIFEST.format(name=name, language=language), "utf-8")
    return manifest


def _bench_bot(bot: Bot, *, is_shipped: bool) -> BenchBot:
    return BenchBot(
        bot.name, bot.manifest.language, bot.manifest.transport, lambda: bot.program, is_shipped
    )
