//! The exchange's SQL over the ledger's records.

use std::collections::BTreeMap;

use kernel::{Amount, Payway, ProfileId, TenantId};
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

/// The bodies of open orders that may wait for a bank transfer of exactly this amount, at most `limit`.
pub(crate) async fn awaiting_transfer(
    conn: &mut PgConnection,
    tenant: TenantId,
    amount: Amount,
    limit: i64,
) -> Result<Vec<(Uuid, serde_json::Value)>, StoreError> {
    // An open order has a deadline, and few records have one: the index of deadlines finds them.
    let rows = sqlx::query!(
        "SELECT id, body FROM records
         WHERE kind = 'transaction' AND due_at IS NOT NULL AND tenant_id = $1 AND status IN ('NEW', 'WAIT')
           AND body @> $2 LIMIT $3",
        tenant.uuid(),
        serde_json::json!({ "legs": [{ "leg": "collect", "payway": Payway::Iban, "expected": amount }] }),
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.body)).collect())
}

/// The verified first and last names of the customers of these profiles. Without a verified identity there is none: a
/// name that a person only claims must not attract the payments of others.
pub(crate) async fn verified_names(
    conn: &mut PgConnection,
    tenant: TenantId,
    profiles: &[ProfileId],
) -> Result<BTreeMap<ProfileId, (String, String)>, StoreError> {
    let owners: Vec<Uuid> = profiles.iter().map(|profile| profile.uuid()).collect();
    let rows = sqlx::query!(
        r#"SELECT p.id, u.first_name AS "first_name!", u.last_name AS "last_name!"
           FROM profiles p
           JOIN users u ON u.tenant_id = p.tenant_id AND u.id = p.user_id
           JOIN verifications v ON v.tenant_id = u.tenant_id AND v.user_id = u.id AND v.kind = 'IDENTITY'
           WHERE p.tenant_id = $1 AND p.id = ANY($2) AND p.closed_at IS NULL AND u.status = 'active'
             AND v.status = 'COMPLETED' AND u.first_name IS NOT NULL AND u.last_name IS NOT NULL"#,
        tenant.uuid(),
        &owners,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (ProfileId::from_uuid(row.id), (row.first_name, row.last_name))).collect())
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
