//! Firm quotes made good: what the platform paid so that a customer who acted in time got the promised price.

pub(crate) mod store;

use ::store::StoreError;
use async_trait::async_trait;
use chrono::{DateTime, NaiveDate, Utc};
use kernel::{Amount, TenantId, TransactionId};
use ledger::ChangeRows;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;

/// The ledger's code of what the guarantee account pays.
pub const MAKE_GOOD: &str = "make_good";

kernel::codes! {
    /// How a promise was made good.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum MakeGoodKind {
        /// The order was executed at the quoted amounts. The guarantee account pays the trading desk.
        Kept = "kept",
        /// The order was executed at a lower amount. The guarantee account pays the customer's balance.
        Credited = "credited",
    }
}

/// What the platform paid to keep the promised price of one transaction. A transaction has at most one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MakeGood {
    /// How.
    pub kind: MakeGoodKind,
    /// The received amount of the quote.
    pub promised: Amount,
    /// What the guarantee account paid, in the received currency.
    pub cost: Amount,
    /// The same in euro at the rate of that moment, rounded up.
    pub loss: Amount,
    /// When.
    pub at: DateTime<Utc>,
}

/// A locked price that has lapsed although the customer acted in time. The record keeps it whether or not the price was
/// kept, so that a dry run can try another rule on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LapsedPrice {
    /// The seconds from the expiry of the order to the credit of its last payment.
    pub late_seconds: i64,
    /// What keeping the price costs the platform, in euro at the rate of that moment, rounded up. Above zero.
    pub loss: Amount,
}

/// The row of a make-good, which the change of its transaction writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MakeGoodRow {
    /// The transaction.
    pub transaction: TransactionId,
    /// What was paid.
    pub make_good: MakeGood,
}

#[async_trait]
impl ChangeRows for MakeGoodRow {
    async fn write(&self, conn: &mut PgConnection, tenant: TenantId, _: DateTime<Utc>) -> Result<(), StoreError> {
        store::insert(conn, tenant, self.transaction, &self.make_good).await
    }
}

/// The make-goods of one day (UTC).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MakeGoodDay {
    /// The day.
    pub day: NaiveDate,
    /// The number of orders that were executed at the quoted amounts.
    pub kept: i64,
    /// The number of orders whose customers were credited a difference.
    pub credited: i64,
    /// The cost of both, in euro.
    pub cost: Amount,
}
