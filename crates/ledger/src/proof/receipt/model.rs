//! The receipt of a record: its ledger changes, and their inclusion proof up to a signed checkpoint.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::proof::Hash;
use crate::proof::entry::{ChangeEntry, Salt, Side, decimal};

/// The format of a receipt. A verifier must refuse unknown formats.
pub const FORMAT: &str = "agio receipt 1";

/// The ledger's changes of one record, with proof, serialized as JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Receipt {
    /// [`FORMAT`].
    pub format: String,
    /// The record, which is the transaction.
    pub record: Uuid,
    /// The key that signed the checkpoint, as published under `/.well-known/agio/key`. Compare it with a copy from
    /// another source.
    pub key: String,
    /// The signed note; absent if nothing is sealed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checkpoint: Option<String>,
    /// Every change of the record, oldest first.
    pub changes: Vec<ProvenChange>,
}

/// One change with its path to the root.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProvenChange {
    /// The change.
    pub change: ChangeEntry,
    /// The disclosed sides of its transfers, on the customer's own accounts.
    pub shown: Vec<Opened>,
    /// Its position in its commit.
    pub commit: InCommit,
    /// The commit's position in the log; absent while unsealed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log: Option<InLog>,
}

/// The side of a transfer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TransferSide {
    /// The debited side.
    Debit,
    /// The credited side.
    Credit,
}

/// A disclosed side of a transfer, with the salt of its hash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opened {
    /// The transfer.
    pub transfer: Uuid,
    /// The side.
    pub side: TransferSide,
    /// Thirty-two hexadecimal digits.
    pub salt: String,
    /// The account's key.
    #[serde(with = "decimal")]
    pub account: i64,
    /// The account's version after the transfer.
    pub version: i64,
    /// The posted balance after it, in the currency's smallest unit.
    #[serde(with = "decimal")]
    pub balance: i128,
}

impl Opened {
    pub(super) fn new(transfer: Uuid, which: TransferSide, side: Side, salt: &Salt) -> Self {
        let Side { account, version, balance } = side;
        Self { transfer, side: which, salt: hex::encode(salt), account, version, balance }
    }

    /// The hash of this side; `None` for an invalid salt.
    #[must_use]
    pub fn hash(&self) -> Option<Hash> {
        let mut salt = [0; 16];
        hex::decode_to_slice(&self.salt, &mut salt).ok()?;
        let Self { account, version, balance, .. } = *self;
        Some(Side { account, version, balance }.hash(&salt))
    }
}

/// A change's position in its commit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InCommit {
    /// The commit.
    pub id: Uuid,
    /// When it was committed.
    pub committed_at: DateTime<Utc>,
    /// The number of its changes.
    pub changes: i32,
    /// The index of this change, from 0.
    pub position: u64,
    /// The hashes from its leaf up to the commit's root.
    pub path: Vec<Hash>,
}

/// A commit's position in the log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InLog {
    /// The index of its leaf, from 0.
    pub index: u64,
    /// The hashes from its leaf up to the checkpoint's root.
    pub path: Vec<Hash>,
}
