//! The player: builds by the learned value, plays by what worlds say.

use std::sync::OnceLock;

use hokm_solver::Solver;

use crate::building::{self, best};
use crate::cards::{Card, Cards, Suit};
use crate::net::Net;
use crate::play::{Effort, Prospects};
use crate::player::Player;
use crate::standing::Standing;
use crate::view::View;

pub fn net() -> &'static Net {
    static NET: OnceLock<Net> = OnceLock::new();
    NET.get_or_init(|| Net::from_bytes(include_bytes!("../training/value.f32")))
}

/// Ostad.
#[derive(Default)]
pub struct Ostad {
    pub effort: Effort,
    pub standing: Standing,
    solver: Solver,
}

impl Ostad {
    pub fn new(effort: Effort) -> Self {
        Self { effort, ..Self::default() }
    }

    /// What the cards that may be played lead to.
    pub fn prospects(&mut self, view: &View) -> Prospects {
        Prospects::new(view, &self.standing, &self.effort, &mut self.solver)
    }
}

impl Player for Ostad {
    fn open(&mut self, view: &View) -> (Suit, Cards) {
        best(&building::openings(net(), view), &self.standing.stakes(view)).0
    }

    fn throw(&mut self, view: &View) -> Cards {
        best(&building::answers(net(), view), &self.standing.stakes(view)).0
    }

    fn keeps(&mut self, view: &View) -> bool {
        best(&building::draws(net(), view), &self.standing.stakes(view)).0
    }

    fn pick(&mut self, view: &View) -> Card {
        best(&building::picks(net(), view), &self.standing.stakes(view)).0
    }

    fn play(&mut self, view: &View) -> Card {
        let legal = view.legal();
        match legal.lowest() {
            Some(only) if legal.len() == 1 => only,
            _ => self.prospects(view).best(&self.standing.stakes(view)),
        }
    }
}
