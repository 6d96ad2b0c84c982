//! The bot: asks the player, and answers in the protocol's words.
//!
//! With `--values` behind its name it also says what it thinks of every legal action (`judging`).

use std::process::ExitCode;
use std::time::Duration;

use hokm_kit::{run, Act, Action, Answer, Bot, Choice, Format, MatchStart};
use ostad::deal::{Phase, Rules};
use ostad::judging::Values;
use ostad::ostad::{net, Ostad};
use ostad::play::Effort;
use ostad::player::Player;
use ostad::standing::Standing;
use ostad::view::View;
use ostad::wire;

struct Seat {
    player: Ostad,
    single: bool,
    says_values: bool,
}

impl Bot for Seat {
    fn match_start(&mut self, message: &MatchStart) {
        let rules = &message.rules;
        self.single = message.format == Format::Deals;
        self.player.standing = Standing::new(Rules {
            target: rules.target,
            kot_hakem: rules.kot_hakem,
            kot_other: rules.kot_other,
        });
    }

    fn act(&mut self, message: &Act) -> Answer {
        let view = wire::view(&message.observation, self.single);
        let phase = wire::phase(message.observation.phase);
        // A few milliseconds are enough; if they are not to be had it stops at a quarter of what the
        // clock gives. The bank is left alone.
        self.player.effort.time = Duration::from_millis(message.move_ms.into()) / 4;
        let action = choose(&mut self.player, &view, phase, &message.legal).clone();
        let note = self
            .says_values
            .then(|| Values::new(&mut self.player, &view, phase, &message.legal).note())
            .flatten();
        Answer { action, note: note.unwrap_or_default() }
    }
}

/// The player's choice; the first action if that is not among those that are asked about.
fn choose<'a>(player: &mut Ostad, view: &View, phase: Phase, legal: &'a [Action]) -> &'a Action {
    let is_chosen: Box<dyn Fn(&Action) -> bool> = match phase {
        Phase::Open => {
            let (trump, thrown) = player.open(view);
            Box::new(move |action| {
                matches!(action, Action::Open { trump: suit, throw }
                    if wire::suit(*suit) == trump && wire::cards(throw) == thrown)
            })
        }
        Phase::Throw => {
            let thrown = player.throw(view);
            Box::new(
                move |action| matches!(action, Action::Throw(cards) if wire::cards(cards) == thrown),
            )
        }
        Phase::Draw => {
            let choice = if player.keeps(view) { Choice::Keep } else { Choice::Reject };
            Box::new(move |action| *action == Action::Draw(choice))
        }
        Phase::Pick => {
            let picked = player.pick(view);
            Box::new(
                move |action| matches!(action, Action::Pick(card) if wire::card(*card) == picked),
            )
        }
        Phase::Play | Phase::Over => {
            let played = player.play(view);
            Box::new(
                move |action| matches!(action, Action::Play(card) if wire::card(*card) == played),
            )
        }
    };
    legal.iter().find(|action| is_chosen(action)).unwrap_or(&legal[0])
}

fn main() -> ExitCode {
    let says_values = std::env::args().any(|argument| argument == "--values");
    let effort = if says_values { Effort::thorough() } else { Effort::default() };
    // What is read once is read before the first message.
    net();
    run(Seat { player: Ostad::new(effort), single: false, says_values }, "ostad", "Hokm Arena")
}
