//! A deal by the rules, fast: the two views, and the stock that neither sees.
//!
//! The rules are those of protocol/RULES.md. Nothing here is checked: a caller gives legal actions.

use crate::cards::{Card, Cards, Suit};
use crate::view::{Draw, Played, View, ME, THEM};

/// What the seat on turn has to decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    Open,
    Throw,
    Draw,
    Pick,
    Play,
    Over,
}

/// How a deal ended for a seat, from the worst to the best.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Outcome {
    LostKot,
    Lost,
    Won,
    WonKot,
}

pub const OUTCOMES: [Outcome; 4] = [Outcome::LostKot, Outcome::Lost, Outcome::Won, Outcome::WonKot];

impl Outcome {
    /// Of a deal that ended at these tricks, one's own first.
    pub fn of(tricks: [u8; 2]) -> Self {
        match tricks {
            [7, 0] => Self::WonKot,
            [7, _] => Self::Won,
            [0, _] => Self::LostKot,
            _ => Self::Lost,
        }
    }

    /// The same for the other seat.
    pub fn other(self) -> Self {
        OUTCOMES[3 - self as usize]
    }
}

/// What a match is played for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    pub target: u32,
    pub kot_hakem: u32,
    pub kot_other: u32,
}

impl Default for Rules {
    fn default() -> Self {
        Self { target: 7, kot_hakem: 2, kot_other: 3 }
    }
}

impl Rules {
    /// One's own points less the other's, if one is hakem or is not.
    pub fn points(&self, outcome: Outcome, hakem: bool) -> i32 {
        let (mine, theirs) =
            if hakem { (self.kot_hakem, self.kot_other) } else { (self.kot_other, self.kot_hakem) };
        match outcome {
            Outcome::LostKot => -(theirs as i32),
            Outcome::Lost => -1,
            Outcome::Won => 1,
            Outcome::WonKot => mine as i32,
        }
    }
}

/// A deal in progress. Seats are 0 and 1.
#[derive(Clone, Debug)]
pub struct Deal {
    pub views: [View; 2],
    pub turn: usize,
    pub phase: Phase,
    hakem: usize,
    stock: [Card; 42],
    /// Cards taken from the stock.
    drawn: usize,
}

impl Deal {
    /// `deck`: five cards for seat 0, five for seat 1, then the stock. `score` goes by seat.
    pub fn new(deck: &[Card; 52], hakem: usize, score: Option<[u32; 2]>) -> Self {
        let mut views = [View::default(); 2];
        for (seat, view) in views.iter_mut().enumerate() {
            view.hand = deck[5 * seat..5 * seat + 5].iter().copied().collect();
            view.hakem = seat == hakem;
            view.score = score.map(|points| [points[seat], points[1 - seat]]);
        }
        let stock = deck[10..].try_into().expect("a deck has 52 cards");
        Self { views, turn: hakem, phase: Phase::Open, hakem, stock, drawn: 0 }
    }

    /// The view of the seat on turn.
    pub fn view(&self) -> &View {
        &self.views[self.turn]
    }

    pub fn open(&mut self, trump: Suit, thrown: Cards) {
        self.views.iter_mut().for_each(|view| view.trump = trump);
        self.throws(thrown);
        self.phase = Phase::Throw;
        self.turn = 1 - self.hakem;
    }

    pub fn throw(&mut self, thrown: Cards) {
        self.throws(thrown);
        self.phase = Phase::Draw;
        self.turn = usize::from(self.views[0].threw[ME] != 3);
        self.offer();
    }

    /// Keeps or rejects the card offered.
    pub fn draw(&mut self, keep: bool) {
        let next = self.stock[self.drawn + 1];
        self.drawn += 2;
        let view = &mut self.views[self.turn];
        if keep {
            view.hand = view.hand.or(view.offered);
        } else {
            view.gone = view.gone.or(view.offered);
            view.hand = view.hand.with(next);
        }
        view.offered = Cards::NONE;
        view.draws.push(Draw { by: ME, kept: keep });
        self.turn = 1 - self.turn;
        self.views[self.turn].draws.push(Draw { by: THEM, kept: keep });
        self.offer();
    }

    /// Takes one of the last two cards.
    pub fn pick(&mut self, card: Card) {
        let view = &mut self.views[self.turn];
        view.hand = view.hand.with(card);
        view.gone = view.gone.or(view.offered.without(card));
        view.offered = Cards::NONE;
        self.phase = Phase::Play;
        self.turn = self.hakem;
    }

    pub fn play(&mut self, card: Card) {
        let lead = self.view().lead;
        let (me, them) = (self.turn, 1 - self.turn);
        self.views[me].hand = self.views[me].hand.without(card);
        self.views[me].plays.push(Played { by: ME, card });
        self.views[them].plays.push(Played { by: THEM, card });
        match lead {
            None => {
                self.views[them].lead = Some(card);
                self.turn = them;
            }
            Some(lead) => {
                self.views[me].lead = None;
                let answer_wins = card.beats(lead, self.views[me].trump);
                let winner = if answer_wins { me } else { them };
                self.views[winner].tricks[ME] += 1;
                self.views[1 - winner].tricks[THEM] += 1;
                self.turn = winner;
                if self.views[winner].tricks[ME] == 7 {
                    self.phase = Phase::Over;
                }
            }
        }
    }

    /// How it ended for seat 0; to be asked when it is over.
    pub fn outcome(&self) -> Outcome {
        Outcome::of(self.views[0].tricks)
    }

    fn throws(&mut self, thrown: Cards) {
        let view = &mut self.views[self.turn];
        view.hand = view.hand.minus(thrown);
        view.gone = thrown;
        view.threw[ME] = thrown.len();
        self.views[1 - self.turn].threw[THEM] = thrown.len();
    }

    /// Shows the seat on turn what it may choose from.
    fn offer(&mut self) {
        let (shown, phase) = if self.drawn == 40 { (2, Phase::Pick) } else { (1, Phase::Draw) };
        let offered = self.stock[self.drawn..self.drawn + shown].iter().copied().collect();
        self.views[self.turn].offered = offered;
        self.phase = phase;
    }
}
