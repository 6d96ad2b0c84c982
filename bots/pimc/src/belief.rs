//! How likely the opponent holds each card that was not seen, from what it did with the stock.
//!
//! An unseen card lies in one of so many places. Some are in the opponent's hand: what it held on to
//! of its first five cards, kept, took unseen, picked. The others are not: what it threw, rejected or
//! passed over, and what went face down seen by nobody. Which cards come to lie in each kind of place
//! depends on their worth, for an opponent who values cards as this bot does, if not to the last
//! thousandth. Then the play rules out suits that it did not follow, and makes cards less likely that
//! it would rather have played.

use hokm_kit::Choice;
use hokm_solver::{Card, Hand};

use crate::seen::Seen;
use crate::worth::worth;

/// By how many thousandths of a trick a card has to beat the mean to be kept as often as not.
const MARGIN: f64 = 100.0;
/// How gradually a card comes to be kept, in thousandths of a trick.
const SLACK: f64 = 40.0;
/// How often a card is kept or rejected against all expectation.
const SURPRISE: f64 = 0.02;
/// What is left of the odds of a card that would have done instead of a higher one that was played.
const CARELESS: f64 = 0.1;

/// The cards that the opponent may hold, and how many times likelier each is in its hand than elsewhere.
pub fn odds(seen: &Seen) -> Vec<(Card, f64)> {
    let opponent = &seen.opponent;
    let possible = gathered(seen).into_iter().filter(|(card, _)| !opponent.voids[card.suit()]);
    let careless = |card| if opponent.cheaper.contains(card) { CARELESS } else { 1.0 };
    possible.map(|(card, odds)| (card, odds * careless(card))).collect()
}

/// The same of every unseen card when the play began.
fn gathered(seen: &Seen) -> Vec<(Card, f64)> {
    let opponent = &seen.opponent;
    // What it has played since was as unseen as the rest when it came to lie there.
    let hidden: Vec<Card> = seen.unseen.union(opponent.played).collect();
    let worths: Vec<f64> = hidden.iter().map(|card| worth(*card, seen.trump).into()).collect();
    let mean = Hand::PACK.map(|card| f64::from(worth(card, seen.trump))).sum::<f64>() / 52.0;

    let any = vec![1.0; hidden.len()];
    let kept: Vec<f64> = worths.iter().map(|worth| is_kept(worth - mean)).collect();
    let better: Vec<f64> = worths.iter().map(|worth| share_above(&worths, *worth)).collect();
    let held_on = 5 - opponent.thrown;
    let first: Vec<f64> = better.iter().map(|share| among_best(*share, held_on, 5)).collect();
    let picked: Vec<f64> = better.iter().map(|share| among_best(*share, 1, 2)).collect();

    let [keeps, rejects, picks] =
        [Choice::Keep, Choice::Reject, Choice::Pick].map(|choice| opponent.chose(choice));
    let elsewhere = opponent.thrown + rejects + picks;
    let inside = [(held_on, &first), (keeps, &kept), (rejects, &any), (picks, &picked)];
    let outside = [
        (opponent.thrown, &others(&first)),
        (rejects, &others(&kept)),
        (picks, &others(&picked)),
        (hidden.len() - 13 - elsewhere, &any),
    ];
    let (inside, outside) = (expected(&inside), expected(&outside));
    let odds = inside.iter().zip(outside).map(|(inside, outside)| inside / outside);
    let all = hidden.iter().copied().zip(odds);
    all.filter(|(card, _)| seen.unseen.contains(*card)).collect()
}

/// How many cards like each of them lie in places of these kinds: how many places there are of a kind,
/// and how likely each card is to lie in one of it, up to a factor.
fn expected(kinds: &[(usize, &Vec<f64>)]) -> Vec<f64> {
    let mut sums = vec![0.0; kinds[0].1.len()];
    for (places, chances) in kinds {
        let total: f64 = chances.iter().sum();
        for (sum, chance) in sums.iter_mut().zip(*chances) {
            *sum += *places as f64 * chance / total;
        }
    }
    sums
}

