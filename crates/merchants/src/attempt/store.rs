//! All SQL of attempts.

use ::store::StoreError;
use chrono::{DateTime, Utc};
use kernel::{PaymentId, TenantId, TransactionId};
use serde_json::Value;
use sqlx::PgConnection;
use uuid::Uuid;

use super::Attempt;

/// The attempts of a payment, oldest first.
pub(crate) async fn attempts(
    conn: &mut PgConnection,
    tenant: TenantId,
    payment: PaymentId,
) -> Result<Vec<Attempt>, StoreError> {
    let rows = sqlx::query!(
        "SELECT number, transaction_id, due, payer_hash FROM merchant_attempts
         WHERE tenant_id = $1 AND payment_id = $2 ORDER BY number",
        tenant.uuid(),
        payment.uuid(),
    );
    let rows = rows.fetch_all(conn).await?.into_iter();
    let read = |(number, transaction, due, payer): (i16, Uuid, Value, Vec<u8>)| {
        let transaction = TransactionId::from_uuid(transaction);
        Some(Attempt { number, transaction, due: serde_json::from_value(due).ok()?, payer: payer.try_into().ok()? })
    };
    Ok(rows.filter_map(|row| read((row.number, row.transaction_id, row.due, row.payer_hash))).collect())
}

/// Adds an attempt; false if its number is taken.
pub(crate) async fn add_attempt(
    conn: &mut PgConnection,
    tenant: TenantId,
    payment: PaymentId,
    (attempt, terms): (&Attempt, i32),
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "INSERT INTO merchant_attempts (tenant_id, payment_id, number, transaction_id, due, payer_hash, created_at,
                                        terms_version)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING",
        tenant.uuid(),
        payment.uuid(),
        attempt.number,
        attempt.transaction.uuid(),
        serde_json::to_value(attempt.due).unwrap_or_default(),
        attempt.payer.as_slice(),
        now,
        terms,
    );
    Ok(done.execute(conn).await?.rows_affected() == 1)
}
