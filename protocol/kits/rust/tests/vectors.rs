//! Replays protocol/vectors, as its README says.

mod common;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::rc::Rc;

use common::{items, list, members, same, text, value, vector_file};
use hokm_kit::*;

/// What is said, by whom, and how much of it has been said.
struct Script {
    said: Vec<(String, String)>,
    at: usize,
}

impl Script {
    /// The next message, which must be from this side; None at the end.
    fn next(&self, from: &str) -> Option<&str> {
        let (sender, message) = self.said.get(self.at)?;
        assert_eq!(sender, from, "is to speak, message {}", self.at);
        Some(message)
    }

    fn count(&self, kind: &str) -> usize {
        let kind = format!("\"{kind}\"");
        let of_kind = |message: &String| members(message)["type"] == kind;
        self.said.iter().filter(|(from, message)| from == "referee" && of_kind(message)).count()
    }
}

type Shared = Rc<RefCell<Script>>;

/// A line on which everything is said as it is written down.
struct ScriptLine(Shared);

impl Line for ScriptLine {
    fn receive(&mut self) -> io::Result<Vec<u8>> {
        let mut script = self.0.borrow_mut();
        let message = script.next("referee").map(|message| message.as_bytes().to_vec());
        script.at += 1;
        message.ok_or(ErrorKind::UnexpectedEof.into())
    }

    fn send(&mut self, message: &[u8]) -> io::Result<()> {
        let mut script = self.0.borrow_mut();
        let message = std::str::from_utf8(message).unwrap();
        assert_eq!(same(message), same(script.next("bot").expect("nothing more to be said")));
        script.at += 1;
        Ok(())
    }
}

/// Chooses what the script says next.
struct Follower {
    script: Shared,
    legally: bool,
    heard: BTreeMap<&'static str, usize>,
}

impl Follower {
    fn hear(&mut self, kind: &'static str) {
        *self.heard.entry(kind).or_default() += 1;
    }
}

impl Bot for Follower {
    fn choose(&mut self, _: &Observation, legal: &[Action]) -> Answer {
        let script = self.script.borrow();
        let reply = members(script.next("bot").expect("nothing more to be said"));
        let action: Action = value(&reply, "action");
        if self.legally && action != Action::Concede {
            assert!(legal.iter().any(|each| sorted(each) == sorted(&action)), "{action:?}");
        }
        (action, text(&reply, "note")).into()
    }

    fn match_start(&mut self, _: &MatchStart) {
        self.hear("match_start");
    }

    fn deal_end(&mut self, _: &DealEnd) {
        self.hear("deal_end");
    }

    fn match_end(&mut self, _: &MatchEnd) {
        self.hear("match_end");
    }
}

/// The action with its cards in order, for the order never matters.
fn sorted(action: &Action) -> Action {
    let mut action = action.clone();
    if let Action::Open { throw, .. } | Action::Throw(throw) = &mut action {
        throw.sort();
    }
    action
}

fn replay(said: Vec<(String, String)>, legally: bool) {
    let hello = said[0].1.clone();
    let hello = members(&hello);
    let script = Rc::new(RefCell::new(Script { said, at: 0 }));
    let mut bot = Follower { script: script.clone(), legally, heard: BTreeMap::new() };
    let mut line = ScriptLine(script.clone());
    let _ = play(&mut bot, &mut line, &text(&hello, "name"), &text(&hello, "author"));

    let script = script.borrow();
    assert!(script.at >= script.said.len(), "it ended too soon");
    for kind in ["match_start", "deal_end", "match_end"] {
        assert_eq!(bot.heard.get(kind).copied().unwrap_or(0), script.count(kind), "{kind}");
    }
}

fn replay_file(name: &str) {
    let file = vector_file(name);
    let said = |line| (text(&members(line), "from"), members(line)["message"].to_string());
    replay(file.lines().map(said).collect(), true);
}

#[test]
fn the_conversation_of_the_protocols_page() {
    replay_file("conversation.jsonl");
}

#[test]
fn a_match_to_seven_with_notes() {
    replay_file("conversations/to-seven.jsonl");
}

#[test]
fn single_deals() {
    replay_file("conversations/single-deals.jsonl");
}

#[test]
fn a_concession_with_a_note() {
    replay_file("conversations/concession.jsonl");
}

#[test]
fn the_opponents_forfeit_and_a_line_closed_without_bye() {
    replay_file("conversations/forfeit.jsonl");
}

#[test]
fn two_matches_of_one_process() {
    replay_file("conversations/two-matches.jsonl");
}

#[test]
fn a_referee_of_a_later_version() {
    replay_file("conversations/later-version.jsonl");
}

