//! Plays two players against each other in memory: `duel ONE OTHER DECKS [SEED]`.
use ostad::chance::{mix, Chance};
use ostad::deal::{Deal, Outcome, Rules};
use ostad::player::{play_deal, shuffled, Player};
use ostad::thumb::*;

fn player(name: &str) -> Box<dyn Player> {
    match name {
        "value" => Box::new(Value),
        "naive" => Box::new(Naive),
        name => ostad::variants::variant(name).unwrap_or_else(|| panic!("no {name}")),
    }
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let decks: usize = args[3].parse().unwrap();
    let seed: u64 = args.get(4).map_or(1, |s| s.parse().unwrap());
    let (mut one, mut other) = (player(&args[1]), player(&args[2]));
    let t = std::time::Instant::now();
    let (mut sum, mut squares, mut points) = (0.0, 0.0, 0);
    for number in 0..decks {
        // A deck from both seats, hakem in each of them: the mean of the two is one sample.
        let deck = shuffled(&mut Chance::new(mix(seed << 32 | number as u64)));
        let mut won = 0.0;
        for flip in [false, true] {
            let hakem = number % 2;
            let deal = Deal::new(&deck, hakem, None);
            let outcome = if flip {
                play_deal([&mut *other, &mut *one], deal).other()
            } else {
                play_deal([&mut *one, &mut *other], deal)
            };
            won += if outcome >= Outcome::Won { 0.5 } else { 0.0 };
            points += Rules::default().points(outcome, (hakem == 0) != flip);
        }
        sum += won;
        squares += won * won;
    }
    let n = decks as f64;
    let mean = sum / n;
    let se = ((squares / n - mean * mean) / n).sqrt();
    println!("{} {}: {:.2} ±{:.2} % points {:.3} in {:?}", args[1], args[2], 100.0 * mean, 196.0 * se, points as f64 / n / 2.0, t.elapsed());
}
