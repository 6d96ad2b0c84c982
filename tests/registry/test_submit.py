"""Bots under a name: who may have it, which version is which, and how one is found."""

import contextlib
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arena.errors import InputError, StoreError
from arena.registry import (
    Bot,
    BuildFailed,
    Built,
    Manifest,
    Registry,
    Stranger,
    Submitted,
    keep_bot,
    load_bot,
    shipped_names,
    submit,
)
from arena.registry.names import same_name, valid_name
from arena.store import Store, stored_bots
from tests.tournament.places import Place


def no_build(sources: Path, manifest: Manifest, into: Path) -> Built | BuildFailed:
    raise AssertionError("there is nothing to build")


def taken_in(place: Place, folder: Path, fit: bool = True) -> Submitted:
    with Store(place.store, create=True) as store:
        return submit(folder, store, no_build, lambda bot: fit)


def changed(folder: Path, text: str = "another") -> Path:
    (folder / "bot.py").write_text(text)
    return folder


@pytest.fixture
def registry(place: Place) -> Registry:
    return Registry(place.store)


# Versions


def test_each_content_is_a_version_and_the_same_content_the_one_that_it_was(place: Place) -> None:
    folder = place.bot("mine", author="Zahra", language="Python")
    first = taken_in(place, folder)
    again = taken_in(place, folder)
    second = taken_in(place, changed(folder))
    assert (first.new, again.new, second.new) == (True, False, True)
    assert first.bot == again.bot
    assert [one.bot.label for one in (first, second)] == ["mine@1", "mine@2"]
    assert (first.bot.author, first.bot.language, first.bot.network) == ("Zahra", "Python", False)
    assert second.bot.version == load_bot(folder).version
    with Store(place.store) as store:
        assert stored_bots(store) == [first.bot, second.bot]


def test_an_older_content_is_its_older_version_and_another_name_counts_for_itself(
    place: Place,
) -> None:
    folder = place.bot("mine")
    text = (folder / "bot.py").read_text()
    taken_in(place, folder)
    taken_in(place, changed(folder))
    assert taken_in(place, changed(folder, text)).bot.label == "mine@1"
    assert taken_in(place, place.bot("other")).bot.label == "other@1"


def test_what_does_not_pass_the_check_is_not_taken_in(place: Place, registry: Registry) -> None:
    with pytest.raises(InputError, match="not submitted: it did not pass the check"):
        taken_in(place, place.bot("mine"), fit=False)
    assert registry.bots() == []


def test_what_is_there_already_is_not_checked_again(place: Place) -> None:
    folder = place.bot("mine")
    taken_in(place, folder)
    assert not taken_in(place, folder, fit=False).new


def test_the_check_gets_the_copy_that_will_play(place: Place) -> None:
    seen: list[Bot] = []

    def check(bot: Bot) -> bool:
        seen.append(bot)
        return True

    with Store(place.store, create=True) as store:
        taken = submit(place.bot("mine"), store, no_build, check)
    assert [bot.program.folder for bot in seen] == [
        place.folder / "store.sqlite.bots" / taken.bot.version
    ]


def test_a_network_that_the_build_could_use_and_files_that_it_overwrote_are_told(
    place: Place,
) -> None:
    def builds(sources: Path, manifest: Manifest, into: Path) -> Built | BuildFailed:
        shutil.copytree(sources, into)
        return Built(1.0, network=True, overwritten=("bot",))

    folder = place.bot("mine", build=["true"])
    with Store(place.store, create=True) as store:
        taken = submit(folder, store, builds, lambda bot: True)
    assert taken.bot.network
    assert taken.overwritten == ("bot",)


def test_a_bot_that_this_host_cannot_run_is_not_taken_in(place: Place) -> None:
    with pytest.raises(InputError, match="needs 'no-such-program', which this host does not"):
        taken_in(place, place.bot("mine", run=["no-such-program"]))
    with pytest.raises(InputError, match="needs 'no-such-compiler', which this host does not"):
        taken_in(place, place.bot("mine", build=["no-such-compiler"]))


