"""The config as a file: whatever it holds, it is read or refused."""

import contextlib
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arena.errors import InputError
from arena.toml_file import SIZE_LIMIT
from arena.tournament import (
    load_config,
)
from tests.tournament.config_keys import (
    KEYS,
    refused,
)
from tests.tournament.places import Place, with_key


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "key `tournament` is missing"),
        (b"[tournament", "not a TOML file: .*end of document"),
        (b'[tournament]\nname = "a"\nname = "b"\n', "not a TOML file: .*line 3"),
        (b"\xff\xfe[\x00t\x00", "not a TOML file: .*utf-8"),
        (b'[tournament]\nname = "\xe9"', "not a TOML file: .*utf-8"),
        (b"{}", "not a TOML file: "),
        (b'{"tournament": {}}', "not a TOML file: "),
        (b"\x00", "not a TOML file: "),
        (b"x = " + b"[" * 20_000, "not a TOML file: "),
        (b"x = " + b"1" * 5_000, "not a TOML file: .*integer string"),
        (b"x = 9999-99-99", "not a TOML file: "),
        (b"# " + b"x" * SIZE_LIMIT, f"too large, at most {SIZE_LIMIT} bytes are read"),
    ],
    ids=[
        *("empty", "unclosed", "twice", "UTF-16", "Latin-1", "braces", "JSON", "NUL", "nested"),
        *("digits", "date", "huge"),
    ],
)
def test_a_file_that_is_no_config_is_refused(place: Place, content: bytes, message: str) -> None:
    place.league()
    assert re.match(message, refused(place, content))


def test_a_file_of_the_size_limit_is_read(place: Place) -> None:
    place.league()
    assert refused(place, b"#" * SIZE_LIMIT) == "key `tournament` is missing"


def test_a_config_that_is_not_there_is_named(place: Place) -> None:
    with pytest.raises(InputError, match=r"config\.toml: No such file or directory"):
        load_config(place.folder / "config.toml")


def test_a_folder_is_no_config(place: Place) -> None:
    with pytest.raises(InputError, match=f"{place.folder}: is a folder, a TOML file is expected"):
        load_config(place.folder)


def test_an_endless_file_is_not_read_to_its_end(place: Place) -> None:
    (place.folder / "config.toml").symlink_to("/dev/zero")
    with pytest.raises(InputError, match="too large"):
        load_config(place.folder / "config.toml")


FUZZ = settings(
    max_examples=80,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
VALUES = st.recursive(
    st.booleans()
    | st.integers(-(10**6), 10**40)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=50),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=5,
)


@FUZZ
@given(key=st.sampled_from(sorted(KEYS)) | st.text("abr`$.[] ", max_size=20), value=VALUES)
def test_no_value_anywhere_brings_the_program_down(place: Place, key: str, value: object) -> None:
    table = key.rpartition(".")[0]
    if table and table not in {name.split(".")[0] for name in KEYS}:
        key = key.replace(".", "")
    place.store.unlink(missing_ok=True)
    with contextlib.suppress(InputError):
        assert place.open(with_key(place.league(), key, value)).pairs > 0
        assert key in KEYS


@FUZZ
@given(
    st.binary(max_size=200)
    | st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace"))
)
def test_no_content_brings_the_program_down(place: Place, content: bytes) -> None:
    refused(place, content)
