//! What the end of a deal is worth: the chance to win the match, from the score that it leads to.

use hokm_kit::Rules;
use hokm_solver::Outcome;

/// The share of deals that end in a kot, which between good players is small.
const KOT: f64 = 0.06;

/// The worth of each outcome, for one seat.
pub struct Stakes {
    /// In the order of [`Outcome`].
    worth: [f64; 4],
}

impl Stakes {
    /// At these scores, for the seat that is hakem or the other.
    pub fn new(rules: &Rules, mine: u32, theirs: u32, hakem: bool) -> Self {
        let chances = Chances::new(rules);
        let kots = [rules.kot_other, rules.kot_hakem];
        let (my_kot, their_kot) = (kots[usize::from(hakem)], kots[usize::from(!hakem)]);
        Self {
            worth: [
                chances.at(mine, theirs + their_kot),
                chances.at(mine, theirs + 1),
                chances.at(mine + 1, theirs),
                chances.at(mine + my_kot, theirs),
            ],
        }
    }

    /// What an outcome is worth: from 0, the match is lost, to 1, it is won.
    pub fn of(&self, outcome: Outcome) -> f64 {
        self.worth[outcome as usize]
    }
}

/// The chance to win a match between equals, by the scores at which both stand.
struct Chances {
    target: usize,
    /// By own points, then the other's.
    table: Vec<Vec<f64>>,
}

impl Chances {
    fn new(rules: &Rules) -> Self {
        let target = rules.target as usize;
        let mut chances = Self { target, table: vec![vec![0.0; target]; target] };
        for mine in (0..rules.target).rev() {
            for theirs in (0..rules.target).rev() {
                let even = |points| {
                    (chances.at(mine + points, theirs) + chances.at(mine, theirs + points)) / 2.0
                };
                let kot = (even(rules.kot_hakem) + even(rules.kot_other)) / 2.0;
                let chance = (1.0 - KOT) * even(1) + KOT * kot;
                chances.table[mine as usize][theirs as usize] = chance;
            }
        }
        chances
    }

    fn at(&self, mine: u32, theirs: u32) -> f64 {
        let (mine, theirs) = (mine as usize, theirs as usize);
        if mine >= self.target {
            1.0
        } else if theirs >= self.target {
            0.0
        } else {
            self.table[mine][theirs]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: Rules = Rules { target: 7, kot_hakem: 2, kot_other: 3 };

    fn worth(mine: u32, theirs: u32, hakem: bool) -> [f64; 4] {
        Stakes::new(&RULES, mine, theirs, hakem).worth
    }

    #[test]
    fn a_kot_counts_for_nothing_where_a_point_wins_the_match() {
        let [_, _, won, kot] = worth(6, 3, true);
        assert_eq!((won, kot), (1.0, 1.0));
        let [kot, lost, _, _] = worth(3, 6, true);
        assert_eq!((kot, lost), (0.0, 0.0));
    }

    #[test]
    fn a_kot_counts_for_more_where_it_wins_the_match_and_a_point_does_not() {
        let [_, _, won, kot] = worth(4, 4, false);
        assert!(won < 0.8 && kot == 1.0);
        let [_, _, _, kot] = worth(4, 4, true);
        assert!(kot < 1.0, "hakem's counts two");
    }

    #[test]
    fn what_one_gains_the_other_loses() {
        let (ours, theirs) = (worth(2, 5, true), worth(5, 2, false));
        for (ours, theirs) in ours.iter().zip(theirs.iter().rev()) {
            assert!((ours + theirs - 1.0).abs() < 1e-12);
        }
    }
}
