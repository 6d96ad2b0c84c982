//! Texts of records, read.
#![allow(dead_code)] // each test program uses a part of it

use hokm_kit::Reader;
use ostad::cards::{Card, Cards, Suit, RANKS, SUITS};

/// A file, by its path from the bot's folder.
pub fn file(path: &str) -> String {
    let path = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The text of a value of an object.
pub fn member<'a>(object: &'a str, key: &str) -> &'a str {
    let mut reader = Reader::new(object.as_bytes()).unwrap();
    reader.open(b'{').unwrap();
    while reader.more(b'}').unwrap() {
        let found = reader.key().unwrap() == key;
        let value = reader.skip().unwrap();
        if found {
            return value;
        }
    }
    panic!("no {key} in {object}")
}

pub fn items(array: &str) -> Vec<&str> {
    let mut reader = Reader::new(array.as_bytes()).unwrap();
    reader.open(b'[').unwrap();
    let mut found = vec![];
    while reader.more(b']').unwrap() {
        found.push(reader.skip().unwrap());
    }
    found
}

pub fn cards(array: &str) -> Vec<Card> {
    items(array).into_iter().map(card).collect()
}

pub fn card(text: &str) -> Card {
    let text = text.trim_matches('"');
    Card::new(suit(&text[1..]), RANKS.find(&text[..1]).unwrap())
}

pub fn suit(text: &str) -> Suit {
    SUITS.find(text.trim_matches('"')).unwrap()
}

pub fn set(array: &str) -> Cards {
    cards(array).into_iter().collect()
}
