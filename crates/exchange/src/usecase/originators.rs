//! Originators of incoming coins: the customer's statement, and whether coins may be accepted on its basis.

use chrono::{DateTime, Utc};
use identity::envelope::Class;
use identity::{CustomerStatus, Envelope};
use kernel::{Amount, Payway, TenantId, TransactionId, UserId};
use sqlx::PgConnection;

use super::Exchange;
use super::wallets::internal;
use crate::ExchangeError;
use crate::beneficiary_wallet::{self, Answers, LINKED_WITHIN, TravelRule};
use crate::limits::store as uses;
use crate::originator::{GOOD_FOR, Sender, Told, as_originator, is_asked, store};
use crate::transaction::{ActionReason, Transaction};

/// Incoming coins to check.
pub(super) struct Coming {
    /// The transaction.
    pub transaction: TransactionId,
    /// The amount in euro.
    pub euro: Amount,
    /// The payway.
    pub payway: Payway,
}

impl Exchange {
    /// Stores a customer's statement about the originator of their coins. It waits for the customer's next transaction
    /// that needs one, and replaces a waiting statement. Returns when it expires.
    ///
    /// # Errors
    /// An invalid statement, and database errors.
    pub async fn tell_sender(
        &self,
        envelope: &Envelope,
        (tenant, user): (TenantId, UserId),
        answers: Answers,
    ) -> Result<DateTime<Utc>, ExchangeError> {
        let said = answers.checked().map_err(as_originator)?;
        let (id, now) = (self.inner.world.uuid(), self.inner.world.now());
        let mut tx = self.inner.store.tenant(tenant).await?;
        beneficiary_wallet::store::lock(tx.conn(), tenant, user).await?;
        let sealed = match &said.beneficiary {
            None => None,
            Some(originator) => {
                let plain = serde_json::to_vec(originator).map_err(internal)?;
                Some(envelope.seal(&mut tx, Class::Pii, id, &plain).await.map_err(internal)?)
            }
        };
        store::keep(tx.conn(), (tenant, user), id, &said, sealed.as_deref(), now).await?;
        tx.commit().await?;
        Ok(now + GOOD_FOR)
    }

    /// All stored originator statements of a customer, with the named originators, for an operator. The caller writes
    /// the audit entry before.
    ///
    /// # Errors
    /// Database errors, and a name that cannot be decrypted.
    pub async fn senders_told(
        &self,
        envelope: &Envelope,
        tenant: TenantId,
        user: UserId,
    ) -> Result<Vec<Told>, ExchangeError> {
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let mut all = Vec::new();
        for row in store::told(tx.conn(), tenant, user).await? {
            let Some(Sender { told, owner, holding }) = row.sender() else { continue };
            let originator = match row.originator {
                None => None,
                Some(sealed) => {
                    let plain = envelope.open(&mut tx, Class::Pii, told, &sealed).await.map_err(internal)?;
                    Some(serde_json::from_slice(&plain).map_err(internal)?)
                }
            };
            let transaction = row.transaction_id.map(TransactionId::from_uuid);
            let (service, declared_at) = (row.service, row.declared_at);
            all.push(Told { transaction, owner, holding, service, originator, declared_at });
        }
        Ok(all)
    }

    /// Whether coins without a matching order may be credited to their owner's balance. Returns the originator
    /// statement.
    ///
    /// # Errors
    /// [`ExchangeError::SenderUnknown`], and unavailable prices.
    pub(super) async fn may_keep(
        &self,
        tenant: TenantId,
        owner: &CustomerStatus,
        transaction: &Transaction,
    ) -> Result<Option<Sender>, ExchangeError> {
        let policy = self.policy(tenant).await?;
        let payway = transaction.collect().map(|collect| collect.payway).filter(|payway| payway.network().is_some());
        // Returned payouts come from the platform itself and need no statement.
        let is_ours = transaction.action.as_ref().is_some_and(|action| action.reason == ActionReason::Returned);
        let (Some(rule), Some(payway), false) = (&policy.travel_rule, payway, is_ours) else { return Ok(None) };
        let Some(amount) = transaction.available().filter(|left| left.is_positive()) else { return Ok(None) };
        let user = owner.user.ok_or(ExchangeError::NotFound { what: "transaction" })?;
        let (now, euro) = (self.inner.world.now(), self.euro(amount)?);
        let mut tx = self.inner.store.tenant(tenant).await?;
        // The lock ensures that two concurrent receipts cannot both stay below the threshold.
        uses::lock(tx.conn(), user).await?;
        let coming = Coming { transaction: transaction.id, euro, payway };
        let sender = sender(tx.conn(), (tenant, user), rule, &coming, now).await?;
        store::take(tx.conn(), (tenant, user), transaction.id, euro, now).await?;
        tx.commit().await?;
        Ok(sender)
    }
}

/// The originator statement of these coins, assigned to their transaction; `None` below the threshold. The caller holds
/// the customer's lock.
///
/// # Errors
/// [`ExchangeError::SenderUnknown`] without a statement.
pub(super) async fn sender(
    conn: &mut PgConnection,
    (tenant, user): (TenantId, UserId),
    rule: &TravelRule,
    coming: &Coming,
    now: DateTime<Utc>,
) -> Result<Option<Sender>, ExchangeError> {
    let before = store::came(conn, (tenant, user), coming.transaction, (now - LINKED_WITHIN, now)).await?;
    let together = Amount::new(coming.euro.atoms().saturating_add(before.atoms()), coming.euro.currency());
    if !is_asked(rule, together) {
        return Ok(None);
    }
    let told = store::of_transaction(conn, (tenant, user), coming.transaction, now - GOOD_FOR).await?;
    told.map(Some).ok_or(ExchangeError::SenderUnknown { payway: coming.payway })
}
