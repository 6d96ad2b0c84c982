"""A played record made again at once, or left to `arena.trust.again`, which is slow and explains.

`again` plays every decision with the rules themselves, makes every observation anew and encodes it.
Here the same is done with texts alone: a hand is four texts, one for each suit, and what a seat was
shown is put together of pieces that were there before. What is accepted here is what is accepted
there (`tests/trust/test_quick.py`): all decks, every action against the rules, every byte that was
shown, results and score. What is not accepted, or has been broken off, is looked at there.
"""

from bisect import insort
from collections.abc import Iterator
from hashlib import sha256
from itertools import chain, combinations

from arena.records import DealRecord, MatchRecord
from arena.rules import PACK, Card, Hand, Ruleset, Suit
from arena.trust.decks import decks

TRICKS_TO_WIN = 7
SUITS = tuple(Suit)
TEXT = [f'"{card}",' for card in PACK]
"""A card in a list, by its place in the sorted pack."""
NAME = [f'"{card}"' for card in PACK]
PLACE = {card: card.place for card in PACK}
TWO_OF_FIVE, THREE_OF_FIVE = (tuple(combinations(range(5), count)) for count in (2, 3))
DRAWING = '{"draw":"keep"},{"draw":"reject"}'
TO_PLAY = '},{"play":'


class _Doubt(Exception):  # noqa: N818 - it ends a quick look, and is no error
    """Something is not as it should be, or not as usual."""


def agrees(record: MatchRecord) -> bool:
    """Whether a match that was played to its end is all that its seed and its actions give.

    Only what the game decides is looked at. False where a fault or a concession ended it.
    """
    result = record.result
    if result.reason != "normal" or result.fault is not None:
        return False
    try:
        points, winner = _match(record) if record.format == "match" else _single_deals(record)
    except _Doubt:
        return False
    return result.points == points and result.winner == winner


def _match(record: MatchRecord) -> tuple[tuple[int, int], int | None]:
    rules = record.rules
    packs = decks(record.seed)
    turned, hakem = packs.turned
    if record.hakem_draw != turned or not record.deals:
        raise _Doubt
    text = _list(turned)
    score = [0, 0]
    for number, deal in enumerate(record.deals, start=1):
        if max(score) >= rules.target or deal.deal != number or deal.hakem != hakem:
            raise _Doubt
        table = f'"score":[{score[0]},{score[1]}],"hakem":{hakem},"hakem_draw":[{text}],"trump":'
        hakem = _deal(deal, packs[number], table, rules)
        score[hakem] += deal.points or 0
    if score[hakem] < rules.target:
        raise _Doubt
    return (score[0], score[1]), hakem


def _single_deals(record: MatchRecord) -> tuple[tuple[int, int], int | None]:
    packs = decks(record.seed)
    if record.hakem_draw or not record.deals:
        raise _Doubt
    points = [0, 0]
    for number, deal in enumerate(record.deals, start=1):
        hakem = (number - 1) % 2
        if deal.deal != number or deal.hakem != hakem:
            raise _Doubt
        table = f'"score":[0,0],"hakem":{hakem},"hakem_draw":[],"trump":'
        points[_deal(deal, packs[number], table, record.rules)] += deal.points or 0
    zero, one = points
    return (zero, one), None if zero == one else int(one > zero)


def _deal(deal: DealRecord, deck: Hand, table: str, rules: Ruleset) -> int:
    """The winner of a deal that was played to its end, all of which agrees."""
    if deal.deck != deck:
        raise _Doubt
    game = _Building(deal, [PLACE[card] for card in deck], table)
    shown: tuple[list[str], list[str]] = ([], [])
    for seat, text in chain(game.opened(), game.drawn()):
        shown[seat].append(text)
    tricks = _played(deal, game, shown)
    winner = 0 if tricks[0] == TRICKS_TO_WIN else 1
    kot = tricks[1 - winner] == 0
    points = (rules.kot_hakem if winner == deal.hakem else rules.kot_other) if kot else 1
    zero, one = (sha256("".join(texts).encode()).hexdigest()[:32] for texts in shown)
    found = (deal.tricks, deal.winner, deal.points, deal.kot, deal.shown)
    if found != (tricks, winner, points, kot, (zero, one)):
        raise _Doubt
    return winner


