//! The solver against minimax in its plainest form, which tries every line of play and knows the rules
//! on its own.

mod common;

use common::Chance;
use hokm_solver::{Card, Ending, Hand, Outcome, Solver};

/// Cards of both hands, the seat to act first, and the lead if that was made.
#[derive(Clone)]
struct Plain {
    hand: Vec<Card>,
    other: Vec<Card>,
    lead: Option<Card>,
    trump: usize,
}

impl Plain {
    fn of(ending: &Ending) -> Self {
        let [hand, other] = [ending.turn, 1 - ending.turn].map(|seat| ending.hands[seat].collect());
        Self { hand, other, lead: ending.lead, trump: ending.trump }
    }

    fn legal(&self) -> Vec<Card> {
        let follows = |card: &&Card| self.lead.is_some_and(|lead| card.suit() == lead.suit());
        let following: Vec<Card> = self.hand.iter().filter(follows).copied().collect();
        if following.is_empty() {
            self.hand.clone()
        } else {
            following
        }
    }

    /// What comes after a card, and whether the seat that played it has taken the trick: `None` if it
    /// led. The seat to act then is the other one, unless the trick was taken.
    fn play(&self, card: Card) -> (Self, Option<bool>) {
        let hand: Vec<Card> = self.hand.iter().filter(|each| **each != card).copied().collect();
        let (other, trump) = (self.other.clone(), self.trump);
        let Some(lead) = self.lead else {
            return (Self { hand: other, other: hand, lead: Some(card), trump }, None);
        };
        let takes = match card.suit() == lead.suit() {
            true => card.rank() > lead.rank(),
            false => card.suit() == trump,
        };
        let next = if takes { (hand, other) } else { (other, hand) };
        (Self { hand: next.0, other: next.1, lead: None, trump }, Some(takes))
    }

    /// Tricks of the seat to act.
    fn tricks(&self) -> u32 {
        self.legal().into_iter().map(|card| self.tricks_by(card)).max().unwrap_or(0)
    }

    fn tricks_by(&self, card: Card) -> u32 {
        match self.play(card) {
            (next, Some(true)) => 1 + next.tricks(),
            // The other acts next, and what it does not take is left to this seat.
            (next, Some(false)) => self.hand.len() as u32 - 1 - next.tricks(),
            (next, None) => self.hand.len() as u32 - next.tricks(),
        }
    }

    /// Whether the deal ends like that or better for the seat to act, with so many tricks taken by it
    /// and by the other.
    fn reaches(&self, goal: Outcome, taken: [u32; 2]) -> bool {
        match taken {
            [7, 0] => true,
            [7, _] => goal <= Outcome::Won,
            [0, 7] => goal == Outcome::KotLost,
            [_, 7] => goal <= Outcome::Lost,
            [1..=6, _] if goal == Outcome::Lost => true,
            [_, 1..=6] if goal == Outcome::KotWon => false,
            _ => self.legal().into_iter().any(|card| self.reaches_by(card, goal, taken)),
        }
    }

    fn reaches_by(&self, card: Card, goal: Outcome, [mine, theirs]: [u32; 2]) -> bool {
        // The other keeps this seat from it by something that is better for the other.
        let prevention = match goal {
            Outcome::KotLost => return true,
            Outcome::Lost => Outcome::KotWon,
            Outcome::Won => Outcome::Won,
            Outcome::KotWon => Outcome::Lost,
        };
        match self.play(card) {
            (next, Some(true)) => next.reaches(goal, [mine + 1, theirs]),
            (next, Some(false)) => !next.reaches(prevention, [theirs + 1, mine]),
            (next, None) => !next.reaches(prevention, [theirs, mine]),
        }
    }
}

const OUTCOMES: [Outcome; 4] = [Outcome::KotLost, Outcome::Lost, Outcome::Won, Outcome::KotWon];

