//! What the other seat may hold: worlds drawn from everything public.
//!
//! Every card whose place is not known stands in a *slot*: dealt and kept, dealt and thrown, kept or
//! rejected at a turn, taken unseen, picked or passed over, or face down. All ways to fill the slots
//! are as likely as the shuffle makes them, times how likely the other would then have done what it
//! did. A Markov chain exchanges cards between slots (Metropolis), and every so often what it has
//! come to is a world.

use crate::cards::{Card, Cards};
use crate::chance::Chance;
use crate::model::{self, ByKind, Habits, KINDS};
use crate::table::Table;
use crate::view::{View, ME, THEM};

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

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Slot {
    Dealt,
    Thrown,
    Kept,
    Rejected,
    Taken,
    Picked,
    Passed,
    FaceDown,
}

impl Slot {
    fn in_hand(self) -> bool {
        matches!(self, Self::Dealt | Self::Kept | Self::Taken | Self::Picked)
    }

    /// Out of the deal, and the other seat has seen it.
    fn is_gone(self) -> bool {
        matches!(self, Self::Thrown | Self::Rejected | Self::Passed)
    }

    /// Chosen among others: what is likely depends on them.
    fn is_chosen(self) -> bool {
        matches!(self, Self::Dealt | Self::Thrown | Self::Picked | Self::Passed)
    }
}

/// The chain. It begins anywhere and forgets it.
pub struct Belief<'a> {
    view: &'a View,
    slots: Vec<Slot>,
    cards: Vec<Card>,
    history: Vec<Past>,
    habits: Habits,
    /// Of the cards where they are.
    likely: Likely,
    chance: Chance,
}

/// Log-likelihood of what the other seat did, in parts, and how likely it is of each kind.
#[derive(Clone, Copy, Debug, Default)]
struct Likely {
    draws: ByKind,
    choices: f32,
    plays: ByKind,
    sum: f32,
    kinds: ByKind,
}

impl Likely {
    fn add_up(mut self) -> Self {
        let mut each = model::prior();
        for (kind, sum) in each.iter_mut().enumerate() {
            *sum += self.draws[kind] + self.plays[kind];
        }
        let top = each.iter().copied().fold(f32::MIN, f32::max);
        self.kinds = each.map(|sum| (sum - top).exp());
        let total: f32 = self.kinds.iter().sum();
        self.kinds.iter_mut().for_each(|share| *share /= total);
        self.sum = self.choices + top + total.ln();
        self
    }
}

/// The cards by slot.
#[derive(Default)]
struct Sets {
    dealt: Cards,
    thrown: Cards,
    kept: Cards,
    rejected: Cards,
    taken: Cards,
    picked: Cards,
    passed: Cards,
}

impl Sets {
    fn add(&mut self, slot: Slot, card: Card) {
        let set = match slot {
            Slot::Dealt => &mut self.dealt,
            Slot::Thrown => &mut self.thrown,
            Slot::Kept => &mut self.kept,
            Slot::Rejected => &mut self.rejected,
            Slot::Taken => &mut self.taken,
            Slot::Picked => &mut self.picked,
            Slot::Passed => &mut self.passed,
            Slot::FaceDown => return,
        };
        *set = set.with(card);
    }

    fn hand(&self) -> Cards {
        self.dealt.or(self.kept).or(self.taken).or(self.picked)
    }

    fn gone(&self) -> Cards {
        self.thrown.or(self.rejected).or(self.passed)
    }
}

/// A card that the other seat played, with what it knew then but for its own cards.
#[derive(Clone, Copy, Debug)]
struct Past {
    card: Card,
    lead: Option<Card>,
    /// Those it played then or later: it held them.
    later: Cards,
    /// Those that had been played by then.
    played: Cards,
    voids: u8,
}

const SETTLE: usize = 600;
/// Exchanges tried between two worlds.
const APART: usize = 12;

impl<'a> Belief<'a> {
    /// For the phase of play.
    pub fn new(view: &'a View, mut chance: Chance) -> Self {
        let history = history(view);
        let theirs: Cards = history.iter().map(|past| past.card).collect();
        let mut slots = slots(view);
        let mut unknown: Vec<Card> = view.unseen().into_iter().collect();
        let count = unknown.len() + theirs.len();
        slots.resize(count, Slot::FaceDown);
        // What was played was held: begin with it in the hand.
        slots.sort_by_key(|slot| !slot.in_hand());
        let mut cards: Vec<Card> = theirs.into_iter().collect();
        chance.shuffle(&mut unknown);
        cards.append(&mut unknown);
        let mut belief = Self {
            view,
            slots,
            cards,
            history,
            habits: Habits::new(view.trump),
            likely: Likely::default(),
            chance,
        };
        belief.likely = belief.likelihood(None);
        belief.run(SETTLE);
        belief
    }

