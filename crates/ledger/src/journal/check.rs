//! Checks of a change that need no facts. They run in the caller's task, before the queue.

use std::collections::BTreeSet;
use std::io;
use std::sync::OnceLock;

use kernel::MAX_ATOMS;
use uuid::Uuid;

use crate::proof::Hash;
use crate::proof::entry::state_hash;
use crate::{
    BODY_BYTES_MAX, Change, EVENTS_MAX, EXPECTS_MAX, InvalidChange, JOBS_MAX, KEY_BYTES_MAX, ROWS_MAX, Record,
    TRANSFERS_MAX, Transfer,
};

const STATUS_BYTES_MAX: usize = 60;
const ACTOR_BYTES_MAX: usize = 200;
const REASON_BYTES_MAX: usize = 500;

/// A change that passed the checks, with its id and the keys of its accounts.
#[derive(Debug, Clone)]
pub(super) struct CheckedChange {
    pub id: Uuid,
    pub change: Change,
    /// Debit and credit of each transfer.
    pub keys: Vec<(i64, i64)>,
    /// The hash of the record's new state, computed on first use.
    pub state: OnceLock<Hash>,
}

impl CheckedChange {
    /// The record with the hash of its new state. The caller's task computes it first, because bodies are large and
    /// committers are few.
    pub fn state(&self) -> Option<(&Record, Hash)> {
        let record = self.change.record.as_ref()?;
        let Record { kind, owner, status, version, due_at, body, .. } = record;
        Some((record, *self.state.get_or_init(|| state_hash((kind, *owner), status, *version, *due_at, body))))
    }
}

/// Checks `change` as far as no facts are needed; `id` becomes its id.
pub(super) fn check(id: Uuid, change: Change) -> Result<CheckedChange, InvalidChange> {
    let bytes = change.key.0.len();
    if bytes == 0 || bytes > KEY_BYTES_MAX {
        return Err(InvalidChange::Key(bytes));
    }
    text("key", &change.key.0, KEY_BYTES_MAX)?;
    at_most("transfers", change.transfers.len(), TRANSFERS_MAX)?;
    at_most("events", change.events.len(), EVENTS_MAX)?;
    at_most("jobs", change.jobs.len(), JOBS_MAX)?;
    at_most("expected versions", change.expects.len(), EXPECTS_MAX)?;
    at_most("sets of rows", change.rows.len(), ROWS_MAX)?;
    check_expects(&change)?;
    if let Some(record) = &change.record {
        check_record(record)?;
    }
    let mut ids = BTreeSet::new();
    for transfer in &change.transfers {
        if !ids.insert(transfer.id) {
            return Err(InvalidChange::TransferExists(transfer.id));
        }
        check_transfer(transfer)?;
    }
    let keys = change.transfers.iter().map(|t| (t.debit.key(), t.credit.key())).collect();
    Ok(CheckedChange { id, change, keys, state: OnceLock::new() })
}

fn check_expects(change: &Change) -> Result<(), InvalidChange> {
    let own = change.record.iter().map(|record| (record.id, record.version - 1));
    if let Some(step) = change.counter.filter(|step| step.version < 0) {
        return Err(InvalidChange::RecordVersion(step.counter));
    }
    let mut versions: Vec<(Uuid, i64)> = change.expects.iter().map(|e| (e.record, e.version)).chain(own).collect();
    versions.sort_unstable();
    versions.dedup();
    for pair in versions.windows(2) {
        if pair[0].0 == pair[1].0 {
            return Err(InvalidChange::RecordVersion(pair[0].0));
        }
    }
    versions.iter().find(|(_, version)| *version < 0).map_or(Ok(()), |(id, _)| Err(InvalidChange::RecordVersion(*id)))
}

fn check_record(record: &Record) -> Result<(), InvalidChange> {
    text("record kind", &record.kind, STATUS_BYTES_MAX)?;
    text("record status", &record.status, STATUS_BYTES_MAX)?;
    text("record actor", &record.actor, ACTOR_BYTES_MAX)?;
    text("record reason", &record.reason, REASON_BYTES_MAX)?;
    let mut size = Counter(0);
    let counted = serde_json::to_writer(&mut size, &record.body);
    counted.map_err(|_| InvalidChange::Text("record body"))?;
    at_most("bytes of the record's body", size.0, BODY_BYTES_MAX)
}

fn check_transfer(transfer: &Transfer) -> Result<(), InvalidChange> {
    for account in [&transfer.debit, &transfer.credit] {
        if !account.is_well_formed() {
            return Err(InvalidChange::Account(Box::new(account.clone())));
        }
    }
    if transfer.debit == transfer.credit {
        return Err(InvalidChange::SameAccount(transfer.id));
    }
    let currency = transfer.amount.currency();
    if transfer.debit.currency != currency || transfer.credit.currency != currency {
        return Err(InvalidChange::MixedCurrencies(transfer.id));
    }
    if !transfer.amount.is_positive() {
        return Err(InvalidChange::NotPositive(transfer.id));
    }
    if transfer.amount.atoms() > MAX_ATOMS {
        return Err(InvalidChange::TooLarge(transfer.id));
    }
    text("transfer code", transfer.code, STATUS_BYTES_MAX)
}

fn at_most(what: &'static str, found: usize, max: usize) -> Result<(), InvalidChange> {
    if found > max { Err(InvalidChange::TooMany { what, found, max }) } else { Ok(()) }
}

fn text(what: &'static str, text: &str, max: usize) -> Result<(), InvalidChange> {
    if text.is_empty() || text.len() > max || text.contains('\0') { Err(InvalidChange::Text(what)) } else { Ok(()) }
}

struct Counter(usize);

impl io::Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
