//! Counts which cards each kind of builder keeps.

use std::fmt::Write;

use ostad::chance::Chance;
use ostad::deal::{Deal, Phase};
use ostad::net::Net;
use ostad::player::{shuffled, step, Player};
use ostad::thumb::{Naive, Value};

use crate::players::{Odd, Student};

const DEALS: usize = 4000;

const ABOUT: &str = "\
# How often a card offered is kept: for each kind of builder a row of plain cards and one of trumps,
# from two to ace. Written by training/habits.rs.
";

/// The table as text.
pub fn table(net: &Net, seed: u64) -> String {
    let mut chance = Chance::new(seed);
    let mut text = ABOUT.to_string();
    for kind in ["value", "naive", "value, reading", "ostad", "odd"] {
        let mut counts = [[[0.5f32, 1.0]; 13]; 2];
        for number in 0..DEALS {
            let mut builder: Box<dyn Player> = match kind {
                "naive" => Box::new(Naive),
                "ostad" => Box::new(Student::new(net, Chance::new(0), None)),
                "odd" => Box::new(Odd::new(Chance::new(chance.bits()))),
                _ => Box::new(Value),
            };
            count(&mut *builder, Deal::new(&shuffled(&mut chance), number % 2, None), &mut counts);
        }
        writeln!(text, "# {kind}").expect("text can be written");
        for row in counts {
            // Nobody is sure to do anything.
            let rates = row.map(|[kept, seen]| format!("{:.3}", 0.01 + 0.98 * kept / seen));
            writeln!(text, "{}", rates.join(" ")).expect("text can be written");
        }
    }
    text
}

/// Lets one build for seat 0 against `value`, and counts what it was offered and kept.
fn count(builder: &mut dyn Player, mut deal: Deal, counts: &mut [[[f32; 2]; 13]; 2]) {
    while deal.phase != Phase::Play {
        let before = *deal.view();
        if deal.turn == 1 {
            step(&mut deal, &mut Value);
            continue;
        }
        let is_draw = deal.phase == Phase::Draw;
        step(&mut deal, builder);
        if let Some(card) = before.offered.lowest().filter(|_| is_draw) {
            let cell = &mut counts[usize::from(card.suit() == before.trump)][card.rank()];
            cell[0] += f32::from(u8::from(deal.views[0].hand.has(card)));
            cell[1] += 1.0;
        }
    }
}
