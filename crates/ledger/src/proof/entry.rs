//! The hashed form of a change, version 1. docs/ledger.md describes it in words, and the web app's verifier implements
//! it.
//!
//! A receipt discloses a change to the customer it belongs to, except entries on the platform's own accounts and on
//! other customers' accounts. Those parts are included as separate hashes. Each has a salt that is disclosed only with
//! the part itself, so that its figures cannot be found by brute force.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use super::encode::Encoder;
use super::hash::{Domain, Hash};
use super::json;

/// Sixteen bytes that prevent brute-forcing a hash.
pub type Salt = [u8; 16];

/// Everything that a change wrote in the ledger.
#[derive(Debug, Clone, Copy)]
pub struct ChangeFacts<'a> {
    /// The change.
    pub id: Uuid,
    /// Its key.
    pub key: &'a str,
    /// When it was committed.
    pub committed_at: DateTime<Utc>,
    /// The new state of its record, if it has one.
    pub step: Option<StepFacts<'a>>,
    /// Its transfers, in order.
    pub transfers: &'a [TransferFacts<'a>],
}

/// A step of a record.
#[derive(Debug, Clone, Copy)]
pub struct StepFacts<'a> {
    /// The record.
    pub record: Uuid,
    /// The version it created.
    pub version: i64,
    /// The status since then.
    pub status: &'a str,
    /// The actor.
    pub actor: &'a str,
    /// The reason.
    pub reason: &'a str,
    /// The hash of the whole state: see [`state_hash`].
    pub state: Hash,
}

/// A transfer, with both its sides.
#[derive(Debug, Clone, Copy)]
pub struct TransferFacts<'a> {
    /// The transfer.
    pub id: Uuid,
    /// "post", "hold", "post_hold", "void_hold", "expire_hold".
    pub kind: &'a str,
    /// The transfer code.
    pub code: &'a str,
    /// The currency.
    pub currency: &'a str,
    /// The amount added to the posted totals of both accounts.
    pub posted: i128,
    /// The amount added to their pending totals.
    pub pending: i128,
    /// The hold it ends.
    pub hold: Option<Uuid>,
    /// The expiry of the hold it creates.
    pub expires_at: Option<DateTime<Utc>>,
    /// The debited account.
    pub debit: Side,
    /// The credited account.
    pub credit: Side,
}

/// One side of a transfer: the account, and its state after the transfer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Side {
    /// The account's key.
    pub account: i64,
    /// The account's version after the transfer.
    pub version: i64,
    /// The posted balance after it, credits less debits.
    pub balance: i128,
}

/// A change as it is hashed and as a receipt shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangeEntry {
    /// The change.
    pub id: Uuid,
    /// When it was committed.
    pub committed_at: DateTime<Utc>,
    /// The step of its record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<StepEntry>,
    /// The salted hash of key, actor, reason and state.
    pub private: Hash,
    /// Its transfers, in order.
    pub transfers: Vec<TransferEntry>,
}

/// A step as it is hashed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepEntry {
    /// The record.
    pub record: Uuid,
    /// The version it created: consecutive, from 1.
    pub version: i64,
    /// The status since then.
    pub status: String,
}

/// A transfer as it is hashed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TransferEntry {
    /// The transfer.
    pub id: Uuid,
    /// "post", "hold", "post_hold", "void_hold", "expire_hold".
    pub kind: String,
    /// The transfer code.
    pub code: String,
    /// The currency.
    pub currency: String,
    /// The amount added to the posted totals, in the currency's smallest unit.
    #[serde(with = "decimal")]
    pub posted: i128,
    /// The amount added to the pending totals, in the currency's smallest unit.
    #[serde(with = "decimal")]
    pub pending: i128,
    /// The hold it ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hold: Option<Uuid>,
    /// The expiry of the hold it creates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<DateTime<Utc>>,
    /// The salted hash of the debited side.
    pub debit: Hash,
    /// The salted hash of the credited side.
    pub credit: Hash,
}

/// Large numbers as text, for parsers whose integers end at 2^53.
pub(crate) mod decimal {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::{Deserialize, Deserializer, Serializer, de};

    pub(crate) fn serialize<T: Display, S: Serializer>(number: &T, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(number)
    }

    pub(crate) fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

/// The hash of a record's whole state at one version.
#[must_use]
pub fn state_hash(
    (kind, owner): (&str, Uuid),
    status: &str,
    version: i64,
    due_at: Option<DateTime<Utc>>,
    body: &Value,
) -> Hash {
    let mut out = Encoder::of("agio state 1");
    out.text(kind);
    out.uuid(owner);
    out.text(status);
    out.i64(version);
    out.option(due_at, Encoder::time);
    json::write(&mut out, body);
    Hash::of(Domain::State, &[out.bytes()])
}

/// The salts of a transfer's debit and credit side, derived from its commit's salt.
#[must_use]
pub fn side_salts(commit: &Salt, transfer: Uuid) -> (Salt, Salt) {
    let both = Hash::of(Domain::Salt, &[commit, transfer.as_bytes()]).0;
    let (mut debit, mut credit) = ([0; 16], [0; 16]);
    debit.copy_from_slice(&both[..16]);
    credit.copy_from_slice(&both[16..]);
    (debit, credit)
}

impl Side {
    /// The hash of this side.
    #[must_use]
    pub fn hash(&self, salt: &Salt) -> Hash {
        let Self { account, version, balance } = self;
        let parts: [&[u8]; 4] = [salt, &account.to_be_bytes(), &version.to_be_bytes(), &balance.to_be_bytes()];
        Hash::of(Domain::Side, &parts)
    }
}

impl TransferFacts<'_> {
    /// The transfer as a receipt shows it; `salt` is its commit's.
    pub(crate) fn entry(&self, salt: &Salt) -> TransferEntry {
        let (debit, credit) = side_salts(salt, self.id);
        TransferEntry {
            id: self.id,
            kind: self.kind.to_owned(),
            code: self.code.to_owned(),
            currency: self.currency.to_owned(),
            posted: self.posted,
            pending: self.pending,
            hold: self.hold,
            expires_at: self.expires_at,
            debit: self.debit.hash(&debit),
            credit: self.credit.hash(&credit),
        }
    }

