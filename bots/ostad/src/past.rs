//! What the other seat has played, and what it knew each time but for its own cards.

use crate::cards::{Card, Cards};
use crate::model::{self, ByKind};
use crate::table::Table;
use crate::view::{View, ME, THEM};

/// A card that it played.
#[derive(Clone, Copy, Debug)]
struct Past {
    card: Card,
    lead: Option<Card>,
    /// Those that it played then or later: it held them.
    later: Cards,
    /// Those that had been played by then.
    played: Cards,
    voids: u8,
}

/// All that it played, in order.
#[derive(Clone, Debug)]
pub struct History {
    past: Vec<Past>,
    table: Table,
}

impl History {
    pub fn new(view: &View) -> Self {
        let mut past: Vec<Past> = Vec::with_capacity(13);
        let (mut played, mut voids, mut lead) = (Cards::NONE, 0, None::<Card>);
        for play in view.plays.iter() {
            if play.by == THEM {
                past.push(Past { card: play.card, lead, later: Cards::NONE, played, voids });
            }
            played = played.with(play.card);
            lead = match lead {
                None => Some(play.card),
                Some(lead) => {
                    if play.by == ME && play.card.suit() != lead.suit() {
                        voids |= 1 << lead.suit();
                    }
                    None
                }
            };
        }
        let mut later = Cards::NONE;
        for past in past.iter_mut().rev() {
            later = later.with(past.card);
            past.later = later;
        }
        let table = Table { turn: THEM, trump: view.trump, ..Table::default() };
        Self { past, table }
    }

    pub fn cards(&self) -> Cards {
        self.past.first().map_or(Cards::NONE, |past| past.later)
    }

    /// How likely each kind of player plays all this, of such a hand, with these seen and out of the
    /// deal.
    pub fn likelihood(&self, hand: Cards, gone: Cards) -> ByKind {
        let mut each = model::ANY;
        let now = hand.minus(self.cards());
        let mut table = self.table;
        for past in &self.past {
            let held = now.or(past.later);
            table.hands[THEM] = held;
            table.out[THEM] = Cards::PACK.minus(held.or(gone).or(past.played));
            table.voids[THEM] = past.voids;
            table.lead = past.lead;
            let agrees = model::same(table.thumb(), past.card, &table);
            model::played(&mut each, agrees, &table);
        }
        each
    }
}
