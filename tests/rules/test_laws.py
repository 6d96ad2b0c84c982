"""Laws of the engine, on states that Hypothesis draws (the same ones on every run)."""

from dataclasses import replace
from itertools import combinations
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import IllegalActionError
from arena.rules import (
    CONCEDE,
    KEEP,
    PACK,
    REJECT,
    Action,
    Card,
    DealState,
    Drawn,
    Hand,
    MatchState,
    Observation,
    Open,
    Pick,
    Play,
    Ruleset,
    Seat,
    Suit,
    Throw,
    apply,
    beats,
    check,
    deal_cards,
    legal_actions,
    observe,
    sorted_hand,
    start_match,
)
from arena.wire.codec import decode, encode
from arena.wire.messages import Answer
from tests.rules.build import SEATS, nearly_legal, new_match, places, wire_action

law = settings(max_examples=100, deadline=None, derandomize=True, database=None)

seats = st.sampled_from(SEATS)
seeds = st.integers(0, 2**32)
decks = st.permutations(PACK).map(tuple)


@st.composite
def played(draw: st.DrawFn, most: int = 48) -> tuple[MatchState, list[Action]]:
    """A match in its first deal, dealt and played at random, and all that was done."""
    match = deal_cards(new_match(draw(seats)), draw(decks))
    rng = Random(draw(seeds))
    actions: list[Action] = []
    for _ in range(draw(st.integers(0, most))):
        action = rng.choice(legal_actions(match))
        after = apply(match, action)
        if after.deal is None:
            break
        match = after
        actions.append(action)
    return match, actions


states = played().map(lambda pair: pair[0])


def accepts(match: MatchState, action: Action) -> bool:
    try:
        apply(match, action)
    except IllegalActionError:
        return False
    return True


def candidates(match: MatchState, rng: Random) -> list[Action]:
    """Actions of all kinds, with the cards of the hand and others, in hand order."""
    cards = sorted_hand({*match.deal_in_progress.hands[match.deal_in_progress.turn][:6], PACK[0]})
    throws = [throw for count in range(5) for throw in combinations(cards, count)]
    return [
        KEEP,
        REJECT,
        *[Play(card) for card in PACK],
        *[Pick(card) for card in PACK],
        *[Throw(throw) for throw in throws],
        *[Open(suit, throw) for suit in Suit for throw in throws],
        *nearly_legal(match, rng),
        *legal_actions(match),
    ]


# --- Legality ----------------------------------------------------------------------------------


@law
@given(states, st.randoms(use_true_random=False))
def test_an_action_is_listed_iff_check_passes_iff_apply_does_not_raise(
    match: MatchState, rng: Random
) -> None:
    listed = set(legal_actions(match))
    assert len(listed) == len(legal_actions(match)) > 0
    for action in candidates(match, rng):
        allowed = check(match, action) is None
        assert allowed == (action in listed) == accepts(match, action)
    assert check(match, CONCEDE) is None
    assert CONCEDE not in listed


@law
@given(played(most=1), st.data())
def test_the_order_of_thrown_cards_does_not_matter(
    pair: tuple[MatchState, list[Action]], data: st.DataObject
) -> None:
    match, _ = pair
    action = data.draw(st.sampled_from(legal_actions(match)))
    assert isinstance(action, Open | Throw)
    shuffled = tuple(data.draw(st.permutations(action.throw)))
    assert apply(match, replace(action, throw=shuffled)) == apply(match, action)


# --- Values ------------------------------------------------------------------------------------


@law
@given(states, st.data())
def test_apply_never_changes_its_argument(match: MatchState, data: st.DataObject) -> None:
    before = repr(match)
    apply(match, data.draw(st.sampled_from((*legal_actions(match), CONCEDE))))
    assert repr(match) == before


@law
@given(played())
def test_all_52_cards_are_somewhere_once(pair: tuple[MatchState, list[Action]]) -> None:
    match, actions = pair
    replayed = start_of(match)
    for action in actions:
        replayed = apply(replayed, action)
        assert_conserved(replayed.deal_in_progress)


def assert_conserved(deal: DealState) -> None:
    """Every card once: counted pile by pile, then by where each lies."""
    piles = [*deal.hands, *[throw or () for throw in deal.thrown]]
    piles += [trick.cards for trick in deal.tricks]
    piles.append(() if deal.lead is None else (deal.lead,))
    taken = {drawn.took for drawn in deal.draws}
    turned = deal.deck[10 : 52 - deal.stock_left]
    piles.append(tuple(card for card in turned if card not in taken))
    piles.append(deal.deck[52 - deal.stock_left :])
    cards = [card for pile in piles for card in pile]
    assert sorted(cards) == sorted(PACK)
    assert set(places(deal)) == set(PACK)


@law
@given(states)
def test_hands_and_throws_are_sorted(match: MatchState) -> None:
    deal = match.deal_in_progress
    for cards in (*deal.hands, *[throw or () for throw in deal.thrown]):
        assert cards == sorted_hand(cards) == tuple(card for card in PACK if card in cards)


@given(st.lists(st.sampled_from(PACK), unique=True))
@law
def test_a_sorted_hand_is_in_pack_order(cards: list[Card]) -> None:
    assert sorted_hand(cards) == tuple(card for card in PACK if card in cards)


def test_a_card_is_read_from_its_own_text() -> None:
    for card in PACK:
        assert Card(str(card)) is card
        assert str(card) == card == "23456789TJQKA"[card.rank] + card.suit


# --- Replay ------------------------------------------------------------------------------------


def start_of(match: MatchState) -> MatchState:
    deal = match.deal_in_progress
    return deal_cards(new_match(deal.hakem), deal.deck)


