"""The JSON Schemas in `protocol/schemas/`."""

import json
from pathlib import Path
from typing import Any

import msgspec

from arena.records import MatchRecord
from arena.wire.schema import message_schemas

FOLDER = Path(__file__).parents[2] / "protocol" / "schemas"


def schemas() -> dict[str, dict[str, Any]]:
    """Every schema by the name of its file."""
    return {**message_schemas(), "record": msgspec.json.schema(MatchRecord)}


def text(schema: dict[str, Any]) -> str:
    """The schema as its file holds it."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def write() -> None:
    """Write all files anew."""
    for name, schema in schemas().items():
        (FOLDER / f"{name}.json").write_text(text(schema), "utf-8")
