//! How others build and play, as far as it can be said of a player nobody knows.

use crate::cards::{Card, Cards, Suit};
use crate::table::Table;
use crate::thumb::worth;

/// The kinds of player that are told apart by how they play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Plays by rules of thumb, nearly always.
    Thumb,
    /// Looks further: often plays the same, and else whatever is best.
    Reader,
}

pub const KINDS: usize = 2;
pub const PRIOR: [f32; KINDS] = [0.5, 0.5];

impl From<usize> for Kind {
    fn from(number: usize) -> Self {
        [Self::Thumb, Self::Reader][number]
    }
}

/// Chance that a card is kept, by rank, of a plain suit and of trumps.
const KEEPS_PLAIN: [f32; 13] =
    [0.03, 0.03, 0.03, 0.03, 0.04, 0.05, 0.08, 0.15, 0.5, 0.85, 0.97, 0.98, 0.99];
const KEEPS_TRUMP: [f32; 13] =
    [0.9, 0.9, 0.9, 0.9, 0.92, 0.94, 0.96, 0.98, 0.99, 0.99, 0.99, 0.99, 0.99];

/// Log-likelihoods of keeping and rejecting, by card.
#[derive(Clone, Debug)]
pub struct Habits {
    kept: [f32; 64],
    rejected: [f32; 64],
}

impl Habits {
    pub fn new(trump: Suit) -> Self {
        let mut habits = Self { kept: [0.0; 64], rejected: [0.0; 64] };
        for card in Cards::PACK {
            let table = if card.suit() == trump { &KEEPS_TRUMP } else { &KEEPS_PLAIN };
            habits.kept[card.index()] = table[card.rank()].ln();
            habits.rejected[card.index()] = (1.0 - table[card.rank()]).ln();
        }
        habits
    }

    /// That of the cards seen at turns these were kept and those rejected.
    pub fn draws(&self, kept: Cards, rejected: Cards) -> f32 {
        let sum = |cards: Cards, table: &[f32; 64]| {
            cards.into_iter().map(|card| table[card.index()]).sum::<f32>()
        };
        sum(kept, &self.kept) + sum(rejected, &self.rejected)
    }
}

/// Log-likelihood that one card was taken and the other one left.
pub fn preferred(taken: Card, left: Card, trump: Suit) -> f32 {
    let ahead = (worth(taken, trump) - worth(left, trump)) as f32 / 60.0;
    -(1.0 + (-ahead).exp()).ln()
}

/// Log-likelihood that of five cards these were thrown and those were not, but for a constant.
pub fn thrown(held: Cards, thrown: Cards, trump: Suit) -> f32 {
    held.into_iter()
        .map(|one| thrown.into_iter().map(|other| preferred(one, other, trump)).sum::<f32>())
        .sum()
}

/// Log-likelihood that a hakem with these five names this trump.
pub fn named(dealt: Cards, trump: Suit) -> f32 {
    let strength =
        |suit| dealt.suit(suit).into_iter().map(|card| 10 + card.rank()).sum::<usize>() as f32;
    let total: f32 = (0..4).map(|suit| (strength(suit) / 4.0).exp()).sum();
    strength(trump) / 4.0 - total.ln()
}

/// Whether two cards come to the same: nothing that is out lies between them.
pub fn same(one: Card, other: Card, table: &Table) -> bool {
    let (low, high) = if one < other { (one, other) } else { (other, one) };
    low == high
        || low.suit() == high.suit()
            && table.out[table.turn].above(low).minus(table.out[table.turn].above(high)).is_empty()
}

/// The chance that a player of a kind plays what it played.
pub fn played(kind: Kind, as_the_thumb: bool, legal: f32) -> f32 {
    let by_thumb = match kind {
        Kind::Thumb => 0.95,
        Kind::Reader => 0.5,
    };
    (1.0 - by_thumb) / legal + if as_the_thumb { by_thumb } else { 0.0 }
}
