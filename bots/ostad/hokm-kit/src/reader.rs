//! Reads JSON, as much of it as the protocol needs. A reader is asked for what should come next and
//! builds nothing in between, so that a message is read in a few microseconds.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// A message that is not what it should be; says what was expected, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreadable {
    expected: String,
    at: usize,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} expected at byte {}", self.expected, self.at)
    }
}

impl std::error::Error for Unreadable {}

type Result<T> = std::result::Result<T, Unreadable>;

const DEPTH_LIMIT: usize = 100;

/// Reads a text from front to back. What comes next has to be what is asked for.
///
/// ```
/// # use hokm_kit::{Reader, Unreadable};
/// # fn main() -> Result<(), Unreadable> {
/// let mut reader = Reader::new(b"[1, 2]")?;
/// let mut numbers: Vec<u32> = vec![];
/// reader.open(b'[')?;
/// while reader.more(b']')? {
///     numbers.push(reader.integer()?);
/// }
/// reader.end()?;
/// # assert_eq!(numbers, [1, 2]);
/// # Ok(())
/// # }
/// ```
pub struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// Just behind an opening bracket.
    fresh: bool,
    depth: usize,
}

impl<'a> Reader<'a> {
    /// Starts in front of a text in UTF-8.
    pub fn new(text: &'a [u8]) -> Result<Self> {
        let text = std::str::from_utf8(text)
            .map_err(|error| Unreadable { expected: "UTF-8".into(), at: error.valid_up_to() })?;
        Ok(Self { text, at: 0, fresh: false, depth: 0 })
    }

    /// An error at this place.
    pub fn error(&self, expected: impl Into<String>) -> Unreadable {
        Unreadable { expected: expected.into(), at: self.at }
    }

    /// Enters an array or an object.
    pub fn open(&mut self, bracket: u8) -> Result<()> {
        self.expect(bracket)?;
        self.fresh = true;
        Ok(())
    }

    /// Whether another item or key follows; if not, the array or object has been left.
    pub fn more(&mut self, bracket: u8) -> Result<bool> {
        let first = std::mem::take(&mut self.fresh);
        if self.peek() == Some(bracket) {
            self.at += 1;
            return Ok(false);
        }
        if !first {
            self.expect(b',')?;
        }
        Ok(true)
    }

    /// A key of an object; its value comes next.
    pub fn key(&mut self) -> Result<Cow<'a, str>> {
        let key = self.string()?;
        self.expect(b':')?;
        Ok(key)
    }

    /// A text.
    pub fn string(&mut self) -> Result<Cow<'a, str>> {
        self.expect(b'"')?;
        let mut value = Cow::Borrowed("");
        loop {
            let rest = &self.text[self.at..];
            let end = rest.bytes().position(|byte| matches!(byte, b'"' | b'\\' | 0..=0x1f));
            let plain = &rest[..end.unwrap_or(rest.len())];
            self.at += plain.len();
            if value.is_empty() {
                value = Cow::Borrowed(plain);
            } else {
                value.to_mut().push_str(plain);
            }
            match self.next() {
                Some(b'"') => return Ok(value),
                Some(b'\\') => value.to_mut().push(self.escaped()?),
                _ => return Err(self.error("the rest of a text")),
            }
        }
    }

    /// An integer that fits its type.
    pub fn integer<T: FromStr>(&mut self) -> Result<T> {
        let digits = self.number()?;
        digits.parse().map_err(|_| self.error("an integer that fits"))
    }

    /// `true` or `false`.
    pub fn boolean(&mut self) -> Result<bool> {
        let found = self.word("true");
        if found || self.word("false") {
            return Ok(found);
        }
        Err(self.error("true or false"))
    }

    /// Whether `null` comes next; if it does, it has been read.
    pub fn null(&mut self) -> bool {
        self.word("null")
    }

    /// The next byte that is no white space; it remains to be read.
    pub fn peek(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.byte() {
            self.at += 1;
        }
        self.byte()
    }

    /// Any value; gives its text.
    pub fn skip(&mut self) -> Result<&'a str> {
        let first = self.peek();
        let start = self.at;
        self.depth += 1;
        if self.depth > DEPTH_LIMIT {
            return Err(self.error("a value that is less deeply nested"));
        }
        match first {
            Some(b'{') => {
                self.open(b'{')?;
                while self.more(b'}')? {
                    self.key()?;
                    self.skip()?;
                }
            }
            Some(b'[') => {
                self.open(b'[')?;
                while self.more(b']')? {
                    self.skip()?;
                }
            }
            Some(b'"') => drop(self.string()?),
            Some(b't' | b'f') => drop(self.boolean()?),
            Some(b'n') if self.null() => (),
            _ => drop(self.number()?),
        }
        self.depth -= 1;
        Ok(&self.text[start..self.at])
    }

    /// The text has to end here.
    pub fn end(&mut self) -> Result<()> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.error("the end")),
        }
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.byte()?;
        self.at += 1;
        Some(byte)
    }

    fn expect(&mut self, byte: u8) -> Result<()> {
        if self.peek() != Some(byte) {
            return Err(self.error(format!("`{}`", char::from(byte))));
        }
        self.at += 1;
        Ok(())
    }

    fn word(&mut self, letters: &str) -> bool {
        self.peek();
        let found = self.text.as_bytes()[self.at..].starts_with(letters.as_bytes());
        if found {
            self.at += letters.len();
        }
        found
    }

    fn number(&mut self) -> Result<&'a str> {
        self.peek();
        let start = self.at;
        self.one_of(b"-");
        let zero = self.byte() == Some(b'0');
        if self.digits()? > 1 && zero {
            return Err(self.error("a number without a zero in front"));
        }
        if self.one_of(b".") {
            self.digits()?;
        }
        if self.one_of(b"eE") {
            self.one_of(b"+-");
            self.digits()?;
        }
        Ok(&self.text[start..self.at])
    }

    fn one_of(&mut self, bytes: &[u8]) -> bool {
        let found = self.byte().is_some_and(|byte| bytes.contains(&byte));
        self.at += usize::from(found);
        found
    }

    fn digits(&mut self) -> Result<usize> {
        let start = self.at;
        while self.byte().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        match self.at - start {
            0 => Err(self.error("a value")),
            count => Ok(count),
        }
    }

    /// What stands behind a backslash.
    fn escaped(&mut self) -> Result<char> {
        Ok(match self.next() {
            Some(byte @ (b'"' | b'\\' | b'/')) => byte.into(),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                let mut halves = vec![self.four_digits()?];
                if let 0xd800..=0xdbff = halves[0] {
                    if !self.word("\\u") {
                        return Err(self.error("the second half of a surrogate pair"));
                    }
                    halves.push(self.four_digits()?);
                }
                let text = String::from_utf16(&halves);
                let letter = text.ok().and_then(|text| text.chars().next());
                letter.ok_or_else(|| self.error("both halves of a surrogate pair"))?
            }
            _ => return Err(self.error("an escape sequence")),
        })
    }

    fn four_digits(&mut self) -> Result<u16> {
        let digits = self.text.get(self.at..self.at + 4);
        let digits = digits.filter(|text| text.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let number = digits.and_then(|text| u16::from_str_radix(text, 16).ok());
        let number = number.ok_or_else(|| self.error("four hexadecimal digits"))?;
        self.at += 4;
        Ok(number)
    }
}
