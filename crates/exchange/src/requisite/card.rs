//! Validation of payment cards before they are sent to the acquirer.

use std::borrow::Cow;

use chrono::{DateTime, Datelike, Utc};

use kernel::text::strip_invisible;

use super::RequisiteError;
use super::person::validate_full_name;
use crate::rails::CardInput;

/// The longest validity of a card that is accepted, in years.
const YEARS_MAX: u16 = 20;

const fn refuse(field: &'static str, code: &'static str, message: &'static str) -> RequisiteError {
    RequisiteError { field, code, message: Cow::Borrowed(message) }
}

/// Validates typed card details: a number of 12 to 19 digits with a correct check digit, an expiry that has not passed,
/// a security code and a holder. Returns the card with the number in digits only.
///
/// # Errors
/// [`RequisiteError`] about `number`, `expiry_month`, `expiry_year`, `cvv` or `holder`.
pub fn validate_card(card: &CardInput, now: DateTime<Utc>) -> Result<CardInput, RequisiteError> {
    let between = |char: &char| char.is_whitespace() || matches!(char, '-' | '\u{2010}'..='\u{2015}');
    let number: String = strip_invisible(&card.number).chars().filter(|char| !between(char)).collect();
    let cvv = card.cvv.as_deref().map(|cvv| strip_invisible(cvv).trim().to_owned());
    if number.is_empty() {
        return Err(refuse("number", "required", "Field is required"));
    }
    let digits = number.bytes().all(|byte| byte.is_ascii_digit());
    if !digits || !(12..=19).contains(&number.len()) || !luhn(&number) {
        return Err(refuse("number", "incorrect_card_number", "Card number is not correct"));
    }
    expiry(card, now)?;
    let is_cvv = |cvv: &String| (3..=4).contains(&cvv.len()) && cvv.bytes().all(|byte| byte.is_ascii_digit());
    if !cvv.as_ref().is_none_or(is_cvv) {
        return Err(refuse("cvv", "incorrect_cvv", "Security code is not correct"));
    }
    let holder = validate_full_name(&card.holder).map_err(|refused| RequisiteError { field: "holder", ..refused })?;
    Ok(CardInput { number, holder, cvv, ..*card })
}

fn expiry(card: &CardInput, now: DateTime<Utc>) -> Result<(), RequisiteError> {
    if !(1..=12).contains(&card.expiry_month) {
        return Err(refuse("expiry_month", "incorrect_expiry", "Month must be 1 to 12"));
    }
    let (year, month) = (u16::try_from(now.year()).unwrap_or(u16::MAX), now.month());
    if card.expiry_year > year.saturating_add(YEARS_MAX) {
        return Err(refuse("expiry_year", "incorrect_expiry", "Expiry is not correct"));
    }
    // A card is valid until the end of its month.
    if (card.expiry_year, u32::from(card.expiry_month)) < (year, month) {
        return Err(refuse("expiry_year", "card_expired", "The card has expired"));
    }
    Ok(())
}

/// The Luhn check of ISO/IEC 7812-1. The caller ensures digits only.
fn luhn(number: &str) -> bool {
    let sum: u32 = number
        .bytes()
        .rev()
        .enumerate()
        .map(|(at, byte)| {
            let digit = u32::from(byte - b'0');
            let doubled = if at % 2 == 1 { digit * 2 } else { digit };
            if doubled > 9 { doubled - 9 } else { doubled }
        })
        .sum();
    sum.is_multiple_of(10)
}

#[cfg(test)]
mod tests {
    use chrono::TimeZone;

    use super::*;

    fn card(number: &str, month: u8, year: u16) -> CardInput {
        CardInput {
            number: number.to_owned(),
            expiry_month: month,
            expiry_year: year,
            cvv: Some("123".to_owned()),
            holder: "Olena Kovalenko".to_owned(),
        }
    }

    fn code(card: &CardInput) -> &'static str {
        let now = Utc.with_ymd_and_hms(2026, 11, 30, 23, 59, 59).single().expect("a time");
        validate_card(card, now).err().map_or("ok", |refused| refused.code)
    }

    #[test]
    fn a_card_is_good_to_the_end_of_its_month() {
        assert_eq!(code(&card("4242 4242 4242 4242", 11, 2026)), "ok");
        assert_eq!(code(&card("\u{202a}4242\u{a0}4242\u{2011}4242\u{200b}4242\u{202c}", 11, 2026)), "ok");
        assert_eq!(code(&card("4242424242424242", 10, 2026)), "card_expired");
        assert_eq!(code(&card("4242424242424242", 13, 2027)), "incorrect_expiry");
        assert_eq!(code(&card("4242424242424242", 1, 2099)), "incorrect_expiry");
    }

    #[test]
    fn a_mistyped_card_number_is_refused() {
        assert_eq!(code(&card("4242 4242 4242 4243", 11, 2027)), "incorrect_card_number");
        assert_eq!(code(&card("4242", 11, 2027)), "incorrect_card_number");
        assert_eq!(code(&card("٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢", 11, 2027)), "incorrect_card_number");
        assert_eq!(code(&card("", 11, 2027)), "required");
    }
}
