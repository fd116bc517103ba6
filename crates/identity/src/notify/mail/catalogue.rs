//! The texts of emails and text messages. The code names a text by a key and its English words. The gettext catalogues
//! in `locales` hold the translations, and a test holds the code and the catalogues together.

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::Language;

/// A text, with placeholders such as `{tenant}`.
#[derive(Clone, Copy)]
pub(crate) struct Text {
    key: &'static str,
    english: &'static str,
}

impl Text {
    /// The text with a key of its own, which a catalogue calls `msgctxt`.
    pub const fn new(key: &'static str, english: &'static str) -> Self {
        Self { key, english }
    }

    /// Its words in a language. A text without a translation stays English.
    pub fn in_language(self, language: Language) -> &'static str {
        let message = message(language, self.key, &[self.english]);
        message.and_then(|message| message.translations.first()).map_or(self.english, String::as_str)
    }
}

/// A text whose words depend on a number.
#[derive(Clone, Copy)]
pub(crate) struct Plural {
    key: &'static str,
    one: &'static str,
    many: &'static str,
}

impl Plural {
    /// The text with a key of its own, and its English words for one and for any other number.
    pub const fn new(key: &'static str, one: &'static str, many: &'static str) -> Self {
        Self { key, one, many }
    }

    /// Its words for a number in a language. A text without a translation stays English.
    pub fn in_language(self, language: Language, number: u16) -> &'static str {
        let message = message(language, self.key, &[self.one, self.many]);
        let translation = message.and_then(|message| message.translations.get(plural_form(language, number)));
        translation.map_or(if number == 1 { self.one } else { self.many }, String::as_str)
    }
}

/// The index of the words for a number. The header of each catalogue states the same rule for translators' tools.
const fn plural_form(language: Language, number: u16) -> usize {
    let is_one = match language {
        Language::Uk | Language::Ru => number % 10 == 1 && number % 100 != 11,
        Language::En | Language::Pl => number == 1,
    };
    let is_few = matches!(number % 10, 2..=4) && !matches!(number % 100, 12..=14);
    if is_one {
        0
    } else if is_few {
        1
    } else {
        2
    }
}

/// The messages of a language by their keys. The empty key has the header.
type Catalogue = HashMap<String, Message>;

#[derive(Debug)]
struct Message {
    /// One text, or the texts for one and for many.
    english: Vec<String>,
    /// One text, or one for each plural form.
    translations: Vec<String>,
}

/// The catalogues. English has none, because it is in the code.
const FILES: [(Language, &str); 3] = [
    (Language::Uk, include_str!("../../../locales/uk.po")),
    (Language::Ru, include_str!("../../../locales/ru.po")),
    (Language::Pl, include_str!("../../../locales/pl.po")),
];

static CATALOGUES: LazyLock<HashMap<Language, Catalogue>> =
    LazyLock::new(|| FILES.iter().map(|(language, file)| (*language, parse(file).unwrap_or_default())).collect());

/// The message with a key, if it translates these English words.
fn message(language: Language, key: &str, english: &[&str]) -> Option<&'static Message> {
    CATALOGUES.get(&language)?.get(key).filter(|message| message.english == english)
}

/// Reads a catalogue. Blank lines separate its messages.
///
/// It refuses lines that it does not understand, repeated keys, and messages that are fuzzy, obsolete or untranslated.
/// The error names the line. On such lines, `polib` panics or carries on; `rspolib` is many times larger.
fn parse(text: &str) -> Result<Catalogue, String> {
    let mut catalogue = Catalogue::new();
    let mut fields: Vec<(&str, String)> = Vec::new();
    for (at, line) in text.lines().chain([""]).enumerate() {
        let refused = |why: &str| format!("line {}: {why}", at + 1);
        if let Some(comment) = line.strip_prefix('#') {
            // A flag such as fuzzy, the words before a change, an obsolete message.
            if comment.starts_with([',', '|', '~']) {
                return Err(refused("the message is not finished"));
            }
        } else if line.starts_with('"') {
            let (_, text) = fields.last_mut().ok_or_else(|| refused("a text without a field"))?;
            text.push_str(&unquoted(line).ok_or_else(|| refused("not a quoted text"))?);
        } else if let Some((field, text)) = line.split_once(' ') {
            fields.push((field, unquoted(text).ok_or_else(|| refused("not a quoted text"))?));
        } else if !line.is_empty() {
            return Err(refused("not a field, a text or a comment"));
        } else if !fields.is_empty() {
            let (key, message) = translated(&fields).ok_or_else(|| refused("before it, no translated message"))?;
            if catalogue.insert(key, message).is_some() {
                return Err(refused("before it, a repeated key"));
            }
            fields.clear();
        }
    }
    Ok(catalogue)
}

/// The message that the fields describe, and its key; `None` if a field is missing, unknown, misplaced or empty.
fn translated(fields: &[(&str, String)]) -> Option<(String, Message)> {
    let (key, english, translations) = match fields {
        [("msgid", empty), ("msgstr", header)] if empty.is_empty() => (empty, vec![], vec![header]),
        [("msgctxt", key), ("msgid", english), ("msgstr", text)] => (key, vec![english], vec![text]),
        [
            ("msgctxt", key),
            ("msgid", one),
            ("msgid_plural", many),
            ("msgstr[0]", first),
            ("msgstr[1]", second),
            ("msgstr[2]", third),
        ] => (key, vec![one, many], vec![first, second, third]),
        _ => return None,
    };
    let owned = |texts: Vec<&String>| texts.into_iter().cloned().collect();
    let is_translated = translations.iter().all(|text| !text.is_empty());
    is_translated.then(|| (key.clone(), Message { english: owned(english), translations: owned(translations) }))
}

/// The text between quotes, without escapes.
fn unquoted(quoted: &str) -> Option<String> {
    let inside = quoted.strip_prefix('"')?.strip_suffix('"')?;
    let mut text = String::with_capacity(inside.len());
    let mut letters = inside.chars();
    while let Some(letter) = letters.next() {
        text.push(match letter {
            '"' => return None,
            '\\' => match letters.next()? {
                'n' => '\n',
                escaped @ ('"' | '\\') => escaped,
                _ => return None,
            },
            letter => letter,
        });
    }
    Some(text)
}
