//! Players by name: shipped ones ported, and this one whole or in part.

use ostad::cards::{Card, Cards, Suit};
use ostad::ostad::Ostad;
use ostad::play::Effort;
use ostad::player::Player;
use ostad::thumb::{Naive, Value};
use ostad::view::View;

/// `value`, `naive`, `ostad`, `build` (builds as ostad, plays as value) or `play` (the reverse); behind
/// the last three a colon and `worlds,repeats,solved` give another effort.
pub fn player(name: &str) -> Option<Box<dyn Player>> {
    let (kind, numbers) = name.split_once(':').unwrap_or((name, ""));
    let numbers: Vec<usize> = numbers.split(',').filter_map(|n| n.parse().ok()).collect();
    // Without a clock: a busy machine changes no result.
    let time = std::time::Duration::from_secs(60);
    let effort = match numbers[..] {
        [worlds, repeats, solved] => Effort { worlds, repeats, solved, time },
        _ => Effort { time, ..Effort::default() },
    };
    let ostad = || Ostad::new(effort);
    Some(match kind {
        "value" => Box::new(Value),
        "naive" => Box::new(Naive),
        "ostad" => Box::new(ostad()),
        "build" => Box::new(Parts { building: ostad(), playing: Value }),
        "play" => Box::new(Parts { building: Value, playing: ostad() }),
        _ => return None,
    })
}

/// Builds as one and plays as the other.
struct Parts<B, P> {
    building: B,
    playing: P,
}

impl<B: Player, P: Player> Player for Parts<B, P> {
    fn open(&mut self, view: &View) -> (Suit, Cards) {
        self.building.open(view)
    }

    fn throw(&mut self, view: &View) -> Cards {
        self.building.throw(view)
    }

    fn keeps(&mut self, view: &View) -> bool {
        self.building.keeps(view)
    }

    fn pick(&mut self, view: &View) -> Card {
        self.building.pick(view)
    }

    fn play(&mut self, view: &View) -> Card {
        self.playing.play(view)
    }
}
