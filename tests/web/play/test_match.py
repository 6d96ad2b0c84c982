"""A person plays a bot over a WebSocket, without a browser: the server, its sandbox, its store."""

import json
import re
import time
from itertools import chain
from pathlib import Path
from typing import Any

import httpx2
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from arena.records import MatchRecord
from arena.store import PERSON, TABLES, MatchRow, Store
from arena.web.addresses import VIEWS
from arena.web.i18n import language
from arena.web.moments import CARDS
from arena.web.replay import frames
from tests.cli.commands import call
from tests.web.play.seat import heard, line, play_on, say, sit_down


def stored(store: Path, end: dict[str, str]) -> MatchRecord:
    with Store(store) as opened:
        played = opened.match(TABLES, end["match"].rpartition("/")[2])
    assert played is not None
    return played.record


def store_matches(store: Path) -> list[MatchRow]:
    if not store.exists():
        return []
    with Store(store) as opened:
        return opened.matches(TABLES)


def flood(socket: ClientConnection) -> None:
    for _ in range(2000):
        say(socket, do="rematch")
        time.sleep(0.0005)


def turn(told: dict[str, Any]) -> bool:
    return bool(told.get("asked"))


def playing(told: dict[str, Any]) -> bool:
    """The person's turn, with cards on the table."""
    return turn(told) and told["asked"]["kind"] == "play"


def test_a_match_is_played_stored_and_shown_and_nothing_rates_it(server: str, store: Path) -> None:
    with line(server, f"{sit_down(server, 'random')}/play") as socket:
        told = play_on(socket)
        end = told[-1]["end"]
        say(socket, do="rematch")
        again = heard(socket)["go"]
    record = stored(store, end)
    assert sorted(bot.name for bot in record.bots) == [PERSON, "random"]
    assert (record.job, record.pair, record.rules.target) == ("play", record.match, 1)
    person = next(seat for seat in (0, 1) if record.bots[seat].name == PERSON)
    # Every moment was told as the person's seat may know it, and no card besides.
    frames_told = {each["number"]: each for each in told if each["frame"]}
    allowed = frames(record, VIEWS[1 + person], language("en"))
    first = min(frames_told)
    assert sorted(frames_told) == list(range(first, len(allowed) + 1))
    for number, frame in enumerate(allowed[first - 1 :], start=first):
        message = frames_told[number]
        place = {f"{name}{seat}": f"{name}{seat ^ person}" for name in CARDS for seat in (0, 1)}
        cards = {place.get(name, name): codes for name, codes in frame.cards.items()}
        assert message["frame"]["cards"] == cards
        known = {*chain(*cards.values()), *frame.chosen}
        assert set(re.findall(r'"([AKQJT2-9][SHDC])"', json.dumps(message))) <= known
    # Thinking costs a person nothing.
    assert max(record.times_us) < 10_000_000
    assert len(record.withheld_us) > 10
    for path in ("match", "replay"):
        assert httpx2.get(f"http://{server}{end[path]}").status_code == 200
    for path, status in (("matches", 200), ("records.jsonl", 200), ("leaderboard", 404)):
        url = f"http://{server}/tournaments/{TABLES}/{path}"
        assert httpx2.get(url).status_code == status, path
    shown = call("show", record.match, "--store", store)
    assert (shown.code, PERSON in shown.out) == (0, True)
    assert record.match in call("matches", "--tournament", TABLES, "--store", store).out
    for command in ("leaderboard", "status", "crosstable"):
        refused = call(command, "--tournament", TABLES, "--store", store)
        assert refused.code == 2
        assert "nothing rates" in refused.err
    assert "no tournament yet" in call("leaderboard", "--store", store).err
    # The seats are exchanged.
    with line(server, f"{again}/play") as socket:
        play_on(socket, turn)
        say(socket, do="concede")
        record = stored(store, play_on(socket)[-1]["end"])
    assert record.bots[1 - person].name == PERSON
    assert record.result.reason == "concede"