class _Building:
    """A deal up to its first trick."""

    def __init__(self, deal: DealRecord, deck: list[int], table: str) -> None:
        self.deal = deal
        self.deck = deck
        self.table = table
        """What stands in every observation from `score` to `trump`."""
        self.hands = [sorted(deck[:5]), sorted(deck[5:10])]
        self.thrown = ["", ""]
        self.counts = "null,null"
        self.draws = ["", ""]
        """As each seat is shown them."""

    def head(self, phase: str, seat: int, trump: str) -> str:
        """An observation up to its hand."""
        return (
            f'"observation":{{"deal":{self.deal.deal},"phase":"{phase}","seat":{seat},'
            f'"turn":{seat},{self.table}{trump},"hand":['
        )

    def middle(self, seat: int) -> str:
        """What follows the hand, up to the draws."""
        return f'],"thrown":[{self.thrown[seat]}],"throw_counts":[{self.counts}],"draws":['

    def opened(self) -> Iterator[tuple[int, str]]:
        """To whom what was shown at `open` and `throw`."""
        hakem, discards = int(self.deal.hakem), self.deal.discards
        other = 1 - hakem
        nothing = '],"stock":42,"offered":[],"tricks":[],"lead":null,"tricks_won":[0,0]},"legal":['
        names = [NAME[card] for card in self.hands[hakem]]
        throws = [",".join([names[n] for n in some]) for some in (*TWO_OF_FIVE, *THREE_OF_FIVE)]
        legal = ",".join([_each(f'"trump":"{suit}","throw":[', throws) for suit in SUITS])
        hand, middle = ",".join(names), self.middle(hakem)
        yield hakem, f"{self.head('open', hakem, 'null')}{hand}{middle}{nothing}{legal}]"

        self._throw(hakem, discards.hakem, (2, 3))
        counts = [0, 0]
        counts[hakem] = count = len(discards.hakem or ())
        self.counts = f"{count},null" if hakem == 0 else f"null,{count}"
        names = [NAME[card] for card in self.hands[other]]
        some = THREE_OF_FIVE if count == 2 else TWO_OF_FIVE
        legal = _each('"throw":[', [",".join([names[n] for n in places]) for places in some])
        trump = f'"{self.deal.trump}"'
        hand, middle = ",".join(names), self.middle(other)
        yield other, f"{self.head('throw', other, trump)}{hand}{middle}{nothing}{legal}]"

        self._throw(other, discards.other, (5 - count,))
        counts[other] = 5 - count
        self.counts = f"{counts[0]},{counts[1]}"

    def _throw(self, seat: int, cards: Hand | None, allowed: tuple[int, ...]) -> None:
        hand = self.hands[seat]
        thrown = [PLACE[card] for card in cards or ()]
        if len(thrown) not in allowed or thrown != [card for card in hand if card in thrown]:
            raise _Doubt
        self.hands[seat] = [card for card in hand if card not in thrown]
        self.thrown[seat] = ",".join([NAME[card] for card in thrown])

    def drawn(self) -> Iterator[tuple[int, str]]:
        """To whom what was shown at `draw` and `pick`."""
        deck, letters, hands, draws = self.deck, self.deal.draws, self.hands, self.draws
        if len(letters) != 21:
            raise _Doubt
        trump = f'"{self.deal.trump}"'
        heads = [self.head("draw", seat, trump) for seat in (0, 1)]
        middles = [self.middle(seat) for seat in (0, 1)]
        hakem = int(self.deal.hakem)
        # Who threw three draws first, and both hold as many cards.
        seat = hakem if len(hands[hakem]) == 2 else 1 - hakem
        tail = f'],"tricks":[],"lead":null,"tricks_won":[0,0]}},"legal":[{DRAWING}]'
        for top in range(10, 50, 2):
            hand, before = hands[seat], draws[seat]
            saw = NAME[deck[top]]
            held = "".join([TEXT[card] for card in hand])[:-1]
            yield (
                seat,
                (
                    f'{heads[seat]}{held}{middles[seat]}{before[:-1]}],"stock":{52 - top},'
                    f'"offered":[{saw}{tail}'
                ),
            )
            if letters[top // 2 - 5] == "k":
                draw, took = "keep", deck[top]
            else:
                draw, took = "reject", deck[top + 1]
            insort(hand, took)
            begin = f'{{"seat":{seat},"draw":"{draw}","saw":'
            draws[seat] = f'{before}{begin}[{saw}],"took":{NAME[took]}}},'
            draws[1 - seat] += f'{begin}null,"took":null}},'
            seat = 1 - seat
        one, two = deck[50:]
        held = "".join([TEXT[card] for card in hands[seat]])[:-1]
        yield (
            seat,
            (
                f"{self.head('pick', seat, trump)}{held}{middles[seat]}{draws[seat][:-1]}],"
                f'"stock":2,"offered":[{NAME[one]},{NAME[two]}],"tricks":[],"lead":null,'
                f'"tricks_won":[0,0]}},"legal":[{{"pick":{NAME[one]}}},{{"pick":{NAME[two]}}}]'
            ),
        )
        took = one if letters[20] == "1" else two
        insort(hands[seat], took)
        begin = f'{{"seat":{seat},"draw":"pick","saw":'
        draws[seat] += f'{begin}[{NAME[one]},{NAME[two]}],"took":{NAME[took]}}},'
        draws[1 - seat] += f'{begin}null,"took":null}},'


def _played(
    deal: DealRecord, game: _Building, shown: tuple[list[str], list[str]]
) -> tuple[int, int]:
    """The tricks of a deal; what was shown in them is added."""
    trump = SUITS.index(deal.trump) if deal.trump else -1
    quoted = f'"{deal.trump}"'
    heads = [game.head("play", seat, quoted) for seat in (0, 1)]
    middles = [
        f'{game.middle(seat)}{game.draws[seat][:-1]}],"stock":0,"offered":[],"tricks":['
        for seat in (0, 1)
    ]
    hands = [_by_suit(hand) for hand in game.hands]
    tricks, won = "", [0, 0]
    leader, lead = int(deal.hakem), -1
    for card in deal.plays:
        if TRICKS_TO_WIN in won:
            raise _Doubt
        seat = leader if lead < 0 else 1 - leader
        place = PLACE[card]
        hand, suit, text = hands[seat], place // 13, TEXT[place]
        all_held = "".join(hand)[:-1]
        held = hand[suit]
        if text not in held:
            raise _Doubt
        if lead < 0:
            waiting, legal = "null", all_held
        else:
            waiting, led = NAME[lead], hand[lead // 13]
            if led and suit != lead // 13:
                raise _Doubt
            legal = led[:-1] or all_held
        shown[seat].append(
            f'{heads[seat]}{all_held}{middles[seat]}{tricks[:-1]}],"lead":{waiting},'
            f'"tricks_won":[{won[0]},{won[1]}]}},"legal":[{{"play":{legal.replace(",", TO_PLAY)}}}]'
        )
        hand[suit] = held.replace(text, "")
        if lead < 0:
            lead = place
            continue
        # Of one suit the higher card has the lower place.
        beats = place < lead if suit == lead // 13 else suit == trump
        winner = seat if beats else leader
        tricks += f'{{"leader":{leader},"cards":[{NAME[lead]},{NAME[place]}],"winner":{winner}}},'
        won[winner] += 1
        leader, lead = winner, -1
    if TRICKS_TO_WIN not in won or lead >= 0:
        raise _Doubt
    return won[0], won[1]


def _by_suit(hand: list[int]) -> list[str]:
    texts = ["", "", "", ""]
    for card in hand:
        texts[card // 13] += TEXT[card]
    return texts


def _each(begin: str, lists: list[str]) -> str:
    """One object for each list, in a list."""
    return "{" + begin + ("]},{" + begin).join(lists) + "]}"


def _list(cards: tuple[Card, ...]) -> str:
    return ",".join([NAME[PLACE[card]] for card in cards])
