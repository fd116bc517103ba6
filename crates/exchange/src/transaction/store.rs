//! The exchange's SQL over the ledger's records.

use kernel::{ProfileId, TenantId};
use sqlx::PgConnection;
use store::StoreError;
use uuid::Uuid;

/// The bodies of transactions with an open review, newest first, before `cursor`.
pub(crate) async fn reviewed(
    conn: &mut PgConnection,
    cursor: Option<Uuid>,
    limit: i64,
) -> Result<Vec<serde_json::Value>, StoreError> {
    // The condition matches an index.
    let bodies = sqlx::query_scalar!(
        "SELECT body FROM records
         WHERE kind = 'transaction' AND jsonb_typeof(body -> 'review') = 'object' AND ($1::uuid IS NULL OR id < $1)
         ORDER BY id DESC LIMIT $2",
        cursor,
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(bodies)
}

/// The bodies of transactions whose ids end in these ten hexadecimal digits, at most `limit`.
pub(crate) async fn ending_in(
    conn: &mut PgConnection,
    tenant: TenantId,
    endings: &[String],
    limit: i64,
) -> Result<Vec<(Uuid, serde_json::Value)>, StoreError> {
    // The condition matches an index.
    let rows = sqlx::query!(
        "SELECT id, body FROM records
         WHERE tenant_id = $1 AND kind = 'transaction' AND right(id::text, 10) = ANY($2) LIMIT $3",
        tenant.uuid(),
        endings,
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.body)).collect())
}

/// The transactions of these profiles with one of the statuses `open`, and those with an open review in any status. Ids
/// and statuses, newest first, at most `limit`.
pub(crate) async fn unfinished(
    conn: &mut PgConnection,
    profiles: &[ProfileId],
    open: &[String],
    limit: i64,
) -> Result<Vec<(Uuid, String)>, StoreError> {
    let owners: Vec<Uuid> = profiles.iter().map(|profile| profile.uuid()).collect();
    let rows = sqlx::query!(
        "SELECT id, status FROM records
         WHERE kind = 'transaction' AND owner = ANY($1)
           AND (status = ANY($2) OR jsonb_typeof(body -> 'review') = 'object')
         ORDER BY id DESC LIMIT $3",
        &owners,
        open,
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.status)).collect())
}

/// The transactions of a profile that hold unmatched payments of these parents, oldest first, at most `limit` of each
/// parent. `from` and `to` are the ids that they can have.
pub(crate) async fn unmatched(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
    (from, to, parents): (&[Uuid], &[Uuid], &[String]),
    limit: i64,
) -> Result<Vec<(Uuid, serde_json::Value)>, StoreError> {
    // The range of ids matches the primary key.
    let rows = sqlx::query!(
        r#"SELECT r.id AS "id!", r.body AS "body!"
           FROM unnest($3::uuid[], $4::uuid[], $5::text[]) AS asked (first, last, parent)
           CROSS JOIN LATERAL (
               SELECT id, body, created_at FROM records
               WHERE tenant_id = $1 AND id BETWEEN asked.first AND asked.last AND owner = $2
                 AND kind = 'transaction' AND body ->> 'parent' = asked.parent
               ORDER BY id LIMIT $6) r
           ORDER BY r.created_at, r.id"#,
        tenant.uuid(),
        profile.uuid(),
        from,
        to,
        parents,
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.body)).collect())
}

/// The transfers that this profile has received, newest first, before `cursor`, at most `limit`.
pub(crate) async fn received(
    conn: &mut PgConnection,
    profile: ProfileId,
    cursor: Option<Uuid>,
    limit: i64,
) -> Result<Vec<(Uuid, serde_json::Value)>, StoreError> {
    let rows = sqlx::query!(
        "SELECT id, body FROM records
         WHERE kind = 'transaction' AND receiver = $1 AND status = 'DONE' AND ($2::uuid IS NULL OR id < $2)
         ORDER BY id DESC LIMIT $3",
        profile.uuid(),
        cursor,
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.body)).collect())
}

/// The transfers that wait for a person with this contact, oldest first, at most `limit`.
pub(crate) async fn unclaimed(conn: &mut PgConnection, contact: &str, limit: i64) -> Result<Vec<Uuid>, StoreError> {
    // The conditions match an index.
    let ids = sqlx::query_scalar!(
        "SELECT id FROM records
         WHERE kind = 'transaction' AND status = 'NEW' AND receiver IS NULL
           AND jsonb_path_exists(body, '$.legs[*].to.contact')
           AND jsonb_path_query_first(body, '$.legs[*].to.contact') #>> '{}' = $1
         ORDER BY id LIMIT $2",
        contact,
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(ids)
}
