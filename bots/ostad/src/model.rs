//! How others build and play, as far as it can be said of a player nobody knows.

use std::sync::OnceLock;

use crate::cards::{Card, Cards, Suit};
use crate::slots::{Sets, Slot};
use crate::table::Table;
use crate::thumb::worth;

/// The kinds of player that are told apart by what they kept and how they play.
///
/// Each is a way to build, of which `training/habits.txt` tells, and a way to play: as `value`, as
/// `naive`, as one that builds like `value` and looks further, as this one, and as an odd one.
pub const KINDS: usize = 5;

/// A number for each kind.
pub type ByKind = [f64; KINDS];

/// How likely each is before anything is seen.
pub const PRIOR: ByKind = [0.25, 0.15, 0.2, 0.25, 0.15];

/// No likelier of one kind than of another.
pub const ANY: ByKind = [1.0; KINDS];

/// How often each plays what the rule of thumb says because of it, and else any card: as it leads, and
/// as it answers.
///
/// It is the leads that tell who looks further: `pimc` leads as the rule says in 36 of 100 cases, but
/// answers so in 96.
const BY_THUMB: [ByKind; 2] = [[0.97, 0.97, 0.25, 0.25, 0.6], [0.97, 0.97, 0.94, 0.94, 0.6]];

/// Whether each goes on by the rule of thumb.
const IS_THUMB: [bool; KINDS] = [true, true, false, false, false];

/// How likely it is that the other seat plays by rules of thumb.
pub fn thumb_share(kinds: &ByKind) -> f64 {
    kinds.iter().zip(IS_THUMB).filter(|(_, is)| *is).map(|(share, _)| share).sum()
}

/// How often each kind keeps a card that it is offered.
#[derive(Clone, Debug)]
pub struct Habits {
    kept: [ByKind; 64],
}

impl Habits {
    pub fn new(trump: Suit) -> Self {
        let mut kept = [ANY; 64];
        for card in Cards::PACK {
            let is_trump = usize::from(card.suit() == trump);
            kept[card.index()] = std::array::from_fn(|kind| rates()[kind][is_trump][card.rank()]);
        }
        Self { kept }
    }

    /// How likely it is that of the cards seen at turns these were kept and those rejected.
    pub fn likelihood(&self, kept: Cards, rejected: Cards) -> ByKind {
        let mut each = ANY;
        for (cards, slot) in [(kept, Slot::Kept), (rejected, Slot::Rejected)] {
            for card in cards {
                let factors = self.factors(slot, card);
                each.iter_mut().zip(factors).for_each(|(product, factor)| *product *= factor);
            }
        }
        each
    }

    /// What becomes of such a likelihood when in a slot one card gives way to another.
    pub fn exchange(&self, likely: &mut ByKind, slot: Slot, old: Card, new: Card) {
        if matches!(slot, Slot::Kept | Slot::Rejected) {
            let (old, new) = (self.factors(slot, old), self.factors(slot, new));
            for (kind, product) in likely.iter_mut().enumerate() {
                *product *= new[kind] / old[kind];
            }
        }
    }

    fn factors(&self, slot: Slot, card: Card) -> ByKind {
        let kept = self.kept[card.index()];
        if slot == Slot::Kept {
            kept
        } else {
            kept.map(|rate| 1.0 - rate)
        }
    }
}

/// Of a plain suit, then of trumps, from two to ace.
type Rates = [[f64; 13]; 2];

fn rates() -> &'static [Rates; KINDS] {
    static RATES: OnceLock<[Rates; KINDS]> = OnceLock::new();
    RATES.get_or_init(|| {
        let mut numbers = include_str!("../training/habits.txt")
            .lines()
            .filter(|line| !line.starts_with('#'))
            .flat_map(str::split_whitespace)
            .map(|word| word.parse().expect("habits.txt holds numbers"));
        let mut row =
            || std::array::from_fn(|_| numbers.next().expect("habits.txt holds enough numbers"));
        std::array::from_fn(|_| [row(), row()])
    })
}

/// How likely trump, the throw and the pick are, but for a constant.
pub fn choices(sets: &Sets, trump: Suit, named_trump: bool) -> f64 {
    let (dealt, thrown) = (sets.of(Slot::Dealt), sets.of(Slot::Thrown));
    let mut likely = 1.0;
    for one in dealt {
        for other in thrown {
            likely *= preferred(one, other, trump);
        }
    }
    if let (Some(one), Some(other)) =
        (sets.of(Slot::Picked).lowest(), sets.of(Slot::Passed).lowest())
    {
        likely *= preferred(one, other, trump);
    }
    if named_trump {
        likely *= named(dealt.or(thrown), trump);
    }
    likely
}

/// How likely the first is taken of two cards.
fn preferred(one: Card, other: Card, trump: Suit) -> f64 {
    static TABLE: OnceLock<[[f64; 32]; 32]> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        // Trumps by rank, then plain cards.
        let worth = |number: usize| worth(Card::new(usize::from(number >= 16), number & 15), 0);
        let likely = |one, other| 1.0 / (1.0 + (f64::from(worth(other) - worth(one)) / 60.0).exp());
        let mut table = [[1.0; 32]; 32];
        for one in (0..32).filter(|number| number & 15 < 13) {
            for other in (0..32).filter(|number| number & 15 < 13) {
                table[one][other] = likely(one, other);
            }
        }
        table
    });
    let number = |card: Card| card.rank() + if card.suit() == trump { 0 } else { 16 };
    table[number(one)][number(other)]
}

/// How likely a hakem with these five names this trump: the suit with the most cards and rank.
fn named(dealt: Cards, trump: Suit) -> f64 {
    let strength = |suit| dealt.suit(suit).into_iter().map(|card| 10 + card.rank()).sum::<usize>();
    let appeal = |suit| (strength(suit) as f64 / 4.0).exp();
    appeal(trump) / (0..4).map(appeal).sum::<f64>()
}

/// Whether two cards come to the same for the seat on turn: nothing that is out lies between them.
pub fn same(one: Card, other: Card, table: &Table) -> bool {
    let (low, high) = if one < other { (one, other) } else { (other, one) };
    let out = table.out[table.turn];
    one == other || low.suit() == high.suit() && out.above(low).minus(out.above(high)).is_empty()
}

/// Takes into account that each kind played as the rule of thumb does, or not, at this table.
pub fn played(likely: &mut ByKind, as_the_thumb: bool, table: &Table) {
    let legal = table.legal().len();
    for (product, by_thumb) in likely.iter_mut().zip(BY_THUMB[usize::from(table.lead.is_some())]) {
        *product *= (1.0 - by_thumb) / legal as f64 + if as_the_thumb { by_thumb } else { 0.0 };
    }
}
