"""A failing decision goes into a file, and is done again from it."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from arena.check import Again, Bundle, Subject, encode_bundle, read_bundle, reproduce, settings_of
from arena.errors import InputError
from arena.referee import Failure
from arena.referee.recording import Decision
from arena.registry import keep_bot, load_bot
from tests.check.checking import Checker


def bundle_of(checker: Checker, folder: Path, *steps: str) -> Bundle:
    """What the last of these steps, which fails, keeps."""
    found = checker.only(folder, *steps)[steps[-1]]
    bundle = getattr(found, "bundle", None)
    assert isinstance(bundle, Bundle), found
    return bundle


def again(checker: Checker, bundle: Bundle, folder: Path) -> list[Again]:
    """The decision again, by the bot as it is now; the bundle goes through a file."""
    path = checker.place.folder / "a.repro.json"
    path.write_bytes(encode_bundle(bundle))
    read = read_bundle(path)
    assert read == bundle
    program = keep_bot(load_bot(folder), checker.place.folder / "library").program
    settings = settings_of(read)
    subject = Subject(program, checker.launcher, settings, time.perf_counter, lambda: None)
    return list(reproduce(read, subject))


def test_a_request_that_is_always_answered_badly_fails_again_alone(checker: Checker) -> None:
    folder = checker.copy("novice", "text for a list")
    bundle = bundle_of(checker, folder, "positions")
    (alone,) = again(checker, bundle, folder)
    fault = bundle.match.result.fault
    assert fault is not None
    assert not isinstance(alone.result, Decision | Failure)
    assert (alone.result.kind, alone.result.detail) == (fault.kind, fault.detail)
    assert [msgspec.json.decode(m) for m in alone.came] == [
        msgspec.json.decode(m) for m in bundle.came
    ]
    assert alone.before == 0


def test_what_fails_only_after_what_came_before_is_found_with_it(checker: Checker) -> None:
    folder = checker.copy("faulty", "exit", "7")
    bundle = bundle_of(checker, folder, "positions")
    alone, after = again(checker, bundle, folder)
    assert isinstance(alone.result, Decision)
    assert alone.ms > 0
    assert after.before == 6
    assert not isinstance(after.result, Decision)
    assert after.result.kind == "crash"
    assert "last words" in after.stderr


def test_a_bot_that_was_mended_passes_both_times(checker: Checker) -> None:
    bundle = bundle_of(checker, checker.copy("faulty", "exit", "7"), "positions")
    alone, after = again(checker, bundle, checker.copy("novice", "none", name="mended"))
    assert isinstance(alone.result, Decision)
    assert isinstance(after.result, Decision)
    assert after.before == 6


def test_messages_of_a_later_protocol_are_sent_again_as_such(checker: Checker) -> None:
    folder = checker.copy("novice", "strict about fields")
    (alone,) = again(checker, bundle_of(checker, folder, "later"), folder)
    assert not isinstance(alone.result, Decision)
    assert "what is later_field?" in alone.stderr


def test_the_state_of_the_match_judges_an_illegal_answer_by_its_rule(checker: Checker) -> None:
    folder = checker.copy("novice", "illegal")
    (alone,) = again(checker, bundle_of(checker, folder, "positions"), folder)
    assert not isinstance(alone.result, Decision)
    assert alone.result.kind == "illegal"
    assert alone.result.detail.startswith("open: ")


Change = Callable[[dict[str, Any]], object]

BAD: dict[str, tuple[Change, str]] = {
    "version": (lambda b: b.update(bundle=2), "no bundle that `arena check` has written"),
    "field": (lambda b: b.update(extra=1), "unknown field `extra`"),
    "record": (lambda b: b["match"].pop("deals"), "missing required field `deals`"),
    "no fault": (lambda b: b["match"]["result"].pop("fault"), "does not lead to its request"),
    "seat": (lambda b: b["request"]["observation"].update(seat=1), "does not lead to its request"),
    "request": (lambda b: b.update(request={}), "does not lead to its request"),
    "cards": (lambda b: b["match"]["deals"][0].update(draws="kkk"), "does not lead to"),
}


@pytest.fixture(scope="module")
def written() -> dict[str, Any]:
    return {}


@pytest.mark.parametrize("what", BAD)
def test_a_file_that_is_no_bundle_is_refused_by_name(
    checker: Checker, written: dict[str, Any], what: str
) -> None:
    if not written:
        bundle = bundle_of(checker, checker.copy("novice", "illegal"), "positions")
        written.update(msgspec.json.decode(encode_bundle(bundle)))
    change, problem = BAD[what]
    content = msgspec.json.decode(msgspec.json.encode(written))
    change(content)
    path = checker.place.folder / "bad.json"
    path.write_bytes(msgspec.json.encode(content))
    with pytest.raises(InputError, match=r"bad\.json: ") as caught:
        read_bundle(path)
    assert problem in str(caught.value)


def test_a_request_whose_messages_are_not_the_referees_is_refused(checker: Checker) -> None:
    folder = checker.copy("novice", "illegal")
    bundle = bundle_of(checker, folder, "positions")
    broken = msgspec.structs.replace(bundle, start={"type": "match_start"})
    with pytest.raises(InputError, match="not the referee's"):
        again(checker, broken, folder)
