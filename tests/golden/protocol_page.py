"""The generated parts of `protocol/README.md`: the fault table and the conversation."""

import json
from pathlib import Path
from typing import Any

from arena.records import FaultKind

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "protocol" / "README.md"
CONVERSATION = ROOT / "protocol" / "vectors" / "conversation.jsonl"


def page(text: str) -> str:
    """The page with its generated parts made anew."""
    parts = {"faults": faults(), "draw": first_draw(), "conversation": requests()}
    for name, part in parts.items():
        start, end = f"<!-- generated: {name} -->\n", "<!-- end -->"
        before, found, rest = text.partition(start)
        assert found, name
        _, found, after = rest.partition(end)
        assert found, name
        text = f"{before}{start}{part}\n{end}{after}"
    return text


def faults() -> str:
    """The fault table."""
    rows = [f"| `{kind}` | {kind.when} |" for kind in FaultKind]
    return "\n".join(["| fault | when |", "|---|---|", *rows])


def first_draw() -> str:
    """The first request of the draw phase, and its answer, in full."""
    request, answer = next(
        pair for pair in _exchanges() if pair[0]["observation"]["phase"] == "draw"
    )
    return "\n".join(f"```json\n{_compact(message)}\n```" for message in (request, answer))


def requests() -> str:
    """Every request of the conversation, shortened to what is decided, with its answer."""
    rows = ["| phase | hand | before it | answer |", "|---|---|---|---|"]
    for request, answer in _exchanges():
        seen = request["observation"]
        before = ""
        if seen["offered"]:
            before = f"offered {' '.join(seen['offered'])}"
        elif seen["lead"]:
            before = f"{seen['lead']} is led"
        elif seen["phase"] == "play":
            before = "on lead"
        hand = " ".join(seen["hand"])
        rows.append(f"| `{seen['phase']}` | {hand} | {before} | `{_compact(answer['action'])}` |")
    return "\n".join(rows)


def _exchanges() -> list[tuple[dict[str, Any], dict[str, Any]]]:
    lines = CONVERSATION.read_text("utf-8").splitlines()
    messages = [json.loads(line)["message"] for line in lines]
    return [
        (message, messages[number + 1])
        for number, message in enumerate(messages)
        if message["type"] == "act"
    ]


def _compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def write() -> None:
    """Write the page anew."""
    PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")
