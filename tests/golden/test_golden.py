"""Generated files are what their generators give today. `make golden` writes them anew."""

import json
from pathlib import Path

import jsonschema
import pytest

from arena.wire import MAX_MESSAGE
from tests.golden import (
    conversation,
    conversations,
    messages,
    observations,
    protocol_page,
    published,
    refusals,
    schemas,
)
from tests.golden.lines import text
from tests.rules.generated import text as vectors_text

VECTORS = Path(__file__).parents[2] / "protocol" / "vectors"


@pytest.mark.parametrize("name", sorted(schemas.schemas()))
def test_schema_is_generated_from_the_types(name: str) -> None:
    committed = (schemas.FOLDER / f"{name}.json").read_text("utf-8")
    assert committed == schemas.text(schemas.schemas()[name])


def test_no_schema_is_left_of_a_message_that_is_gone() -> None:
    assert {path.stem for path in schemas.FOLDER.iterdir()} == set(schemas.schemas())


def test_the_conversation_is_a_real_match() -> None:
    assert conversation.FILE.read_text("utf-8").splitlines() == conversation.converse()


def test_every_message_of_the_conversation_keeps_its_schema() -> None:
    known = schemas.schemas()
    for line in conversation.FILE.read_text("utf-8").splitlines():
        message = json.loads(line)["message"]
        jsonschema.validate(message, known[message["type"]])
        assert len(line) < MAX_MESSAGE


@pytest.mark.parametrize("name", ["records.jsonl", "reveal.json"])
def test_the_published_league_is_what_is_played_today(name: str) -> None:
    assert (published.FOLDER / name).read_bytes() == published.published()[name]


@pytest.mark.parametrize("name", conversations.CONVERSATIONS)
def test_a_conversation_is_what_the_referee_and_the_bot_say(name: str) -> None:
    committed = (conversations.FOLDER / f"{name}.jsonl").read_text("utf-8")
    assert committed == text(conversations.CONVERSATIONS[name]())


def test_no_conversation_is_left_that_nobody_generates() -> None:
    names = {path.stem for path in conversations.FOLDER.iterdir()}
    assert names == set(conversations.CONVERSATIONS)


def test_the_referee_refuses_what_it_is_said_to_refuse() -> None:
    assert refusals.FILE.read_text("utf-8") == vectors_text(refusals.vectors())


def test_messages_notes_and_observations_are_generated() -> None:
    assert messages.MESSAGES.read_text("utf-8") == vectors_text(messages.messages())
    assert messages.NOTES.read_text("utf-8") == vectors_text(messages.notes())
    assert observations.FILE.read_text("utf-8").splitlines() == observations.lines()


def test_every_message_keeps_its_schema() -> None:
    known = schemas.schemas()
    for vector in json.loads(messages.MESSAGES.read_text("utf-8"))["messages"]:
        message = vector["message"]
        jsonschema.validate(message, known[message["type"]])


def test_the_vectors_are_small() -> None:
    files = [path for path in VECTORS.rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) < 1_000_000


def test_the_page_of_the_vectors_names_every_file() -> None:
    page = (VECTORS / "README.md").read_text("utf-8")
    for path in VECTORS.rglob("*.json*"):
        name = path.relative_to(VECTORS)
        assert f"]({name})" in page, name


def test_the_protocol_page_shows_what_is_true_now() -> None:
    committed = protocol_page.PAGE.read_text("utf-8")
    assert committed == protocol_page.page(committed)


def test_the_messages_that_the_protocol_page_quotes_are_those_of_the_conversation() -> None:
    lines = conversation.FILE.read_text("utf-8").splitlines()
    said = [protocol_page._compact(json.loads(line)["message"]) for line in lines]
    blocks = protocol_page.PAGE.read_text("utf-8").split("```json\n")[1:]
    quoted = [block.split("\n```")[0] for block in blocks]
    assert len(quoted) == 9
    for quote in quoted:
        start, _, end = quote.partition(",…,")
        assert any(line.startswith(start) and line.endswith(end) for line in said), quote
