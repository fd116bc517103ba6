//! Making, opening and withdrawing links to the status of a transaction.

use identity::{StatusLinkBy, TokenHash, note_status_link};
use kernel::{StatusLinkId, TenantId, TenantProfile, TransactionId};

use super::Exchange;
use crate::ExchangeError;
use crate::status_link::{LIFE, StatusLink, store};
use crate::transaction::Transaction;

impl Exchange {
    /// The profile's link to a transaction; makes it if there is none that works. `hash_of` gives the hash of a link's
    /// token.
    ///
    /// # Errors
    /// [`ExchangeError::NotFound`] for a transaction that the profile does not see.
    pub async fn open_status_link(
        &self,
        TenantProfile { tenant, profile }: TenantProfile,
        transaction: TransactionId,
        by: StatusLinkBy<'_>,
        hash_of: impl Fn(StatusLinkId) -> TokenHash,
    ) -> Result<StatusLink, ExchangeError> {
        self.get(tenant, profile, transaction).await?;
        let now = self.inner.world.now();
        let mut tx = self.inner.store.tenant(tenant).await?;
        if let Some(known) = store::find(tx.conn(), tenant, (profile, transaction), now).await? {
            return Ok(known);
        }
        let made = StatusLink { id: self.inner.world.id(), profile, transaction, expires_at: now + LIFE };
        let kept = store::insert(tx.conn(), tenant, &made, &hash_of(made.id), now).await?;
        if kept.id == made.id {
            note_status_link(&mut tx, &self.inner.world, by, (true, transaction)).await?;
        }
        tx.commit().await?;
        Ok(kept)
    }

    /// Withdraws the profile's link to a transaction, if there is one.
    ///
    /// # Errors
    /// [`ExchangeError::NotFound`] for a transaction that the profile does not see.
    pub async fn withdraw_status_link(
        &self,
        TenantProfile { tenant, profile }: TenantProfile,
        transaction: TransactionId,
        by: StatusLinkBy<'_>,
    ) -> Result<(), ExchangeError> {
        self.get(tenant, profile, transaction).await?;
        let mut tx = self.inner.store.tenant(tenant).await?;
        if store::delete(tx.conn(), tenant, profile, transaction).await? {
            note_status_link(&mut tx, &self.inner.world, by, (false, transaction)).await?;
        }
        tx.commit().await?;
        Ok(())
    }

    /// The transaction that a token shows; `None` for a token without a link that works.
    ///
    /// # Errors
    /// Database errors, and an unreadable record.
    pub async fn by_status_token(
        &self,
        tenant: TenantId,
        hash: &TokenHash,
    ) -> Result<Option<Transaction>, ExchangeError> {
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let found = store::by_token(tx.conn(), tenant, hash, self.inner.world.now()).await?;
        drop(tx);
        let Some((profile, transaction)) = found else { return Ok(None) };
        self.get(tenant, profile, transaction).await.map(Some)
    }
}
