//! All SQL of payments.

use ::store::StoreError;
use chrono::{DateTime, TimeDelta, Utc};
use identity::TokenHash;
use kernel::{MerchantId, PaymentId, TenantId};
use serde_json::Value;
use sqlx::PgConnection;
use uuid::Uuid;

use super::Payment;
use crate::state::PaymentState;

/// How long money may arrive at an address of a payment after the payment has expired, for the job that follows it.
/// A later look at the payment still sees it.
const FOLLOWED: TimeDelta = TimeDelta::days(60);

struct PaymentRow {
    id: Uuid,
    merchant_id: Uuid,
    order_id: Option<String>,
    terms: Value,
    state: String,
    created_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
}

impl PaymentRow {
    /// `None` for terms with a currency that is no longer in the catalogue.
    fn read(self) -> Option<Payment> {
        Some(Payment {
            id: PaymentId::from_uuid(self.id),
            merchant: MerchantId::from_uuid(self.merchant_id),
            order_id: self.order_id,
            terms: serde_json::from_value(self.terms).ok()?,
            state: PaymentState::read(&self.state)?,
            created_at: self.created_at,
            expires_at: self.expires_at,
        })
    }
}

/// Inserts a payment; false if its key, its order id or its token is taken.
pub(crate) async fn insert(
    conn: &mut PgConnection,
    tenant: TenantId,
    payment: &Payment,
    client_key: &[u8; 32],
    token: &TokenHash,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "INSERT INTO merchant_payments
            (tenant_id, id, merchant_id, client_key, token_hash, order_id, terms, state, created_at, expires_at, looked_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $9) ON CONFLICT DO NOTHING",
        tenant.uuid(),
        payment.id.uuid(),
        payment.merchant.uuid(),
        client_key.as_slice(),
        token.bytes(),
        payment.order_id,
        serde_json::to_value(&payment.terms).unwrap_or_default(),
        payment.state.code(),
        payment.created_at,
        payment.expires_at,
    );
    Ok(done.execute(conn).await?.rows_affected() == 1)
}

pub(crate) async fn made_under(
    conn: &mut PgConnection,
    tenant: TenantId,
    merchant: MerchantId,
    client_key: &[u8; 32],
) -> Result<Option<Payment>, StoreError> {
    let row = sqlx::query_as!(
        PaymentRow,
        "SELECT id, merchant_id, order_id, terms, state, created_at, expires_at FROM merchant_payments
         WHERE tenant_id = $1 AND merchant_id = $2 AND client_key = $3",
        tenant.uuid(),
        merchant.uuid(),
        client_key.as_slice(),
    );
    Ok(row.fetch_optional(conn).await?.and_then(PaymentRow::read))
}

pub(crate) async fn payment(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: PaymentId,
) -> Result<Option<Payment>, StoreError> {
    let row = sqlx::query_as!(
        PaymentRow,
        "SELECT id, merchant_id, order_id, terms, state, created_at, expires_at FROM merchant_payments
         WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        id.uuid(),
    );
    Ok(row.fetch_optional(conn).await?.and_then(PaymentRow::read))
}

pub(crate) async fn by_token(
    conn: &mut PgConnection,
    tenant: TenantId,
    hash: &TokenHash,
) -> Result<Option<Payment>, StoreError> {
    let row = sqlx::query_as!(
        PaymentRow,
        "SELECT id, merchant_id, order_id, terms, state, created_at, expires_at FROM merchant_payments
         WHERE tenant_id = $1 AND token_hash = $2",
        tenant.uuid(),
        hash.bytes(),
    );
    Ok(row.fetch_optional(conn).await?.and_then(PaymentRow::read))
}

pub(crate) async fn payments(
    conn: &mut PgConnection,
    tenant: TenantId,
    merchant: MerchantId,
    (state, order_id): (Option<&str>, Option<&str>),
    (after, limit): (Option<PaymentId>, i64),
) -> Result<Vec<Payment>, StoreError> {
    let rows = sqlx::query_as!(
        PaymentRow,
        "SELECT id, merchant_id, order_id, terms, state, created_at, expires_at FROM merchant_payments
         WHERE tenant_id = $1 AND merchant_id = $2 AND ($3::text IS NULL OR state = $3)
           AND ($4::text IS NULL OR order_id = $4) AND ($5::uuid IS NULL OR id < $5)
         ORDER BY id DESC LIMIT $6",
        tenant.uuid(),
        merchant.uuid(),
        state,
        order_id,
        after.map(PaymentId::uuid),
        limit,
    );
    Ok(rows.fetch_all(conn).await?.into_iter().filter_map(PaymentRow::read).collect())
}

/// Copies a state, and notes when.
pub(crate) async fn note(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: PaymentId,
    state: PaymentState,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE merchant_payments SET state = $3, looked_at = $4 WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        id.uuid(),
        state.code(),
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Payments of all tenants that may still change: those that somebody has begun to pay, those that waited longest first.
pub(crate) async fn unsettled(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<(TenantId, PaymentId)>, StoreError> {
    let rows = sqlx::query!(
        "SELECT tenant_id, id FROM merchant_payments
         WHERE state NOT IN ('paid', 'closed') AND expires_at > $1
         ORDER BY EXISTS (SELECT FROM merchant_attempts a WHERE a.tenant_id = merchant_payments.tenant_id
                                                            AND a.payment_id = merchant_payments.id) DESC, looked_at
         LIMIT $2",
        now - FOLLOWED,
        limit,
    );
    let rows = rows.fetch_all(conn).await?.into_iter();
    Ok(rows.map(|row| (TenantId::from_uuid(row.tenant_id), PaymentId::from_uuid(row.id))).collect())
}
