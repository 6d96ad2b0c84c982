"""Records looked at by those who doubt them."""

from arena.trust.finding import Finding
from arena.trust.known import Known
from arena.trust.sources import Verifying, verify_file, verify_tournament
from arena.trust.verify import Verified, verify

__all__ = [
    "Finding",
    "Known",
    "Verified",
    "Verifying",
    "verify",
    "verify_file",
    "verify_tournament",
]
