//! The use of a promo code, which the change of its order writes.

use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use kernel::{TenantId, TransactionId, UserId};
use ledger::ChangeRows;
use sqlx::PgConnection;
use store::StoreError;

use super::{Discount, Promotions, Redeemer};

/// One use of a promo code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redemption {
    /// The person.
    pub user: UserId,
    /// The order.
    pub order: TransactionId,
    /// The facts about person and order that the decision was based on.
    pub redeemer: Redeemer,
    /// The promised discount.
    pub discount: Discount,
}

/// A use that the change of its order writes through the port.
#[derive(Clone)]
pub struct Redeemed {
    /// The use.
    pub redemption: Redemption,
    promotions: Arc<dyn Promotions>,
}

impl Redeemed {
    /// A use to be counted by `promotions`.
    #[must_use]
    pub const fn new(redemption: Redemption, promotions: Arc<dyn Promotions>) -> Self {
        Self { redemption, promotions }
    }
}

impl fmt::Debug for Redeemed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Redeemed").field(&self.redemption).finish()
    }
}

impl PartialEq for Redeemed {
    fn eq(&self, other: &Self) -> bool {
        self.redemption == other.redemption
    }
}

impl Eq for Redeemed {}

#[async_trait]
impl ChangeRows for Redeemed {
    async fn write(&self, conn: &mut PgConnection, tenant: TenantId, now: DateTime<Utc>) -> Result<(), StoreError> {
        self.promotions.redeem(conn, tenant, &self.redemption, now).await
    }
}
