"""Tables: bots that misbehave, people who stay away, and that none outlives its house."""

import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.records import FaultKind
from arena.registry import Bot, load_bot, shipped
from arena.rules import Seat
from arena.store import TABLES, Store
from arena.web.i18n import language
from arena.web.play import tables as house
from arena.web.play.sight import told
from arena.web.play.table import Away, Invitation, Table
from arena.web.play.tables import FullError, Tables, full_sandbox
from tests.tournament.places import Place
from tests.tournament.running import Arena, eventually
from tests.web.play.seat import line, play_on, sit_down

FAULTY = Path(__file__).parents[2] / "bots" / "faulty"
RANDOM = shipped("bots") / "random"


@pytest.fixture
def open_house(place: Place) -> Iterator[Tables]:
    """Tables at which nobody may stay away for long."""
    found = Tables(place.store, full_sandbox, Away(gone_s=0.1))
    yield found
    found.stop()


def faulty(place: Place, *arguments: str) -> Bot:
    run = ["python3", "bot.py", *arguments]
    return load_bot(place.bot("faulty", files={"bot.py": (FAULTY / "bot.py").read_text()}, run=run))


def drive(table: Table) -> None:
    """Sit down and play the first legal action to the end."""
    table.enter(lambda: None)

    def over() -> bool:
        asked = table.sight().asked
        if asked is not None:
            table.answer(asked.id, asked.legal[0])
        return not table.in_play

    assert eventually(over, every=0.001)


def test_a_bot_that_fails_loses_and_what_it_wrote_is_for_the_organiser(
    place: Place, open_house: Tables
) -> None:
    table = open_house.set(Invitation(faulty(place, "exit", "5"), Seat.ONE, 1))
    drive(table)
    sight = table.sight()
    assert sight.outcome is not None
    assert sight.outcome.fault is not None
    assert sight.match is not None
    assert (sight.outcome.winner, sight.outcome.fault.kind) == (Seat.ONE, FaultKind.CRASH)
    (last,) = list(told(table, sight, language("en")))[-1:]
    assert last.end is not None
    assert last.end.title == "You win"
    assert "crash" in last.end.text
    assert "last words" not in repr([*told(table, sight, language("en"))])
    with Store(place.store) as store:
        played = store.match(TABLES, sight.match)
    assert played is not None
    assert played.crash is not None
    assert "last words" in played.crash.stderr


def test_a_bot_that_does_not_start_loses_before_a_card_is_dealt(
    place: Place, open_house: Tables
) -> None:
    table = open_house.set(Invitation(faulty(place, "crash at start"), Seat.ZERO, 1))
    drive(table)
    (last,) = told(table, table.sight(), language("fa"))
    assert last.frame is None
    assert last.end is not None
    assert last.end.match
    assert last.end.replay == ""


def test_a_bot_that_cannot_be_built_is_not_played_against(
    place: Place, open_house: Tables, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = load_bot(place.bot("wreck", build=["false"]))
    table = open_house.set(Invitation(bot, Seat.ZERO, 1))
    assert eventually(lambda: not table.in_play)
    assert table.sight().status == "unplayable"
    assert "could not be set" in capsys.readouterr().err
    assert not place.store.exists()


def test_who_stays_away_concedes_and_the_table_is_cleared(
    place: Place, open_house: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house, "MOST", 1)
    invitation = Invitation(load_bot(RANDOM), Seat.ZERO, 7)
    table = open_house.set(invitation)
    with pytest.raises(FullError):
        open_house.set(invitation)
    assert eventually(lambda: not table.in_play)
    outcome = table.sight().outcome
    assert outcome is not None
    assert (outcome.reason, outcome.winner) == ("concede", Seat.ONE)
    monkeypatch.setattr(house, "EMPTY_S", 0.0)
    monkeypatch.setattr(house, "ROUNDS_S", 0.0)
    assert open_house.find(table.id) is None
    open_house.set(invitation)


@pytest.mark.parametrize("fault", ["hang", "none"])
def test_when_the_house_closes_no_match_counts_and_no_bot_is_left(
    place: Place, fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    tables = Tables(place.store, full_sandbox)
    table = tables.set(Invitation(faulty(place, fault), Seat.ONE, 7))
    table.enter(lambda: None)
    assert eventually(lambda: table.sight().dealt)
    run_dir = table._launcher.run_dir if table._launcher else None
    tables.stop()
    assert table.sight().status == "void"
    assert table.sight().match is None
    assert run_dir is not None
    assert not run_dir.exists()
    assert not table._thread.is_alive()
    assert not place.store.exists()
    with pytest.raises(FullError):
        tables.set(table.invitation)


def test_a_server_that_is_ended_leaves_no_bot_and_no_file(place: Place) -> None:
    arena = Arena(place)
    with arena.start("serve", "--port", "0") as process:
        assert process.stderr is not None
        server = process.stderr.readline().split()[0].removeprefix("http://").rstrip("/")
        with line(server, f"{sit_down(server, 'random')}/play") as socket:
            play_on(socket, lambda message: message.get("asked"))
            assert arena.sandboxed()
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=30)
    assert process.returncode == 0
    arena.assert_clean()
    assert not place.store.exists()
    shutil.rmtree(arena.temporary, ignore_errors=True)
