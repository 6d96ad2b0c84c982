"""Every field of a record, altered in turn."""

import copy
import json
from collections.abc import Iterator
from typing import Any, TypeAlias

Path: TypeAlias = tuple[str | int, ...]
HEX = "0123456789abcdef"


def alterations(record: dict[str, Any]) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Copies of a record, each with one thing altered, and where."""
    for path, value in _everything(record, ()):
        for other in _others(value, path):
            if other != value or type(other) is not type(value):
                yield path, _with(record, path, other)
        if isinstance(value, dict):
            for key in value:
                less = {other: kept for other, kept in value.items() if other != key}
                yield (*path, key), _with(record, path, less)


def encoded(record: dict[str, Any]) -> bytes:
    """As the referee writes it."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode()


def _everything(value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    if path:
        yield path, value
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _everything(inner, (*path, key))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from _everything(inner, (*path, place))


def _others(value: Any, path: Path) -> Iterator[Any]:
    """Other values, as likely ones as can be."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1) if value else (1,)
    elif isinstance(value, str):
        yield from _other_texts(value, path)
    elif value is None:
        yield 0
    elif isinstance(value, list):
        yield from (value[1:], value[:-1], value[::-1]) if value else ()
        yield [*value, *(value[-1:] or [0])]
    elif isinstance(value, dict):
        yield {**value, "more": 1}


def _other_texts(value: str, path: Path) -> Iterator[str]:
    if len(value) == 2 and value[1] in "SHDC":
        yield "KS" if value == "AS" else "AS"
        yield value[0] + ("H" if value[1] == "S" else "S")
    elif value in ("S", "H", "D", "C"):
        yield from "SHDC"
    elif path[-1] == "draws":
        yield from (
            value[1:],
            value[:-1],
            value + "1",
            value[:-1] + ("2" if value[-1:] == "1" else "1"),
        )
        for place in range(20):
            yield (
                value[:place]
                + ("r" if value[place : place + 1] == "k" else "k")
                + value[place + 1 :]
            )
    elif value and set(value) <= set(HEX):
        yield ("1" if value[0] == "0" else "0") + value[1:]
        yield value[:-1]
        yield value.upper()
    else:
        yield value + "x"
        yield "deals" if value == "match" else "match"
        yield {"normal": "concede"}.get(value, "normal")


def _with(record: dict[str, Any], path: Path, value: Any) -> dict[str, Any]:
    altered = copy.deepcopy(record)
    place = altered
    for step in path[:-1]:
        place = place[step]  # type: ignore[index]
    place[path[-1]] = value  # type: ignore[index]
    return altered
