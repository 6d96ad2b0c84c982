//! What ostad makes of what it knows.

use ostad::belief::Belief;
use ostad::building::{best, draws};
use ostad::cards::{Card, Cards};
use ostad::chance::Chance;
use ostad::deal::{Deal, Phase};
use ostad::model::{self, played, PRIOR};
use ostad::net::Features;
use ostad::ostad::{net, Ostad};
use ostad::player::{play_deal, shuffled, step, Player};
use ostad::standing::Standing;
use ostad::table::Table;
use ostad::thumb::Value;
use ostad::view::View;

/// A deal between two `value`s, up to the decision for which this is true.
fn until(seed: u64, stop: impl Fn(&Deal) -> bool) -> Deal {
    let mut deal = Deal::new(&shuffled(&mut Chance::new(seed)), 0, Some([0, 0]));
    while !stop(&deal) {
        step(&mut deal, &mut Value);
    }
    deal
}

#[test]
fn every_world_deals_the_other_seat_what_it_may_hold() {
    for seed in 0..20 {
        let deal = until(seed, |deal| deal.phase == Phase::Play && deal.view().plays.len() == 8);
        let view = deal.view();
        let (unseen, gone) = (view.unseen(), deal.views[1 - deal.turn].gone);
        let mut belief = Belief::new(view, Chance::new(seed));
        for _ in 0..50 {
            let world = belief.world();
            assert_eq!(world.hand.len(), 9);
            assert_eq!(world.hand.or(world.gone).minus(unseen), Cards::NONE);
            assert_eq!(world.hand.and(world.gone), Cards::NONE);
            assert_eq!(world.gone.len(), gone.len());
            assert!((world.kinds.iter().sum::<f64>() - 1.0).abs() < 1e-6);
        }
    }
}

#[test]
fn worlds_hold_more_of_the_other_hand_than_chance_would() {
    let (mut held, mut by_chance) = (0.0, 0.0);
    for seed in 0..40 {
        let deal = until(seed, |deal| deal.phase == Phase::Play);
        let (view, truth) = (deal.view(), deal.views[1 - deal.turn].hand);
        let mut belief = Belief::new(view, Chance::new(seed));
        for _ in 0..40 {
            held += belief.world().hand.and(truth).len() as f64 / 40.0;
        }
        by_chance += 13.0 * 13.0 / view.unseen().len() as f64;
    }
    assert!(held > 1.2 * by_chance, "{held} against {by_chance}");
}

#[test]
fn leads_tell_who_looks_further_and_answers_do_not() {
    let hand = [Card::new(1, 3), Card::new(1, 9), Card::new(2, 11)].into_iter().collect();
    let thumb_share = |lead, as_the_thumb| {
        let mut kinds = PRIOR;
        played(&mut kinds, as_the_thumb, &Table { hands: [hand; 2], lead, ..Table::default() });
        let total: f64 = kinds.iter().sum();
        model::thumb_share(&kinds) / total
    };
    let before = model::thumb_share(&PRIOR);
    assert!(thumb_share(None, true) > 1.3 * before);
    assert!(thumb_share(None, false) < 0.2 * before);
    let answered = thumb_share(Some(Card::new(1, 5)), true);
    assert!((0.95..1.1).contains(&(answered / before)), "{answered}");
}

#[test]
fn a_card_added_is_valued_like_the_hand_that_it_makes() {
    let deal = until(3, |deal| deal.phase == Phase::Draw && deal.view().hand.len() == 7);
    let features = Features::of(deal.view());
    let cards = deal.view().unseen();
    for (card, outlook) in cards.into_iter().zip(net().with_each(&features, cards)) {
        let whole = net().evaluate(&features.with(features.hand.with(card), features.gone));
        for (one, other) in outlook.iter().zip(whole) {
            assert!((one - other).abs() < 1e-4);
        }
    }
}

#[test]
fn the_ace_of_trumps_is_kept() {
    let ace = Card::new(1, 12);
    let view = View {
        trump: 1,
        hand: [Card::new(1, 3), Card::new(2, 11)].into_iter().collect(),
        gone: [Card::new(0, 0), Card::new(0, 1), Card::new(3, 4)].into_iter().collect(),
        offered: Cards::NONE.with(ace),
        threw: [3, 2],
        ..View::default()
    };
    let stakes = Standing::default().stakes(&view);
    assert!(best(&draws(net(), &view), &stakes).0);
}

#[test]
fn a_kot_is_worth_no_more_than_a_point_to_who_needs_one() {
    let at = |score| Standing::default().stakes(&View { score: Some(score), ..View::default() });
    let [_, lost, won, kot] = at([6, 3]);
    assert_eq!((won, kot), (1.0, 1.0));
    assert!(lost < won);
    let [lost_kot, lost, won, kot] = at([0, 0]);
    assert!(lost_kot < lost && lost < won && won < kot);
}

#[test]
fn it_plays_the_same_deal_the_same_way() {
    let deck = shuffled(&mut Chance::new(9));
    let played = || {
        let (mut ostad, mut value): (_, Box<dyn Player>) = (Ostad::default(), Box::new(Value));
        let mut deal = Deal::new(&deck, 0, None);
        while deal.phase != Phase::Over {
            let player: &mut dyn Player = if deal.turn == 0 { &mut ostad } else { &mut *value };
            step(&mut deal, player);
        }
        deal.views[0].plays.iter().map(|play| play.card).collect::<Vec<_>>()
    };
    assert_eq!(played(), played());
}

#[test]
fn it_wins_more_deals_than_it_loses_against_value() {
    let won: usize = (0..40)
        .map(|seed| {
            let deal = Deal::new(&shuffled(&mut Chance::new(seed)), seed as usize % 2, None);
            let outcome = play_deal([&mut Ostad::default(), &mut Value], deal);
            usize::from(outcome as usize >= 2)
        })
        .sum();
    assert!(won > 20, "{won} of 40");
}
