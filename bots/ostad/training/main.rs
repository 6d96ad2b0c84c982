//! Learns the value of a hand under construction, from deals played in memory.
//!
//! `cargo run --release --bin train -- FILE` writes the weights after each generation, and
//! `… -- FILE GENERATION` goes on with those that the file holds. `… -- FILE habits` prints the table of
//! habits. All chance comes from one seed: the same program gives the same weights, at once or in parts.

mod habits;
mod learn;
mod players;
mod rivals;

use learn::{Example, Learner};
use ostad::chance::{mix, Chance};
use ostad::deal::Deal;
use ostad::net::*;
use ostad::player::{play_deal, shuffled, Player};
use ostad::thumb::{Naive, Value};
use players::{Odd, Passed, Student, Watched};

const SEED: u64 = 0x6f73_7461_6400;
/// The first generation watches odd builders; it sees a little of everything.
const ODD_DEALS: usize = 40_000;
/// In those that follow the student plays.
const STUDENT_DEALS: usize = 30_000;
const GENERATIONS: u64 = 6;
/// How far the network's own word counts for what a hand leads to.
const FORESIGHT: f32 = 0.4;
const BATCH: usize = 128;

fn main() {
    let mut args = std::env::args().skip(1);
    let file = args.next().expect("a file for the weights is named");
    let read = || Net::from_bytes(&std::fs::read(&file).expect("there are weights to go on with"));
    let (mut net, first) = match args.next() {
        Some(word) if word == "habits" => return print!("{}", habits::table(&read(), SEED)),
        Some(number) => (read(), number.parse().expect("a generation is a number")),
        None => (first_net(), 0),
    };
    for generation in first..GENERATIONS {
        net = next_generation(net, generation);
        std::fs::write(&file, net.bytes()).expect("the file can be written");
    }
}

fn next_generation(net: Net, generation: u64) -> Net {
    let mut chance = Chance::new(mix(SEED + generation));
    let mut examples =
        if generation == 0 { odd_deals(&mut chance) } else { student_deals(&net, &mut chance) };
    let mut learner = Learner::new(net);
    let last = generation + 1 == GENERATIONS;
    for rate in if last { [3e-4, 5e-5] } else { [1e-3, 3e-4] } {
        chance.shuffle(&mut examples);
        let mut loss = 0.0;
        for batch in examples.chunks(BATCH) {
            loss += f64::from(learner.step(batch, rate)) * batch.len() as f64;
        }
        println!("generation {generation}: cross-entropy {:.5}", loss / examples.len() as f64);
    }
    learner.net
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
fn add(examples: &mut Vec<Example>, passed: &Passed, chance: &mut Chance) {
    let view = passed.finished.as_ref().expect("the hand was finished");
    let mut target = rivals::outlook(view, chance);
    examples.push(Example { features: Features::of(view), target });
    for &(features, seen) in passed.unfinished.iter().rev() {
        if let Some(outlook) = seen {
            for (share, foreseen) in target.iter_mut().zip(outlook) {
                *share += FORESIGHT * (foreseen - *share);
            }
        }
        examples.push(Example { features, target });
    }
}

fn odd_deals(chance: &mut Chance) -> Vec<Example> {
    let mut examples = Vec::new();
    for number in 0..ODD_DEALS {
        let mut pair = [(); 2].map(|()| Watched::new(Odd::new(Chance::new(chance.bits()))));
        let [one, other] = &mut pair;
        play_deal([one, other], Deal::new(&shuffled(chance), number % 2, None));
        pair.iter().for_each(|watched| add(&mut examples, &watched.passed, chance));
    }
    examples
}

fn student_deals(net: &Net, chance: &mut Chance) -> Vec<Example> {
    let mut examples = Vec::new();
    for number in 0..STUDENT_DEALS {
        // Half of the deals go without a stray decision.
        let stray_at = Some(chance.below(24)).filter(|&at| at < 12);
        let mut student = Student::new(net, Chance::new(chance.bits()), stray_at);
        let mut other: Box<dyn Player> = match chance.below(4) {
            0 => Box::new(Naive),
            1 => Box::new(Odd::new(Chance::new(chance.bits()))),
            _ => Box::new(Value),
        };
        play_deal([&mut student, &mut *other], Deal::new(&shuffled(chance), number % 2, None));
        add(&mut examples, &student.passed, chance);
    }
    examples
}
