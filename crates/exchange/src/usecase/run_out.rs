use kernel::{TenantId, TransactionId};

use super::Exchange;
use crate::ExchangeError;
use crate::transaction::{Command, Outcome, Transaction, decide};

impl Exchange {
    /// Ends the time that a transaction had to be paid, as if it had passed: in the sandbox, time is in a person's hands.
    ///
    /// # Errors
    /// No such transaction, or nobody could commit it.
    pub async fn run_out(
        &self,
        tenant: TenantId,
        id: TransactionId,
        actor: &str,
    ) -> Result<Transaction, ExchangeError> {
        let now = self.inner.world.now();
        let mut transaction = self.find(tenant, id).await?;
        transaction.expires_at = transaction.expires_at.min(now);
        let facts = self.facts(tenant, &transaction, &Command::Due).await?;
        match decide(&transaction, &Command::Due, &facts, now)? {
            Outcome::Changed(decision) => {
                self.commit(tenant, &decision, self.key(&Command::Due), actor).await?;
                Ok(decision.transaction)
            }
            Outcome::Nothing | Outcome::Stray(_) => Ok(transaction),
        }
    }
}
