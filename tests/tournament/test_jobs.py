"""Waiting, issued, then fixed or void: no pair is lost, none is played twice."""

from dataclasses import dataclass, field

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, initialize, invariant, rule

from arena.records import PairOutcome, PlayedPair, VoidPair
from arena.schedules import Pairing, round_robin
from arena.tournament import JobBook
from arena.tournament.jobs import VOIDS_ALLOWED
from tests.store.matches import played

HALVES = played("1:a:b").halves
"""They will do for all: the book looks at a pair's identity alone."""


def result(pair: str) -> PlayedPair:
    return PlayedPair(pair, HALVES)


def jobs(cycles: int = 2, batch: int = 2, names: str = "abc") -> list[Pairing]:
    return list(round_robin(names, cycles, batch, "seed"))


def pairs(job: Pairing) -> list[str]:
    return [plan.pair for plan in job.pairs]


@dataclass
class Account:
    """A book, and beside it the plainest account of what it must say."""

    waiting: list[Pairing]
    earlier: int = 0
    voids: dict[str, int] = field(default_factory=dict, init=False)
    issued: list[Pairing] = field(default_factory=list)
    fixed: set[str] = field(default_factory=set)
    reasons: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.all = {pair for job in self.waiting for pair in pairs(job)}
        self.total = len(self.all) + self.earlier
        self.book = JobBook(list(self.waiting), self.total, self.earlier)
        self.check()

    def issue(self) -> Pairing | None:
        job = self.book.issue()
        if job is not None:
            out = {pair for other in self.issued for pair in pairs(other)}
            assert not out & set(pairs(job)), "a pair is out twice"
            assert not self.fixed & set(pairs(job)), "a pair is played again"
            assert job.pairs, "a job without a pair"
            self.issued.append(job)
        self.check()
        return job

    def fix(self, job: Pairing, outcomes: list[PairOutcome]) -> None:
        self.issued.remove(job)
        self.book.fix(job, outcomes)
        for outcome in outcomes:
            if isinstance(outcome, VoidPair):
                self.voids[outcome.pair] = self.voids.get(outcome.pair, 0) + 1
                self.reasons.append(outcome.reason)
            else:
                self.fixed.add(outcome.pair)
        self.check()

    def roll_back(self, job: Pairing) -> None:
        self.issued.remove(job)
        self.book.roll_back(job)
        self.check()

    def check(self) -> None:
        """What holds after every step."""
        progress = self.book.progress()
        lost = {pair for pair in self.all if self.voids.get(pair, 0) >= VOIDS_ALLOWED}
        assert set(progress.given_up) == lost - self.fixed
        assert len(progress.given_up) == len(set(progress.given_up))
        assert progress.total == self.total
        assert progress.new == len(self.fixed)
        assert progress.done == self.earlier + len(self.fixed)
        assert list(progress.voids) == self.reasons
        assert progress.over == (self.fixed | lost == self.all)

    def drain(self) -> None:
        """All that is left is issued, each pair once, and nothing else."""
        while self.issue() is not None:
            pass
        out = [pair for job in self.issued for pair in pairs(job)]
        gone = self.fixed | set(self.book.progress().given_up)
        assert sorted(out) == sorted(self.all - gone)


class Lives(RuleBasedStateMachine):
    """Any order in which a runner may issue, fix, void and roll back."""

    out = Bundle("out")

    @initialize(batch=st.integers(1, 3), earlier=st.integers(0, 2))
    def begin(self, batch: int, earlier: int) -> None:
        self.account = Account(jobs(3, batch), earlier)

    @rule(target=out)
    def issue(self) -> Pairing | None:
        return self.account.issue()

    @rule(job=consumes(out), fates=st.lists(st.sampled_from(["played", "void"]), max_size=3))
    def fix(self, job: Pairing | None, fates: list[str]) -> None:
        """The job ends, early perhaps: where the fates run out nothing was played."""
        if job is not None:
            self.account.fix(
                job,
                [
                    result(pair) if fate == "played" else VoidPair(pair, f"{pair} was spoiled")
                    for pair, fate in zip(pairs(job), fates, strict=False)
                ],
            )

    @rule(job=consumes(out))
    def roll_back(self, job: Pairing | None) -> None:
        if job is not None:
            self.account.roll_back(job)

    @invariant()
    def holds(self) -> None:
        if hasattr(self, "account"):
            self.account.check()

    def teardown(self) -> None:
        if hasattr(self, "account"):
            self.account.drain()


TestLives = Lives.TestCase
TestLives.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)


