//! What the outcome of a deal is worth where the match stands.

use crate::building::Stakes;
use crate::deal::{Outcome, Rules, OUTCOMES};
use crate::view::View;

/// How often each outcome befalls hakem where both play well: a lost kot, a loss, and so on.
const HAKEM: [f32; 4] = [0.02, 0.43, 0.51, 0.04];

/// The chance to win the match from every score, against an equal.
#[derive(Clone, Debug)]
pub struct Standing {
    rules: Rules,
    /// By own points, the other's, and whether one is hakem.
    chances: Vec<Vec<[f32; 2]>>,
}

impl Default for Standing {
    fn default() -> Self {
        Self::new(Rules::default())
    }
}

impl Standing {
    pub fn new(rules: Rules) -> Self {
        let target = rules.target as usize;
        let mut standing = Self { rules, chances: vec![vec![[0.5; 2]; target]; target] };
        for sum in (0..2 * target - 1).rev() {
            for mine in sum.saturating_sub(target - 1)..=sum.min(target - 1) {
                let theirs = sum - mine;
                standing.chances[mine][theirs] =
                    [false, true].map(|hakem| standing.chance(mine, theirs, hakem));
            }
        }
        standing
    }

    /// What each outcome is worth: the chance to win the match then, in single deals the points.
    pub fn stakes(&self, view: &View) -> Stakes {
        let points = OUTCOMES.map(|outcome| self.rules.points(outcome, view.hakem));
        match view.score {
            None => points.map(|points| points as f32),
            Some(score) => {
                let [mine, theirs] = score.map(|points| points.min(self.rules.target - 1) as usize);
                points.map(|points| self.after(mine, theirs, points))
            }
        }
    }

    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    fn chance(&self, mine: usize, theirs: usize, hakem: bool) -> f32 {
        let part = |outcome: Outcome| {
            let befalls = if hakem { outcome } else { outcome.other() };
            let points = self.rules.points(outcome, hakem);
            HAKEM[befalls as usize] * self.after(mine, theirs, points)
        };
        OUTCOMES.into_iter().map(part).sum()
    }

    /// The chance after a deal of so many points; its winner is hakem of the next.
    fn after(&self, mine: usize, theirs: usize, points: i32) -> f32 {
        let gained = points.unsigned_abs() as usize;
        if points > 0 {
            self.chances.get(mine + gained).map_or(1.0, |row| row[theirs][1])
        } else {
            self.chances[mine].get(theirs + gained).map_or(0.0, |chances| chances[0])
        }
    }
}
