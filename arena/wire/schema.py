"""JSON Schema of every message, generated from the structs and committed in `protocol/schemas/`.

`make golden` writes them; a test compares.
"""

import json
import re
from typing import Any

import msgspec

from arena.rules import Concede, Draw, Open, Pick, Play, Throw
from arena.wire.messages import (
    Act,
    ActionFields,
    ActionReply,
    Bye,
    DealEnd,
    Hello,
    MatchEnd,
    MatchStart,
)


class _Act(Act, frozen=True, tag_field="type", tag="act"):
    """`Act` with its actions as msgspec can describe them: a union of dataclasses it can not."""

    legal: tuple[ActionFields, ...]  # type: ignore[assignment]


MESSAGES = (Hello, ActionReply, MatchStart, Act, DealEnd, MatchEnd, Bye)
_ACTIONS = (Open, Throw, Draw, Pick, Play, Concede)
_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def message_schemas() -> dict[str, dict[str, Any]]:
    """The schema of each message by its `type`, self-contained."""
    return {str(message.__struct_config__.tag): _schema(message) for message in MESSAGES}


def _schema(message: type[msgspec.Struct]) -> dict[str, Any]:
    types = [_Act if message is Act else message, *_ACTIONS]
    (root, *actions), components = msgspec.json.schema_components(
        types, ref_template="#/$defs/{name}"
    )
    name = root["$ref"].rpartition("/")[2]
    top = components.pop(name)
    if "ActionFields" in components:
        components["ActionFields"] = {"title": "Action", "oneOf": actions}
    for action in _ACTIONS:
        shape = components[action.__name__]
        shape |= {"additionalProperties": False, "required": list(shape["properties"])}
    used = _reachable(top, components)
    defs = {key: value for key, value in components.items() if key in used}
    names = {"title": message.__name__, "description": str(message.__doc__)}
    return {"$schema": _DIALECT, **top, **names, "$defs": defs}


def _reachable(schema: Any, components: dict[str, Any]) -> set[str]:
    """The names of the components that the schema refers to, directly or not."""
    found: set[str] = set()
    todo = [schema]
    while todo:
        names = set(re.findall(r"#/\$defs/(\w+)", json.dumps(todo.pop()))) - found
        found |= names
        todo += [components[name] for name in names]
    return found