fn assert_tricks(solver: &mut Solver, ending: &Ending) {
    let plain = Plain::of(ending);
    let expected: Vec<_> =
        plain.legal().into_iter().map(|card| (card, plain.tricks_by(card))).collect();
    assert_eq!(solver.tricks_by_card(ending), expected, "{ending:?}");
    let best = expected.iter().map(|(_, tricks)| *tricks).max();
    assert_eq!(Some(solver.tricks(ending)), best, "{ending:?}");
}

#[test]
fn every_ending_of_up_to_four_tricks_is_worth_what_minimax_says() {
    let mut solver = Solver::default();
    let mut endings = 0;
    for count in 1..=4 {
        // So many cards of each suit, as only their order matters, and every way to share them out.
        for lengths in 0..9usize.pow(4) {
            let lengths = [1, 9, 81, 729].map(|place| lengths / place % 9);
            if lengths.iter().sum::<usize>() != 2 * count {
                continue;
            }
            let cards: Vec<Card> = (0..4)
                .flat_map(|suit| (0..lengths[suit]).map(move |rank| Card::new(suit, rank)))
                .collect();
            for owners in (0..1u32 << cards.len()).filter(|all| all.count_ones() == count as u32) {
                let held = |by| {
                    let own = cards.iter().enumerate().filter(|(i, _)| owners >> i & 1 == by);
                    own.map(|(_, card)| *card).collect::<Hand>()
                };
                let ending = Ending { hands: [held(1), held(0)], trump: 0, turn: 0, lead: None };
                assert_tricks(&mut solver, &ending);
                endings += 1;
            }
        }
    }
    assert_eq!(endings, 10 * 2 + 35 * 6 + 84 * 20 + 165 * 70);
}

#[test]
fn longer_endings_before_and_behind_a_lead_are_too() {
    let mut chance = Chance(1);
    let mut solver = Solver::default();
    for number in 0..2200 {
        assert_tricks(&mut solver, &chance.ending(if number < 2000 { 5 } else { 6 }));
    }
}

#[test]
fn a_deal_ends_as_minimax_says() {
    let mut chance = Chance(2);
    let mut solver = Solver::default();
    for number in 0..2000 {
        let left = 5 + number % 3;
        let ending = chance.ending(left);
        // From one short of winning for one seat to the same for the other.
        let first = chance.below(left) + 7 - left;
        assert_outcome(&mut solver, &ending, [first as u32, (13 - left - first) as u32], &OUTCOMES);
    }
}

#[test]
fn a_deal_ends_in_a_kot_when_minimax_says_so() {
    let mut chance = Chance(3);
    let mut solver = Solver::default();
    let mut kots = 0;
    for number in 0..3000 {
        let left = 8 + number % 3;
        let ending = chance.ending(left);
        let taken =
            if chance.below(2) == 0 { [13 - left as u32, 0] } else { [0, 13 - left as u32] };
        let kot = [Outcome::Lost, Outcome::KotWon];
        kots += u32::from(assert_outcome(&mut solver, &ending, taken, &kot));
    }
    assert!(kots > 300, "{kots}");
}

/// Compares the thresholds in `goals`; says whether the best is a kot.
fn assert_outcome(
    solver: &mut Solver,
    ending: &Ending,
    taken: [u32; 2],
    goals: &[Outcome],
) -> bool {
    let plain = Plain::of(ending);
    let by_turn = [taken[ending.turn], taken[1 - ending.turn]];
    let by_card = solver.outcomes_by_card(ending, taken);
    assert!(by_card.iter().map(|(card, _)| *card).eq(plain.legal()));
    for (card, outcome) in &by_card {
        for goal in goals {
            let reaches = plain.reaches_by(*card, *goal, by_turn);
            assert_eq!(outcome >= goal, reaches, "{card} {goal:?} {ending:?} {taken:?}");
        }
    }
    let best = solver.outcome(ending, taken);
    assert_eq!(Some(best), by_card.iter().map(|(_, outcome)| *outcome).max());
    best == Outcome::KotWon || best == Outcome::KotLost
}
