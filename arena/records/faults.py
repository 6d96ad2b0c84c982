"""A bot's misbehaviour as data: the closed list of faults and who loses (`protocol/README.md`).

Precedence, where several are true of one decision: what happened first counts. An answer is judged
in the order oversize, timeout, malformed, illegal: one that came too late is not read. Where no
answer came, the order is resource, crash, oversize, timeout: a limit explains the exit that it
caused. Seats are looked at in referee order (seat 0 first at the start, then the seat to act), and
the first fault found ends the match.

A fault of the host is no `Fault`: it is raised as `HostError`, and voids the mirror pair.
"""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from arena.rules import Phase, Seat


class FaultKind(StrEnum):
    """Why a bot forfeits."""

    FAILED_START = "failed start"
    TIMEOUT = "timeout"
    MALFORMED = "malformed"
    ILLEGAL = "illegal"
    OVERSIZE = "oversize"
    CRASH = "crash"
    RESOURCE = "resource"

    @property
    def when(self) -> str:
        """What a bot must have done for it; the fault table is generated from these."""
        return _WHEN[self]


_WHEN = {
    FaultKind.FAILED_START: "no valid `hello` within `startup_ms`",
    FaultKind.TIMEOUT: "no complete answer by the deadline; the overrun is written down in ms",
    FaultKind.MALFORMED: "not JSON, wrong types, unknown or repeated fields, a wrong id, "
    "a message out of turn; the JSON path is written down",
    FaultKind.ILLEGAL: "well-formed, but not in `legal`; the rule is written down",
    FaultKind.OVERSIZE: "a message or a flood of messages over the caps",
    FaultKind.CRASH: "the process ended before it answered; exit code or signal, the end of its "
    "stderr and the last messages are written down",
    FaultKind.RESOURCE: "memory, processes, processor time, files or output over the limit, "
    "which is named",
}


DETAIL_LIMIT = 300
"""Characters; details quote what a bot sent, which may be long."""


class Fault(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One fault, as it stands in the record."""

    kind: FaultKind
    seat: Seat
    detail: Annotated[str, Meta(max_length=DETAIL_LIMIT)]
    phase: Phase | None = None
    """The phase of the decision; None before the first one."""
    overrun_ms: int | None = None
    """Of a timeout: how long after the deadline the answer came, None if it did not come."""
    used_ms: int | None = None
    """Of an answer that did not come: processor time that the bot used on it. It tells a bot that
    thinks too long from one that hangs."""

    @classmethod
    def of(
        cls,
        kind: FaultKind,
        seat: Seat,
        detail: str,
        phase: Phase | None = None,
        overrun_ms: int | None = None,
        used_ms: int | None = None,
    ) -> "Fault":
        """A fault with its detail cut to the limit."""
        return cls(kind, seat, detail[:DETAIL_LIMIT], phase, overrun_ms, used_ms)
