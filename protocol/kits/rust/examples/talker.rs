//! Plays the last action that is legal, and talks too much. For tests/lines.rs.

use std::process::ExitCode;

use hokm_kit::{log, run, Action, Answer, Bot, Observation};

struct Talker;

impl Bot for Talker {
    fn choose(&mut self, observation: &Observation, legal: &[Action]) -> Answer {
        println!("hm");
        if observation.deal == 77 {
            panic!("lost my way");
        }
        log("here");
        let last = legal.last().expect("something is legal").clone();
        (last, if observation.deal == 88 { "x".repeat(280) } else { String::new() }).into()
    }
}

fn main() -> ExitCode {
    run(Talker, "talker", "")
}
