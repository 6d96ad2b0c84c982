"""A bot on standard output that says nothing: is it mute, or does it not flush?

Most languages collect what is written to a pipe and send it once some thousand bytes are together,
or at the program's end. Such a bot works on its author's terminal and times out here.
"""

import shutil
from collections.abc import Sequence
from pathlib import Path

import msgspec

from arena.check.flush_probe import FIRST_S, QUIET_S
from arena.check.subject import Subject
from arena.referee.direct_channel import DirectChannel
from arena.sandbox import LaunchPlan

PROBE = Path(__file__).with_name("flush_probe.py")
START_S = 5.0
"""For the probe itself to start, on a machine that is busy."""


class _Heard(msgspec.Struct, rename={"held_back": "held back"}):
    held_back: tuple[str, ...]


def held_back(subject: Subject, messages: Sequence[bytes]) -> tuple[str, ...]:
    """What the bot says only once its input is closed; nothing, if it says it at once or never.

    Args:
        subject: the bot; a new process of it is started in its sandbox.
        messages: what it is given to read.

    Raises:
        HostError: this machine cannot start it.
    """
    folder = subject.launcher.run_dir / "flush"
    folder.mkdir(exist_ok=True)
    probe = folder / PROBE.name
    shutil.copyfile(PROBE, probe)
    lines = folder / "lines.jsonl"
    lines.write_bytes(b"".join(data + b"\n" for data in messages))
    channel = DirectChannel(folder / "socket")
    plan = LaunchPlan(
        argv=("python3", f"/run/{probe.name}", *subject.program.run),
        folder=subject.program.folder,
        socket=channel.path,
        limits=subject.settings.limits,
        programs={f"/run/{path.name}": path for path in (probe, lines)},
    )
    try:
        process = subject.launcher.launch(plan, 0)
        try:
            process.wait(START_S + FIRST_S + 2 * QUIET_S)
            said = process.log_tail(16_384)
        finally:
            process.kill()
    finally:
        channel.close()
    for line in reversed(said.splitlines()):
        try:
            heard = msgspec.json.decode(line.encode(), type=_Heard).held_back
            return tuple([text for text in heard if text.startswith("{")])
        except msgspec.DecodeError:
            continue
    return ()
