//! Fits the network to outcomes: cross-entropy, by Adam.

use ostad::net::*;

/// A hand under construction, and what it is taken to lead to.
#[derive(Clone, Copy)]
pub struct Example {
    pub features: Features,
    pub target: Layer<OUTPUTS>,
}

/// Adam's state (Kingma and Ba 2015), with its usual constants.
pub struct Learner {
    pub net: Net,
    gradient: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

impl Learner {
    pub fn new(net: Net) -> Self {
        let zeros = vec![0.0; WEIGHTS];
        Self { net, gradient: zeros.clone(), mean: zeros.clone(), square: zeros, steps: 0 }
    }

    /// One step on a batch; its mean cross-entropy.
    pub fn step(&mut self, batch: &[Example], rate: f32) -> f32 {
        self.gradient.fill(0.0);
        let loss: f32 = batch.iter().map(|example| self.back(example)).sum();
        self.steps += 1;
        let (b1, b2) = (0.9f32, 0.999f32);
        let scale = 1.0 / batch.len() as f32;
        let rate = rate * (1.0 - b2.powi(self.steps)).sqrt() / (1.0 - b1.powi(self.steps));
        for i in 0..WEIGHTS {
            let g = self.gradient[i] * scale;
            self.mean[i] += (1.0 - b1) * (g - self.mean[i]);
            self.square[i] += (1.0 - b2) * (g * g - self.square[i]);
            self.net.weights[i] -= rate * self.mean[i] / (self.square[i].sqrt() + 1e-8);
        }
        loss * scale
    }

    /// Adds the gradient of one example; its cross-entropy.
    fn back(&mut self, example: &Example) -> f32 {
        let Example { features, target } = example;
        let net = &self.net;
        let reads: [Layer<READ>; 4] = std::array::from_fn(|suit| {
            let (held, gone) = (features.hand.ranks(suit), features.gone.ranks(suit));
            net.read(held, gone, suit == features.trump)
        });
        let mut plain = [0.0; READ];
        for suit in (0..4).filter(|&suit| suit != features.trump) {
            plain.iter_mut().zip(&reads[suit]).for_each(|(sum, term)| *sum += term);
        }
        let sum = net.hidden(features);
        let likely = net.outcomes(sum);

        let mut at_output = likely;
        at_output.iter_mut().zip(target).for_each(|(error, share)| *error -= share);
        let mut at_hidden = [0.0; HIDDEN];
        for i in 0..HIDDEN {
            let row = OUTPUT_AT + i * OUTPUTS;
            if sum[i] > 0.0 {
                for (j, error) in at_output.iter().enumerate() {
                    self.gradient[row + j] += error * sum[i];
                    at_hidden[i] += error * net.weights[row + j];
                }
            }
        }
        add(&mut self.gradient[OUTPUT_BIAS_AT..], &at_output, 1.0);
        add(&mut self.gradient[HIDDEN_BIAS_AT..], &at_hidden, 1.0);
        for (i, &value) in features.globals.iter().enumerate().filter(|(_, &value)| value != 0.0) {
            add(&mut self.gradient[HIDDEN_GLOBAL_AT + i * HIDDEN..], &at_hidden, value);
        }
        let mut at_read = [[0.0; READ]; 2];
        for (kind, at, read) in
            [(0, HIDDEN_TRUMP_AT, &reads[features.trump]), (1, HIDDEN_PLAIN_AT, &plain)]
        {
            for i in 0..READ {
                let row = at + i * HIDDEN;
                let weights = &net.weights[row..row + HIDDEN];
                at_read[kind][i] = weights.iter().zip(&at_hidden).map(|(w, e)| w * e).sum();
                if read[i] != 0.0 {
                    add(&mut self.gradient[row..], &at_hidden, read[i]);
                }
            }
        }
        for (suit, read) in reads.iter().enumerate() {
            let is_trump = suit == features.trump;
            let (at, errors) =
                if is_trump { (TRUMP_AT, &at_read[0]) } else { (PLAIN_AT, &at_read[1]) };
            let mut errors = *errors;
            errors.iter_mut().zip(read).for_each(|(error, &read)| {
                if read <= 0.0 {
                    *error = 0.0;
                }
            });
            add(&mut self.gradient[at + BITS * READ..], &errors, 1.0);
            for bit in bits(features.hand.ranks(suit) | features.gone.ranks(suit) << 13) {
                add(&mut self.gradient[at + bit * READ..], &errors, 1.0);
            }
        }
        -likely.iter().zip(target).map(|(p, share)| share * p.max(1e-9).ln()).sum::<f32>()
    }
}

fn add(sum: &mut [f32], terms: &[f32], factor: f32) {
    sum.iter_mut().zip(terms).for_each(|(total, term)| *total += factor * term);
}
