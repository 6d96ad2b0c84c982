//! The kit's cards are text; the solver's are numbers.

use hokm_solver::{Card, Hand, Suit};

const SUITS: &str = "SHDC";
const RANKS: &str = "23456789TJQKA";

/// The number of a suit's letter.
pub fn suit(letter: char) -> Suit {
    SUITS.find(letter).expect("one of four suits")
}

/// The letter of a suit.
pub fn letter(suit: Suit) -> char {
    SUITS.as_bytes()[suit].into()
}

/// The solver's card for the kit's.
pub fn card(card: hokm_kit::Card) -> Card {
    Card::new(suit(card.suit()), RANKS.find(card.rank()).expect("one of 13 ranks"))
}

/// The solver's hand for the kit's cards.
pub fn hand(cards: &[hokm_kit::Card]) -> Hand {
    cards.iter().copied().map(card).collect()
}

/// The kit's card for the solver's.
pub fn text(card: Card) -> hokm_kit::Card {
    card.to_string().parse().expect("a card")
}
