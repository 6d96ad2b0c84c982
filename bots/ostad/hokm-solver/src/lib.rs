//! Two-player Hokm with both hands seen: what an ending is worth if both seats play as well as they
//! can.
//!
//! ```
//! use hokm_solver::{Ending, Outcome, Solver};
//!
//! # fn main() -> Result<(), hokm_solver::NoCard> {
//! let hands = ["AS KS 2H".parse()?, "QS AH KD".parse()?];
//! let ending = Ending { hands, trump: 0, turn: 0, lead: None };
//! let mut solver = Solver::default();
//! assert_eq!(solver.tricks(&ending), 2);
//! assert_eq!(solver.outcome(&ending, [5, 5]), Outcome::Won);
//! # Ok(())
//! # }
//! ```
//!
//! It needs nothing but the standard library. Thirteen cards a hand take about a sixth of a
//! millisecond.
#![warn(missing_docs)]
#![deny(unsafe_code)]

mod bounds;
mod cards;
mod ending;
mod moves;
mod position;
mod root;
mod search;
mod solver;
mod sweep;
mod table;

pub use cards::{Card, Hand, NoCard, Suit};
pub use ending::{Ending, Seat, TO_WIN};
pub use solver::{Outcome, Solver};
