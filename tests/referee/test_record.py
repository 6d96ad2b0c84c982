"""The record is the truth about a match: complete, exact, and read by others than this program."""

import json
from random import Random
from typing import Any

import jsonschema
import msgspec
import pytest

from arena.errors import IllegalActionError, InputError
from arena.records import (
    RECORD_VERSION,
    FaultKind,
    MatchRecord,
    decode_record,
    encode_record,
    replay,
)
from arena.referee.recording import SOFTWARE
from arena.rules import CONCEDE, KEEP, Action, MatchState, Phase, observe
from arena.wire import Act, Answer, TimeControl
from tests.oracle.record import replay as oracle_replay
from tests.referee import golden_record
from tests.referee.fakes import (
    Table,
    as_json,
    at_decision,
    at_phase,
    at_random,
    at_request,
    dry_run,
    fails,
    make_plan,
)

RECORD = {
    "record",
    "format",
    "match",
    "job",
    "pair",
    "half",
    "seed",
    "commitment",
    "bots",
    "rules",
    "time",
    "limits",
    "sandbox",
    "hakem_draw",
    "deals",
    "result",
    "times_us",
    "withheld_us",
    "frozen",
    "notes",
    "software",
}
DEAL = {
    "deal",
    "hakem",
    "deck",
    "trump",
    "discards",
    "draws",
    "plays",
    "tricks",
    "winner",
    "points",
    "kot",
    "shown",
}
LIMITS = {
    "memory_mib",
    "processes",
    "cpu_seconds",
    "cpus",
    "tmp_mib",
    "open_files",
    "output_kib",
}
TIME = {"startup_ms", "move_ms", "bank_ms", "increment_ms", "ponder"}


def random_table(seed: object, target: int = 7) -> Table:
    table = Table(make_plan(f"{seed}", target=target))
    for number, player in enumerate(table.players):
        player.choose = at_random(f"{seed} {number}")
    return table


def broken_off(seed: object) -> Table:
    """A random match that ends with a crash at a random decision of the second deal or later."""
    undisturbed, table = random_table(seed), random_table(seed)
    undisturbed.play()
    act = Random(f"{seed}").choice([a for a in undisturbed.asked if a.observation.deal > 1])
    for player in table.players:
        player.instead = at_request(act.id, fails(FaultKind.CRASH, "the process ended"))
    return table


def test_the_record_has_exactly_the_documented_fields() -> None:
    record = as_json(random_table("fields").play())
    assert set(record) == RECORD
    assert record["record"] == RECORD_VERSION == 1
    assert record["format"] == "match"
    assert {frozenset(deal) for deal in record["deals"]} == {frozenset(DEAL)}
    assert set(record["deals"][0]["discards"]) == {"hakem", "other"}
    assert set(record["result"]) == {"points", "winner", "reason"}
    assert [set(bot) for bot in record["bots"]] == 2 * [{"name", "version"}]
    assert set(record["rules"]) == {"target", "kot_hakem", "kot_other"}
    assert set(record["time"]) == TIME
    assert set(record["limits"]) == LIMITS
    assert set(record["sandbox"]) == {"level", "memory"}
    assert set(record["software"]) == {"hokm-arena", "python"}
    assert record["software"] == SOFTWARE


def test_a_forfeit_adds_the_fault_and_a_late_answer_the_overrun() -> None:
    table = Table(make_plan(time=TimeControl(move_ms=100, bank_ms=0)))
    table.players[0].instead = at_decision(3, fails(FaultKind.CRASH, "x"))
    result = as_json(table.play())["result"]
    assert set(result) == {"points", "winner", "reason", "fault"}
    assert set(result["fault"]) == {"kind", "seat", "detail", "phase"}
    table.players[0].instead = lambda act: None
    table.players[0].takes_ms = lambda act: 101
    assert as_json(table.play())["result"]["fault"]["overrun_ms"] == 1


def test_the_record_says_what_the_plan_said() -> None:
    plan = make_plan("a seed", 1, TimeControl(move_ms=7), target=3, commitment="c0ffee")
    record = Table(plan).play()
    assert (record.match, record.job, record.pair, record.half) == ("1:a:b.2", plan.job, "1:a:b", 1)
    assert (record.seed, record.commitment) == ("a seed", "c0ffee")
    assert [bot.name for bot in record.bots] == ["b", "a"]
    assert record.bots[0].version == "b-version"
    assert record.rules == plan.settings.rules
    assert record.time == plan.settings.time
    assert record.sandbox == plan.sandbox


@pytest.mark.parametrize("seed", range(8))
def test_a_random_match_replays_under_the_oracle_and_survives_the_codec(seed: int) -> None:
    record = random_table(seed).play()
    data = encode_record(record)
    assert decode_record(data) == record
    assert encode_record(decode_record(data)) == data
    assert b"\n" not in data
    oracle_replay(json.loads(data))
    jsonschema.validate(json.loads(data), msgspec.json.schema(MatchRecord))


@pytest.mark.parametrize("seed", range(8))
def test_a_match_broken_off_anywhere_replays_and_survives_the_codec(seed: int) -> None:
    table = broken_off(seed)
    record = table.play()
    assert record.result.reason == "forfeit"
    data = encode_record(record)
    assert decode_record(data) == record
    oracle_replay(json.loads(data))
    jsonschema.validate(json.loads(data), msgspec.json.schema(MatchRecord))
    assert len(list(replay(record))) == len(table.asked)


