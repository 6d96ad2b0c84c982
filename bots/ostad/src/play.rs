//! What each card that may be played leads to, on the average over worlds.
//!
//! In a world in which the other seat goes by rules of thumb the best against these counts; in one in
//! which it looks further, what both hands are worth when they are seen. Each kind counts as likely as
//! it is.

use std::time::{Duration, Instant};

use hokm_solver::Solver;

use crate::belief::Belief;
use crate::building::{worth, Outlook, Stakes};
use crate::cards::Card;
use crate::chance::{mix, Chance};
use crate::deal::{Outcome, OUTCOMES};
use crate::model;
use crate::open_cards;
use crate::search::Search;
use crate::standing::Standing;
use crate::tally::Tally;
use crate::view::View;

/// The worth of a trick to spare, in units of the stakes' range.
const SPARE: f32 = 0.003;

/// How much is thought about a card.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Worlds drawn.
    pub worlds: usize,
    /// Iterations of the tree search for each card, in each world where they are made.
    pub repeats: usize,
    /// How many worlds are solved at most.
    pub solved: usize,
    /// When to stop in any case.
    pub time: Duration,
}

impl Default for Effort {
    fn default() -> Self {
        Self { worlds: 800, repeats: 3, solved: 60, time: Duration::from_millis(500) }
    }
}

impl Effort {
    /// For who asks what every card is worth.
    pub fn thorough() -> Self {
        Self { worlds: 2000, repeats: 3, solved: 120, ..Self::default() }
    }
}

/// What the legal cards lead to.
pub struct Prospects {
    cards: Vec<Card>,
    /// How likely it is that the other seat goes by rules of thumb.
    by_thumb: f32,
    searched: Tally,
    solved: Tally,
    /// Tricks to spare, by card.
    tricks: Vec<f32>,
}

impl Prospects {
    /// Thinks about the card to play.
    pub fn new(view: &View, standing: &Standing, effort: &Effort, solver: &mut Solver) -> Self {
        let (rules, stakes) = (standing.rules(), standing.stakes(view));
        let began = Instant::now();
        let mut chance = Chance::new(seed(view));
        let mut belief = Belief::new(view, Chance::new(chance.bits()));
        let mut search = Search::new(view, stakes, Chance::new(chance.bits()));
        let cards: Vec<Card> = view.legal().into_iter().collect();
        let points = OUTCOMES.map(|outcome| rules.points(outcome, view.hakem) as f32);
        let mut found = Self {
            by_thumb: 0.0,
            searched: Tally::new(cards.len(), points),
            solved: Tally::new(cards.len(), points),
            tricks: vec![0.0; cards.len()],
            cards,
        };
        let mut drawn = 0;
        while drawn < effort.worlds && began.elapsed() < effort.time {
            let world = belief.world();
            let by_thumb = model::thumb_share(&world.kinds) as f32;
            drawn += 1;
            found.by_thumb += (by_thumb - found.by_thumb) / drawn as f32;
            if chance.unit() < by_thumb {
                let each: Vec<Vec<Outcome>> = (0..found.cards.len())
                    .map(|place| {
                        (0..effort.repeats).map(|_| search.iterate(&world, place)).collect()
                    })
                    .collect();
                found.searched.add(each.iter().map(Vec::as_slice));
            } else if found.solved.worlds() * effort.worlds <= drawn * effort.solved {
                // Spread over all that are drawn: neighbours in the chain are alike.
                let each = open_cards::solve(solver, view, &world);
                let outcomes: Vec<[Outcome; 1]> =
                    each.iter().map(|(outcome, _)| [*outcome]).collect();
                found.solved.add(outcomes.iter().map(<[Outcome; 1]>::as_slice));
                for (sum, (_, tricks)) in found.tricks.iter_mut().zip(each) {
                    *sum += tricks as f32;
                }
            }
        }
        found
    }

    /// How much what was searched counts, and what was solved.
    fn shares(&self) -> [f32; 2] {
        match (self.searched.worlds(), self.solved.worlds()) {
            (_, 0) => [1.0, 0.0],
            (0, _) => [0.0, 1.0],
            _ => [self.by_thumb, 1.0 - self.by_thumb],
        }
    }

    fn outlook(&self, place: usize) -> Outlook {
        let [searched, solved] = [self.searched.outlook(place), self.solved.outlook(place)];
        let [much, rest] = self.shares();
        std::array::from_fn(|outcome| much * searched[outcome] + rest * solved[outcome])
    }

    /// Each legal card with how likely each outcome is, from the lowest card to the highest.
    pub fn outlooks(&self) -> Vec<(Card, Outlook)> {
        self.cards.iter().enumerate().map(|(place, &card)| (card, self.outlook(place))).collect()
    }

    /// The standard error, in points, of the difference between two cards.
    pub fn doubt(&self, one: usize, other: usize) -> f32 {
        let [much, rest] = self.shares();
        let searched = much * much * self.searched.doubt(one, other);
        (searched + rest * rest * self.solved.doubt(one, other)).sqrt()
    }

    /// The card that is worth most; of equal ones the lowest.
    pub fn best(&self, stakes: &Stakes) -> Card {
        let spare = SPARE * (stakes[3] - stakes[0]) / self.solved.worlds().max(1) as f32;
        let worth = |place: usize| worth(&self.outlook(place), stakes) + spare * self.tricks[place];
        let better =
            |best: usize, place: usize| if worth(place) > worth(best) { place } else { best };
        self.cards[(1..self.cards.len()).fold(0, better)]
    }
}

/// Of what the seat knows: the same decision is always thought about in the same way.
fn seed(view: &View) -> u64 {
    let start = mix(view.hand.0 ^ view.gone.0.rotate_left(1));
    view.plays.iter().fold(start, |sum, play| mix(sum ^ (play.card.index() as u64 + 1)))
}
