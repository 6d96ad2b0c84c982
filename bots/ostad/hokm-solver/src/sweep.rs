//! Whether the leader of a position can take the next tricks one after the other: what a kot needs.

use crate::bounds::in_a_row;
use crate::moves::{answers, leads};
use crate::position::{Place, Position};
use crate::search::Search;
use crate::table::Bounds;

const YES: Bounds = Bounds { lower: 1, upper: 1 };
const NO: Bounds = Bounds { lower: 0, upper: 0 };

impl Search {
    /// Whether the leader can take the next so many tricks, at most 7.
    pub fn sweeps(&mut self, position: Position, count: u32) -> bool {
        if count <= in_a_row(position) {
            return true;
        }
        let key = key(position, count);
        if let Some(known) = self.table.get(key) {
            return known == YES;
        }
        let found = leads(position).any(|lead| self.sweeps_with(position, count, lead));
        self.table.put(key, if found { YES } else { NO });
        found
    }

    /// Whether it can by that lead, whatever the answer.
    pub fn sweeps_with(&mut self, position: Position, count: u32, lead: Place) -> bool {
        answers(position, lead).all(|answer| {
            !answer.wins && self.sweeps(position.after(lead, answer.place), count - 1)
        })
    }

    /// Whether the other can take the next so many, at least one, if the leader leads that.
    pub fn is_swept_with(&mut self, position: Position, count: u32, lead: Place) -> bool {
        answers(position, lead).any(|answer| {
            answer.wins && self.sweeps(position.after(lead, answer.place).turned(), count - 1)
        })
    }
}

/// The position's key, with the count in bits that it leaves free.
fn key(position: Position, count: u32) -> u64 {
    let count = u64::from(count);
    position.key() | (count & 3) << 14 | (count >> 2) << 30
}
