//! A customer, and the rules for personal data.

use std::collections::BTreeSet;

use chrono::{DateTime, NaiveDate, Utc};
use kernel::{Country, Currency, ErrorKind, ProfileId, UserId};
use serde::{Deserialize, Serialize};

use crate::{IdentityError, Language, rules};

/// The colour theme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// The device's setting.
    #[default]
    System,
    /// Always light.
    Light,
    /// Always dark.
    Dark,
}

impl Theme {
    /// The code in the database and on the wire.
    pub const fn code(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// The theme with this code.
    pub fn from_code(code: &str) -> Option<Self> {
        [Self::System, Self::Light, Self::Dark].into_iter().find(|t| t.code() == code)
    }
}

/// A person's settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The language of screens and mails.
    pub language: Language,
    /// The colour theme.
    pub theme: Theme,
    /// The currency that totals are shown in.
    pub main_currency: Currency,
    /// Whether lists omit balances of negligible value.
    pub hide_small_balances: bool,
}

/// A settings update; `None` leaves a field unchanged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SettingsUpdate {
    /// The language of screens and mails.
    pub language: Option<Language>,
    /// The colour theme.
    pub theme: Option<Theme>,
    /// The currency that totals are shown in.
    pub main_currency: Option<Currency>,
    /// Whether lists omit balances of negligible value.
    pub hide_small_balances: Option<bool>,
}

/// A customer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    /// Their id.
    pub id: UserId,
    /// The email address.
    pub email: String,
    /// First name.
    pub first_name: Option<String>,
    /// Last name.
    pub last_name: Option<String>,
    /// The verified telephone number.
    pub phone: Option<String>,
    /// When the telephone last changed.
    pub phone_changed_at: Option<DateTime<Utc>>,
    /// When the mail service said that the address takes no emails. `None` for an address that works.
    pub mail_bounced_at: Option<DateTime<Utc>>,
    /// The country of residence, if known.
    pub residence: Option<Country>,
    /// Whether the account is blocked.
    pub blocked: bool,
    /// The settings.
    pub settings: Settings,
    /// The open profiles, the default one first.
    pub profiles: Vec<ProfileId>,
    /// The closed profiles, whose ledger entries remain.
    pub closed_profiles: Vec<ProfileId>,
    /// When the account was created.
    pub created_at: DateTime<Utc>,
    /// When the account is erased, if a closure is in progress.
    pub closes_at: Option<DateTime<Utc>>,
}

impl User {
    /// All profiles, open and closed.
    #[must_use]
    pub fn all_profiles(&self) -> Vec<ProfileId> {
        self.profiles.iter().chain(&self.closed_profiles).copied().collect()
    }
}

/// The encrypted part of a person's data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Personal {
    /// Date of birth.
    pub birth_date: NaiveDate,
    /// Street and house.
    #[serde(default)]
    pub street: Option<String>,
    /// City.
    #[serde(default)]
    pub city: Option<String>,
    /// Postal code.
    #[serde(default)]
    pub postcode: Option<String>,
}

impl Personal {
    /// Whether the home address is complete for a resident of `residence`.
    #[must_use]
    pub fn has_address(&self, residence: Option<Country>) -> bool {
        let needs_postcode = residence.is_none_or(rules::needs_postcode);
        self.street.is_some() && self.city.is_some() && (self.postcode.is_some() || !needs_postcode)
    }
}

/// An update of personal data; `None` leaves a field unchanged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UserUpdate {
    /// First name.
    pub first_name: Option<String>,
    /// Last name.
    pub last_name: Option<String>,
    /// The code of the country of residence.
    pub residence: Option<String>,
    /// Date of birth and home address.
    pub personal: PersonalUpdate,
}

/// The encrypted part of an update.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PersonalUpdate {
    /// Date of birth.
    pub birth_date: Option<NaiveDate>,
    /// Street and house.
    pub street: Option<String>,
    /// City.
    pub city: Option<String>,
    /// Postal code.
    pub postcode: Option<String>,
}

impl PersonalUpdate {
    pub(super) const fn is_empty(&self) -> bool {
        self.birth_date.is_none() && !self.has_address()
    }

    const fn has_address(&self) -> bool {
        self.street.is_some() || self.city.is_some() || self.postcode.is_some()
    }
}

/// A validated [`UserUpdate`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct CheckedUpdate {
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub residence: Option<Country>,
    pub personal: PersonalUpdate,
}

impl CheckedUpdate {
    /// Whether it changes data that a document can have proven.
    pub(super) const fn touches_identity(&self) -> bool {
        let names = self.first_name.is_some() || self.last_name.is_some();
        names || self.residence.is_some() || self.personal.birth_date.is_some()
    }
}

