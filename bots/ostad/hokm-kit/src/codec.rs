//! Values from JSON and back.

use std::collections::BTreeMap;

use crate::messages::{Card, Suit};
use crate::reader::{Reader, Unreadable};
use crate::writer::Writer;

type Result<T> = std::result::Result<T, Unreadable>;

/// What can be read.
pub trait FromJson: Sized {
    /// The next value of a text.
    fn read(reader: &mut Reader) -> Result<Self>;
}

/// What can be written.
pub trait ToJson {
    /// Adds it to a text.
    fn write(&self, writer: &mut Writer);
}

/// Reads a whole text as one value.
pub fn from_json<T: FromJson>(text: &[u8]) -> Result<T> {
    let mut reader = Reader::new(text)?;
    let value = T::read(&mut reader)?;
    reader.end()?;
    Ok(value)
}

/// The text of a value.
pub fn to_json(value: &impl ToJson) -> String {
    let mut writer = Writer::default();
    value.write(&mut writer);
    writer.into_text()
}

/// Writes a key and its value.
pub(crate) fn pair(writer: &mut Writer, key: &str, value: &(impl ToJson + ?Sized)) {
    writer.key(key);
    value.write(writer);
}

impl FromJson for Card {
    fn read(reader: &mut Reader) -> Result<Self> {
        let text = reader.string()?;
        text.parse().map_err(|_| reader.error(format!("a card instead of `{text}`")))
    }
}

impl ToJson for Card {
    fn write(&self, writer: &mut Writer) {
        writer.string(&self.to_string());
    }
}

impl FromJson for Suit {
    fn read(reader: &mut Reader) -> Result<Self> {
        let text = reader.string()?;
        text.parse().map_err(|_| reader.error(format!("a suit instead of `{text}`")))
    }
}

impl ToJson for Suit {
    fn write(&self, writer: &mut Writer) {
        writer.string(self.encode_utf8(&mut [0; 4]));
    }
}

impl FromJson for String {
    fn read(reader: &mut Reader) -> Result<Self> {
        reader.string().map(String::from)
    }
}

impl ToJson for str {
    fn write(&self, writer: &mut Writer) {
        writer.string(self);
    }
}

impl ToJson for String {
    fn write(&self, writer: &mut Writer) {
        writer.string(self);
    }
}

impl FromJson for bool {
    fn read(reader: &mut Reader) -> Result<Self> {
        reader.boolean()
    }
}

impl ToJson for bool {
    fn write(&self, writer: &mut Writer) {
        writer.word(if *self { "true" } else { "false" });
    }
}

macro_rules! integers {
    ($($type:ty),*) => {
        $(impl FromJson for $type {
            fn read(reader: &mut Reader) -> Result<Self> {
                reader.integer()
            }
        }

        impl ToJson for $type {
            fn write(&self, writer: &mut Writer) {
                writer.word(&self.to_string());
            }
        })*
    };
}

integers!(u32, i64, usize);

impl<T: FromJson> FromJson for Option<T> {
    fn read(reader: &mut Reader) -> Result<Self> {
        if reader.null() {
            return Ok(None);
        }
        T::read(reader).map(Some)
    }
}

impl<T: ToJson> ToJson for Option<T> {
    fn write(&self, writer: &mut Writer) {
        match self {
            Some(value) => value.write(writer),
            None => writer.word("null"),
        }
    }
}

impl<T: FromJson> FromJson for Vec<T> {
    fn read(reader: &mut Reader) -> Result<Self> {
        let mut values = vec![];
        reader.open(b'[')?;
        while reader.more(b']')? {
            values.push(T::read(reader)?);
        }
        Ok(values)
    }
}

impl<T: FromJson, const N: usize> FromJson for [T; N] {
    fn read(reader: &mut Reader) -> Result<Self> {
        let values = Vec::read(reader)?;
        values.try_into().map_err(|_| reader.error(format!("a list of {N}")))
    }
}

impl<T: ToJson> ToJson for [T] {
    fn write(&self, writer: &mut Writer) {
        writer.open('[');
        for value in self {
            value.write(writer);
        }
        writer.close(']');
    }
}

impl<T: ToJson> ToJson for Vec<T> {
    fn write(&self, writer: &mut Writer) {
        self.as_slice().write(writer);
    }
}

impl<T: ToJson, const N: usize> ToJson for [T; N] {
    fn write(&self, writer: &mut Writer) {
        self.as_slice().write(writer);
    }
}

impl FromJson for BTreeMap<String, i64> {
    fn read(reader: &mut Reader) -> Result<Self> {
        let mut values = Self::new();
        reader.open(b'{')?;
        while reader.more(b'}')? {
            values.insert(reader.key()?.into(), i64::read(reader)?);
        }
        Ok(values)
    }
}

impl ToJson for BTreeMap<String, i64> {
    fn write(&self, writer: &mut Writer) {
        writer.open('{');
        for (key, value) in self {
            pair(writer, key, value);
        }
        writer.close('}');
    }
}
