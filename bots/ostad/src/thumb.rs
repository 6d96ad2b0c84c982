//! The rules of thumb of bots/naive and bots/value, decision by decision as they make them.
//!
//! They are opponents to train against, and the model of how an opponent plays.

use crate::cards::{Card, Cards, Suit};
use crate::player::Player;
use crate::view::{View, THEM};

/// Thousandths of a trick that a trump and a plain card are worth, from two to ace.
const TRUMP: [i32; 13] = [59, 59, 59, 60, 72, 112, 157, 245, 300, 370, 519, 607, 736];
const PLAIN: [i32; 13] = [-502, -502, -502, -464, -459, -421, -344, -262, -169, -85, 40, 134, 268];
const MARGIN: i32 = 100;
pub const TEN: usize = 8;

pub fn worth(card: Card, trump: Suit) -> i32 {
    if card.suit() == trump {
        TRUMP[card.rank()]
    } else {
        PLAIN[card.rank()]
    }
}

/// The order of worth: no two cards are equal.
fn by_worth(card: Card, trump: Suit) -> (i32, usize, Suit) {
    (worth(card, trump), card.rank(), card.suit())
}

pub fn least_worth(cards: Cards, trump: Suit) -> Card {
    cards.into_iter().min_by_key(|&card| by_worth(card, trump)).expect("there is a card")
}

pub fn most_worth(cards: Cards, trump: Suit) -> Card {
    cards.into_iter().max_by_key(|&card| by_worth(card, trump)).expect("there is a card")
}

/// The cards that are worth least.
pub fn worst(mut cards: Cards, count: usize, trump: Suit) -> Cards {
    let all = cards;
    for _ in 0..count {
        cards = cards.without(least_worth(cards, trump));
    }
    all.minus(cards)
}

/// The suit with the most cards and rank; of equals the first.
pub fn best_trump(hand: Cards) -> Suit {
    let strength = |suit| hand.suit(suit).into_iter().map(|card| 10 + card.rank()).sum::<usize>();
    (0..4).rev().max_by_key(|&suit| strength(suit)).expect("there are four")
}

/// Whether a card is worth the mean of the unseen cards and the margin.
pub fn value_keeps(card: Card, unseen: Cards, trump: Suit) -> bool {
    let sum: i32 = unseen.into_iter().map(|card| worth(card, trump)).sum();
    (worth(card, trump) - MARGIN) * unseen.len() as i32 >= sum
}

pub fn naive_keeps(card: Card, trump: Suit) -> bool {
    card.suit() == trump || card.rank() >= TEN
}

/// Wins as cheaply as it can be done, else parts with as little as possible.
pub fn answer(lead: Card, legal: Cards, trump: Suit) -> Card {
    let following = legal.suit(lead.suit());
    if following.is_empty() {
        let ruffs = legal.suit(trump);
        return ruffs.lowest().unwrap_or_else(|| least_worth(legal, trump));
    }
    following.above(lead).lowest().or(following.lowest()).expect("it follows suit")
}

/// Draws trumps from strength, cashes what cannot be beaten, else leads low from length.
///
/// `out` is what the seat has not seen, `voids` the suits that the other did not follow.
pub fn lead(hand: Cards, out: Cards, voids: u8, trump: Suit) -> Card {
    let trumps = hand.suit(trump);
    let trumps_out = !out.suit(trump).is_empty();
    // Its highest card, if nothing that is out beats it.
    let unbeaten = |cards: Cards| cards.highest().filter(|&top| out.above(top).is_empty());
    let top_trump = unbeaten(trumps).filter(|_| trumps_out);
    if let Some(card) = top_trump.filter(|_| trumps.len() >= 4) {
        return card;
    }
    let may_ruff = trumps_out && voids >> trump & 1 == 0;
    let (mut shortest, mut longest) = (None, Cards::NONE);
    for suit in (0..4).filter(|&suit| suit != trump) {
        let cards = hand.suit(suit);
        if cards.len() > longest.len() {
            longest = cards;
        }
        if may_ruff && voids >> suit & 1 == 1 {
            continue;
        }
        if let Some(top) = unbeaten(cards) {
            if shortest.map_or(true, |(length, _)| cards.len() < length) {
                shortest = Some((cards.len(), top));
            }
        }
    }
    if let Some((_, card)) = shortest {
        return card;
    }
    top_trump.or(longest.lowest()).or(trumps.lowest()).expect("there is a card")
}

/// The card that both bots play.
pub fn play(view: &View) -> Card {
    match view.lead {
        Some(led) => answer(led, view.legal(), view.trump),
        None => lead(view.hand, view.unseen(), view.voids(), view.trump),
    }
}

/// `bots/value`.
pub struct Value;

impl Player for Value {
    fn open(&mut self, view: &View) -> (Suit, Cards) {
        let trump = best_trump(view.hand);
        (trump, worst(view.hand, 3, trump))
    }

    fn throw(&mut self, view: &View) -> Cards {
        worst(view.hand, 5 - view.threw[THEM], view.trump)
    }

    fn keeps(&mut self, view: &View) -> bool {
        let offered = view.offered.lowest().expect("a card is offered");
        value_keeps(offered, view.unseen(), view.trump)
    }

    fn pick(&mut self, view: &View) -> Card {
        most_worth(view.offered, view.trump)
    }

    fn play(&mut self, view: &View) -> Card {
        play(view)
    }
}

/// `bots/naive`.
pub struct Naive;

impl Player for Naive {
    fn open(&mut self, view: &View) -> (Suit, Cards) {
        Value.open(view)
    }

    fn throw(&mut self, view: &View) -> Cards {
        Value.throw(view)
    }

    fn keeps(&mut self, view: &View) -> bool {
        naive_keeps(view.offered.lowest().expect("a card is offered"), view.trump)
    }

    fn pick(&mut self, view: &View) -> Card {
        Value.pick(view)
    }

    fn play(&mut self, view: &View) -> Card {
        play(view)
    }
}
