//! All SQL of payments.

use ::store::StoreError;
use chrono::{DateTime, TimeDelta, Utc};
use identity::TokenHash;
use identity::mail::ReceiptTo;
use kernel::{MerchantId, PaymentId, PaymentLinkId, TenantId};
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
    link_id: Option<Uuid>,
    order_id: Option<String>,
    terms: Value,
    state: String,
    created_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
    cancelled_at: Option<DateTime<Utc>>,
    receipt: Option<String>,
}

impl PaymentRow {
    /// `None` for terms with a currency that is no longer in the catalogue.
    fn read(self) -> Option<Payment> {
        Some(Payment {
            id: PaymentId::from_uuid(self.id),
            merchant: MerchantId::from_uuid(self.merchant_id),
            link: self.link_id.map(PaymentLinkId::from_uuid),
            order_id: self.order_id,
            terms: serde_json::from_value(self.terms).ok()?,
            state: PaymentState::from_code(&self.state)?,
            created_at: self.created_at,
            expires_at: self.expires_at,
            cancelled_at: self.cancelled_at,
            has_receipt: self.receipt.is_some(),
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
            (tenant_id, id, merchant_id, client_key, token_hash, order_id, terms, state, created_at, expires_at, looked_at,
             link_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $9, $11) ON CONFLICT DO NOTHING",
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
        payment.link.map(PaymentLinkId::uuid),
    );
    Ok(done.execute(conn).await?.rows_affected() == 1)
}

/// The number of a merchant's payments that can be paid, counted to one above the maximum. It locks the merchant until
/// the transaction ends.
pub(crate) async fn open_payments(
    conn: &mut PgConnection,
    tenant: TenantId,
    merchant: MerchantId,
    now: DateTime<Utc>,
) -> Result<i64, StoreError> {
    let (tenant, merchant) = (tenant.uuid(), merchant.uuid());
    let lock = sqlx::query!("SELECT id FROM merchants WHERE tenant_id = $1 AND id = $2 FOR UPDATE", tenant, merchant);
    lock.fetch_optional(&mut *conn).await?;
    let count = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM (
               SELECT FROM merchant_payments
               WHERE tenant_id = $1 AND merchant_id = $2 AND expires_at > $3 AND cancelled_at IS NULL
                 AND state NOT IN ('paid', 'closed') LIMIT $4) open"#,
        tenant,
        merchant,
        now,
        i64::from(super::OPEN_MAX) + 1,
    );
    Ok(count.fetch_one(conn).await?)
}

/// Notes that the merchant has cancelled a payment. A payment is cancelled once.
pub(crate) async fn cancel(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: PaymentId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE merchant_payments SET cancelled_at = $3 WHERE tenant_id = $1 AND id = $2 AND cancelled_at IS NULL",
        tenant.uuid(),
        id.uuid(),
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Locks a payment until the transaction ends.
pub(crate) async fn lock(conn: &mut PgConnection, tenant: TenantId, id: PaymentId) -> Result<(), StoreError> {
    let (tenant, id) = (tenant.uuid(), id.uuid());
    let lock = sqlx::query!("SELECT id FROM merchant_payments WHERE tenant_id = $1 AND id = $2 FOR UPDATE", tenant, id);
    lock.fetch_optional(conn).await?;
    Ok(())
}

/// The payments that a merchant made in a period, oldest first, at most `limit`.
pub(crate) async fn made_between(
    conn: &mut PgConnection,
    tenant: TenantId,
    merchant: MerchantId,
    (from, to): (DateTime<Utc>, DateTime<Utc>),
    limit: i64,
) -> Result<Vec<Payment>, StoreError> {
    let rows = sqlx::query_as!(
        PaymentRow,
        "SELECT id, merchant_id, link_id, order_id, terms, state, created_at, expires_at, cancelled_at,
                jsonb_typeof(receipt) AS receipt FROM merchant_payments
         WHERE tenant_id = $1 AND merchant_id = $2 AND created_at >= $3 AND created_at < $4
         ORDER BY created_at, id LIMIT $5",
        tenant.uuid(),
        merchant.uuid(),
        from,
        to,
        limit,
    );
    Ok(rows.fetch_all(conn).await?.into_iter().filter_map(PaymentRow::read).collect())
}

pub(crate) async fn made_under(
    conn: &mut PgConnection,
    tenant: TenantId,
    merchant: MerchantId,
    client_key: &[u8; 32],
) -> Result<Option<Payment>, StoreError> {
    let row = sqlx::query_as!(
        PaymentRow,
        "SELECT id, merchant_id, link_id, order_id, terms, state, created_at, expires_at, cancelled_at,
                jsonb_typeof(receipt) AS receipt FROM merchant_payments
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
        "SELECT id, merchant_id, link_id, order_id, terms, state, created_at, expires_at, cancelled_at,
                jsonb_typeof(receipt) AS receipt FROM merchant_payments
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
        "SELECT id, merchant_id, link_id, order_id, terms, state, created_at, expires_at, cancelled_at,
                jsonb_typeof(receipt) AS receipt FROM merchant_payments
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
    (state, order_id, link): (Option<&str>, Option<&str>, Option<PaymentLinkId>),
    (after, limit): (Option<PaymentId>, i64),
) -> Result<Vec<Payment>, StoreError> {
    let rows = sqlx::query_as!(
        PaymentRow,
        "SELECT id, merchant_id, link_id, order_id, terms, state, created_at, expires_at, cancelled_at,
                jsonb_typeof(receipt) AS receipt FROM merchant_payments
         WHERE tenant_id = $1 AND merchant_id = $2 AND ($3::text IS NULL OR state = $3)
           AND ($4::text IS NULL OR order_id = $4) AND ($5::uuid IS NULL OR id < $5)
           AND ($7::uuid IS NULL OR link_id = $7)
         ORDER BY id DESC LIMIT $6",
        tenant.uuid(),
        merchant.uuid(),
        state,
        order_id,
        after.map(PaymentId::uuid),
        limit,
        link.map(PaymentLinkId::uuid),
    );
    Ok(rows.fetch_all(conn).await?.into_iter().filter_map(PaymentRow::read).collect())
}

/// Stores a state with the number of its events, and its time. Returns the number of the payment's last event; `None` if
/// another request has changed the state since it was read as `before`.
pub(crate) async fn note(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: PaymentId,
    (before, state, events): (PaymentState, PaymentState, i64),
    now: DateTime<Utc>,
) -> Result<Option<i64>, StoreError> {
    let version = sqlx::query_scalar!(
        "UPDATE merchant_payments SET state = $3, looked_at = $4, version = version + $5
         WHERE tenant_id = $1 AND id = $2 AND state = $6 AND state <> $3 RETURNING version",
        tenant.uuid(),
        id.uuid(),
        state.code(),
        now,
        events,
        before.code(),
    );
    Ok(version.fetch_optional(conn).await?)
}

/// Counts one more event of a payment, and returns its number.
pub(crate) async fn count_event(conn: &mut PgConnection, tenant: TenantId, id: PaymentId) -> Result<i64, StoreError> {
    let version = sqlx::query_scalar!(
        "UPDATE merchant_payments SET version = version + 1 WHERE tenant_id = $1 AND id = $2 RETURNING version",
        tenant.uuid(),
        id.uuid(),
    );
    Ok(version.fetch_one(conn).await?)
}

/// Stores who gets the receipt, and locks the payment. False if it was sent.
pub(crate) async fn ask_receipt(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: PaymentId,
    to: &ReceiptTo,
) -> Result<bool, StoreError> {
    // After it was sent, `null` of JSON stays.
    let done = sqlx::query!(
        "UPDATE merchant_payments SET receipt = $3
         WHERE tenant_id = $1 AND id = $2 AND (receipt IS NULL OR jsonb_typeof(receipt) = 'object')",
        tenant.uuid(),
        id.uuid(),
        serde_json::to_value(to).unwrap_or_default(),
    );
    Ok(done.execute(conn).await?.rows_affected() == 1)
}

/// Takes the address of the receipt: the caller sends it, and it is deleted.
pub(crate) async fn take_receipt(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: PaymentId,
) -> Result<Option<ReceiptTo>, StoreError> {
    let taken = sqlx::query_scalar!(
        r#"UPDATE merchant_payments p SET receipt = 'null'
           FROM (SELECT receipt FROM merchant_payments
                 WHERE tenant_id = $1 AND id = $2 AND jsonb_typeof(receipt) = 'object' FOR UPDATE) before
           WHERE p.tenant_id = $1 AND p.id = $2 RETURNING before.receipt AS "receipt!""#,
        tenant.uuid(),
        id.uuid(),
    );
    Ok(taken.fetch_optional(conn).await?.and_then(|value| serde_json::from_value(value).ok()))
}

/// Whether a payment is noted as paid.
pub(crate) async fn is_paid(conn: &mut PgConnection, tenant: TenantId, id: PaymentId) -> Result<bool, StoreError> {
    let found = sqlx::query_scalar!(
        r#"SELECT state = 'paid' AS "paid!" FROM merchant_payments WHERE tenant_id = $1 AND id = $2"#,
        tenant.uuid(),
        id.uuid(),
    );
    Ok(found.fetch_optional(conn).await?.unwrap_or(false))
}

/// Notes when a payment was checked.
pub(crate) async fn touch(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: PaymentId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE merchant_payments SET looked_at = $3 WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        id.uuid(),
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Payments of all tenants with a begun payment that may still change, longest waiting first.
pub(crate) async fn pending(
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

/// Payments of all tenants with a refund whose end was not reported, oldest refund first.
pub(crate) async fn refunding(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<(TenantId, PaymentId)>, StoreError> {
    let rows = sqlx::query!(
        "SELECT tenant_id, payment_id FROM merchant_refunds WHERE reported_at IS NULL AND created_at > $1
         GROUP BY tenant_id, payment_id ORDER BY min(created_at) LIMIT $2",
        now - FOLLOWED,
        limit,
    );
    let rows = rows.fetch_all(conn).await?.into_iter();
    Ok(rows.map(|row| (TenantId::from_uuid(row.tenant_id), PaymentId::from_uuid(row.payment_id))).collect())
}