# Names


@pytest.mark.parametrize("name", shipped_names())
def test_the_name_of_a_bot_that_comes_with_the_arena_is_taken(place: Place, name: str) -> None:
    for spelled in (name, name.upper()):
        with pytest.raises(InputError, match="comes with the arena; choose another name"):
            taken_in(place, place.bot(spelled, folder="mine"))


@pytest.mark.parametrize(
    ("there", "name"),
    [("mine", "Mine"), ("MINE", "mine"), ("straße", "STRASSE"), ("é", "e\u0301"), ("a1", "ａ1")],
)
def test_a_name_that_differs_in_case_or_spelling_alone_is_refused(
    place: Place, there: str, name: str
) -> None:
    taken_in(place, place.bot(there, folder="there"))
    with pytest.raises(InputError, match="in nothing but case or spelling"):
        taken_in(place, place.bot(name, folder="mine"))


LETTERS = st.text(st.sampled_from("aAäÄßsSıIiﬁfKﻻ۱1-_.é"), min_size=1, max_size=3)


@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(names=st.lists(LETTERS.filter(valid_name), min_size=2, max_size=5))
def test_no_two_names_in_a_store_are_the_same_in_another_case(
    place: Place, names: list[str]
) -> None:
    place.store.unlink(missing_ok=True)
    for name in names:
        with contextlib.suppress(InputError):
            taken_in(place, place.bot(name, folder="mine"))
    there = {row.name for row in Registry(place.store).bots()}
    assert len({same_name(name) for name in there}) == len(there)
    assert {same_name(name) for name in names} == {same_name(name) for name in there}


# Finding


def test_a_name_is_its_newest_version_and_each_version_has_a_name(
    place: Place, registry: Registry
) -> None:
    folder = place.bot("mine")
    one = taken_in(place, folder).bot
    two = taken_in(place, changed(folder)).bot
    shutil.rmtree(folder)
    for text, name, version in (
        ("mine", "mine", two.version),
        ("MINE", "mine", two.version),
        ("mine@2", "mine@2", two.version),
        ("mine@1", "mine@1", one.version),
        (f"mine@{one.version}", "mine@1", one.version),
    ):
        found = registry.find(text)
        assert (found.name, found.program.name, found.version) == (name, name, version)
        kept = keep_bot(found, place.folder / "store.sqlite.bots")
        assert load_bot(kept.program.folder).version == version


def test_bots_that_come_with_the_arena_are_found_without_a_store(registry: Registry) -> None:
    assert registry.find("naive").name == "naive"
    assert not registry.store.exists()


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("mein", "Did you mean 'mine'?"),
        ("Naiv", "Did you mean 'naive'?"),
        ("zzz", "There are mine, naive, "),
        ("mine@7", "there is no such version; there is mine@1"),
        ("mine@", "there is no such version; there is mine@1"),
        ("mine@01", "there is no such version"),
        ("naive@1", "no bot of that name"),
        ("", "no bot of that name"),
        ("@1", "no bot of that name"),
    ],
)
def test_a_name_that_nobody_has_is_answered_with_those_near(
    place: Place, registry: Registry, text: str, answer: str
) -> None:
    taken_in(place, place.bot("mine"))
    with pytest.raises(InputError) as caught:
        registry.find(text)
    assert answer in str(caught.value)
    assert repr(text) in str(caught.value)


def test_files_that_are_gone_or_changed_are_not_played(place: Place, registry: Registry) -> None:
    bot = taken_in(place, place.bot("mine")).bot
    kept = place.folder / "store.sqlite.bots" / bot.version
    changed(kept)
    with pytest.raises(InputError, match=rf"of mine@1 are not in .*\({bot.version}\) again"):
        registry.find("mine")
    shutil.rmtree(kept)
    with pytest.raises(InputError, match="of mine@1 are not in "):
        registry.find("mine@1")
    assert not taken_in(place, place.folder / "mine").new
    assert registry.find("mine").version == bot.version


