//! The learned value of a hand under construction: how likely each outcome of the deal is.
//!
//! A small network. Each suit is read by itself, its cards held and its cards known to be out of the
//! deal, the trump suit with weights of its own and the plain suits with the same ones; what is read
//! of the plain suits is added up. So the order of the plain suits is of no account.

use crate::cards::{Cards, Suit};
use crate::view::{View, ME, THEM};

/// What is read of a suit.
pub const READ: usize = 32;
/// The hidden layer.
pub const HIDDEN: usize = 32;
/// A bit for each rank held, and for each that is out of the deal.
pub const BITS: usize = 26;
/// What is known beside the cards.
pub const GLOBALS: usize = 16;
pub const OUTPUTS: usize = 4;

/// Where each layer stands in the weights.
pub const SUIT_LAYER: usize = (BITS + 1) * READ;
pub const TRUMP_AT: usize = 0;
pub const PLAIN_AT: usize = SUIT_LAYER;
pub const HIDDEN_TRUMP_AT: usize = 2 * SUIT_LAYER;
pub const HIDDEN_PLAIN_AT: usize = HIDDEN_TRUMP_AT + READ * HIDDEN;
pub const HIDDEN_GLOBAL_AT: usize = HIDDEN_PLAIN_AT + READ * HIDDEN;
pub const HIDDEN_BIAS_AT: usize = HIDDEN_GLOBAL_AT + GLOBALS * HIDDEN;
pub const OUTPUT_AT: usize = HIDDEN_BIAS_AT + HIDDEN;
pub const OUTPUT_BIAS_AT: usize = OUTPUT_AT + HIDDEN * OUTPUTS;
pub const WEIGHTS: usize = OUTPUT_BIAS_AT + OUTPUTS;

/// What the network is told of a view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Features {
    pub hand: Cards,
    pub gone: Cards,
    pub trump: Suit,
    pub globals: [f32; GLOBALS],
}

impl Features {
    /// Of a view between two decisions; what is offered plays no part.
    pub fn of(view: &View) -> Self {
        let threw_three = view.threw[ME] == 3;
        let mut globals = [0.0; GLOBALS];
        globals[0] = f32::from(u8::from(view.hakem));
        globals[1] = f32::from(u8::from(threw_three));
        for draw in view.draws.iter().filter(|draw| draw.by == THEM) {
            globals[if draw.kept { 2 } else { 3 }] += 0.1;
        }
        let features = Self { hand: view.hand, gone: view.gone, trump: view.trump, globals };
        features.counting(view.hand.len())
    }

    /// The same with other cards, and so another number of draws to come.
    pub fn with(self, hand: Cards, gone: Cards) -> Self {
        Self { hand, gone, ..self }.counting(hand.len())
    }

    /// The same as if the hand had so many cards.
    fn counting(mut self, count: usize) -> Self {
        self.globals[4..].fill(0.0);
        self.globals[4 + (13 - count).min(11)] = 1.0;
        self
    }
}

pub type Layer<const N: usize> = [f32; N];

#[derive(Clone)]
pub struct Net {
    pub weights: Vec<f32>,
}