    fn write(&self, out: &mut Encoder, salt: &Salt) {
        let (debit, credit) = side_salts(salt, self.id);
        let fields = TransferFields {
            id: self.id,
            kind: self.kind,
            code: self.code,
            currency: self.currency,
            posted: self.posted,
            pending: self.pending,
            hold: self.hold,
            expires_at: self.expires_at,
            debit: self.debit.hash(&debit),
            credit: self.credit.hash(&credit),
        };
        fields.write(out);
    }
}

impl ChangeFacts<'_> {
    /// The hash of the part that receipts do not disclose. Its salt is derived from the change's id, as a transfer's.
    #[must_use]
    pub fn private(&self, salt: &Salt) -> Hash {
        let (salt, _) = side_salts(salt, self.id);
        let mut out = Encoder::of("agio private 1");
        out.text(self.key);
        out.option(self.step, |out, step| {
            out.text(step.actor);
            out.text(step.reason);
            out.hash(&step.state);
        });
        Hash::of(Domain::Private, &[&salt, out.bytes()])
    }

    /// The change as a receipt shows it; `salt` is its commit's.
    #[must_use]
    pub fn entry(&self, salt: &Salt) -> ChangeEntry {
        let step = |step: StepFacts<'_>| StepEntry {
            record: step.record,
            version: step.version,
            status: step.status.to_owned(),
        };
        ChangeEntry {
            id: self.id,
            committed_at: self.committed_at,
            step: self.step.map(step),
            private: self.private(salt),
            transfers: self.transfers.iter().map(|transfer| transfer.entry(salt)).collect(),
        }
    }

    /// Its leaf in its commit: equal to that of [`ChangeFacts::entry`], computed without building the entry.
    #[must_use]
    pub fn leaf(&self, salt: &Salt, private: &Hash) -> Hash {
        let mut out = Encoder::of(CHANGE);
        let step = self.step.as_ref().map(|step| (step.record, step.version, step.status));
        write_head(&mut out, self.id, self.committed_at, step, private);
        out.count(self.transfers.len());
        for transfer in self.transfers {
            transfer.write(&mut out, salt);
        }
        Hash::leaf(out.bytes())
    }
}

impl ChangeEntry {
    /// Its leaf in its commit.
    #[must_use]
    pub fn leaf(&self) -> Hash {
        let mut out = Encoder::of(CHANGE);
        let step = self.step.as_ref().map(|step| (step.record, step.version, step.status.as_str()));
        write_head(&mut out, self.id, self.committed_at, step, &self.private);
        out.count(self.transfers.len());
        for transfer in &self.transfers {
            transfer.write(&mut out);
        }
        Hash::leaf(out.bytes())
    }
}

impl TransferEntry {
    fn write(&self, out: &mut Encoder) {
        let fields = TransferFields {
            id: self.id,
            kind: &self.kind,
            code: &self.code,
            currency: &self.currency,
            posted: self.posted,
            pending: self.pending,
            hold: self.hold,
            expires_at: self.expires_at,
            debit: self.debit,
            credit: self.credit,
        };
        fields.write(out);
    }
}

const CHANGE: &str = "agio change 1";

fn write_head(
    out: &mut Encoder,
    id: Uuid,
    committed_at: DateTime<Utc>,
    step: Option<(Uuid, i64, &str)>,
    private: &Hash,
) {
    out.uuid(id);
    out.time(committed_at);
    out.option(step, |out, (record, version, status)| {
        out.uuid(record);
        out.i64(version);
        out.text(status);
    });
    out.hash(private);
}

/// The hashed fields of a transfer, in the order of the encoding. [`TransferFacts`] and [`TransferEntry`] share it.
struct TransferFields<'a> {
    /// The transfer.
    id: Uuid,
    /// Its kind, for example "post".
    kind: &'a str,
    /// The transfer code.
    code: &'a str,
    /// The currency.
    currency: &'a str,
    /// The amount added to the posted totals, in the currency's smallest unit.
    posted: i128,
    /// The amount added to the pending totals, in the currency's smallest unit.
    pending: i128,
    /// The hold it ends.
    hold: Option<Uuid>,
    /// The expiry of the hold it creates.
    expires_at: Option<DateTime<Utc>>,
    /// The salted hash of the debited side.
    debit: Hash,
    /// The salted hash of the credited side.
    credit: Hash,
}

impl TransferFields<'_> {
    fn write(&self, out: &mut Encoder) {
        out.uuid(self.id);
        out.text(self.kind);
        out.text(self.code);
        out.text(self.currency);
        out.atoms(self.posted);
        out.atoms(self.pending);
        out.option(self.hold, Encoder::uuid);
        out.option(self.expires_at, Encoder::time);
        out.hash(&self.debit);
        out.hash(&self.credit);
    }
}

#[cfg(test)]
#[path = "entry_tests.rs"]
mod tests;
