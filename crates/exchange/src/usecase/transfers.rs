//! Transfers that reach another customer.

use kernel::{ProfileId, TenantId, TransactionId};

use super::Exchange;
use crate::ExchangeError;
use crate::transaction::{self, Command, Transaction};

/// Transfers that one sign-in claims at most; the next one claims the rest.
const CLAIMS_MAX: i64 = 50;

impl Exchange {
    /// Pays what waits for a person with this contact to their profile, now that they have proved that it is theirs. Answers
    /// how many transfers were paid. A transfer that cannot be paid is logged and waits.
    ///
    /// # Errors
    /// Those of the database.
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
                Err(error) => tracing::warn!(%tenant, transaction = %id, %error, "a transfer could not be claimed"),
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
