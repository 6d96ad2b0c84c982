//! Chance with a seed, and endings made of it.

use hokm_solver::{Card, Ending, Hand};

/// SplitMix64.
pub struct Chance(pub u64);

impl Chance {
    /// A number below that.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(mixed ^ mixed >> 31) * limit as u128) >> 64) as usize
    }

    /// So many of the cards.
    pub fn some(&mut self, cards: Hand, count: usize) -> Hand {
        let mut left: Vec<Card> = cards.collect();
        (0..count).map(|_| left.swap_remove(self.below(left.len()))).collect()
    }

    /// An ending with so many cards a hand, out of the pack or a part of it, before or behind a lead.
    #[allow(dead_code)] // One of the tests needs none.
    pub fn ending(&mut self, count: usize) -> Ending {
        let size = [2 * count, 30, 52][self.below(3)];
        let pack = self.some(Hand::PACK, size);
        let leader = self.some(pack, count);
        let hands = [leader, self.some(pack.without(leader), count)];
        let mut ending = Ending { hands, trump: self.below(4), turn: 0, lead: None };
        if self.below(2) == 1 {
            let lead = ending.legal().nth(self.below(count)).expect("a card");
            ending.play(lead);
        }
        ending
    }
}