@law
@given(played())
def test_a_transcript_replays_to_the_same_states(pair: tuple[MatchState, list[Action]]) -> None:
    match, actions = pair
    lines = [encode({"type": "action", "id": "1", "action": wire_action(a)}) for a in actions]
    replayed = start_of(match)
    for action, line in zip(actions, lines, strict=True):
        answer = decode(line)
        assert isinstance(answer, Answer)
        assert answer.action == action
        replayed = apply(replayed, answer.action)
    assert replayed == match
    assert hash(replayed) == hash(match)


# --- Mirrored seats ----------------------------------------------------------------------------


def mirrored_deck(deck: Hand) -> Hand:
    return (*deck[5:10], *deck[0:5], *deck[10:])


def mirrored(seen: Observation) -> Observation:
    """The observation with the names of the seats exchanged."""
    return replace(
        seen,
        seat=seen.seat.other,
        turn=seen.turn.other,
        hakem=seen.hakem.other,
        score=seen.score[::-1],
        throw_counts=seen.throw_counts[::-1],
        tricks_won=seen.tricks_won[::-1],
        hakem_draw=(),
        draws=tuple(replace(drawn, seat=drawn.seat.other) for drawn in seen.draws),
        tricks=tuple(
            replace(trick, leader=trick.leader.other, winner=trick.winner.other)
            for trick in seen.tricks
        ),
    )


@law
@given(decks, seats, seeds)
def test_with_the_seats_exchanged_everything_is_mirrored(
    deck: Hand, hakem: Seat, seed: int
) -> None:
    rng = Random(seed)
    match = deal_cards(new_match(hakem), deck)
    mirror = deal_cards(new_match(hakem.other), mirrored_deck(deck))
    while match.deal is not None:
        assert legal_actions(mirror) == legal_actions(match)
        for seat in SEATS:
            there = replace(observe(mirror, seat.other), hakem_draw=())
            assert there == mirrored(observe(match, seat))
        action = rng.choice(legal_actions(match))
        match, mirror = apply(match, action), apply(mirror, action)
    result = match.results[0]
    assert mirror.score == match.score[::-1]
    assert mirror.results == (
        replace(result, winner=result.winner.other, tricks=result.tricks[::-1]),
    )


# --- Renamed suits -----------------------------------------------------------------------------


class Renaming:
    """Another name for each suit."""

    def __init__(self, names: list[Suit]) -> None:
        self.names = dict(zip(Suit, names, strict=True))

    def card(self, card: Card) -> Card:
        return Card(card[0] + self.names[card.suit])

    def cards(self, cards: Hand) -> Hand:
        return tuple(self.card(card) for card in cards)

    def hand(self, cards: Hand) -> Hand:
        return sorted_hand(self.cards(cards))

    def action(self, action: Action) -> Action:
        match action:
            case Open(trump, throw):
                return Open(self.names[trump], self.hand(throw))
            case Throw(throw):
                return Throw(self.hand(throw))
            case Pick(card):
                return Pick(self.card(card))
            case Play(card):
                return Play(self.card(card))
        return action

    def drawn(self, drawn: Drawn) -> Drawn:
        saw = None if drawn.saw is None else self.cards(drawn.saw)
        return replace(drawn, saw=saw, took=None if drawn.took is None else self.card(drawn.took))

    def seen(self, seen: Observation) -> Observation:
        return replace(
            seen,
            trump=None if seen.trump is None else self.names[seen.trump],
            hand=self.hand(seen.hand),
            thrown=self.hand(seen.thrown),
            draws=tuple(self.drawn(drawn) for drawn in seen.draws),
            offered=self.cards(seen.offered),
            tricks=tuple(
                replace(trick, cards=(self.card(trick.cards[0]), self.card(trick.cards[1])))
                for trick in seen.tricks
            ),
            lead=None if seen.lead is None else self.card(seen.lead),
        )


@law
@given(decks, seats, seeds, st.permutations(list(Suit)))
def test_with_the_suits_renamed_everything_is_renamed(
    deck: Hand, hakem: Seat, seed: int, names: list[Suit]
) -> None:
    rng = Random(seed)
    renaming = Renaming(names)
    match = deal_cards(new_match(hakem), deck)
    other = deal_cards(new_match(hakem), renaming.cards(deck))
    while match.deal is not None:
        renamed = {renaming.action(action) for action in legal_actions(match)}
        assert set(legal_actions(other)) == renamed
        for seat in SEATS:
            assert observe(other, seat) == renaming.seen(observe(match, seat))
        action = rng.choice(legal_actions(match))
        match, other = apply(match, action), apply(other, renaming.action(action))
    assert other.results == match.results


# --- Tricks and hakem --------------------------------------------------------------------------

cards = st.sampled_from(PACK)


@law
@given(cards, cards, st.sampled_from(list(Suit)))
def test_of_two_cards_at_most_one_beats_the_other(one: Card, other: Card, trump: Suit) -> None:
    assert not (beats(one, other, trump) and beats(other, one, trump))
    comparable = one is not other and (one.suit is other.suit or trump in (one.suit, other.suit))
    assert (beats(one, other, trump) or beats(other, one, trump)) == comparable


@law
@given(decks)
def test_the_turned_cards_end_at_the_first_ace(deck: Hand) -> None:
    match = start_match(Ruleset(), deck)
    turned = [str(card) for card in match.hakem_draw]
    assert [card[0] == "A" for card in turned] == [False] * (len(turned) - 1) + [True]
    assert match.hakem_draw == deck[: len(turned)]
    assert match.hakem == (len(turned) + 1) % 2
    assert start_match(Ruleset(), match.hakem_draw) == match
