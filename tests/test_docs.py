"""Every message field, record field, fault and config key is documented, with its default."""

import re
from pathlib import Path

import msgspec
import pytest

from arena.check import STEPS, Bundle
from arena.records import DealRecord, FaultKind, MatchRecord, Outcome
from arena.registry import Manifest
from arena.rules import Observation
from arena.rules.deal import Drawn, Trick
from arena.tournament import TournamentConfig
from arena.wire.messages import ActionReply
from arena.wire.schema import MESSAGES

ROOT = Path(__file__).parents[1]
PROTOCOL = (ROOT / "protocol" / "README.md").read_text("utf-8")
CONFIGS = (ROOT / "configs" / "README.md").read_text("utf-8")
BOTS = (ROOT / "bots" / "README.md").read_text("utf-8")
CHECK = (ROOT / "arena" / "check" / "README.md").read_text("utf-8")


def section(page: str, title: str) -> str:
    """The part of a page under a heading, up to the next heading of that level or above."""
    level = len(title) - len(title.lstrip("#"))
    rest = page.split(f"\n{title}\n", 1)[1]
    return re.split(rf"\n#{{1,{level}}} ", rest)[0]


@pytest.mark.parametrize("message", MESSAGES, ids=lambda m: str(m.__struct_config__.tag))
def test_every_message_and_its_fields_are_documented(message: type[msgspec.Struct]) -> None:
    text = section(PROTOCOL, f"### {message.__struct_config__.tag}")
    for field in message.__struct_fields__:
        assert f"`{field}`" in text, field


def test_every_field_of_an_observation_is_documented() -> None:
    text = section(PROTOCOL, "### The observation")
    for kind in (Observation, Drawn, Trick):
        for field in kind.__dataclass_fields__:
            assert f"`{field}`" in text, field


@pytest.mark.parametrize("kind", [MatchRecord, DealRecord, Outcome])
def test_every_field_of_a_record_is_documented(kind: type[msgspec.Struct]) -> None:
    text = section(PROTOCOL, "## Match record")
    for field in kind.__struct_fields__:
        assert f"`{field}`" in text, field


@pytest.mark.parametrize("kind", FaultKind)
def test_every_fault_is_documented(kind: FaultKind) -> None:
    assert f"| `{kind}` | {kind.when} |" in section(PROTOCOL, "## Faults")


def test_every_kind_of_action_is_documented() -> None:
    text = section(PROTOCOL, "### action")
    action = next(f for f in msgspec.structs.fields(ActionReply) if f.name == "action").type
    for field in msgspec.structs.fields(action):
        assert f'"{field.name}":' in text, field.name


TABLES = {
    "[tournament]": "tournament",
    "[rules]": "rules",
    "[time]": "time",
    "[limits]": "limits",
    "[[bots]]": "bots",
}


def tables() -> list[tuple[str, msgspec.inspect.Field]]:
    info = msgspec.inspect.type_info(TournamentConfig)
    assert isinstance(info, msgspec.inspect.StructType)
    found = []
    for heading, name in TABLES.items():
        kind = next(field.type for field in info.fields if field.name == name)
        if isinstance(kind, msgspec.inspect.VarTupleType):
            kind = kind.item_type
        assert isinstance(kind, msgspec.inspect.StructType)
        found += [(heading, field) for field in kind.fields]
    return found


@pytest.mark.parametrize(("heading", "field"), tables(), ids=lambda v: getattr(v, "name", v))
def test_every_config_key_is_documented_with_its_default_and_bounds(
    heading: str, field: msgspec.inspect.Field
) -> None:
    text = section(CONFIGS, f"## `{heading}`")
    row = re.search(rf"^\| `{field.name}` \| (.*?) \| (.*?) \|", text, re.MULTILINE)
    assert row, f"{heading} {field.name} is not in the table"
    default, allowed = row[1], row[2]
    if field.required:
        assert default == "required"
    elif isinstance(field.default, bool):
        assert default == f"`{str(field.default).lower()}`"
    elif isinstance(field.default, int):
        assert default == f"`{field.default}`"
    if isinstance(field.type, msgspec.inspect.IntType):
        assert allowed == f"{field.type.ge:,}–{field.type.le:,}"


def test_no_config_key_is_documented_that_is_not_there() -> None:
    known = {field.name for _, field in tables()}
    documented = set(re.findall(r"^\| `(\w+)` \|", CONFIGS, re.MULTILINE))
    assert documented == known


def test_every_key_of_a_manifest_is_documented() -> None:
    for key in Manifest.__struct_fields__:
        assert f"`{key}`" in BOTS, key


def test_every_shipped_config_is_listed() -> None:
    for path in (ROOT / "configs").glob("*.toml"):
        assert f"[{path.name}]({path.name})" in CONFIGS


def test_every_step_of_a_check_is_documented_in_its_place() -> None:
    rows = re.findall(r"^\| (\d+) \| `(\w+)` \|", CHECK, re.MULTILINE)
    assert rows == [(str(n), step.name) for n, step in enumerate(STEPS, start=1)]


def test_every_key_of_a_failing_decision_is_documented() -> None:
    text = section(CHECK, "## A failing decision as a file")
    for field in Bundle.__struct_fields__:
        assert f"`{field}`" in text, field


GLOSSARY = (ROOT / "protocol" / "GLOSSARY.md").read_text("utf-8")


def test_the_glossary_speaks_persian_as_the_pages_do() -> None:
    pages = (ROOT / "arena" / "web" / "languages" / "fa.toml").read_text("utf-8")
    rows = re.findall(r"^\| ([\w ,]+) \| ([^|]+) \| [^|]+ \|$", GLOSSARY, re.MULTILINE)
    words = {here: persian for here, persian in rows if here not in ("here", "---")}
    assert len(words) > 30
    for here, persian in words.items():
        assert persian == "–" or persian in pages, here


def test_the_glossary_has_the_words_of_the_rules() -> None:
    rules = (ROOT / "protocol" / "RULES.md").read_text("utf-8")
    for here in re.findall(r"^\| ([\w ,]+) \| [^|]*[\u0600-\u06ff]", rules, re.MULTILINE):
        assert f"| {here} |" in GLOSSARY, here
