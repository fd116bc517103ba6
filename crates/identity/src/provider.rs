//! The identity providers of federated login.

use serde::{Deserialize, Serialize};

/// An identity provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Provider {
    /// Google, by OpenID Connect.
    Google,
    /// Apple, by OpenID Connect with deviations.
    Apple,
    /// Telegram, by the launch data of a mini app.
    Telegram,
}

impl Provider {
    /// All variants.
    pub const ALL: [Self; 3] = [Self::Google, Self::Apple, Self::Telegram];

    /// Its code in paths and in the database.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Google => "google",
            Self::Apple => "apple",
            Self::Telegram => "telegram",
        }
    }

    /// Its display name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Google => "Google",
            Self::Apple => "Apple",
            Self::Telegram => "Telegram",
        }
    }

    /// The provider with this code.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|provider| provider.code() == code)
    }
}
