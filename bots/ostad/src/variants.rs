//! Variants for duels.
use crate::cards::*;
use crate::ostad::Ostad;
use crate::play::Effort;
use crate::player::Player;
use crate::thumb::{self, Value};
use crate::view::View;

struct Parts<B, P> { build: B, play: P }
impl<B: Player, P: Player> Player for Parts<B, P> {
    fn open(&mut self, v: &View) -> (Suit, Cards) { self.build.open(v) }
    fn throw(&mut self, v: &View) -> Cards { self.build.throw(v) }
    fn keeps(&mut self, v: &View) -> bool { self.build.keeps(v) }
    fn pick(&mut self, v: &View) -> Card { self.build.pick(v) }
    fn play(&mut self, v: &View) -> Card { self.play.play(v) }
}
struct Thumb;
impl Player for Thumb {
    fn open(&mut self, _: &View) -> (Suit, Cards) { unreachable!() }
    fn throw(&mut self, _: &View) -> Cards { unreachable!() }
    fn keeps(&mut self, _: &View) -> bool { unreachable!() }
    fn pick(&mut self, _: &View) -> Card { unreachable!() }
    fn play(&mut self, v: &View) -> Card { thumb::play(v) }
}
pub fn variant(name: &str) -> Option<Box<dyn Player>> {
    let (kind, rest) = name.split_once(':').unwrap_or((name, ""));
    let numbers: Vec<usize> = rest.split(',').filter_map(|n| n.parse().ok()).collect();
    let mut effort = Effort { time: std::time::Duration::from_secs(10), ..Effort::default() };
    if let [worlds, repeats, solved] = numbers[..] { effort = Effort { worlds, repeats, solved, ..effort }; }
    let ostad = || Ostad::new(effort);
    Some(match kind {
        "ostad" => Box::new(ostad()),
        "build" => Box::new(Parts { build: ostad(), play: Thumb }),
        "play" => Box::new(Parts { build: Value, play: ostad() }),
        _ => return None,
    })
}
