//! Writes JSON.

/// Writes a text from front to back, without white space; commas come by themselves.
#[derive(Default)]
pub struct Writer {
    text: String,
    /// Behind a value, so that a comma is due before the next.
    due: bool,
}

impl Writer {
    /// Enters an array or an object.
    pub fn open(&mut self, bracket: char) {
        self.separate();
        self.text.push(bracket);
        self.due = false;
    }

    /// Leaves it.
    pub fn close(&mut self, bracket: char) {
        self.text.push(bracket);
        self.due = true;
    }

    /// A key of an object; its value comes next.
    pub fn key(&mut self, name: &str) {
        self.string(name);
        self.text.push(':');
        self.due = false;
    }

    /// A text.
    pub fn string(&mut self, value: &str) {
        self.separate();
        self.text.push('"');
        for letter in value.chars() {
            match letter {
                '"' | '\\' => self.text.extend(['\\', letter]),
                '\0'..='\x1f' => self.text.push_str(&format!("\\u{:04x}", u32::from(letter))),
                _ => self.text.push(letter),
            }
        }
        self.text.push('"');
    }

    /// A number, `true`, `false` or `null`.
    pub fn word(&mut self, letters: &str) {
        self.separate();
        self.text.push_str(letters);
    }

    /// What was written.
    pub fn into_text(self) -> String {
        self.text
    }

    fn separate(&mut self) {
        if std::mem::replace(&mut self.due, true) {
            self.text.push(',');
        }
    }
}
