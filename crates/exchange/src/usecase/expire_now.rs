//! Expires an unpaid order on demand, for testers in a sandbox.

use kernel::{TenantId, TransactionId};

use super::Exchange;
use crate::ExchangeError;
use crate::transaction::{Answer, Asker, Command, Transaction, prepare};

impl Exchange {
    /// Expires an unpaid transaction now, as if its time had passed. Sandbox only: testers control time there.
    ///
    /// # Errors
    /// An unknown transaction, or a failed commit.
    pub async fn expire_now(
        &self,
        tenant: TenantId,
        id: TransactionId,
        actor: &str,
    ) -> Result<Transaction, ExchangeError> {
        let now = self.inner.world.now_for(tenant);
        let mut transaction = self.find(tenant, id).await?;
        transaction.expires_at = transaction.expires_at.min(now);
        let facts = self.facts(tenant, &transaction, &Command::Due, Asker::System).await?;
        let Answer::Change(prepared) = prepare(&transaction, &Command::Due, &facts, &self.inner.world, now)? else {
            return Ok(transaction);
        };
        self.commit(tenant, &prepared.decision, prepared.key, actor).await?;
        Ok(prepared.decision.transaction)
    }
}
