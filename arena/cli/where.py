"""Where a tournament is played: on this machine, or on the workers of a cluster."""

import importlib.util
import re
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import click

from arena.cli.building import ShownBuilds
from arena.cli.confinement import SHORT_OF_FULL, confinement
from arena.cli.options import cores
from arena.cli.text import plural
from arena.errors import InputError
from arena.registry import Build, BuildFailed, Built, Manifest
from arena.tournament import Engine, LocalPool

ADDRESS = re.compile(r"(tcp|tls)://\S+:\d+")

scheduler_option = click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Play on the workers of a Dask cluster instead of on this machine: tcp://HOST:PORT of its "
    "scheduler, or tls:// with the certificates that Dask is configured for. Only in a network of "
    "your own: whoever reaches a scheduler can run programs on all its machines.",
)


@dataclass(frozen=True, slots=True)
class Where:
    """An engine, and what a plan says of it."""

    engine: Engine
    level: str
    """Of the sandbox."""
    sandbox: str
    processes: str
    builds: Build
    """Builds bots on this machine."""


def where(
    scheduler: str | None, jobs: int | None, cpus: int, *, unsafe: bool, reduced: bool
) -> Where:
    """What a user chose, with less than a full sandbox shouted.

    Args:
        scheduler: of a cluster.
        jobs: how many referee processes on this machine; None for as many as fit.
        cpus: processors that a match has to itself.
        unsafe: whether the user wants no sandbox.
        reduced: whether a reduced one will do.

    Raises:
        InputError: no cluster is meant by that, or what it takes is not installed.
        SandboxError: this machine cannot confine bots.
    """
    if scheduler is not None:
        if jobs is not None:
            raise click.UsageError(
                "--jobs is for this machine; with --scheduler the workers decide"
            )
        return _on_cluster(scheduler, unsafe=unsafe, reduced=reduced)
    sandbox = confinement(unsafe=unsafe, reduced=reduced)
    jobs = jobs or max(1, cores() // cpus)
    described = str(sandbox).removeprefix("sandbox: ") if sandbox else "NONE"
    level = sandbox.level if sandbox else "none"
    engine, processes = LocalPool(jobs, sandbox), plural(jobs, "referee")
    return Where(engine, level, described, processes, ShownBuilds(sandbox))


def _on_cluster(scheduler: str, *, unsafe: bool, reduced: bool) -> Where:
    if not ADDRESS.fullmatch(scheduler):
        raise InputError(
            f"--scheduler {scheduler!r}: expected tcp://HOST:PORT or tls://HOST:PORT, as "
            "`dask scheduler` prints it"
        )
    if importlib.util.find_spec("distributed") is None:
        raise InputError(
            "--scheduler needs Dask, which is not installed: pip install 'hokm-arena[dask]'"
        )
    from arena.tournament.engines.cluster import Cluster  # takes a second

    def builds(sources: Path, manifest: Manifest, into: Path) -> Built | BuildFailed:
        # Only here this machine needs a sandbox; workers build for themselves.
        sandbox = confinement(unsafe=unsafe, reduced=reduced)
        return ShownBuilds(sandbox)(sources, manifest, into)

    make = partial(Cluster, scheduler)
    processes = f"those of {scheduler}"
    if unsafe or reduced:
        level = "none" if unsafe else "reduced"
        click.secho(SHORT_OF_FULL[level], fg="red", bold=True, err=True)
        described = "NONE" if unsafe else "reduced or full, of each worker"
        return Where(make("none" if unsafe else "reduced"), level, described, processes, builds)
    return Where(make("full"), "full", "full, of each worker", processes, builds)
