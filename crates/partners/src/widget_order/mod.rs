//! Transactions that visitors of a partner's widget made. The partner sees their amounts and statuses, with its own ids,
//! and nothing about the visitor.

pub(crate) mod store;

use ::store::TenantTx;
use chrono::{DateTime, Utc};
use identity::IdentityError;
use kernel::{PartnerKeyId, ProfileId, TenantId, TenantProfile, TransactionId};
use uuid::Uuid;

use crate::{EXTERNAL_CHARS_MAX, Partners};

/// Statuses after which no event follows.
const FINAL: [&str; 4] = ["DONE", "RESOLVED", "CANCELLED", "REJECT"];

/// Whether no event of a transaction follows this status.
#[must_use]
pub fn is_final(status: &str) -> bool {
    FINAL.contains(&status)
}

/// The origin of a transaction: the widget, and the partner's own ids.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// The widget's key.
    pub key: PartnerKeyId,
    /// The partner's profile.
    pub partner: ProfileId,
    /// The partner's id of the transaction. It need not be unique.
    pub external: Option<String>,
    /// The partner's id of the visitor.
    pub external_customer: Option<String>,
}

impl Origin {
    /// The order with external ids of a valid length only.
    #[must_use]
    pub fn checked(mut self) -> Self {
        let fits = |text: &String| !text.is_empty() && text.chars().count() <= EXTERNAL_CHARS_MAX;
        self.external = self.external.filter(fits);
        self.external_customer = self.external_customer.filter(fits);
        self
    }
}

/// A transaction that a visitor made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WidgetOrder {
    /// Its place in lists.
    pub id: Uuid,
    /// The transaction.
    pub transaction: TransactionId,
    /// The visitor's profile. The partner does not see it.
    pub customer: ProfileId,
    /// The origin.
    pub origin: Origin,
    /// When it was made.
    pub created_at: DateTime<Utc>,
}

impl Partners {
    /// Notes where a transaction comes from, before it is made. A note about a transaction that is then refused is in no
    /// list.
    ///
    /// # Errors
    /// Database errors.
    pub async fn note_widget_order(
        &self,
        tenant: TenantId,
        (customer, transaction): (ProfileId, TransactionId),
        origin: &Origin,
    ) -> Result<(), IdentityError> {
        // The owner's own transactions are in the feed anyway.
        if customer == origin.partner {
            return Ok(());
        }
        let order = WidgetOrder {
            id: self.world().uuid(),
            transaction,
            customer,
            origin: origin.clone().checked(),
            created_at: self.world().now(),
        };
        let mut tx = self.store().tenant(tenant).await?;
        store::add(tx.conn(), tenant, &order).await?;
        Ok(tx.commit().await?)
    }

    /// The transactions of a partner's widgets, or of the one with `key`, newest first, before the entry `before`.
    ///
    /// # Errors
    /// Database errors.
    pub async fn widget_orders(
        &self,
        TenantProfile { tenant, profile: partner }: TenantProfile,
        key: Option<PartnerKeyId>,
        before: Option<Uuid>,
        limit: u32,
    ) -> Result<Vec<WidgetOrder>, IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        Ok(store::list(tx.conn(), tenant, (partner, key), before, i64::from(limit)).await?)
    }

    /// A transaction of a partner's widgets.
    ///
    /// # Errors
    /// Database errors.
    pub async fn widget_order(
        &self,
        TenantProfile { tenant, profile: partner }: TenantProfile,
        transaction: TransactionId,
    ) -> Result<Option<WidgetOrder>, IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        Ok(store::find(tx.conn(), tenant, partner, transaction).await?)
    }

    /// Deletes the notes about transactions of these partners' widgets, and what these customers are called there.
    pub(crate) async fn forget_widget_orders(
        &self,
        tx: &mut TenantTx,
        profiles: &[ProfileId],
    ) -> Result<(), ::store::StoreError> {
        let profiles: Vec<Uuid> = profiles.iter().map(|profile| profile.uuid()).collect();
        store::forget(tx.conn(), &profiles).await
    }
}
