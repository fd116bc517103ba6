//! The declared owner of a wallet. Pure.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Network, WalletId};
use serde::{Deserialize, Serialize};

use super::{Beneficiary, proof};

/// How long a proof of ownership is valid (EBA/GL/2024/11).
pub const PROOF_LASTS: TimeDelta = TimeDelta::days(365);
/// How long a used declaration is retained after the order, even if it was revoked or the customer was erased
/// (Regulation (EU) 2024/1624, Article 77).
pub const KEPT: TimeDelta = TimeDelta::days(5 * 366);

kernel::codes! {
    /// The owner of a wallet.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Owner {
        /// The customer.
        Own = "own",
        /// Another person or business.
        Other = "other",
    }
}

kernel::codes! {
    /// The holder of a wallet's keys.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Holding {
        /// A hosting service, such as an exchange.
        Service = "service",
        /// The owner alone.
        SelfHosted = "self_hosted",
    }
}

/// A wallet that a customer has declared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wallet {
    /// The id.
    pub id: WalletId,
    /// The network.
    pub network: Network,
    /// The address, in canonical form.
    pub address: String,
    /// The owner.
    pub owner: Owner,
    /// The holder of the keys.
    pub holding: Holding,
    /// The name of the hosting service, if any.
    pub service: Option<String>,
    /// When it was declared.
    pub declared_at: DateTime<Utc>,
    /// When the customer last proved ownership.
    pub proved_at: Option<DateTime<Utc>>,
}

impl Wallet {
    fn is_own_key(&self) -> bool {
        self.owner == Owner::Own && self.holding == Holding::SelfHosted
    }

    /// Whether the ownership can rest only on the customer's statement.
    #[must_use]
    pub fn is_on_word(&self) -> bool {
        self.is_own_key() && self.method().is_none()
    }

    /// Whether large amounts require a valid proof: an own, self-hosted wallet whose address type can be proved.
    #[must_use]
    pub fn needs_proof(&self, now: DateTime<Utc>) -> bool {
        self.is_own_key() && self.method().is_some() && self.proved_at.is_none_or(|at| now - at >= PROOF_LASTS)
    }

    /// Whether the other declaration states the same. One about another person always differs, because the stored name
    /// is encrypted.
    #[must_use]
    pub fn says_the_same(&self, other: &Self) -> bool {
        let own = self.owner == Owner::Own && other.owner == Owner::Own;
        own && self.holding == other.holding && self.service == other.service
    }

    /// The method of proof, if there is one.
    #[must_use]
    pub fn method(&self) -> Option<&'static str> {
        proof::method(self.network, &self.address)
    }
}

/// A wallet declaration as an operator sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeclaredWallet {
    /// The wallet.
    pub wallet: Wallet,
    /// The beneficiary, if it is another person or business.
    pub beneficiary: Option<Beneficiary>,
}
