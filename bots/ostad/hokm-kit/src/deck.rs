//! Decks as the protocol derives them, to look into a match that is over: its seed is in the record.

use crate::messages::Card;

const PACK: &str = "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H \
                    AD KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C";

/// The 52 cards of a deal, from 1, as shuffled; of deal 0, turned up for the first hakem.
///
/// ```
/// assert_eq!(hokm_kit::deck("", 1)[..3], ["AH", "QC", "4D"]);
/// ```
pub fn deck(match_seed: &str, deal: u32) -> Vec<Card> {
    let mut cards: Vec<Card> = PACK.split(' ').filter_map(|card| card.parse().ok()).collect();
    shuffle(&mut cards, &format!("hokm-arena deck 1|{match_seed}|{deal}"));
    cards
}

/// Shuffles at most 256 items as the label says.
fn shuffle<T>(items: &mut [T], label: &str) {
    let mut stream = (0..).flat_map(|block: u32| sha256(format!("{label}|{block}").as_bytes()));
    for last in (1..items.len()).rev() {
        let count = last + 1;
        let fair = 256 - 256 % count;
        let chosen = stream.by_ref().map(usize::from).find(|byte| *byte < fair);
        items.swap(last, chosen.expect("an endless stream") % count);
    }
}

const K: [u32; 64] = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
];
const START: [u32; 8] = [
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];

/// SHA-256 (FIPS 180-4).
fn sha256(message: &[u8]) -> Vec<u8> {
    // A 1 bit, zeros, and the length in bits fill the last block of 64 bytes.
    let mut data = message.to_vec();
    data.push(0x80);
    data.resize((data.len() + 8).next_multiple_of(64) - 8, 0);
    data.extend((8 * message.len() as u64).to_be_bytes());

    let mut hash = START;
    for block in data.chunks(64) {
        let mut w = [0u32; 64];
        for (word, bytes) in w.iter_mut().zip(block.chunks(4)) {
            *word = bytes.iter().fold(0, |word, byte| word << 8 | u32::from(*byte));
        }
        for i in 16..64 {
            let (a, b) = (w[i - 15], w[i - 2]);
            w[i] = w[i - 16]
                .wrapping_add(a.rotate_right(7) ^ a.rotate_right(18) ^ (a >> 3))
                .wrapping_add(w[i - 7])
                .wrapping_add(b.rotate_right(17) ^ b.rotate_right(19) ^ (b >> 10));
        }
        let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = hash;
        for (constant, word) in K.into_iter().zip(w) {
            let one = h
                .wrapping_add(e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25))
                .wrapping_add((e & f) ^ (!e & g))
                .wrapping_add(constant)
                .wrapping_add(word);
            let two = (a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22))
                .wrapping_add((a & b) ^ (a & c) ^ (b & c));
            (h, g, f, e, d, c, b) = (g, f, e, d.wrapping_add(one), c, b, a);
            a = one.wrapping_add(two);
        }
        for (sum, word) in hash.iter_mut().zip([a, b, c, d, e, f, g, h]) {
            *sum = sum.wrapping_add(word);
        }
    }
    hash.into_iter().flat_map(u32::to_be_bytes).collect()
}