    /// The next world.
    pub fn world(&mut self) -> World {
        self.run(APART);
        let mut sets = Sets::default();
        for (slot, &card) in self.slots.iter().zip(&self.cards) {
            sets.add(*slot, card);
        }
        let hand = sets.hand().minus(self.view.played());
        World { hand, gone: sets.gone(), kinds: self.likely.kinds }
    }

    fn run(&mut self, exchanges: usize) {
        let played: Cards = self.history.first().map_or(Cards::NONE, |past| past.later);
        for _ in 0..exchanges {
            let (one, other) =
                (self.chance.below(self.cards.len()), self.chance.below(self.cards.len()));
            let (a, b) = (self.slots[one], self.slots[other]);
            let leaves_hand = (a.in_hand() && !b.in_hand() && played.has(self.cards[one]))
                || (b.in_hand() && !a.in_hand() && played.has(self.cards[other]));
            if a == b || leaves_hand {
                continue;
            }
            self.cards.swap(one, other);
            let likely = self.likelihood(Some((a, b)));
            let ahead = likely.sum - self.likely.sum;
            if ahead >= 0.0 || self.chance.unit() < ahead.exp() {
                self.likely = likely;
            } else {
                self.cards.swap(one, other);
            }
        }
    }

    /// Log-likelihood of all that the other seat did, by parts, of which those are taken from
    /// `self.likely` that an exchange between two slots leaves as they are.
    fn likelihood(&self, exchanged: Option<(Slot, Slot)>) -> Likely {
        let touches = |of: fn(Slot) -> bool| exchanged.map_or(true, |(a, b)| of(a) || of(b));
        let mut likely = self.likely;
        let mut sets = Sets::default();
        for (slot, &card) in self.slots.iter().zip(&self.cards) {
            sets.add(*slot, card);
        }
        likely.draws = self.habits.draws(sets.kept, sets.rejected);
        if touches(Slot::is_chosen) {
            likely.choices = self.choices(&sets);
        }
        if touches(|slot| slot.in_hand() || slot.is_gone()) {
            likely.plays = self.plays(sets.hand(), sets.gone());
        }
        likely.add_up()
    }

    /// Of what it threw, named and picked.
    fn choices(&self, sets: &Sets) -> f32 {
        let trump = self.view.trump;
        let mut sum = model::thrown(sets.dealt, sets.thrown, trump);
        if !self.view.hakem {
            sum += model::named(sets.dealt.or(sets.thrown), trump);
        }
        if let (Some(picked), Some(passed)) = (sets.picked.lowest(), sets.passed.lowest()) {
            sum += model::preferred(picked, passed, trump);
        }
        sum
    }

    /// Log-likelihood of the cards played, for each kind.
    fn plays(&self, hand: Cards, gone: Cards) -> ByKind {
        let mut each = [1.0; KINDS];
        let played: Cards = self.history.first().map_or(Cards::NONE, |past| past.later);
        let now = hand.minus(played);
        let mut table = Table {
            trump: self.view.trump,
            hands: [Cards::NONE; 2],
            out: [Cards::NONE; 2],
            voids: [0; 2],
            tricks: [0; 2],
            lead: None,
            turn: THEM,
        };
        for past in &self.history {
            let held = now.or(past.later);
            table.hands[THEM] = held;
            table.out[THEM] = Cards::PACK.minus(held.or(gone).or(past.played));
            table.voids[THEM] = past.voids;
            table.lead = past.lead;
            let agrees = model::same(table.thumb(), past.card, &table);
            let legal = table.legal().len() as f32;
            let now = model::played(agrees, legal);
            each.iter_mut().zip(now).for_each(|(product, factor)| *product *= factor);
        }
        each.map(f32::ln)
    }
}

/// The slots that what the other seat did has made, but for those that nobody saw.
fn slots(view: &View) -> Vec<Slot> {
    let mut slots = Vec::with_capacity(40);
    let thrown = view.threw[THEM];
    slots.resize(5 - thrown, Slot::Dealt);
    slots.resize(5, Slot::Thrown);
    for draw in view.draws.iter().filter(|draw| draw.by == THEM) {
        if draw.kept {
            slots.push(Slot::Kept);
        } else {
            slots.extend([Slot::Rejected, Slot::Taken]);
        }
    }
    if thrown == 3 {
        slots.extend([Slot::Picked, Slot::Passed]);
    }
    slots
}

fn history(view: &View) -> Vec<Past> {
    let mut history: Vec<Past> = Vec::with_capacity(13);
    let (mut played, mut voids, mut lead) = (Cards::NONE, 0, None);
    for play in view.plays.iter() {
        if play.by == THEM {
            history.push(Past { card: play.card, lead, later: Cards::NONE, played, voids });
        }
        played = played.with(play.card);
        lead = match lead {
            None => Some(play.card),
            Some(led) => {
                if play.by == ME && play.card.suit() != Card::suit(led) {
                    voids |= 1 << led.suit();
                }
                None
            }
        };
    }
    let mut later = Cards::NONE;
    for past in history.iter_mut().rev() {
        later = later.with(past.card);
        past.later = later;
    }
    history
}
