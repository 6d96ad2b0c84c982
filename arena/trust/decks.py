"""The decks of a match, derived once for both halves of a pair."""

from functools import lru_cache

from arena.rules import HAKEM_DECK, Hand, Rank, derive_deck


class Decks:
    """Decks of one match seed, by the number of the deal; each is derived when it is asked for."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._known: dict[int, Hand] = {}
        self._turned: tuple[Hand, int] | None = None

    def __getitem__(self, deal: int) -> Hand:
        deck = self._known.get(deal)
        if deck is None:
            deck = self._known[deal] = derive_deck(self._seed, deal)
        return deck

    @property
    def turned(self) -> tuple[Hand, int]:
        """The cards turned up for the first hakem, and the seat that they make it."""
        if self._turned is None:
            deck = self[HAKEM_DECK]
            ace = next(place for place, card in enumerate(deck) if card.rank is Rank.ACE)
            self._turned = deck[: ace + 1], ace % 2
        return self._turned


decks = lru_cache(maxsize=4)(Decks)
"""The decks of a seed; those of the last few seeds are kept."""
