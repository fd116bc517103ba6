//! The parts of the Journal that the benchmark's baselines need.

use ::store::{Store, StoreError};
use kernel::{TenantId, World};

use super::batch::{Decisions, commit_batch, write_and_commit};
use super::books::Touched;
use super::check::{CheckedChange, check};
use super::decide::{Decided, TransferRow, decide};
use super::state::{AccountState, State};
use super::store::{Sealed, insert_changes, insert_transfers, write_accounts, write_rows};
use crate::{Change, CommitError, Receipt};

/// Commits one change in a transaction of its own, bypassing the queue.
pub(crate) async fn commit_alone(
    store: &Store,
    world: &World,
    tenant: TenantId,
    change: Change,
) -> Result<Receipt, CommitError> {
    let checked = check(world.uuid(), change)?;
    let answers = commit_batch(store, world, tenant, &[&checked]).await;
    answers.into_iter().next().unwrap_or(Err(CommitError::Unavailable))
}

/// Ledger state in memory.
#[derive(Default)]
pub(crate) struct Prepared {
    state: State,
}

/// The rows of a change, decided and not written.
#[derive(Clone)]
pub(crate) struct PreparedChange {
    receipt: Receipt,
    transfer: TransferRow,
}

/// Decides `changes`, each of one transfer, in memory.
pub(crate) fn prepare(
    prepared: &mut Prepared,
    world: &World,
    changes: impl Iterator<Item = Change>,
) -> Result<Vec<PreparedChange>, CommitError> {
    let mut rows = Vec::new();
    for change in changes {
        let checked: CheckedChange = check(world.uuid(), change)?;
        if let Decided::Accepted(receipt, transfers) = decide(&mut prepared.state, &checked, world.now())? {
            rows.extend(transfers.into_iter().map(|transfer| PreparedChange { receipt: receipt.clone(), transfer }));
        }
    }
    Ok(rows)
}

/// Changes that passed the checks without facts.
pub(crate) struct Checks(Vec<CheckedChange>);

impl Checks {
    pub(crate) fn of(world: &World, changes: impl Iterator<Item = Change>) -> Result<Self, CommitError> {
        changes.map(|change| Ok(check(world.uuid(), change)?)).collect::<Result<_, _>>().map(Self)
    }
}

/// Full changes, decided and hashed, but not written.
pub(crate) struct Whole<'a> {
    decided: Decisions<'a>,
    sealed: Sealed,
}

impl Whole<'_> {
    /// Inserts all their rows in one transaction: changes, transfers, records, history, events, jobs and one commit.
    pub(crate) async fn insert(self, store: &Store, world: &World, tenant: TenantId) -> Result<(), StoreError> {
        let (Self { decided, sealed }, none, now) = (self, Touched::default(), world.now());
        let mut tx = store.tenant_bulk(tenant).await?;
        write_rows(tx.conn(), tenant, now, &decided.writes(&none, &sealed), &[]).await?;
        write_and_commit(store, tx, now, decided, &none, &sealed).await.map(drop)
    }
}

impl Prepared {
    /// Decides full changes in memory, in groups of `many`.
    pub(crate) fn decide<'a>(&mut self, world: &World, changes: &'a Checks, many: usize) -> Vec<Whole<'a>> {
        let mut decide = |chunk: &'a [CheckedChange]| {
            let decided = Decisions::of(&mut self.state, &chunk.iter().collect::<Vec<_>>(), world.now());
            let sealed = decided.seal(world, world.now());
            Whole { decided, sealed }
        };
        changes.0.chunks(many).map(&mut decide).collect()
    }

    /// Inserts the rows of `chunk` in one transaction.
    pub(crate) async fn insert(
        &self,
        store: &Store,
        world: &World,
        tenant: TenantId,
        chunk: &[PreparedChange],
    ) -> Result<(), StoreError> {
        let (receipts, transfers): (Vec<Receipt>, Vec<TransferRow>) =
            chunk.iter().cloned().map(|row| (row.receipt, row.transfer)).unzip();
        let mut tx = store.tenant_bulk(tenant).await?;
        insert_changes(tx.conn(), tenant, world.now(), &receipts).await?;
        insert_transfers(tx.conn(), tenant, world.now(), &transfers).await?;
        tx.commit().await
    }

    /// Writes the accounts in their final state.
    pub(crate) async fn close(&self, store: &Store, world: &World, tenant: TenantId) -> Result<(), StoreError> {
        let mut tx = store.tenant_bulk(tenant).await?;
        let accounts: Vec<(i64, AccountState)> = self.state.accounts.iter().map(|(key, a)| (*key, a.clone())).collect();
        write_accounts(tx.conn(), tenant, world.now(), &accounts).await?;
        tx.commit().await
    }
}
