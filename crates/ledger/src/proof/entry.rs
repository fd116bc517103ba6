//! What is hashed of a change. Version 1; docs/ledger.md has the same in words, and the web app's verifier follows it.
//!
//! A change is public to the customer it belongs to, but not all of it: what is on the house's own accounts, or on another
//! customer's, is nobody's business. Those parts are in it as hashes of their own, each behind a salt that is told only with
//! the part, so that a figure cannot be found by trying.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use super::encode::Encoder;
use super::hash::{Domain, Hash};
use super::json;

/// Sixteen bytes that keep a hash from being guessed.
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
    /// Its transfers, in their order.
    pub transfers: &'a [TransferFacts<'a>],
}

/// A step of a record.
#[derive(Debug, Clone, Copy)]
pub struct StepFacts<'a> {
    /// The record.
    pub record: Uuid,
    /// The version it made.
    pub version: i64,
    /// The status since then.
    pub status: &'a str,
    /// Who.
    pub actor: &'a str,
    /// Why.
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
    /// What for.
    pub code: &'a str,
    /// Of what.
    pub currency: &'a str,
    /// What it adds to the posted figures of both accounts.
    pub posted: i128,
    /// What it adds to their pending figures.
    pub pending: i128,
    /// The hold it ends.
    pub hold: Option<Uuid>,
    /// When the hold it makes expires.
    pub expires_at: Option<DateTime<Utc>>,
    /// The account that gives.
    pub debit: Side,
    /// The account that receives.
    pub credit: Side,
}

/// One side of a transfer: the account, and what the transfer made of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Side {
    /// The account's key.
    pub account: i64,
    /// The version that the transfer made.
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
    /// Key, actor, reason and state, hashed behind a salt.
    pub private: Hash,
    /// Its transfers, in their order.
    pub transfers: Vec<TransferEntry>,
}

/// A step as it is hashed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepEntry {
    /// The record.
    pub record: Uuid,
    /// The version it made; one more than the last, beginning with 1.
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
    /// What for.
    pub code: String,
    /// Of what.
    pub currency: String,
    /// What it adds to the posted figures, in the currency's smallest unit.
    #[serde(with = "decimal")]
    pub posted: i128,
    /// What it adds to the pending figures, in the currency's smallest unit.
    #[serde(with = "decimal")]
    pub pending: i128,
    /// The hold it ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hold: Option<Uuid>,
    /// When the hold it makes expires.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<DateTime<Utc>>,
    /// The side that gives, hashed behind a salt.
    pub debit: Hash,
    /// The side that receives, hashed behind a salt.
    pub credit: Hash,
}

/// Large numbers as text, for readers whose numbers end at 2^53.
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

/// The salts of a transfer's debit and credit side, from that of its commit.
#[must_use]
pub fn side_salts(commit: &Salt, transfer: Uuid) -> (Salt, Salt) {
    let both = Hash::of(Domain::Salt, &[commit, transfer.as_bytes()]).0;
    let (mut debit, mut credit) = ([0; 16], [0; 16]);
    debit.copy_from_slice(&both[..16]);
    credit.copy_from_slice(&both[16..]);
    (debit, credit)
}

impl Side {
    /// The hash that stands for this side.
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
        let sides = (self.debit.hash(&debit), self.credit.hash(&credit));
        let names = (self.kind, self.code, self.currency);
        write_transfer(out, self.id, names, (self.posted, self.pending), (self.hold, self.expires_at), &sides);
    }
}

impl ChangeFacts<'_> {
    /// The hash over what the customer is not shown. Its salt is made like a transfer's, from the change's id.
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

    /// Its leaf in its commit: the same as that of [`ChangeFacts::entry`], without making one.
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
        for t in &self.transfers {
            let names = (t.kind.as_str(), t.code.as_str(), t.currency.as_str());
            write_transfer(&mut out, t.id, names, (t.posted, t.pending), (t.hold, t.expires_at), &(t.debit, t.credit));
        }
        Hash::leaf(out.bytes())
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

fn write_transfer(
    out: &mut Encoder,
    id: Uuid,
    (kind, code, currency): (&str, &str, &str),
    (posted, pending): (i128, i128),
    (hold, expires_at): (Option<Uuid>, Option<DateTime<Utc>>),
    (debit, credit): &(Hash, Hash),
) {
    out.uuid(id);
    out.text(kind);
    out.text(code);
    out.text(currency);
    out.atoms(posted);
    out.atoms(pending);
    out.option(hold, Encoder::uuid);
    out.option(expires_at, Encoder::time);
    out.hash(debit);
    out.hash(credit);
}

#[cfg(test)]
#[path = "entry_tests.rs"]
mod tests;
