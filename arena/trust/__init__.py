"""Records looked at by those who doubt them."""

from arena.trust.auditing import Audit, Leak, audit
from arena.trust.finding import Finding
from arena.trust.known import Known
from arena.trust.sources import Verifying, some_records, verify_file, verify_tournament
from arena.trust.timing import Timing
from arena.trust.verifying import Verified, verify

__all__ = [
    "Audit",
    "Finding",
    "Known",
    "Leak",
    "Timing",
    "Verified",
    "Verifying",
    "audit",
    "some_records",
    "verify",
    "verify_file",
    "verify_tournament",
]
