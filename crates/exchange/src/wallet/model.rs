//! Whose wallet an address is, as its person says. Pure.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Network, WalletId};
use serde::{Deserialize, Serialize};

use super::{Beneficiary, proof};

/// A proof is asked for anew after a year (EBA/GL/2024/11).
pub const PROOF_LASTS: TimeDelta = TimeDelta::days(365);
/// What an order rested on is kept for five years after it, though it was revoked or its person has gone (Regulation (EU)
/// 2024/1624, article 77).
pub const KEPT: TimeDelta = TimeDelta::days(5 * 366);

/// Whose a wallet is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Owner {
    /// The customer's own.
    Own,
    /// Somebody else's.
    Other,
}

impl Owner {
    /// Its name in the database.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Own => "own",
            Self::Other => "other",
        }
    }
}

/// Who holds the keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Holding {
    /// An exchange or another service.
    Service,
    /// The owner alone.
    SelfHosted,
}

impl Holding {
    /// Its name in the database.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Service => "service",
            Self::SelfHosted => "self_hosted",
        }
    }
}

/// An address that a person has spoken of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wallet {
    /// Its id.
    pub id: WalletId,
    /// On which chain.
    pub network: Network,
    /// In canonical writing.
    pub address: String,
    /// Whose it is.
    pub owner: Owner,
    /// Who holds its keys.
    pub holding: Holding,
    /// The name of the service that does.
    pub service: Option<String>,
    /// When they said so.
    pub declared_at: DateTime<Utc>,
    /// When they last proved that it is theirs.
    pub proved_at: Option<DateTime<Utc>>,
}

impl Wallet {
    fn is_own_key(&self) -> bool {
        self.owner == Owner::Own && self.holding == Holding::SelfHosted
    }

    /// Whether nothing but its person's word can say that it is their own.
    #[must_use]
    pub fn is_on_word(&self) -> bool {
        self.is_own_key() && self.method().is_none()
    }

    /// Whether large amounts go there only after a proof: one's own, with one's own keys, where there is a way to prove it.
    #[must_use]
    pub fn needs_proof(&self, now: DateTime<Utc>) -> bool {
        self.is_own_key() && self.method().is_some() && self.proved_at.is_none_or(|at| now - at >= PROOF_LASTS)
    }

    /// Whether nothing was said of it that is new. Somebody else's name is sealed, and so always new.
    #[must_use]
    pub fn says_the_same(&self, other: &Self) -> bool {
        let own = self.owner == Owner::Own && other.owner == Owner::Own;
        own && self.holding == other.holding && self.service == other.service
    }

    /// How it can be proved, if it can.
    #[must_use]
    pub fn method(&self) -> Option<&'static str> {
        proof::method(self.network, &self.address)
    }
}

/// A wallet as an operator sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// What was said.
    pub wallet: Wallet,
    /// Who receives the coins, where it is somebody else.
    pub beneficiary: Option<Beneficiary>,
}
