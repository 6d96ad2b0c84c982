//! The play of two known hands, fast: what a world is played out on.

use crate::cards::{Card, Cards, Suit};
use crate::deal::Outcome;
use crate::thumb;
use crate::view::{View, ME, THEM};

/// Two hands in play. Pairs are one's own first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Table {
    pub trump: Suit,
    pub hands: [Cards; 2],
    /// What each has not seen.
    pub out: [Cards; 2],
    /// The suits that the other did not follow, as each has seen it.
    pub voids: [u8; 2],
    pub tricks: [u8; 2],
    pub lead: Option<Card>,
    pub turn: usize,
}

impl Table {
    /// The view's seat on turn, against this hand of one who knows that `gone` is out of the deal.
    pub fn new(view: &View, hand: Cards, gone: Cards) -> Self {
        let played = view.played();
        let theirs = Cards::PACK.minus(hand.or(gone).or(played));
        Self {
            trump: view.trump,
            hands: [view.hand, hand],
            out: [view.unseen(), theirs],
            voids: [view.voids(), view.my_voids()],
            tricks: view.tricks,
            lead: view.lead,
            turn: ME,
        }
    }

    pub fn legal(&self) -> Cards {
        self.hands[self.turn].legal(self.lead)
    }

    pub fn over(&self) -> bool {
        self.tricks[ME] == 7 || self.tricks[THEM] == 7
    }

    pub fn outcome(&self) -> Outcome {
        Outcome::of(self.tricks)
    }

    pub fn play(&mut self, card: Card) {
        let (by, other) = (self.turn, 1 - self.turn);
        self.hands[by] = self.hands[by].without(card);
        self.out[other] = self.out[other].without(card);
        match self.lead {
            None => {
                self.lead = Some(card);
                self.turn = other;
            }
            Some(lead) => {
                if card.suit() != lead.suit() {
                    self.voids[other] |= 1 << lead.suit();
                }
                let winner = if card.beats(lead, self.trump) { by } else { other };
                self.tricks[winner] += 1;
                self.lead = None;
                self.turn = winner;
            }
        }
    }

    /// What a rule of thumb plays here.
    pub fn thumb(&self) -> Card {
        let hand = self.hands[self.turn];
        match self.lead {
            Some(lead) => thumb::answer(lead, hand.legal(self.lead), self.trump),
            None => thumb::lead(hand, self.out[self.turn], self.voids[self.turn], self.trump),
        }
    }

    /// Played to the end by rules of thumb.
    pub fn finish(&mut self) -> Outcome {
        while !self.over() {
            self.play(self.thumb());
        }
        self.outcome()
    }
}
