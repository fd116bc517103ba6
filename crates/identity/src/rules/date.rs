//! Dates in the format dd/MM/yyyy, and ages.

use chrono::{Datelike, NaiveDate};

use super::{Broken, RULES, broken, required};

/// Parses a date in the format dd/MM/yyyy, from 1900 to this year.
///
/// # Errors
/// `required`, `format`, `day`, `month`, `year`.
pub fn date(text: &str, today: NaiveDate) -> Result<NaiveDate, Broken> {
    let text = text.trim();
    if text.is_empty() {
        return Err(required());
    }
    let format = || broken("format", "Enter a date as dd/MM/yyyy");
    let parts: Vec<&str> = text.split('/').collect();
    let [day, month, year] = parts[..] else { return Err(format()) };
    let number = |text: &str, length: usize| {
        let digits = text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| text.parse::<u32>().ok()).flatten().ok_or_else(format)
    };
    let (day, month, year) = (number(day, 2)?, number(month, 2)?, number(year, 4)?);
    let wrong_day = || broken("day", "There is no such day");
    if !(1..=31).contains(&day) {
        return Err(wrong_day());
    }
    if !(1..=12).contains(&month) {
        return Err(broken("month", "The month must be 1 to 12"));
    }
    let (year, least) = (i32::try_from(year).map_err(|_| format())?, RULES.date.year_min);
    if !(least..=today.year()).contains(&year) {
        return Err(broken("year", format!("The year must be {least} to {}", today.year())));
    }
    NaiveDate::from_ymd_opt(year, month, day).ok_or_else(wrong_day)
}

/// Checks that a person is old enough to be a customer.
///
/// # Errors
/// `age`.
pub fn of_age(born: NaiveDate, today: NaiveDate) -> Result<(), Broken> {
    let age = today.years_since(born);
    if age.is_some_and(|years| (RULES.age.min..=RULES.age.max).contains(&years)) {
        return Ok(());
    }
    Err(broken("age", format!("You must be {} or older", RULES.age.min)))
}
