//! Connections that operators make in the console: what they are, and the port to those who keep and test them.

use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use kernel::{Currency, TenantId};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{ConnectionHealth, RailError};

kernel::codes! {
    /// The kind of a connection. A tenant uses one of each.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum ConnectionKind {
        /// A bank that exchanges files.
        Bank = "bank",
        /// A payment orchestrator, which reaches acquirers of cards.
        Cards = "cards",
    }
}

/// The settings of a connection, without secrets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ConnectionSettings {
    /// The accounts at a bank that exchanges files (ISO 20022).
    Bank {
        /// The account holder, as the bank writes it.
        holder: String,
        /// The BIC of the bank.
        bic: String,
        /// The IBAN of each currency.
        ibans: BTreeMap<Currency, String>,
    },
    /// The account at a payment orchestrator.
    Cards {
        /// The address of its API.
        url: String,
        /// The business profile; the account's default without it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        profile: Option<String>,
        /// The publishable API key, which is no secret; without it no wallets of browsers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        publishable_key: Option<String>,
        /// The currencies of card payments and payouts.
        currencies: BTreeSet<Currency>,
    },
}

impl ConnectionSettings {
    /// The kind of the connection.
    #[must_use]
    pub const fn kind(&self) -> ConnectionKind {
        match self {
            Self::Bank { .. } => ConnectionKind::Bank,
            Self::Cards { .. } => ConnectionKind::Cards,
        }
    }

    /// The settings as lines for an operator who agrees to them: a name and a value each.
    #[must_use]
    pub fn lines(&self) -> BTreeMap<String, String> {
        let line = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        match self {
            Self::Bank { holder, bic, ibans } => {
                let accounts = ibans.iter().map(|(currency, iban)| line(currency.code(), iban));
                [line("holder", holder), line("bic", bic)].into_iter().chain(accounts).collect()
            }
            Self::Cards { url, profile, publishable_key, currencies } => {
                let codes: Vec<&str> = currencies.iter().map(|currency| currency.code()).collect();
                let own = profile.iter().map(|profile| line("profile", profile));
                let public = publishable_key.iter().map(|key| line("publishable_key", key));
                let always = [line("url", url), line("currencies", &codes.join(", "))];
                always.into_iter().chain(own).chain(public).collect()
            }
        }
    }
}

/// The secrets of a connection. An absent one is taken from the previous version. No `Debug`.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct ConnectionSecrets {
    /// The secret API key.
    #[serde(default)]
    pub key: Option<String>,
    /// The key that signs webhooks.
    #[serde(default)]
    pub webhook_key: Option<String>,
}

kernel::codes! {
    /// The state of a connection.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum ConnectionState {
        /// Made, and never switched on.
        Draft = "draft",
        /// In use.
        On = "on",
        /// It was in use. Payments that began with it end with it, and none begins.
        Off = "off",
    }
}

/// The latest test of a connection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConnectionTest {
    /// When it was tested.
    pub at: DateTime<Utc>,
    /// Whether it can be used.
    pub is_passed: bool,
    /// The response of the provider, in a sentence without secrets.
    pub answer: String,
}

/// A connection that an operator made. It never changes: a change is a new one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MadeConnection {
    /// Its id.
    pub id: Uuid,
    /// Its settings.
    pub settings: ConnectionSettings,
    /// Its state.
    pub state: ConnectionState,
    /// Email of the operator who made it.
    pub made_by: String,
    /// When it was made.
    pub made_at: DateTime<Utc>,
    /// Its latest test.
    pub test: Option<ConnectionTest>,
}

/// The connections of a tenant, for an operator.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ConnectionList {
    /// The kinds that the server's settings connect. They win over those of the console.
    pub from_server: BTreeSet<ConnectionKind>,
    /// The drafts, and the newest connection of each kind that was ever on.
    pub made: Vec<MadeConnection>,
}

/// Why a connection cannot be made, tested or switched.
#[derive(Debug, thiserror::Error)]
pub enum ConnectionError {
    /// A field is invalid.
    #[error("{field}: {rule}")]
    Field {
        /// The field of the request.
        field: &'static str,
        /// The broken rule, in a sentence.
        rule: String,
    },
    /// A sandbox has simulated rails.
    #[error("a sandbox has simulated rails")]
    Sandbox,
    /// There is no such connection.
    #[error("there is no such connection")]
    NotFound,
    /// It cannot be done now.
    #[error("{0}")]
    Conflict(&'static str),
    /// The connections cannot be reached.
    #[error(transparent)]
    Rail(#[from] RailError),
}

/// Makes and tests connections.
#[async_trait]
pub trait ConnectionDesk: Send + Sync {
    /// The connections of the tenant.
    ///
    /// # Errors
    /// [`ConnectionError::Rail`].
    async fn connections(&self, tenant: TenantId) -> Result<ConnectionList, ConnectionError>;

    /// What the running system knows of the health of the tenant's connections. It asks no other side.
    ///
    /// # Errors
    /// [`ConnectionError::Rail`].
    async fn health(&self, tenant: TenantId) -> Result<Vec<ConnectionHealth>, ConnectionError>;

    /// Makes a draft, in place of the draft of this kind before. `may_be_here` says that an address on this machine may be
    /// connected, which nobody else can reach then.
    ///
    /// # Errors
    /// A field error, [`ConnectionError::Sandbox`], [`ConnectionError::Rail`].
    async fn make_connection(
        &self,
        tenant: TenantId,
        by: &str,
        settings: ConnectionSettings,
        secrets: ConnectionSecrets,
        may_be_here: bool,
    ) -> Result<MadeConnection, ConnectionError>;

    /// Asks the other side of a connection whether it can be used, and keeps the answer.
    ///
    /// # Errors
    /// [`ConnectionError::NotFound`], [`ConnectionError::Rail`].
    async fn test_connection(&self, tenant: TenantId, id: Uuid) -> Result<ConnectionTest, ConnectionError>;

    /// A connection that may be switched on or off.
    ///
    /// # Errors
    /// [`ConnectionError::NotFound`], [`ConnectionError::Conflict`], [`ConnectionError::Rail`].
    async fn switchable(&self, tenant: TenantId, id: Uuid, on: bool) -> Result<MadeConnection, ConnectionError>;
}
