//! The rules of thumb decide as `bots/naive` and `bots/value` do, in deals that the arena recorded.

mod common;

use common::{card, cards, file, items, member, suit};
use hokm_kit::from_json;
use ostad::cards::Card;
use ostad::deal::{Deal, Phase};
use ostad::player::{step, Player};
use ostad::thumb::{Naive, Value};

#[test]
fn naive_and_value_play_recorded_deals_as_they_did() {
    let mut decisions = 0;
    for record in file("tests/data/naive-value.jsonl").lines() {
        let names: Vec<&str> = items(member(record, "bots"));
        for deal in items(member(record, "deals")) {
            let deck: [Card; 52] = cards(member(deal, "deck")).try_into().unwrap();
            let hakem = from_json(member(deal, "hakem").as_bytes()).unwrap();
            let mut state = Deal::new(&deck, hakem, None);
            let plays: Vec<Card> = items(member(deal, "plays")).into_iter().map(card).collect();
            let (mut draws, mut played) = (String::new(), vec![]);
            while state.phase != Phase::Over {
                let (phase, before) = (state.phase, *state.view());
                let mut player: Box<dyn Player> = match member(names[state.turn], "name") {
                    "\"naive\"" => Box::new(Naive),
                    _ => Box::new(Value),
                };
                let seat = state.turn;
                step(&mut state, &mut *player);
                let after = &state.views[seat];
                match phase {
                    Phase::Draw => {
                        let kept = after.hand.has(before.offered.lowest().unwrap());
                        draws.push(if kept { 'k' } else { 'r' });
                    }
                    Phase::Pick => draws.push(if after.hand.has(deck[50]) { '1' } else { '2' }),
                    Phase::Play => played.push(after.plays.iter().last().unwrap().card),
                    _ => {}
                }
                decisions += 1;
            }
            assert_eq!(state.views[0].trump, suit(member(deal, "trump")));
            assert_eq!(format!("{draws:?}"), member(deal, "draws"));
            assert_eq!(played, plays);
        }
    }
    assert!(decisions > 200);
}
