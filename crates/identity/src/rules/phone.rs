//! Telephone numbers, by the data of libphonenumber.

use kernel::Country;

use super::{Broken, RULES, broken, required};

/// A number that exists, in the form of E.164, and whose country it is of.
#[derive(Clone, PartialEq, Eq)]
pub struct Phone {
    number: String,
    /// `None` for numbers of no country, such as satellite telephones.
    pub country: Option<Country>,
}

impl Phone {
    /// `+380441234567`.
    #[must_use]
    pub fn number(&self) -> &str {
        &self.number
    }
}

impl std::fmt::Debug for Phone {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("[phone]")
    }
}

/// The shape of a number: a plus and digits, which spaces, dashes, dots and brackets may part.
///
/// # Errors
/// `required`, `format`, and `anonymous` for Telegram's numbers, which belong to nobody.
pub(super) fn shape(text: &str) -> Result<String, Broken> {
    if text.trim().is_empty() {
        return Err(required());
    }
    let number: String = text.chars().filter(|c| !matches!(c, ' ' | '\u{a0}' | '-' | '.' | '(' | ')')).collect();
    if number.starts_with(&RULES.phone.anonymous) {
        return Err(broken("anonymous", "Anonymous numbers cannot be used"));
    }
    if !RULES.phone.pattern.fits(&number) {
        return Err(broken("format", "Enter the number with its country code, like +380 44 123 45 67"));
    }
    Ok(number)
}

/// A number that somebody can have. In the sandbox `+999…` is one too: it reaches nobody (reference api B9).
///
/// # Errors
/// Those of the shape, and `phone` for a number that cannot exist.
pub fn phone(text: &str, sandbox: bool) -> Result<Phone, Broken> {
    let number = shape(text)?;
    if sandbox && number.starts_with("+999") {
        return Ok(Phone { number, country: None });
    }
    let parsed = phonenumber::parse(None, &number).ok().filter(phonenumber::is_valid);
    let parsed = parsed.ok_or_else(|| broken("phone", "There is no such number"))?;
    let country = parsed.country().id().and_then(|id| id.as_ref().parse().ok());
    Ok(Phone { number, country })
}
