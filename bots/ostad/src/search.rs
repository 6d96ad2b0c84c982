//! Chooses the card to play: a tree search over what the seat will know.
//!
//! Each iteration draws a world, walks down the tree by what both then play, adds a node and plays the
//! rest by rules of thumb. The nodes are histories of play, not worlds: in one node the seat decides once
//! for all worlds that look the same to it, so it does not plan with what it cannot know (Cowling,
//! Powley and Whitehouse 2012, information set Monte Carlo tree search). The other seat plays in each
//! iteration as a player of one kind does: by the rules of thumb, or to the seat's harm.

use crate::belief::World;
use crate::building::Stakes;
use crate::cards::{Card, Cards};
use crate::chance::Chance;
use crate::model;
use crate::table::Table;
use crate::view::{View, ME};

/// How much an action that was tried less is favoured, in units of the stakes' range.
const CURIOSITY: f32 = 0.5;

#[derive(Clone, Copy, Debug)]
struct Node {
    card: Option<Card>,
    first_child: u32,
    next_sibling: u32,
    visits: f32,
    /// How often it could have been played.
    offered: f32,
    /// Of what followed, in stakes, for the seat that searches.
    sum: f32,
}

const NONE: u32 = u32::MAX;

impl Node {
    fn new(card: Option<Card>) -> Self {
        Self { card, first_child: NONE, next_sibling: NONE, visits: 0.0, offered: 0.0, sum: 0.0 }
    }
}

/// What was found of a card.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    pub card: Card,
    pub visits: f32,
    /// Mean of what followed, in stakes.
    pub mean: f32,
    /// The sum and the sum of squares of the points that followed.
    pub points: [f32; 2],
}

pub struct Search<'a> {
    view: &'a View,
    stakes: Stakes,
    nodes: Vec<Node>,
    path: Vec<u32>,
    found: Vec<Found>,
    chance: Chance,
    range: f32,
    curiosity: f32,
}

impl<'a> Search<'a> {
    pub fn new(view: &'a View, stakes: Stakes, chance: Chance) -> Self {
        let found = view
            .legal()
            .into_iter()
            .map(|card| Found { card, visits: 0.0, mean: 0.0, points: [0.0; 2] })
            .collect();
        let range = (stakes[3] - stakes[0]).max(1e-6);
        let nodes = vec![Node::new(None)];
        Self { view, stakes, nodes, path: Vec::with_capacity(27), found, chance, range, curiosity: crate::tune(0, CURIOSITY) }
    }

    /// One iteration in a world.
    pub fn iterate(&mut self, world: &World) {
        let mut table = Table::new(self.view, world.hand, world.gone);
        let by_thumb = f64::from(self.chance.unit()) < model::thumb_share(&world.kinds);
        let mut at = 0;
        self.path.clear();
        self.path.push(0);
        while !table.over() {
            let legal = table.legal();
            let (next, is_new) = if table.turn != ME && by_thumb {
                self.child(at, table.thumb())
            } else {
                self.select(at, legal, table.turn == ME)
            };
            table.play(self.nodes[next as usize].card.expect("only the root has none"));
            self.path.push(next);
            at = next;
            if is_new {
                break;
            }
        }
        let outcome = table.finish();
        let value = self.stakes[outcome as usize];
        for &number in &self.path {
            let node = &mut self.nodes[number as usize];
            node.visits += 1.0;
            node.sum += value;
        }
        let played = self.nodes[self.path[1] as usize].card;
        let points = outcome.points(self.view.hakem) as f32;
        if let Some(found) = self.found.iter_mut().find(|found| Some(found.card) == played) {
            found.points[0] += points;
            found.points[1] += points * points;
            found.visits += 1.0;
            found.mean += (value - found.mean) / found.visits;
        }
    }

    /// What was found of every legal card.
    pub fn found(&self) -> &[Found] {
        &self.found
    }

    /// The card that was tried most.
    pub fn best(&self) -> Card {
        let most = |one: &&Found, other: &&Found| one.visits.total_cmp(&other.visits);
        self.found.iter().max_by(most).expect("there is a legal card").card
    }

    /// The child of that card, and whether it was made just now.
    fn child(&mut self, at: u32, card: Card) -> (u32, bool) {
        let mut next = self.nodes[at as usize].first_child;
        while next != NONE {
            let node = &mut self.nodes[next as usize];
            if node.card == Some(card) {
                node.offered += 1.0;
                return (next, false);
            }
            next = node.next_sibling;
        }
        (self.add(at, card), true)
    }

    fn add(&mut self, at: u32, card: Card) -> u32 {
        let number = self.nodes.len() as u32;
        let parent = &mut self.nodes[at as usize];
        let mut node = Node::new(Some(card));
        node.offered = 1.0;
        node.next_sibling = parent.first_child;
        parent.first_child = number;
        self.nodes.push(node);
        number
    }

    /// A card that was not tried yet, else the one of the highest upper confidence bound.
    fn select(&mut self, at: u32, legal: Cards, mine: bool) -> (u32, bool) {
        let mut untried = legal;
        let (mut best, mut bound) = (NONE, f32::MIN);
        let mut next = self.nodes[at as usize].first_child;
        while next != NONE {
            let node = &mut self.nodes[next as usize];
            let card = node.card.expect("only the root has none");
            if legal.has(card) {
                untried = untried.without(card);
                node.offered += 1.0;
                let mean = node.sum / node.visits / self.range;
                let wide = self.curiosity * (node.offered.ln() / node.visits).sqrt();
                let upper = if mine { mean + wide } else { wide - mean };
                if upper > bound {
                    (best, bound) = (next, upper);
                }
            }
            next = node.next_sibling;
        }
        if untried.is_empty() {
            return (best, false);
        }
        let skipped = self.chance.below(untried.len());
        let card = untried.into_iter().nth(skipped).expect("it is one of them");
        (self.add(at, card), true)
    }
}
