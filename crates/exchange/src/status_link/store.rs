//! All SQL of status links.

use ::store::StoreError;
use chrono::{DateTime, Utc};
use identity::TokenHash;
use kernel::{ProfileId, StatusLinkId, TenantId, TransactionId};
use serde_json::Value;
use sqlx::PgConnection;
use uuid::Uuid;

use super::StatusLink;

/// The most links in a data export.
const EXPORTED_MAX: i64 = 10_000;

/// The link of a profile to a transaction, if it still works at `now`.
pub(crate) async fn find(
    conn: &mut PgConnection,
    tenant: TenantId,
    (profile, transaction): (ProfileId, TransactionId),
    now: DateTime<Utc>,
) -> Result<Option<StatusLink>, StoreError> {
    let row = sqlx::query!(
        "SELECT id, expires_at FROM status_links
         WHERE tenant_id = $1 AND profile_id = $2 AND transaction_id = $3 AND expires_at > $4",
        tenant.uuid(),
        profile.uuid(),
        transaction.uuid(),
        now,
    );
    Ok(row.fetch_optional(conn).await?.map(|row| StatusLink {
        id: StatusLinkId::from_uuid(row.id),
        profile,
        transaction,
        expires_at: row.expires_at,
    }))
}

/// Inserts a link, and deletes the profile's expired ones. A link that another request has just made stays; the answer
/// is the link that is stored.
pub(crate) async fn insert(
    conn: &mut PgConnection,
    tenant: TenantId,
    link: &StatusLink,
    hash: &TokenHash,
    now: DateTime<Utc>,
) -> Result<StatusLink, StoreError> {
    sqlx::query!(
        "DELETE FROM status_links WHERE tenant_id = $1 AND profile_id = $2 AND expires_at <= $3",
        tenant.uuid(),
        link.profile.uuid(),
        now,
    )
    .execute(&mut *conn)
    .await?;
    let row = sqlx::query!(
        "INSERT INTO status_links AS known
            (tenant_id, profile_id, transaction_id, id, token_hash, expires_at, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (tenant_id, profile_id, transaction_id) DO UPDATE SET created_at = known.created_at
         RETURNING id, expires_at",
        tenant.uuid(),
        link.profile.uuid(),
        link.transaction.uuid(),
        link.id.uuid(),
        hash.bytes(),
        link.expires_at,
        now,
    )
    .fetch_one(conn)
    .await?;
    Ok(StatusLink { id: StatusLinkId::from_uuid(row.id), expires_at: row.expires_at, ..link.clone() })
}

/// The owner and the transaction of a token, if its link still works at `now`.
pub(crate) async fn by_token(
    conn: &mut PgConnection,
    tenant: TenantId,
    hash: &TokenHash,
    now: DateTime<Utc>,
) -> Result<Option<(ProfileId, TransactionId)>, StoreError> {
    let row = sqlx::query!(
        "SELECT profile_id, transaction_id, token_hash FROM status_links
         WHERE tenant_id = $1 AND token_hash = $2 AND expires_at > $3",
        tenant.uuid(),
        hash.bytes(),
        now,
    );
    let row = row.fetch_optional(conn).await?.filter(|row| hash.matches(&row.token_hash));
    Ok(row.map(|row| (ProfileId::from_uuid(row.profile_id), TransactionId::from_uuid(row.transaction_id))))
}

/// The links of a profile as rows of its data export, without their tokens; the newest first.
pub(crate) async fn export(conn: &mut PgConnection, profile: ProfileId) -> Result<Vec<Value>, StoreError> {
    let rows = sqlx::query_scalar!(
        r#"SELECT jsonb_build_object('transaction', 'ord_' || replace(transaction_id::text, '-', ''),
                                     'created_at', created_at, 'expires_at', expires_at) AS "row!"
           FROM status_links WHERE profile_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2"#,
        profile.uuid(),
        EXPORTED_MAX,
    );
    Ok(rows.fetch_all(conn).await?)
}

/// Deletes the link of a profile to a transaction. Returns false if there is none.
pub(crate) async fn delete(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
    transaction: TransactionId,
) -> Result<bool, StoreError> {
    let deleted = sqlx::query!(
        "DELETE FROM status_links WHERE tenant_id = $1 AND profile_id = $2 AND transaction_id = $3",
        tenant.uuid(),
        profile.uuid(),
        transaction.uuid(),
    )
    .execute(conn)
    .await?;
    Ok(deleted.rows_affected() > 0)
}

/// Deletes the links of these profiles.
pub(crate) async fn forget(conn: &mut PgConnection, profiles: &[ProfileId]) -> Result<(), StoreError> {
    let profiles: Vec<Uuid> = profiles.iter().map(|profile| profile.uuid()).collect();
    sqlx::query!("DELETE FROM status_links WHERE profile_id = ANY($1)", &profiles).execute(conn).await?;
    Ok(())
}
