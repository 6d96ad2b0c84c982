"""A request's body becomes a file, however it comes in pieces, and no more of it than may be."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.requests import Request
from starlette.types import Message

from arena.web.intake import body
from arena.web.intake.body import HEAD_BYTES, BodyError, FilePart, receive

FORM = "multipart/form-data; boundary=----b"
HEAD = b'Content-Disposition: form-data; name="bot"; filename="bot.zip"\r\n'


def form(content: bytes, before: bytes = b"", head: bytes = HEAD) -> bytes:
    """A form with a file in it, as browsers send it."""
    return (
        before
        + b"------b\r\n"
        + head
        + b"Content-Type: application/zip\r\n\r\n"
        + content
        + b"\r\n------b--\r\n"
    )


TEXT = b'------b\r\nContent-Disposition: form-data; name="note"\r\n\r\nhello\r\n'


def pieces(data: bytes, sizes: Sequence[int]) -> list[bytes]:
    found, at = [], 0
    for size in sizes:
        found.append(data[at : at + size])
        at += size
    return [*found, data[at:]]


@given(
    st.lists(st.sampled_from([b"\r\n", b"--", b"----b", b"x", b"\0", b"-"]), max_size=12),
    st.lists(st.integers(1, 40), max_size=12),
    st.booleans(),
)
def test_a_file_is_taken_out_of_a_form_whole(
    parts: list[bytes], sizes: list[int], noted: bool
) -> None:
    content = b"".join(parts).replace(b"\r\n------b", b"")
    part = FilePart(b"----b")
    sent = form(content, TEXT if noted else b"")
    found = b"".join(piece for data in pieces(sent, sizes) for piece in part.feed(data))
    assert (found, part.complete) == (content, True)


def received(
    folder: Path, sent: Sequence[bytes], kind: str = "", most: int = 1000, **headers: str
) -> bytes:
    """What is in the file, after a body came in these pieces."""
    messages: list[Message] = [
        {"type": "http.request", "body": data, "more_body": bool(data)} for data in (*sent, b"")
    ]

    async def next_message() -> Message:
        return messages.pop(0)

    named = {"content-type": kind} | {name.replace("_", "-"): to for name, to in headers.items()}
    scope = {"type": "http", "headers": [(a.encode(), b.encode()) for a, b in named.items()]}
    asyncio.run(receive(Request(scope, next_message), folder / "x", most))
    return (folder / "x").read_bytes()


@pytest.mark.parametrize("kind", ["", "application/zip", "application/x-www-form-urlencoded"])
def test_a_body_that_is_no_form_is_the_file(tmp_path: Path, kind: str) -> None:
    assert received(tmp_path, [b"PK", b"\3\4"], kind) == b"PK\3\4"


def test_a_form_gives_its_file(tmp_path: Path) -> None:
    assert received(tmp_path, [form(b"zip", TEXT)], FORM) == b"zip"


@pytest.mark.parametrize(
    ("sent", "kind", "why"),
    [
        ([b"x" * 600, b"x" * 600], "", "too_large"),
        ([form(b"x" * 1200)], FORM, "too_large"),
        ([], "", "no_file"),
        ([form(b"")], FORM, "no_file"),
        ([TEXT + b"------b--\r\n"], FORM, "no_file"),
        (
            [form(b"", head=b'Content-Disposition: form-data; name="b"; filename=""\r\n')],
            FORM,
            "no_file",
        ),
        ([form(b"zip")[:-9]], FORM, "no_form"),
        ([form(b"zip")], "multipart/form-data", "no_form"),
        ([form(b"zip")], FORM + "c", "no_form"),
        ([b"x" * 2 * HEAD_BYTES] * 9, FORM, "no_form"),
        ([TEXT * 1000], FORM, "no_form"),
        ([b"------b\r\n" + b"x" * 2 * HEAD_BYTES], FORM, "no_form"),
    ],
)
def test_what_is_not_wanted_is_said(tmp_path: Path, sent: list[bytes], kind: str, why: str) -> None:
    with pytest.raises(BodyError, match=f"^{why}$"):
        received(tmp_path, sent, kind)


def test_what_says_that_it_is_too_large_is_not_read(tmp_path: Path) -> None:
    with pytest.raises(BodyError, match="too_large"):
        received(tmp_path, [], content_length=str(10**9))
    assert not (tmp_path / "x").exists()


def test_what_does_not_come_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(body, "LONGEST_S", 0.01)

    async def never() -> Message:
        await asyncio.Event().wait()
        raise AssertionError

    scope = {"type": "http", "headers": []}
    with pytest.raises(BodyError, match="too_slow"):
        asyncio.run(receive(Request(scope, never), tmp_path / "x"))
