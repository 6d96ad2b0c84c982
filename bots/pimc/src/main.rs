//! Gathers its hand as `bots/value` does, and plays it by looking at 40 hands that the opponent may
//! hold.
//!
//! A pure function of the observation, as long as the time suffices; where chance is needed, it comes
//! from there, too.

mod belief;
mod cards;
mod chance;
mod gather;
mod play;
mod seen;
mod stakes;
mod worlds;
mod worth;

use std::process::ExitCode;
use std::time::Duration;

use hokm_kit::{run, to_json, Act, Action, Answer, Bot, MatchStart, Phase, Rules};
use hokm_solver::Solver;

use crate::cards::text;
use crate::chance::Chance;
use crate::gather::gather;
use crate::play::play;
use crate::seen::Seen;
use crate::stakes::Stakes;

struct Pimc {
    rules: Rules,
    solver: Solver,
}

impl Bot for Pimc {
    fn match_start(&mut self, message: &MatchStart) {
        self.rules = message.rules.clone();
    }

    fn act(&mut self, message: &Act) -> Answer {
        let observation = &message.observation;
        if observation.phase != Phase::Play {
            return gather(observation).into();
        }
        let seen = Seen::new(observation);
        let [mine, theirs] = [seen.seat, 1 - seen.seat].map(|seat| observation.score[seat]);
        let stakes = Stakes::new(&self.rules, mine, theirs, seen.seat == observation.hakem);
        let mut chance = Chance::new(&to_json(observation));
        // What is on the way and in the queue takes its time as well.
        let time = Duration::from_millis(message.move_ms.into()) / 2;
        Action::Play(text(play(&seen, &stakes, &mut self.solver, &mut chance, time))).into()
    }
}

fn main() -> ExitCode {
    let rules = Rules { target: 7, kot_hakem: 2, kot_other: 3 };
    run(Pimc { rules, solver: Solver::default() }, "pimc", "Hokm Arena")
}
