"""Which backups of a store were made, and what to do about a damaged one.

A small file beside the store lists them, a line each: when, and where. The store itself could not
say it when it is asked.
"""

import shlex
from dataclasses import dataclass
from pathlib import Path

KEPT = 20
"""Of so many backups the file tells."""


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup that was complete when it was made."""

    made: str
    """UTC, ISO 8601."""
    path: Path


def beside(store: Path, kind: str) -> Path:
    """Where files of a kind are kept that belong to a store, such as `logs`."""
    return store.with_name(f"{store.name}.{kind}")


def backups(store: Path) -> list[Backup]:
    """Those that are known, the newest last; some may be gone by now."""
    try:
        lines = beside(store, "backups").read_text("utf-8", "surrogateescape").splitlines()
    except OSError:
        return []
    parted = [line.partition(" ") for line in lines]
    return [Backup(made, Path(path)) for made, _, path in parted if path]


def note_backup(store: Path, backup: Backup) -> None:
    """Remember a backup. Raises `OSError` if that cannot be written."""
    older = [known for known in backups(store) if known.path != backup.path]
    lines = [f"{known.made} {known.path}\n" for known in [*older, backup][-KEPT:]]
    file = beside(store, "backups")
    unfinished = file.with_name(f".{file.name}.new")
    unfinished.write_text("".join(lines), "utf-8", "surrogateescape")
    unfinished.replace(file)


def last_backup(store: Path) -> Backup | None:
    """The newest that is still there."""
    return next((known for known in reversed(backups(store)) if known.path.is_file()), None)


def advice_on(store: Path) -> str:
    """What the owner of a damaged store can do."""
    place = shlex.quote(str(store))
    last = last_backup(store)
    if last is None:
        known = "No backup of it is known"
    else:
        source = shlex.quote(str(last.path))
        known = (
            f"The last good backup is {last.path} of {last.made}: "
            f"`arena rebuild {source} --store {place}` puts it in place"
        )
    return f"{known}; `arena rebuild --store {place}` keeps every match that can still be read"
