//! How many tricks the leader of a position can take: alpha-beta, asked one yes-or-no question at a
//! time.

use crate::bounds::{at_least, at_most};
use crate::moves::{answers, leads};
use crate::position::{Place, Position};
use crate::table::{Bounds, Table};

/// Answers questions about positions, and remembers what it has found out.
pub struct Search {
    pub(crate) table: Table,
}

impl Search {
    /// Remembers 2 to the power of `bits` positions.
    pub fn new(bits: u32) -> Self {
        Self { table: Table::new(bits) }
    }

    /// Whether the leader can take so many of the tricks that are left.
    pub fn takes(&mut self, position: Position, left: u32, goal: u32) -> bool {
        if goal <= at_least(position) {
            return true;
        }
        if goal > at_most(position, left) {
            return false;
        }
        let key = position.key();
        let known = self.table.get(key).unwrap_or(Bounds { lower: 0, upper: left as u8 });
        if goal <= known.lower.into() {
            return true;
        }
        if goal > known.upper.into() {
            return false;
        }
        let found = leads(position).any(|lead| self.takes_with(position, left, goal, lead));
        let bounds = if found {
            Bounds { lower: goal as u8, ..known }
        } else {
            Bounds { upper: goal as u8 - 1, ..known }
        };
        self.table.put(key, bounds);
        found
    }

    /// Whether the leader can take so many by that lead, whatever the answer.
    pub fn takes_with(&mut self, position: Position, left: u32, goal: u32, lead: Place) -> bool {
        answers(position, lead).all(|answer| {
            let after = position.after(lead, answer.place);
            if answer.wins {
                // The other leads, and must not take one more than the leader can do without.
                !self.takes(after.turned(), left - 1, left - goal)
            } else {
                self.takes(after, left - 1, goal.saturating_sub(1))
            }
        })
    }
}
