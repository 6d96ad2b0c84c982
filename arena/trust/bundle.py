"""All that is needed to look into one match elsewhere, in one file."""

import io
import json
import tarfile
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from arena.errors import InputError
from arena.records import encode_record, log_file
from arena.registry import sources_of
from arena.rules import Seat
from arena.store import Store, StoredTournament

READ_ME = """\
A match of Hokm Arena, packed by `arena bundle`.

record.json      the record (protocol/README.md, Match record)
tournament.json  name, commitment and settings of its tournament; the seed is not in it
logs/            what its bots wrote, where they wrote anything: untrusted
bots/            the bots that played, by version, where their authors let it be packed

Look at it:      arena verify record.json
One decision:    arena repro record.json --decision 0 --bots bots
"""


@dataclass(frozen=True, slots=True)
class Packed:
    """What was packed."""

    logs: int
    bots: int


def write_bundle(
    store: Store, stored: StoredTournament, match: str, file: IO[bytes], *, bots: bool
) -> Packed:
    """Pack a match as a compressed tar archive. Its tournament's seed is never in it.

    Args:
        store: where it is stored.
        stored: its tournament.
        match: its id.
        file: is written to.
        bots: pack the bots too, which is for their authors to allow.

    Raises:
        InputError: there is no such match, or a bot's files are not there any more.
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
    versions = sorted({bot.version for bot in played.record.bots}) if bots else []
    folders = {version: sources_of(store.beside("bots"), version) for version in versions}
    for folder in folders.values():
        if not folder.is_dir():
            raise InputError(f"{folder}: is gone; pack the match without its bots")
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
    return Packed(len(there), len(folders))


def _add(archive: tarfile.TarFile, name: str, data: bytes, *, executable: bool = False) -> None:
    """A plain file, with nothing about who packed it and when."""
    member = tarfile.TarInfo(name)
    member.size = len(data)
    member.mode = 0o755 if executable else 0o644
    archive.addfile(member, io.BytesIO(data))


def _runs(path: Path) -> bool:
    return bool(path.stat().st_mode & 0o100)
