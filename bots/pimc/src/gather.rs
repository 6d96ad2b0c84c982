//! How the hand is gathered, as `bots/value` does it: the trump, what to throw, what to keep or pick.

use hokm_kit::{Action, Choice, Observation, Phase};
use hokm_solver::{Hand, Suit};

use crate::cards::{hand, letter, text};
use crate::seen::Seen;
use crate::worth::{by_worth, worth};

/// To throw three is better than two by five deals in a hundred.
const HAKEM_THROWS: usize = 3;
/// By how many thousandths of a trick a card has to beat what would be got instead.
const MARGIN: i32 = 100;

/// The action in a phase before the play.
pub fn gather(observation: &Observation) -> Action {
    let own = hand(&observation.hand);
    if observation.phase == Phase::Open {
        let trump = best_trump(own);
        return Action::Open { trump: letter(trump), throw: worst(own, trump, HAKEM_THROWS) };
    }
    let seen = Seen::new(observation);
    let offered = by_worth(hand(&observation.offered), seen.trump);
    match observation.phase {
        Phase::Throw => Action::Throw(worst(own, seen.trump, 5 - seen.opponent.thrown)),
        Phase::Pick => Action::Pick(text(offered[1])),
        _ if keeps(worth(offered[0], seen.trump), &seen) => Action::Draw(Choice::Keep),
        _ => Action::Draw(Choice::Reject),
    }
}

/// The suit with the most cards and rank: 10 and the rank, 0 for a two, for each of its cards. Of
/// equal suits the first.
fn best_trump(own: Hand) -> Suit {
    let strength = |suit: &Suit| own.of(*suit).map(|card| 10 + card.rank()).sum::<usize>();
    (0..4).rev().max_by_key(strength).expect("four suits")
}

/// The cards of least worth.
fn worst(own: Hand, trump: Suit, count: usize) -> Vec<hokm_kit::Card> {
    by_worth(own, trump).into_iter().take(count).map(text).collect()
}

/// Whether a card of that worth beats the mean of the unseen ones by the margin.
fn keeps(offered: i32, seen: &Seen) -> bool {
    let sum: i32 = seen.unseen.map(|card| worth(card, seen.trump)).sum();
    (offered - MARGIN) * seen.unseen.len() as i32 >= sum
}
