//! The messages of the protocol as plain values, under the protocol's own names.
//!
//! A seat is 0 or 1, and a pair goes by seat. What may be null is an `Option`. (`match` is a word of
//! Rust: here it is `match_`.)

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// A card: two letters, rank then suit. It prints, parses and compares as text: `card == "AS"`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Card([u8; 2]);

impl Card {
    /// `'A'`, `'K'`, `'Q'`, `'J'`, `'T'`, `'9'` … `'2'`.
    pub fn rank(self) -> char {
        self.0[0].into()
    }

    /// `'S'`, `'H'`, `'D'` or `'C'`.
    pub fn suit(self) -> Suit {
        self.0[1].into()
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{}", self.rank(), self.suit())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is no card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoCard;

impl fmt::Display for NoCard {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a card is two letters, rank then suit")
    }
}

impl std::error::Error for NoCard {}

impl FromStr for Card {
    type Err = NoCard;

    fn from_str(text: &str) -> Result<Self, NoCard> {
        match *text.as_bytes() {
            [rank, suit] if rank.is_ascii_alphanumeric() && suit.is_ascii_alphabetic() => {
                Ok(Self([rank, suit]))
            }
            _ => Err(NoCard),
        }
    }
}

impl PartialEq<&str> for Card {
    fn eq(&self, text: &&str) -> bool {
        self.0 == text.as_bytes()
    }
}

/// The second letter of a card.
pub type Suit = char;

/// 0 or 1.
pub type Seat = usize;

/// Where a deal is.
#[allow(missing_docs)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    Open,
    Throw,
    Draw,
    Pick,
    Play,
}

/// What was done at the stock; a bot answers `Keep` or `Reject`.
#[allow(missing_docs)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Choice {
    Keep,
    Reject,
    Pick,
}

/// What a bot may answer.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Hakem names trump and throws 2 or 3 cards.
    #[allow(missing_docs)]
    Open { trump: Suit, throw: Vec<Card> },
    /// 5 cards less what hakem threw.
    Throw(Vec<Card>),
    /// The card on top of the stock, or the next one unseen.
    Draw(Choice),
    /// One of the last two cards.
    Pick(Card),
    /// A card to the trick.
    Play(Card),
    /// Gives up the match; never listed, always legal.
    Concede,
}

/// A turn at the stock. `saw` and `took` are `None` when it was the opponent's.
#[allow(missing_docs)]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawn {
    pub seat: Seat,
    pub draw: Choice,
    pub saw: Option<Vec<Card>>,
    pub took: Option<Card>,
}

/// A finished trick: the lead and its answer.
#[allow(missing_docs)]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trick {
    pub leader: Seat,
    pub cards: [Card; 2],
    pub winner: Seat,
}

/// Everything a seat may know.
#[allow(missing_docs)]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Observation {
    /// Number of the deal, from 1.
    pub deal: u32,
    pub phase: Phase,
    /// Yours.
    pub seat: Seat,
    pub turn: Seat,
    pub score: [u32; 2],
    pub hakem: Seat,
    /// Turned up for the first hakem; says nothing about this deal.
    pub hakem_draw: Vec<Card>,
    /// `None` until hakem has opened.
    pub trump: Option<Suit>,
    /// Suit by suit (S H D C), each from the ace down.
    pub hand: Vec<Card>,
    /// By you.
    pub thrown: Vec<Card>,
    pub throw_counts: [Option<u32>; 2],
    pub draws: Vec<Drawn>,
    /// Cards left in it, those offered included.
    pub stock: u32,
    /// The top card at `Draw`, both last cards at `Pick`.
    pub offered: Vec<Card>,
    pub tricks: Vec<Trick>,
    /// The card to answer, `None` if you lead.
    pub lead: Option<Card>,
    pub tricks_won: [u32; 2],
}

/// What the match is played for.
#[allow(missing_docs)]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Points that win the match.
    pub target: u32,
    pub kot_hakem: u32,
    pub kot_other: u32,
}

/// How long a bot may take.
#[allow(missing_docs)]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Time {
    pub startup_ms: u32,
    pub move_ms: u32,
    pub bank_ms: u32,
    pub increment_ms: u32,
    pub ponder: bool,
}

/// What is played: matches, or rows of single deals.
#[allow(missing_docs)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    Match,
    Deals,
}

/// How a match ended.
#[allow(missing_docs)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    Normal,
    Concede,
    Forfeit,
}

/// A match begins.
#[allow(missing_docs)]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchStart {
    pub match_: String,
    pub seat: Seat,
    pub rules: Rules,
    pub time: Time,
    /// `"memory_mib"`, `"processes"` and so on.
    pub limits: BTreeMap<String, i64>,
    pub format: Format,
}

/// A decision is due.
#[allow(missing_docs)]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Act {
    pub id: String,
    pub observation: Observation,
    /// Every legal action but [`Action::Concede`].
    pub legal: Vec<Action>,
    /// For this decision.
    pub move_ms: u32,
    /// Left for all decisions that take longer.
    pub bank_ms: u32,
}

/// How a deal ended.
#[allow(missing_docs)]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DealResult {
    pub deal: u32,
    pub winner: Seat,
    pub tricks: [u32; 2],
    /// For the winner.
    pub points: u32,
    pub kot: bool,
}

/// A deal is over.
#[allow(missing_docs)]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DealEnd {
    pub result: DealResult,
    pub score: [u32; 2],
}

/// A match is over; another may begin.
#[allow(missing_docs)]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchEnd {
    pub score: [u32; 2],
    /// `None` where single deals gave both as many points.
    pub winner: Option<Seat>,
    pub reason: Reason,
}

/// What the referee says.
#[allow(missing_docs)]
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    MatchStart(MatchStart),
    Act(Act),
    DealEnd(DealEnd),
    MatchEnd(MatchEnd),
    /// The process should end.
    Bye,
    /// Of a later version.
    Unknown,
}
