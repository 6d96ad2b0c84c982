//! Builds a hand by the learned value: trump, the throw, keep or reject, the pick.

use crate::cards::{Card, Cards, Suit};
use crate::net::{Features, Layer, Net, OUTPUTS};
use crate::view::{View, ME, THEM};

/// What each outcome is worth, from a lost kot to a won one.
pub type Stakes = [f32; OUTPUTS];

pub fn worth(outcomes: &Layer<OUTPUTS>, stakes: &Stakes) -> f32 {
    outcomes.iter().zip(stakes).map(|(likely, stake)| likely * stake).sum()
}

/// Each trump and throw with its value.
pub fn openings(net: &Net, view: &View, stakes: &Stakes) -> Vec<((Suit, Cards), f32)> {
    let mut found = Vec::with_capacity(80);
    for trump in 0..4 {
        let view = View { trump, ..*view };
        for count in [2, 3] {
            let threw = [count, 5 - count];
            let throws = throws(net, &View { threw, ..view }, count, stakes);
            found.extend(throws.into_iter().map(|(thrown, value)| ((trump, thrown), value)));
        }
    }
    found
}

/// Each way to answer hakem's throw.
pub fn answers(net: &Net, view: &View, stakes: &Stakes) -> Vec<(Cards, f32)> {
    let count = 5 - view.threw[THEM];
    throws(net, &View { threw: [count, view.threw[THEM]], ..*view }, count, stakes)
}

fn throws(net: &Net, view: &View, count: usize, stakes: &Stakes) -> Vec<(Cards, f32)> {
    debug_assert_eq!(view.threw[ME], count);
    let value = |thrown| {
        let features = Features::of(view).with(view.hand.minus(thrown), thrown);
        worth(&net.evaluate(&features), stakes)
    };
    view.hand.subsets(count).map(|thrown| (thrown, value(thrown))).collect()
}

/// The values of keeping the card offered, and of rejecting it.
pub fn draw(net: &Net, view: &View, stakes: &Stakes) -> [f32; 2] {
    let features = Features::of(view);
    let keep = features.with(view.hand.or(view.offered), view.gone);
    let reject = Features { gone: view.gone.or(view.offered), ..features };
    let (mut sum, mut count) = (0.0, 0.0);
    for outcomes in net.with_each(&reject, view.unseen()) {
        sum += worth(&outcomes, stakes);
        count += 1.0;
    }
    [worth(&net.evaluate(&keep), stakes), sum / count]
}

/// Each of both last cards with the value of taking it.
pub fn picks(net: &Net, view: &View, stakes: &Stakes) -> Vec<(Card, f32)> {
    let value = |card| {
        let gone = view.gone.or(view.offered.without(card));
        let features = Features::of(view).with(view.hand.with(card), gone);
        worth(&net.evaluate(&features), stakes)
    };
    view.offered.into_iter().map(|card| (card, value(card))).collect()
}

/// The choice of the highest value; of equal ones the first.
pub fn best<T: Copy>(choices: &[(T, f32)]) -> T {
    let mut best = choices[0];
    for &choice in &choices[1..] {
        if choice.1 > best.1 {
            best = choice;
        }
    }
    best.0
}
