"""What bots send is read only if it is exactly right, and what is wrong is said with its place."""

import json
import string
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.rules import (
    CONCEDE,
    KEEP,
    PACK,
    REJECT,
    Action,
    Card,
    Open,
    Pick,
    Play,
    Suit,
    Throw,
)
from arena.wire import Answer, Hello, Malformed, decode
from arena.wire.schema import message_schemas

ACTIONS: dict[str, Action] = {
    '{"trump":"S","throw":["2H","3C"]}': Open(Suit.S, (Card.H2, Card.C3)),
    '{"throw":["3C","2H"],"trump":"S"}': Open(Suit.S, (Card.C3, Card.H2)),
    '{"throw":["2H","3C","AS"]}': Throw((Card.H2, Card.C3, Card.SA)),
    '{"draw":"keep"}': KEEP,
    '{"draw":"reject"}': REJECT,
    '{"pick":"KH"}': Pick(Card.HK),
    '{"play":"AS"}': Play(Card.SA),
    '{"concede":true}': CONCEDE,
}


def answer(action: str, more: str = "") -> bytes:
    return f'{{"type":"action","id":"x","action":{action}{more}}}'.encode()


@pytest.mark.parametrize(("text", "action"), ACTIONS.items(), ids=list(ACTIONS))
def test_each_kind_of_action_is_read(text: str, action: Action) -> None:
    assert decode(answer(text)) == Answer("x", action)


def test_a_note_is_read_and_an_empty_one_is_none() -> None:
    assert decode(answer('{"play":"AS"}', ',"note":"درود"')) == Answer("x", Play(Card.SA), "درود")
    assert decode(answer('{"play":"AS"}', ',"note":""')) == Answer("x", Play(Card.SA))


def test_hello_is_read() -> None:
    message = decode(b'{"type":"hello","protocol":1,"name":"x","author":"me"}')
    assert message == Hello(protocol=1, name="x", author="me")


WRONG = {
    "nothing": (b"", "truncated"),
    "not JSON": (b"play AS", "malformed"),
    "not UTF-8": (b'{"type":"hello","protocol":1,"name":"\xff"}', "UTF-8"),
    "half a surrogate": (b'{"type":"hello","protocol":1,"name":"\\ud800"}', ""),
    "two objects": (answer('{"play":"AS"}') * 2, "malformed"),
    "an array": (b"[]", "Expected `object`, got `array`"),
    "deep nesting": (b"[" * 10_000, "Expected `object`"),
    "deep nesting inside": (b'{"type":' + b"[" * 10_000, "too deeply"),
    "no type": (b'{"id":"x"}', "`type`"),
    "unknown type": (b'{"type":"act"}', "$.type"),
    "wrong protocol": (b'{"type":"hello","protocol":2,"name":"x"}', "$.protocol"),
    "true is not 1": (b'{"type":"hello","protocol":true,"name":"x"}', "$.protocol"),
    "1.0 is not 1": (b'{"type":"hello","protocol":1.0,"name":"x"}', "$.protocol"),
    "a number too large": (b'{"type":"hello","protocol":1e999,"name":"x"}', ""),
    "NaN": (b'{"type":"hello","protocol":NaN,"name":"x"}', "malformed"),
    "Infinity": (b'{"type":"hello","protocol":Infinity,"name":"x"}', "malformed"),
    "no name": (b'{"type":"hello","protocol":1}', "`name`"),
    "empty name": (b'{"type":"hello","protocol":1,"name":""}', "$.name"),
    "long name": (b'{"type":"hello","protocol":1,"name":"%s"}' % (b"x" * 41), "$.name"),
    "unknown field": (answer('{"play":"AS"}', ',"eval":1'), "`eval`"),
    "unknown field inside": (answer('{"play":"AS","why":1}'), "`why` - at `$.action`"),
    "id is a number": (b'{"type":"action","id":1,"action":{"play":"AS"}}', "$.id"),
    "long id": (b'{"type":"action","id":"%s","action":{"play":"AS"}}' % (b"x" * 65), "$.id"),
    "no such card": (answer('{"play":"1S"}'), "$.action.play"),
    "a card in small letters": (answer('{"play":"as"}'), "$.action.play"),
    "no such card in a list": (answer('{"throw":["2H","XX"]}'), "$.action.throw[1]"),
    "no such suit": (answer('{"trump":"X","throw":["2H","3C"]}'), "$.action.trump"),
    "neither keep nor reject": (answer('{"draw":"take"}'), "$.action.draw"),
    "null": (answer('{"play":null}'), "$.action.play"),
    "no kind of action": (answer("{}"), "$.action"),
    "half an action": (answer('{"trump":"S"}'), "$.action"),
    "two kinds of action": (answer('{"play":"AS","pick":"AS"}'), "$.action"),
    "concede false": (answer('{"concede":false}'), "$.action"),
    "concede 1": (answer('{"concede":1}'), "$.action.concede"),
    "long note": (answer('{"play":"AS"}', f',"note":"{"x" * 281}"'), "$.note"),
    "repeated key": (answer('{"play":"AS"}', ',"id":"x"'), "`id` more than once"),
    "repeated key inside": (answer('{"play":"2S","play":"AS"}'), "`play` more than once"),
    "repeated type": (b'{"type":"hello","type":"hello","protocol":1,"name":"x"}', "`type` more"),
    "repeated key, escaped": (answer('{"play":"AS"}', ',"i\\u0064":"x"'), "`id` more than once"),
}


@pytest.mark.parametrize(("data", "said"), WRONG.values(), ids=list(WRONG))
def test_refused_with_its_place(data: bytes, said: str) -> None:
    message = decode(data)
    assert isinstance(message, Malformed)
    assert said in message.problem


def test_colons_and_quotes_inside_text_are_not_taken_for_keys() -> None:
    note = json.dumps('a":"b", "id": "c\\')
    message = decode(answer('{"play":"AS"}', f',"note":{note}'))
    assert isinstance(message, Answer)
    assert message.note == json.loads(note)


@given(st.binary(max_size=200) | st.text(alphabet=string.printable).map(str.encode))
def test_any_bytes_are_answered_without_an_exception(data: bytes) -> None:
    assert isinstance(decode(data), Hello | Answer | Malformed)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["AS", "S", "keep", "x"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["type", "id", "action", "play", "pick", "draw", "throw", "trump", "concede"]
            ),
            inner,
            max_size=3,
        )
    ),
    max_leaves=8,
)


def accepts(schema: dict[str, Any], value: Any) -> bool:
    valid: bool = jsonschema.Draft202012Validator(schema).is_valid(value)
    return valid


@settings(max_examples=300, derandomize=True)
@given(
    st.fixed_dictionaries(
        {"type": st.just("action"), "id": st.just("x"), "action": json_values},
        optional={"note": st.just("n"), "more": st.just(1)},
    )
)
def test_codec_and_schema_agree_on_what_an_action_message_is(value: dict[str, Any]) -> None:
    read = isinstance(decode(json.dumps(value).encode()), Answer)
    assert read == accepts(message_schemas()["action"], value)


@pytest.mark.parametrize("text", list(ACTIONS))
def test_the_schema_accepts_what_the_codec_accepts(text: str) -> None:
    assert accepts(message_schemas()["action"], json.loads(answer(text)))


def test_there_are_52_cards_in_the_schema() -> None:
    assert set(message_schemas()["act"]["$defs"]["Card"]["enum"]) == {str(card) for card in PACK}
