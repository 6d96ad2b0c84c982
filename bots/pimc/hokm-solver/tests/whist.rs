//! What has been published about whist for two with all cards seen.

mod common;

use common::Chance;
use hokm_solver::{Card, Ending, Hand, Solver};

/// All cards in one suit, ranks by place from 0; the same whichever suit is trump.
fn single_suit(hand: &[usize], other: &[usize], turn: usize) -> Ending {
    let cards = |ranks: &[usize]| ranks.iter().map(|rank| Card::new(1, *rank)).collect();
    Ending { hands: [cards(hand), cards(other)], trump: 0, turn, lead: None }
}

/// Tricks of seat 0.
fn tricks(solver: &mut Solver, ending: &Ending) -> u32 {
    let left = ending.hands[0].len() as u32;
    let tricks = solver.tricks(ending);
    if ending.turn == 0 {
        tricks
    } else {
        left - tricks
    }
}

/// J. Kahn, J. C. Lagarias, H. S. Witsenhausen, "Single-suit two-person card play II. Dominance", Order 5
/// (1988): of four cards, {4, 1} and {3, 2} "both take one trick independent of the lead or how the
/// hands are played".
#[test]
fn of_four_cards_the_outer_two_and_the_inner_two_take_one_trick_each() {
    let mut solver = Solver::default();
    for (hand, other) in [([3, 0], [2, 1]), ([2, 1], [3, 0])] {
        for turn in 0..2 {
            let ending = single_suit(&hand, &other, turn);
            let by_card = solver.tricks_by_card(&ending);
            assert_eq!(by_card.iter().map(|(_, tricks)| *tricks).collect::<Vec<_>>(), [1, 1]);
            for (lead, _) in by_card {
                let mut answered = ending;
                answered.play(lead);
                assert!(solver.tricks_by_card(&answered).iter().all(|(_, tricks)| *tricks == 1));
            }
        }
    }
}

/// The main result of the same article: with any other cards above and below those four, whoever leads,
/// {4, 1} is worth at least as much as {3, 2}.
#[test]
fn among_any_other_cards_the_outer_two_are_no_worse_than_the_inner_two() {
    let mut chance = Chance(4);
    let mut solver = Solver::default();
    let mut better = 0;
    for number in 0..4000 {
        let others = 1 + number % 4;
        let below = chance.below(2 * others + 1);
        let places: Hand =
            (0..below).chain(below + 4..2 * others + 4).map(|rank| Card::new(1, rank)).collect();
        let mine = chance.some(places, others);
        let ranks = |hand: Hand, more: [usize; 2]| -> Vec<usize> {
            hand.map(Card::rank).chain(more.map(|rank| below + rank)).collect()
        };
        let theirs = places.without(mine);
        for turn in 0..2 {
            let outer = single_suit(&ranks(mine, [3, 0]), &ranks(theirs, [2, 1]), turn);
            let inner = single_suit(&ranks(mine, [2, 1]), &ranks(theirs, [3, 0]), turn);
            let [outer, inner] = [outer, inner].map(|ending| tricks(&mut solver, &ending));
            assert!(outer >= inner, "{mine} {theirs} {below} {turn}");
            better += u32::from(outer > inner);
        }
    }
    assert!(better > 0);
}

/// The tenace, as in R. F. Foster, "Complete Hoyle" (1897): with ace and queen against king and knave,
/// whoever need not lead gains a trick by it.
#[test]
fn who_leads_from_a_tenace_loses_a_trick() {
    let mut solver = Solver::default();
    let (major, minor) = ([12, 10], [11, 9]);
    assert_eq!(tricks(&mut solver, &single_suit(&major, &minor, 0)), 1);
    assert_eq!(tricks(&mut solver, &single_suit(&major, &minor, 1)), 2);
}
