//! What the other seat may hold: worlds drawn from everything public.
//!
//! Every card whose place is not known lies in a *slot*: dealt and held on to, thrown, kept, rejected,
//! taken unseen and so on. All ways to fill the slots are as likely as the shuffle makes them, times how
//! likely the other seat would then have done what it did, be it a player of one kind or of another
//! (`model`). A Markov chain exchanges cards between slots (Metropolis et al. 1953), and every so often
//! what it has come to is a world.

use crate::cards::{Card, Cards};
use crate::chance::Chance;
use crate::model::{self, ByKind, Habits};
use crate::past::History;
use crate::slots::{slots, Sets, Slot};
use crate::view::View;

/// Exchanges tried before the first world.
const SETTLE: usize = 600;
/// Exchanges tried between two worlds.
const APART: usize = 12;

/// What the other seat may hold, and what kind of player it then is.
#[derive(Clone, Copy, Debug)]
pub struct World {
    /// Its hand now.
    pub hand: Cards,
    /// What it saw go out of the deal.
    pub gone: Cards,
    /// How likely it is of each kind.
    pub kinds: ByKind,
}

/// The chain.
pub struct Belief<'a> {
    view: &'a View,
    habits: Habits,
    history: History,
    /// What lies in each slot.
    places: Vec<(Slot, Card)>,
    sets: Sets,
    likely: Likely,
    chance: Chance,
}

/// How likely the other seat did what it did, of the cards where they are.
#[derive(Clone, Copy, Debug)]
struct Likely {
    /// At its turns, for each kind.
    draws: ByKind,
    /// Trump, the throw and the pick.
    choices: f64,
    /// In play, for each kind.
    plays: ByKind,
    /// All of it.
    sum: f64,
}

impl Likely {
    fn kinds(&self) -> ByKind {
        let each = model::PRIOR;
        std::array::from_fn(|kind| each[kind] * self.draws[kind] * self.plays[kind])
    }

    fn add_up(&mut self) {
        self.sum = self.choices * self.kinds().iter().sum::<f64>();
    }
}

impl<'a> Belief<'a> {
    /// For the phase of play.
    pub fn new(view: &'a View, mut chance: Chance) -> Self {
        let history = History::new(view);
        let mut unseen: Vec<Card> = view.unseen().into_iter().collect();
        chance.shuffle(&mut unseen);
        // What was played was held: begin with it in the hand.
        let mut cards: Vec<Card> = history.cards().into_iter().collect();
        cards.append(&mut unseen);
        let mut slots = slots(view);
        slots.resize(cards.len(), Slot::FaceDown);
        slots.sort_by_key(|slot| !slot.in_hand());
        let places: Vec<_> = slots.into_iter().zip(cards).collect();
        let mut sets = Sets::default();
        places.iter().for_each(|&(slot, card)| sets.add(slot, card));

        let habits = Habits::new(view.trump);
        let mut likely = Likely {
            draws: habits.likelihood(sets.of(Slot::Kept), sets.of(Slot::Rejected)),
            choices: model::choices(&sets, view.trump, !view.hakem),
            plays: history.likelihood(sets.hand(), sets.gone()),
            sum: 0.0,
        };
        likely.add_up();
        let mut belief = Self { view, habits, history, places, sets, likely, chance };
        belief.run(SETTLE);
        belief
    }

    /// The next world.
    pub fn world(&mut self) -> World {
        self.run(APART);
        let mut kinds = self.likely.kinds();
        let total: f64 = kinds.iter().sum();
        kinds.iter_mut().for_each(|share| *share /= total);
        let hand = self.sets.hand().minus(self.history.cards());
        World { hand, gone: self.sets.gone(), kinds }
    }

    fn run(&mut self, exchanges: usize) {
        for _ in 0..exchanges {
            let one = self.chance.below(self.places.len());
            let other = self.chance.below(self.places.len());
            self.try_exchange(one, other);
        }
    }

    /// Exchanges what lies in two slots, unless that makes what was done too unlikely.
    fn try_exchange(&mut self, one: usize, other: usize) {
        let ((a, card), (b, with)) = (self.places[one], self.places[other]);
        if a == b {
            return;
        }
        let played = self.history.cards();
        let moves_hand = a.in_hand() != b.in_hand();
        if moves_hand && (a.in_hand() && played.has(card) || b.in_hand() && played.has(with)) {
            return;
        }
        let mut sets = self.sets;
        sets.exchange((a, card), (b, with));
        let mut likely = self.likely;
        if a.is_chosen() || b.is_chosen() {
            likely.choices = model::choices(&sets, self.view.trump, !self.view.hakem);
        }
        self.habits.exchange(&mut likely.draws, a, card, with);
        self.habits.exchange(&mut likely.draws, b, with, card);
        let least = self.likely.sum * f64::from(self.chance.unit());
        if moves_hand || a.is_seen() != b.is_seen() {
            // No way to play is more likely than certain: often that is too little already.
            likely.plays = model::ANY;
            likely.add_up();
            if likely.sum <= least {
                return;
            }
            likely.plays = self.history.likelihood(sets.hand(), sets.gone());
        }
        likely.add_up();
        if likely.sum > least {
            (self.sets, self.likely) = (sets, likely);
            self.places[one].1 = with;
            self.places[other].1 = card;
        }
    }
}
