"""What a command shows while a runner plays, and how it is stopped."""

import contextlib
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator
from types import FrameType

import click

from arena.tournament import Progress, Runner
from arena.views.text import harmless

LINE_EVERY_S = 10.0
"""Between two lines of progress where the output is no terminal."""


class LiveLine:
    """Progress: one line that is rewritten on a terminal, a line now and then elsewhere."""

    def __init__(self) -> None:
        self.began = time.monotonic()
        self._terminal = sys.stderr.isatty()
        self._shown = self.began

    def show(self, plain: Callable[[], str], more: Callable[[], str] | None = None) -> None:
        """Show where things stand, if it is time to; what is not shown is not asked for.

        Args:
            plain: the line.
            more: what a terminal shows instead, where it can be renewed all the time.
        """
        now = time.monotonic()
        if self._terminal:
            self._rewrite((more or plain)()[: shutil.get_terminal_size().columns - 1])
        elif now - self._shown >= LINE_EVERY_S:
            self._shown = now
            click.echo(plain(), err=True)

    def finish(self) -> None:
        """Leave a clean line for what follows."""
        if self._terminal:
            self._rewrite("")

    def _rewrite(self, line: str) -> None:
        click.echo(f"\r\x1b[K{line}", nl=False, err=True)


def show_voids(progress: Progress) -> None:
    """Say what the host spoiled."""
    for reason in dict.fromkeys(progress.voids):
        click.secho(f"void, played again: {harmless(reason)}", fg="yellow", err=True)
    for pair in progress.given_up:
        click.secho(f"given up after too many voids: pair {pair}", fg="yellow", err=True)


@contextlib.contextmanager
def stopping(runner: Runner) -> Iterator[None]:
    """Ctrl-C or SIGTERM once: finish the pairs in play; twice: stop now."""
    asked = False

    def on_signal(number: int, frame: FrameType | None) -> None:
        nonlocal asked
        if asked:
            raise KeyboardInterrupt
        asked = True
        runner.stop()
        click.echo("\nfinishing the pairs in play; once more to stop now", err=True)

    before = {
        number: signal.signal(number, on_signal) for number in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
