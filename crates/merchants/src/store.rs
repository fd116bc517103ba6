//! All SQL of merchants and their payments.

use ::store::StoreError;
use chrono::{DateTime, TimeDelta, Utc};
use identity::TokenHash;
use kernel::{MerchantId, PaymentId, ProfileId, TenantId, TransactionId, UserId};
use serde_json::Value;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::attempt::Attempt;
use crate::merchant::Merchant;
use crate::payment::Payment;
use crate::state::PaymentState;

/// How long money may arrive at an address of a payment after the payment has expired, for the job that follows it.
/// A later look at the payment still sees it.
const FOLLOWED: TimeDelta = TimeDelta::days(60);

struct MerchantRow {
    id: Uuid,
    profile_id: Uuid,
    user_id: Uuid,
    settings: Value,
    created_at: DateTime<Utc>,
}

impl MerchantRow {
    /// `None` for settings with a currency that is no longer in the catalogue.
    fn read(self) -> Option<Merchant> {
        Some(Merchant {
            id: MerchantId::from_uuid(self.id),
            profile: ProfileId::from_uuid(self.profile_id),
            user: UserId::from_uuid(self.user_id),
            settings: serde_json::from_value(self.settings).ok()?,
            created_at: self.created_at,
        })
    }
}

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

/// Inserts a merchant, or changes the settings of the profile's. Returns what is stored.
pub(crate) async fn set(
    conn: &mut PgConnection,
    tenant: TenantId,
    merchant: &Merchant,
    now: DateTime<Utc>,
) -> Result<Merchant, StoreError> {
    let row = sqlx::query!(
        "INSERT INTO merchants (tenant_id, id, profile_id, user_id, settings, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $6)
         ON CONFLICT (tenant_id, profile_id) DO UPDATE SET settings = EXCLUDED.settings, updated_at = EXCLUDED.updated_at
         RETURNING id, created_at",
        tenant.uuid(),
        merchant.id.uuid(),
        merchant.profile.uuid(),
        merchant.user.uuid(),
        serde_json::to_value(&merchant.settings).unwrap_or_default(),
        now,
    )
    .fetch_one(conn)
    .await?;
    Ok(Merchant { id: MerchantId::from_uuid(row.id), created_at: row.created_at, ..merchant.clone() })
}

pub(crate) async fn of_profile(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
) -> Result<Option<Merchant>, StoreError> {
    let row = sqlx::query_as!(
        MerchantRow,
        "SELECT id, profile_id, user_id, settings, created_at FROM merchants WHERE tenant_id = $1 AND profile_id = $2",
        tenant.uuid(),
        profile.uuid(),
    );
    Ok(row.fetch_optional(conn).await?.and_then(MerchantRow::read))
}

pub(crate) async fn by_id(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: MerchantId,
) -> Result<Option<Merchant>, StoreError> {
    let row = sqlx::query_as!(
        MerchantRow,
        "SELECT id, profile_id, user_id, settings, created_at FROM merchants WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        id.uuid(),
    );
    Ok(row.fetch_optional(conn).await?.and_then(MerchantRow::read))
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

/// Payments of all tenants that may still change, those that waited longest first.
pub(crate) async fn unsettled(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<(TenantId, PaymentId)>, StoreError> {
    let rows = sqlx::query!(
        "SELECT tenant_id, id FROM merchant_payments
         WHERE state NOT IN ('paid', 'closed') AND expires_at > $1 ORDER BY looked_at LIMIT $2",
        now - FOLLOWED,
        limit,
    );
    let rows = rows.fetch_all(conn).await?.into_iter();
    Ok(rows.map(|row| (TenantId::from_uuid(row.tenant_id), PaymentId::from_uuid(row.id))).collect())
}

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
    attempt: &Attempt,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "INSERT INTO merchant_attempts (tenant_id, payment_id, number, transaction_id, due, payer_hash, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
        tenant.uuid(),
        payment.uuid(),
        attempt.number,
        attempt.transaction.uuid(),
        serde_json::to_value(attempt.due).unwrap_or_default(),
        attempt.payer.as_slice(),
        now,
    );
    Ok(done.execute(conn).await?.rows_affected() == 1)
}

/// Deletes the merchants of these profiles, with their payments.
pub(crate) async fn forget(conn: &mut PgConnection, profiles: &[ProfileId]) -> Result<(), StoreError> {
    let profiles: Vec<Uuid> = profiles.iter().map(|profile| profile.uuid()).collect();
    sqlx::query!(
        "DELETE FROM merchant_attempts a USING merchant_payments p, merchants m
         WHERE a.tenant_id = p.tenant_id AND a.payment_id = p.id AND p.tenant_id = m.tenant_id
           AND p.merchant_id = m.id AND m.profile_id = ANY($1)",
        &profiles,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "DELETE FROM merchant_payments p USING merchants m
         WHERE p.tenant_id = m.tenant_id AND p.merchant_id = m.id AND m.profile_id = ANY($1)",
        &profiles,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!("DELETE FROM merchants WHERE profile_id = ANY($1)", &profiles).execute(conn).await?;
    Ok(())
}
