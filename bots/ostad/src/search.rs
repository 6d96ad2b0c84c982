//! What each card is worth against a player who goes by rules of thumb.
//!
//! A tree search over what the seat will know. Each iteration walks down the tree in one world, the other
//! seat playing as it then would, adds a node, and plays the rest by rules of thumb. The nodes are
//! histories of play, not worlds: in one node the seat decides once for all worlds that look the same
//! to it, so it does not plan with what it cannot know (Cowling, Powley and Whitehouse 2012, information
//! set Monte Carlo tree search).

use crate::belief::World;
use crate::building::Stakes;
use crate::cards::{Card, Cards};
use crate::chance::Chance;
use crate::deal::Outcome;
use crate::table::Table;
use crate::view::{View, ME};

/// How much a card that was tried less is favoured, in units of the stakes' range.
const CURIOSITY: f32 = 0.25;

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Node {
    card: Card,
    first_child: u32,
    next_sibling: u32,
    visits: f32,
    /// Of what followed, in stakes.
    sum: f32,
}

impl Node {
    fn new(card: Card, next_sibling: u32) -> Self {
        Self { card, first_child: NONE, next_sibling, visits: 0.0, sum: 0.0 }
    }
}

/// The tree. Its first nodes are the legal cards, which are tried equally often.
pub struct Search<'a> {
    view: &'a View,
    stakes: Stakes,
    nodes: Vec<Node>,
    path: Vec<u32>,
    chance: Chance,
}

impl<'a> Search<'a> {
    pub fn new(view: &'a View, stakes: Stakes, chance: Chance) -> Self {
        let nodes = view.legal().into_iter().map(|card| Node::new(card, NONE)).collect();
        Self { view, stakes, nodes, path: Vec::with_capacity(27), chance }
    }

    /// One iteration that begins with the legal card of this place; how the deal ended.
    pub fn iterate(&mut self, world: &World, place: usize) -> Outcome {
        self.descend(place as u32, Table::new(self.view, world.hand, world.gone))
    }

    fn descend(&mut self, first: u32, mut table: Table) -> Outcome {
        let mut at = first;
        table.play(self.nodes[first as usize].card);
        self.path.clear();
        self.path.push(first);
        while !table.over() {
            let (next, is_new) = if table.turn == ME {
                self.select(at, table.legal())
            } else {
                self.child(at, table.thumb())
            };
            table.play(self.nodes[next as usize].card);
            self.path.push(next);
            at = next;
            if is_new {
                break;
            }
        }
        let outcome = table.finish();
        for &number in &self.path {
            let node = &mut self.nodes[number as usize];
            node.visits += 1.0;
            node.sum += self.stakes[outcome as usize];
        }
        outcome
    }

    /// The child of that card, and whether it was made just now.
    fn child(&mut self, at: u32, card: Card) -> (u32, bool) {
        let mut next = self.nodes[at as usize].first_child;
        while next != NONE {
            let node = &self.nodes[next as usize];
            if node.card == card {
                return (next, false);
            }
            next = node.next_sibling;
        }
        (self.add(at, card), true)
    }

    fn add(&mut self, at: u32, card: Card) -> u32 {
        let number = self.nodes.len() as u32;
        let parent = &mut self.nodes[at as usize];
        let node = Node::new(card, parent.first_child);
        parent.first_child = number;
        self.nodes.push(node);
        number
    }

    /// A card that was not tried yet, else the one of the highest upper confidence bound.
    fn select(&mut self, at: u32, legal: Cards) -> (u32, bool) {
        let parent = self.nodes[at as usize];
        let curiosity = CURIOSITY * (self.stakes[3] - self.stakes[0]) * parent.visits.ln().sqrt();
        let mut untried = legal;
        let (mut best, mut highest) = (NONE, f32::MIN);
        let mut next = parent.first_child;
        while next != NONE {
            let node = &self.nodes[next as usize];
            untried = untried.without(node.card);
            let bound = node.sum / node.visits + curiosity / node.visits.sqrt();
            if bound > highest {
                (best, highest) = (next, bound);
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
