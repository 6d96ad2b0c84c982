//! What is left to play, both hands seen.

use crate::cards::{Card, Hand, Suit};

/// Tricks that win a deal; play stops there.
pub const TO_WIN: u32 = 7;

/// 0 or 1.
pub type Seat = usize;

/// The rest of a deal's play, with both hands seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// By seat.
    pub hands: [Hand; 2],
    /// The suit that beats the others.
    pub trump: Suit,
    /// The seat to act.
    pub turn: Seat,
    /// The card that waits for an answer; it has left its hand.
    pub lead: Option<Card>,
}

impl Ending {
    /// The cards that the seat to act may play.
    pub fn legal(&self) -> Hand {
        let hand = self.hands[self.turn];
        let following = self.lead.map_or(Hand::default(), |lead| hand.of(lead.suit()));
        if following.is_empty() {
            hand
        } else {
            following
        }
    }

    /// Plays a card; if that ends a trick, gives the seat that took it.
    pub fn play(&mut self, card: Card) -> Option<Seat> {
        debug_assert!(self.legal().contains(card), "{card} is not legal");
        self.hands[self.turn].remove(card);
        let Some(lead) = self.lead.take() else {
            self.lead = Some(card);
            self.turn = 1 - self.turn;
            return None;
        };
        if !card.beats(lead, self.trump) {
            self.turn = 1 - self.turn;
        }
        Some(self.turn)
    }
}
