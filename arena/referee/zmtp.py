"""The ZeroMQ wire protocol, as much of it as one request–reply line needs; bytes in, messages out.

ZMTP 3.0 and 3.1 with the NULL mechanism (ZeroMQ RFC 23 and 37), so that every ZeroMQ library can be
at the other end. Both sides send the same: a greeting of 64 bytes, a READY command that names the
type of the socket, then messages of one or more frames. Standard library only: it is also mounted
into sandboxes, for `stdio_adapter`.
"""

FRAME_LIMIT = 256 * 1024
"""Bytes in one message, its frames with their overhead; more is not taken into memory."""

FRAME_COST = 64
"""Bytes that each frame counts beside its content, so that empty ones are not free."""

MORE, LONG, COMMAND = 1, 2, 4
"""Flags of a frame: another one follows, its length has eight bytes, it is no part of a message."""

FLAGS = {0, MORE, LONG, MORE | LONG, COMMAND, COMMAND | LONG}

PARTNERS = {b"DEALER", b"ROUTER", b"REP"}
"""Types of socket that may talk to a DEALER (RFC 28)."""

GREETING = b"\xff\0\0\0\0\0\0\0\1\x7f" + b"\3\1" + b"NULL".ljust(20, b"\0") + b"\0" + bytes(31)
"""Signature, version 3.1, mechanism, no server, filler."""

SIGNATURE = 10
"""Bytes; the first and the last are fixed."""

QUOTED = 60
"""Bytes of what the other side said that are quoted in a problem."""


class ZmtpError(Exception):
    """The other side does not speak the protocol, or too much of it. Says why in words."""


class OversizeError(ZmtpError):
    """The other side sends more than is allowed."""


def frame(data: bytes, flags: int = 0) -> bytes:
    """One frame, ready to be sent."""
    size = len(data)
    if size < 256:
        return bytes((flags, size)) + data
    return bytes((flags | LONG,)) + size.to_bytes(8, "big") + data


READY = frame(b"\5READY" + b"\x0bSocket-Type\0\0\0\6DEALER" + b"\x08Identity\0\0\0\0", COMMAND)
OPENING = GREETING + READY
"""What either side sends first; neither has to wait for the other."""


class Inbox:
    """What has come from the other side: fed with bytes as they come, gives whole messages."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._greeted = False
        self.ready = False
        """Whether the handshake is over."""
        self._parts: list[bytes] = []
        self._held = 0
        """What the parts count together."""
        self.pongs: list[bytes] = []
        """Answers to the other side's PINGs, to be sent."""

    def feed(self, data: bytes) -> None:
        """Take in some bytes. Only `take` keeps what is held within bounds: call it in between."""
        self._data += data

    def take(self) -> list[bytes] | None:
        """The frames of the next message, None until it is complete.

        Raises:
            ZmtpError: this will never become a message.
        """
        if not self._greeted and not self._greet():
            return None
        while (part := self._frame()) is not None:
            flags, body = part
            if flags & COMMAND:
                self._command(body)
                continue
            if not self.ready:
                raise ZmtpError("a message before the READY command")
            if flags & MORE or self._parts:
                self._parts.append(body)
                self._held += len(body) + FRAME_COST
                if flags & MORE:
                    continue
                parts, self._parts, self._held = self._parts, [], 0
                return parts
            return [body]
        return None

    def _greet(self) -> bool:
        """Whether the greeting is complete. It is looked at as early as it tells something."""
        data = self._data
        signature = bytes(data[:SIGNATURE])
        if signature[:1] not in (b"", b"\xff") or signature[9:] not in (b"", b"\x7f"):
            raise ZmtpError("no ZeroMQ greeting")
        if len(data) > SIGNATURE and data[SIGNATURE] < 3:
            raise ZmtpError("version 3 of the ZeroMQ protocol is needed (libzmq 4 and later)")
        if len(data) < len(GREETING):
            return False
        if data[12:32] != GREETING[12:32]:
            mechanism = bytes(data[12:32]).rstrip(b"\0")
            raise ZmtpError(f"security mechanism {mechanism!r} instead of NULL")
        del data[: len(GREETING)]
        self._greeted = True
        return True

    def _frame(self) -> tuple[int, bytes] | None:
        """Flags and content of the next frame, None until it is complete."""
        data = self._data
        if len(data) < 2:
            return None
        flags = data[0]
        if flags & LONG:
            if len(data) < 9:
                return None
            start, size = 9, int.from_bytes(data[1:9], "big")
        else:
            start, size = 2, data[1]
        if flags not in FLAGS:
            raise ZmtpError(f"a frame with the flags {flags:#04x}")
        if self._held + size > FRAME_LIMIT:
            raise OversizeError(f"a message of over {FRAME_LIMIT} bytes")
        end = start + size
        if len(data) < end:
            return None
        body = bytes(data[start:end])
        del data[:end]
        return flags, body

    def _command(self, body: bytes) -> None:
        name, rest = body[1 : 1 + body[0]] if body else b"", body[1 + body[0] :] if body else b""
        if name == b"READY" and not self.ready:
            kind = properties(rest).get(b"socket-type", b"")
            if kind not in PARTNERS:
                raise ZmtpError(f"a socket of type {kind[:QUOTED]!r}; DEALER is needed")
            self.ready = True
        elif name == b"PING" and self.ready and len(rest) <= 18:
            # After a time to live of two bytes, up to sixteen to be sent back.
            self.pongs.append(frame(b"\4PONG" + rest[2:], COMMAND))
        elif name == b"ERROR":
            raise ZmtpError(f"the error {rest[1:][:QUOTED]!r}")
        elif name != b"PONG" or not self.ready:
            raise ZmtpError(f"an unexpected command {name[:QUOTED]!r}")


def properties(data: bytes) -> dict[bytes, bytes]:
    """The properties in a READY command; names in lower case, for case does not count.

    Raises:
        ZmtpError: they are cut off.
    """
    found = {}
    at = 0
    while at < len(data):
        name_end = at + 1 + data[at]
        start = name_end + 4
        end = start + int.from_bytes(data[name_end:start], "big")
        if name_end == at + 1 or end > len(data):
            raise ZmtpError("a READY command that is cut off")
        found[data[at + 1 : name_end].lower()] = data[start:end]
        at = end
    return found
