//! What the player thinks of each legal action, for who asks: points of the deal, and how sure it is.

use std::fmt::Write;

use crate::building::{self, Outlook};
use crate::cards::Cards;
use crate::deal::{Phase, OUTCOMES};
use crate::ostad::{net, Ostad};
use crate::view::View;
use crate::wire;
use hokm_kit::{Action, Choice};

/// How wrong the learned value is of a difference between two choices, in points: a standard error.
const BUILDING_DOUBT: f32 = 0.05;
/// Characters that a note may have.
const NOTE: usize = 280;

/// Expected points of each action, own less the other's, and the standard error of the difference to
/// the best of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Values {
    pub points: Vec<f32>,
    pub errors: Vec<f32>,
}

impl Values {
    /// Of legal actions of one phase, in their order.
    pub fn new(ostad: &mut Ostad, view: &View, phase: Phase, legal: &[Action]) -> Self {
        if phase == Phase::Play {
            return Self::of_play(ostad, view, legal);
        }
        let points: Vec<f32> = outlooks(view, phase, legal)
            .iter()
            .map(|outlook| expected(ostad, view, outlook))
            .collect();
        let best = first_best(&points);
        let doubt = |place| if place == best { 0.0 } else { BUILDING_DOUBT };
        Self { errors: (0..points.len()).map(doubt).collect(), points }
    }

    fn of_play(ostad: &mut Ostad, view: &View, legal: &[Action]) -> Self {
        let prospects = ostad.prospects(view);
        let outlooks = prospects.outlooks();
        let place_of = |action: &Action| {
            let Action::Play(card) = action else { return 0 };
            outlooks.iter().position(|(known, _)| *known == wire::card(*card)).unwrap_or(0)
        };
        let places: Vec<usize> = legal.iter().map(place_of).collect();
        let points: Vec<f32> =
            places.iter().map(|&place| expected(ostad, view, &outlooks[place].1)).collect();
        let best = places[first_best(&points)];
        Self { errors: places.iter().map(|&place| prospects.doubt(best, place)).collect(), points }
    }

    /// As a note, `{"v":[…],"e":[…]}`; none if it has no room.
    pub fn note(&self) -> Option<String> {
        let mut note = String::new();
        for (key, numbers) in [("{\"v\"", &self.points), (",\"e\"", &self.errors)] {
            let texts: Vec<String> = numbers.iter().map(|number| rounded(*number)).collect();
            write!(note, "{key}:[{}]", texts.join(",")).expect("text can be written");
        }
        note.push('}');
        (note.len() <= NOTE).then_some(note)
    }
}

/// Two decimals, and no minus before nothing.
fn rounded(number: f32) -> String {
    format!("{:.2}", (number * 100.0).round() / 100.0 + 0.0)
}

fn first_best(points: &[f32]) -> usize {
    (1..points.len()).fold(0, |best, place| if points[place] > points[best] { place } else { best })
}

fn expected(ostad: &Ostad, view: &View, outlook: &Outlook) -> f32 {
    let rules = ostad.standing.rules();
    let points = |outcome| rules.points(outcome, view.hakem) as f32;
    OUTCOMES.iter().zip(outlook).map(|(&outcome, likely)| likely * points(outcome)).sum()
}

/// What each action in building leads to.
fn outlooks(view: &View, phase: Phase, legal: &[Action]) -> Vec<Outlook> {
    fn find<T: PartialEq>(known: &[(T, Outlook)], wanted: T) -> Outlook {
        known.iter().find(|(choice, _)| *choice == wanted).map_or([0.0; 4], |(_, outlook)| *outlook)
    }
    let openings = if phase == Phase::Open { building::openings(net(), view) } else { vec![] };
    let answers: Vec<(Cards, Outlook)> =
        if phase == Phase::Throw { building::answers(net(), view) } else { vec![] };
    let draws = if phase == Phase::Draw { building::draws(net(), view).to_vec() } else { vec![] };
    let picks = if phase == Phase::Pick { building::picks(net(), view) } else { vec![] };
    let outlook = |action: &Action| match action {
        Action::Open { trump, throw } => find(&openings, (wire::suit(*trump), wire::cards(throw))),
        Action::Throw(throw) => find(&answers, wire::cards(throw)),
        Action::Draw(choice) => find(&draws, *choice == Choice::Keep),
        Action::Pick(card) => find(&picks, wire::card(*card)),
        Action::Play(_) | Action::Concede => [0.0; 4],
    };
    legal.iter().map(outlook).collect()
}
