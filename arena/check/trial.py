"""One run of the check: what it works on, and what its steps leave to each other."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from arena.check.evidence import Source, finding_of
from arena.check.report import Finding
from arena.check.subject import Game, Subject
from arena.referee import BotProgram, MatchSettings
from arena.registry import Bot, BuildFailed, Built, Manifest, keep_bot, load_bot
from arena.rules import Ruleset
from arena.sandbox import Launcher


@dataclass
class Trial:
    """What the steps share. Each adds what the next ones need."""

    folder: Path
    """Where its author has the bot."""
    launcher: Launcher
    settings: MatchSettings
    """Rules, time and limits of rated play."""
    opponents: Path
    """The folder of the shipped bots."""
    copies: Path
    """Where copies of bots are kept, built, from which they play."""
    builds: Callable[[Path, Manifest, Path], Built | BuildFailed]
    """Builds a bot, see `arena.registry.build`."""
    quick: bool
    now: Callable[[], float]
    """Seconds on a clock that never goes back."""
    tick: Callable[[], None]
    """Called whenever something goes on."""
    step: str = ""
    """The name of the step in progress."""
    bot: Bot | None = None
    """Once its folder was found to be in order."""
    games: list[Game] = field(default_factory=list)
    """All that were played under the settings of rated play, oldest first."""

    @property
    def subject(self) -> Subject:
        """The bot, ready to be started."""
        assert self.bot is not None
        return Subject(self.bot.program, self.launcher, self.settings, self.now, self.tick)

    def short(self, points: int = 2) -> MatchSettings:
        """The settings, for a match to fewer points."""
        rules = self.settings.rules
        target = min(points, rules.target)
        return replace(self.settings, rules=Ruleset(target, rules.kot_hakem, rules.kot_other))

    def opponent(self, name: str) -> BotProgram:
        """A shipped bot.

        Raises:
            InputError: it is not there.
        """
        return keep_bot(load_bot(self.opponents / name), self.copies).program

    def judge(self, game: Game) -> Finding | None:
        """Keep the game for later steps; what is wrong if the bot's fault ended it."""
        self.games.append(game)
        return self.wrong(game)

    def wrong(self, game: Game) -> Finding | None:
        """What is wrong if the bot's fault ended this game; it is not kept."""
        if game.fault is None:
            return None
        return finding_of(game, self.subject, Source(self.folder, self.step))
