//! The places in which the cards lie that a seat has not seen.

use crate::cards::{Card, Cards};
use crate::view::{View, THEM};

/// How a card came to lie where it does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slot {
    /// One of the other seat's first five, which it held on to.
    Dealt,
    /// One of those that it threw.
    Thrown,
    /// Offered at one of its turns, and kept.
    Kept,
    Rejected,
    /// Taken unseen in its place.
    Taken,
    /// Of the last two cards the one that it took.
    Picked,
    Passed,
    /// Nobody has seen it.
    FaceDown,
}

use Slot::*;

impl Slot {
    pub fn in_hand(self) -> bool {
        matches!(self, Dealt | Kept | Taken | Picked)
    }

    /// Whether it was chosen among others: what is likely depends on these.
    pub fn is_chosen(self) -> bool {
        matches!(self, Dealt | Thrown | Picked | Passed)
    }

    /// Whether the other seat has seen what lies there.
    pub fn is_seen(self) -> bool {
        self != FaceDown
    }
}

/// The slots that what the other seat did has made, but for those face down.
pub fn slots(view: &View) -> Vec<Slot> {
    let mut slots = Vec::with_capacity(48);
    let thrown = view.threw[THEM];
    slots.resize(5 - thrown, Dealt);
    slots.resize(5, Thrown);
    for draw in view.draws.iter().filter(|draw| draw.by == THEM) {
        if draw.kept {
            slots.push(Kept);
        } else {
            slots.extend([Rejected, Taken]);
        }
    }
    if thrown == 3 {
        slots.extend([Picked, Passed]);
    }
    slots
}

/// The cards by how they came to lie where they do.
#[derive(Clone, Copy, Default, Debug)]
pub struct Sets([Cards; 8]);

impl Sets {
    pub fn of(&self, slot: Slot) -> Cards {
        self.0[slot as usize]
    }

    pub fn add(&mut self, slot: Slot, card: Card) {
        self.0[slot as usize] = self.of(slot).with(card);
    }

    /// Exchanges two cards that lie in these.
    pub fn exchange(&mut self, one: (Slot, Card), other: (Slot, Card)) {
        self.0[one.0 as usize] = self.of(one.0).without(one.1).with(other.1);
        self.0[other.0 as usize] = self.of(other.0).without(other.1).with(one.1);
    }

    pub fn hand(&self) -> Cards {
        self.of(Dealt).or(self.of(Kept)).or(self.of(Taken)).or(self.of(Picked))
    }

    /// What the other seat has seen go out of the deal.
    pub fn gone(&self) -> Cards {
        self.of(Thrown).or(self.of(Rejected)).or(self.of(Passed))
    }
}
