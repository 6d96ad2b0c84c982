//! What was seen to come of each legal card, world by world.

use crate::building::Outlook;
use crate::deal::Outcome;

/// Sums over worlds, and the points of each world, to tell how sure the sums are.
#[derive(Debug)]
pub struct Tally {
    /// Of each outcome.
    points_of: [f32; 4],
    sums: Vec<Outlook>,
    points: Vec<Vec<f32>>,
}

impl Tally {
    /// For so many legal cards.
    pub fn new(cards: usize, points_of: [f32; 4]) -> Self {
        Self { points_of, sums: vec![[0.0; 4]; cards], points: vec![] }
    }

    /// Adds a world: for each card how it ended, as often as it was tried.
    pub fn add<'a>(&mut self, ended: impl Iterator<Item = &'a [Outcome]>) {
        let mut row = Vec::with_capacity(self.sums.len());
        for (sums, outcomes) in self.sums.iter_mut().zip(ended) {
            let share = 1.0 / outcomes.len() as f32;
            let mut points = 0.0;
            for &outcome in outcomes {
                sums[outcome as usize] += share;
                points += share * self.points_of[outcome as usize];
            }
            row.push(points);
        }
        self.points.push(row);
    }

    pub fn worlds(&self) -> usize {
        self.points.len()
    }

    /// How likely each outcome is after a card.
    pub fn outlook(&self, place: usize) -> Outlook {
        let worlds = self.worlds().max(1) as f32;
        self.sums[place].map(|sum| sum / worlds)
    }

    /// The variance of the mean difference, in points, between two cards.
    pub fn doubt(&self, one: usize, other: usize) -> f32 {
        let count = self.worlds() as f32;
        if count < 2.0 {
            return 0.0;
        }
        let differences = || self.points.iter().map(|row| row[one] - row[other]);
        let mean = differences().sum::<f32>() / count;
        differences().map(|each| (each - mean).powi(2)).sum::<f32>() / (count - 1.0) / count
    }
}
