"""Where a tournament stands, for programs."""

from typing import Any

from arena.tournament import Status


def status_json(status: Status) -> dict[str, Any]:
    """All of it."""
    runner = status.runner
    return {
        "tournament": status.tournament,
        "done": status.done,
        "left": status.left,
        "total": status.total,
        "running": status.running,
        "runner": None
        if runner is None
        else {
            "pid": runner.pid,
            "tournament": runner.tournament,
            "since": runner.since.isoformat(timespec="seconds") if runner.since else None,
        },
        "pairs_per_second": status.rate,
        "seconds_left": status.seconds_left,
        "voids": [
            {"reason": void.reason, "count": void.count, "last": void.last} for void in status.voids
        ],
        "spoiled_pairs": list(status.missing),
        "forfeits": status.faults,
        "commitment": status.commitment,
        "chain_head": status.head,
        "seed_revealed": status.revealed,
    }
