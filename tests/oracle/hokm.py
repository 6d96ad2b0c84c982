"""The rules of two-player Hokm once more, as plainly as they can be written.

This is an oracle: the tests play it side by side with the real engine. It was written from the text
of RULES alone and shares no code with the engine. It is slow, and it is meant to be read next to
the rules: each rule stands here as a quoted sentence (the lines that start with `# RULES`) followed
by the code that says the same.

A card is text, rank then suit ("AS", "TH", "2C"). A seat is 0 or 1. An action is a dict in the form
it has on the wire.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

# RULES: "52 cards, no jokers. Suits: spades S, hearts H, diamonds D, clubs C.
# Rank A K Q J T 9 … 2, ace high."
SUITS = "SHDC"
RANKS_HIGH_TO_LOW = "AKQJT98765432"
ALL_CARDS = [rank + suit for suit in SUITS for rank in RANKS_HIGH_TO_LOW]


def suit_of(card: str) -> str:
    return card[1]


def is_higher(card: str, other: str) -> bool:
    """Is this card's rank above the other's? ("ace high")"""
    return RANKS_HIGH_TO_LOW.index(card[0]) < RANKS_HIGH_TO_LOW.index(other[0])


def in_order(cards: list[str]) -> list[str]:
    """Sort cards: suits in the order S, H, D, C, and within a suit from high to low."""
    return sorted(cards, key=ALL_CARDS.index)


def answer_wins(lead: str, answer: str, trump: str) -> bool:
    # RULES, A deal, 6: "With two cards: the answer wins iff it is of the led suit and higher, or it
    # is a trump and the lead is not."
    if suit_of(answer) == suit_of(lead) and is_higher(answer, lead):
        return True
    return suit_of(answer) == trump and suit_of(lead) != trump


def legal_answers(hand: list[str], lead: str) -> list[str]:
    # RULES, A deal, 6: "The follower must follow the led suit if it can; otherwise any card, trump
    # or not." "Nobody must beat or trump."
    of_led_suit = [card for card in hand if suit_of(card) == suit_of(lead)]
    if of_led_suit:
        return of_led_suit
    return list(hand)


def same_action(action: Any, legal: dict[str, Any]) -> bool:
    """Is what a player sent this legal action? The order inside a list never matters."""
    if not isinstance(action, dict) or set(action) != set(legal):
        return False
    for name, value in legal.items():
        given = action[name]
        if isinstance(value, list):
            if not isinstance(given, list) or len(given) != len(value):
                return False
            if not all(isinstance(card, str) for card in given) or sorted(given) != sorted(value):
                return False
        elif not isinstance(given, str) or given != value:
            return False
    return True


class OracleMatch:
    """One match, from the cards turned up for the first hakem to the winner.

    `hakem_deck` may be a whole deck or only the cards that were turned up.
    """

    def __init__(
        self, hakem_deck: list[str], target: int = 7, kot_hakem: int = 2, kot_other: int = 3
    ) -> None:
        if len(set(hakem_deck)) != len(hakem_deck) or not set(hakem_deck) <= set(ALL_CARDS):
            raise ValueError("the deck for the first hakem has an unknown or repeated card")
        self.target = target
        self.kot_hakem = kot_hakem
        self.kot_other = kot_other
        self.score = [0, 0]
        self.results: list[dict[str, Any]] = []
        self._winner: int | None = None
        self._reason: str | None = None

        # RULES, Match, 1: "Cards are turned up to the players in turn; the first to get an ace is
        # hakem of the first deal. Seat 0 gets the first card. The turned cards are public and
        # recorded."
        self.turned: list[str] = []
        self.hakem = -1
        seat = 0
        for card in hakem_deck:
            self.turned.append(card)
            if card[0] == "A":
                self.hakem = seat
                break
            seat = 1 - seat
        if self.hakem == -1:
            raise ValueError("no ace was turned up for the first hakem")

        self._deal_number = 0
        self._in_deal = False
        self._clear_table()

    def _clear_table(self) -> None:
        self.trump: str | None = None
        self._hands: list[list[str]] = [[], []]
        self._thrown: list[list[str]] = [[], []]
        self._stock: list[str] = []  # top first
        self._face_down: list[str] = []
        # Every draw and the pick, with what its seat saw and took: the whole truth.
        self._draws: list[dict[str, Any]] = []
        self._leader = -1
        self._lead: str | None = None
        self._tricks: list[dict[str, Any]] = []

    # --- Between deals -------------------------------------------------------------------------

    def over(self) -> bool:
        return self._winner is not None

    def winner(self) -> int | None:
        """The winner's seat; None while the match goes on."""
        return self._winner

    def reason(self) -> str | None:
        """Either "normal" or "concede"; None while the match goes on."""
        return self._reason

    def needs_deal(self) -> bool:
        # RULES, Words: a match is "deals until a player has 7 points or more".
        return not self.over() and not self._in_deal

    def deal(self, deck: list[str]) -> None:
        """Deal a freshly shuffled deck of 52."""
        if not self.needs_deal():
            raise ValueError("no deal is due now")
        if len(deck) != 52 or set(deck) != set(ALL_CARDS):
            raise ValueError("a deck is the 52 cards, each once")
        self._clear_table()
        self._deal_number += 1
        self._in_deal = True
        # RULES, Shuffles: "deck[0:5] goes to seat 0, deck[5:10] to seat 1, whoever is hakem;
        # deck[10:] is the stock, top first."
        self._hands = [list(deck[0:5]), list(deck[5:10])]
        self._stock = list(deck[10:])

    # --- Who acts, and how ---------------------------------------------------------------------

    def _must_be_in_deal(self) -> None:
        if not self._in_deal:
            raise ValueError("no deal is in progress")

    def _seat_that_threw_3(self) -> int:
        return 0 if len(self._thrown[0]) == 3 else 1

    def phase(self) -> str:
        # RULES, A deal: the phases in order, "open" (1 action), "throw" (1), "draw" (20),
        # "pick" (1), "play".
        self._must_be_in_deal()
        if self._thrown[self.hakem] == []:
            return "open"
        if self._thrown[1 - self.hakem] == []:
            return "throw"
        if len(self._draws) < 20:
            return "draw"
        if len(self._draws) == 20:
            return "pick"
        return "play"

    def turn(self) -> int:
        """The seat to act."""
        phase = self.phase()
        # RULES, A deal: open is acted by "hakem", throw by "the other".
        if phase == "open":
            return self.hakem
        if phase == "throw":
            return 1 - self.hakem
        # RULES, A deal: draw goes "in turn, the seat that threw 3 first". 4: "Turns alternate."
        if phase == "draw":
            if len(self._draws) % 2 == 0:
                return self._seat_that_threw_3()
            return 1 - self._seat_that_threw_3()
        # RULES, A deal, 4: "the 21st and last draw is with the seat that threw 3".
        if phase == "pick":
            return self._seat_that_threw_3()
        # RULES, A deal: play is acted by "leader, then follower".
        if self._lead is None:
            return self._leader
        return 1 - self._leader

    def legal(self) -> list[dict[str, Any]]:
        """Every legal action. Conceding is legal besides and is not listed."""
        phase = self.phase()
        hand = in_order(self._hands[self.turn()])
        if phase == "open":
            # RULES, A deal, 1: "hakem, seeing only its 5 cards, names trump (any of the four suits,
            # held or not) and throws 2 or 3 of them, both in one action."
            return [
                {"trump": trump, "throw": list(cards)}
                for trump in SUITS
                for count in [2, 3]
                for cards in combinations(hand, count)
            ]
        if phase == "throw":
            # RULES, A deal, 2: "the other player, knowing trump, throws 5 minus hakem's count:
            # exactly 3 or exactly 2. Any cards may be thrown by either, trumps and aces too."
            count = 5 - len(self._thrown[self.hakem])
            return [{"throw": list(cards)} for cards in combinations(hand, count)]
        if phase == "draw":
            # RULES, A deal, 3: "keep" or "reject".
            return [{"draw": "keep"}, {"draw": "reject"}]
        if phase == "pick":
            # RULES, A deal, 4: "both are shown to it, it takes either".
            return [{"pick": card} for card in self._stock]
        # RULES, A deal, 6: the leader may lead anything; for the follower see legal_answers.
        if self._lead is None:
            return [{"play": card} for card in hand]
        return [{"play": card} for card in legal_answers(hand, self._lead)]

    def act(self, action: dict[str, Any]) -> None:
        """Carry out an action of the seat to act; ValueError if it is illegal."""
        self._must_be_in_deal()
        if isinstance(action, dict) and set(action) == {"concede"} and action["concede"] is True:
            self._concede()
            return
        if not any(same_action(action, legal) for legal in self.legal()):
            raise ValueError(f"illegal at {self.phase()} by seat {self.turn()}: {action!r}")
        phase = self.phase()
        if phase == "open":
            self._open(action["trump"], action["throw"])
        elif phase == "throw":
            self._throw(action["throw"])
        elif phase == "draw":
            self._draw(action["draw"])
        elif phase == "pick":
            self._pick(action["pick"])
        else:
            self._play(action["play"])

    def _concede(self) -> None:
        # RULES, Match, 5: "Either player may concede the match whenever it is asked to act; the
        # opponent is declared the winner. The unfinished deal gives points to nobody."
        self._winner = 1 - self.turn()
        self._reason = "concede"
        self._in_deal = False

    def _open(self, trump: str, cards: list[str]) -> None:
        # RULES, A deal, 1: hakem "names trump and throws 2 or 3 of them, both in one action. Trump
        # can't change after that."
        self.trump = trump
        self._throw_from(self.hakem, cards)

    def _throw(self, cards: list[str]) -> None:
        # RULES, A deal, 2: "the other player, knowing trump, throws 5 minus hakem's count".
        self._throw_from(1 - self.hakem, cards)

    def _throw_from(self, seat: int, cards: list[str]) -> None:
        # RULES, A deal, 2: "Thrown cards stay face down".
        for card in cards:
            self._hands[seat].remove(card)
            self._thrown[seat].append(card)

    def _draw(self, choice: str) -> None:
        seat = self.turn()
        # RULES, A deal, 3: "the actor sees the top card."
        top = self._stock.pop(0)
        following = self._stock.pop(0)
        if choice == "keep":
            # "keep: it joins the hand, and the next card goes face down seen by nobody, the keeper
            # included."
            taken, down = top, following
        else:
            # "reject: it goes face down (only the rejecter knows it) and the next card must be
            # taken, whatever it is; it is in the hand at once."
            taken, down = following, top
        self._hands[seat].append(taken)
        self._face_down.append(down)
        # Either way the first card was offered to the seat; what it took, it holds.
        self._draws.append({"seat": seat, "draw": choice, "saw": [top], "took": taken})

    def _pick(self, card: str) -> None:
        seat = self.turn()
        # RULES, A deal, 4: "with exactly 2 cards left: both are shown to it, it takes either, the
        # other goes face down."
        both = list(self._stock)
        self._stock.remove(card)
        self._hands[seat].append(card)
        self._face_down.append(self._stock.pop(0))
        self._draws.append({"seat": seat, "draw": "pick", "saw": both, "took": card})
        # RULES, A deal, 6: "hakem leads the first trick, whoever drew last."
        self._leader = self.hakem

    def _play(self, card: str) -> None:
        self._hands[self.turn()].remove(card)
        if self._lead is None:
            self._lead = card
            return
        # RULES, Words: a trick is "one lead and one answer".
        assert self.trump is not None
        winner = self._leader
        if answer_wins(self._lead, card, self.trump):
            winner = 1 - self._leader
        self._tricks.append({"leader": self._leader, "cards": [self._lead, card], "winner": winner})
        self._lead = None
        # RULES, A deal, 6: "The winner leads next."
        self._leader = winner
        # RULES, A deal, 7: "The deal stops at once when a seat has 7 tricks."
        if self._tricks_won()[winner] == 7:
            self._end_deal(winner)

    def _tricks_won(self) -> list[int]:
        winners = [trick["winner"] for trick in self._tricks]
        return [winners.count(0), winners.count(1)]

    def _end_deal(self, winner: int) -> None:
        # RULES, A deal, 7: "It scores 1; or, at seven to none (kot), 2 for hakem, 3 for the other
        # seat (instead of the 1, not on top)."
        kot = self._tricks_won()[1 - winner] == 0
        if not kot:
            points = 1
        elif winner == self.hakem:
            points = self.kot_hakem
        else:
            points = self.kot_other
        self.results.append(
            {
                "deal": self._deal_number,
                "hakem": self.hakem,
                "trump": self.trump,
                "winner": winner,
                "tricks": self._tricks_won(),
                "points": points,
                "kot": kot,
            }
        )
        # RULES, Match, 4: "Scores are not capped: 6 + 3 is recorded as 9."
        self.score[winner] += points
        self._in_deal = False
        # RULES, Match, 4: "The first to 7 or more points wins; the match stops there."
        if self.score[winner] >= self.target:
            self._winner = winner
            self._reason = "normal"
        # RULES, Match, 2: "Later hakem: the winner of the previous deal, whoever was hakem before."
        else:
            self.hakem = winner

    # --- Looking at it -------------------------------------------------------------------------

    def where(self) -> dict[str, tuple[Any, ...]]:
        """Where each of the 52 cards lies, also after the end of a deal (until the next deal).

        ("hand", seat), ("thrown", seat), ("face_down",), ("stock",) or ("trick", n) with n from 0;
        a lead that waits for its answer is in the trick it opens.
        """
        piles: list[tuple[tuple[Any, ...], list[str]]] = []
        for seat in [0, 1]:
            piles.append((("hand", seat), self._hands[seat]))
            piles.append((("thrown", seat), self._thrown[seat]))
        piles.append((("face_down",), self._face_down))
        piles.append((("stock",), self._stock))
        for number, trick in enumerate(self._tricks):
            piles.append((("trick", number), trick["cards"]))
        if self._lead is not None:
            piles.append((("trick", len(self._tricks)), [self._lead]))

        places: dict[str, tuple[Any, ...]] = {}
        for place, cards in piles:
            for card in cards:
                if card in places:
                    raise ValueError(f"{card} is both {places[card]} and {place}")
                places[card] = place
        if set(places) != set(ALL_CARDS):
            raise ValueError("not all 52 cards are on the table")
        return places

    def knows(self, seat: int) -> dict[str, Any]:
        """What this seat may know, and nothing more. Only while a deal is in progress."""
        self._must_be_in_deal()
        phase = self.phase()
        turn = self.turn()

        # RULES, A deal: at open the opponent learns "trump, and how many were thrown, not which";
        # at throw "that it is done (the count follows)". So a count is public once its throw is
        # done, and null before.
        throw_counts: list[int | None] = [None, None]
        for thrower in [0, 1]:
            if self._thrown[thrower] != []:
                throw_counts[thrower] = len(self._thrown[thrower])

        # RULES, A deal: at draw the opponent learns "keep or reject, never a card"; at pick "that
        # one was picked, not which". The actor knows what it was shown and what it holds.
        draws: list[dict[str, Any]] = []
        for draw in self._draws:
            mine = draw["seat"] == seat
            draws.append(
                {
                    "seat": draw["seat"],
                    "draw": draw["draw"],
                    "saw": list(draw["saw"]) if mine else None,
                    "took": draw["took"] if mine else None,
                }
            )

        # RULES, A deal: the actor sees at draw "the top card of the stock", at pick "both last
        # cards"; nobody else sees them.
        offered: list[str] = []
        if seat == turn and phase == "draw":
            offered = self._stock[:1]
        if seat == turn and phase == "pick":
            offered = self._stock[:2]

        # RULES, What a seat knows: "Its own hand; the cards it threw, rejected, and passed over at
        # pick; every public event (turned cards, trump, both counts, every keep/reject, every card
        # played, the score). Past tricks stay visible."
        return {
            "deal": self._deal_number,
            "phase": phase,
            "seat": seat,
            "score": list(self.score),
            "hakem": self.hakem,
            "hakem_draw": list(self.turned),
            "trump": self.trump,
            "hand": in_order(self._hands[seat]),
            "thrown": in_order(self._thrown[seat]),
            "throw_counts": throw_counts,
            "draws": draws,
            "stock": len(self._stock),
            "offered": offered,
            "tricks": [
                {
                    "leader": trick["leader"],
                    "cards": list(trick["cards"]),
                    "winner": trick["winner"],
                }
                for trick in self._tricks
            ],
            "lead": self._lead,
            "tricks_won": self._tricks_won(),
            "turn": turn,
        }
