//! Who sends coins that come in: what their receiver says, and whether coins may be taken on it.

use chrono::{DateTime, Utc};
use identity::envelope::Class;
use identity::{Envelope, Standing};
use kernel::{Amount, Payway, TenantId, TransactionId, UserId};
use sqlx::PgConnection;

use super::Exchange;
use super::wallets::internal;
use crate::ExchangeError;
use crate::allowance::store as uses;
use crate::sender::{GOOD_FOR, Sender, Told, as_originator, is_asked, store};
use crate::transaction::{ActionReason, Transaction};
use crate::wallet::{self, Answers, LINKED_WITHIN, TravelRule};

/// Coins that are about to be taken.
pub(super) struct Coming {
    /// Of which transaction.
    pub transaction: TransactionId,
    /// How much, in euro.
    pub euro: Amount,
    /// How.
    pub payway: Payway,
}

impl Exchange {
    /// Takes what a person says of who sends them coins. It waits for the next transaction of theirs that needs it; one that waits
    /// already counts no more. Gives until when it waits.
    ///
    /// # Errors
    /// A bad answer, and those of the database.
    pub async fn tell_sender(
        &self,
        envelope: &Envelope,
        (tenant, user): (TenantId, UserId),
        answers: Answers,
    ) -> Result<DateTime<Utc>, ExchangeError> {
        let said = answers.checked().map_err(as_originator)?;
        let (id, now) = (self.inner.world.uuid(), self.inner.world.now());
        let mut tx = self.inner.store.tenant(tenant).await?;
        wallet::store::lock(tx.conn(), tenant, user).await?;
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

    /// All that a person has said of who sends them coins and is kept, with whom they named: for an operator, whose look is written
    /// down by the caller before.
    ///
    /// # Errors
    /// Those of the database, and a name that cannot be opened.
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

    /// Whether coins that came, and no order took, may be kept on their owner's balance. Gives what was said of who sends them.
    ///
    /// # Errors
    /// [`ExchangeError::SenderUnknown`], and prices that nobody knows.
    pub(super) async fn may_keep(
        &self,
        tenant: TenantId,
        owner: &Standing,
        transaction: &Transaction,
    ) -> Result<Option<Sender>, ExchangeError> {
        let policy = self.policy(tenant).await?;
        let payway = transaction.collect().map(|collect| collect.payway).filter(|payway| payway.network().is_some());
        // What we had sent ourselves, and came back, was sent by nobody else.
        let is_ours = transaction.action.as_ref().is_some_and(|action| action.reason == ActionReason::Returned);
        let (Some(rule), Some(payway), false) = (&policy.travel_rule, payway, is_ours) else { return Ok(None) };
        let Some(amount) = transaction.available().filter(|left| left.is_positive()) else { return Ok(None) };
        let user = owner.user.ok_or(ExchangeError::NotFound { what: "transaction" })?;
        let (now, euro) = (self.inner.world.now(), self.euro(amount)?);
        let mut tx = self.inner.store.tenant(tenant).await?;
        // Two at once cannot both fit under the threshold, as with orders.
        uses::lock(tx.conn(), user).await?;
        let coming = Coming { transaction: transaction.id, euro, payway };
        let sender = sender(tx.conn(), (tenant, user), rule, &coming, now).await?;
        store::take(tx.conn(), (tenant, user), transaction.id, euro, now).await?;
        tx.commit().await?;
        Ok(sender)
    }
}

/// What was said of who sends these coins, and is now rested on; nothing where they are too few to ask. Nobody else may be counting
/// the person's coins.
///
/// # Errors
/// [`ExchangeError::SenderUnknown`] where nothing was said.
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