/// What is left to certainty.
fn others(chances: &[f64]) -> Vec<f64> {
    chances.iter().map(|chance| 1.0 - chance).collect()
}

/// How likely a card is kept that is worth so much more than the mean.
fn is_kept(above_mean: f64) -> f64 {
    let sensible = 1.0 / (1.0 + ((MARGIN - above_mean) / SLACK).exp());
    SURPRISE + (1.0 - 2.0 * SURPRISE) * sensible
}

/// The share of cards that are worth more; of those worth the same, half.
fn share_above(worths: &[f64], worth: f64) -> f64 {
    let above = worths.iter().filter(|other| **other > worth).count() as f64;
    let same = worths.iter().filter(|other| **other == worth).count() as f64;
    (above + same / 2.0) / worths.len() as f64
}

/// How likely a card is among the best so many of a number of cards, if that share of all is better.
fn among_best(better: f64, best: usize, of: usize) -> f64 {
    let others = of - 1;
    let exactly = |above: usize| {
        let ways = (0..above).fold(1.0, |ways, i| ways * (others - i) as f64 / (i + 1) as f64);
        ways * better.powi(above as i32) * (1.0 - better).powi((others - above) as i32)
    };
    (0..best).map(exactly).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seen::Opponent;

    /// What is known before the first lead, spades trump, after the opponent's choices at the stock.
    fn seen(draws: &[Choice]) -> Seen {
        let hand: Hand = "2S 3S 4S 2H 3H 4H 5H 2D 3D 4D 2C 3C 4C".parse().expect("cards");
        let opponent = Opponent {
            thrown: 2,
            draws: draws.to_vec(),
            played: Hand::default(),
            voids: [false; 4],
            cheaper: Hand::default(),
        };
        let unseen = Hand::PACK.without(hand);
        Seen { seat: 0, trump: 0, hand, unseen, lead: None, taken: [0, 0], opponent }
    }

    fn odds_in(seen: &Seen, card: &str) -> Option<f64> {
        odds(seen).into_iter().find(|(each, _)| each.to_string() == card).map(|(_, odds)| odds)
    }

    fn odds_of(card: &str, draws: &[Choice]) -> f64 {
        odds_in(&seen(draws), card).expect("an unseen card")
    }

    #[test]
    fn the_more_a_card_is_worth_the_likelier_it_is_held() {
        let draws = [Choice::Keep, Choice::Reject].repeat(5);
        let odds = ["AS", "KH", "9C", "5D"].map(|card| odds_of(card, &draws));
        assert!(odds.windows(2).all(|pair| pair[0] > pair[1]), "{odds:?}");
    }

    #[test]
    fn who_keeps_much_holds_good_cards_and_who_rejects_much_others() {
        let (keeps, rejects) = ([Choice::Keep; 10], [Choice::Reject; 10]);
        assert!(odds_of("KH", &keeps) > odds_of("KH", &rejects));
        assert!(odds_of("5D", &rejects) > 3.0 * odds_of("5D", &keeps));
    }

    #[test]
    fn what_was_not_followed_is_out_and_what_was_not_played_less_likely() {
        let before = seen(&[Choice::Keep; 10]);
        let mut after = seen(&[Choice::Keep; 10]);
        after.opponent.voids[1] = true;
        after.opponent.cheaper = "9C".parse().expect("a card");
        assert_eq!(odds_in(&after, "KH"), None);
        assert_eq!(odds_in(&after, "KC"), odds_in(&before, "KC"));
        assert!(odds_in(&after, "9C") < odds_in(&before, "9C"));
    }

    #[test]
    fn the_best_of_some_cards_are_the_best_more_often_the_fewer_are_better() {
        assert_eq!(among_best(0.0, 3, 5), 1.0);
        assert_eq!(among_best(0.5, 1, 2), 0.5);
        assert!((among_best(0.5, 3, 5) - 11.0 / 16.0).abs() < 1e-12);
    }
}
