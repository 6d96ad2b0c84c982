//! Whoever decides for a seat, and deals and matches of two of them.

use crate::cards::{Card, Cards, Suit};
use crate::chance::Chance;
use crate::deal::{Deal, Outcome, Phase, Rules};
use crate::view::View;

/// Decides from what its seat knows. Every answer must be legal.
pub trait Player {
    /// Trump, and the 2 or 3 cards thrown.
    fn open(&mut self, view: &View) -> (Suit, Cards);
    /// The cards thrown, 5 less what hakem threw.
    fn throw(&mut self, view: &View) -> Cards;
    /// Whether the card offered is kept.
    fn keeps(&mut self, view: &View) -> bool;
    /// Which of both last cards is taken.
    fn pick(&mut self, view: &View) -> Card;
    /// The card played.
    fn play(&mut self, view: &View) -> Card;
}

/// Lets the player on turn decide once.
pub fn step(deal: &mut Deal, player: &mut dyn Player) {
    let view = *deal.view();
    match deal.phase {
        Phase::Open => {
            let (trump, thrown) = player.open(&view);
            deal.open(trump, thrown);
        }
        Phase::Throw => deal.throw(player.throw(&view)),
        Phase::Draw => deal.draw(player.keeps(&view)),
        Phase::Pick => deal.pick(player.pick(&view)),
        Phase::Play => deal.play(player.play(&view)),
        Phase::Over => {}
    }
}

/// Plays a deal to its end; how it ended for seat 0.
pub fn play_deal(players: [&mut dyn Player; 2], mut deal: Deal) -> Outcome {
    let [first, second] = players;
    while deal.phase != Phase::Over {
        if deal.turn == 0 {
            step(&mut deal, first);
        } else {
            step(&mut deal, second);
        }
    }
    deal.outcome()
}

/// A shuffled pack.
pub fn shuffled(chance: &mut Chance) -> [Card; 52] {
    let mut deck = [Card::new(0, 0); 52];
    for (place, card) in deck.iter_mut().zip(Cards::PACK) {
        *place = card;
    }
    chance.shuffle(&mut deck);
    deck
}

/// Plays a match to 7 on decks of this seed; the points, and how many deals each seat won.
pub fn play_match(players: [&mut dyn Player; 2], seed: u64) -> ([u32; 2], [u32; 2]) {
    let mut chance = Chance::new(seed);
    let (mut score, mut won) = ([0, 0], [0, 0]);
    // Seat 0 gets the first ace in 51.98 % of matches.
    let mut hakem = usize::from(chance.unit() >= 0.5198);
    let [first, second] = players;
    while score[0] < 7 && score[1] < 7 {
        let deal = Deal::new(&shuffled(&mut chance), hakem, Some(score));
        let outcome = play_deal([&mut *first, &mut *second], deal);
        let points = Rules::default().points(outcome, hakem == 0);
        hakem = usize::from(points < 0);
        score[hakem] += points.unsigned_abs();
        won[hakem] += 1;
    }
    (score, won)
}
