"""Ratios kept in a file, and which of a later run's fell behind them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from arena.bench.figures import Report
from arena.errors import HostError, InputError


class Ratios(Struct, frozen=True, forbid_unknown_fields=True):
    """The file."""

    ratios: dict[str, Annotated[float, Meta(gt=0)]]
    """By the figure's full name; whether more is better is told by its unit."""


@dataclass(frozen=True, slots=True)
class Fallen:
    """A figure that is worse than it was by more than is tolerated."""

    name: str
    stored: float
    now: float
    share: float
    """How good it is, the stored one being 1."""

    def __str__(self) -> str:
        return f"{self.name}: {self.now:.3g}, was {self.stored:.3g}: {100 * self.share:.0f} % of it"


def ratios(report: Report) -> dict[str, float]:
    """What of a report can be compared with another run."""
    return {
        name: figure.ratio
        for name, figure in report.figures.items()
        if figure.checked and figure.ratio is not None and figure.ratio > 0
    }


def fallen(report: Report, stored: Mapping[str, float], tolerance: float) -> list[Fallen]:
    """What is worse than `tolerance` times what is stored, the worst first.

    What only one of the two holds is not compared: a host may lack a language, or `--only` was
    asked for.
    """
    found = []
    for name in compared(report, stored):
        before, now = stored[name], ratios(report)[name]
        share = now / before if report.figures[name].more_is_better else before / now
        if share < tolerance:
            found.append(Fallen(name, before, now, share))
    return sorted(found, key=lambda each: each.share)


def compared(report: Report, stored: Mapping[str, float]) -> list[str]:
    """The figures that both hold."""
    return [name for name in ratios(report) if name in stored]


def read_ratios(path: Path) -> dict[str, float]:
    """The ratios in a file.

    Raises:
        InputError: it is not there, or not such a file.
    """
    try:
        return msgspec.json.decode(path.read_bytes(), type=Ratios).ratios
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None
    except msgspec.DecodeError as error:
        raise InputError(f"{path}: not a file of ratios: {error}") from None


def write_ratios(report: Report, path: Path) -> None:
    """Write a report's ratios, to three digits.

    Raises:
        HostError: the file cannot be written.
    """
    rounded = {name: float(f"{ratio:.3g}") for name, ratio in sorted(ratios(report).items())}
    try:
        path.write_text(json.dumps({"ratios": rounded}, indent=2) + "\n", "utf-8")
    except OSError as error:
        raise HostError(f"{path}: {error.strerror}") from None
