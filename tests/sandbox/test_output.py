"""Reading what bots print."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.sandbox.output import TAIL_BYTES, Output, OutputReader
from tests.sandbox.support import eventually


class Printer:
    """An output and the end of its pipe that a bot would hold."""

    def __init__(self, cap: int) -> None:
        reading, self.writing = os.pipe()
        self.floods = 0
        self.output = Output(reading, cap, self.flooded)

    def flooded(self) -> None:
        self.floods += 1

    def say(self, text: str | bytes) -> None:
        os.write(self.writing, text.encode() if isinstance(text, str) else text)


@pytest.fixture
def printer() -> Iterator[Printer]:
    printer = Printer(cap=100)
    yield printer
    os.close(printer.writing)
    printer.output.finish()


def test_each_log_gets_what_was_written_while_it_was_set(printer: Printer, tmp_path: Path) -> None:
    printer.say("before ")
    printer.output.log_to(tmp_path / "1")
    printer.say("one")
    printer.output.log_to(tmp_path / "2")
    printer.say("two")
    printer.output.log_to(None)
    printer.say(" after")
    assert printer.output.tail(100) == "before onetwo after"
    assert [(tmp_path / name).read_text() for name in "12"] == ["one", "two"]


def test_exactly_the_cap_is_allowed_and_a_byte_more_is_not(printer: Printer) -> None:
    printer.say("x" * 100)
    assert printer.output.pump()
    assert printer.floods == 0
    printer.say("y")
    assert not printer.output.pump()
    assert printer.floods == 1
    with pytest.raises(BrokenPipeError):
        printer.say("z")
    assert printer.output.tail(3) == "xxx"
    assert not printer.output.pump()
    assert printer.floods == 1


def test_what_was_written_is_counted_from_each_log_on(printer: Printer, tmp_path: Path) -> None:
    printer.say("four")
    assert printer.output.written == 4
    printer.output.log_to(tmp_path / "log")
    assert printer.output.written == 0


def test_the_tail_is_short_in_memory_and_in_print(printer: Printer, tmp_path: Path) -> None:
    for _ in range(600):
        printer.say("0123456789" * 9)
        printer.output.log_to(None)
    assert len(printer.output.tail(10**6)) == TAIL_BYTES
    assert printer.output.tail(4) == "6789"
    assert printer.output.tail(0) == ""
    printer.say("\x1b\x1b")
    assert printer.output.tail(5) == "\\x1b\\x1b"[-5:]


def test_a_full_disk_loses_the_log_but_not_the_reader(printer: Printer) -> None:
    printer.output.log_to(Path("/dev/full"))
    printer.say("lost")
    assert printer.output.pump()
    printer.say(" kept")
    assert printer.output.tail(9) == "lost kept"


def test_one_reader_serves_many_and_survives_reused_descriptors(tmp_path: Path) -> None:
    reader = OutputReader()
    for round_ in range(3):
        printers = [Printer(cap=1000) for _ in range(5)]
        for number, printer in enumerate(printers):
            printer.output.log_to(tmp_path / f"{round_}{number}")
            reader.add(printer.output)
        for number, printer in enumerate(printers):
            printer.say(str(number))
        for number in range(5):
            log = tmp_path / f"{round_}{number}"
            assert eventually(lambda log=log: log.exists() and log.stat().st_size == 1)  # type: ignore[misc]
        for printer in printers:
            os.close(printer.writing)
            printer.output.finish()
    reader.stop()
    assert not reader.is_alive()


def test_a_flood_is_known_before_the_bot_can_end_by_it() -> None:
    reading, writing = os.pipe()

    def flooded() -> None:
        os.write(writing, b"this would fail if the pipe were closed")

    output = Output(reading, 10, flooded)
    os.write(writing, b"x" * 11)
    output.pump()
    with pytest.raises(BrokenPipeError):
        os.write(writing, b"x")
    os.close(writing)
