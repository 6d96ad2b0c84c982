"""The commands of `arena`, each loaded when it is asked for: most need what takes time to load."""

from collections.abc import Iterator, Mapping, MutableMapping
from dataclasses import dataclass
from importlib import import_module
from types import MappingProxyType
from typing import cast

import click
from click.shell_completion import CompletionItem


@dataclass(frozen=True, slots=True)
class Entry:
    """Where a command is, and the line that the list of commands has for it."""

    module: str
    """Of `arena.cli`; in it the command has its own name."""
    help: str
    """What the command's own help begins with."""


COMMANDS: Mapping[str, Entry] = MappingProxyType(
    {
        "new": Entry("new", "Make a new bot in the folder NAME."),
        "check": Entry("check", "Find out whether the bot in the folder DIR will survive."),
        "repro": Entry("repro", "Put one request to the bot again."),
        "submit": Entry("submit", "Take in the bot in the folder DIR under its name."),
        "bots": Entry("submit", "List the bots that were submitted."),
        "run": Entry("run", "Play the tournament that CONFIG describes."),
        "serve": Entry("serve", "Show the store in a browser."),
        "token": Entry("token", "Give out, list and revoke tokens."),
        "report": Entry("report", "Write TOURNAMENT, or the newest, as one page."),
        "compare": Entry(
            "compare", "Play BOT against OTHER until it is clear whether BOT is better."
        ),
        "play": Entry("play", "Play one match between two bots."),
        "leaderboard": Entry("leaderboard", "Print the standings."),
        "crosstable": Entry("crosstable", "Print what each bot scored against each other one."),
        "cycles": Entry(
            "crosstable", "List circles: three bots that surely beat each other in turn."
        ),
        "plot": Entry("plot", "Draw a tournament as SVG."),
        "matches": Entry("matches", "List matches, the newest first."),
        "show": Entry("show", "Tell a stored MATCH: hands, draws, tricks."),
        "analyse": Entry("analyse", "Judge every decision of a stored MATCH: what it gave away."),
        "export": Entry("export", "Print every match record as JSON Lines."),
        "reveal": Entry("reveal", "Give out the seed of a TOURNAMENT that is over."),
        "verify": Entry("verify", "Verify match records, and name the first thing that is wrong."),
        "audit": Entry("audit", "Look for leaks."),
        "status": Entry("manage", "Tell where a tournament stands."),
        "logs": Entry("manage", "Print what bots wrote during a MATCH."),
        "bundle": Entry("again", "Pack a MATCH: its record, the settings, what its bots wrote."),
        "backup": Entry("keep", "Copy the store to FILE as it is at this moment."),
        "archive": Entry("manage", "Write a TOURNAMENT to a file."),
        "delete": Entry("manage", "Delete a TOURNAMENT with its matches, results and logs."),
        "rebuild": Entry("keep", "Make pairs, results and standings anew from match records."),
        "doctor": Entry("doctor", "Say what this host can enforce and how."),
        "bench": Entry("bench", "Measure how fast the arena is on this host."),
    }
)


class Loaded(Mapping[str, click.Command]):
    """The commands by name; looking at the names alone loads none."""

    def __getitem__(self, name: str) -> click.Command:
        module = import_module(f"arena.cli.{COMMANDS[name].module}")
        return cast(click.Command, getattr(module, name))

    def __iter__(self) -> Iterator[str]:
        return iter(COMMANDS)

    def __len__(self) -> int:
        return len(COMMANDS)

    def __contains__(self, name: object) -> bool:
        return name in COMMANDS


class ArenaGroup(click.Group):
    """A group of those commands, which lists and completes them without loading any."""

    commands: MutableMapping[str, click.Command]

    def __init__(self, **settings: object) -> None:
        super().__init__(**settings)  # type: ignore[arg-type]  # click's own, passed on
        # Click reads it alone: nothing adds a command here.
        self.commands = cast(MutableMapping[str, click.Command], Loaded())

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name].help) for name in sorted(COMMANDS)])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The commands that begin so, and the options of `arena` itself."""
        found = [
            CompletionItem(name, help=COMMANDS[name].help)
            for name in sorted(COMMANDS)
            if name.startswith(incomplete)
        ]
        return [*found, *click.Command.shell_complete(self, ctx, incomplete)]
