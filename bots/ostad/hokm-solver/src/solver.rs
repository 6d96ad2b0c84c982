//! What a bot asks.

use crate::cards::Card;
use crate::ending::{Ending, TO_WIN};
use crate::position::Place;
use crate::root::Root;
use crate::search::Search;

/// Places of the table; 16 bytes each are 1 MiB, which stays in the cache of most processors.
const TABLE_BITS: u32 = 16;

/// How a deal ends for a seat; the later the better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    /// The other seat takes seven tricks before this one takes any.
    KotLost,
    /// The other seat is the first to take seven.
    Lost,
    /// This seat is the first to take seven.
    Won,
    /// This seat takes seven before the other takes any.
    KotWon,
}

/// Says what becomes of endings in which both hands are seen and both seats play as well as they can.
///
/// One solver is best kept for all endings: it remembers positions, and they come again. What it
/// answers does not depend on what it was asked before.
pub struct Solver {
    search: Search,
}

impl Default for Solver {
    fn default() -> Self {
        Self { search: Search::new(TABLE_BITS) }
    }
}

impl Solver {
    /// How many tricks the seat to act takes of those left, the one on the table among them.
    pub fn tricks(&mut self, ending: &Ending) -> u32 {
        let root = Root::new(ending);
        self.most(&root, &root.choices(), root.left / 2)
    }

    /// The same if the seat plays this card now, for each that is legal.
    pub fn tricks_by_card(&mut self, ending: &Ending) -> Vec<(Card, u32)> {
        let root = Root::new(ending);
        let mut guess = root.left / 2;
        by_card(ending, &root, |card| {
            guess = self.most(&root, &[card], guess);
            guess
        })
    }

    /// How the deal ends for the seat to act.
    ///
    /// `taken` are the tricks of the seats so far; with those left they have to make 13.
    pub fn outcome(&mut self, ending: &Ending, taken: [u32; 2]) -> Outcome {
        let root = Root::new(ending);
        self.best(&root, &root.choices(), by_turn(ending, taken))
    }

    /// The same if the seat plays this card now, for each that is legal.
    pub fn outcomes_by_card(&mut self, ending: &Ending, taken: [u32; 2]) -> Vec<(Card, Outcome)> {
        let root = Root::new(ending);
        by_card(ending, &root, |card| self.best(&root, &[card], by_turn(ending, taken)))
    }

    /// The tricks to be had by one of these cards. Neighbouring numbers are asked about until one is
    /// possible and the next is not: the guess is rarely far off.
    fn most(&mut self, root: &Root, cards: &[Place], guess: u32) -> u32 {
        let mut takes = |goal| cards.iter().any(|card| root.takes(&mut self.search, *card, goal));
        let mut most = guess;
        if takes(most) {
            while most < root.left && takes(most + 1) {
                most += 1;
            }
        } else {
            most -= 1;
            while !takes(most) {
                most -= 1;
            }
        }
        most
    }

    /// The best outcome to be had by one of these cards, with so many tricks taken before by the seat
    /// to act and by the other.
    fn best(&mut self, root: &Root, cards: &[Place], [mine, theirs]: [u32; 2]) -> Outcome {
        let search = &mut self.search;
        let (my_goal, their_goal) = (TO_WIN - mine, TO_WIN - theirs);
        if cards.iter().any(|card| root.takes(search, *card, my_goal)) {
            let kot = theirs == 0 && cards.iter().any(|card| root.sweeps(search, *card, my_goal));
            if kot {
                Outcome::KotWon
            } else {
                Outcome::Won
            }
        } else {
            let kot =
                mine == 0 && cards.iter().all(|card| root.is_swept(search, *card, their_goal));
            if kot {
                Outcome::KotLost
            } else {
                Outcome::Lost
            }
        }
    }
}

/// The seat to act first.
fn by_turn(ending: &Ending, taken: [u32; 2]) -> [u32; 2] {
    [taken[ending.turn], taken[1 - ending.turn]]
}

/// What each legal card is worth; cards that are next to each other are worth the same.
fn by_card<Worth: Copy>(
    ending: &Ending,
    root: &Root,
    mut worth: impl FnMut(Place) -> Worth,
) -> Vec<(Card, Worth)> {
    let mut last: Option<(Place, Worth)> = None;
    let each = ending.legal().map(|card| {
        let place = root.place(ending, card);
        let worth = match last {
            Some((below, same)) if place.is_just_above(below) => same,
            _ => worth(place),
        };
        last = Some((place, worth));
        (card, worth)
    });
    each.collect()
}
