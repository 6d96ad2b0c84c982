//! Cards, and sets of them.

use std::fmt;
use std::str::FromStr;

const SUITS: [u8; 4] = *b"SHDC";
const RANKS: [u8; 13] = *b"23456789TJQKA";

/// 0 to 3: spades, hearts, diamonds, clubs.
pub type Suit = usize;

/// A card. It prints and parses as text, rank then suit: `"AS"`, `"TH"`, `"2C"`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Card(u8);

impl Card {
    /// The card of that suit with that rank, 0 for a two up to 12 for an ace.
    pub fn new(suit: Suit, rank: usize) -> Self {
        assert!(suit < 4 && rank < 13, "no card has suit {suit} and rank {rank}");
        Self((16 * suit + rank) as u8)
    }

    /// Its suit.
    pub fn suit(self) -> Suit {
        usize::from(self.0) / 16
    }

    /// 0 for a two up to 12 for an ace.
    pub fn rank(self) -> usize {
        usize::from(self.0) % 16
    }

    /// Whether it takes the trick as the answer to that lead.
    pub fn beats(self, lead: Card, trump: Suit) -> bool {
        if self.suit() == lead.suit() {
            self > lead
        } else {
            self.suit() == trump
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{}", char::from(RANKS[self.rank()]), char::from(SUITS[self.suit()]))
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is no card, or no cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoCard;

impl fmt::Display for NoCard {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a card is two letters, rank then suit: AS, TH, 2C")
    }
}

impl std::error::Error for NoCard {}

impl FromStr for Card {
    type Err = NoCard;

    fn from_str(text: &str) -> Result<Self, NoCard> {
        let place = |letters: &[u8], letter| letters.iter().position(|each| *each == letter);
        match *text.as_bytes() {
            [rank, suit] => match (place(&SUITS, suit), place(&RANKS, rank)) {
                (Some(suit), Some(rank)) => Ok(Self::new(suit, rank)),
                _ => Err(NoCard),
            },
            _ => Err(NoCard),
        }
    }
}

/// A set of cards. It prints and parses as text: `"AS KS 2C"`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Hand(u64);

impl Hand {
    /// All 52.
    pub const PACK: Self = Self(0x1fff_1fff_1fff_1fff);

    /// How many cards.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is no card.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the card is one of them.
    pub fn contains(self, card: Card) -> bool {
        self.0 >> card.0 & 1 == 1
    }

    /// Adds a card.
    pub fn insert(&mut self, card: Card) {
        self.0 |= 1 << card.0;
    }

    /// Takes a card away.
    pub fn remove(&mut self, card: Card) {
        self.0 &= !(1 << card.0);
    }

    /// The cards of one suit.
    pub fn of(self, suit: Suit) -> Self {
        Self(self.0 & 0xffff << (16 * suit))
    }

    /// The ranks of one suit: bit 0 for the two up to bit 12 for the ace.
    pub fn ranks(self, suit: Suit) -> u16 {
        (self.0 >> (16 * suit)) as u16
    }

    /// What is in either.
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// What is in this one alone.
    pub fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// What is in both.
    pub fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

/// Suit by suit, each from the lowest rank up.
impl Iterator for Hand {
    type Item = Card;

    fn next(&mut self) -> Option<Card> {
        if self.is_empty() {
            return None;
        }
        let card = Card(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(card)
    }
}

impl FromIterator<Card> for Hand {
    fn from_iter<Cards: IntoIterator<Item = Card>>(cards: Cards) -> Self {
        cards.into_iter().fold(Self::default(), |mut hand, card| {
            hand.insert(card);
            hand
        })
    }
}

impl FromStr for Hand {
    type Err = NoCard;

    fn from_str(text: &str) -> Result<Self, NoCard> {
        text.split_whitespace().map(str::parse).collect()
    }
}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let cards: Vec<String> = self.map(|card| card.to_string()).collect();
        f.write_str(&cards.join(" "))
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
