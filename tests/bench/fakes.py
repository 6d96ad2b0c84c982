"""Cases that give what they are told."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from arena.bench import PROCESSOR, Case, Unit
from arena.errors import HostError


def case(name: str, values: Iterable[float | None], unit: Unit = "/s") -> Case:
    """A case with one figure, a value for each time that it is measured; at None it fails."""
    left = iter(values)

    def measure() -> Mapping[str, float]:
        value = next(left)
        if value is None:
            raise HostError(f"{name} is broken")
        return {"": value}

    return Case(name, f"about {name}", {"": unit}, measure)


def reference(rates: Iterable[float | None], processor_us: float = 500) -> Case:
    """R, with those rates."""
    raw = case("R", rates)
    return replace(
        raw,
        figures={"": "/s", PROCESSOR: "µs"},
        measure=lambda: {**raw.measure(), PROCESSOR: processor_us},
        processor=frozenset({PROCESSOR}),
    )


def pair(name: str, values: Iterable[tuple[float, float]]) -> Case:
    """A case with the figures `fast`, a rate, and `rest`, a time which is not checked."""
    left = iter(values)
    return Case(
        name,
        f"about {name}",
        {"fast": "/s", "rest": "µs"},
        lambda: dict(zip(("fast", "rest"), next(left), strict=True)),
        loose=frozenset({"rest"}),
    )
