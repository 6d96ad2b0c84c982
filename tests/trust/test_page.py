"""What `protocol/TRUST.md` has a doubter type gives what it says."""

import json
import re
import subprocess
from pathlib import Path

from arena.cli.main import cli
from arena.tournament import commitment
from arena.tournament.reveal import settings_digest
from tests.golden import published

PAGE = (Path(__file__).parents[2] / "protocol" / "TRUST.md").read_text("utf-8")
REVEALED = json.loads((published.FOLDER / "reveal.json").read_text("utf-8"))
RECORDS = (published.FOLDER / "records.jsonl").read_text("utf-8").splitlines()


def typed(command: str) -> str:
    """The digest that a command of the page prints, with what it stands for put in."""
    found = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True)
    return found.stdout.split()[0]


def test_the_commands_that_make_commitment_and_match_seed_by_hand_do_so() -> None:
    one, other = re.findall(r"^(printf '.*' \| sha256sum)$", PAGE, re.MULTILINE)
    digest = settings_digest(REVEALED["settings"])
    made = typed(one.replace("SEED", REVEALED["seed"]).replace("DIGEST", digest))
    assert made == REVEALED["commitment"] == commitment(REVEALED["seed"], REVEALED["settings"])
    record = json.loads(RECORDS[0])
    pair = other.replace("SEED", REVEALED["seed"]).replace("3:naive:value", record["pair"])
    assert typed(pair) == record["seed"]


def test_the_digest_of_the_settings_is_of_the_text_as_it_was_revealed() -> None:
    assert "jq -j .settings reveal.json | sha256sum" in PAGE  # prints the text, and no line break
    ran = subprocess.run(
        ["sha256sum"], input=REVEALED["settings"].encode(), capture_output=True, check=True
    )
    assert ran.stdout.split()[0].decode() == settings_digest(REVEALED["settings"])


def test_every_command_that_it_names_is_there() -> None:
    named = set(re.findall(r"(?<!-)\barena ([a-z]+)\b", PAGE))
    assert {"run", "status", "export", "reveal", "verify", "audit", "repro", "bundle"} <= named
    assert named <= set(cli.commands)
