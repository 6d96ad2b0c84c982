//! What a Rust program needs to play two-player Hokm in the arena: a [`Bot`], and [`run`].
//!
//! ```no_run
//! use hokm_kit::{run, Action, Answer, Bot, Observation};
//! use std::process::ExitCode;
//!
//! struct First;
//!
//! impl Bot for First {
//!     fn choose(&mut self, _: &Observation, legal: &[Action]) -> Answer {
//!         legal[0].clone().into()
//!     }
//! }
//!
//! fn main() -> ExitCode {
//!     run(First, "first", "you")
//! }
//! ```
//!
//! Copy this crate's folder into the bot's, unchanged. It needs nothing but the standard library.
#![warn(missing_docs)]
#![deny(unsafe_code)]

mod codec;
mod deck;
mod fields;
mod line;
mod messages;
mod play;
mod process;
mod reader;
mod writer;

pub use codec::{from_json, to_json, FromJson, ToJson};
pub use deck::deck;
pub use line::{Line, StdioLine, ZmqLine};
pub use messages::*;
pub use play::{action_message, hello_message, log, play, run, Answer, Bot};
pub use reader::{Reader, Unreadable};
pub use writer::Writer;
