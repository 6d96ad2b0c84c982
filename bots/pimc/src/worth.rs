//! What a card is worth, by the table of `bots/value`, and the total order that follows.

use hokm_solver::{Card, Suit};

// Thousandths of a trick that a card is worth after a sensible build, from 2 to A: a linear fit to the
// double-dummy results of 3,000 simulated deals.
const TRUMP: [i32; 13] = [59, 59, 59, 60, 72, 112, 157, 245, 300, 370, 519, 607, 736];
const PLAIN: [i32; 13] = [-502, -502, -502, -464, -459, -421, -344, -262, -169, -85, 40, 134, 268];

/// Thousandths of a trick.
pub fn worth(card: Card, trump: Suit) -> i32 {
    let table = if card.suit() == trump { TRUMP } else { PLAIN };
    table[card.rank()]
}

/// What decides between cards: worth, then rank, then suit. No two are equal.
pub fn order(card: Card, trump: Suit) -> impl Ord {
    (worth(card, trump), card.rank(), card.suit())
}

/// The cards from the least worth to the most.
pub fn by_worth(cards: impl Iterator<Item = Card>, trump: Suit) -> Vec<Card> {
    let mut cards: Vec<Card> = cards.collect();
    cards.sort_by_key(|card| order(*card, trump));
    cards
}
