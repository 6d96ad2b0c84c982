//! Deals that the arena has recorded, played again in memory: the same tricks, points and views.

mod common;

use common::{cards, file, items, member, set, suit};
use hokm_kit::{from_json, Action, Choice, Observation};
use ostad::cards::{Card, Cards};
use ostad::deal::{Deal, Phase, Rules};
use ostad::wire;

fn vectors(name: &str) -> String {
    file(&format!("../../protocol/vectors/{name}"))
}

/// Plays a recorded deal again; whether it was played to the end.
fn replayed(deal: &str) -> Option<Deal> {
    let deck: [Card; 52] = cards(member(deal, "deck")).try_into().unwrap();
    let mut state = Deal::new(&deck, from_json(member(deal, "hakem").as_bytes()).unwrap(), None);
    let discards = member(deal, "discards");
    if member(deal, "winner") == "null" || member(deal, "kot") == "null" {
        return None;
    }
    state.open(suit(member(deal, "trump")), set(member(discards, "hakem")));
    state.throw(set(member(discards, "other")));
    for choice in member(deal, "draws").trim_matches('"').chars() {
        match choice {
            'k' => state.draw(true),
            'r' => state.draw(false),
            which => {
                assert_eq!(state.phase, Phase::Pick);
                state.pick(deck[50 + usize::from(which == '2')]);
            }
        }
    }
    for played in cards(member(deal, "plays")) {
        assert!(state.view().legal().has(played));
        state.play(played);
    }
    Some(state)
}

#[test]
fn recorded_deals_end_as_they_did_in_the_arena() {
    let mut ended = 0;
    for record in vectors("records.jsonl").lines() {
        for deal in items(member(record, "deals")) {
            let Some(state) = replayed(deal) else { continue };
            let tricks: [u8; 2] =
                from_json::<[u32; 2]>(member(deal, "tricks").as_bytes()).unwrap().map(|n| n as u8);
            assert_eq!(state.phase, Phase::Over);
            assert_eq!(state.views[0].tricks, tricks);
            let winner: usize = from_json(member(deal, "winner").as_bytes()).unwrap();
            let points: u32 = from_json(member(deal, "points").as_bytes()).unwrap();
            let hakem: usize = from_json(member(deal, "hakem").as_bytes()).unwrap();
            let ours = Rules::default().points(state.outcome(), hakem == 0);
            assert_eq!((usize::from(ours < 0), ours.unsigned_abs()), (winner, points));
            ended += 1;
        }
    }
    assert!(ended > 5);
}

/// What both seats were told at a decision, and what was decided.
struct Decision {
    told: [Observation; 2],
    action: Action,
}

fn decisions() -> Vec<Decision> {
    let decision = |line: &str| Decision {
        told: from_json(member(line, "observations").as_bytes()).unwrap(),
        action: from_json(member(line, "action").as_bytes()).unwrap(),
    };
    vectors("observations.jsonl").lines().map(decision).collect()
}

/// The deck of a deal, as far as it was seen; what nobody saw stands anywhere.
fn deck(first: &Decision, last: &Decision) -> [Card; 52] {
    let mut places: Vec<Option<Card>> = vec![];
    for told in &first.told {
        places.extend(told.hand.iter().map(|&card| Some(wire::card(card))));
    }
    places.resize(52, None);
    for told in &last.told {
        for (turn, drawn) in told.draws.iter().enumerate() {
            let Some(saw) = &drawn.saw else { continue };
            for (place, &card) in saw.iter().chain(&drawn.took).take(2).enumerate() {
                if drawn.draw != Choice::Keep || place == 0 {
                    places[10 + 2 * turn + place] = Some(wire::card(card));
                }
            }
        }
    }
    let seen: Cards = places.iter().flatten().copied().collect();
    let mut others = Cards::PACK.minus(seen).into_iter();
    let place = |place: Option<Card>| place.unwrap_or_else(|| others.next().unwrap());
    places.into_iter().map(place).collect::<Vec<_>>().try_into().unwrap()
}

#[test]
fn a_seat_is_told_in_memory_what_the_arena_tells_it() {
    let decisions = decisions();
    let mut compared = 0;
    for deal in decisions.chunk_by(|one, next| one.told[0].deal == next.told[0].deal) {
        let (first, last) = (&deal[0], &deal[deal.len() - 1]);
        let told = &first.told[0];
        let mut state = Deal::new(&deck(first, last), told.hakem, Some(told.score));
        for Decision { told, action } in deal {
            for seat in [0, 1] {
                let view = wire::view(&told[seat], false);
                assert_eq!(format!("{view:?}"), format!("{:?}", state.views[seat]));
                compared += 1;
            }
            match action {
                Action::Open { trump, throw } => state.open(wire::suit(*trump), wire::cards(throw)),
                Action::Throw(throw) => state.throw(wire::cards(throw)),
                Action::Draw(choice) => state.draw(*choice == Choice::Keep),
                Action::Pick(card) => state.pick(wire::card(*card)),
                Action::Play(card) => state.play(wire::card(*card)),
                Action::Concede => break,
            }
        }
    }
    assert!(compared > 150);
}
