//! A person, and the rules for what they may say about themselves.

use chrono::{DateTime, Utc};
use kernel::{Currency, ProfileId, UserId};
use serde::{Deserialize, Serialize};

use crate::{IdentityError, Language, rules};

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

fn checked_name(field: &'static str, name: &str) -> Result<String, IdentityError> {
    rules::name(name).map_err(|broken| (field, broken).into())
}
