//! Single values of a message: elements, texts, amounts, dates and codes.

use chrono::{DateTime, NaiveDate, NaiveDateTime, Utc};
use kernel::{Amount, Currency};

use super::{CamtError, MAX_REFERENCE_CHARS, MAX_TEXT_CHARS, Reason};
use crate::xml::{Element, quoted};

/// Placeholders of banks for a missing reference (ISO 20022 and SEPA: `NOTPROVIDED`; SWIFT: `NONREF`).
const PLACEHOLDERS: [&str; 3] = ["NOTPROVIDED", "NOT PROVIDED", "NONREF"];
/// The characters of a date: `2026-01-31`.
const DATE_CHARS: usize = 10;

/// An error at the element's line.
pub fn at(element: Element<'_>, reason: Reason) -> CamtError {
    CamtError { line: element.line(), reason }
}

/// The element inside `parent`, or `None`.
pub fn maybe<'t>(parent: Element<'t>, name: &'static str) -> Result<Option<Element<'t>>, CamtError> {
    let mut found = parent.children(name);
    let first = found.next();
    match found.next() {
        Some(second) => Err(at(second, Reason::Repeated { element: name })),
        None => Ok(first),
    }
}

/// The element inside `parent`.
pub fn one<'t>(parent: Element<'t>, name: &'static str) -> Result<Element<'t>, CamtError> {
    maybe(parent, name)?.ok_or_else(|| missing(parent, name))
}

pub fn missing(parent: Element<'_>, element: &'static str) -> CamtError {
    at(parent, Reason::Missing { element, inside: quoted(parent.name()) })
}

/// The element along a path, or `None`.
pub fn maybe_at<'t>(parent: Element<'t>, path: &[&'static str]) -> Result<Option<Element<'t>>, CamtError> {
    let mut found = Some(parent);
    for name in path {
        let Some(element) = found else { return Ok(None) };
        found = maybe(element, name)?;
    }
    Ok(found)
}

/// The text with every run of whitespace as one space; `None` if it is empty.
pub fn text(element: Element<'_>) -> Result<Option<String>, CamtError> {
    limited(element, MAX_TEXT_CHARS)
}

/// The text of the element along a path; `None` if it is missing or empty.
pub fn text_at(parent: Element<'_>, path: &[&'static str]) -> Result<Option<String>, CamtError> {
    maybe_at(parent, path)?.map_or(Ok(None), text)
}

/// The reference along a path; `None` if it is missing, empty or a placeholder.
pub fn reference_at(parent: Element<'_>, path: &[&'static str]) -> Result<Option<String>, CamtError> {
    let Some(element) = maybe_at(parent, path)? else { return Ok(None) };
    let text = limited(element, MAX_REFERENCE_CHARS)?;
    Ok(text.filter(|text| !PLACEHOLDERS.iter().any(|placeholder| text.eq_ignore_ascii_case(placeholder))))
}

/// A mandatory identification.
pub fn id(parent: Element<'_>, name: &'static str) -> Result<String, CamtError> {
    limited(one(parent, name)?, MAX_REFERENCE_CHARS)?.ok_or_else(|| missing(parent, name))
}

pub fn limited(element: Element<'_>, max: usize) -> Result<Option<String>, CamtError> {
    if element.text().chars().count() > max {
        return Err(at(element, Reason::TooLong(quoted(element.name()))));
    }
    let text = element.text().split_whitespace().collect::<Vec<_>>().join(" ");
    Ok(Some(text).filter(|text| !text.is_empty()))
}

/// The currency of a code: a fiat currency of the platform.
pub fn currency(element: Element<'_>, code: &str) -> Result<Currency, CamtError> {
    let known = code.parse().ok().filter(|currency: &Currency| currency.is_fiat());
    known.ok_or_else(|| at(element, Reason::UnsupportedCurrency(quoted(code))))
}

/// The amount of an element with the attribute `Ccy`, never below zero.
///
/// ISO 20022 allows five decimals. Zeros beyond the currency's decimals are left out, and other digits are refused.
pub fn amount(element: Element<'_>) -> Result<Amount, CamtError> {
    let code = element.currency().ok_or_else(|| missing(element, "Ccy"))?;
    let currency = currency(element, code)?;
    let text = element.text();
    let excess = text.split_once('.').map_or(0, |(_, fraction)| {
        let zeros = fraction.len() - fraction.trim_end_matches('0').len();
        fraction.len().saturating_sub(usize::from(currency.scale())).min(zeros)
    });
    let exact = text.get(..text.len() - excess).unwrap_or(text);
    Amount::parse(exact, currency).map_err(|error| at(element, Reason::BadAmount { text: quoted(text), error }))
}

/// Whether the `CdtDbtInd` inside `parent` is `CRDT`.
pub fn is_credit(parent: Element<'_>) -> Result<bool, CamtError> {
    let indicator = one(parent, "CdtDbtInd")?;
    match indicator.text() {
        "CRDT" => Ok(true),
        "DBIT" => Ok(false),
        _ => Err(bad_code(indicator)),
    }
}

/// A boolean of XML Schema.
pub fn boolean(element: Element<'_>) -> Result<bool, CamtError> {
    match element.text() {
        "true" | "1" => Ok(true),
        "false" | "0" => Ok(false),
        _ => Err(bad_code(element)),
    }
}

pub fn bad_code(element: Element<'_>) -> CamtError {
    at(element, Reason::BadCode { element: quoted(element.name()), text: quoted(element.text()) })
}

/// The day of an element with `Dt` or `DtTm`. The day of a time is the one that is written, whatever its offset is.
pub fn day(element: Element<'_>) -> Result<NaiveDate, CamtError> {
    if let Some(time) = maybe(element, "DtTm")? {
        moment(time)?;
        return written_day(time.text()).ok_or_else(|| bad_date(time));
    }
    let date = one(element, "Dt")?;
    let zone = date.text().get(DATE_CHARS..).unwrap_or_default();
    written_day(date.text()).filter(|_| is_zone(zone)).ok_or_else(|| bad_date(date))
}

/// The moment of an element with a date and a time. A time without an offset is read as UTC.
pub fn moment(element: Element<'_>) -> Result<DateTime<Utc>, CamtError> {
    let text = element.text();
    let with_offset = DateTime::parse_from_rfc3339(text).map(|moment| moment.to_utc());
    let moment = with_offset
        .or_else(|_| NaiveDateTime::parse_from_str(text, "%Y-%m-%dT%H:%M:%S%.f").map(|moment| moment.and_utc()));
    let moment = moment.ok().filter(|_| written_day(text).is_some());
    moment.ok_or_else(|| bad_date(element))
}

fn bad_date(element: Element<'_>) -> CamtError {
    at(element, Reason::BadDate(quoted(element.text())))
}

fn written_day(text: &str) -> Option<NaiveDate> {
    let day = text.get(..DATE_CHARS)?;
    let has_form = day.bytes().enumerate().all(|(at, byte)| match at {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    });
    NaiveDate::parse_from_str(day, "%Y-%m-%d").ok().filter(|_| has_form)
}

/// Whether the text is an offset of XML Schema, which a date may have: nothing, `Z`, or `+02:00`.
fn is_zone(text: &str) -> bool {
    match text.as_bytes() {
        [] | [b'Z'] => true,
        [b'+' | b'-', hours @ .., b':', tens, ones] if hours.len() == 2 => {
            hours.iter().chain([tens, ones]).all(u8::is_ascii_digit)
        }
        _ => false,
    }
}
