//! All SQL of the payout addresses that customers have named.

use chrono::{DateTime, Utc};
use kernel::{ProfileId, TenantUser, UserId};
use serde_json::Value;
use sqlx::PgConnection;
use store::StoreError;
use uuid::Uuid;

use crate::RowPosition;

/// The maximum number of addresses of one customer. The least recently used are deleted, and count as new afterwards.
const ADDRESSES_MAX: i64 = 500;

/// An address and memo to look up.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Named<'a> {
    /// The address, in canonical form.
    pub address: &'a str,
    /// The memo; empty for none.
    pub memo: &'a str,
}

/// When the customer first named an address, or declared it as a wallet. `None` if it is new.
pub(crate) async fn since(
    conn: &mut PgConnection,
    TenantUser { tenant, user }: TenantUser,
    named: Named<'_>,
) -> Result<Option<DateTime<Utc>>, StoreError> {
    let first_at = sqlx::query_scalar!(
        "SELECT LEAST((SELECT first_at FROM payout_addresses
                       WHERE tenant_id = $1 AND user_id = $2 AND address = $3 AND memo = $4),
                      (SELECT min(declared_at) FROM wallets
                       WHERE tenant_id = $1 AND user_id = $2 AND address = $3 AND revoked_at IS NULL AND $4 = ''))",
        tenant.uuid(),
        user.uuid(),
        named.address,
        named.memo,
    );
    Ok(first_at.fetch_one(conn).await?)
}

/// Registers an address that the customer names, under `id` if it is not registered yet. `earlier` is the time
/// of an earlier payout to it, if one is known.
pub(crate) async fn name(
    conn: &mut PgConnection,
    TenantUser { tenant, user }: TenantUser,
    id: Uuid,
    named: Named<'_>,
    earlier: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO payout_addresses (tenant_id, id, user_id, address, memo, first_at, last_at)
         SELECT $1, $2, $3, $4, $5,
                LEAST($7, $6, (SELECT min(declared_at) FROM wallets
                               WHERE tenant_id = $1 AND user_id = $3 AND address = $4 AND revoked_at IS NULL AND $5 = '')), $7
         ON CONFLICT (tenant_id, user_id, address, memo)
         DO UPDATE SET last_at = GREATEST(payout_addresses.last_at, excluded.last_at),
                       first_at = LEAST(payout_addresses.first_at, excluded.first_at)",
        tenant.uuid(),
        id,
        user.uuid(),
        named.address,
        named.memo,
        earlier,
        now,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "DELETE FROM payout_addresses WHERE tenant_id = $1 AND id IN (
             SELECT id FROM payout_addresses WHERE tenant_id = $1 AND user_id = $2 ORDER BY last_at DESC, id DESC OFFSET $3)",
        tenant.uuid(),
        user.uuid(),
        ADDRESSES_MAX,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Marks the customer as notified about an address. Returns its id the first time only.
pub(crate) async fn tell(
    conn: &mut PgConnection,
    TenantUser { tenant, user }: TenantUser,
    named: Named<'_>,
    now: DateTime<Utc>,
) -> Result<Option<Uuid>, StoreError> {
    let id = sqlx::query_scalar!(
        "UPDATE payout_addresses SET told_at = $5
         WHERE tenant_id = $1 AND user_id = $2 AND address = $3 AND memo = $4 AND told_at IS NULL RETURNING id",
        tenant.uuid(),
        user.uuid(),
        named.address,
        named.memo,
        now,
    );
    Ok(id.fetch_optional(conn).await?)
}

/// Deletes the addresses of the owners of these profiles.
pub(crate) async fn forget(conn: &mut PgConnection, profiles: &[ProfileId]) -> Result<(), StoreError> {
    let profiles: Vec<Uuid> = profiles.iter().map(|profile| profile.uuid()).collect();
    sqlx::query!(
        "DELETE FROM payout_addresses a USING profiles p
         WHERE p.id = ANY($1) AND a.tenant_id = p.tenant_id AND a.user_id = p.user_id",
        &profiles,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Deletes addresses of all tenants that no customer has used since `before`; at most `limit`.
pub(crate) async fn purge(conn: &mut PgConnection, before: DateTime<Utc>, limit: i64) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM payout_addresses WHERE (tenant_id, id) IN (
             SELECT tenant_id, id FROM payout_addresses WHERE last_at < $1 LIMIT $2)",
        before,
        limit,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// All registered addresses of a customer for the data export: newest first, older than the position `before`.
pub(crate) async fn export(
    conn: &mut PgConnection,
    user: UserId,
    before: Option<RowPosition>,
    limit: i64,
) -> Result<Vec<(RowPosition, Value)>, StoreError> {
    let (at, id) = before.unzip();
    let rows = sqlx::query!(
        r#"SELECT first_at, id,
                  jsonb_build_object('address', address, 'memo', memo, 'first_named_at', first_at, 'last_named_at', last_at) AS "row!"
           FROM payout_addresses WHERE user_id = $1 AND ($2::timestamptz IS NULL OR (first_at, id) < ($2, $3))
           ORDER BY first_at DESC, id DESC LIMIT $4"#,
        user.uuid(),
        at,
        id,
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| ((row.first_at, row.id), row.row)).collect())
}