impl UserUpdate {
    /// The validated update in stored form, or the first violated rule. `forbidden` are the countries whose residents
    /// are not accepted.
    pub(super) fn checked(
        self,
        forbidden: &BTreeSet<Country>,
        sandbox: bool,
        today: NaiveDate,
    ) -> Result<CheckedUpdate, IdentityError> {
        let PersonalUpdate { birth_date, street, city, postcode } = self.personal;
        let birth_date = birth_date.map(|born| rules::of_age(born, today).map(|()| born)).transpose();
        let field = |name: &'static str| move |broken| IdentityError::from((name, broken));
        let text = |name, text: Option<String>, rule: fn(&str) -> Result<String, rules::Broken>| {
            text.map(|text| rule(&text)).transpose().map_err(field(name))
        };
        Ok(CheckedUpdate {
            first_name: text("first_name", self.first_name, rules::name)?,
            last_name: text("last_name", self.last_name, rules::name)?,
            residence: self.residence.map(|code| residence(&code, forbidden, sandbox)).transpose()?,
            personal: PersonalUpdate {
                birth_date: birth_date.map_err(field("date_of_birth"))?,
                street: text("address/street", street, rules::address)?,
                city: text("address/city", city, rules::city)?,
                postcode: text("address/postcode", postcode, rules::postcode)?,
            },
        })
    }
}

/// The stored data after `update`. A home address requires a date of birth, because both are declared together.
pub(super) fn merged(kept: Option<Personal>, update: PersonalUpdate) -> Result<Personal, IdentityError> {
    let Some(birth_date) = update.birth_date.or(kept.as_ref().map(|kept| kept.birth_date)) else {
        return Err(IdentityError::field("date_of_birth", "required", "Field is required"));
    };
    let (street, city, postcode) = kept.map_or((None, None, None), |kept| (kept.street, kept.city, kept.postcode));
    Ok(Personal {
        birth_date,
        street: update.street.or(street),
        city: update.city.or(city),
        postcode: update.postcode.or(postcode),
    })
}

fn residence(code: &str, forbidden: &BTreeSet<Country>, sandbox: bool) -> Result<Country, IdentityError> {
    let unknown = || IdentityError::field("residence_country", "one_of", "Choose a country of the list.");
    let country: Country = code.parse().map_err(|_| unknown())?;
    if country.is_simulated() && !sandbox {
        return Err(unknown());
    }
    if forbidden.contains(&country) {
        let message = "We cannot serve residents of this country.";
        return Err(IdentityError::refusal(ErrorKind::Legal, "COUNTRY_NOT_ALLOWED", message));
    }
    Ok(country)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(update: UserUpdate) -> &'static str {
        let forbidden = BTreeSet::from(["RU".parse().unwrap(), "ZZ".parse().unwrap()]);
        let today = NaiveDate::from_ymd_opt(2026, 3, 1).unwrap();
        match update.checked(&forbidden, true, today) {
            Ok(_) => "",
            Err(IdentityError::Field { field, .. }) => field,
            Err(error) => error.code(),
        }
    }

    #[test]
    fn an_invalid_field_is_named_with_its_rule() {
        let of = |change: fn(&mut UserUpdate)| {
            let mut update = UserUpdate::default();
            change(&mut update);
            refused(update)
        };
        assert_eq!(of(|update| update.first_name = Some("R2".into())), "first_name");
        assert_eq!(of(|update| update.residence = Some("pl".into())), "residence_country");
        assert_eq!(of(|update| update.residence = Some("RU".into())), "COUNTRY_NOT_ALLOWED");
        assert_eq!(of(|update| update.residence = Some("ZZ".into())), "COUNTRY_NOT_ALLOWED");
        assert_eq!(of(|update| update.residence = Some("XE".into())), "");
        assert_eq!(of(|update| update.personal.birth_date = NaiveDate::from_ymd_opt(2010, 1, 1)), "date_of_birth");
        assert_eq!(of(|update| update.personal.city = Some("K".into())), "address/city");
    }

    #[test]
    fn a_home_address_needs_a_date_of_birth_and_omitted_fields_stay() {
        let born = NaiveDate::from_ymd_opt(1990, 1, 2).unwrap();
        let street = PersonalUpdate { street: Some("Main 1".into()), ..PersonalUpdate::default() };
        assert!(merged(None, street.clone()).is_err());
        let first = PersonalUpdate { birth_date: Some(born), ..PersonalUpdate::default() };
        let kept = merged(None, first).unwrap();
        let both = merged(Some(kept), street).unwrap();
        assert_eq!((both.birth_date, both.street.as_deref()), (born, Some("Main 1")));
        let lives_in = |code: &str| both.has_address(code.parse().ok());
        assert!(!lives_in("AE"), "the city is missing");
    }

    #[test]
    fn an_address_needs_a_postal_code_where_addresses_have_one() {
        let born = NaiveDate::from_ymd_opt(1990, 1, 2).unwrap();
        let text = |text: &str| Some(text.to_owned());
        let without = Personal { birth_date: born, street: text("Main 1"), city: text("Dubai"), postcode: None };
        let complete = |home: &Personal, code: &str| home.has_address(code.parse().ok());
        assert_eq!(
            ["AE", "HK", "PA", "CO", "PL", "XE", ""].map(|code| complete(&without, code)),
            [true, true, true, true, false, false, false]
        );
        let with = Personal { postcode: text("00-950"), ..without };
        assert!(["AE", "CO", "PL", "XE", ""].iter().all(|code| complete(&with, code)));
    }
}
