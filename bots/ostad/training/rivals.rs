//! What a finished hand is worth, against many hands that the other seat might have built.

use ostad::building::Outlook;
use ostad::cards::{Card, Cards};
use ostad::chance::Chance;
use ostad::player::Player;
use ostad::table::Table;
use ostad::thumb::{self, Naive, Value};
use ostad::view::{View, ME, THEM};

use crate::players::Odd;

/// Hands that a finished one is played against. One result says little: luck is most of it.
const RIVALS: usize = 16;

/// How often each outcome comes of a finished hand, both seats playing by rules of thumb.
pub fn outlook(view: &View, chance: &mut Chance) -> Outlook {
    let mut pool: Vec<Card> = Cards::PACK.minus(view.hand.or(view.gone)).into_iter().collect();
    let mut outlook = [0.0; 4];
    for number in 0..RIVALS {
        let mut builder: Box<dyn Player> = match number % 4 {
            0 => Box::new(Naive),
            1 => Box::new(Odd::new(Chance::new(chance.bits()))),
            _ => Box::new(Value),
        };
        let rival = rival(view, &mut *builder, &mut pool, chance);
        let mut table = Table {
            trump: view.trump,
            hands: [view.hand, rival.hand],
            out: [view, &rival].map(|seat| Cards::PACK.minus(seat.hand.or(seat.gone))),
            turn: if view.hakem { ME } else { THEM },
            ..Table::default()
        };
        outlook[table.finish() as usize] += 1.0 / RIVALS as f32;
    }
    outlook
}

/// What the other seat may have built of the cards that are left.
fn rival(view: &View, builder: &mut dyn Player, pool: &mut [Card], chance: &mut Chance) -> View {
    let mut rival = View {
        hakem: !view.hakem,
        trump: view.trump,
        threw: [view.threw[THEM], view.threw[ME]],
        ..View::default()
    };
    // A hakem has named the trump for a reason.
    for _ in 0..12 {
        chance.shuffle(pool);
        rival.hand = pool[..5].iter().copied().collect();
        if !rival.hakem || thumb::best_trump(rival.hand) == rival.trump {
            break;
        }
    }
    rival.gone = thumb::worst(rival.hand, rival.threw[ME], rival.trump);
    rival.hand = rival.hand.minus(rival.gone);
    for two in pool[5..25].chunks_exact(2) {
        rival.offered = Cards::NONE.with(two[0]);
        if builder.keeps(&rival) {
            rival.hand = rival.hand.with(two[0]);
        } else {
            rival.gone = rival.gone.with(two[0]);
            rival.hand = rival.hand.with(two[1]);
        }
    }
    rival.offered = Cards::NONE;
    if rival.threw[ME] == 3 {
        rival.offered = pool[25..27].iter().copied().collect();
        let picked = builder.pick(&rival);
        rival.hand = rival.hand.with(picked);
        rival.gone = rival.gone.or(rival.offered.without(picked));
        rival.offered = Cards::NONE;
    }
    rival
}
