//! Who plays in training: the student, and builders with odd tastes.

use ostad::building::{self, Stakes};
use ostad::cards::{Card, Cards, Suit};
use ostad::chance::Chance;
use ostad::net::{Features, Net};
use ostad::player::Player;
use ostad::thumb;
use ostad::view::{View, THEM};

/// What a deal is worth in training: its points, between those of either role.
pub const POINTS: Stakes = [-2.5, -1.0, 1.0, 2.5];

/// Builds by the network and plays by rules of thumb; once in a deal it may do anything.
pub struct Student<'a> {
    pub net: &'a Net,
    pub chance: Chance,
    /// How many decisions are made before the one at random; none is if this is past the last.
    pub stray_at: usize,
    decisions: usize,
    /// What it had after each decision from the stray one on.
    pub passed: Vec<Features>,
}

impl<'a> Student<'a> {
    pub fn new(net: &'a Net, chance: Chance, stray_at: usize) -> Self {
        Self { net, chance, stray_at, decisions: 0, passed: Vec::with_capacity(13) }
    }

    /// Notes what the decision before led to; whether this one is to be made at random.
    fn strays(&mut self, view: &View) -> bool {
        self.note(view);
        self.decisions += 1;
        self.decisions == self.stray_at + 1
    }

    fn note(&mut self, view: &View) {
        if self.decisions > 0 && (self.decisions > self.stray_at || self.stray_at > 12) {
            self.passed.push(Features::of(view));
        }
    }

    fn choose<T: Copy>(&mut self, choices: &[(T, f32)], stray: bool) -> T {
        if stray {
            choices[self.chance.below(choices.len())].0
        } else {
            building::best(choices)
        }
    }
}

impl Player for Student<'_> {
    fn open(&mut self, view: &View) -> (Suit, Cards) {
        let stray = self.strays(view);
        let mut choices = building::openings(self.net, view, &POINTS);
        if stray {
            // What is far behind is of no interest.
            choices.sort_by(|one, other| other.1.total_cmp(&one.1));
            choices.truncate(20);
        }
        self.choose(&choices, stray)
    }

    fn throw(&mut self, view: &View) -> Cards {
        let stray = self.strays(view);
        self.choose(&building::answers(self.net, view, &POINTS), stray)
    }

    fn keeps(&mut self, view: &View) -> bool {
        let stray = self.strays(view);
        let [keep, reject] = building::draw(self.net, view, &POINTS);
        self.choose(&[(true, keep), (false, reject)], stray)
    }

    fn pick(&mut self, view: &View) -> Card {
        let stray = self.strays(view);
        self.choose(&building::picks(self.net, view, &POINTS), stray)
    }

    fn play(&mut self, view: &View) -> Card {
        if view.hand.len() == 13 && self.decisions < 100 {
            self.note(view);
            self.decisions = 100;
        }
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
        let mean = unseen.into_iter().map(|card| thumb::worth(card, view.trump) as f32).sum::<f32>()
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
    pub player: P,
    pub passed: Vec<Features>,
    done: bool,
}

impl<P> Watched<P> {
    pub fn new(player: P) -> Self {
        Self { player, passed: Vec::with_capacity(13), done: false }
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
        self.passed.push(Features::of(view));
        self.player.keeps(view)
    }

    fn pick(&mut self, view: &View) -> Card {
        self.passed.push(Features::of(view));
        self.player.pick(view)
    }

    fn play(&mut self, view: &View) -> Card {
        if !self.done {
            self.passed.push(Features::of(view));
            self.done = true;
        }
        self.player.play(view)
    }
}
