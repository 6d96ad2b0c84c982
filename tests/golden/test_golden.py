"""Generated files are what their generators give today. `make golden` writes them anew."""

import json

import jsonschema
import pytest

from arena.wire import MAX_MESSAGE
from tests.golden import conversation, protocol_page, published, schemas


@pytest.mark.parametrize("name", sorted(schemas.schemas()))
def test_schema_is_generated_from_the_types(name: str) -> None:
    committed = (schemas.FOLDER / f"{name}.json").read_text("utf-8")
    assert committed == schemas.text(schemas.schemas()[name])


def test_no_schema_is_left_of_a_message_that_is_gone() -> None:
    assert {path.stem for path in schemas.FOLDER.iterdir()} == set(schemas.schemas())


def test_the_conversation_is_a_real_match() -> None:
    assert conversation.FILE.read_text("utf-8").splitlines() == conversation.converse()


def test_every_message_of_the_conversation_keeps_its_schema() -> None:
    for line in conversation.FILE.read_text("utf-8").splitlines():
        message = json.loads(line)["message"]
        jsonschema.validate(message, schemas.schemas()[message["type"]])
        assert len(line) < MAX_MESSAGE


@pytest.mark.parametrize("name", ["records.jsonl", "reveal.json"])
def test_the_published_league_is_what_is_played_today(name: str) -> None:
    assert (published.FOLDER / name).read_bytes() == published.published()[name]


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
