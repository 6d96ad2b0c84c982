//! Hands that the opponent may hold.

use hokm_solver::{Card, Hand};

use crate::chance::Chance;

/// Draws hands of a number of cards, each as likely as the product of its cards' odds says.
pub struct Worlds {
    odds: Vec<(Card, f64)>,
    /// `sums[i][count]`: of all hands of so many cards from the *i*-th on, the sum of their products.
    sums: Vec<Vec<f64>>,
    count: usize,
}

impl Worlds {
    /// There have to be as many cards at least.
    pub fn new(odds: Vec<(Card, f64)>, count: usize) -> Self {
        let mut sums = vec![vec![0.0; count + 1]; odds.len() + 1];
        sums[odds.len()][0] = 1.0;
        for (i, (_, odds)) in odds.iter().enumerate().rev() {
            for size in 0..=count {
                let with = if size > 0 { odds * sums[i + 1][size - 1] } else { 0.0 };
                sums[i][size] = sums[i + 1][size] + with;
            }
        }
        Self { odds, sums, count }
    }

    /// One of the hands.
    pub fn draw(&self, chance: &mut Chance) -> Hand {
        let mut left = self.count;
        let mut drawn = Hand::default();
        for (i, (card, odds)) in self.odds.iter().enumerate() {
            if left == 0 {
                break;
            }
            let with = odds * self.sums[i + 1][left - 1];
            if chance.fraction() * self.sums[i][left] < with {
                drawn.insert(*card);
                left -= 1;
            }
        }
        drawn
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(text: &str) -> Card {
        text.parse().expect("a card")
    }

    #[test]
    fn a_card_is_drawn_as_often_as_its_odds_say() {
        let worlds = Worlds::new(vec![(card("AS"), 3.0), (card("2S"), 1.0)], 1);
        let mut chance = Chance::new("any");
        let aces = (0..4000).filter(|_| worlds.draw(&mut chance).contains(card("AS"))).count();
        assert!(aces.abs_diff(3000) < 120, "{aces}");
    }

    #[test]
    fn every_hand_has_as_many_cards_as_asked_for() {
        let odds: Vec<_> = Hand::PACK.map(|card| (card, 1.0 + card.rank() as f64)).collect();
        let mut chance = Chance::new("any");
        for count in 0..=52 {
            assert_eq!(Worlds::new(odds.clone(), count).draw(&mut chance).len(), count);
        }
    }
}
