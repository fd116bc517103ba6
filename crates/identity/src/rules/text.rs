//! Names, addresses, phrases and passwords: patterns and bounds.

use std::borrow::Cow;

use kernel::Country;
use kernel::text::{Invisible, first_reordering, strip_invisible, tidy_free_text};
use unicode_normalization::UnicodeNormalization;

use super::{Broken, PHRASE, RULES, Text, WORDS, broken, required};

/// A first or last name: 2 to 50 Latin and Cyrillic letters with marks, apostrophes, spaces, dots and dashes; each word
/// in one alphabet. Like every rule here, it trims and collapses spaces and removes invisible characters.
///
/// # Errors
/// `required`, `invisible_character`, `invalid_character`, `min_length`, `max_length`, `mixed_scripts`.
pub fn name(text: &str) -> Result<String, Broken> {
    one_script_a_word(words(text, &WORDS.name)?)
}

/// A full name: like [`name`], digits allowed.
///
/// # Errors
/// The errors of [`name`].
pub fn full_name(text: &str) -> Result<String, Broken> {
    one_script_a_word(words(text, &WORDS.full_name)?)
}

/// Refuses a word that mixes Latin and Cyrillic letters, because it imitates another name.
fn one_script_a_word(name: String) -> Result<String, Broken> {
    if WORDS.mixed_scripts.fits(&name) {
        return Err(broken("mixed_scripts", "Write each word in one alphabet, Latin or Cyrillic"));
    }
    Ok(name)
}

/// Street and house.
///
/// # Errors
/// The errors of [`name`] except the last.
pub fn address(text: &str) -> Result<String, Broken> {
    words(text, &WORDS.address)
}

/// A city.
///
/// # Errors
/// The errors of [`address`].
pub fn city(text: &str) -> Result<String, Broken> {
    words(text, &WORDS.city)
}

/// A postal code. Dashes become hyphens.
///
/// # Errors
/// The errors of [`address`].
pub fn postcode(text: &str) -> Result<String, Broken> {
    let plain = text.replace(|c: char| matches!(c, '\u{2010}'..='\u{2015}' | '\u{2212}'), "-");
    words(&plain, &WORDS.postcode)
}

/// Whether addresses in this country have postal codes.
#[must_use]
pub fn has_postcodes(country: Country) -> bool {
    !lists(&WORDS.postcodes.none, country)
}

/// Whether an address in this country is incomplete without a postal code.
#[must_use]
pub fn needs_postcode(country: Country) -> bool {
    has_postcodes(country) && !lists(&WORDS.postcodes.optional, country)
}

fn lists(countries: &str, country: Country) -> bool {
    countries.split(' ').any(|code| code == country.code())
}

/// A name that a customer, operator or company chooses, in any script: one line of `min` to `max` characters. A word
/// does not mix Latin and Cyrillic letters, because it would imitate another name.
///
/// # Errors
/// `required`, `invisible_character`, `invalid_character`, `min_length`, `max_length`, `mixed_scripts`.
pub fn label(text: &str, min: usize, max: usize) -> Result<String, Broken> {
    let text = note(text, max)?.ok_or_else(required)?;
    if text.contains(['\n', '\u{2028}', '\u{2029}']) {
        return Err(broken("invalid_character", "One line"));
    }
    length(text.chars().count(), min, max)?;
    one_script_a_word(text)
}

/// A text of several lines in any script: at most `max` characters; `None` if nothing is visible.
///
/// # Errors
/// `invisible_character`, `invalid_character`, `max_length`.
pub fn note(text: &str, max: usize) -> Result<Option<String>, Broken> {
    let text = tidy_free_text(text).map_err(invisible)?.replace("\r\n", "\n").replace('\t', " ");
    let text: String = text.trim().nfc().collect();
    if text.chars().any(|c| c.is_control() && c != '\n') {
        return Err(broken("invalid_character", "Plain text and line ends alone"));
    }
    length(text.chars().count(), 0, max)?;
    Ok((!text.is_empty()).then_some(text))
}

/// Removes invisible characters.
///
/// # Errors
/// `invisible_character` for a character that changes the display order.
pub fn visible(text: &str) -> Result<Cow<'_, str>, Broken> {
    match first_reordering(text) {
        Some(found) => Err(invisible(found)),
        None => Ok(strip_invisible(text)),
    }
}

fn invisible(found: Invisible) -> Broken {
    broken("invisible_character", format!("Take out the invisible character {found}"))
}

fn words(text: &str, rule: &Text) -> Result<String, Broken> {
    let text: String = visible(text)?.nfc().collect();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.is_empty() {
        return Err(required());
    }
    if !rule.pattern.fits(&text) {
        return Err(broken("invalid_character", "Invalid character"));
    }
    length(text.chars().count(), rule.min, rule.max)?;
    Ok(text)
}

fn length(chars: usize, min: usize, max: usize) -> Result<(), Broken> {
    if chars < min {
        return Err(broken("min_length", format!("Min length {min}")));
    }
    if chars > max {
        return Err(broken("max_length", format!("Max length {max}")));
    }
    Ok(())
}

/// An anti-phishing phrase: 3 to 40 characters in one line, without anything that a mail program would turn into a
/// link.
///
/// # Errors
/// `required`, `invalid_character`, `link`, `min_length`, `max_length`.
pub fn phrase(text: &str) -> Result<String, Broken> {
    let rule = &*PHRASE;
    let typed = text.trim();
    if typed.is_empty() {
        return Err(required());
    }
    if !rule.pattern.fits(typed) {
        return Err(broken("invalid_character", "One line of letters, numbers, signs and spaces"));
    }
    if rule.link.fits(typed) {
        return Err(broken("link", "Words only: no links, web or email addresses"));
    }
    let text = typed.split_whitespace().collect::<Vec<_>>().join(" ");
    length(text.chars().count(), rule.min, rule.max)?;
    Ok(text)
}

/// Checks the syntax of an email address. [`crate::EmailAddress`] decides which addresses are accepted.
///
/// # Errors
/// `required`, `invisible_character`, `email`.
pub fn email_shape(text: &str) -> Result<String, Broken> {
    let text = visible(text)?;
    let text = text.trim();
    if text.is_empty() {
        return Err(required());
    }
    if text.len() > RULES.email.max || !RULES.email.pattern.fits(text) {
        return Err(broken("email", "Enter an email address like name@example.com."));
    }
    Ok(text.to_owned())
}

/// A password: 12 to 128 characters with a capital letter, a lower-case letter, a digit and a symbol.
///
/// # Errors
/// `required`, `min_length`, `max_length`, `capital`, `lowercase`, `number`, `symbol`: the first violated rule.
pub fn password(text: &str) -> Result<(), Broken> {
    if text.is_empty() {
        return Err(required());
    }
    let rule = &RULES.password;
    length(text.chars().count(), rule.min, rule.max)?;
    let Some(missing) = rule.classes.iter().find(|class| !class.pattern.fits(text)) else { return Ok(()) };
    let known = ["capital", "lowercase", "number", "symbol"];
    let code = known.into_iter().find(|code| *code == missing.code).unwrap_or("invalid_character");
    Err(broken(code, format!("Add a {code}")))
}
