//! The rows of the ledger as the baselines write them: decided in memory, and inserted without the Journal.

use chrono::{DateTime, Utc};
use kernel::{Id, TenantId, World};
use ledger::memory::{MemoryJournal, MemoryTransfer, Written};
use ledger::{Change, CommitError, Receipt, Record};
use store::{Store, StoreError};
use uuid::Uuid;

use super::store::{insert_changes, insert_steps, write_accounts};

/// The rows of some changes, decided and not written.
pub(super) struct Rows {
    receipts: Vec<Receipt>,
    transfers: Vec<MemoryTransfer>,
    /// The new records, each with its change.
    records: Vec<(Uuid, Record)>,
    written: Written,
}

/// A tenant whose changes are decided in memory. All its rows have one time, as those of one batch of the Journal. It has
/// no proof log: the hashes of its commits are not among the rows.
pub(super) struct Bulk<'a> {
    store: &'a Store,
    world: &'a World,
    pub tenant: TenantId,
    now: DateTime<Utc>,
    ledger: MemoryJournal,
}

impl<'a> Bulk<'a> {
    pub fn new(store: &'a Store, world: &'a World) -> Self {
        let tenant = Id::from_uuid(world.uuid());
        Self { store, world, tenant, now: world.now(), ledger: MemoryJournal::new() }
    }

    /// Decides `changes` in memory, in groups of `many`.
    ///
    /// # Errors
    /// The refusal of a change.
    pub fn decide(&mut self, changes: impl Iterator<Item = Change>, many: usize) -> Result<Vec<Rows>, CommitError> {
        let changes: Vec<Change> = changes.collect();
        changes.chunks(many).map(|chunk| self.decide_group(chunk)).collect()
    }

    fn decide_group(&mut self, changes: &[Change]) -> Result<Rows, CommitError> {
        let before = self.ledger.transfers().len();
        let (mut receipts, mut records) = (Vec::with_capacity(changes.len()), Vec::new());
        for change in changes {
            let receipt = self.ledger.commit(self.world.uuid(), change.clone(), self.now)?;
            records.extend(change.record.clone().map(|record| (receipt.change, record)));
            receipts.push(receipt);
        }
        // The order in which all Journals write.
        receipts.sort_unstable_by(|a, b| a.key.cmp(&b.key));
        let (transfers, written) = (self.ledger.transfers()[before..].to_vec(), self.ledger.take_written());
        Ok(Rows { receipts, transfers, records, written })
    }

    /// Inserts the rows of a group in one transaction.
    ///
    /// # Errors
    /// Database errors.
    pub async fn insert(&self, rows: &Rows) -> Result<(), StoreError> {
        let mut tx = self.store.tenant_bulk(self.tenant).await?;
        insert_changes(tx.conn(), self.tenant, self.now, &rows.receipts, &rows.transfers).await?;
        if !rows.records.is_empty() {
            insert_steps(tx.conn(), self.tenant, self.now, &rows.records, self.world).await?;
        }
        tx.append_events(self.now, &rows.written.events).await?;
        tx.enqueue(self.now, &rows.written.jobs).await?;
        tx.commit().await
    }

    /// Writes the accounts in their final state.
    ///
    /// # Errors
    /// Database errors.
    pub async fn close(&self) -> Result<(), StoreError> {
        let mut tx = self.store.tenant_bulk(self.tenant).await?;
        let accounts: Vec<_> = self.ledger.accounts().collect();
        write_accounts(tx.conn(), self.tenant, self.now, &accounts).await?;
        tx.commit().await
    }
}
