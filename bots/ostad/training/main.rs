//! Learns the value of a hand under construction from deals played in memory.
//!
//! `cargo run --release --bin train -- FILE` writes the weights. The seed is fixed: the same program
//! gives the same weights.

mod habits;
mod learn;
mod players;

use learn::{Example, Learner};
use ostad::chance::{mix, Chance};
use ostad::deal::{Deal, Outcome};
use ostad::net::*;
use ostad::player::{play_deal, shuffled, Player};
use ostad::thumb::{Naive, Value};
use players::{Odd, Passed, Student, Watched};

/// How far the network's own word counts for what a hand leads to.
const FORESIGHT: f32 = 0.4;
const SEED: u64 = 0x6f73_7461_6400;

fn main() {
    let mut args = std::env::args().skip(1);
    let file = args.next().unwrap_or_else(|| "value.f32".into());
    let size: usize = args.next().and_then(|text| text.parse().ok()).unwrap_or(300_000);
    let generations: usize = args.next().and_then(|text| text.parse().ok()).unwrap_or(5);
    if size == 0 {
        let net = Net::from_bytes(&std::fs::read(&file).expect("there are weights"));
        print!("{}", habits::table(&net, SEED));
        return;
    }
    let mut learner = Learner::new(first_net());
    let mut kept: Vec<Example> = Vec::new();
    for generation in 0..generations {
        let mut chance = Chance::new(mix(SEED + generation as u64));
        let mut examples = if generation == 0 {
            odd_deals(size, &mut chance)
        } else {
            student_deals(size, &learner.net, &mut chance)
        };
        // What the generation before saw helps against forgetting.
        let fresh = examples.clone();
        examples.append(&mut kept);
        kept = fresh;
        let rates: &[f32] = if generation + 1 == generations {
            &[1e-3, 3e-4, 1e-4, 3e-5]
        } else {
            &[1e-3, 3e-4]
        };
        for &rate in rates {
            chance.shuffle(&mut examples);
            let mut loss = 0.0;
            for batch in examples.chunks(128) {
                loss += f64::from(learner.step(batch, rate)) * batch.len() as f64;
            }
            println!("generation {generation}: cross-entropy {:.5}", loss / examples.len() as f64);
        }
        println!("against value {:.4}", share(&learner.net, 6_000));
        std::fs::write(&file, learner.net.bytes()).expect("the file can be written");
    }
}

/// Small random weights.
fn first_net() -> Net {
    let mut chance = Chance::new(SEED);
    let spread = |at: usize| match at {
        at if at < HIDDEN_TRUMP_AT => 0.25,
        at if at < HIDDEN_BIAS_AT => 0.15,
        _ => 0.2,
    };
    let weights = (0..WEIGHTS).map(|at| (chance.unit() * 2.0 - 1.0) * spread(at)).collect();
    Net { weights }
}

/// Takes what a player passed through, from its end back: what a hand is taken to lead to is partly
/// what the network says of the next decision, partly what came of it.
fn add(examples: &mut Vec<Example>, passed: &[Passed], outcome: Outcome) {
    let mut target = [0.0; OUTPUTS];
    target[outcome as usize] = 1.0;
    for &(features, seen) in passed.iter().rev() {
        if let Some(outlook) = seen {
            for (share, foreseen) in target.iter_mut().zip(outlook) {
                *share += FORESIGHT * (foreseen - *share);
            }
        }
        examples.push(Example { features, target });
    }
}

fn odd_deals(count: usize, chance: &mut Chance) -> Vec<Example> {
    let mut examples = Vec::new();
    for number in 0..count {
        let mut one = Watched::new(Odd::new(Chance::new(chance.bits())));
        let mut other = Watched::new(Odd::new(Chance::new(chance.bits())));
        let deal = Deal::new(&shuffled(chance), number % 2, None);
        let outcome = play_deal([&mut one, &mut other], deal);
        add(&mut examples, &one.passed, outcome);
        add(&mut examples, &other.passed, outcome.other());
    }
    examples
}

fn student_deals(count: usize, net: &Net, chance: &mut Chance) -> Vec<Example> {
    let mut examples = Vec::new();
    for number in 0..count {
        // Half of the deals go without a stray decision.
        let stray_at = Some(chance.below(24)).filter(|&at| at < 12);
        let mut one = Student::new(net, Chance::new(chance.bits()), stray_at);
        let deal = Deal::new(&shuffled(chance), number % 2, None);
        match chance.below(10) {
            0..=3 => {
                let mut other = Student::new(net, Chance::new(chance.bits()), None);
                let outcome = play_deal([&mut one, &mut other], deal);
                add(&mut examples, &other.passed, outcome.other());
                add(&mut examples, &one.passed, outcome);
            }
            kind => {
                let mut other: Box<dyn Player> = match kind {
                    4..=6 => Box::new(Value),
                    7 => Box::new(Naive),
                    _ => Box::new(Odd::new(Chance::new(chance.bits()))),
                };
                let outcome = play_deal([&mut one, &mut *other], deal);
                add(&mut examples, &one.passed, outcome);
            }
        }
    }
    examples
}

/// The share of deals that the student wins against `value`.
fn share(net: &Net, deals: usize) -> f32 {
    let mut chance = Chance::new(7);
    let mut won = 0;
    for number in 0..deals {
        let mut student = Student::new(net, Chance::new(0), None);
        let deal = Deal::new(&shuffled(&mut chance), number % 2, None);
        won += usize::from(play_deal([&mut student, &mut Value], deal) >= Outcome::Won);
    }
    won as f32 / deals as f32
}
