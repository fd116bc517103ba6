use kernel::{TenantId, TransactionId};
use ledger::{Change, ChangeKey, CommitError, Receipt};

use super::Exchange;
use super::create::CommitFailure;
use crate::ExchangeError;
use crate::rails::{RailEvent, RailEventKind};
use crate::rates::RatesUnavailable;
use crate::transaction::{
    Answer, Around, Command, Committed, Decision, Facts, Transaction, change, of_stray, once_key, prepare,
};

/// How often a decision is made anew because the transaction moved meanwhile.
const TRIES: usize = 5;

impl Exchange {
    /// Does a command: loads, decides, commits, and decides anew if the transaction has moved meanwhile. Gives the
    /// transaction as it stands afterwards. Whether `actor` may ask is checked by the caller.
    ///
    /// # Errors
    /// No such transaction, a refusal of the command, or nobody could commit it.
    pub async fn apply(
        &self,
        tenant: TenantId,
        id: TransactionId,
        command: Command,
        actor: &str,
    ) -> Result<Transaction, ExchangeError> {
        self.apply_under(tenant, id, command, actor, None).await
    }

    /// Like [`Exchange::apply`], for a caller who may come again with the same wish because the answer got lost: under the
    /// name that the caller gave it, a wish is granted once, and whoever comes again finds it granted, never refused.
    ///
    /// # Errors
    /// Those of [`Exchange::apply`].
    pub async fn apply_once(
        &self,
        tenant: TenantId,
        id: TransactionId,
        command: Command,
        actor: &str,
        name: &str,
    ) -> Result<Transaction, ExchangeError> {
        #[cfg(feature = "planted-bugs")]
        if store::planted("command-made-anew") {
            return self.apply(tenant, id, command, actor).await;
        }
        self.apply_under(tenant, id, command, actor, Some(once_key(id, name))).await
    }

    async fn apply_under(
        &self,
        tenant: TenantId,
        id: TransactionId,
        command: Command,
        actor: &str,
        own: Option<String>,
    ) -> Result<Transaction, ExchangeError> {
        for _ in 0..TRIES {
            let transaction = self.find(tenant, id).await?;
            let facts = self.facts(tenant, &transaction, &command).await?;
            let now = self.inner.world.now();
        #[cfg(feature = "planted-bugs")]
        let change = crate::planted::spoil(change, &self.inner.world);
        self.commit_change(tenant, change).await.map_err(CommitFailure::Commit)
    }

    async fn commit_change(&self, tenant: TenantId, change: Change) -> Result<Receipt, CommitError> {
        match self.inner.journal.commit(tenant, change.clone()).await {
            Err(CommitError::Unavailable) => self.inner.journal.commit(tenant, change).await,
            other => other,
        }
    }
}

/// Says aloud what no status shows: an operator must look at something that has ended.
fn alert(tenant: TenantId, decision: &Decision) {
    let transaction = &decision.transaction;
    if let (Some(reason), Some(_)) = (decision.reviewed, transaction.ending) {
        tracing::error!(%tenant, transaction = %transaction.id, ?reason, "ALERT: an ended transaction needs an operator");
    }
}
