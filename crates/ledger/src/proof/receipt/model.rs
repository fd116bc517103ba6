use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::proof::Hash;
use crate::proof::entry::{ChangeEntry, Salt, Side, decimal};

/// The form of a receipt. A reader that does not know it must say so.
pub const FORMAT: &str = "agio receipt 1";

/// What the ledger wrote about one record, with proof. JSON is its form on paper.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Receipt {
    /// [`FORMAT`].
    pub format: String,
    /// The record, which is the transaction.
    pub record: Uuid,
    /// The key that signed the checkpoint, as `/.well-known/agio/key` publishes it. Compare it with one from elsewhere.
    pub key: String,
    /// The signed note; absent while nothing is sealed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checkpoint: Option<String>,
    /// Every change of the record, oldest first.
    pub changes: Vec<Proved>,
}

/// One change with its way to the root.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proved {
    /// What was written.
    pub change: ChangeEntry,
    /// The sides of its transfers that are the customer's own accounts.
    pub shown: Vec<Opened>,
    /// Its place in its commit.
    pub commit: InCommit,
    /// The commit's place in the log; absent while it is not sealed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log: Option<InLog>,
}

/// Which side of a transfer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shown {
    /// The one that gives.
    Debit,
    /// The one that receives.
    Credit,
}

/// A side of a transfer with the salt that its hash was made with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opened {
    /// The transfer.
    pub transfer: Uuid,
    /// Which side.
    pub side: Shown,
    /// Thirty-two hexadecimal digits.
    pub salt: String,
    /// The account's key.
    #[serde(with = "decimal")]
    pub account: i64,
    /// The version of the account that the transfer made.
    pub version: i64,
    /// The posted balance after it, in the currency's smallest unit.
    #[serde(with = "decimal")]
    pub balance: i128,
}

impl Opened {
    pub(super) fn new(transfer: Uuid, which: Shown, side: Side, salt: &Salt) -> Self {
        let Side { account, version, balance } = side;
        Self { transfer, side: which, salt: hex::encode(salt), account, version, balance }
    }

    /// The hash that stands for this side; nothing when the salt is none.
    #[must_use]
    pub fn hash(&self) -> Option<Hash> {
        let mut salt = [0; 16];
        hex::decode_to_slice(&self.salt, &mut salt).ok()?;
        let Self { account, version, balance, .. } = *self;
        Some(Side { account, version, balance }.hash(&salt))
    }
}

/// A change's place in its commit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InCommit {
    /// The commit.
    pub id: Uuid,
    /// When.
    pub committed_at: DateTime<Utc>,
    /// How many changes it has.
    pub changes: i32,
    /// Which one this is, from 0.
    pub position: u64,
    /// The hashes from its leaf up to the commit's root.
    pub path: Vec<Hash>,
}

/// A commit's place in the log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InLog {
    /// Which leaf, from 0.
    pub index: u64,
    /// The hashes from its leaf up to the checkpoint's root.
    pub path: Vec<Hash>,
}
