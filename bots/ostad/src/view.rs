//! What one seat knows of a deal, and nothing more.

use crate::cards::{Card, Cards, Suit};

/// The index of the viewing seat's own part of a pair, and of the other's.
pub const ME: usize = 0;
pub const THEM: usize = 1;

/// A turn at the stock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draw {
    /// [`ME`] or [`THEM`].
    pub by: usize,
    pub kept: bool,
}

/// A card played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    pub by: usize,
    pub card: Card,
}

/// A list of at most `N` items, without the heap.
#[derive(Clone, Copy, Debug)]
pub struct List<T, const N: usize> {
    items: [Option<T>; N],
    len: usize,
}

impl<T: Copy, const N: usize> List<T, N> {
    pub fn push(&mut self, item: T) {
        self.items[self.len] = Some(item);
        self.len += 1;
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub fn iter(&self) -> impl Iterator<Item = T> + '_ {
        self.items[..self.len].iter().flatten().copied()
    }
}

impl<T: Copy, const N: usize> Default for List<T, N> {
    fn default() -> Self {
        Self { items: [None; N], len: 0 }
    }
}

/// What one seat knows. Pairs are its own first, then the other's.
#[derive(Clone, Copy, Debug, Default)]
pub struct View {
    /// Points in the match, to 7; `None` in single deals.
    pub score: Option<[u32; 2]>,
    /// Whether the viewing seat is hakem.
    pub hakem: bool,
    pub trump: Suit,
    pub hand: Cards,
    /// Seen, and out of the deal: thrown, rejected, passed over at the pick.
    pub gone: Cards,
    /// The top card at a draw, both last cards at the pick.
    pub offered: Cards,
    /// How many were thrown, 0 before it is known.
    pub threw: [usize; 2],
    /// Turns at the stock that are over, the pick left out.
    pub draws: List<Draw, 20>,
    pub plays: List<Played, 26>,
    /// The card to answer.
    pub lead: Option<Card>,
    pub tricks: [u8; 2],
}

impl View {
    pub fn played(&self) -> Cards {
        self.plays.iter().map(|played| played.card).collect()
    }

    /// The cards whose place the seat does not know.
    pub fn unseen(&self) -> Cards {
        Cards::PACK.minus(self.hand.or(self.gone).or(self.offered).or(self.played()))
    }

    /// The suits that the other seat did not follow, a bit each.
    pub fn voids(&self) -> u8 {
        self.voids_of(THEM)
    }

    /// The suits that the viewing seat did not follow.
    pub fn my_voids(&self) -> u8 {
        self.voids_of(ME)
    }

    fn voids_of(&self, who: usize) -> u8 {
        let mut voids = 0;
        let mut plays = self.plays.iter();
        while let (Some(lead), Some(answer)) = (plays.next(), plays.next()) {
            if answer.by == who && answer.card.suit() != lead.card.suit() {
                voids |= 1 << lead.card.suit();
            }
        }
        voids
    }

    /// What may be played.
    pub fn legal(&self) -> Cards {
        self.hand.legal(self.lead)
    }
}
