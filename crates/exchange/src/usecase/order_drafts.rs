//! Saving, reading and discarding the draft of an order.

use chrono::TimeDelta;
use kernel::{Currency, Endpoint, ProfileId, TenantId, TenantProfile};

use super::Exchange;
use crate::order_draft::{Choices, DRAFT_DAYS, DRAFT_PAUSE_MS, OrderDraft, store};
use crate::transaction::Transaction;
use crate::{ExchangeError, saved_requisite};

impl Exchange {
    /// Stores the draft of a profile in place of the former one.
    ///
    /// # Errors
    /// [`ExchangeError::Invalid`] for a payway that does not support its currency, or a requisite that the profile has
    /// not saved; [`ExchangeError::TooMany`] within [`DRAFT_PAUSE_MS`] of the last change.
    pub async fn save_order_draft(
        &self,
        tenant: TenantId,
        profile: ProfileId,
        choices: Choices,
    ) -> Result<OrderDraft, ExchangeError> {
        check_end("from_payway", choices.from_currency, choices.source)?;
        check_end("to_payway", choices.to_currency, choices.sink)?;
        let now = self.inner.world.now();
        let mut tx = self.inner.store.tenant(tenant).await?;
        if let Some(requisite) = choices.requisite {
            let saved = saved_requisite::store::list(tx.conn(), tenant, profile).await?;
            if !saved.iter().any(|one| one.id == requisite) {
                return Err(ExchangeError::invalid("requisite_id", "is not saved by this profile"));
            }
        }
        let draft = OrderDraft { choices, saved_at: now };
        let pause = now - TimeDelta::milliseconds(DRAFT_PAUSE_MS);
        if !store::save(tx.conn(), TenantProfile { tenant, profile }, &draft, pause).await? {
            return Err(ExchangeError::TooMany { what: "changes of the draft", retry_after_s: 1 });
        }
        tx.commit().await?;
        Ok(draft)
    }

    /// The draft of a profile, if it was saved in the last [`DRAFT_DAYS`] days.
    ///
    /// # Errors
    /// Database errors.
    pub async fn order_draft(&self, tenant: TenantId, profile: ProfileId) -> Result<Option<OrderDraft>, ExchangeError> {
        let since = self.inner.world.now() - TimeDelta::days(DRAFT_DAYS);
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        Ok(store::find(tx.conn(), TenantProfile { tenant, profile }, since).await?)
    }

    /// Deletes the draft that an order was made from: the one with its pair. The order stands if this fails; the draft
    /// then expires by itself.
    pub async fn end_order_draft(&self, tenant: TenantId, order: &Transaction) {
        let ended = async {
            let mut tx = self.inner.store.tenant(tenant).await?;
            let pair = (order.price.from_amount.currency(), order.price.to_amount.currency());
            store::end(tx.conn(), TenantProfile { tenant, profile: order.profile }, pair).await?;
            tx.commit().await
        };
        if let Err(error) = ended.await {
            tracing::warn!(
                event = "order_draft.end_failed", %tenant, transaction = %order.id, %error,
                "The draft of an order that exists could not be deleted."
            );
        }
    }

    /// Deletes the draft of a profile, if there is one.
    ///
    /// # Errors
    /// Database errors.
    pub async fn discard_order_draft(&self, tenant: TenantId, profile: ProfileId) -> Result<(), ExchangeError> {
        let mut tx = self.inner.store.tenant(tenant).await?;
        store::discard(tx.conn(), tenant, profile).await?;
        Ok(tx.commit().await?)
    }
}

/// Whether an end is a balance, or a payway of its currency. Only these have a form.
///
/// # Errors
/// [`ExchangeError::Invalid`] of `field`.
fn check_end(field: &'static str, currency: Currency, end: Endpoint) -> Result<(), ExchangeError> {
    let fits = match end {
        Endpoint::Payway(payway) => payway.supports(currency),
        Endpoint::Balance => true,
        Endpoint::Customer | Endpoint::Product(_) => false,
    };
    if fits { Ok(()) } else { Err(ExchangeError::invalid(field, "must be the balance or a payway of the currency")) }
}
