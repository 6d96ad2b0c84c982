"""Folders of bots, configs and a store, all of them temporary."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arena.registry import Registry
from arena.store import Store
from arena.tournament import Tournament, open_tournament, read_entry

Tables = Mapping[str, Any]

BOT = """
import random
from hokm_kit import Bot, run


class Any(Bot):
    def act(self, message):
        return random.Random(message["id"]).choice(message["legal"])


run(Any, name={name!r})
"""


def toml(tables: Tables) -> str:
    """Tables, and lists of tables, as TOML; what TOML and JSON write alike is all there is."""
    lines = []
    for name, content in tables.items():
        if isinstance(content, Mapping):
            lines += [f"[{name}]", *_pairs(content)]
        elif isinstance(content, list) and content and isinstance(content[0], Mapping):
            for table in content:
                lines += [f"[[{name}]]", *_pairs(table)]
        else:
            lines.insert(0, _pair(name, content))
    return "\n".join(lines) + "\n"


def _pairs(table: Tables) -> list[str]:
    return [_pair(key, value) for key, value in table.items()]


def _pair(key: str, value: object) -> str:
    # JSON leaves DEL as it is, TOML wants it escaped.
    return f"{json.dumps(key)} = {json.dumps(value)}".replace("\x7f", "\\u007f")


def with_key(tables: Tables, place: str, value: object) -> dict[str, Any]:
    """A copy with one key set, named as in `rules.target`; a key of `bots` in the last of them."""
    table, _, key = place.rpartition(".")
    copy: dict[str, Any] = {
        name: [dict(each) for each in content] if isinstance(content, list) else dict(content)
        for name, content in tables.items()
    }
    if not table:
        copy[key] = value
    elif table == "bots":
        copy["bots"][-1][key] = value
    else:
        copy.setdefault(table, {})[key] = value
    return copy


def without_key(tables: Tables, place: str) -> dict[str, Any]:
    """A copy with one key taken out."""
    copy = with_key(tables, place, None)
    table, _, key = place.rpartition(".")
    if not table:
        del copy[key]
    elif table == "bots":
        del copy["bots"][-1][key]
    else:
        del copy[table][key]
    return copy


@dataclass(frozen=True)
class Place:
    """A folder with bots, configs and a store. Root's bots run as another user: it is open."""

    folder: Path

    @property
    def store(self) -> Path:
        """The store, which need not be there."""
        return self.folder / "store.sqlite"

    def bot(self, name: str, *, folder: str = "", files: Tables | None = None, **keys: Any) -> Path:
        """Write a bot's folder; it is not meant to be started unless its files say so."""
        path = self.folder / (folder or name)
        path.mkdir(exist_ok=True)
        path.chmod(0o755)
        manifest = {"name": name, "run": ["python3", "bot.py"], **keys}
        (path / "bot.toml").write_text(toml(manifest), "utf-8")
        for file, text in (files or {"bot.py": BOT.format(name=name)}).items():
            (path / file).write_text(text, "utf-8")
        return path

    def config(self, tables: Tables | str | bytes, name: str = "config.toml") -> Path:
        """Write a config."""
        path = self.folder / name
        if isinstance(tables, bytes):
            path.write_bytes(tables)
        else:
            path.write_text(tables if isinstance(tables, str) else toml(tables), "utf-8")
        return path

    def league(self) -> dict[str, Any]:
        """A config in order, with the bots `one` and `two`."""
        self.bot("one")
        self.bot("two")
        return {
            "tournament": {"name": "league", "cycles": 3, "seed": "s"},
            "bots": [{"path": "one"}, {"path": "two"}],
        }

    def open(self, tables: Tables | str | bytes) -> Tournament:
        """The tournament as it is resolved, stored in this place's store."""
        with Store(self.store, create=True) as store:
            return open_tournament(read_entry(self.config(tables), Registry(self.store)), store)
