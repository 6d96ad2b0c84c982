//! Plays two players against each other in memory: `duel ONE OTHER DECKS [SEED]`.
//!
//! Each deck is played from both seats, and hakem is in either seat for every other deck. Prints the
//! share of deals that the first wins, its 95 % interval, and points a deal.

mod variants;

use std::process::ExitCode;

use ostad::chance::{mix, Chance};
use ostad::deal::{Deal, Outcome, Rules};
use ostad::player::{play_deal, shuffled};
use variants::player;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize| words.get(place).and_then(|word| word.parse::<u64>().ok());
    let players =
        words.first().and_then(|one| player(one)).zip(words.get(1).and_then(|o| player(o)));
    let (Some((mut one, mut other)), Some(decks)) = (players, number(2)) else {
        eprintln!("duel ONE OTHER DECKS [SEED]; players are value, naive, ostad, build, play");
        return ExitCode::FAILURE;
    };
    let seed = number(3).unwrap_or(1);
    let (mut sum, mut squares, mut points) = (0.0, 0.0, 0);
    for deck in 0..decks {
        let cards = shuffled(&mut Chance::new(mix(seed << 32 | deck)));
        let hakem = (deck % 2) as usize;
        let deal = || Deal::new(&cards, hakem, None);
        let outcomes = [
            play_deal([&mut *one, &mut *other], deal()),
            play_deal([&mut *other, &mut *one], deal()).other(),
        ];
        let won = outcomes.iter().filter(|outcome| **outcome >= Outcome::Won).count() as f64 / 2.0;
        sum += won;
        squares += won * won;
        for (seat, outcome) in outcomes.into_iter().enumerate() {
            points += Rules::default().points(outcome, seat == hakem);
        }
    }
    let count = decks as f64;
    let mean = sum / count;
    let interval = 1.96 * ((squares / count - mean * mean) / count).sqrt();
    println!(
        "{} – {}: {:.1} ±{:.1} % of deals, {:+.3} points a deal, {decks} decks",
        words[0],
        words[1],
        100.0 * mean,
        100.0 * interval,
        f64::from(points) / count / 2.0
    );
    ExitCode::SUCCESS
}
