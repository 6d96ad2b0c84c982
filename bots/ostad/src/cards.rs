//! Cards and sets of cards as bits: sixteen to a suit, the two lowest.

use std::fmt;

/// `0` spades, `1` hearts, `2` diamonds, `3` clubs.
pub type Suit = usize;

pub const SUITS: &str = "SHDC";
pub const RANKS: &str = "23456789TJQKA";

/// All ranks of one suit.
const FULL: u64 = 0x1fff;

/// A card: sixteen times its suit, and its rank, 0 for a two up to 12 for an ace.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Card(u8);

impl Card {
    pub fn new(suit: Suit, rank: usize) -> Self {
        debug_assert!(suit < 4 && rank < 13);
        Self((suit << 4 | rank) as u8)
    }

    pub fn suit(self) -> Suit {
        usize::from(self.0 >> 4)
    }

    pub fn rank(self) -> usize {
        usize::from(self.0 & 15)
    }

    /// Below 64, for tables.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Whether it takes the trick as the answer to `lead`.
    pub fn beats(self, lead: Card, trump: Suit) -> bool {
        if self.suit() == lead.suit() {
            self.rank() > lead.rank()
        } else {
            self.suit() == trump
        }
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&RANKS[self.rank()..=self.rank()])?;
        f.write_str(&SUITS[self.suit()..=self.suit()])
    }
}

/// A set of cards. It iterates by suit, from the lowest rank up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cards(pub u64);

impl Cards {
    pub const NONE: Self = Self(0);
    pub const PACK: Self = Self(FULL | FULL << 16 | FULL << 32 | FULL << 48);

    pub fn of_suit(suit: Suit) -> Self {
        Self(FULL << (16 * suit))
    }

    /// Those of one suit.
    pub fn suit(self, suit: Suit) -> Self {
        Self(self.0 & FULL << (16 * suit))
    }

    /// The ranks held in a suit, a bit each.
    pub fn ranks(self, suit: Suit) -> u64 {
        self.0 >> (16 * suit) & FULL
    }

    pub fn has(self, card: Card) -> bool {
        self.0 >> card.0 & 1 == 1
    }

    pub fn with(self, card: Card) -> Self {
        Self(self.0 | 1 << card.0)
    }

    pub fn without(self, card: Card) -> Self {
        Self(self.0 & !(1 << card.0))
    }

    pub fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The lowest of the lowest suit, S below H below D below C.
    pub fn lowest(self) -> Option<Card> {
        (self.0 != 0).then(|| Card(self.0.trailing_zeros() as u8))
    }

    /// The highest of the highest suit.
    pub fn highest(self) -> Option<Card> {
        (self.0 != 0).then(|| Card(63 - self.0.leading_zeros() as u8))
    }

    /// Those of the card's suit that are higher than it.
    pub fn above(self, card: Card) -> Self {
        Self(self.suit(card.suit()).0 & !(u64::MAX >> (63 - card.0)))
    }

    /// What may be played to a lead, or on lead.
    pub fn legal(self, lead: Option<Card>) -> Self {
        let following = lead.map_or(Self::NONE, |lead| self.suit(lead.suit()));
        if following.is_empty() {
            self
        } else {
            following
        }
    }

    /// The subsets of `count` cards.
    pub fn subsets(self, count: usize) -> impl Iterator<Item = Self> {
        let all = self.0;
        let mut next = Some(0u64);
        std::iter::from_fn(move || {
            let subset = next?;
            // The next larger subset of these bits.
            let following = subset.wrapping_sub(all) & all;
            next = (following != 0).then_some(following);
            Some(Self(subset))
        })
        .filter(move |subset| subset.len() == count)
    }
}

impl IntoIterator for Cards {
    type Item = Card;
    type IntoIter = CardsIter;

    fn into_iter(self) -> CardsIter {
        CardsIter(self.0)
    }
}

/// From the lowest to the highest.
pub struct CardsIter(u64);

impl Iterator for CardsIter {
    type Item = Card;

    fn next(&mut self) -> Option<Card> {
        let card = Cards(self.0).lowest()?;
        self.0 &= self.0 - 1;
        Some(card)
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<T: IntoIterator<Item = Card>>(cards: T) -> Self {
        cards.into_iter().fold(Self::NONE, Self::with)
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
