"""`arena run --scheduler`, as far as it goes without a cluster; tests/tournament has the rest."""

import importlib.util

import pytest

from tests.cli.commands import call
from tests.tournament.places import Place


@pytest.mark.parametrize(
    "address", ["", "10.0.0.1:8786", "tcp://", "tcp://host", "ucx://host:1", "tcp://ho st:1"]
)
def test_an_address_that_is_none_is_refused_and_the_form_told(place: Place, address: str) -> None:
    answer = call("run", place.config(place.league()), "--scheduler", address)
    assert answer.code == 2
    assert f"--scheduler {address!r}: expected tcp://HOST:PORT or tls://HOST:PORT" in answer.err
    assert not place.store.exists()


def test_jobs_are_for_this_machine(place: Place) -> None:
    config = place.config(place.league())
    answer = call("run", config, "--scheduler", "tcp://127.0.0.1:1", "-j", "2")
    assert answer.code == 2
    assert "--jobs is for this machine" in answer.err


def test_without_the_extra_it_is_said_how_to_get_it(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    answer = call("run", place.config(place.league()), "--scheduler", "tcp://127.0.0.1:1")
    assert answer.code == 2
    assert "pip install 'hokm-arena[dask]'" in answer.err
