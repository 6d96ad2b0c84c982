"""`arena repro` and `arena bundle` with the bots of a league."""

import json
import tarfile
from pathlib import Path

import pytest

from arena.store import Store
from arena.trust import decision
from tests.cli.commands import Answer, call, real
from tests.tournament.running import Arena


def repro(league: Arena, match: str, number: int, *more: str) -> Answer:
    return call("repro", match, "--decision", str(number), *more, "--store", league.place.store)


def test_repro_shows_the_answer_of_now_beside_the_recorded_one(league: Arena) -> None:
    answer = repro(league, "1:naive:value.1", 7)
    assert answer.code == 0, answer
    first, asked, recorded, alone, after = answer.out.splitlines()
    assert first.startswith("1:naive:value.1, decision 7: deal 1, draw, seat ")
    assert asked.strip().startswith('asked      {"type":"act","id":"')
    action = recorded.split()[1].rstrip(",")
    assert alone.startswith(f"  now        {action}, ")
    assert alone.endswith(" ms, alone")
    assert after.startswith(f"  now        {action}, ")
    assert after.endswith(" ms, after all before it")


def test_lesson_04_repro_lets_a_crash_happen_again(league: Arena) -> None:
    with Store(league.place.store) as store:
        crash = next(row for row in store.matches("league", faults=True) if row.fault == "crash")
        played = store.match("league", crash.match)
    assert played is not None
    answer = repro(league, crash.match, len(played.record.times_us), "--json")
    found = json.loads(answer.out)
    assert (found["bot"], found["recorded"]) == ("grumbler", None)
    assert found["recorded_fault"] == "crash"
    assert [each["failure"] for each in found["tries"]] == ["crash", "crash"]
    assert all("RuntimeError" in each["stderr"] for each in found["tries"])
    assert found["request"] == json.loads(json.dumps(found["request"]))
    told = repro(league, crash.match, len(played.record.times_us)).out
    assert "\x1b" not in told
    assert "it wrote" in told


def test_repro_needs_the_version_that_played(league: Arena, tmp_path: Path) -> None:
    with Store(league.place.store) as store:
        played = store.match("league", "1:naive:value.1")
    assert played is not None
    ref = played.record.bots[decision(played.record, 0).seat]
    (tmp_path / ref.version).mkdir()
    (tmp_path / ref.version / "bot.toml").write_text(f'name = "{ref.name}"\nrun = ["true"]\n')
    answer = repro(league, "1:naive:value.1", 0, "--bots", str(tmp_path))
    assert answer.code == 2
    assert f"not what played, {ref.version}" in answer.err


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("9:naive:value.1", "--decision", "0"), "no match '9:naive:value.1' in league"),
        (("1:naive:value.1", "--decision", "99999"), "decisions, 0 to "),
        (("1:naive:value.1",), "of a match say which decision, with --decision"),
    ],
)
def test_repro_answers_what_is_not_there(
    league: Arena, arguments: tuple[str, ...], why: str
) -> None:
    answer = call("repro", *arguments, "--store", league.place.store)
    assert answer.code == 2
    assert why in answer.err


def test_repro_names_the_file_that_holds_no_record(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_bytes(b"\x00\xff")
    answer = call("repro", file, "--decision", "0")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith(f"error: {file}: not a match record of version 1")


def test_a_bundle_is_all_that_is_needed_elsewhere(league: Arena, tmp_path: Path) -> None:
    file = tmp_path / "match.tar.gz"
    match = "1:naive:value.1"
    answer = call("bundle", match, "-o", file, "--store", league.place.store)
    assert answer.err.endswith(", 2 bots\n")
    with Store(league.place.store) as store:
        seed = store.tournament("league").seed
    with tarfile.open(file) as packed:
        names = packed.getnames()
        packed.extractall(tmp_path / "there", filter="data")
    assert seed.encode() not in (tmp_path / "there" / "tournament.json").read_bytes()
    versions = {name.split("/")[1] for name in names if name.startswith("bots/")}
    assert len(versions) == 2
    there = tmp_path / "there"
    there.chmod(0o755)
    tmp_path.chmod(0o755)
    ran = real("verify", "record.json", cwd=there)
    assert ran.code == 0, ran
    ran = real(
        *("repro", "record.json", "--decision", "3", "--json", "--bots", str(there / "bots")),
        cwd=there,
    )
    assert ran.code == 0, ran
    assert json.loads(ran.out)["same"] is True


def test_a_bot_that_its_author_does_not_share_is_not_packed(league: Arena, tmp_path: Path) -> None:
    file = tmp_path / "match.tar.gz"
    match = "1:grumbler:naive.1"
    answer = call("bundle", match, "-o", file, "--store", league.place.store)
    assert answer.code == 0
    assert answer.err.splitlines() == [
        f"{file}: {match}, 1 log, 1 bot",
        "not packed: grumbler: `share` is not true in its bot.toml",
    ]
    with tarfile.open(file) as packed:
        manifests = [name for name in packed.getnames() if name.endswith("/bot.toml")]
        (told,) = [packed.extractfile(name) for name in manifests]
        assert told is not None
        assert b'name = "naive"' in told.read()


def test_a_bundle_tells_nothing_of_when_it_was_packed_and_of_what_is_not_there_makes_no_file(
    league: Arena, tmp_path: Path
) -> None:
    file = tmp_path / "match.tar.gz"
    answer = call("bundle", "1:naive:value.1", "-o", file, "--store", league.place.store)
    assert answer.code == 0
    with tarfile.open(file) as packed:
        assert packed.getnames()[:3] == ["README.txt", "record.json", "tournament.json"]
        assert {member.mtime for member in packed} == {0}
    answer = call("bundle", "9:a:b.1", "-o", tmp_path / "no", "--store", league.place.store)
    assert answer.code == 2
    assert not (tmp_path / "no").exists()
