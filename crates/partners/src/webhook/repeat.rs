//! Events of transactions that visitors of a widget made, repeated in the stream of the partner.

use ::store::events::{self, EventSpec, PAGE_MAX};
use chrono::TimeDelta;
use identity::IdentityError;
use kernel::TenantId;
use uuid::Uuid;

use super::event::{CHANGED, TransactionChange, WIDGET_CHANGED};
use crate::Partners;
use crate::widget_order::{is_final, store};

/// How long events of a transaction are repeated to the partner. Nothing may follow a final one.
pub(super) const WATCHED_FOR: TimeDelta = TimeDelta::days(90);
/// Transactions of one round.
const ROUND_MAX: i64 = 100;

impl Partners {
    /// Repeats new events of visitors' transactions in the streams of the partners.
    ///
    /// # Errors
    /// Database errors. One transaction that fails does not stop the others.
    pub(super) async fn repeat_widget_orders(&self) -> Result<(), IdentityError> {
        let mut tx = self.store().system().await?;
        let since = self.world().now() - WATCHED_FOR;
        let behind = store::behind(tx.conn(), since, ROUND_MAX).await?;
        drop(tx);
        for (tenant, id) in behind {
            if let Err(error) = self.repeat(tenant, id).await {
                tracing::warn!(event = "widget_order.repeat_failed", %tenant, order = %id, %error, "The events of an order by widget cannot be repeated to the partner. The sender tries again.");
            }
        }
        Ok(())
    }

    async fn repeat(&self, tenant: TenantId, id: Uuid) -> Result<(), IdentityError> {
        let mut tx = self.store().tenant(tenant).await?;
        let Some((order, seen)) = store::lock(tx.conn(), tenant, id).await? else { return Ok(()) };
        let new = events::after(tx.conn(), tenant, order.customer.uuid(), seen, PAGE_MAX).await?;
        let Some(last) = new.last().map(|event| event.seq) else { return Ok(()) };
        let is_own = |event: &&events::Event| event.kind == CHANGED && event.subject == order.transaction.uuid();
        let specs: Vec<EventSpec> = new
            .iter()
            .filter(is_own)
            .map(|event| EventSpec {
                stream: order.origin.partner.uuid(),
                kind: WIDGET_CHANGED.to_owned(),
                subject: event.subject,
                body: event.body.clone(),
            })
            .collect();
        let newest = specs.last().and_then(|spec| TransactionChange::read(&spec.kind, &spec.body));
        tx.append_events(self.world().now(), &specs).await?;
        let is_final = newest.as_ref().is_some_and(|said| is_final(&said.status));
        store::advance(tx.conn(), tenant, id, last, (!specs.is_empty(), is_final)).await?;
        Ok(tx.commit().await?)
    }
}
