//! Transfers to other customers.

use kernel::{ProfileId, TenantId, TransactionId};

use super::Exchange;
use crate::ExchangeError;
use crate::transaction::{self, Command, Transaction};

/// The maximum number of transfers that one sign-in claims; the next sign-in claims the rest.
const CLAIMS_MAX: i64 = 50;

impl Exchange {
    /// Pays the transfers that wait for this contact to the profile, after the person has verified the contact. Returns
    /// the number of paid transfers. A transfer that cannot be paid is logged and keeps waiting.
    ///
    /// # Errors
    /// Database errors.
    pub async fn claim_transfers(
        &self,
        tenant: TenantId,
        contact: &str,
        profile: ProfileId,
        name: &str,
    ) -> Result<usize, ExchangeError> {
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let waiting = transaction::store::unclaimed(tx.conn(), contact, CLAIMS_MAX).await?;
        drop(tx);
        let mut paid = 0;
        for id in waiting {
            let claim = Command::Claim { profile, name: name.to_owned() };
            let id = TransactionId::from_uuid(id);
            match self.apply(tenant, id, claim, "receiver").await {
                Ok(_) => paid += 1,
                Err(error) => tracing::warn!(
                    event = "transfer.claim_failed", %tenant, transaction = %id, %error,
                    "The receiver cannot claim a transfer. The next sign-in tries again."
                ),
            }
        }
        Ok(paid)
    }

    /// The transfers that a profile has received, as its own transactions, newest first.
    pub(super) async fn received(
        &self,
        conn: &mut store::PgConnection,
        profile: ProfileId,
        before: Option<uuid::Uuid>,
        limit: i64,
    ) -> Result<Vec<Transaction>, ExchangeError> {
        let found = transaction::store::received(conn, profile, before, limit).await?;
        let read = |(id, body)| transaction::read(id, body).map(|transfer: Transaction| transfer.as_received());
        Ok(found.into_iter().map(read).collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
    }
}
