//! A trick about to be led, in 64 bits.

use crate::cards::{Hand, Suit};

/// Both hands before a lead, as the leader sees them: 16 bits a suit, trump first. Of a suit with *n*
/// cards left, bit *i* below bit *n* says whether the leader holds the *i*-th lowest; bit *n* is set
/// and marks the end. So cards that are gone leave no gap, and positions in which the same cards
/// matter are the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position(u64);

/// A card of a position: its suit there, and how many cards of the suit are below it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    pub suit: Suit,
    pub index: u32,
}

impl Place {
    /// Whether no card is between the two, which are of one suit.
    pub fn is_just_above(self, other: Self) -> bool {
        self.suit == other.suit && self.index == other.index + 1
    }
}

/// Trump is the first suit of every position.
pub const TRUMP: Suit = 0;
const LANE: u32 = 16;

impl Position {
    /// The leader's hand, the other's, and the suit that is trump.
    pub fn new(leader: Hand, other: Hand, trump: Suit) -> Self {
        let lanes = (0..4).map(|place| {
            let suit = swapped(place, trump);
            let (mine, theirs) = (leader.ranks(suit), other.ranks(suit));
            let descending = (0..13).rev().filter(|rank| (mine | theirs) >> rank & 1 == 1);
            let owners = descending.fold(1, |key, rank| key << 1 | u64::from(mine >> rank & 1));
            owners << (LANE * place as u32)
        });
        Self(lanes.sum())
    }

    /// The owners of a suit's cards, and the mark behind them.
    pub fn suit(self, suit: Suit) -> Owners {
        Owners((self.0 >> (LANE * suit as u32)) as u16)
    }

    /// When the leader has played that card and the other this one.
    pub fn after(self, lead: Place, answer: Place) -> Self {
        if lead.suit == answer.suit && lead.index < answer.index {
            self.without(answer).without(lead)
        } else {
            self.without(lead).without(answer)
        }
    }

    fn without(self, place: Place) -> Self {
        let owners = self.suit(place.suit).0;
        let below = (1 << place.index) - 1;
        let left = owners & below | owners >> 1 & !below;
        Self(self.0 ^ u64::from(owners ^ left) << (LANE * place.suit as u32))
    }

    /// The same with the other player on lead.
    pub fn turned(self) -> Self {
        const NOT_TOP: u64 = 0x7fff_7fff_7fff_7fff;
        // All bits from the mark down, in all four suits at once; then those below it.
        let mut filled = self.0;
        filled |= filled >> 1 & NOT_TOP;
        filled |= filled >> 2 & 0x3fff_3fff_3fff_3fff;
        filled |= filled >> 4 & 0x0fff_0fff_0fff_0fff;
        filled |= filled >> 8 & 0x00ff_00ff_00ff_00ff;
        Self(self.0 ^ filled >> 1 & NOT_TOP)
    }

    /// How many cards each player has left.
    pub fn left(self) -> u32 {
        let cards: u32 = (0..4).map(|suit| self.suit(suit).len()).sum();
        cards / 2
    }

    /// A number that tells it from others; plain suits may change places. Never 0, and the two upper
    /// bits of every suit are free.
    pub fn key(self) -> u64 {
        let [trump, mut a, mut b, mut c] = [0, 1, 2, 3].map(|suit| u64::from(self.suit(suit).0));
        if a < b {
            (a, b) = (b, a);
        }
        if b < c {
            (b, c) = (c, b);
        }
        if a < b {
            (a, b) = (b, a);
        }
        trump | a << 16 | b << 32 | c << 48
    }
}

/// Where a suit stands in a position: trump and the first suit change places. Also the way back.
pub fn swapped(suit: Suit, trump: Suit) -> Suit {
    match suit {
        _ if suit == trump => TRUMP,
        TRUMP => trump,
        _ => suit,
    }
}

/// Who holds the cards of one suit: 1 for the leader, from the lowest card up, and a 1 at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Owners(pub u16);

impl Owners {
    /// How many cards both hold.
    pub fn len(self) -> u32 {
        self.0.ilog2()
    }

    /// The leader's cards, as bits.
    pub fn mine(self) -> u16 {
        self.0 ^ 1 << self.len()
    }

    /// The other's cards, as bits.
    pub fn theirs(self) -> u16 {
        self.mine() ^ self.all()
    }

    /// How many cards the leader holds.
    pub fn my_count(self) -> u32 {
        self.0.count_ones() - 1
    }

    /// How many cards the other holds.
    pub fn their_count(self) -> u32 {
        self.len() - self.my_count()
    }

    /// How many of the leader's cards stand above all of the other's.
    pub fn my_top(self) -> u32 {
        // The highest card's owner comes to the top of 32 bits, and zeros behind the lowest.
        (u32::from(self.0) << (31 - self.len()) << 1).leading_ones()
    }

    /// How many tricks the leader's cards of this suit take for sure if it is trump, however they are
    /// played: those left when each of the other's cards has beaten one that is lower.
    pub fn my_sure(self) -> u32 {
        SURE[usize::from(self.0)].into()
    }

    /// The same of the other's.
    pub fn their_sure(self) -> u32 {
        SURE[usize::from(self.0 ^ self.all())].into()
    }

    fn all(self) -> u16 {
        (1 << self.len()) - 1
    }
}

/// [`Owners::my_sure`] of all there are, as up to 13 cards have one of 2¹⁴ values.
static SURE: [u8; 1 << 14] = {
    let mut sure = [0; 1 << 14];
    let mut owners: usize = 1;
    while owners < sure.len() {
        let (mut place, mut above) = (owners.ilog2(), 0);
        while place > 0 {
            place -= 1;
            if owners >> place & 1 == 0 {
                above += 1;
            } else if above > 0 {
                above -= 1;
            } else {
                sure[owners] += 1;
            }
        }
        owners += 1;
    }
    sure
};