def test_jobs_are_issued_in_the_order_of_play_and_then_none() -> None:
    account = Account(jobs())
    assert [account.issue() for _ in range(4)] == [*jobs(), None]
    assert not account.book.progress().over


def test_what_is_played_does_not_come_back() -> None:
    account = Account(jobs())
    while job := account.issue():
        account.fix(job, [result(pair) for pair in pairs(job)])
    assert account.book.progress().over
    assert account.book.issue() is None


def test_what_a_job_left_unplayed_waits_behind_the_others() -> None:
    account = Account(jobs())
    job = account.issue()
    assert job is not None
    account.fix(job, [result(pairs(job)[0])])
    rest = [account.issue() for _ in range(3)]
    assert rest[:2] == jobs()[1:]
    assert rest[2] is not None
    assert rest[2].job == job.job
    assert rest[2].pairs == job.pairs[1:]


def test_lesson_07_what_the_host_spoiled_is_played_again_under_the_same_identity() -> None:
    account = Account(jobs(names="ab"))
    job = account.issue()
    assert job is not None
    account.fix(job, [VoidPair("1:a:b", "busy"), result("2:a:b")])
    again = account.issue()
    assert again is not None
    assert (again.job, again.names, again.pairs) == (job.job, job.names, job.pairs[:1])


def test_a_job_of_which_nothing_came_is_the_next_to_be_issued() -> None:
    account = Account(jobs())
    job = account.issue()
    assert job is not None
    account.issue()
    account.roll_back(job)
    assert account.issue() == job


def test_lesson_10_three_voids_give_a_pair_up_and_the_tournament_goes_on_without_it() -> None:
    account = Account(jobs(names="ab"))
    for _ in range(VOIDS_ALLOWED):
        job = account.issue()
        assert job is not None
        assert "1:a:b" in pairs(job)
        account.fix(job, [VoidPair("1:a:b", "busy")])
    job = account.issue()
    assert job is not None
    assert pairs(job) == ["2:a:b"]
    account.fix(job, [result("2:a:b")])
    progress = account.book.progress()
    assert progress.given_up == ("1:a:b",)
    assert progress.over
    assert progress.done == 1


def test_reasons_of_voids_are_told_in_order() -> None:
    account = Account(jobs(1, 1, "ab"))
    for reason in ("busy", "full"):
        job = account.issue()
        assert job is not None
        account.fix(job, [VoidPair("1:a:b", reason)])
    assert account.book.progress().voids == ("busy", "full")


def test_what_was_stored_before_is_done_but_not_new() -> None:
    account = Account(jobs(), earlier=5)
    job = account.issue()
    assert job is not None
    account.fix(job, [result(pairs(job)[0])])
    progress = account.book.progress()
    assert (progress.total, progress.done, progress.new) == (11, 6, 1)


def test_a_tournament_that_is_over_has_nothing_to_issue() -> None:
    book = JobBook([], 12, 12)
    assert book.issue() is None
    assert book.progress().over
    assert book.progress().given_up == ()


def test_the_next_stage_is_issued_once_it_is_given() -> None:
    first, second = jobs(1, 1)[:1], jobs(1, 1)[1:]
    book = JobBook(first, 1, 0)
    job = book.issue()
    assert job is not None
    book.fix(job, [result(pair) for pair in pairs(job)])
    assert book.issue() is None
    assert book.progress().over
    assert book.go_on(second, 3)
    assert not book.progress().over
    assert [book.issue() for _ in range(3)] == [*second, None]
    assert not book.go_on([], 3)
    assert book.issue() is None


def test_what_was_given_up_can_hold_the_next_stage_up() -> None:
    book = JobBook([], 3, 2)
    assert not book.progress().held_up
    book.hold_up()
    assert book.progress().held_up
    assert not book.progress().over


def test_a_note_is_kept_until_something_else_is_to_be_said() -> None:
    book = JobBook([], 0, 0)
    for notes in (["x"], ["x"], [], ["y", "x"]):
        book.note(notes)
    assert book.progress().notes == ("x", "y", "x")


def test_in_order_what_was_void_is_played_again_before_anything_new() -> None:
    book = JobBook(jobs(4, 2, "ab"), 4, 0, in_order=True)
    job = book.issue()
    assert job is not None
    book.fix(job, [result("1:a:b"), VoidPair("2:a:b", "busy")])
    again, new = book.issue(), book.issue()
    assert again is not None
    assert new is not None
    assert (pairs(again), pairs(new)) == (["2:a:b"], ["3:a:b", "4:a:b"])
