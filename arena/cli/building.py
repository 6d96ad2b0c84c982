"""What is shown while bots are built."""

import shlex
from pathlib import Path

import click

from arena.cli.live import LiveLine
from arena.cli.text import duration
from arena.registry import BuildFailed, Building, Built, Manifest, Workbench
from arena.sandbox import Detection
from arena.views.text import harmless_line


class ShownBuilds:
    """Builds bots, and says so on standard error."""

    def __init__(self, sandbox: Detection | None, *, network: bool = False) -> None:
        """Nothing is built yet; arguments as of `Workbench`."""
        self._line = LiveLine()
        self._workbench = Workbench(sandbox, self._show, network=network)

    def __call__(self, sources: Path, manifest: Manifest, into: Path) -> Built | BuildFailed:
        """Build one."""
        click.echo(f"building {manifest.name}", err=True)
        self._line = LiveLine()
        try:
            outcome = self._workbench(sources, manifest, into)
        finally:
            self._line.finish()
        if isinstance(outcome, Built):
            click.echo(f"built {manifest.name} in {duration(outcome.seconds)}", err=True)
        return outcome

    def _show(self, building: Building) -> None:
        command = f": {shlex.join(building.command)}" if building.command else ""
        line = f"building {building.name}, {duration(building.seconds)}{command}"
        self._line.show(lambda: harmless_line(line))
