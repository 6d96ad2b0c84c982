//! Plays any legal action, each as likely as the next.
//!
//! Chance comes from the id of the decision alone, so that a match which is replayed goes the same way.

use std::process::ExitCode;

use hokm_kit::{run, Act, Answer, Bot};

/// A number of 32 bits that looks random and depends on the text alone: the text's FNV-1a hash, then
/// one step of the mulberry32 generator.
fn chance(text: &str) -> u32 {
    let start: u32 = 0x811c9dc5;
    let hash =
        text.bytes().fold(start, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x01000193));
    let seed = hash.wrapping_add(0x6d2b79f5);
    let mut mixed = (seed ^ seed >> 15).wrapping_mul(seed | 1);
    mixed ^= mixed.wrapping_add((mixed ^ mixed >> 7).wrapping_mul(mixed | 61));
    mixed ^ mixed >> 14
}

struct Random;

impl Bot for Random {
    fn act(&mut self, message: &Act) -> Answer {
        let legal = &message.legal;
        let chosen = (u64::from(chance(&message.id)) * legal.len() as u64) >> 32;
        (&legal[chosen as usize]).into()
    }
}

fn main() -> ExitCode {
    run(Random, "random-rust", "Hokm Arena")
}
