//! The sweeper: processes transactions whose deadline has passed, and purges rows that no rule reads any more.

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use kernel::{TenantId, TransactionId};
use ledger::Due;
use store::{Job, JobError, JobHandler, Outcome, StoreError};

use crate::Exchange;
use crate::beneficiary_wallet::{KEPT, LINKED_WITHIN, store as wallets};
use crate::cooling_off::{REMEMBERED, store as addresses};
use crate::counting::store as uses;
use crate::limits::WINDOW;
use crate::order_draft::{DRAFT_DAYS, store as drafts};
use crate::originator::store as senders;
use crate::payee::store as payees;
use crate::quote::store as quotes;
use crate::transaction::{Command, RECORD};

/// The sweeper's job kind and schedule name.
pub(super) const KIND: &str = "transaction.due";
/// The number of transactions of one look-up.
const BATCH: i64 = 200;
/// The maximum number of batches of one run. The next run starts again with the most overdue transactions. Some of
/// those may stay undecidable and are checked on every run; they must not block the others.
const BATCHES_MAX: usize = 25;
/// The maximum number of rows of each kind that one run purges: expired quotes, payee checks, uses of limits and
/// others.
const PURGE: i64 = 500;

/// Processes transactions whose deadline has passed: expiry, customer decisions, silent payouts.
pub(super) struct Sweeper(pub Exchange);

#[async_trait]
impl JobHandler for Sweeper {
    fn kind(&self) -> &'static str {
        KIND
    }

    async fn run(&self, _job: &Job) -> Result<Outcome, JobError> {
        let now = self.0.inner.world.now();
        let mut tx = self.0.inner.store.system().await?;
        quotes::purge(tx.conn(), now - TimeDelta::days(1), PURGE).await?;
        payees::purge(tx.conn(), now - TimeDelta::days(1), PURGE).await?;
        // No limit window is longer. A sandbox tenant's own clock may differ, but it only runs ahead.
        uses::purge(tx.conn(), (now - WINDOW, now - LINKED_WITHIN), PURGE).await?;
        wallets::purge(tx.conn(), now - KEPT, PURGE).await?;
        senders::purge(tx.conn(), (now - KEPT, now - TimeDelta::days(1)), PURGE).await?;
        addresses::purge(tx.conn(), now - REMEMBERED, PURGE).await?;
        drafts::purge(tx.conn(), now - TimeDelta::days(DRAFT_DAYS), PURGE).await?;
        tx.commit().await?;
        self.sweep(now, None).await?;
        // The transactions of sandboxes whose clock is ahead of real time.
        for (tenant, now) in self.0.inner.world.tenant_clocks().ahead(now) {
            self.sweep(now, Some(tenant)).await?;
        }
        Ok(Outcome::Done)
    }
}

impl Sweeper {
    /// Processes the transactions of all tenants, or of one, whose deadline is before `now`.
    pub(super) async fn sweep(&self, now: DateTime<Utc>, only: Option<TenantId>) -> Result<(), StoreError> {
        let mut last = None;
        for _ in 0..BATCHES_MAX {
            let mut tx = self.0.inner.store.system().await?;
            let due = ledger::due(tx.conn(), (RECORD, only), now, last, BATCH).await?;
            tx.rollback().await?;
            last = due.last().copied();
            if last.is_none() {
                break;
            }
            for due in due {
                self.look_at(due).await;
            }
        }
        Ok(())
    }

    async fn look_at(&self, Due { tenant, id, .. }: Due) {
        let id = TransactionId::from_uuid(id);
        if let Err(error) = self.0.apply(tenant, id, Command::Due, "clock").await {
            tracing::error!(
                event = "transaction.deadline_failed", %tenant, transaction = %id, %error,
                "The worker cannot decide an overdue transaction. The next run tries again."
            );
        }
    }
}
