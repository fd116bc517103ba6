//! All SQL of links.

use ::store::StoreError;
use chrono::{DateTime, Utc};
use identity::TokenHash;
use kernel::{MerchantId, PaymentLinkId, TenantId};
use serde_json::Value;
use sqlx::PgConnection;
use uuid::Uuid;

use super::{LINK_PAYMENTS_MAX, Link};

struct LinkRow {
    id: Uuid,
    merchant_id: Uuid,
    terms: Value,
    payments_max: Option<i32>,
    created_at: DateTime<Utc>,
    ends_at: Option<DateTime<Utc>>,
    ended_at: Option<DateTime<Utc>>,
}

impl LinkRow {
    /// `None` for terms with a currency that is no longer in the catalogue.
    fn read(self, (taken, paid): (i64, i64)) -> Option<Link> {
        let count = |number: i64| u32::try_from(number).unwrap_or_default();
        Some(Link {
            id: PaymentLinkId::from_uuid(self.id),
            merchant: MerchantId::from_uuid(self.merchant_id),
            terms: serde_json::from_value(self.terms).ok()?,
            payments_max: self.payments_max.and_then(|max| u32::try_from(max).ok()),
            taken: count(taken),
            paid: count(paid),
            created_at: self.created_at,
            ends_at: self.ends_at,
            ended_at: self.ended_at,
        })
    }
}

/// Inserts a link; false if its key or its token is taken.
pub(crate) async fn insert(
    conn: &mut PgConnection,
    tenant: TenantId,
    link: &Link,
    client_key: &[u8; 32],
    token: &TokenHash,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "INSERT INTO merchant_links
            (tenant_id, id, merchant_id, client_key, token_hash, terms, payments_max, created_at, ends_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING",
        tenant.uuid(),
        link.id.uuid(),
        link.merchant.uuid(),
        client_key.as_slice(),
        token.bytes(),
        serde_json::to_value(&link.terms).unwrap_or_default(),
        link.payments_max.and_then(|max| i32::try_from(max).ok()),
        link.created_at,
        link.ends_at,
    );
    Ok(done.execute(conn).await?.rows_affected() == 1)
}

/// The number of a merchant's links that are not ended. It locks the merchant until the transaction ends.
pub(crate) async fn lock_and_count(
    conn: &mut PgConnection,
    (tenant, merchant): (TenantId, MerchantId),
    now: DateTime<Utc>,
) -> Result<i64, StoreError> {
    let (tenant, merchant) = (tenant.uuid(), merchant.uuid());
    let lock = sqlx::query!("SELECT id FROM merchants WHERE tenant_id = $1 AND id = $2 FOR UPDATE", tenant, merchant);
    lock.fetch_optional(&mut *conn).await?;
    let count = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM merchant_links
           WHERE tenant_id = $1 AND merchant_id = $2 AND ended_at IS NULL AND (ends_at IS NULL OR ends_at > $3)"#,
        tenant,
        merchant,
        now,
    );
    Ok(count.fetch_one(conn).await?)
}

/// Notes that the merchant has ended a link. A link is ended once.
pub(crate) async fn end(
    conn: &mut PgConnection,
    (tenant, merchant): (TenantId, MerchantId),
    id: PaymentLinkId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE merchant_links SET ended_at = $4
         WHERE tenant_id = $1 AND merchant_id = $2 AND id = $3 AND ended_at IS NULL",
        tenant.uuid(),
        merchant.uuid(),
        id.uuid(),
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The numbers of a link's payments that are paid or can still be paid, and of those that are paid. Both are counted to
/// one above [`LINK_PAYMENTS_MAX`].
async fn numbers(
    conn: &mut PgConnection,
    tenant: TenantId,
    link: Uuid,
    now: DateTime<Utc>,
) -> Result<(i64, i64), StoreError> {
    let row = sqlx::query!(
        r#"SELECT count(*) AS "taken!", count(*) FILTER (WHERE state = 'paid') AS "paid!" FROM (
               SELECT state FROM merchant_payments
               WHERE tenant_id = $1 AND link_id = $2 AND state NOT IN ('expired', 'cancelled')
                 AND (expires_at > $3 OR state NOT IN ('open', 'rate_expired', 'failed', 'returned'))
               LIMIT $4) used"#,
        tenant.uuid(),
        link,
        now,
        i64::from(LINK_PAYMENTS_MAX) + 1,
    );
    let row = row.fetch_one(conn).await?;
    Ok((row.taken, row.paid))
}

async fn counted(
    conn: &mut PgConnection,
    tenant: TenantId,
    row: Option<LinkRow>,
    now: DateTime<Utc>,
) -> Result<Option<Link>, StoreError> {
    let Some(row) = row else { return Ok(None) };
    let numbers = numbers(conn, tenant, row.id, now).await?;
    Ok(row.read(numbers))
}

pub(crate) async fn made_under(
    conn: &mut PgConnection,
    (tenant, merchant): (TenantId, MerchantId),
    client_key: &[u8; 32],
) -> Result<Option<Link>, StoreError> {
    let row = sqlx::query_as!(
        LinkRow,
        "SELECT id, merchant_id, terms, payments_max, created_at, ends_at, ended_at FROM merchant_links
         WHERE tenant_id = $1 AND merchant_id = $2 AND client_key = $3",
        tenant.uuid(),
        merchant.uuid(),
        client_key.as_slice(),
    );
    Ok(row.fetch_optional(conn).await?.and_then(|row| row.read((0, 0))))
}

pub(crate) async fn link(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: PaymentLinkId,
    now: DateTime<Utc>,
) -> Result<Option<Link>, StoreError> {
    let row = sqlx::query_as!(
        LinkRow,
        "SELECT id, merchant_id, terms, payments_max, created_at, ends_at, ended_at FROM merchant_links
         WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        id.uuid(),
    );
    let row = row.fetch_optional(&mut *conn).await?;
    counted(conn, tenant, row, now).await
}

pub(crate) async fn by_token(
    conn: &mut PgConnection,
    tenant: TenantId,
    hash: &TokenHash,
    now: DateTime<Utc>,
) -> Result<Option<Link>, StoreError> {
    let row = sqlx::query_as!(
        LinkRow,
        "SELECT id, merchant_id, terms, payments_max, created_at, ends_at, ended_at FROM merchant_links
         WHERE tenant_id = $1 AND token_hash = $2",
        tenant.uuid(),
        hash.bytes(),
    );
    let row = row.fetch_optional(&mut *conn).await?;
    counted(conn, tenant, row, now).await
}

pub(crate) async fn links(
    conn: &mut PgConnection,
    (tenant, merchant): (TenantId, MerchantId),
    now: DateTime<Utc>,
    (after, limit): (Option<PaymentLinkId>, i64),
) -> Result<Vec<Link>, StoreError> {
    let rows = sqlx::query_as!(
        LinkRow,
        "SELECT id, merchant_id, terms, payments_max, created_at, ends_at, ended_at FROM merchant_links
         WHERE tenant_id = $1 AND merchant_id = $2 AND ($3::uuid IS NULL OR id < $3) ORDER BY id DESC LIMIT $4",
        tenant.uuid(),
        merchant.uuid(),
        after.map(PaymentLinkId::uuid),
        limit,
    );
    let mut found = Vec::new();
    for row in rows.fetch_all(&mut *conn).await? {
        found.extend(counted(conn, tenant, Some(row), now).await?);
    }
    Ok(found)
}
