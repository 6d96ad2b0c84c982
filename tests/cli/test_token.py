"""`arena token`: made, listed, revoked, and never told twice."""

import json
import re
from pathlib import Path

import pytest

from arena.store import Store, new_token, stored_tokens, token_of_id, token_of_text
from tests.cli.commands import call


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "s.sqlite"


def test_a_token_is_told_once_and_only_a_hash_of_it_is_stored(store: Path) -> None:
    answer = call("token", "new", "zahra", "--store", store)
    text = answer.out.strip()
    assert re.fullmatch(r"hokm_[0-9a-f]{8}_[0-9a-f]{64}", text)
    assert "shown this once, for author zahra" in answer.err
    assert text not in answer.err
    secret = text.rpartition("_")[2]
    for file in store.parent.iterdir():
        assert secret.encode() not in file.read_bytes()
        assert bytes.fromhex(secret) not in file.read_bytes()
    assert secret not in call("token", "list", "--store", store).out


def test_the_list_says_whose_each_is_and_what_it_is_for(store: Path) -> None:
    call("token", "new", "zahra", "--store", store)
    made = json.loads(call("token", "new", "sara", "--organiser", "--json", "--store", store).out)
    rows = json.loads(call("token", "list", "--json", "--store", store).out)
    assert [(row["author"], row["organiser"]) for row in rows] == [("zahra", False), ("sara", True)]
    assert rows[1] == {key: value for key, value in made.items() if key != "token"}
    assert "organiser" in call("token", "list", "--store", store).out
    assert call("token", "list", "--csv", "--store", store).out.count("\n") == 3


def test_a_revoked_token_counts_no_more(store: Path) -> None:
    text = call("token", "new", "zahra", "--store", store).out.strip()
    id_ = text.split("_")[1]
    with Store(store) as opened:
        token = token_of_text(opened, text)
        assert token is not None
        assert (token.author, token_of_id(opened, id_)) == ("zahra", token)
    answer = call("token", "revoke", id_, "--store", store)
    assert answer.out == f"{id_}, for author zahra, counts no more\n"
    first = json.loads(call("token", "revoke", id_, "--json", "--store", store).out)["revoked"]
    assert first
    with Store(store) as opened:
        assert token_of_text(opened, text) is None
        assert token_of_id(opened, id_) is None
        assert [token.revoked for token in stored_tokens(opened)] == [first]


@pytest.mark.parametrize("change", ["prefix", "id", "secret", "cut", "empty", "odd"])
def test_what_is_nearly_a_token_is_none(store: Path, change: str) -> None:
    with Store(store, create=True) as opened:
        token, text = new_token(opened, "zahra", organiser=False)
        _, other = new_token(opened, "sara", organiser=True)
        wrong = {
            "prefix": text.replace("hokm", "hokn"),
            "id": text.replace(token.id, other.split("_")[1]),
            "secret": text[:-1] + ("0" if text[-1] != "0" else "1"),
            "cut": text[:-1],
            "empty": "",
            "odd": "hokm_\udcff_\0",
        }
        assert token_of_text(opened, wrong[change]) is None
        assert token_of_text(opened, text) == token


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("new", "a b"), "'a b' is not allowed as an author"),
        (("new", "Zahra"), "differs from the author 'zahra' in nothing but case"),
        (("revoke", "nobody"), "no token has the id 'nobody'; `arena token list` shows them"),
    ],
)
def test_what_is_wrong_is_said(store: Path, arguments: tuple[str, ...], said: str) -> None:
    call("token", "new", "zahra", "--store", store)
    answer = call("token", *arguments, "--store", store)
    assert (answer.code, answer.out) == (2, "")
    assert said in answer.err


def test_before_the_first_token_the_list_says_how_to_make_one(store: Path) -> None:
    assert "no such store" in call("token", "list", "--store", store).err
    Store(store, create=True).close()
    assert "`arena token new` makes one" in call("token", "list", "--store", store).out
