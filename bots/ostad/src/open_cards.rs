//! What each card is worth if both hands are seen: the solver's word, card by card.

use hokm_solver::{Ending, Hand, Solver};

use crate::belief::World;
use crate::cards::{Card, Cards};
use crate::deal::{Outcome, OUTCOMES};
use crate::view::View;

/// How the deal ends, and how many of the tricks left are taken, after each legal card of the view, from
/// the lowest to the highest.
pub fn solve(solver: &mut Solver, view: &View, world: &World) -> Vec<(Outcome, u32)> {
    let hands = [hand(view.hand), hand(world.hand)];
    let ending = Ending { hands, trump: view.trump, turn: 0, lead: view.lead.map(card) };
    let outcomes = solver.outcomes_by_card(&ending, view.tricks.map(u32::from));
    let tricks = solver.tricks_by_card(&ending);
    let find = |wanted: Card| {
        let place = outcomes.iter().position(|(found, _)| *found == card(wanted));
        let place = place.expect("the solver knows what is legal");
        (OUTCOMES[outcomes[place].1 as usize], tricks[place].1)
    };
    view.legal().into_iter().map(find).collect()
}

fn card(card: Card) -> hokm_solver::Card {
    hokm_solver::Card::new(card.suit(), card.rank())
}

fn hand(cards: Cards) -> Hand {
    let mut hand = Hand::default();
    cards.into_iter().for_each(|each| hand.insert(card(each)));
    hand
}
