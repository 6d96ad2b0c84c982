//! The bot, and the loop that plays it.

use std::fmt::Display;
use std::io::{self, IsTerminal};
use std::process::ExitCode;

use crate::codec::{from_json, pair};
use crate::line::{Line, StdioLine, ZmqLine};
use crate::messages::*;
use crate::process;
use crate::writer::Writer;

const PROTOCOL: u32 = 1;
const NOTE_LIMIT: usize = 280; // code points

/// What a bot answers: an action, alone or with a note that is kept in the record.
///
/// ```
/// # use hokm_kit::{Action, Answer, Choice};
/// let alone: Answer = Action::Draw(Choice::Keep).into();
/// let with_note: Answer = (Action::Concede, "well played").into();
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// One of those that are legal, or [`Action::Concede`].
    pub action: Action,
    /// Left out if empty, and cut after 280 characters.
    pub note: String,
}

impl From<Action> for Answer {
    fn from(action: Action) -> Self {
        Self { action, note: String::new() }
    }
}

impl From<&Action> for Answer {
    fn from(action: &Action) -> Self {
        action.clone().into()
    }
}

impl<Note: Into<String>> From<(Action, Note)> for Answer {
    fn from((action, note): (Action, Note)) -> Self {
        Self { action, note: note.into() }
    }
}

/// Give it a `choose`; the rest may stay. One object plays all matches.
pub trait Bot {
    /// One of `legal`, or [`Action::Concede`].
    fn choose(&mut self, observation: &Observation, legal: &[Action]) -> Answer {
        let _ = (observation, legal);
        unimplemented!("a bot must say what it chooses")
    }

    /// Like `choose`, with the whole message; give it instead to know the time left or the id.
    fn act(&mut self, message: &Act) -> Answer {
        self.choose(&message.observation, &message.legal)
    }

    /// A match begins.
    fn match_start(&mut self, message: &MatchStart) {
        let _ = message;
    }

    /// A deal is over.
    fn deal_end(&mut self, message: &DealEnd) {
        let _ = message;
    }

    /// A match is over; another may begin.
    fn match_end(&mut self, message: &MatchEnd) {
        let _ = message;
    }
}

/// Prints to standard error, which the arena keeps.
pub fn log(words: impl Display) {
    eprintln!("{words}");
}

/// Plays as the arena asks for, to the end; gives the exit code of the process.
///
/// `name` has at most 40 characters, `author` at most 200, or none.
pub fn run(mut bot: impl Bot, name: &str, author: &str) -> ExitCode {
    process::end_quietly_on_signals();
    match arena_line() {
        Ok(mut line) => {
            // An error is a line that is closed, which is an end like any other.
            let _ = play(&mut bot, &mut *line, name, author);
            ExitCode::SUCCESS
        }
        Err(problem) => {
            log(format_args!("{name}: {problem}"));
            ExitCode::FAILURE
        }
    }
}

/// The line that the arena has laid.
fn arena_line() -> io::Result<Box<dyn Line>> {
    match std::env::var("ARENA_ENDPOINT") {
        Ok(endpoint) if !endpoint.is_empty() => Ok(Box::new(ZmqLine::connect(&endpoint)?)),
        _ if !io::stdin().is_terminal() => Ok(Box::new(StdioLine::take()?)),
        _ => Err(io::Error::other(
            "The arena starts this program and speaks with it; try the bot with \
             `arena play FOLDER naive`.",
        )),
    }
}

/// Says hello and plays until the referee says bye. An error means that it is gone.
pub fn play(
    bot: &mut impl Bot,
    line: &mut (impl Line + ?Sized),
    name: &str,
    author: &str,
) -> io::Result<()> {
    line.send(hello_message(name, author).as_bytes())?;
    loop {
        match received(&line.receive()?, name) {
            Message::Act(message) => {
                let answer = bot.act(&message);
                line.send(action_message(&message.id, &answer).as_bytes())?;
            }
            Message::MatchStart(message) => bot.match_start(&message),
            Message::DealEnd(message) => bot.deal_end(&message),
            Message::MatchEnd(message) => bot.match_end(&message),
            Message::Unknown => (),
            Message::Bye => return Ok(()),
        }
    }
}

/// What the referee says; `Unknown` if a later version says it, or nobody could read it.
fn received(text: &[u8], name: &str) -> Message {
    from_json(text).unwrap_or_else(|problem| {
        log(format_args!("{name}: left out a message: {problem}"));
        Message::Unknown
    })
}

/// The text of a hello.
pub fn hello_message(name: &str, author: &str) -> String {
    let mut writer = Writer::default();
    writer.open('{');
    pair(&mut writer, "type", "hello");
    pair(&mut writer, "protocol", &PROTOCOL);
    pair(&mut writer, "name", name);
    if !author.is_empty() {
        pair(&mut writer, "author", author);
    }
    writer.close('}');
    writer.into_text()
}

/// The text of an answer.
pub fn action_message(id: &str, answer: &Answer) -> String {
    let mut writer = Writer::default();
    writer.open('{');
    pair(&mut writer, "type", "action");
    pair(&mut writer, "id", id);
    pair(&mut writer, "action", &answer.action);
    if !answer.note.is_empty() {
        pair(&mut writer, "note", cut(&answer.note, NOTE_LIMIT));
    }
    writer.close('}');
    writer.into_text()
}

/// The first so many characters.
fn cut(text: &str, limit: usize) -> &str {
    match text.char_indices().nth(limit) {
        Some((end, _)) => &text[..end],
        None => text,
    }
}
