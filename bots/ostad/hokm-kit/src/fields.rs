//! Which JSON each message is. Every type has one list of its fields, which reading and writing walk.

use crate::codec::{from_json, pair, FromJson, ToJson};
use crate::messages::*;
use crate::reader::{Reader, Unreadable};
use crate::writer::Writer;

type Result<T> = std::result::Result<T, Unreadable>;

/// An object with these fields; others are skipped, and none may be missing.
macro_rules! object {
    ($type:ident { $($field:ident),* }) => {
        impl FromJson for $type {
            fn read(reader: &mut Reader) -> Result<Self> {
                $(let mut $field = None;)*
                reader.open(b'{')?;
                while reader.more(b'}')? {
                    match &*reader.key()? {
                        $(key if key == name(stringify!($field)) => {
                            $field = Some(FromJson::read(reader)?);
                        })*
                        _ => drop(reader.skip()?),
                    }
                }
                Ok(Self { $($field: $field.ok_or_else(|| missing(reader, stringify!($field)))?),* })
            }
        }

        impl ToJson for $type {
            fn write(&self, writer: &mut Writer) {
                writer.open('{');
                $(pair(writer, name(stringify!($field)), &self.$field);)*
                writer.close('}');
            }
        }
    };
}

/// An enum whose values are these texts.
macro_rules! texts {
    ($type:ident { $($value:ident = $text:literal),* }) => {
        impl FromJson for $type {
            fn read(reader: &mut Reader) -> Result<Self> {
                match &*reader.string()? {
                    $($text => Ok(Self::$value),)*
                    other => Err(reader.error(format!("something else than `{other}`"))),
                }
            }
        }

        impl ToJson for $type {
            fn write(&self, writer: &mut Writer) {
                writer.string(match self { $(Self::$value => $text),* });
            }
        }
    };
}

texts!(Phase { Open = "open", Throw = "throw", Draw = "draw", Pick = "pick", Play = "play" });
texts!(Choice { Keep = "keep", Reject = "reject", Pick = "pick" });
texts!(Format { Match = "match", Deals = "deals" });
texts!(Reason { Normal = "normal", Concede = "concede", Forfeit = "forfeit" });

object!(Drawn { seat, draw, saw, took });
object!(Trick { leader, cards, winner });
object!(Observation {
    deal,
    phase,
    seat,
    turn,
    score,
    hakem,
    hakem_draw,
    trump,
    hand,
    thrown,
    throw_counts,
    draws,
    stock,
    offered,
    tricks,
    lead,
    tricks_won
});
object!(Rules { target, kot_hakem, kot_other });
object!(Time { startup_ms, move_ms, bank_ms, increment_ms, ponder });
object!(MatchStart { match_, seat, rules, time, limits, format });
object!(Act { id, observation, legal, move_ms, bank_ms });
object!(DealResult { deal, winner, tricks, points, kot });
object!(DealEnd { result, score });
object!(MatchEnd { score, winner, reason });

/// A field's name in JSON: Rust's own words have a `_` behind them.
fn name(field: &'static str) -> &'static str {
    field.trim_end_matches('_')
}

fn missing(reader: &Reader, field: &'static str) -> Unreadable {
    reader.error(format!("field `{}`", name(field)))
}

impl FromJson for Message {
    fn read(reader: &mut Reader) -> Result<Self> {
        let whole = reader.skip()?.as_bytes();
        Ok(match &*type_of(whole)? {
            "act" => Self::Act(from_json(whole)?),
            "match_start" => Self::MatchStart(from_json(whole)?),
            "deal_end" => Self::DealEnd(from_json(whole)?),
            "match_end" => Self::MatchEnd(from_json(whole)?),
            "bye" => Self::Bye,
            _ => Self::Unknown,
        })
    }
}

fn type_of(message: &[u8]) -> Result<String> {
    let mut reader = Reader::new(message)?;
    reader.open(b'{')?;
    while reader.more(b'}')? {
        if reader.key()? == "type" {
            return String::read(&mut reader);
        }
        reader.skip()?;
    }
    Err(missing(&reader, "type"))
}

impl FromJson for Action {
    /// Whatever action it is, its keys say which.
    fn read(reader: &mut Reader) -> Result<Self> {
        let (mut trump, mut throw, mut other) = (None, None, None);
        reader.open(b'{')?;
        while reader.more(b'}')? {
            match &*reader.key()? {
                "trump" => trump = Some(FromJson::read(reader)?),
                "throw" => throw = Some(FromJson::read(reader)?),
                "draw" => other = Some(Self::Draw(FromJson::read(reader)?)),
                "pick" => other = Some(Self::Pick(FromJson::read(reader)?)),
                "play" => other = Some(Self::Play(FromJson::read(reader)?)),
                "concede" => other = reader.boolean().map(|_| Some(Self::Concede))?,
                key => return Err(reader.error(format!("an action instead of `{key}`"))),
            }
        }
        match (trump, throw, other) {
            (Some(trump), Some(throw), None) => Ok(Self::Open { trump, throw }),
            (None, Some(throw), None) => Ok(Self::Throw(throw)),
            (None, None, Some(other)) => Ok(other),
            _ => Err(reader.error("an action")),
        }
    }
}

impl ToJson for Action {
    fn write(&self, writer: &mut Writer) {
        writer.open('{');
        match self {
            Self::Open { trump, throw } => {
                pair(writer, "trump", trump);
                pair(writer, "throw", throw);
            }
            Self::Throw(throw) => pair(writer, "throw", throw),
            Self::Draw(draw) => pair(writer, "draw", draw),
            Self::Pick(pick) => pair(writer, "pick", pick),
            Self::Play(play) => pair(writer, "play", play),
            Self::Concede => pair(writer, "concede", &true),
        }
        writer.close('}');
    }
}
