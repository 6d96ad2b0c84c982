"""Tournaments verified: from a file, an archive or a store."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from arena.records import Link, link_of, with_link, without_link
from arena.store import Store, restore
from arena.trust import Known, Verified, verify
from tests.cli.commands import Answer, call
from tests.tournament.places import Place
from tests.trust.league import begun, play_all, played, unsteady


@dataclass(frozen=True)
class League:
    """A league that was played to its end, and what an organiser publishes of it."""

    place: Place

    def file(self, name: str) -> Path:
        return self.place.folder / name

    @property
    def lines(self) -> list[bytes]:
        return self.file("records.jsonl").read_bytes().splitlines()

    def verify(self, *arguments: str | Path) -> Answer:
        return call("verify", "-j", "1", *arguments, "--store", self.place.store)

    def verify_lines(self, lines: list[bytes], *arguments: str | Path) -> Answer:
        self.file("other.jsonl").write_bytes(b"".join(line + b"\n" for line in lines))
        return self.verify(self.file("other.jsonl"), *arguments)


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> League:
    place = Place(tmp_path_factory.mktemp("league"))
    played(place, cycles=3, batch=1)
    found = League(place)
    store = ("--store", place.store)
    for command in (
        ("export", "-o", found.file("records.jsonl")),
        ("archive", "league", "-o", found.file("league.gz")),
    ):
        assert call(*command, *store).code == 0
    for name in ("leaderboard", "reveal"):
        found.file(f"{name}.json").write_text(call(name, "--json", *store).out)
    return found


def wrong(answer: Answer) -> str:
    """What was found wrong."""
    assert answer.code == 3, answer
    first, second = answer.out.splitlines()
    assert ": WRONG after " in first
    return second.strip()


def test_all_that_is_in_order_is_said_to_be(league: League) -> None:
    told = ("--reveal", league.file("reveal.json"), "--standings", league.file("leaderboard.json"))
    file, archive = league.file("records.jsonl"), league.file("league.gz")
    head = json.loads(league.lines[-1])["chain"]["link"]
    for arguments in ((), ("league",), (file,), (archive,), (file, *told), (file, archive)):
        answer = league.verify(*arguments)
        assert answer.code == 0, answer
        assert f": 18 matches in 9 mirror pairs, all in order\n  last link {head}\n" in answer.out
    found = json.loads(league.verify(file, "--json").out)
    assert found == [
        {
            "source": str(file),
            "in_order": True,
            "matches": 18,
            "pairs": 9,
            "planned_pairs": None,
            "head": head,
            "without_link": 0,
            "without_digests": 0,
            "wrong": None,
        }
    ]


def test_several_processes_find_what_one_finds(place: Place) -> None:
    played(place, rules={"target": 1}, bots="ab", cycles=220)
    assert call("export", "-o", place.folder / "r", "--store", place.store).code == 0
    lines = (place.folder / "r").read_bytes().splitlines()
    lines[401] = lines[401].replace(b'"deal":1', b'"deal":2', 1)
    (place.folder / "other").write_bytes(b"\n".join(lines))
    for name in ("r", "other"):
        one, two = (call("verify", "-j", jobs, place.folder / name) for jobs in "12")
        assert (one.code, one.out) == (two.code, two.out)
        assert one.code == (3 if name == "other" else 0)


def test_the_reason_is_told_to_programs_too(league: League) -> None:
    lines = league.lines
    lines[4] = lines[4].replace(b'"half":0', b'"half":1')
    answer = league.verify_lines(lines, "--json")
    assert answer.code == 3
    (found,) = json.loads(answer.out)
    assert (found["in_order"], found["matches"], found["pairs"]) == (False, 4, 2)
    match = json.loads(lines[4])["match"]
    assert found["wrong"] == {
        "match": match,
        "deal": None,
        "field": "match",
        "expected": match.replace(".1", ".2"),
        "found": match,
    }


# A file in which records were moved about

Cheat = Callable[[list[bytes]], list[bytes]]

CHEATS: dict[str, tuple[Cheat, str]] = {
    "a record left out": (lambda lines: lines[:5] + lines[6:], "`pair`|`chain.previous`"),
    "a pair left out": (lambda lines: lines[:4] + lines[6:], "`chain.previous`"),
    "the first pair left out": (lambda lines: lines[2:], "`chain.previous`"),
    "the last half left out": (lambda lines: lines[:-1], "`pair`: expected its other half"),
    "a record twice": (lambda lines: [*lines, lines[-1]], "expected each match once"),
    "halves exchanged": (lambda lines: [lines[1], lines[0], *lines[2:]], "`chain.previous`"),
    "pairs exchanged": (lambda lines: [*lines[2:4], *lines[:2], *lines[4:]], "`chain.previous`"),
    "a link taken off": (
        lambda lines: [*lines[:3], without_link(lines[3])[0], *lines[4:]],
        "`chain`: expected a link, as before it, found nothing",
    ),
    "no record but text": (lambda lines: [*lines[:3], b"nonsense"], "`record`: expected a match"),
}


@pytest.mark.parametrize(("cheat", "reason"), CHEATS.values(), ids=CHEATS.keys())
def test_lines_moved_about_are_found_out(league: League, cheat: Cheat, reason: str) -> None:
    found = wrong(league.verify_lines(cheat(league.lines)))
    assert any(part in found for part in reason.split("|")), found


def test_a_pair_taken_from_the_end_is_found_out_by_a_published_link(league: League) -> None:
    head = json.loads(league.lines[-1])["chain"]["link"]
    assert league.verify_lines(league.lines[:-2]).code == 0
    found = wrong(league.verify_lines(league.lines[:-2], "--head", head))
    assert found == f"`chain`: expected the published link {head}, found none such"
    assert wrong(league.verify_lines(league.lines[:-2], "--reveal", league.file("reveal.json")))


def forged(lines: list[bytes]) -> list[bytes]:
    """Another remark in the third record, and every link behind it made anew."""
    bare = [without_link(line)[0] for line in lines]
    bare[2] = bare[2].replace(b'"python":"3', b'"python":"4')
    assert bare[2] != without_link(lines[2])[0]
    previous, made = json.loads(lines[0])["commitment"], []
    for record in bare:
        link = Link(previous, link_of(previous, record))
        made.append(with_link(record, link))
        previous = link.link
    return made


def test_a_chain_made_anew_is_found_out_by_any_link_published_before(league: League) -> None:
    lines = league.lines
    assert league.verify_lines(forged(lines)).code == 0
    for place in (1, 2, 9, 17):
        head = json.loads(lines[place])["chain"]["link"]
        assert league.verify(league.file("records.jsonl"), "--head", head).code == 0
        answer = league.verify_lines(forged(lines), "--head", head)
        # What was published before the forgery is still in the chain.
        assert answer.code == (0 if place < 2 else 3)


def test_records_without_links_are_said_to_be(league: League) -> None:
    answer = league.verify_lines([without_link(line)[0] for line in league.lines])
    assert answer.code == 0
    assert "18 records without a link: nothing shows whether" in answer.out


# What was committed to


def with_reveal(league: League, change: Callable[[dict[str, Any]], None]) -> Answer:
    told = json.loads(league.file("reveal.json").read_text())
    change(told)
    league.file("other.json").write_text(json.dumps(told))
    return league.verify(league.file("records.jsonl"), "--reveal", league.file("other.json"))


def test_another_seed_is_not_what_was_committed_to(league: League) -> None:
    found = wrong(with_reveal(league, lambda told: told.update(seed="0" * 64)))
    assert found.startswith("`commitment`: expected ")


def test_other_settings_are_not_what_was_committed_to(league: League) -> None:
    def cheat(told: dict[str, Any]) -> None:
        told["settings"] = told["settings"].replace('"target": 7', '"target": 6')

    assert wrong(with_reveal(league, cheat)).startswith("`commitment`: expected ")


def test_pairs_that_were_planned_and_are_not_there_are_said_to_be(league: League) -> None:
    told = json.loads(league.file("reveal.json").read_text())
    told["head"] = json.loads(league.lines[-5])["chain"]["link"]
    league.file("other.json").write_text(json.dumps(told))
    answer = league.verify_lines(league.lines[:-4], "--reveal", league.file("other.json"))
    assert answer.code == 0
    assert "  2 mirror pairs of the 9 planned are not there\n" in answer.out


def test_a_pair_more_than_planned_is_found_out(league: League) -> None:
    """An organiser who goes on until it pleases."""
    known = Known(settings={"tournament": {"schedule": "round-robin", "cycles": 2}})
    verified: list[Verified] = []

    def verifying() -> Iterator[int]:
        verified.append((yield from verify(league.lines, known)))

    list(verifying())
    finding = verified[0].finding
    assert finding is not None
    assert (finding.field, finding.expected) == ("pair", "one of the 2 cycles that were planned")
    assert finding.found.startswith("3:")


def test_a_deck_that_is_not_of_the_tournaments_seed_is_found_out(place: Place) -> None:
    """A match that was played, and that is in order by itself, with a seed that somebody chose."""
    league = begun(place, bots="ab", cycles=1)
    with Store(place.store) as store:
        pairing = next(league.missing(store))
        plan = pairing.pairs[0]
        chosen = type(plan)(plan.pair, "0" * 64, plan.first)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("arena.schedules.pairing.plan_pair", lambda *_: chosen)
            play_all(league, store, dict.fromkeys("ab", unsteady("x")))
    answer = call("verify", "--store", place.store)
    assert answer.code == 3
    assert f"1:a:b.1, `seed`: expected {plan.seed}, found {'0' * 64}" in answer.out


def test_exported_records_made_into_a_store_are_verified_as_far_as_they_tell(
    league: League, tmp_path: Path
) -> None:
    restore(tmp_path / "new", league.file("records.jsonl"), "again")
    answer = call("verify", "--store", tmp_path / "new")
    assert answer.code == 0
    assert "again: 18 matches in 9 mirror pairs, all in order" in answer.out


# What a store or a page makes of records


@contextmanager
def tampered(league: League, statement: str) -> Iterator[None]:
    with Store(league.place.store) as store:
        before = store._db.serialize()
        store._db.execute(statement)
    try:
        yield
    finally:
        for side in ("", "-wal", "-shm"):
            league.place.store.with_name(league.place.store.name + side).unlink(missing_ok=True)
        league.place.store.write_bytes(before)


TAMPERED = {
    "UPDATE match SET points_zero = points_zero + 1 WHERE number = 3": "`stored match[2]`",
    "UPDATE match SET reason = 'odd' WHERE number = 4": "`stored match[5]`",
    "UPDATE match SET zero = one, one = zero WHERE number = 4": "`stored match[0]`",
    "UPDATE pair SET won = won + 1 WHERE pair = '2:a:b'": "`stored pair[4]`",
    "UPDATE meeting SET won = won + 1 WHERE first = 'a'": "`standings[0]`",
    "DELETE FROM meeting WHERE first = 'b'": "`standings[2]`",
    "DELETE FROM match WHERE number > 16": "`stored pairs`",
    "UPDATE match SET link = match WHERE number = 5": "chain",
    "UPDATE tournament SET seed = 'another'": "`commitment`",
    "UPDATE tournament SET config = replace(config, '7', '8')": "`commitment`",
    "UPDATE entrant SET version = 'better' WHERE name = 'b'": "`entrant b`",
}


@pytest.mark.parametrize("statement", TAMPERED, ids=lambda statement: statement[:40])
def test_a_row_that_records_contradict_is_found_out(league: League, statement: str) -> None:
    with tampered(league, statement):
        assert TAMPERED[statement] in wrong(league.verify())


def test_standings_that_records_contradict_are_found_out(league: League) -> None:
    for key, value in (("pairs", 1), ("score", 0.9), ("elo", 1501.0), ("bot", "z")):
        told = json.loads(league.file("leaderboard.json").read_text())
        told["bots"][1][key] = value
        league.file("other.json").write_text(json.dumps(told))
        answer = league.verify(
            league.file("records.jsonl"), "--standings", league.file("other.json")
        )
        assert "standings" in wrong(answer)


def test_endless_numbers_are_found_wrong_and_do_not_end_the_program(league: League) -> None:
    record = json.loads(league.lines[0])
    number = "1" * 5000
    record["pair"] = record["pair"].replace("1:", f"{number}:", 1)
    record["match"] = f"{record['pair']}.1"
    record["job"] = record["job"].replace("1-1:", f"{number}-{number}:", 1)
    found = wrong(league.verify_lines([json.dumps(record).encode()]))
    assert "`job`: expected FIRST-LAST:" in found


def test_a_record_that_is_not_written_as_the_referee_writes_it_is_found_out(
    league: League,
) -> None:
    """With a key twice it would be another record to a reader who takes the first."""
    for this, that in (
        (b'"half":0', b'"half":1,"half":0'),
        (b'"half":0', b'"half": 0'),
        (b'"format":"match"', b'"format":"m\\u0061tch"'),
        (b'"withheld_us":[', b'"withheld_us":[ '),
    ):
        line = without_link(league.lines[0])[0].replace(this, that)
        assert line != without_link(league.lines[0])[0]
        found = wrong(league.verify_lines([line]))
        assert found.endswith("found other bytes than the referee writes for it"), found


def test_limits_that_there_are_not_are_answered(league: League) -> None:
    record = json.loads(league.lines[0])
    record["limits"]["gold"] = 1
    league.file("gold").write_text(json.dumps(record))
    for command in (
        ("audit", league.file("gold")),
        ("repro", league.file("gold"), "--decision", "0"),
    ):
        answer = call(*command)
        assert answer.code == 2
        assert "`limits` are not those there are: memory_mib" in answer.err


# Input that is none


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("nowhere",), "no tournament 'nowhere'"),
        (("FILE", "--reveal", "FILE"), "not what `arena reveal --json` prints"),
        (("FILE", "--standings", "FILE"), "not what `arena leaderboard --json` prints"),
        (("FILE", "--reveal", "nowhere"), "nowhere: No such file"),
        (("league", "--reveal", "FILE"), "are for files: a store knows both itself"),
    ],
)
def test_bad_input_is_answered_with_what_is_expected(
    league: League, arguments: tuple[str, ...], why: str
) -> None:
    file = str(league.file("records.jsonl"))
    answer = league.verify(*[file if word == "FILE" else word for word in arguments])
    assert answer.code == 2
    assert why in answer.err
    assert "Traceback" not in answer.err
