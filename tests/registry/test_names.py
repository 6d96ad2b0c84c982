"""Names are shown everywhere, so they hide nothing, move nothing and are told apart."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.registry.names import NAME_LIMIT, same_name, valid_name


@pytest.mark.parametrize(
    "name",
    [
        "a",
        "naive",
        "My-Bot_2.1",
        "7up",
        "a" * 40,
        "حکم",
        "بازیکن۲",
        "Ωμέγα",
        "日本語",
        "e\u0301",
        "x.",
    ],
)
def test_names_of_any_script_are_allowed(name: str) -> None:
    assert valid_name(name)


@pytest.mark.parametrize(
    "name",
    [
        *("", " ", "a b", "a" * 41, "a\n", "a\tb", "a\0b", "\x1b[31mred", "a\x7f", "a\x9bm"),
        *("a\u202eb", "\u2066a", "a\u200b", "a\u200d", "\ufeffa", "a\u2028b", "a\u00a0b"),
        *("a:b", "a/b", "..", ".a", "-a", "_a", "../a", "a\\b", "a,b", "a'b", 'a"b', "a;b", "a*b"),
        *("🂡", "a\ud800", "a\ue000", "a\U000e0041", "\u0301a", "½", "²"),
    ],
    ids=ascii,
)
def test_what_hides_moves_or_separates_is_refused(name: str) -> None:
    assert not valid_name(name)


@given(st.text(max_size=60))
def test_an_allowed_name_can_be_printed_and_makes_a_file_name(name: str) -> None:
    if not valid_name(name):
        return
    assert 0 < len(name) <= NAME_LIMIT
    assert name.isprintable()
    assert not any(character.isspace() or character in ":/\\" for character in name)
    assert all(unicodedata.bidirectional(c) not in ("RLO", "LRO", "RLE", "LRE") for c in name)
    # A log file is called after two bots, the cycle, the half and the seat.
    assert len(f"1000000:{name}:{name}.1.0.log".encode()) <= 255


@pytest.mark.parametrize(
    ("one", "two"),
    [("naive", "NAIVE"), ("straße", "STRASSE"), ("é", "e\u0301"), ("A1", "a１"), ("ﬁn", "FIN")],
)
def test_spellings_of_one_name_count_as_one(one: str, two: str) -> None:
    assert same_name(one) == same_name(two)


@pytest.mark.parametrize(("one", "two"), [("a", "b"), ("a1", "a-1"), ("naive", "naive2")])
def test_other_names_are_other_names(one: str, two: str) -> None:
    assert same_name(one) != same_name(two)
