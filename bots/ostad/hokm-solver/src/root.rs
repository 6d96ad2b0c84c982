//! The decision that is asked about: a position, and what the seat to act gets by each of its cards.

use crate::cards::Card;
use crate::ending::Ending;
use crate::moves::{answers, leads, wins};
use crate::position::{swapped, Place, Position};
use crate::search::Search;

/// An ending as a position before the lead, and the lead, if it has been made.
pub struct Root {
    position: Position,
    lead: Option<Place>,
    trump: usize,
    /// Tricks left, the one on the table among them.
    pub left: u32,
}

impl Root {
    pub fn new(ending: &Ending) -> Self {
        let leader = if ending.lead.is_some() { 1 - ending.turn } else { ending.turn };
        let led = ending.lead.into_iter().collect();
        let hand = ending.hands[leader].union(led);
        let position = Position::new(hand, ending.hands[1 - leader], ending.trump);
        let mut root = Self { position, lead: None, trump: ending.trump, left: position.left() };
        root.lead = ending.lead.map(|card| root.place(ending, card));
        root
    }

    /// Where a card of either hand, or the one led, stands in the position.
    pub fn place(&self, ending: &Ending, card: Card) -> Place {
        let led = ending.lead.into_iter().collect();
        let all = ending.hands[0].union(ending.hands[1]).union(led);
        let below = all.ranks(card.suit()) & ((1 << card.rank()) - 1);
        Place { suit: swapped(card.suit(), self.trump), index: below.count_ones() }
    }

    /// The cards that may be played, one of each run, the more promising first.
    pub fn choices(&self) -> Vec<Place> {
        match self.lead {
            None => leads(self.position).collect(),
            Some(lead) => answers(self.position, lead).map(|answer| answer.place).collect(),
        }
    }

    /// Whether the seat to act takes so many tricks by that card.
    pub fn takes(&self, search: &mut Search, card: Place, goal: u32) -> bool {
        let (position, left) = (self.position, self.left);
        let Some(lead) = self.lead else {
            return search.takes_with(position, left, goal, card);
        };
        let after = position.after(lead, card);
        if wins(lead, card) {
            search.takes(after.turned(), left - 1, goal.saturating_sub(1))
        } else {
            !search.takes(after, left - 1, left - goal)
        }
    }

    /// Whether it takes the next so many tricks, at least one.
    pub fn sweeps(&self, search: &mut Search, card: Place, count: u32) -> bool {
        let Some(lead) = self.lead else {
            return search.sweeps_with(self.position, count, card);
        };
        let after = self.position.after(lead, card);
        wins(lead, card) && search.sweeps(after.turned(), count - 1)
    }

    /// Whether the other seat can take the next so many, at least one.
    pub fn is_swept(&self, search: &mut Search, card: Place, count: u32) -> bool {
        let Some(lead) = self.lead else {
            return search.is_swept_with(self.position, count, card);
        };
        let after = self.position.after(lead, card);
        !wins(lead, card) && search.sweeps(after, count - 1)
    }
}
