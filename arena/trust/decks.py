"""The decks of a match, derived once for both halves of a pair."""

from functools import lru_cache

from arena.rules import HAKEM_DECK, PACK, Card, Hand, Rank, derive_deck

PLACE = {str(card): card.place for card in PACK}
"""By its text, a card's place in the sorted pack."""


class Decks:
    """Decks of one match seed, by the number of the deal; each is derived when it is asked for."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._known: dict[int, Hand] = {}
        self._laid_out: dict[int, tuple[bytes, list[int]]] = {}
        self._turned: tuple[Hand, int] | None = None

    def __getitem__(self, deal: int) -> Hand:
        deck = self._known.get(deal)
        if deck is None:
            deck = self._known[deal] = derive_deck(self._seed, deal)
        return deck

    def laid_out(self, deal: int) -> tuple[bytes, list[int]]:
        """A deck as a record has it, and the places of its cards in the sorted pack."""
        found = self._laid_out.get(deal)
        if found is None:
            deck = self[deal]
            found = in_record(deck), [PLACE[card] for card in deck]
            self._laid_out[deal] = found
        return found

    @property
    def turned(self) -> tuple[Hand, int]:
        """The cards turned up for the first hakem, and the seat that they make it."""
        if self._turned is None:
            deck = self[HAKEM_DECK]
            ace = next(place for place, card in enumerate(deck) if card.rank is Rank.ACE)
            self._turned = deck[: ace + 1], ace % 2
        return self._turned


def in_record(cards: tuple[Card, ...]) -> bytes:
    """Cards as the referee writes them into a record."""
    return ('["' + '","'.join(cards) + '"]').encode()


decks = lru_cache(maxsize=4)(Decks)
"""The decks of a seed; those of the last few seeds are kept."""
