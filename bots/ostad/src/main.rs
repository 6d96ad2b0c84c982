//! The bot: asks the player, and answers in the protocol's words.

use std::process::ExitCode;

use hokm_kit::{run, Act, Action, Answer, Bot, Choice, Format, MatchStart, Phase};
use ostad::ostad::Ostad;
use ostad::player::Player;
use ostad::wire;

#[derive(Default)]
struct Seat {
    player: Ostad,
    single: bool,
}

impl Bot for Seat {
    fn match_start(&mut self, message: &MatchStart) {
        self.single = message.format == Format::Deals;
    }

    fn act(&mut self, message: &Act) -> Answer {
        let view = wire::view(&message.observation, self.single);
        let player = &mut self.player;
        let chosen = match message.observation.phase {
            Phase::Open => {
                let (trump, thrown) = player.open(&view);
                find(&message.legal, |action| match action {
                    Action::Open { trump: suit, throw } => {
                        wire::suit(*suit) == trump && wire::cards(throw) == thrown
                    }
                    _ => false,
                })
            }
            Phase::Throw => {
                let thrown = player.throw(&view);
                find(&message.legal, |action| {
                    matches!(action, Action::Throw(cards) if wire::cards(cards) == thrown)
                })
            }
            Phase::Draw if player.keeps(&view) => &Action::Draw(Choice::Keep),
            Phase::Draw => &Action::Draw(Choice::Reject),
            Phase::Pick => {
                let picked = player.pick(&view);
                find(&message.legal, |action| {
                    matches!(action, Action::Pick(card) if wire::card(*card) == picked)
                })
            }
            Phase::Play => {
                let played = player.play(&view);
                find(&message.legal, |action| {
                    matches!(action, Action::Play(card) if wire::card(*card) == played)
                })
            }
        };
        chosen.into()
    }
}

fn find(legal: &[Action], wanted: impl Fn(&Action) -> bool) -> &Action {
    legal.iter().find(|action| wanted(action)).expect("the choice is legal")
}

fn main() -> ExitCode {
    run(Seat::default(), "ostad", "Hokm Arena")
}
