//! The player: builds by the learned value, plays by search over worlds.

use std::sync::OnceLock;

use crate::belief::Belief;
use crate::building::{self, Stakes};
use crate::cards::{Card, Cards, Suit};
use crate::chance::{mix, Chance};
use crate::net::Net;
use crate::player::Player;
use crate::search::Search;
use crate::standing;
use crate::view::View;

pub fn net() -> &'static Net {
    static NET: OnceLock<Net> = OnceLock::new();
    NET.get_or_init(|| Net::from_bytes(include_bytes!("../training/value.f32")))
}

/// How it thinks.
#[derive(Clone, Debug)]
pub struct Ostad {
    /// Worlds drawn for a card.
    pub worlds: usize,
    /// Iterations in each.
    pub repeats: usize,
}

impl Default for Ostad {
    fn default() -> Self {
        Self { worlds: 1000, repeats: 3 }
    }
}

impl Ostad {
    pub fn search<'a>(&self, view: &'a View, stakes: Stakes) -> Search<'a> {
        let seed = view.plays.iter().fold(mix(view.hand.0), |sum, play| {
            mix(sum ^ (play.card.index() as u64 + 1))
        });
        let mut belief = Belief::new(view, Chance::new(seed));
        let mut search = Search::new(view, stakes, Chance::new(mix(seed)));
        for _ in 0..self.worlds {
            let world = belief.world();
            for _ in 0..self.repeats {
                search.iterate(&world);
            }
        }
        search
    }
}

impl Player for Ostad {
    fn open(&mut self, view: &View) -> (Suit, Cards) {
        building::best(&building::openings(net(), view), &standing::stakes(view)).0
    }

    fn throw(&mut self, view: &View) -> Cards {
        building::best(&building::answers(net(), view), &standing::stakes(view)).0
    }

    fn keeps(&mut self, view: &View) -> bool {
        building::best(&building::draws(net(), view), &standing::stakes(view)).0
    }

    fn pick(&mut self, view: &View) -> Card {
        building::best(&building::picks(net(), view), &standing::stakes(view)).0
    }

    fn play(&mut self, view: &View) -> Card {
        let legal = view.legal();
        if legal.len() == 1 {
            return legal.lowest().expect("there is one");
        }
        self.search(view, standing::stakes(view)).best()
    }
}
