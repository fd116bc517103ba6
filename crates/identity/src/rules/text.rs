//! Names, addresses, phrases and passwords: patterns and bounds.

use super::{Broken, PHRASE, RULES, Text, broken, required};

/// A first or last name: 2 to 50 Latin and Cyrillic letters, apostrophes, spaces, dots and dashes. Spaces around and
/// doubled spaces are taken away, as in every text here.
///
/// # Errors
/// `required`, `invalid_character`, `min_length`, `max_length`.
pub fn name(text: &str) -> Result<String, Broken> {
    words(text, &RULES.name)
}

/// A full name: the same with digits.
///
/// # Errors
/// Those of [`name`].
pub fn full_name(text: &str) -> Result<String, Broken> {
    words(text, &RULES.full_name)
}

/// Street and house.
///
/// # Errors
/// Those of [`name`].
pub fn address(text: &str) -> Result<String, Broken> {
    words(text, &RULES.address)
}

/// A city.
///
/// # Errors
/// Those of [`name`].
pub fn city(text: &str) -> Result<String, Broken> {
    words(text, &RULES.city)
}

/// A postal code.
///
/// # Errors
/// Those of [`name`].
pub fn postcode(text: &str) -> Result<String, Broken> {
    words(text, &RULES.postcode)
}

fn words(text: &str, rule: &Text) -> Result<String, Broken> {
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

/// The phrase that a person chooses for our mails: 3 to 40 characters in one line, and nothing that a mail program would make a
/// link of.
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

/// The shape of an email address. What is really taken, [`crate::EmailAddress`] says.
///
/// # Errors
/// `required`, `email`.
pub fn email_shape(text: &str) -> Result<String, Broken> {
    let text = text.trim();
    if text.is_empty() {
        return Err(required());
    }
    if text.len() > RULES.email.max || !RULES.email.pattern.fits(text) {
        return Err(broken("email", "Enter an email address like name@example.com."));
    }
    Ok(text.to_owned())
}

/// A password: 12 to 128 characters with a capital, a small letter, a number and a symbol.
///
/// # Errors
/// `required`, `min_length`, `max_length`, `capital`, `lowercase`, `number`, `symbol`: the first that does not hold.
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
