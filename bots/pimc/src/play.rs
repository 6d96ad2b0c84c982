//! Which card to play: the one that does best on the average over hands that the opponent may hold,
//! each played out with all cards seen.

use std::cmp::Reverse;
use std::time::{Duration, Instant};

use hokm_solver::{Card, Ending, Hand, Solver};

use crate::belief::odds;
use crate::chance::Chance;
use crate::seen::Seen;
use crate::stakes::Stakes;
use crate::worlds::Worlds;
use crate::worth::order;

/// How many hands are looked at. More of them gain next to nothing.
const WORLDS: usize = 40;
/// What a trick counts besides the end of the deal: where all cards do the same for that, the one with
/// more tricks has more to spare, should the opponent hold another hand or play another game.
const SPARE: f64 = 0.001;

/// The best card; of equal ones that of least worth. When the time is up it looks at no more hands,
/// but at one it has looked.
pub fn play(
    seen: &Seen,
    stakes: &Stakes,
    solver: &mut Solver,
    chance: &mut Chance,
    time: Duration,
) -> Card {
    let began = Instant::now();
    let legal = ending(seen, Hand::default()).legal();
    let mut sums = vec![0.0; legal.len()];
    let worlds = Worlds::new(odds(seen), seen.opponent.held());
    for _ in 0..if legal.len() > 1 { WORLDS } else { 0 } {
        let ending = ending(seen, worlds.draw(chance));
        let outcomes = solver.outcomes_by_card(&ending, seen.taken);
        let tricks = solver.tricks_by_card(&ending);
        for (sum, ((_, outcome), (_, tricks))) in sums.iter_mut().zip(outcomes.iter().zip(tricks)) {
            *sum += stakes.of(*outcome) + SPARE * f64::from(tricks);
        }
        if began.elapsed() > time {
            break;
        }
    }
    let order = |card| Reverse(order(card, seen.trump));
    let better = |a: &(Card, f64), b: &(Card, f64)| {
        a.1.total_cmp(&b.1).then_with(|| order(a.0).cmp(&order(b.0)))
    };
    let (best, _) = legal.zip(sums).max_by(better).expect("a legal card");
    best
}

/// The rest of the deal, should the opponent hold that.
fn ending(seen: &Seen, theirs: Hand) -> Ending {
    let mut hands = [theirs; 2];
    hands[seen.seat] = seen.hand;
    Ending { hands, trump: seen.trump, turn: seen.seat, lead: seen.lead }
}