def assert_replays(record: MatchRecord, asked: list[Act], actions: list[Action | None]) -> None:
    states: list[MatchState] = []
    replayed: list[Action | None] = []
    for state, action in replay(record):
        states.append(state)
        replayed.append(action)
    seen = [observe(state, state.deal_in_progress.turn) for state in states]
    assert seen == [act.observation for act in asked]
    assert replayed == actions


@pytest.mark.parametrize("seed", range(4))
def test_replay_gives_the_states_of_the_match_loop(seed: int) -> None:
    table = random_table(seed)
    record = table.play()
    choices = [player.choose for player in table.players]
    actions: list[Action | None] = [choices[act.observation.seat](act) for act in table.asked]
    assert_replays(record, table.asked, actions)


@pytest.mark.parametrize("phase", list(Phase))
@pytest.mark.parametrize("ending", ["concede", "crash"])
def test_replay_ends_with_the_state_that_a_match_was_broken_off_in(
    phase: Phase, ending: str
) -> None:
    table = Table(make_plan())
    for player in table.players:
        player.instead = at_phase(
            phase,
            fails(FaultKind.CRASH, "x")
            if ending == "crash"
            else lambda act: Answer(act.id, CONCEDE),
        )
    record = table.play()
    firsts: list[Action | None] = [act.legal[0] for act in table.asked]
    firsts[-1] = None if ending == "crash" else CONCEDE
    assert_replays(record, table.asked, firsts)


def test_a_record_without_a_deal_replays_to_nothing() -> None:
    table = Table(make_plan())
    failure = fails(FaultKind.FAILED_START, "x")(dry_run(make_plan())[0])
    table.players[1].on_start = failure
    assert list(replay(table.play())) == []


def test_the_order_in_which_a_bot_writes_its_cards_leaves_no_trace() -> None:
    def backwards(act: Act) -> Action:
        action = act.legal[-1]
        throw = getattr(action, "throw", None)
        if throw is None:
            return action
        return type(action)(**{**_fields(action), "throw": throw[::-1]})

    records = []
    for choose in (backwards, lambda act: act.legal[-1]):
        table = Table(make_plan())
        for player in table.players:
            player.choose = choose
        records.append(encode_record(table.play()))
    assert records[0] == records[1]


def _fields(action: Action) -> dict[str, Any]:
    return {name: getattr(action, name) for name in action.__dataclass_fields__}


@pytest.mark.parametrize(
    ("place", "path"),
    [
        ((), "unknown field `extra`"),
        (("deals", 0), r"\$\.deals\[(0|\.\.\.)\]"),
        (("deals", 0, "discards"), r"\$\.deals\[(0|\.\.\.)\]\.discards"),
        (("result",), r"\$\.result"),
        (("result", "fault"), r"\$\.result\.fault"),
        (("bots", 1), r"\$\.bots\[1\]"),
        (("time",), r"\$\.time"),
    ],
)
def test_an_unknown_field_is_refused_with_its_path(place: tuple[str | int, ...], path: str) -> None:
    record: Any = as_json(broken_off(0).play())
    inner = record
    for step in place:
        inner = inner[step]
    inner["extra"] = 1
    with pytest.raises(InputError, match=path):
        decode_record(json.dumps(record).encode())


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("record",), 2),
        (("format",), "deal"),
        (("half",), 2),
        (("half",), True),
        (("half",), "0"),
        (("result", "winner"), 2),
        (("result", "reason"), "because"),
        (("deals", 0, "deck"), ["AS"]),
        (("deals", 0, "draws"), "kkx"),
        (("deals", 0, "plays", 0), "1S"),
        (("times_us", 0), 1.5),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused(place: tuple[str | int, ...], value: Any) -> None:
    record: Any = as_json(random_table("kinds", target=1).play())
    *way, last = place
    inner = record
    for step in way:
        inner = inner[step]
    inner[last] = value
    with pytest.raises(InputError, match="not a match record of version 1"):
        decode_record(json.dumps(record).encode())


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"\xff", b"null"])
def test_what_is_no_record_is_refused(data: bytes) -> None:
    with pytest.raises(InputError, match="not a match record of version 1"):
        decode_record(data)


def test_replay_refuses_a_record_that_breaks_the_rules() -> None:
    record: Any = as_json(random_table("rules", target=1).play())
    plays = record["deals"][0]["plays"]
    plays[0], plays[-1] = plays[-1], plays[0]
    with pytest.raises((IllegalActionError, ValueError)):
        list(replay(decode_record(json.dumps(record).encode())))


def test_the_same_plan_and_answers_give_the_same_record_to_the_byte_times_apart() -> None:
    texts = []
    for ms in (1.0, 333.0):
        table = random_table("again")
        for player in table.players:
            player.takes_ms = lambda act, ms=ms: ms  # type: ignore[misc]
        record = table.play()
        assert set(record.times_us) == {1000 * ms}
        texts.append(encode_record(msgspec.structs.replace(record, times_us=())))
    assert texts[0] == texts[1]


def test_the_golden_record_is_what_is_played_today() -> None:
    committed = golden_record.FILE.read_bytes()
    # Compared as JSON first, because that says where they differ.
    assert json.loads(golden_record.record()) == json.loads(committed)
    assert golden_record.record() == committed
    oracle_replay(json.loads(committed))
    record = decode_record(committed)
    actions = [action for _, action in replay(record)]
    assert len(actions) == len(record.times_us)
    assert KEEP in actions
