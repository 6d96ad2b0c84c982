"""Steps about how it plays: what it uses, whether it repeats itself, what it tries."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from arena.check.report import Finding, Said
from arena.check.subject import Game
from arena.check.trial import Trial
from arena.check.watch import as_later
from arena.records import FaultKind
from arena.rules import Seat
from arena.wire import TimeControl

MIB = 1 << 20
MUCH = 0.8
"""Of a limit: worth a remark."""
WAITS = 4
"""Four times a quarter of a second: twice what a bot may compute while it is not asked."""
PERCENTILES = (50, 95, 99)


def usage(trial: Trial) -> Said | Finding:
    """It keeps within memory, output and time, and within half the time, too."""
    limits, games = trial.settings.limits, trial.games
    half = _half(trial.settings.time)
    with trial.subject.seated(replace(trial.short(), time=half)) as seated:
        hurried = seated.play("usage", Seat.ZERO)
    finding = trial.wrong(hurried)
    late = hurried.fault is not None and hurried.fault.kind in (
        FaultKind.TIMEOUT,
        FaultKind.FAILED_START,
    )
    if finding and not late:
        return finding
    peak = max((game.peak_bytes for game in games if game.peak_bytes), default=None)
    written = max(game.written for game in games)
    times = sorted(ms for game in games for ms in game.times_ms)
    spread = {f"p{share}": _percentile(times, share) for share in PERCENTILES} | {"max": times[-1]}
    remarks = []
    if late:
        remarks.append(
            f"at half the time ({half.move_ms} ms a move, bank {half.bank_ms} ms, start-up "
            f"{half.startup_ms} ms) it fails: {finding.problem if finding else ''}; a slower "
            "machine may be too slow for it"
        )
    if peak is not None and peak > MUCH * limits.memory_mib * MIB:
        remarks.append("the memory is close to the limit (files that it read count)")
    if written > MUCH * limits.output_kib * 1024:
        remarks.append("what it writes is close to the limit, which a longer match may reach")
    if refused := next((game.limit for game in games if game.limit), None):
        remarks.append(f"it hit a limit, and plays on: {refused}")
    memory = "memory unknown here" if peak is None else f"{_up(peak, MIB)} MiB"
    times_text = ", ".join(f"{name} {_ms(ms)}" for name, ms in spread.items())
    text = (
        f"{memory} of {limits.memory_mib}; output {_up(written, 1024)} of {limits.output_kib} KiB "
        f"a match; a decision takes {times_text} ms" + ("" if late else "; half the time will do")
    )
    figures = {
        "peak_bytes": peak,
        "written_bytes": written,
        "decisions": len(times),
        "ms": spread,
        "half_time": not late,
    }
    return Said(text, tuple(remarks), figures)


def repeats(trial: Trial) -> Said | Finding:
    """Whether the same cards are played the same way. Either is allowed."""
    games: list[Game] = []
    for _ in range(2):
        with trial.subject.seated(trial.short()) as seated:
            game = seated.play("repeats", Seat.ZERO)
        if finding := trial.judge(game):
            return finding
        games.append(game)
    one, other = (game.sent for game in games)
    same = games[0].record.deals == games[1].record.deals
    if same:
        text = "the same answers to the same requests: its matches can be played again"
        return Said(text, figures={"deterministic": True})
    asked = [sum(b'"type":"act"' in data for data in sent) for sent in (one, other)]
    first = next(
        (n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(asked)
    )
    text = (
        "it chooses by chance, or by the clock: the second time it went another way after "
        f"{first} messages. To tell versions apart takes more matches; a seed drawn from the id of "
        "the request makes them repeatable"
    )
    return Said(text, figures={"deterministic": False})


@dataclass(frozen=True, slots=True)
class Refusal:
    """How a program complains of something that the sandbox does not let it do."""

    pattern: str
    what: str


REFUSALS = (
    Refusal(
        r"ENETUNREACH|Network is unreachable|name resolution|Name or service not known|EAI_AGAIN|"
        r"ENOTFOUND|ECONNREFUSED|Connection refused|Network unreachable",
        "it tried to reach a network, and there is none",
    ),
    Refusal(r"EROFS|Read-only file ?system", "it tried to write where only /tmp can be written to"),
    Refusal(r"EPERM|Operation not permitted", "it made a system call that is denied"),
    Refusal(r"EACCES|Permission denied", "it tried to open or run what it may not"),
    Refusal(r"ENOLCK|No locks available", "it tried to lock a file, which is denied"),
    Refusal(r"ENOSYS|Function not implemented", "it made a system call that is denied"),
    Refusal(r"EAFNOSUPPORT|Address family not supported", "it tried a socket that is denied"),
    Refusal(r"ENOSPC|No space left on device", "it filled /tmp, which is small (`tmp_mib`)"),
    Refusal(
        r"can't start new thread|unable to create (new )?native thread|pthread_create|"
        r"failed to spawn thread",
        "it was refused a process or thread (`processes`)",
    ),
)
"""In the words of C libraries and language runtimes."""


def blocked(trial: Trial) -> Said | Finding:
    """It tries nothing that the sandbox blocks, as far as that can be seen."""
    with trial.subject.seated() as seated:
        # With an opponent that takes a while, so that computing meanwhile shows.
        if finding := trial.judge(seated.play("blocked", Seat.ZERO, decks=1, waits=WAITS)):
            return finding
    remarks = []
    for refusal in REFUSALS:
        line = _line_with(refusal.pattern, [game.stderr for game in trial.games])
        if line is not None:
            remarks.append(f"{refusal.what}: it wrote “{line}”")
    caught = [ms for game in trial.games for seat, ms in game.record.frozen if seat is game.seat]
    if caught:
        remarks.append(
            f"it computed for {max(caught)} ms while it was not asked, and was frozen from then on "
            "(protocol/README.md, Time)"
        )
    text = "nothing that could be seen" if not remarks else "it did, and plays all the same"
    return Said(text, tuple(remarks), {"attempts": len(remarks)})


def later(trial: Trial) -> Said | Finding:
    """Unknown fields, and messages of an unknown type, do not break it."""
    with trial.subject.seated(trial.short(1), as_later) as seated:
        for number, seat in enumerate(Seat):
            game = seated.play(f"later {number}", seat)
            if finding := trial.wrong(game):
                return replace(
                    finding,
                    rule="bots must ignore fields and message types that they do not know "
                    "(protocol/README.md, Versions)",
                    advice="Every object had a field `later_field`, and messages of the type "
                    "`later_news` came in between, as in a later protocol: skip what you do not "
                    f"know, and answer nothing to it. {finding.advice}",
                )
    return Said("every object with a field more, and messages of an unknown type in between")


def _half(time: TimeControl) -> TimeControl:
    return TimeControl(
        startup_ms=max(1, time.startup_ms // 2),
        move_ms=max(1, time.move_ms // 2),
        bank_ms=time.bank_ms // 2,
        increment_ms=time.increment_ms // 2,
        ponder=time.ponder,
    )


def _percentile(times: Sequence[float], share: int) -> float:
    """The time that so many of a hundred do not exceed; the nearest rank of sorted times."""
    return times[max(0, -(-share * len(times) // 100) - 1)]


def _ms(ms: float) -> str:
    return f"{ms:.2f}" if ms < 10 else f"{ms:,.0f}"


def _up(amount: int, unit: int) -> int:
    return -(-amount // unit)


def _line_with(pattern: str, texts: Sequence[str]) -> str | None:
    for text in texts:
        for line in text.splitlines():
            if re.search(pattern, line):
                return line.strip()[:200]
    return None
