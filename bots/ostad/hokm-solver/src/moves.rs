//! What may be played, the more promising first. Of cards that are next to each other and in the same
//! hand only the lowest is listed, as it makes no difference which of them is played.

use crate::position::{Owners, Place, Position, TRUMP};

/// An answer to a lead.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    pub place: Place,
    /// Whether it takes the trick.
    pub wins: bool,
}

/// The answers to a lead: first those that win.
pub fn answers(position: Position, lead: Place) -> impl Iterator<Item = Answer> {
    let follows = position.suit(lead.suit).their_count() > 0;
    let suits = if follows { lead.suit..lead.suit + 1 } else { 0..4 };
    suits.flat_map(move |suit| {
        // Those above the lead first: where they win at all, that is.
        let theirs = position.suit(suit).theirs();
        let split = if suit == lead.suit { lead.index } else { 0 };
        let above = theirs >> split << split;
        runs(above).chain(runs(theirs ^ above)).map(move |index| {
            let place = Place { suit, index };
            Answer { place, wins: wins(lead, place) }
        })
    })
}

/// Whether the answer takes the trick.
pub fn wins(lead: Place, answer: Place) -> bool {
    if lead.suit == answer.suit {
        answer.index > lead.index
    } else {
        answer.suit == TRUMP
    }
}

/// The leads, in an order that was found to need few nodes.
pub fn leads(position: Position) -> impl Iterator<Item = Place> {
    let ruffs = position.suit(TRUMP).their_count() > 0;
    let mut leads = [(0, Place { suit: 0, index: 0 }); 13];
    let mut count = 0;
    for suit in 0..4 {
        let owners = position.suit(suit);
        for index in runs(owners.mine()) {
            leads[count] = (promise(owners, index, suit == TRUMP, ruffs), Place { suit, index });
            count += 1;
        }
    }
    leads[..count].sort_unstable_by_key(|(promise, _)| -promise);
    leads.into_iter().take(count).map(|(_, place)| place)
}

/// The higher, the sooner a lead is tried.
fn promise(owners: Owners, index: u32, trump: bool, ruffs: bool) -> i32 {
    let theirs = owners.theirs();
    let above = (theirs >> index).count_ones() as i32;
    match (trump, theirs == 0, above) {
        (false, true, _) if ruffs => 10,
        (false, true, _) => 60,
        (true, true, _) => -10,
        (true, false, 0) => 50,
        (true, false, _) => 5 - above,
        (false, false, 0) => 40,
        (false, false, _) => 20 - above,
    }
}

/// The lowest of every run of cards, from the lowest up.
fn runs(cards: u16) -> impl Iterator<Item = u32> {
    let mut starts = cards & !(cards << 1);
    std::iter::from_fn(move || {
        let index = starts.trailing_zeros();
        (starts != 0).then(|| {
            starts &= starts - 1;
            index
        })
    })
}
