"""All that is needed to look into one match elsewhere, in one file."""

import io
import json
import tarfile
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from arena.errors import InputError
from arena.records import MatchRecord, encode_record, log_file
from arena.registry import MANIFEST, load_bot, sources_of
from arena.rules import Seat
from arena.store import Store, StoredTournament

READ_ME = """\
A match of Hokm Arena, packed by `arena bundle`.

record.json      the record (protocol/README.md, Match record)
tournament.json  name, commitment and settings of its tournament; the seed is not in it
logs/            what its bots wrote, where they wrote anything: untrusted
bots/            the bots that played, by version, where their authors share them

Look at it:      arena verify record.json
One decision:    arena repro record.json --decision 0 --bots bots
"""


@dataclass(frozen=True, slots=True)
class Packed:
    """What was packed."""

    logs: int
    bots: int
    """Those whose authors let them be given to others."""
    left_out: tuple[str, ...]
    """The other bots by name, each with the reason."""


def write_bundle(store: Store, stored: StoredTournament, match: str, file: IO[bytes]) -> Packed:
    """Pack a match as a compressed tar archive. Its tournament's seed is never in it.

    Args:
        store: where it is stored.
        stored: its tournament.
        match: its id.
        file: is written to.

    Raises:
        InputError: there is no such match.
        OSError: something cannot be read or written.
    """
    played = store.match(stored.name, match)
    if played is None:
        raise InputError(f"no match {match!r} in {stored.name}; `arena matches` lists them")
    settings = {
        "tournament": stored.name,
        "commitment": stored.commitment,
        "settings": stored.config,
    }
    logs = [log_file(store.beside("logs") / stored.name, match, seat) for seat in Seat]
    there = [path for path in logs if path.is_file()]
    folders, left_out = _shared(store.beside("bots"), played.record)
    with tarfile.open(fileobj=file, mode="w:gz") as archive:
        _add(archive, "README.txt", READ_ME.encode())
        _add(archive, "record.json", encode_record(played.record) + b"\n")
        _add(archive, "tournament.json", json.dumps(settings, indent=2).encode() + b"\n")
        for path in there:
            _add(archive, f"logs/{path.name}", path.read_bytes())
        for version, folder in folders.items():
            for path in sorted(folder.rglob("*")):
                if path.is_file() and "__pycache__" not in path.parts:
                    name = f"bots/{version}/{path.relative_to(folder).as_posix()}"
                    _add(archive, name, path.read_bytes(), executable=_runs(path))
    return Packed(len(there), len(folders), left_out)


def _shared(library: Path, record: MatchRecord) -> tuple[dict[str, Path], tuple[str, ...]]:
    """The folders of the bots that may be packed, by version, and what to say of the others."""
    folders: dict[str, Path] = {}
    left_out: dict[str, None] = {}
    for bot in sorted(record.bots, key=lambda bot: bot.version):
        folder = sources_of(library, bot.version)
        if not folder.is_dir():
            left_out[f"{bot.name}: its files are gone"] = None
        elif load_bot(folder).manifest.share:
            folders[bot.version] = folder
        else:
            left_out[f"{bot.name}: `share` is not true in its {MANIFEST}"] = None
    return folders, tuple(left_out)


def _add(archive: tarfile.TarFile, name: str, data: bytes, *, executable: bool = False) -> None:
    """A plain file, with nothing about who packed it and when."""
    member = tarfile.TarInfo(name)
    member.size = len(data)
    member.mode = 0o755 if executable else 0o644
    archive.addfile(member, io.BytesIO(data))


def _runs(path: Path) -> bool:
    return bool(path.stat().st_mode & 0o100)
