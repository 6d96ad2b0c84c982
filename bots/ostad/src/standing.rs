//! What the outcome of a deal is worth where the match stands.

use std::sync::OnceLock;

use crate::building::Stakes;
use crate::deal::OUTCOMES;
use crate::view::View;

const TARGET: usize = 7;

/// How often each outcome befalls hakem where both play well.
const HAKEM: [f32; 4] = [0.02, 0.43, 0.51, 0.04];

/// The chance to win the match, by own points, the other's, and whether one is hakem.
type Table = [[[f32; 2]; TARGET]; TARGET];

fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = [[[0.5; 2]; TARGET]; TARGET];
        for sum in (0..2 * TARGET - 1).rev() {
            for mine in sum.saturating_sub(TARGET - 1)..=sum.min(TARGET - 1) {
                let theirs = sum - mine;
                for hakem in [0, 1] {
                    table[mine][theirs][hakem] = chance(&table, mine, theirs, hakem == 1);
                }
            }
        }
        table
    })
}

fn chance(table: &Table, mine: usize, theirs: usize, hakem: bool) -> f32 {
    OUTCOMES
        .iter()
        .map(|&outcome| {
            let befalls = if hakem { outcome } else { outcome.other() };
            HAKEM[befalls as usize] * after(table, mine, theirs, outcome.points(hakem))
        })
        .sum()
}

/// The chance to win the match after a deal of so many points.
fn after(table: &Table, mine: usize, theirs: usize, points: i32) -> f32 {
    let gained = points.unsigned_abs() as usize;
    if points > 0 {
        table.get(mine + gained).map_or(1.0, |row| row[theirs][1])
    } else {
        table[mine].get(theirs + gained).map_or(0.0, |cell| cell[0])
    }
}

/// The chance to win the match after each outcome; in single deals, the points.
pub fn stakes(view: &View) -> Stakes {
    match view.score {
        None => OUTCOMES.map(|outcome| outcome.points(view.hakem) as f32),
        Some([mine, theirs]) => {
            let within = |points: u32| (points as usize).min(TARGET - 1);
            let (mine, theirs) = (within(mine), within(theirs));
            OUTCOMES.map(|outcome| after(table(), mine, theirs, outcome.points(view.hakem)))
        }
    }
}
