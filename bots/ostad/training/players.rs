//! Who plays in training: the student, and builders with odd tastes.

use ostad::building::{self, Outlook, Stakes};
use ostad::cards::{Card, Cards, Suit};
use ostad::chance::Chance;
use ostad::net::{Features, Net};
use ostad::player::Player;
use ostad::thumb;
use ostad::view::{View, THEM};

/// What a deal is worth in training: its points, between those of either role.
pub const POINTS: Stakes = [-2.5, -1.0, 1.0, 2.5];

/// What a player passed through.
#[derive(Default)]
pub struct Passed {
    /// Hands before a decision, each with what that led to as the network saw it then.
    pub unfinished: Vec<(Features, Option<Outlook>)>,
    /// What it knew when the hand was finished.
    pub finished: Option<View>,
}

impl Passed {
    fn note_finished(&mut self, view: &View) {
        // The other may have led.
        self.finished.get_or_insert(View { plays: Default::default(), ..*view });
    }
}

/// Builds by the network and plays by rules of thumb; one decision of a deal may be any.
pub struct Student<'a> {
    net: &'a Net,
    chance: Chance,
    /// How many decisions are made before the one at random.
    stray_at: Option<usize>,
    decisions: usize,
    /// What followed the decision at random.
    pub passed: Passed,
}

impl<'a> Student<'a> {
    pub fn new(net: &'a Net, chance: Chance, stray_at: Option<usize>) -> Self {
        Self { net, chance, stray_at, decisions: 0, passed: Passed::default() }
    }

    fn choose<T: Copy>(&mut self, view: &View, choices: &[(T, Outlook)]) -> T {
        let (best, outlook) = building::best(choices, &POINTS);
        // The first decision follows nothing.
        if self.decisions > 0 && self.stray_at.map_or(true, |at| self.decisions > at) {
            self.passed.unfinished.push((Features::of(view), Some(outlook)));
        }
        self.decisions += 1;
        if self.stray_at == Some(self.decisions - 1) {
            return choices[self.chance.below(choices.len())].0;
        }
        best
    }
}

impl Player for Student<'_> {
    fn open(&mut self, view: &View) -> (Suit, Cards) {
        let mut choices = building::openings(self.net, view);
        // A stray opening should be of some interest: one of the better half.
        let worth = |choice: &(_, Outlook)| building::worth(&choice.1, &POINTS);
        choices.sort_by(|one, other| worth(other).total_cmp(&worth(one)));
        self.choose(view, &choices[..choices.len() / 2])
    }

    fn throw(&mut self, view: &View) -> Cards {
        self.choose(view, &building::answers(self.net, view))
    }

    fn keeps(&mut self, view: &View) -> bool {
        self.choose(view, &building::draws(self.net, view))
    }

    fn pick(&mut self, view: &View) -> Card {
        self.choose(view, &building::picks(self.net, view))
    }

    fn play(&mut self, view: &View) -> Card {
        self.passed.note_finished(view);
        thumb::play(view)
    }
}

/// Builds by worth, but with tastes of its own, another in each deal.
pub struct Odd {
    chance: Chance,
    margin: f32,
    trump_bonus: f32,
    noise: f32,
    throws: usize,
    trump_noise: f32,
}

impl Odd {
    pub fn new(mut chance: Chance) -> Self {
        let mut between = |low: f32, high: f32| low + (high - low) * chance.unit();
        let (margin, trump_bonus) = (between(-200.0, 400.0), between(-200.0, 500.0));
        let (noise, trump_noise) = (between(0.0, 600.0).powi(2) / 600.0, between(0.0, 20.0));
        let throws = if between(0.0, 1.0) < 0.3 { 2 } else { 3 };
        Self { chance, margin, trump_bonus, noise, throws, trump_noise }
    }

    /// Roughly normal.
    fn jitter(&mut self) -> f32 {
        (0..3).map(|_| self.chance.unit() * 2.0 - 1.0).sum::<f32>() * self.noise
    }

    fn worth(&mut self, card: Card, trump: Suit) -> f32 {
        let bonus = if card.suit() == trump { self.trump_bonus } else { 0.0 };
        thumb::worth(card, trump) as f32 + bonus + card.rank() as f32 + self.jitter()
    }

    fn worst(&mut self, cards: Cards, count: usize, trump: Suit) -> Cards {
        let mut rated: Vec<_> =
            cards.into_iter().map(|card| (self.worth(card, trump), card)).collect();
        rated.sort_by(|one, other| one.0.total_cmp(&other.0));
        rated.iter().take(count).map(|(_, card)| *card).collect()
    }
}

impl Player for Odd {
    fn open(&mut self, view: &View) -> (Suit, Cards) {
        let mut strength = |suit: Suit| {
            let cards = view.hand.suit(suit).into_iter();
            cards.map(|card| 10.0 + card.rank() as f32).sum::<f32>()
                + self.chance.unit() * self.trump_noise
        };
        let strengths: [f32; 4] = std::array::from_fn(&mut strength);
        let trump = (0..4).max_by(|&a, &b| strengths[a].total_cmp(&strengths[b])).unwrap_or(0);
        (trump, self.worst(view.hand, self.throws, trump))
    }

    fn throw(&mut self, view: &View) -> Cards {
        self.worst(view.hand, 5 - view.threw[THEM], view.trump)
    }

    fn keeps(&mut self, view: &View) -> bool {
        let unseen = view.unseen();
        let mean =
            unseen.into_iter().map(|card| thumb::worth(card, view.trump) as f32).sum::<f32>()
                / unseen.len() as f32;
        let offered = view.offered.lowest().expect("a card is offered");
        self.worth(offered, view.trump) >= mean + self.margin
    }

    fn pick(&mut self, view: &View) -> Card {
        let worst = self.worst(view.offered, 1, view.trump);
        view.offered.minus(worst).lowest().expect("two are offered")
    }

    fn play(&mut self, view: &View) -> Card {
        thumb::play(view)
    }
}

/// Notes what another has after each of its decisions.
pub struct Watched<P> {
    player: P,
    pub passed: Passed,
}

impl<P> Watched<P> {
    pub fn new(player: P) -> Self {
        Self { player, passed: Passed::default() }
    }
}

impl<P: Player> Player for Watched<P> {
    fn open(&mut self, view: &View) -> (Suit, Cards) {
        self.player.open(view)
    }

    fn throw(&mut self, view: &View) -> Cards {
        self.player.throw(view)
    }

    fn keeps(&mut self, view: &View) -> bool {
        self.passed.unfinished.push((Features::of(view), None));
        self.player.keeps(view)
    }

    fn pick(&mut self, view: &View) -> Card {
        self.passed.unfinished.push((Features::of(view), None));
        self.player.pick(view)
    }

    fn play(&mut self, view: &View) -> Card {
        self.passed.note_finished(view);
        self.player.play(view)
    }
}