def test_a_store_that_cannot_be_read_is_an_error_of_the_store(
    place: Place, registry: Registry
) -> None:
    place.store.write_text("no store")
    with pytest.raises(StoreError):
        registry.find("mine")


# Whose a name is


def from_the_web(place: Place, folder: Path, author: str, fit: bool = True) -> Submitted:
    stranger = Stranger(author, place.folder / "staging")
    with Store(place.store, create=True) as store:
        return submit(folder, store, no_build, lambda bot: fit, stranger)


def test_a_name_is_whose_token_it_came_with_first(place: Place) -> None:
    folder = place.bot("mine")
    first = from_the_web(place, folder, "zahra")
    assert (first.bot.label, first.bot.owner) == ("mine@1", "zahra")
    assert from_the_web(place, changed(folder), "zahra").bot.label == "mine@2"
    with pytest.raises(InputError, match="'mine' is somebody else's"):
        from_the_web(place, changed(folder, "a third"), "sara")
    # The same content is no way around it: what it is called is somebody's.
    with pytest.raises(InputError, match="'mine' is somebody else's"):
        from_the_web(place, folder, "sara")


def test_at_the_command_line_every_name_may_be_submitted_and_stays_whose_it_is(
    place: Place,
) -> None:
    folder = place.bot("mine")
    from_the_web(place, folder, "zahra")
    second = taken_in(place, changed(folder))
    assert (second.bot.label, second.bot.owner) == ("mine@2", None)
    assert from_the_web(place, changed(folder, "a third"), "zahra").bot.label == "mine@3"


def test_what_was_submitted_at_the_command_line_alone_is_the_organiser_s_to_give(
    place: Place,
) -> None:
    folder = place.bot("mine")
    taken_in(place, folder)
    with pytest.raises(InputError, match="ask the organiser, who can give it to you"):
        from_the_web(place, folder, "zahra")
    with Store(place.store) as store:
        given = submit(folder, store, no_build, lambda bot: True, owner="zahra")
    assert (given.new, given.bot.owner) == (False, "zahra")
    assert from_the_web(place, changed(folder), "zahra").bot.label == "mine@2"
    with Store(place.store) as store:
        submit(folder, store, no_build, lambda bot: True, owner="sara")
        assert [row.owner for row in stored_bots(store)] == ["zahra", "sara"]
    with pytest.raises(InputError, match="'mine' is somebody else's"):
        from_the_web(place, changed(folder, "a third"), "zahra")


def test_of_a_stranger_s_bot_that_is_not_taken_in_nothing_stays_in_the_library(
    place: Place,
) -> None:
    folder = place.bot("mine")
    library = place.store.with_name("store.sqlite.bots")
    with pytest.raises(InputError, match="did not pass the check"):
        from_the_web(place, folder, "zahra", fit=False)
    assert not library.exists()
    taken = from_the_web(place, folder, "zahra").bot
    assert [path.name for path in library.iterdir()] == [taken.version]
    assert Registry(place.store).find("mine").version == taken.version


def test_a_stranger_s_bot_that_is_built_comes_with_its_sources(place: Place) -> None:
    folder = place.bot("mine", build=["true"])

    def built(sources: Path, manifest: Manifest, into: Path) -> Built | BuildFailed:
        shutil.copytree(sources, into)
        return Built(0.1, False, ())

    stranger = Stranger("zahra", place.folder / "staging")
    with Store(place.store, create=True) as store:
        taken = submit(folder, store, built, lambda bot: True, stranger).bot
        library = store.beside("bots")
    assert {path.name.removeprefix(taken.version) for path in library.iterdir()} == {
        "",
        ".sources",
        ".built",
    }
    assert keep_bot(load_bot(folder), library, no_build).version == taken.version
