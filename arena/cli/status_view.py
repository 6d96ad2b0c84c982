"""The status of a tournament as text."""

from arena.cli.text import duration, plural
from arena.tournament import Status
from arena.views.text import harmless_line

SHOWN = 10
"""Reasons and pairs that are named; of more the number is told."""


def status_text(status: Status) -> str:
    """Lines, the most important first."""
    lines = [f"{status.tournament}: {_progress(status)}"]
    if status.running and status.runner is not None:
        lines.append(f"process {status.runner.pid} plays it{_pace(status)}")
    elif status.runner is not None:
        where = f", on {status.runner.tournament}" if status.runner.tournament else ""
        lines.append(f"not running; process {status.runner.pid} works on this store{where}")
    else:
        lines.append("not running")
    lines += [
        f"void by the host, {plural(void.count, 'time')}, last {void.last}: "
        f"{harmless_line(void.reason)}"
        for void in status.voids[:SHOWN]
    ]
    if len(status.voids) > SHOWN:
        lines.append(f"void by the host, for {len(status.voids) - SHOWN} other reasons")
    if status.missing:
        more = ", …" if len(status.missing) > SHOWN else ""
        lines.append(
            f"spoiled by the host and still missing: {plural(len(status.missing), 'pair')}: "
            f"{', '.join(status.missing[:SHOWN])}{more}"
        )
    for bot, faults in sorted(status.faults.items()):
        counts = ", ".join(f"{count} {kind}" for kind, count in sorted(faults.items()))
        lines.append(f"{bot} forfeited: {counts}")
    revealed = f"revealed on {status.revealed}" if status.revealed else "secret"
    lines += [
        f"seed {revealed}, committed to as {status.commitment}",
        f"last link of the records' chain: {status.head}",
    ]
    return "\n".join(lines)


def _progress(status: Status) -> str:
    if status.total is None:
        return f"{plural(status.done, 'mirror pair')} done"
    if status.left == 0:
        return f"all {plural(status.total, 'mirror pair')} done"
    share = 100 * status.done / status.total
    return f"{status.done:,} of {plural(status.total, 'mirror pair')} done ({share:.1f} %)"


def _pace(status: Status) -> str:
    if status.rate is None:
        return ""
    pace = f": {2 * status.rate:.1f} matches/s"
    left = status.seconds_left
    return pace if left is None else f"{pace}, {duration(left)} left"
