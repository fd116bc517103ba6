//! The formats of a publication.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::statement::Reserve;
use super::sum_tree::Node;
use crate::proof::Hash;
use crate::proof::entry::decimal;

/// The format of a proof of balances. A verifier must refuse unknown formats.
pub const FORMAT: &str = "agio proof of balances 1";

/// The published content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Published {
    /// The key that signed it, as published under `/.well-known/agio/key`. Compare it with a copy from another source.
    pub key: String,
    /// The signed note: see [`super::Statement`].
    pub note: String,
    /// The reserves of every rail and currency.
    pub reserves: Vec<Reserve>,
}

/// A customer's proof, serialized as JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProofOfBalances {
    /// [`FORMAT`].
    pub format: String,
    /// The profile.
    pub owner: Uuid,
    /// The publication.
    pub published: Published,
    /// The balances by currency; zero balances are left out.
    pub own: Vec<Own>,
}

/// One balance.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Own {
    /// The currency code.
    pub currency: String,
    /// The posted balance, holds included, in the currency's smallest unit.
    #[serde(with = "decimal")]
    pub balance: u128,
    /// Its parts, which add up to it.
    pub parts: Vec<ProvedPart>,
}

/// A part of a balance with its path to the root.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProvedPart {
    /// The salt of its leaf.
    pub salt: Hash,
    /// The amount, in the currency's smallest unit.
    #[serde(with = "decimal")]
    pub amount: u128,
    /// The index of its leaf, from 0.
    pub index: u64,
    /// The sibling nodes on the path, from the leaf upwards.
    pub path: Vec<Node>,
}