const HELLO: &str = r#"{"type":"hello","protocol":1,"name":"first"}"#;

#[test]
fn what_is_illegal_is_sent_as_the_bot_gave_it() {
    let file = vector_file("refusals.json");
    let acts: BTreeMap<_, _> =
        list(&file, "acts").iter().map(|act| (act["name"], act["message"])).collect();
    let mut refused = list(&file, "refused");
    refused.retain(|each| text(each, "fault") == "illegal");
    assert!(!refused.is_empty());
    for each in refused {
        let sent: Vec<String> = value(&each, "sent");
        let mut said = vec![("bot", HELLO), ("referee", acts[each["act"]])];
        said.extend(sent.iter().map(|sent| ("bot", sent.as_str())));
        if each["then"] != "null" {
            said.push(("referee", each["then"]));
        }
        replay(
            said.iter().map(|(from, said)| (from.to_string(), said.to_string())).collect(),
            false,
        );
    }
}

/// Read as that type and written again: the same, but for the type of the message.
fn assert_same<T: FromJson + ToJson>(message: &str) {
    let read: T = from_json(message.as_bytes()).unwrap();
    let written = to_json(&read);
    let mut expected = members(message);
    expected.remove("type");
    let meant = |parts: BTreeMap<String, &str>| -> BTreeMap<_, _> {
        parts.into_iter().map(|(key, value)| (key, same(value))).collect()
    };
    assert_eq!(meant(members(&written)), meant(expected));
}

#[test]
fn every_message_is_read_whole_and_every_answer_written() {
    for each in list(&vector_file("messages.json"), "messages") {
        let message = each["message"];
        let parts = members(message);
        let written = match &*text(&parts, "type") {
            "hello" => hello_message(&text(&parts, "name"), &text(&parts, "author")),
            "action" => {
                let answer = (value::<Action>(&parts, "action"), text(&parts, "note"));
                action_message(&text(&parts, "id"), &answer.into())
            }
            kind => {
                let read: Message = from_json(message.as_bytes()).unwrap();
                match (kind, read) {
                    ("match_start", Message::MatchStart(_)) => assert_same::<MatchStart>(message),
                    ("act", Message::Act(_)) => assert_same::<Act>(message),
                    ("deal_end", Message::DealEnd(_)) => assert_same::<DealEnd>(message),
                    ("match_end", Message::MatchEnd(_)) => assert_same::<MatchEnd>(message),
                    ("bye", Message::Bye) => (),
                    other => panic!("{other:?}"),
                }
                continue;
            }
        };
        assert_eq!(same(&written), same(message));
    }
}

#[test]
fn every_observation_is_read_whole() {
    let file = vector_file("observations.jsonl");
    let lines: Vec<_> = file.lines().map(members).collect();
    assert!(!lines.is_empty());
    for line in lines {
        items(line["observations"]).into_iter().for_each(assert_same::<Observation>);
        assert_same::<Action>(line["action"]);
    }
}

#[test]
fn a_note_is_cut_and_an_empty_one_left_out() {
    for each in list(&vector_file("notes.json"), "notes") {
        let answer = (Action::Concede, text(&each, "note")).into();
        let message = action_message("5f", &answer);
        assert_eq!(
            members(&message).get("note").map_or("null".into(), |note| same(note)),
            same(each["sent"])
        );
    }
}

#[test]
fn decks_are_the_protocols() {
    for each in list(&vector_file("decks.json"), "decks") {
        let cards: Vec<Card> = value(&each, "deck");
        assert_eq!(deck(&text(&each, "match_seed"), value(&each, "deal")), cards);
    }
}

#[test]
fn a_message_that_cannot_be_read_is_left_out_and_the_next_one_answered() {
    let file = vector_file("conversation.jsonl");
    let act = members(file.lines().nth(2).unwrap())["message"];
    let answer = members(file.lines().nth(3).unwrap())["message"];
    let hello = r#"{"type":"hello","protocol":1,"name":"naive"}"#;
    let mut said = vec![("bot", hello)];
    said.extend(["{", "", "[]", r#"{"type":"act","id":"a"}"#].map(|message| ("referee", message)));
    said.extend([("referee", act), ("bot", answer), ("referee", r#"{"type":"bye"}"#)]);
    let script = Rc::new(RefCell::new(Script {
        said: said.iter().map(|(from, said)| (from.to_string(), said.to_string())).collect(),
        at: 0,
    }));
    let mut bot = Follower { script: script.clone(), legally: true, heard: BTreeMap::new() };
    assert!(play(&mut bot, &mut ScriptLine(script.clone()), "naive", "").is_ok());
    assert_eq!(script.borrow().at, said.len());
}
