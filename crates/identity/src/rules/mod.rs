//! Input validation (specification, "Validation rules"), shared by the server and the web: `rules.json` (with
//! `words.json` and `phrase.json`) has the bounds and patterns that both read, and `vectors.json` the examples that the
//! tests of both run.
//!
//! Each rule takes a text and returns its normalized form, or the code of the violated rule.

mod date;
mod network;
mod phone;
#[cfg(test)]
mod tests;
mod text;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::Regex;
use serde::Deserialize;

pub use date::{date, of_age};
pub(crate) use network::ascii_domain;
pub use network::{domain, ip_list, url};
pub use phone::{Phone, phone};
pub use text::{
    address, city, email_shape, full_name, has_postcodes, label, name, needs_postcode, note, password, phrase,
    postcode, visible,
};

/// A violated rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    /// The stable code of the rule, as in `vectors.json`.
    pub code: &'static str,
    /// The rule in English.
    pub message: String,
}

pub(crate) fn broken(code: &'static str, message: impl Into<String>) -> Broken {
    Broken { code, message: message.into() }
}

fn required() -> Broken {
    broken("required", "Field is required")
}

#[derive(Deserialize)]
struct Words {
    name: Text,
    full_name: Text,
    address: Text,
    city: Text,
    postcode: Text,
    postcodes: Postcodes,
    /// A word with letters of two alphabets.
    mixed_scripts: Pattern,
}

#[derive(Deserialize)]
struct Rules {
    /// For the web; the server uses the kernel's types.
    #[cfg(test)]
    invisible: Pattern,
    #[cfg(test)]
    reordering: Pattern,
    email: EmailRule,
    date: DateRule,
    age: Bounds,
    password: PasswordRule,
    phone: PhoneRule,
    url: UrlRule,
    ip_list: IpRule,
    /// For the web; the server uses the kernel's types.
    #[cfg(test)]
    countries: String,
}

#[derive(Deserialize)]
struct Text {
    min: usize,
    max: usize,
    pattern: Pattern,
}

#[derive(Deserialize)]
struct Postcodes {
    /// The countries without postal codes.
    none: String,
    /// The countries in which a postal code is optional.
    optional: String,
}

#[derive(Deserialize)]
struct EmailRule {
    max: usize,
    pattern: Pattern,
}

#[derive(Deserialize)]
struct DateRule {
    year_min: i32,
}

#[derive(Deserialize)]
struct Bounds {
    min: u32,
    max: u32,
}

#[derive(Deserialize)]
struct PasswordRule {
    min: usize,
    max: usize,
    classes: Vec<Class>,
}

#[derive(Deserialize)]
struct Class {
    code: String,
    pattern: Pattern,
}

#[derive(Deserialize)]
struct PhoneRule {
    /// Separators between digits.
    separator: Pattern,
    pattern: Pattern,
    anonymous: String,
}

#[derive(Deserialize)]
struct PhraseRule {
    min: usize,
    max: usize,
    pattern: Pattern,
    link: Pattern,
}

#[derive(Deserialize)]
struct UrlRule {
    max: usize,
}

#[derive(Deserialize)]
struct IpRule {
    max: usize,
    prefix_v4: u8,
    prefix_v6: u8,
}

/// A pattern in the regular expression syntax that Rust and JavaScript share.
#[derive(Deserialize)]
#[serde(try_from = "String")]
struct Pattern(Regex);

impl TryFrom<String> for Pattern {
    type Error = regex::Error;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Regex::new(&text).map(Self)
    }
}

impl Pattern {
    fn fits(&self, text: &str) -> bool {
        self.0.is_match(text)
    }

    fn strip(&self, text: &str) -> String {
        self.0.replace_all(text, "").into_owned()
    }
}

/// Replaces the placeholders of character classes in the patterns, such as `<latin>`.
fn filled(text: &str) -> serde_json::Result<Words> {
    let mut file: serde_json::Value = serde_json::from_str(text)?;
    let classes: BTreeMap<String, String> = serde_json::from_value(file["classes"].take())?;
    fill(&mut file, &classes);
    serde_json::from_value(file)
}

fn fill(value: &mut serde_json::Value, classes: &BTreeMap<String, String>) {
    match value {
        serde_json::Value::String(text) => {
            for (name, class) in classes {
                *text = text.replace(&format!("<{name}>"), class);
            }
        }
        serde_json::Value::Array(all) => all.iter_mut().for_each(|one| fill(one, classes)),
        serde_json::Value::Object(all) => all.values_mut().for_each(|one| fill(one, classes)),
        _ => {}
    }
}

static RULES: LazyLock<Rules> = LazyLock::new(|| {
    let text = include_str!("../../../../web/src/rules/rules.json");
    serde_json::from_str(text).expect("the rules are checked in and a test reads them")
});

/// Rules for names and addresses. A separate file, so that pages without such fields do not load it.
static WORDS: LazyLock<Words> = LazyLock::new(|| {
    let text = include_str!("../../../../web/src/rules/words.json");
    filled(text).expect("the rules are checked in and a test reads them")
});

/// Rules for anti-phishing phrases. A separate file, so that pages without such a field do not load it.
static PHRASE: LazyLock<PhraseRule> = LazyLock::new(|| {
    let text = include_str!("../../../../web/src/rules/phrase.json");
    serde_json::from_str(text).expect("the rules are checked in and a test reads them")
});
