"""The chain over a tournament's records: each holds the link of the one stored before it.

A record says nothing of its neighbours: the same plan and answers give the same record to the byte,
whatever was stored before it and however many referee processes played. So the link is no part of
what the referee writes. It is made when a record is stored, and stands behind it, as its last
field, wherever it is given out: `protocol/README.md`, Chain.
"""

from hashlib import sha256
from typing import Annotated

from msgspec import Meta, Struct

_Digits = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Link(Struct, frozen=True, forbid_unknown_fields=True):
    """A record's place in the chain."""

    previous: _Digits
    """Link of the record stored before, the tournament's commitment for the first."""
    link: _Digits


def link_of(previous: str, record: bytes) -> str:
    """The link of a record, as it was before it had one, behind another link."""
    digest = sha256(record).hexdigest()
    return sha256(f"hokm-arena chain 1|{previous}|{digest}".encode()).hexdigest()


def with_link(record: bytes, link: Link) -> bytes:
    """The record as it is given out."""
    return record[:-1] + _TAIL % (link.previous.encode(), link.link.encode())


def without_link(line: bytes) -> tuple[bytes, Link | None]:
    """The record as it was before it had a link, to the byte, and its link if it has one."""
    tail = line[-_TAIL_BYTES:]
    previous, link = tail[_PREVIOUS].decode("latin-1"), tail[_LINK].decode("latin-1")
    # Inside a text the quotation marks would be escaped: what matches is no part of one.
    if tail != _TAIL % (previous.encode("latin-1"), link.encode("latin-1")):
        return line, None
    return line[:-_TAIL_BYTES] + b"}", Link(previous, link)


_TAIL = b',"chain":{"previous":"%s","link":"%s"}}'
_PREVIOUS = slice(22, 86)
_LINK = slice(96, 160)
_TAIL_BYTES = len(_TAIL % (b"0" * 64, b"0" * 64))
