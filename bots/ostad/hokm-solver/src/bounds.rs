//! What can be said of a position at a glance.

use crate::position::{Position, TRUMP};

/// How many tricks the leader takes at least: top cards of plain suits, as long as the other has to
/// follow, and trumps that can't be caught.
pub fn at_least(position: Position) -> u32 {
    plain_winners(position) + position.suit(TRUMP).my_sure()
}

/// How many of that many tricks the leader takes at most.
pub fn at_most(position: Position, left: u32) -> u32 {
    left - position.suit(TRUMP).their_sure()
}

/// How many tricks the leader can take one after the other, at least.
pub fn in_a_row(position: Position) -> u32 {
    let trumps = position.suit(TRUMP);
    let drawn = trumps.my_top() >= trumps.their_count();
    plain_winners(position) + if drawn { trumps.my_count() } else { trumps.my_top() }
}

/// Top cards of plain suits that the leader can cash one after the other, before its top trumps or,
/// where these draw all of the other's, after them.
fn plain_winners(position: Position) -> u32 {
    let trumps = position.suit(TRUMP);
    let drawn = trumps.my_top() >= trumps.their_count();
    let winners = |suit| {
        let owners = position.suit(suit);
        let (top, theirs) = (owners.my_top(), owners.their_count());
        match drawn {
            // Behind the other's last card of the suit, low ones win as well.
            true if top >= theirs => owners.my_count(),
            true => top,
            false => top.min(theirs),
        }
    };
    (1..4).map(winners).sum()
}
