//! Telephone numbers, validated with the metadata of libphonenumber.

use kernel::Country;
use phonenumber::metadata::DATABASE;
use phonenumber::{Metadata, Type};

use super::{Broken, RULES, broken, required, visible};

/// A valid number in E.164 format, with its country.
#[derive(Clone, PartialEq, Eq)]
pub struct Phone {
    number: String,
    /// `None` for numbers without a country, such as satellite telephones.
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

/// Checks the syntax of a number: a plus or `00`, then digits with optional spaces, dashes, dots, slashes and brackets;
/// the `tel:` of a link may come first.
///
/// # Errors
/// `required`, `invisible_character`, `format`, and `anonymous` for Telegram's anonymous numbers.
pub(super) fn shape(text: &str) -> Result<String, Broken> {
    let seen = visible(text)?;
    let typed = seen.trim();
    if typed.is_empty() {
        return Err(required());
    }
    let link = typed.get(..4).is_some_and(|scheme| scheme.eq_ignore_ascii_case("tel:"));
    let mut number = RULES.phone.separator.strip(if link { &typed[4..] } else { typed }).replace('\u{ff0b}', "+");
    if let Some(rest) = number.strip_prefix("00") {
        number = format!("+{rest}");
    }
    if number.starts_with(&RULES.phone.anonymous) {
        return Err(broken("anonymous", "Anonymous numbers cannot be used"));
    }
    if !RULES.phone.pattern.fits(&number) {
        return Err(broken("format", "Enter the number with its country code, like +380 44 123 45 67"));
    }
    Ok(number)
}

/// A person's own number, without a national trunk zero. In the sandbox, `+999…` is valid too, and reaches no
/// telephone.
///
/// # Errors
/// The errors of the syntax, `phone` for an impossible number, and `phone_type` for a number that is not a personal
/// line, such as a premium number.
pub fn phone(text: &str, sandbox: bool) -> Result<Phone, Broken> {
    let number = shape(text)?;
    if sandbox && number.starts_with("+999") {
        return Ok(Phone { number, country: None });
    }
    let found = read(&number).ok_or_else(|| broken("phone", "There is no such number"))?;
    let country = found.region.id().parse().ok();
    if !is_personal(found.kind, country) {
        return Err(broken("phone_type", "Codes are not sent to numbers of this kind. Enter a mobile number"));
    }
    Ok(Phone { number: format!("+{}{}", found.code, found.national), country })
}

struct Found {
    code: u16,
    national: String,
    region: &'static Metadata,
    kind: Type,
}

/// Whether the line is personal: a text to premium, shared-cost, toll-free and company numbers, pagers and forwarding
/// services can be expensive. Numbers without a country are satellite telephones or services.
const fn is_personal(kind: Type, country: Option<Country>) -> bool {
    match kind {
        Type::Mobile | Type::FixedLineOrMobile => true,
        Type::FixedLine | Type::Voip => country.is_some(),
        _ => false,
    }
}

/// The number as typed, if it exists; else as the library reads it with national dialling rules; else without a zero
/// that is not part of it.
fn read(number: &str) -> Option<Found> {
    let digits = number.strip_prefix('+')?;
    // No calling code is a prefix of another.
    let (code, typed) = (1..=3).find_map(|length| {
        let (code, rest) = digits.split_at_checked(length)?;
        let code: u16 = code.parse().ok()?;
        DATABASE.region(&code).map(|_| (code, rest))
    })?;
    let understood = || phonenumber::parse(None, number).ok().map(|parsed| parsed.national().to_string());
    let find = |national: &str| {
        let (region, kind) = classify(code, national)?;
        Some(Found { code, national: national.to_owned(), region, kind })
    };
    find(typed).or_else(|| find(&understood()?)).or_else(|| find(typed.strip_prefix('0')?))
}

/// The country and type of a national number. The library drops leading zeros here, which are part of numbers in Italy
/// and elsewhere.
fn classify(code: u16, national: &str) -> Option<(&'static Metadata, Type)> {
    let regions = DATABASE.region(&code)?;
    let shared = regions.len() > 1;
    regions.into_iter().find_map(|id| {
        // Numbers without a country are listed under their calling code.
        let by_code = || DATABASE.by_code(&code).and_then(|all| all.into_iter().next());
        let region = if id == "001" { by_code() } else { DATABASE.by_id(id) }?;
        let elsewhere = shared
            && region.leading_digits().is_some_and(|digits| digits.find(national).is_none_or(|at| at.start() != 0));
        (!elsewhere).then(|| kind(region, national)).flatten().map(|kind| (region, kind))
    })
}

fn kind(region: &Metadata, national: &str) -> Option<Type> {
    let is = |kind| region.descriptors().get(kind).is_some_and(|numbers| numbers.is_match(national));
    if !region.descriptors().general().is_match(national) {
        return None;
    }
    let first = [
        Type::PremiumRate,
        Type::TollFree,
        Type::SharedCost,
        Type::Voip,
        Type::PersonalNumber,
        Type::Pager,
        Type::Uan,
        Type::Voicemail,
    ];
    first.into_iter().find(|kind| is(*kind)).or_else(|| match (is(Type::FixedLine), is(Type::Mobile)) {
        (true, true) => Some(Type::FixedLineOrMobile),
        (true, false) => Some(Type::FixedLine),
        (false, true) => Some(Type::Mobile),
        (false, false) => None,
    })
}
