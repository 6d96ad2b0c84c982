//! How others build and play, as far as it can be said of a player nobody knows.

use std::sync::OnceLock;

use crate::cards::{Card, Cards, Suit};
use crate::table::Table;
use crate::thumb::worth;

/// The kinds of player that are told apart by what they kept and how they play.
///
/// Each is a way to build, of which `training/habits.txt` tells, and a way to play.
pub const KINDS: usize = 5;

/// How likely each is before anything is seen.
const PRIOR: [f32; KINDS] = [0.25, 0.15, 0.2, 0.25, 0.15];

/// How often each plays what the rule of thumb says, all else being equal.
const BY_THUMB: [f32; KINDS] = [0.97, 0.97, 0.5, 0.5, 0.6];

/// Whether the search takes it to play by the rule of thumb from here on.
const IS_THUMB: [bool; KINDS] = [true, true, false, false, false];

/// A number for each kind.
pub type ByKind = [f32; KINDS];

/// How likely it is that the other seat plays by rules of thumb.
pub fn thumb_share(kinds: &ByKind) -> f32 {
    kinds.iter().zip(IS_THUMB).filter(|(_, is)| *is).map(|(share, _)| share).sum()
}

pub fn prior() -> ByKind {
    PRIOR.map(f32::ln)
}

/// Log-likelihoods of keeping and of rejecting, by card and kind.
#[derive(Clone, Debug)]
pub struct Habits {
    kept: [ByKind; 64],
    rejected: [ByKind; 64],
}

impl Habits {
    pub fn new(trump: Suit) -> Self {
        let mut habits = Self { kept: [[0.0; KINDS]; 64], rejected: [[0.0; KINDS]; 64] };
        for card in Cards::PACK {
            for (kind, table) in rates().iter().enumerate() {
                let rate = table[usize::from(card.suit() == trump)][card.rank()];
                habits.kept[card.index()][kind] = rate.ln();
                habits.rejected[card.index()][kind] = (1.0 - rate).ln();
            }
        }
        habits
    }

    /// That of the cards seen at turns these were kept and those rejected.
    pub fn draws(&self, kept: Cards, rejected: Cards) -> ByKind {
        let mut sum = [0.0; KINDS];
        for (cards, table) in [(kept, &self.kept), (rejected, &self.rejected)] {
            for card in cards {
                sum.iter_mut().zip(&table[card.index()]).for_each(|(sum, term)| *sum += term);
            }
        }
        sum
    }
}

/// How often a kind keeps a card: of a plain suit, then of trumps, from two to ace.
type Rates = [[f32; 13]; 2];

fn rates() -> &'static [Rates; KINDS] {
    static RATES: OnceLock<[Rates; KINDS]> = OnceLock::new();
    RATES.get_or_init(|| {
        let mut numbers = include_str!("../training/habits.txt")
            .lines()
            .filter(|line| !line.starts_with('#'))
            .flat_map(str::split_whitespace)
            .map(|word| word.parse::<f32>().expect("habits.txt holds numbers"));
        std::array::from_fn(|_| {
            std::array::from_fn(|_| {
                std::array::from_fn(|_| numbers.next().expect("habits.txt holds enough numbers"))
            })
        })
    })
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

/// The chance that a player of each kind plays what it played.
pub fn played(as_the_thumb: bool, legal: f32) -> ByKind {
    BY_THUMB.map(|by_thumb| (1.0 - by_thumb) / legal + if as_the_thumb { by_thumb } else { 0.0 })
}
