//! A person, and the rules for what they may say about themselves.

use chrono::{DateTime, Utc};
use kernel::{Currency, ProfileId, UserId};
use serde::{Deserialize, Serialize};

use crate::{IdentityError, Language};

const NAME_CHARS: std::ops::RangeInclusive<usize> = 2..=50;

/// Light, dark, or as the system has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// As the device has it.
    #[default]
    System,
    /// Always light.
    Light,
    /// Always dark.
    Dark,
}

impl Theme {
    /// The word in the database and on the wire.
    pub const fn code(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// The theme of this word.
    pub fn from_code(code: &str) -> Option<Self> {
        [Self::System, Self::Light, Self::Dark].into_iter().find(|t| t.code() == code)
    }
}

/// How a person wants the app.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The language of screens and mails.
    pub language: Language,
    /// The theme.
    pub theme: Theme,
    /// The currency that totals are shown in.
    pub main_currency: Currency,
    /// Whether balances worth next to nothing are left out of lists.
    pub hide_small_balances: bool,
}

/// Settings to be changed; `None` leaves one as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SettingsUpdate {
    /// The language of screens and mails.
    pub language: Option<Language>,
    /// The theme.
    pub theme: Option<Theme>,
    /// The currency that totals are shown in.
    pub main_currency: Option<Currency>,
    /// Whether balances worth next to nothing are left out of lists.
    pub hide_small_balances: Option<bool>,
}

/// A person who signs in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    /// Their id.
    pub id: UserId,
    /// Where their codes go.
    pub email: String,
    /// Given name.
    pub first_name: Option<String>,
    /// Family name.
    pub last_name: Option<String>,
    /// Whether they may sign in at all.
    pub blocked: bool,
    /// How they want the app.
    pub settings: Settings,
    /// Their profiles, the default one first.
    pub profiles: Vec<ProfileId>,
    /// When they first signed in.
    pub created_at: DateTime<Utc>,
}

/// What a person changes about themselves; `None` leaves it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UserUpdate {
    /// Given name.
    pub first_name: Option<String>,
    /// Family name.
    pub last_name: Option<String>,
}

impl UserUpdate {
    /// The same with names trimmed, or the first rule that one breaks.
    pub(super) fn checked(self) -> Result<Self, IdentityError> {
        Ok(Self {
            first_name: self.first_name.map(|name| checked_name("first_name", &name)).transpose()?,
            last_name: self.last_name.map(|name| checked_name("last_name", &name)).transpose()?,
        })
    }
}

/// Specification section 5: 2 to 50 characters; Latin and Cyrillic letters, apostrophes, spaces, dots, dashes.
fn checked_name(field: &'static str, name: &str) -> Result<String, IdentityError> {
    let name = name.trim();
    if !NAME_CHARS.contains(&name.chars().count()) {
        return Err(IdentityError::field(field, "length", "The name must have 2 to 50 characters."));
    }
    let latin_or_cyrillic = |c: char| {
        c.is_alphabetic() && matches!(c, 'A'..='Z' | 'a'..='z' | '\u{c0}'..='\u{24f}' | '\u{400}'..='\u{52f}')
    };
    let allowed = |c: char| latin_or_cyrillic(c) || matches!(c, '\'' | '\u{2019}' | '\u{2bc}' | ' ' | '.' | '-');
    if !name.chars().all(allowed) {
        let rule = "The name may have Latin and Cyrillic letters, apostrophes, spaces, dots and dashes.";
        return Err(IdentityError::field(field, "characters", rule));
    }
    Ok(name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(name: &str) -> Result<String, &'static str> {
        checked_name("first_name", name).map_err(|error| match error {
            IdentityError::Field { rule, .. } => rule,
            _ => "?",
        })
    }

    #[test]
    fn names_of_people_are_taken_and_other_text_is_not() {
        for name in ["Jo", "O'Neil", "Anne-Marie", "Łukasz", "Мар\u{2019}яна", "Ґєїі", "J. R."] {
            assert_eq!(rule(name).as_deref(), Ok(name));
        }
        assert_eq!(rule("  Ann "), Ok("Ann".into()));
        assert_eq!(rule("J"), Err("length"));
        assert_eq!(rule(&"a".repeat(51)), Err("length"));
        for odd in ["Ann😀", "R2D2", "<b>Ann", "名前", "A×B"] {
            assert_eq!(rule(odd), Err("characters"), "{odd}");
        }
    }
}
