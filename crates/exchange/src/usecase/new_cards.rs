//! The limit on new cards: what a customer's payment by a card counts against it.

use std::sync::Arc;

use identity::CustomerStatus;
use kernel::{TenantId, TenantUser};

use super::Exchange;
use crate::ExchangeError;
use crate::admission::Evidence;
use crate::new_card::store;
use crate::rails::CardToken;
use crate::transaction::{Counted, Transaction};

impl Exchange {
    /// What the payment of an order by a card counts against the limit of new cards.
    ///
    /// # Errors
    /// [`ExchangeError::NewCard`], and unavailable prices.
    pub(super) async fn card_evidence(
        &self,
        tenant: TenantId,
        owner: &CustomerStatus,
        order: &Transaction,
        card: &CardToken,
    ) -> Result<Evidence, ExchangeError> {
        let policy = self.policy(tenant).await?;
        let expected = order.collect().map(|collect| collect.expected);
        let (Some(rule), Some(user), Some(expected)) = (policy.new_cards, owner.user, expected) else {
            return Ok(Evidence::default());
        };
        let euro = self.euro(tenant, expected).await?;
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        // The version comes first: a payment that is counted meanwhile moves it on, and this one is decided again.
        let version = ledger::counter_version(tx.conn(), tenant, user.uuid()).await?;
        let uses = store::uses(tx.conn(), TenantUser { tenant, user }, order.id, card).await?;
        drop(tx);
        rule.check(&uses, euro, self.inner.world.now_for(tenant))
            .map_err(|exceeded| ExchangeError::NewCard(Box::new(exceeded)))?;
        let card = Some((card.clone(), euro));
        let counted = Counted { card, ..Counted::of(order.id, user, version) };
        Ok(Evidence { counted: Some(Arc::new(counted)), ..Evidence::default() })
    }
}
