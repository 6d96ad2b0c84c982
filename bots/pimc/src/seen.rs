//! What the observation says of the cards.

use hokm_kit::{Choice, Observation};
use hokm_solver::{Card, Hand, Seat, Suit};

use crate::cards::{card, hand, suit};

/// What a seat knows once trump is named.
pub struct Seen {
    pub seat: Seat,
    pub trump: Suit,
    pub hand: Hand,
    /// Cards whose place the seat does not know: with the opponent, in the stock or face down.
    pub unseen: Hand,
    /// The card to answer, if there is one.
    pub lead: Option<Card>,
    /// Tricks, by seat.
    pub taken: [u32; 2],
    pub opponent: Opponent,
}

/// What it knows of the opponent.
pub struct Opponent {
    /// How many of its first five cards it threw; 0 before it has.
    pub thrown: usize,
    /// What it did at the stock, in order.
    pub draws: Vec<Choice>,
    pub played: Hand,
    /// Suits that it did not follow.
    pub voids: [bool; 4],
    /// Cards that would have done instead of one that it answered with, and are lower.
    pub cheaper: Hand,
}

impl Seen {
    /// Of an observation in which trump is named.
    pub fn new(observation: &Observation) -> Self {
        let opponent = Opponent::new(observation);
        let mut known = opponent.played;
        for cards in [&observation.hand, &observation.thrown, &observation.offered] {
            known = known.union(hand(cards));
        }
        for drawn in &observation.draws {
            known = known.union(hand(drawn.saw.as_deref().unwrap_or_default()));
        }
        for trick in &observation.tricks {
            known = known.union(hand(&trick.cards));
        }
        Self {
            seat: observation.seat,
            trump: suit(observation.trump.expect("hakem has opened")),
            hand: hand(&observation.hand),
            unseen: Hand::PACK.without(known),
            lead: observation.lead.map(card),
            taken: observation.tricks_won,
            opponent,
        }
    }
}

impl Opponent {
    fn new(observation: &Observation) -> Self {
        let seat = 1 - observation.seat;
        let mut played: Hand = observation.lead.map(card).into_iter().collect();
        let mut voids = [false; 4];
        let mut cheaper = Hand::default();
        for trick in &observation.tricks {
            let [led, answered] = trick.cards.map(card);
            if trick.leader == seat {
                played.insert(led);
            } else {
                played.insert(answered);
                voids[led.suit()] |= answered.suit() != led.suit();
                cheaper = cheaper.union(cheaper_answers(led, answered));
            }
        }
        let draws = observation.draws.iter().filter(|drawn| drawn.seat == seat);
        Self {
            thrown: observation.throw_counts[seat].unwrap_or(0) as usize,
            draws: draws.map(|drawn| drawn.draw).collect(),
            played,
            voids,
            cheaper,
        }
    }

    /// How many cards it holds during the play.
    pub fn held(&self) -> usize {
        13 - self.played.len()
    }

    /// How often it made that choice at the stock.
    pub fn chose(&self, choice: Choice) -> usize {
        self.draws.iter().filter(|each| **each == choice).count()
    }
}

/// The lower cards of the answer's suit; where it beat the lead by rank, those that do so as well.
fn cheaper_answers(led: Card, answered: Card) -> Hand {
    let by_rank = answered.suit() == led.suit() && answered > led;
    Hand::PACK
        .of(answered.suit())
        .filter(|card| *card < answered && !(by_rank && *card <= led))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lower_cards_would_have_done_if_they_take_the_trick_as_well_or_none_of_them_does() {
        let cheaper = |led: &str, answered: &str| {
            let [led, answered] = [led, answered].map(|card| card.parse().expect("a card"));
            cheaper_answers(led, answered).to_string()
        };
        assert_eq!(cheaper("9H", "QH"), "TH JH");
        assert_eq!(cheaper("QH", "4H"), "2H 3H");
        assert_eq!(cheaper("QH", "4S"), "2S 3S", "ruffed, or thrown away");
    }
}
