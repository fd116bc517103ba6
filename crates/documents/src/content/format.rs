//! Amounts and dates as people write them in each language.

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use identity::Language;
use kernel::{Amount, format_decimal};

use super::words;

/// Keeps the groups of a number together.
const NO_BREAK_SPACE: char = '\u{a0}';
/// A minus sign as wide as a plus.
const MINUS: char = '\u{2212}';

/// The separators of thousands and of decimals.
const fn separators(language: Language) -> (char, char) {
    match language {
        Language::En => (',', '.'),
        Language::Uk | Language::Ru | Language::Pl => (NO_BREAK_SPACE, ','),
    }
}

/// `amount` with exactly `decimals` decimals, grouped, without its currency. The decimals that are left out are zero.
#[must_use]
pub fn number(amount: Amount, decimals: u8, language: Language) -> String {
    let scale = amount.currency().scale();
    let cut = 10_i128.pow(u32::from(scale.saturating_sub(decimals)));
    let plain = format_decimal(amount.atoms() / cut, decimals.min(scale));
    grouped(&plain, language)
}

/// The amount with a plus sign before a credit.
#[must_use]
pub fn change(amount: Amount, decimals: u8, language: Language) -> String {
    let text = number(amount, decimals, language);
    if amount.is_positive() { format!("+{text}") } else { text }
}

/// An amount with its currency, without trailing zeros beyond the second decimal.
#[must_use]
pub fn money(amount: Amount, language: Language) -> String {
    let scale = amount.currency().scale();
    let (mut atoms, mut decimals) = (amount.atoms(), scale);
    while decimals > scale.min(2) && atoms % 10 == 0 {
        atoms /= 10;
        decimals -= 1;
    }
    format!("{}{NO_BREAK_SPACE}{}", number(amount, decimals, language), amount.currency().code())
}

/// A plain decimal with the language's thousands separators.
#[must_use]
pub fn grouped(plain: &str, language: Language) -> String {
    let (group, point) = separators(language);
    let (negative, digits) = plain.strip_prefix('-').map_or((false, plain), |rest| (true, rest));
    let (whole, fraction) = digits.split_once('.').map_or((digits, None), |(whole, rest)| (whole, Some(rest)));
    let mut text = String::with_capacity(plain.len() + whole.len() / 3 + 1);
    if negative {
        text.push(MINUS);
    }
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at) % 3 == 0 {
            text.push(group);
        }
        text.push(digit);
    }
    if let Some(fraction) = fraction {
        text.push(point);
        text.push_str(fraction);
    }
    text
}

/// A day in words: "27 November 2026".
#[must_use]
pub fn day(day: NaiveDate, language: Language) -> String {
    let month = usize::try_from(day.month0()).ok().and_then(|at| words::months(language).get(at).copied());
    let year = match language {
        Language::Uk => format!("{} р.", day.year()),
        Language::Ru => format!("{} г.", day.year()),
        Language::En | Language::Pl => day.year().to_string(),
    };
    format!("{} {} {year}", day.day(), month.unwrap_or_default())
}

/// A day in figures, as columns of dates have it.
#[must_use]
pub fn short_day(at: DateTime<Utc>, language: Language) -> String {
    match language {
        Language::En => at.format("%d/%m/%Y").to_string(),
        Language::Uk | Language::Ru | Language::Pl => at.format("%d.%m.%Y").to_string(),
    }
}

/// A time of day in hours and minutes.
#[must_use]
pub fn time(at: DateTime<Utc>) -> String {
    at.format("%H:%M").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_written_as_in_the_language() {
        let amount = Amount::parse("1234567.5", "EUR".parse().unwrap()).unwrap().negated();
        assert_eq!(number(amount, 2, Language::En), "−1,234,567.50");
        assert_eq!(number(amount, 2, Language::Pl), "−1\u{a0}234\u{a0}567,50");
        assert_eq!(change(amount.negated(), 2, Language::En), "+1,234,567.50");
        let coin = Amount::parse("0.00120000", "BTC".parse().unwrap()).unwrap();
        assert_eq!(money(coin, Language::Uk), "0,0012\u{a0}BTC");
        assert_eq!(number(coin, 4, Language::En), "0.0012");
    }

    #[test]
    fn days_are_written_as_in_the_language() {
        let first: NaiveDate = "2026-11-01".parse().unwrap();
        let shown = Language::ALL.map(|language| day(first, language));
        assert_eq!(shown, ["1 November 2026", "1 листопада 2026 р.", "1 ноября 2026 г.", "1 listopada 2026"]);
    }
}
