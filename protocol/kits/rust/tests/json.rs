//! What is JSON is read, and what is not is refused.

mod common;

use common::{members, vector_file};
use hokm_kit::*;

fn read<T: FromJson>(text: &str) -> Result<T, Unreadable> {
    from_json(text.as_bytes())
}

#[test]
fn numbers_texts_and_escapes_are_read() {
    assert_eq!(read(" -12 "), Ok(-12i64));
    assert_eq!(read("0"), Ok(0u32));
    assert_eq!(read(r#""a\"\\\/\b\f\n\r\tz""#), Ok("a\"\\/\u{8}\u{c}\n\r\tz".to_string()));
    assert_eq!(read(r#""\u0041\u00e9\u20AC\ud83c\udca1""#), Ok("Aé€🂡".to_string()));
    assert_eq!(read::<Option<u32>>("null"), Ok(None));
    assert_eq!(read("[ 1 , 2 ]"), Ok(vec![1u32, 2]));
    assert_eq!(read("[true,false]"), Ok(vec![true, false]));
}

#[test]
fn control_characters_and_quotes_are_written_so_that_they_can_be_read() {
    let text = "\0\x1f\n\"\\/é🂡".to_string();
    assert_eq!(read(&to_json(&text)), Ok(text));
}

#[test]
fn values_that_are_not_asked_for_are_skipped_whatever_they_are() {
    let end = r#"{"score":[3,4],"w":{"x":[{},[],"a\"]}",{"y":[1]},-0.5,1e9,0.1E-3,true,false,null],
        "score":[1,2]},"winner":null,"reason":"concede","z":[[[]]]}"#;
    let expected = MatchEnd { score: [3, 4], winner: None, reason: Reason::Concede };
    assert_eq!(read(end), Ok(expected));
}

#[test]
fn what_is_no_json_or_something_else_than_asked_for_is_unreadable() {
    for text in [
        "",
        " ",
        "{",
        "[",
        "[1",
        "[1,",
        "[1,]",
        "[,1]",
        "[1 2]",
        "1",
        "\"",
        "\"a",
        "\"a\\",
        "nul",
        "[1]x",
        "[01]",
        "[-]",
        "[1.5]",
        "[1e2]",
        "[99999999999]",
        "[true]",
        "[\"1\"]",
        "[null]",
        "{\"a\":1}",
    ] {
        assert!(read::<Vec<u32>>(text).is_err(), "{text}");
    }
    for text in [
        "\"\n\"",
        r#""\x""#,
        r#""\u12""#,
        r#""\u12g4""#,
        r#""\ud800""#,
        r#""\ud800\n""#,
        r#""\ud800\u0041""#,
        r#""\udc00""#,
        r#""\u+123""#,
        r#""\u12é""#,
    ] {
        assert!(read::<String>(text).is_err(), "{text}");
    }
    let whole = r#"{"score":[1,2],"winner":0,"reason":"normal"}"#;
    assert!(read::<MatchEnd>(whole).is_ok());
    for text in [
        "{}",
        "[]",
        r#"{"score":[1,2]}"#,
        &whole.replace("[1,2]", "[1]"),
        &whole.replace("[1,2]", "[1,2,3]"),
        &whole.replace("normal", "weather"),
        &whole.replace('}', ",}"),
        &whole.replace('}', ",\"x\":.5}"),
        &whole.replace('}', ",\"x\":1.}"),
        &whole.replace('}', ",x:1}"),
        &whole.replace('}', ",\"x\":nil}"),
    ] {
        assert!(read::<MatchEnd>(text).is_err(), "{text}");
    }
    for text in [
        "{}",
        "[]",
        r#"{"play":1}"#,
        r#"{"play":"A"}"#,
        r#"{"play":"éS"}"#,
        r#"{"trump":"S"}"#,
        r#"{"draw":"fold"}"#,
        r#"{"trump":"SH","throw":[]}"#,
        r#"{"bid":7}"#,
    ] {
        assert!(read::<Action>(text).is_err(), "{text}");
    }
    assert!(from_json::<Message>(b"\xff\xfe").is_err());
}

#[test]
fn what_is_nested_without_end_is_unreadable_and_uses_up_no_stack() {
    let deep = "[".repeat(1_000_000);
    assert!(read::<Message>(&format!("{{\"x\":{deep}")).is_err());
    assert!(read::<MatchEnd>(&format!("{{\"x\":{deep}")).is_err());
}

#[test]
fn every_message_that_is_cut_short_is_unreadable() {
    for line in vector_file("conversation.jsonl").lines() {
        let message = members(line)["message"];
        for end in (0..message.len()).step_by(3) {
            assert!(from_json::<Message>(&message.as_bytes()[..end]).is_err());
        }
    }
}

#[test]
fn a_message_with_a_byte_changed_is_read_or_is_not_and_nothing_else_happens() {
    let mut chance: u32 = 1;
    for line in vector_file("conversation.jsonl").lines() {
        for _ in 0..200 {
            let mut changed = members(line)["message"].as_bytes().to_vec();
            chance = chance.wrapping_mul(1664525).wrapping_add(1013904223);
            let at = chance as usize % changed.len();
            changed[at] = (chance >> 24) as u8;
            let _ = from_json::<Message>(&changed);
        }
    }
}

#[test]
fn a_card_prints_parses_and_compares_as_text() {
    let card: Card = "TH".parse().unwrap();
    assert_eq!((card.rank(), card.suit()), ('T', 'H'));
    assert_eq!(format!("{card} {card:?}"), "TH TH");
    assert!(card == "TH" && card != "TS");
    for text in ["", "T", "THS", "é", "T "] {
        assert_eq!(text.parse::<Card>(), Err(NoCard), "{text}");
    }
}
