"""A deal played again with texts alone, and the digests of what was shown in it.

What is hashed of the requests (`columns`) is put together of pieces that were there before.
"""

from arena.rules import Hand, Suit
from arena.trust.columns import EMPTY, NAME, TEXT, UNPLAYED, Columns, listed, to_open, to_throw
from arena.trust.decks import PLACE
from arena.trust.light import LightDeal

TRICKS_TO_WIN = 7
SUITS = tuple(Suit)

OPEN, THROW, DRAW, PICK, PLAY = (
    [f'"phase":"{phase}","seat":{seat},"turn":{seat},' for seat in (0, 1)]
    for phase in ("open", "throw", "draw", "pick", "play")
)
"""What follows the number of the deal in a head, by seat."""
STOCKS = [
    "\n".join([f'{left},"offered":[%s],' for left in range(42 - 2 * turn, 2, -4)])
    for turn in (0, 1)
]
"""At the ten draws of the seat that draws first, and of the other."""
HIDDEN = [
    {
        letter: f',{{"seat":{seat},"draw":"{word}","saw":null,"took":null}}'
        for letter, word in (("k", "keep"), ("r", "reject"))
    }
    for seat in (0, 1)
]
"""By seat and letter, a draw as the other seat is shown it."""
KEPT = [
    [f',{{"seat":{seat},"draw":"keep","saw":[{name}],"took":{name}}}' for name in NAME]
    for seat in (0, 1)
]
"""By seat and card, a draw as its own seat is shown it."""
REJECTED = [f',{{"seat":{seat},"draw":"reject","saw":[' for seat in (0, 1)]
PICKED = {"1": 50, "2": 51}
WON = [[f',"tricks_won":[{zero},{one}]}},"legal":[' for one in range(14)] for zero in range(14)]
"""What follows the lead in an end, by tricks of either seat."""
TO_PLAY = '},{"play":'


class Doubt(Exception):  # noqa: N818 - it ends a quick look, and is no error
    """Something is not as it should be, or not as usual."""


def play_deal(
    deal: LightDeal, deck: list[int], table: str
) -> tuple[tuple[int, int], tuple[str, str]]:
    """Tricks by seat and digests of what was shown, of a deal that was played to its end.

    Args:
        deal: its number, hakem and actions; nothing else of it is believed.
        deck: the places of its cards in the sorted pack.
        table: what stands in every observation from `score` up to the trump.

    Raises:
        Doubt: an action is not allowed, or the deal was broken off.
    """
    if deal.trump is None or len(deal.draws) != 21:
        raise Doubt
    game = _Deal(deal, deck, table)
    try:
        game.open()
        game.draw()
        tricks = game.play()
    except (KeyError, ValueError):  # no card, no letter of a draw, a lead without an answer
        raise Doubt from None
    return tricks, (game.seats[0].digits(), game.seats[1].digits())


