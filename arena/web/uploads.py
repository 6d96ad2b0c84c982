"""Uploads as their author and the organiser see them, whether they are over or not."""

from dataclasses import dataclass
from typing import Any

import msgspec

from arena.store import Store, StoredUpload, uploads
from arena.web.intake.news import Report, Step
from arena.web.intake.queue import Intake
from arena.web.intake.ticket import Ticket


@dataclass(frozen=True, slots=True)
class Shown:
    """An upload, whether it waits, is looked at, or is over."""

    id: str
    author: str
    received: str
    state: str
    """`waiting`, `running`, or an `Outcome`."""
    bot: str | None
    doing: str
    before: int
    """How many are looked at before it."""
    steps: tuple[Step, ...]
    report: Report | None
    """None until it is over."""

    @property
    def over(self) -> bool:
        """Whether nothing will come any more."""
        return self.report is not None


def shown_now(intake: Intake, ticket: Ticket) -> Shown:
    """An upload that is not over. Called on the server's loop."""
    return Shown(
        *(ticket.id, ticket.author, ticket.received, ticket.state, ticket.doing.bot),
        *(ticket.doing.what, intake.before(ticket), tuple(ticket.steps), None),
    )


def shown_over(row: StoredUpload) -> Shown:
    """One that is."""
    report = msgspec.json.decode(row.report, type=Report)
    return Shown(
        *(row.ticket, row.author, row.received, row.outcome, row.bot),
        *("", 0, report.steps, report),
    )


def in_work(intake: Intake | None, author: str | None) -> list[Shown]:
    """Uploads that are not over, of an author or for None of all. Called on the server's loop."""
    return [shown_now(intake, ticket) for ticket in intake.of(author)] if intake else []


def shown_uploads(store: Store, author: str | None, limit: int) -> list[Shown]:
    """Uploads that are over, of an author or for None of all, the newest first."""
    return [shown_over(row) for row in uploads(store, author, limit)]


def upload_json(found: Shown, *, with_host: bool) -> dict[str, Any]:
    """The same for programs; what failed on this machine is for the organiser alone."""
    told: dict[str, Any] = {
        "ticket": found.id,
        "author": found.author,
        "received": found.received,
        "state": found.state,
        "over": found.over,
        "bot": found.bot,
        "doing": found.doing or None,
        "before": found.before,
        "steps": [msgspec.to_builtins(step) for step in found.steps],
    }
    if found.report is not None:
        end = msgspec.to_builtins(found.report.end)
        told |= {name: end[name] for name in ("version", "error", "overwritten", "stderr")}
        if with_host:
            told["host"] = end["host"]
    return told
