"""Whoever watches is told within a moment, and one reader looks for them all."""

import asyncio
import json
import time
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from arena.store import Store
from arena.web import live as module
from arena.web.cache import Views
from arena.web.live import Live, TooManyError
from tests.store.matches import first, last, played

MOMENT = 0.02
PATIENCE = 30.0


class Counted(Live):
    """Counts its looks at the store."""

    looks = 0

    def _look(
        self, *arguments: str | None
    ) -> tuple[dict[str, str], list[bytes], str | None] | None:
        type(self).looks += 1
        return super()._look(*arguments)  # type: ignore[arg-type]


def add(store: Path, number: int) -> None:
    with Store(store) as opened:
        opened.save("t", [played(f"{number}:a:b", (first, last))])


def test_a_hundred_viewers_share_one_reader_and_all_are_told(store: Path) -> None:
    async def watch() -> None:
        live = Counted(store, Views(), every_s=MOMENT)
        Counted.looks = 0
        viewers = [live.pages("t", "fa" if n % 2 else "en") for n in range(100)]
        states = await asyncio.gather(*(anext(viewer) for viewer in viewers))
        assert {state.startswith("event: progress\ndata: ") for state in states} == {True}
        assert len(set(states)) == 2
        looked = Counted.looks
        assert looked < 10
        await asyncio.to_thread(add, store, 7)
        news = await asyncio.wait_for(asyncio.gather(*(anext(v) for v in viewers)), PATIENCE)
        assert all("7.2</bdi>" in state for state in news)
        for viewer in viewers:
            await viewer.aclose()
        await asyncio.sleep(3 * MOMENT)
        looked = Counted.looks
        await asyncio.sleep(10 * MOMENT)
        assert Counted.looks == looked, "nobody watches, so nobody looks"

    asyncio.run(watch())


def test_it_looks_no_more_often_than_it_may(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    sleep = asyncio.sleep

    async def noted(seconds: float) -> None:
        waits.append(seconds)
        await sleep(0)

    async def watch() -> None:
        viewer = Live(store, Views()).pages("t", "en")
        await anext(viewer)
        while len(waits) < 5:
            await sleep(MOMENT)
        await viewer.aclose()

    monkeypatch.setattr("arena.web.live.asyncio.sleep", noted)
    asyncio.run(watch())
    assert min(waits[::2]) >= 1.0


def test_every_result_is_streamed_once_and_in_order(store: Path) -> None:
    async def watch() -> list[str]:
        stream = Live(store, Views(), every_s=MOMENT).results("t")
        told: list[str] = []
        reading = asyncio.ensure_future(anext(stream))
        await asyncio.sleep(10 * MOMENT)
        for number in (11, 12, 13):
            await asyncio.to_thread(add, store, number)
        while len(told) < 6:
            line = await asyncio.wait_for(reading, PATIENCE)
            told += [json.loads(line)["match"]] if line.strip() else []
            reading = asyncio.ensure_future(anext(stream))
        reading.cancel()
        return told

    expected = [f"{number}:a:b.{half}" for number in (11, 12, 13) for half in (1, 2)]
    assert asyncio.run(watch()) == expected


def test_more_than_may_watch_are_asked_to_come_again(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "WATCHERS", 0)
    for stream in ("progress/events", "results.ndjson"):
        answer = client.get(f"/tournaments/t/{stream}")
        assert (answer.status_code, answer.json()["error"]) == (503, "too_many")
    with pytest.raises(TooManyError):
        Live(Path("none"), Views()).admit()


def test_views_are_worked_out_once_until_something_is_stored(store: Path) -> None:
    made: list[float] = []

    def make(opened: Store, tournament: str) -> float:
        made.append(time.monotonic())
        return made[-1]

    views = Views()
    with Store(store) as opened:
        assert views.get(opened, "t", make) == views.get(opened, "t", make)
        add(store, 21)
        assert views.get(opened, "t", make) == made[1]
        opened.set_anchor("t", "b:1200")
        views.get(opened, "t", make)
    assert len(made) == 3


def test_few_views_are_kept_and_a_failure_none(store: Path) -> None:
    def fails(opened: Store, tournament: str, number: int) -> int:
        if number < 0:
            raise ValueError
        return number

    views = Views(kept=2)
    with Store(store) as opened:
        for number in (1, 2, 3):
            assert views.get(opened, "t", fails, number) == number
        with pytest.raises(ValueError, match=r"^$"):
            views.get(opened, "t", fails, -1)
    assert len(views._found) == len(views._working) == 2
