//! Personal data of a launch, checked by the rules of typed data. Pure.

use chrono::NaiveDate;
use identity::rules::{self, Broken};
use kernel::Country;

/// When and where a launch is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LaunchContext {
    /// The day, for the age of a person.
    pub today: NaiveDate,
    /// Whether the tenant is a sandbox, whose test numbers are valid telephones.
    pub is_sandbox: bool,
}

/// The rule that a value of a person breaks; `None` for a good value, and for other parameters.
pub(crate) fn broken_rule(name: &str, value: &str, context: LaunchContext) -> Option<&'static str> {
    let code = |broken: Broken| broken.code;
    match name {
        "email" => rules::email_shape(value).err().map(code),
        "phone" => rules::phone(value, context.is_sandbox).err().map(code),
        "firstName" | "lastName" => rules::name(value).err().map(code),
        "residenceCountry" => value.parse::<Country>().is_err().then_some("country"),
        "dateOfBirth" => born(value, context.today).err(),
        _ => None,
    }
}

/// A date of birth, as in the API: `1990-12-31`. It is of a person who is old enough.
fn born(value: &str, today: NaiveDate) -> Result<NaiveDate, &'static str> {
    let born = NaiveDate::parse_from_str(value, "%Y-%m-%d").map_err(|_| "format")?;
    let typed = rules::date(&born.format("%d/%m/%Y").to_string(), today).map_err(|broken| broken.code)?;
    rules::of_age(typed, today).map_err(|broken| broken.code)?;
    Ok(typed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_partners_value_meets_the_rules_of_a_typed_one() {
        let today = NaiveDate::from_ymd_opt(2026, 1, 1).unwrap();
        let rule = |name, value| broken_rule(name, value, LaunchContext { today, is_sandbox: true });
        for (name, value) in [
            ("email", "anna@shop.example"),
            ("phone", "+999100200300"),
            ("firstName", "Анна-Марія"),
            ("lastName", "O'Neil"),
            ("residenceCountry", "PL"),
            ("dateOfBirth", "1990-12-31"),
            ("fromAmount", "nonsense"),
        ] {
            assert_eq!(rule(name, value), None, "{name}={value}");
        }
        for (name, value, expected) in [
            ("email", "anna", "email"),
            ("phone", "12", "format"),
            ("firstName", "A", "min_length"),
            ("lastName", "Ann😀", "invalid_character"),
            ("residenceCountry", "Poland", "country"),
            ("residenceCountry", "A1", "country"),
            ("dateOfBirth", "31/12/1990", "format"),
            ("dateOfBirth", "1890-12-31", "year"),
            ("dateOfBirth", "2020-12-31", "age"),
        ] {
            assert_eq!(rule(name, value), Some(expected), "{name}={value}");
        }
        let live = LaunchContext { today, is_sandbox: false };
        assert!(broken_rule("phone", "+999100200300", live).is_some(), "no test numbers for real customers");
    }
}