def test_while_it_is_played_no_page_shows_anything_of_a_match(server: str, store: Path) -> None:
    path = sit_down(server, "random")
    with line(server, f"{path}/play") as socket:
        hand = play_on(socket, playing)[-1]["frame"]["cards"]["hand0"]
        before = len(store_matches(store))
        with httpx2.Client(base_url=f"http://{server}") as client:
            for url in ("/play", "/tournaments.json", "/", "/play/nowhere"):
                page = client.get(url, follow_redirects=True)
                assert path.rpartition("/")[2] not in page.text, url
                assert " ".join(hand) not in re.sub(r'[",]+', " ", page.text), url
            own = client.get(path)
            assert own.headers["cache-control"] == "no-store"
            assert {"HttpOnly", "Path=/play"} <= set(own.headers["set-cookie"].split("; "))
            assert f'href="{path}"' in client.get("/play").text
        assert len(store_matches(store)) == before
        say(socket, do="concede")
        play_on(socket)
    assert len(store_matches(store)) == before + 1


def test_what_is_stale_illegal_or_makes_no_sense_is_refused_without_harm(server: str) -> None:
    path = f"{sit_down(server, 'random')}/play"
    with line(server, path) as socket:
        told = play_on(socket, playing)[-1]
        asked = told["asked"]
        held = told["frame"]["cards"]["hand0"]
        not_held = next(card for card in ("AS", "KS", "QS", "2C", "3C") if card not in held)
        for answer in (
            {"ask": "an earlier one", "action": {"play": asked["cards"][0]}},
            {"ask": asked["id"], "action": {"play": not_held}},
            {"ask": asked["id"], "action": {"draw": "keep"}},
            {"ask": asked["id"], "action": {}},
            {"ask": asked["id"], "action": {"concede": True}},
        ):
            say(socket, do="act", **answer)
            assert "refused" in heard(socket), answer
        say(socket, do="rematch")  # not before the end: nothing comes of it
        say(socket, do="act", ask=asked["id"], action={"play": asked["cards"][0]})
        say(socket, do="act", ask=asked["id"], action={"play": asked["cards"][-1]})
        while "refused" not in heard(socket):
            pass
    for nonsense in ("", "{}", "[" * 2000, '{"do":"act"}', "x" * 5000, b"\x00", json.dumps([1])):
        with line(server, path) as socket:
            heard(socket)
            socket.send(nonsense)
            with pytest.raises(ConnectionClosed):
                play_on(socket)
    with line(server, path) as socket:
        heard(socket)
        with pytest.raises(ConnectionClosed):
            flood(socket)
    with line(server, path) as socket:
        say(socket, do="concede")
        assert play_on(socket)[-1]["end"]["match"]


def test_who_comes_back_finds_the_match_where_it_was_and_the_first_tab_is_told(
    server: str,
) -> None:
    path = f"{sit_down(server, 'random')}/play"
    with line(server, path) as first:
        before = play_on(first, playing)[-1]
    with line(server, path) as first:
        again = heard(first)
        assert again == before
        with line(server, path) as second:
            assert heard(second) == before
            with pytest.raises(ConnectionClosed) as closed:
                heard(first)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4409
            say(second, do="concede")
            assert play_on(second)[-1]["end"]


@pytest.mark.parametrize("path", ["/play/nowhere/play", "/play/%00/play"])
def test_a_table_that_is_not_there_is_said_to_be_gone(server: str, path: str) -> None:
    with line(server, path) as socket, pytest.raises(ConnectionClosed) as closed:
        heard(socket)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4404


@pytest.mark.parametrize("bot", ["nobody", "../bots/random", "@person", "random@1", "\u202e"])
def test_only_a_bot_that_is_there_can_be_sat_down_against(server: str, bot: str) -> None:
    with line(server, "/play/sit") as socket:
        say(socket, do="sit", bot=bot)
        assert "refused" in heard(socket)