impl Net {
    /// From weights as `bytes` gives them.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        let number = |four: &[u8]| f32::from_le_bytes(four.try_into().expect("four bytes"));
        let weights: Vec<f32> = bytes.chunks_exact(4).map(number).collect();
        assert_eq!(weights.len(), WEIGHTS, "the weights are of another network");
        Self { weights }
    }

    pub fn bytes(&self) -> Vec<u8> {
        self.weights.iter().flat_map(|weight| weight.to_le_bytes()).collect()
    }

    /// What is read of a suit.
    pub fn read(&self, held: u64, gone: u64, is_trump: bool) -> Layer<READ> {
        let mut sum = self.reading(held, gone, is_trump);
        relu(&mut sum);
        sum
    }

    /// The same before its non-linearity.
    fn reading(&self, held: u64, gone: u64, is_trump: bool) -> Layer<READ> {
        let layer = self.suit_layer(is_trump);
        let mut sum = [0.0; READ];
        add(&mut sum, &layer[BITS * READ..]);
        for bit in bits(held | gone << 13) {
            add(&mut sum, &layer[bit * READ..(bit + 1) * READ]);
        }
        sum
    }

    fn suit_layer(&self, is_trump: bool) -> &[f32] {
        let at = if is_trump { TRUMP_AT } else { PLAIN_AT };
        &self.weights[at..at + SUIT_LAYER]
    }

    /// The sum of the hidden layer, before its non-linearity.
    pub fn hidden(&self, features: &Features) -> Layer<HIDDEN> {
        let mut sum = [0.0; HIDDEN];
        add(&mut sum, &self.weights[HIDDEN_BIAS_AT..]);
        for (number, &value) in features.globals.iter().enumerate() {
            if value != 0.0 {
                let at = HIDDEN_GLOBAL_AT + number * HIDDEN;
                add_times(&mut sum, &self.weights[at..at + HIDDEN], value);
            }
        }
        let mut plain = [0.0; READ];
        for suit in 0..4 {
            let is_trump = suit == features.trump;
            let read = self.read(features.hand.ranks(suit), features.gone.ranks(suit), is_trump);
            if is_trump {
                self.add_read(&mut sum, &read, true);
            } else {
                add(&mut plain, &read);
            }
        }
        self.add_read(&mut sum, &plain, false);
        sum
    }

    /// Adds to a hidden sum what was read of a suit.
    pub fn add_read(&self, sum: &mut Layer<HIDDEN>, read: &Layer<READ>, is_trump: bool) {
        let at = if is_trump { HIDDEN_TRUMP_AT } else { HIDDEN_PLAIN_AT };
        for (row, &value) in self.weights[at..].chunks_exact(HIDDEN).zip(read) {
            add_times(sum, row, value);
        }
    }

    /// The likelihood of each outcome, from the hidden sum.
    pub fn outcomes(&self, mut hidden: Layer<HIDDEN>) -> Layer<OUTPUTS> {
        relu(&mut hidden);
        let mut sum = [0.0; OUTPUTS];
        add(&mut sum, &self.weights[OUTPUT_BIAS_AT..]);
        for (row, &value) in self.weights[OUTPUT_AT..].chunks_exact(OUTPUTS).zip(&hidden) {
            add_times(&mut sum, row, value);
        }
        softmax(sum)
    }

    pub fn evaluate(&self, features: &Features) -> Layer<OUTPUTS> {
        self.outcomes(self.hidden(features))
    }

    /// The outcomes with each of these cards added to the hand, one at a time.
    pub fn with_each<'a>(
        &'a self,
        features: &Features,
        cards: Cards,
    ) -> impl Iterator<Item = Layer<OUTPUTS>> + 'a {
        let base = features.counting(features.hand.len() + 1);
        let hidden = self.hidden(&base);
        let readings: [Layer<READ>; 4] = std::array::from_fn(|suit| {
            self.reading(base.hand.ranks(suit), base.gone.ranks(suit), suit == base.trump)
        });
        cards.into_iter().map(move |card| {
            let is_trump = card.suit() == base.trump;
            let old = &readings[card.suit()];
            // What is read more than without the card.
            let mut more = *old;
            add(&mut more, &self.suit_layer(is_trump)[card.rank() * READ..]);
            more.iter_mut().zip(old).for_each(|(new, old)| *new = new.max(0.0) - old.max(0.0));
            let mut sum = hidden;
            self.add_read(&mut sum, &more, is_trump);
            self.outcomes(sum)
        })
    }
}

pub fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros() as usize;
            set &= set - 1;
            bit
        })
    })
}

fn add<const N: usize>(sum: &mut Layer<N>, row: &[f32]) {
    let row: &Layer<N> = row[..N].try_into().expect("a row");
    for (total, term) in sum.iter_mut().zip(row) {
        *total += term;
    }
}

fn add_times<const N: usize>(sum: &mut Layer<N>, row: &[f32], factor: f32) {
    let row: &Layer<N> = row[..N].try_into().expect("a row");
    for (total, term) in sum.iter_mut().zip(row) {
        *total += factor * term;
    }
}

fn relu<const N: usize>(layer: &mut Layer<N>) {
    layer.iter_mut().for_each(|value| *value = value.max(0.0));
}

pub fn softmax(mut sum: Layer<OUTPUTS>) -> Layer<OUTPUTS> {
    let top = sum.iter().copied().fold(f32::MIN, f32::max);
    sum.iter_mut().for_each(|value| *value = (*value - top).exp());
    let total: f32 = sum.iter().sum();
    sum.map(|value| value / total)
}
