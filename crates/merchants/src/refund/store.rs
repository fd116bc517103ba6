//! All SQL of refunds.

use ::store::StoreError;
use chrono::{DateTime, Utc};
use kernel::{PaymentId, TenantId, TransactionId};
use serde_json::Value;
use sqlx::PgConnection;
use uuid::Uuid;

use super::{Made, RefundRate, RefundRow};

struct Row {
    number: i16,
    transaction_id: Uuid,
    amount: Value,
    coins: Value,
    rate: String,
    created_at: DateTime<Utc>,
    reported_at: Option<DateTime<Utc>>,
}

impl Row {
    /// `None` for a currency that is no longer in the catalogue.
    fn read(self) -> Option<RefundRow> {
        Some(RefundRow {
            number: self.number,
            transaction: TransactionId::from_uuid(self.transaction_id),
            amount: serde_json::from_value(self.amount).ok()?,
            coins: serde_json::from_value(self.coins).ok()?,
            rate: RefundRate::from_code(&self.rate)?,
            created_at: self.created_at,
            is_reported: self.reported_at.is_some(),
        })
    }
}

/// The refunds of a payment, oldest first.
pub(crate) async fn refunds(
    conn: &mut PgConnection,
    tenant: TenantId,
    payment: PaymentId,
) -> Result<Vec<RefundRow>, StoreError> {
    let rows = sqlx::query_as!(
        Row,
        "SELECT number, transaction_id, amount, coins, rate, created_at, reported_at FROM merchant_refunds
         WHERE tenant_id = $1 AND payment_id = $2 ORDER BY number",
        tenant.uuid(),
        payment.uuid(),
    );
    Ok(rows.fetch_all(conn).await?.into_iter().filter_map(Row::read).collect())
}

/// The refunds of a payment, each with what became of its movement, by statuses of the exchange.
pub(crate) async fn with_movements(
    conn: &mut PgConnection,
    tenant: TenantId,
    payment: PaymentId,
) -> Result<Vec<(RefundRow, Made)>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT f.number, f.transaction_id, f.amount, f.coins, f.rate, f.created_at, f.reported_at,
                  r.status AS "status?", r.body ->> 'ending' AS ending
           FROM merchant_refunds f LEFT JOIN records r ON r.tenant_id = f.tenant_id AND r.id = f.transaction_id
           WHERE f.tenant_id = $1 AND f.payment_id = $2 ORDER BY f.number"#,
        tenant.uuid(),
        payment.uuid(),
    );
    let rows = rows.fetch_all(conn).await?.into_iter();
    let read = |(row, status, ending): (Row, Option<String>, Option<String>)| {
        let ended = |endings: &[&str]| ending.as_deref().is_some_and(|ending| endings.contains(&ending));
        let made = match status.as_deref() {
            None => Made::Nothing,
            Some("CANCELLED" | "EXPIRED") => Made::GivenBack,
            Some("RESOLVED") if ended(&["refunded", "deposited", "cancelled", "expired"]) => Made::GivenBack,
            Some(_) => Made::Moves,
        };
        Some((row.read()?, made))
    };
    let rows = rows.map(|found| {
        let row = Row {
            number: found.number,
            transaction_id: found.transaction_id,
            amount: found.amount,
            coins: found.coins,
            rate: found.rate,
            created_at: found.created_at,
            reported_at: found.reported_at,
        };
        (row, found.status, found.ending)
    });
    Ok(rows.filter_map(read).collect())
}

/// The number of the refund that this request made.
pub(crate) async fn made_under(
    conn: &mut PgConnection,
    tenant: TenantId,
    payment: PaymentId,
    client_key: &[u8; 32],
) -> Result<Option<RefundRow>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        "SELECT number, transaction_id, amount, coins, rate, created_at, reported_at FROM merchant_refunds
         WHERE tenant_id = $1 AND payment_id = $2 AND client_key = $3",
        tenant.uuid(),
        payment.uuid(),
        client_key.as_slice(),
    );
    Ok(row.fetch_optional(conn).await?.and_then(Row::read))
}

/// Adds a refund. The payment is locked.
pub(crate) async fn add(
    conn: &mut PgConnection,
    tenant: TenantId,
    payment: PaymentId,
    refund: &RefundRow,
    client_key: &[u8; 32],
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO merchant_refunds
            (tenant_id, payment_id, number, transaction_id, client_key, amount, coins, rate, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (tenant_id, payment_id, client_key) DO UPDATE SET transaction_id = EXCLUDED.transaction_id,
             amount = EXCLUDED.amount, coins = EXCLUDED.coins, rate = EXCLUDED.rate, created_at = EXCLUDED.created_at",
        tenant.uuid(),
        payment.uuid(),
        refund.number,
        refund.transaction.uuid(),
        client_key.as_slice(),
        serde_json::to_value(refund.amount).unwrap_or_default(),
        serde_json::to_value(refund.coins).unwrap_or_default(),
        refund.rate.code(),
        refund.created_at,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Notes that the end of a refund was reported. Returns false if it was before.
pub(crate) async fn report(
    conn: &mut PgConnection,
    tenant: TenantId,
    payment: PaymentId,
    transaction: TransactionId,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE merchant_refunds SET reported_at = $4
         WHERE tenant_id = $1 AND payment_id = $2 AND transaction_id = $3 AND reported_at IS NULL",
        tenant.uuid(),
        payment.uuid(),
        transaction.uuid(),
        now,
    );
    Ok(done.execute(conn).await?.rows_affected() == 1)
}

/// Deletes a refund that was refused.
pub(crate) async fn delete(
    conn: &mut PgConnection,
    tenant: TenantId,
    payment: PaymentId,
    transaction: TransactionId,
) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM merchant_refunds WHERE tenant_id = $1 AND payment_id = $2 AND transaction_id = $3",
        tenant.uuid(),
        payment.uuid(),
        transaction.uuid(),
    )
    .execute(conn)
    .await?;
    Ok(())
}
