"""Nothing of a mirror pair leaves the server before both its matches are over."""

import asyncio
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.rules import derive_deck, match_seed
from arena.store import Store
from arena.web.app import application
from arena.web.cache import Views
from arena.web.live import Live
from tests.referee.processes import open_folder
from tests.tournament.places import Place
from tests.tournament.running import Arena, eventually
from tests.web.crawl import browser, crawl

SEED = "a seed that nobody may see"
DEALS = 13


@pytest.fixture
def arena() -> Iterator[Arena]:
    with open_folder() as folder:
        yield Arena(Place(folder))


def secrets(store: Path, pairs: set[str]) -> set[str]:
    """What would tell cards that are not public: seeds, and the decks that follow from them."""
    with Store(store) as opened:
        done = set(opened.pairs_done("league"))
    assert done
    assert done < pairs
    found = {SEED}
    for pair in pairs - done:
        seed = match_seed(SEED, pair)
        found.add(seed)
        for deal in range(DEALS + 1):
            deck = derive_deck(seed, deal)
            # The hand of a seat, and the beginning of the stock: enough of a deck to know it by.
            found |= {" ".join(deck[a:b]) for a, b in ((0, 5), (5, 10), (10, 16))}
    return found


def test_a_running_tournament_shows_no_card_and_no_seed_of_a_pair_in_play(arena: Arena) -> None:
    braked = arena.braked()
    config = arena.write(
        [braked, "random"], cycles=6, batch=1, seed=SEED, rules={"target": 1}, decks=10
    )
    store = arena.place.store
    pairs = {f"{cycle}:braked:random" for cycle in range(1, 7)}
    brake = arena.brake(braked)
    with arena.start("run", config, "-j", "1") as runner:
        assert eventually(lambda: store.exists() and _done(store) >= 1)
        brake.touch()
        assert 1 <= _done(store) < 6
        hidden = secrets(store, pairs)
        with browser(application(store)) as client:
            answers = {url: page.text for url, page in crawl(client).items()}
        answers["events"] = asyncio.run(_first_event(store))
        assert runner.poll() is None, "it was over before it was looked at"
        brake.unlink()
        runner.wait(60)
    assert len(answers) > 20
    for url, text in answers.items():
        plain = re.sub(r'[",\[\]]+', " ", text)
        assert not {secret for secret in hidden if secret in text or secret in plain}, url
    shutil.rmtree(arena.temporary, ignore_errors=True)


def test_the_search_finds_what_it_looks_for(tmp_path: Path) -> None:
    from tests.store.matches import played, tournament

    with Store(tmp_path / "s.sqlite", create=True) as opened:
        opened.add_tournament(tournament("t"))
        opened.save("t", [played("1:a:b")])
    deck = derive_deck(match_seed("seed", "1:a:b"), 1)
    with browser(application(tmp_path / "s.sqlite")) as client:
        texts = [page.text for page in crawl(client).values()]
    assert any(match_seed("seed", "1:a:b") in text for text in texts)
    plain = [re.sub(r'[",\[\]]+', " ", text) for text in texts]
    assert any(" ".join(deck[:5]) in text for text in plain)


async def _first_event(store: Path) -> str:
    stream = Live(store, Views()).pages("league", "en")
    try:
        return await anext(stream)
    finally:
        await stream.aclose()


def _done(store: Path) -> int:
    with Store(store) as opened:
        return len(opened.pairs_done("league")) if opened.find_tournament("league") else 0
