"""Records looked at by those who doubt them."""

from arena.trust.auditing import Audit, Leak, audit
from arena.trust.bundle import Packed, write_bundle
from arena.trust.decision import Asked, Request, conversation, decision
from arena.trust.finding import Finding
from arena.trust.known import Known
from arena.trust.plan import plan_of
from arena.trust.repro import Again, ask_again
from arena.trust.sources import Verifying, some_records, verify_file, verify_tournament
from arena.trust.timing import Timing
from arena.trust.verifying import Verified, verify

__all__ = [
    "Again",
    "Asked",
    "Audit",
    "Finding",
    "Known",
    "Leak",
    "Packed",
    "Request",
    "Timing",
    "Verified",
    "Verifying",
    "ask_again",
    "audit",
    "conversation",
    "decision",
    "plan_of",
    "some_records",
    "verify",
    "verify_file",
    "verify_tournament",
    "write_bundle",
]
