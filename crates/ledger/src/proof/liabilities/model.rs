//! The forms in which a publication is handed out.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::statement::Reserve;
use super::sum_tree::Node;
use crate::proof::Hash;
use crate::proof::entry::decimal;

/// The form of a proof of balances. A reader that does not know it must say so.
pub const FORMAT: &str = "agio proof of balances 1";

/// A publication as anybody gets it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Published {
    /// The key that signed it, as `/.well-known/agio/key` publishes it. Compare it with one from elsewhere.
    pub key: String,
    /// The signed note: see [`super::Statement`].
    pub note: String,
    /// What lies where, for every rail and currency.
    pub reserves: Vec<Reserve>,
}

/// A customer's proof. JSON is its form on paper.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProofOfBalances {
    /// [`FORMAT`].
    pub format: String,
    /// Whose: the profile.
    pub owner: Uuid,
    /// By which publication.
    pub published: Published,
    /// What they had, by currency; nothing for those at zero.
    pub own: Vec<Own>,
}

/// One balance.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Own {
    /// The currency's code.
    pub currency: String,
    /// Everything they had, holds included, in the currency's smallest unit.
    #[serde(with = "decimal")]
    pub balance: u128,
    /// Its parts, which add up to it.
    pub parts: Vec<ProvedPart>,
}

/// A part of a balance with its way to the root.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProvedPart {
    /// What its leaf was hashed with.
    pub salt: Hash,
    /// How much, in the currency's smallest unit.
    #[serde(with = "decimal")]
    pub amount: u128,
    /// Which leaf, from 0.
    pub index: u64,
    /// The nodes beside the way, from the leaf upwards.
    pub path: Vec<Node>,
}
