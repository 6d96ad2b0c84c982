//! What a choice in building a hand leads to, by the learned value: trump, the throw, keep or reject,
//! the pick.

use crate::cards::{Card, Cards, Suit};
use crate::net::{Features, Layer, Net, OUTPUTS};
use crate::view::{View, ME, THEM};

/// How likely each outcome is, from a lost kot to a won one.
pub type Outlook = Layer<OUTPUTS>;

/// What each outcome is worth.
pub type Stakes = [f32; OUTPUTS];

pub fn worth(outlook: &Outlook, stakes: &Stakes) -> f32 {
    outlook.iter().zip(stakes).map(|(likely, stake)| likely * stake).sum()
}

/// Each trump and throw.
pub fn openings(net: &Net, view: &View) -> Vec<((Suit, Cards), Outlook)> {
    let mut found = Vec::with_capacity(80);
    for trump in 0..4 {
        for count in [2, 3] {
            let view = View { trump, threw: [count, 5 - count], ..*view };
            let throws = throws(net, &view).into_iter();
            found.extend(throws.map(|(thrown, outlook)| ((trump, thrown), outlook)));
        }
    }
    found
}

/// Each way to answer hakem's throw.
pub fn answers(net: &Net, view: &View) -> Vec<(Cards, Outlook)> {
    throws(net, &View { threw: [5 - view.threw[THEM], view.threw[THEM]], ..*view })
}

fn throws(net: &Net, view: &View) -> Vec<(Cards, Outlook)> {
    let features = Features::of(view);
    let outlook = |thrown| net.evaluate(&features.with(view.hand.minus(thrown), thrown));
    view.hand.subsets(view.threw[ME]).map(|thrown| (thrown, outlook(thrown))).collect()
}

/// To keep the card offered (`true`), and to reject it.
pub fn draws(net: &Net, view: &View) -> [(bool, Outlook); 2] {
    let features = Features::of(view);
    let kept = net.evaluate(&features.with(view.hand.or(view.offered), view.gone));
    let rejected = Features { gone: view.gone.or(view.offered), ..features };
    let unseen = view.unseen();
    let mut mean = [0.0; OUTPUTS];
    for outlook in net.with_each(&rejected, unseen) {
        mean.iter_mut().zip(outlook).for_each(|(sum, term)| *sum += term / unseen.len() as f32);
    }
    [(true, kept), (false, mean)]
}

/// Each of both last cards.
pub fn picks(net: &Net, view: &View) -> Vec<(Card, Outlook)> {
    let features = Features::of(view);
    let outlook = |card| {
        let gone = view.gone.or(view.offered.without(card));
        net.evaluate(&features.with(view.hand.with(card), gone))
    };
    view.offered.into_iter().map(|card| (card, outlook(card))).collect()
}

/// The choice that is worth most; of equal ones the first.
pub fn best<T: Copy>(choices: &[(T, Outlook)], stakes: &Stakes) -> (T, Outlook) {
    let mut best = choices[0];
    for choice in &choices[1..] {
        if worth(&choice.1, stakes) > worth(&best.1, stakes) {
            best = *choice;
        }
    }
    best
}
