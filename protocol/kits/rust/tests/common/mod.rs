//! The files in protocol/vectors, and JSON texts compared without regard to order and white space.
#![allow(dead_code)] // each test program uses a part of it

use std::collections::BTreeMap;
use std::path::Path;

use hokm_kit::{from_json, FromJson, Reader, Writer};

pub fn vector_file(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The keys of an object, each with the text of its value.
pub fn members(text: &str) -> BTreeMap<String, &str> {
    let mut reader = Reader::new(text.as_bytes()).unwrap();
    let mut found = BTreeMap::new();
    reader.open(b'{').unwrap();
    while reader.more(b'}').unwrap() {
        let key = reader.key().unwrap();
        found.insert(key.into(), reader.skip().unwrap());
    }
    found
}

/// The texts of an array's items.
pub fn items(text: &str) -> Vec<&str> {
    let mut reader = Reader::new(text.as_bytes()).unwrap();
    let mut found = vec![];
    reader.open(b'[').unwrap();
    while reader.more(b']').unwrap() {
        found.push(reader.skip().unwrap());
    }
    found
}

/// The items of an array in a file of vectors; there must be some.
pub fn list<'a>(file: &'a str, key: &str) -> Vec<BTreeMap<String, &'a str>> {
    let found: Vec<_> = items(members(file)[key]).into_iter().map(members).collect();
    assert!(!found.is_empty());
    found
}

/// A value of an object, read.
pub fn value<T: FromJson>(object: &BTreeMap<String, &str>, key: &str) -> T {
    from_json(object[key].as_bytes()).unwrap()
}

/// A text of an object, empty if it is not there.
pub fn text(object: &BTreeMap<String, &str>, key: &str) -> String {
    object.get(key).map_or(String::new(), |text| from_json(text.as_bytes()).unwrap())
}

/// The same text for all JSON texts that mean the same.
pub fn same(text: &str) -> String {
    let mut writer = Writer::default();
    let mut reader = Reader::new(text.as_bytes()).unwrap();
    match reader.peek() {
        Some(b'{') => {
            writer.open('{');
            for (key, value) in members(text) {
                writer.key(&key);
                writer.word(&same(value));
            }
            writer.close('}');
        }
        Some(b'[') => {
            writer.open('[');
            for item in items(text) {
                writer.word(&same(item));
            }
            writer.close(']');
        }
        Some(b'"') => writer.string(&reader.string().unwrap()),
        _ => writer.word(reader.skip().unwrap()),
    }
    writer.into_text()
}
