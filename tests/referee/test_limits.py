"""The limit that a bot has hit stands in the record of its match, with its figure."""

from collections.abc import Iterator
from dataclasses import asdict, fields, replace

import pytest

from arena.records import FaultKind
from arena.sandbox import Launcher, Limits, open_launcher
from tests.referee.processes import processes_with
from tests.referee.test_real_processes import (
    check_fault,
    faulty,
    fixed,
    good,
    halves,
    make_job,
    mark,
)
from tests.sandbox.conftest import ways

SMALL = Limits(memory_mib=96, processes=40, output_kib=64)

HIT = {
    "memory": "memory 96 MiB",
    "processes": "processes 40",
    "cpu": "cpu 1 s",
    "stderr": "output 64 KiB",
    "endless line": "output 64 KiB",
    "files": "temporary files 20000",
}
FILES_IN_A_GROUP = "memory 96 MiB"
"""A control group counts the kernel's memory for empty files."""

HARMLESS = {"tmp_mib", "open_files", "cpus"}
"""A bot that comes to such a limit is told by its own system call, and plays on."""


@pytest.fixture(scope="module", params=ways())
def launcher(request: pytest.FixtureRequest) -> Iterator[Launcher]:
    with open_launcher(cgroups=request.param != "watchdog") as launcher:
        assert launcher.memory == request.param
        yield launcher


@pytest.mark.parametrize("fault", HIT)
def test_the_limit_that_was_hit_is_named_with_its_figure(launcher: Launcher, fault: str) -> None:
    bad = mark()
    job = make_job(faulty(fault, 2, bad), good())
    limits = replace(SMALL, cpu_seconds=1) if fault == "cpu" else SMALL
    job = replace(job, settings=replace(job.settings, limits=limits))
    in_a_group = fault == "files" and launcher.memory != "watchdog"
    limit = FILES_IN_A_GROUP if in_a_group else HIT[fault]
    for half in halves(fixed(job, launcher)):
        check_fault(half, FaultKind.RESOURCE, f"over the limit: {limit}")
        assert half.record.limits == asdict(limits)
    assert processes_with(bad) == []


def test_every_limit_has_a_bot_that_hits_it_here() -> None:
    named = {field.name.partition("_")[0] for field in fields(Limits) if field.name not in HARMLESS}
    assert named == {text.partition(" ")[0] for text in HIT.values()} - {"temporary"}