class _Deal:
    """One deal; its three parts are played in order."""

    def __init__(self, deal: LightDeal, deck: list[int], table: str) -> None:
        self.deal = deal
        self.deck = deck
        self.hakem = int(deal.hakem)
        self.trump = SUITS.index(deal.trump or Suit.S)
        self.seats = Columns(0, deck[:5]), Columns(1, deck[5:10])
        self.number = f'"observation":{{"deal":{deal.deal},'
        self.unnamed = f"{table}null,"
        """What follows the turn in a head, before trump is named."""
        self.named = f'{table}"{"SHDC"[self.trump]}",'

    def open(self) -> None:
        """Hakem names trump and throws, then the other throws."""
        seat, discards = self.hakem, self.deal.discards
        hakem, other = self.seats[seat], self.seats[1 - seat]
        hakem.heads = f"{self.number}{OPEN[seat]}{self.unnamed}"
        hakem.opened = f'{hakem.held[:-1]}],"thrown":[],"throw_counts":[null,null],'
        hakem.ends.append(to_open(hakem.held))
        by_hakem = _throw(hakem, discards.hakem, (2, 3))
        count = len(by_hakem)

        counts = f"{count},null" if seat == 0 else f"null,{count}"
        other.heads = f"{self.number}{THROW[1 - seat]}{self.named}"
        other.opened = f'{other.held[:-1]}],"thrown":[],"throw_counts":[{counts}],'
        other.ends.append(to_throw(other.held, 5 - count))
        by_other = _throw(other, discards.other, (5 - count,))

        counts = f"{count},{5 - count}" if seat == 0 else f"{5 - count},{count}"
        hakem.behind = f'],"thrown":[{listed(by_hakem)}],"throw_counts":[{counts}],'
        other.behind = f'],"thrown":[{listed(by_other)}],"throw_counts":[{counts}],'

    def draw(self) -> None:
        """Twenty draws, by turns, and the pick."""
        letters, (zero, one) = self.deal.draws, self.seats
        # Who threw three draws first, and both hold as many cards.
        first, second = (zero, one) if len(zero.cards) == 2 else (one, zero)
        hidden = [HIDDEN[second.seat][letter] for letter in letters[1:20:2]]
        self._draw(first, 0, "", hidden)
        first.draws[2] = first.draws[2][1:]  # No comma before the first of all.
        before, *hidden = [HIDDEN[first.seat][letter] for letter in letters[0:20:2]]
        self._draw(second, 1, before[1:], [*hidden, ""])

        upper, lower = NAME[self.deck[50]], NAME[self.deck[51]]
        took = self.deck[PICKED[letters[20]]]
        pick = f',{{"seat":{first.seat},"draw":"pick","saw":'
        first.heads += f"\n{self.number}{PICK[first.seat]}{self.named}"
        first.hands.append(first.held[:-1])
        first.stocks += f'\n2,"offered":[{upper},{lower}],'
        first.ends.append(f'{UNPLAYED}{{"pick":{upper}}},{{"pick":{lower}}}]')
        first.draws.append(f'{pick}[{upper},{lower}],"took":{NAME[took]}}}')
        second.draws[-1] += f'{pick}null,"took":null}}'
        first.hold(sorted([*first.cards, took]))

    def _draw(self, seat: Columns, turn: int, unseen: str, hidden: list[str]) -> None:
        """All draws of a seat whose turn is first or second.

        Args:
            seat: who draws.
            turn: 0 or 1.
            unseen: what the other drew before.
            hidden: what the other drew after each of these.
        """
        deck, kept, rejected, took = self.deck, KEPT[seat.seat], REJECTED[seat.seat], []
        letters, draws = self.deal.draws[turn:20:2], ["", unseen]
        seen, following = deck[10 + 2 * turn : 50 : 4], deck[11 + 2 * turn : 50 : 4]
        for letter, saw, below, others in zip(letters, seen, following, hidden, strict=True):
            if letter == "k":
                took.append(saw)
                draws.append(f"{kept[saw]}{others}")
            else:
                took.append(below)
                draws.append(f'{rejected}{NAME[saw]}],"took":{NAME[below]}}}{others}')
        seat.draws = draws
        seat.heads += f"\n{self.number}{DRAW[seat.seat]}{self.named}{EMPTY[9]}"
        seat.stocks = f'42,"offered":[],\n{STOCKS[turn] % tuple([NAME[card] for card in seen])}'
        seat.ends.append(f'{UNPLAYED}{{"draw":"keep"}},{{"draw":"reject"}}]{EMPTY[9]}')
        seat.hold(sorted(seat.cards + took))
        # At each draw the hand was without what came from then on.
        held, hands = seat.held, seat.hands
        for card in reversed(took):
            held = held.replace(TEXT[card], "")
            hands.append(held[:-1])
        hands.reverse()

    def play(self) -> tuple[int, int]:
        """The tricks by seat; the deal ends with somebody's seventh."""
        plays, trump, (zero, one) = _cards(bytes(self.deal.plays)), self.trump, self.seats
        shown, ends = (zero.hands, one.hands), (zero.ends, one.ends)
        hands = zero.by_suit(), one.by_suit()
        won, leader, tricks = [0, 0], self.hakem, [""]
        for lead, answer in zip(plays[::2], plays[1::2], strict=True):
            other = 1 - leader
            end = WON[won[0]][won[1]]

            hand, led = hands[leader], lead // 13
            cards, text = hand[led], TEXT[lead]
            if text not in cards:
                raise Doubt
            s, h, d, c = hand
            held = f"{s}{h}{d}{c}"[:-1]
            shown[leader].append(held)
            ends[leader].append(f'null{end}{{"play":{held.replace(",", TO_PLAY)}}}]')
            hand[led] = cards.replace(text, "")

            hand, suit = hands[other], answer // 13
            cards, text = hand[suit], TEXT[answer]
            if text not in cards:
                raise Doubt
            s, h, d, c = hand
            held = f"{s}{h}{d}{c}"[:-1]
            if suit == led:
                # Of one suit the higher card has the lower place.
                legal, wins = cards[:-1], answer < lead
            elif not hand[led]:
                legal, wins = held, suit == trump
            else:
                raise Doubt
            shown[other].append(held)
            ends[other].append(f'{NAME[lead]}{end}{{"play":{legal.replace(",", TO_PLAY)}}}]')
            hand[suit] = cards.replace(text, "")

            winner = other if wins else leader
            tricks.append(
                f'{{"leader":{leader},"cards":[{NAME[lead]},{NAME[answer]}],"winner":{winner}}}'
            )
            won[winner] += 1
            leader = winner
        if won[leader] != TRICKS_TO_WIN or won[1 - leader] >= TRICKS_TO_WIN:
            raise Doubt
        self._end(tricks[:-1])  # Nobody is asked after the last trick.
        return won[0], won[1]

    def _end(self, tricks: list[str]) -> None:
        """Both seats were shown these tricks, one more at each card but their first."""
        more = len(tricks) - 1
        grown = "\n,".join(tricks).replace("\n,", "\n", 1)
        for seat in self.seats:
            seat.heads += f"\n{self.number}{PLAY[seat.seat]}{self.named}{EMPTY[more]}"
            seat.draws.append(EMPTY[more - 1])
            seat.stocks += f'\n0,"offered":[],{EMPTY[more]}'
            seat.tricks = f"{EMPTY[len(seat.hands) - more]}{grown}"


def _throw(seat: Columns, cards: Hand | None, allowed: tuple[int, ...]) -> list[int]:
    """Throw so many cards, which are sorted like the hand."""
    thrown = [PLACE[card] for card in cards or ()]
    if len(thrown) not in allowed or thrown != [card for card in seat.cards if card in thrown]:
        raise Doubt
    seat.cards = [card for card in seat.cards if card not in thrown]
    return thrown


def _cards(text: bytes) -> list[int]:
    """The places of cards that are written as a list; KeyError if they are not."""
    if text[:2] != b'["' or text[-2:] != b'"]':
        raise Doubt
    return [*map(PLACE.__getitem__, text[2:-2].decode().split('","'))]
