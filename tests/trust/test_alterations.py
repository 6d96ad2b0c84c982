"""A record with any single field altered is found out, and the reason is the right one."""

import json
import pathlib
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from arena.records import decode_record
from arena.store import Store
from arena.trust import Finding, Known
from arena.trust.again import play_again
from arena.trust.brief import look
from arena.trust.finding import Wrong
from arena.trust.light import read_lightly
from arena.trust.quick import agrees
from arena.trust.stream import Stream
from tests.tournament.places import Place
from tests.trust.altered import Path, alterations, encoded
from tests.trust.league import at_random, played, unsteady

PLAY = r"(trump|discards|draws|plays|tricks|winner|points|kot|shown|deals|result\.|shown)"
"""What the actions of a deal can contradict."""

REASONS: Mapping[str, str] = {
    "record": r"record$",
    "format": r"(hakem_draw|deals|deck|hakem|deal|format|result)",
    "match": r"match$",
    "job": r"job$",
    "pair": r"(match|pair)$",
    "half": r"match$",
    "seed": r"(hakem_draw|deck|hakem)",
    "commitment": r"commitment$",
    "bots": r"(pair$|bots)",
    "rules": r"(rules$|points|deals|result|kot)",
    "time": r"time$",
    "limits": r"limits$",
    "hakem_draw": r"hakem_draw",
    "deals": r"(deals?$|hakem$|deck|plays|result|times_us$)",
    "deal": r"(deal|deals|hakem|deck)$",
    "hakem": r"hakem$",
    "deck": r"deck",
    "trump": PLAY,
    "discards": PLAY,
    "draws": PLAY,
    "plays": PLAY,
    "tricks": r"tricks",
    "winner": r"(winner|result)",
    "points": r"(points|result)",
    "kot": r"kot",
    "shown": r"shown",
    "result": r"(result|deals|plays|winner|points)",
    "times_us": r"(times_us|chain\.link)$",
    "withheld_us": r"(withheld_us|chain\.link)$",
    "frozen": r"(frozen|chain\.link)$",
    "notes": r"(notes|chain\.link)$",
    "software": r"chain\.link$",
    "sandbox": r"chain\.link$",
    "chain": r"chain",
}
"""By the field that was altered, the fields that may be named."""


@cache
def league(kind: str) -> tuple[list[bytes], Known]:
    """A small league, and what was committed to."""
    keys: dict[str, Any] = {"format": "deals", "decks": 2} if kind == "deals" else {}
    style = unsteady if kind == "unsteady" else at_random
    with TemporaryDirectory() as folder:
        place = Place(pathlib.Path(folder))
        played(place, style, rules={"target": 2}, cycles=8 if kind == "unsteady" else 1, **keys)
        with Store(place.store) as store:
            lines = [line for line, _ in store.exported("league")]
            return lines, Known.of(store.tournament("league"))


def finding(lines: list[bytes], known: Known, head: str | None = None) -> Finding | None:
    """What is found in lines that stand behind that link."""
    stream = Stream(known, lambda pair: None, head=head)
    try:
        for found in look(lines):
            if isinstance(found, Finding):
                return found
            stream.take(found)
        stream.end()
    except Wrong as wrong:
        return wrong.finding
    return None


def targets(kind: str) -> list[int]:
    """Places of the records that are altered: the last, and one of each way to end."""
    lines, _ = league(kind)
    seen: dict[object, int] = {}
    for place, line in enumerate(lines):
        record = decode_record(line)
        fault = record.result.fault
        seen.setdefault((record.result.reason, fault and fault.phase), place)
    return sorted({*seen.values(), len(lines) - 1})


def altered_field(path: Path) -> str:
    if path[0] == "deals" and len(path) > 2:
        return str(path[2])
    return str(path[0])


def a_few(record: dict[str, Any]) -> list[tuple[Path, dict[str, Any]]]:
    """Of each field at most some six alterations, in all parts of the record."""
    by_field: dict[str, list[tuple[Path, dict[str, Any]]]] = {}
    for path, other in alterations(record):
        by_field.setdefault(altered_field(path), []).append((path, other))
    return [each for every in by_field.values() for each in every[:: 1 + len(every) // 6]]


@pytest.mark.parametrize("known", [True, False], ids=["revealed", "from the file alone"])
@pytest.mark.parametrize("kind", ["match", "deals", "unsteady"])
def test_any_field_altered_is_found_out_with_the_right_reason(kind: str, known: bool) -> None:
    some = targets(kind)[-2:] if kind == "unsteady" else targets(kind)[-1:]
    check_alterations(kind, some, known, a_few)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("known", [True, False], ids=["revealed", "from the file alone"])
@pytest.mark.parametrize("kind", ["match", "deals", "unsteady"])
def test_soak_every_alteration_is_found_out(kind: str, known: bool) -> None:
    check_alterations(kind, targets(kind), known, alterations)


def check_alterations(
    kind: str,
    places: list[int],
    known: bool,
    altered: Callable[[dict[str, Any]], Iterable[tuple[Path, dict[str, Any]]]],
) -> None:
    lines, told = league(kind)
    told = told if known else Known()
    assert finding(lines, told) is None
    for place in places:
        # The pair alone: all before it has been found in order.
        begin = place // 2 * 2
        head = json.loads(lines[begin])["chain"]["previous"]
        for path, other in altered(json.loads(lines[place])):
            part = lines[begin : begin + 2]
            part[place - begin] = encoded(other)
            found = finding(part, told, head)
            assert found is not None, path
            if found.field == "record":
                assert found.expected == "a match record of version 1"
                continue
            expected = REASONS[altered_field(path)]
            assert re.match(expected + r"|chain\.link$", found.field), (path, found)
            if path[0] == "deals" and len(path) > 2 and found.deal is not None:
                assert found.deal in (path[1] + 1, path[1] + 2), (path, found)  # type: ignore[operator]


@pytest.mark.parametrize("kind", ["match", "deals"])
def test_what_the_quick_look_accepts_the_slow_one_accepts(kind: str) -> None:
    lines, _ = league(kind)
    accepted = 0
    for path, other in a_few(json.loads(lines[0])):
        light = read_lightly(encoded(other))
        if light is not None and agrees(light):
            accepted += 1
            play_again(decode_record(encoded(other)))
            # Nobody is shown the last card of a deal, and another may win or lose as much.
            assert path[0] not in ("result", "hakem_draw", "seed"), path
            assert path[0] != "deals" or path[2] == "plays", path
    assert accepted > 20
