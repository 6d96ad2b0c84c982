//! The protocol's values from and to the program's own.

use hokm_kit as kit;

use crate::cards::{Card, Cards, Suit, RANKS, SUITS};
use crate::deal::Phase;
use crate::view::{Draw, Played, View, ME, THEM};

pub fn suit(letter: kit::Suit) -> Suit {
    SUITS.find(letter).expect("a suit of the pack")
}

pub fn card(card: kit::Card) -> Card {
    Card::new(suit(card.suit()), RANKS.find(card.rank()).expect("a rank of the pack"))
}

pub fn cards(cards: &[kit::Card]) -> Cards {
    cards.iter().copied().map(card).collect()
}

pub fn phase(phase: kit::Phase) -> Phase {
    match phase {
        kit::Phase::Open => Phase::Open,
        kit::Phase::Throw => Phase::Throw,
        kit::Phase::Draw => Phase::Draw,
        kit::Phase::Pick => Phase::Pick,
        kit::Phase::Play => Phase::Play,
    }
}

/// What the seat knows. `single` says that deals have nothing to do with each other.
pub fn view(seen: &kit::Observation, single: bool) -> View {
    let (me, them) = (seen.seat, 1 - seen.seat);
    let who = |seat: kit::Seat| if seat == me { ME } else { THEM };
    let mut view = View {
        score: (!single).then(|| [seen.score[me], seen.score[them]]),
        hakem: seen.hakem == me,
        trump: seen.trump.map_or(0, suit),
        hand: cards(&seen.hand),
        gone: cards(&seen.thrown),
        offered: cards(&seen.offered),
        threw: [me, them].map(|seat| seen.throw_counts[seat].unwrap_or(0) as usize),
        lead: seen.lead.filter(|_| seen.turn == me).map(card),
        tricks: [me, them].map(|seat| seen.tricks_won[seat] as u8),
        ..View::default()
    };
    for drawn in &seen.draws {
        if drawn.draw != kit::Choice::Pick {
            view.draws.push(Draw { by: who(drawn.seat), kept: drawn.draw == kit::Choice::Keep });
        }
        if let (Some(saw), Some(took)) = (&drawn.saw, drawn.took) {
            view.gone = view.gone.or(cards(saw).without(card(took)));
        }
    }
    for trick in &seen.tricks {
        for (place, played) in trick.cards.iter().enumerate() {
            let seat = if place == 0 { trick.leader } else { 1 - trick.leader };
            view.plays.push(Played { by: who(seat), card: card(*played) });
        }
    }
    if let Some(lead) = seen.lead {
        view.plays.push(Played { by: who(1 - seen.turn), card: card(lead) });
    }
    view
}
