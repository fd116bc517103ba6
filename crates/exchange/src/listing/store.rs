//! Reads the transactions of one profile from the ledger's records.

use kernel::{ProfileId, TenantId, TransactionId};
use sqlx::PgConnection;
use store::StoreError;
use uuid::Uuid;

/// A window of a profile's transactions.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Window<'a> {
    pub tenant: TenantId,
    pub profile: ProfileId,
    /// The status codes; empty means all.
    pub statuses: &'a [String],
    /// The lowest id.
    pub from: Uuid,
    /// The end of the id range, exclusive.
    pub before: Uuid,
    /// The maximum number of transactions.
    pub limit: i64,
}

/// Ids and bodies, newest first. Both queries are range scans: of the index of an owner's records, and of that of
/// received transfers.
pub(crate) async fn window(
    conn: &mut PgConnection,
    window: Window<'_>,
) -> Result<Vec<(Uuid, serde_json::Value)>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT id AS "id!", body AS "body!" FROM (
             (SELECT id, body FROM records
              WHERE tenant_id = $1 AND kind = 'transaction' AND owner = $2 AND id >= $3 AND id < $4
                AND (cardinality($5::text[]) = 0 OR status = ANY($5))
              ORDER BY id DESC LIMIT $6)
             UNION ALL
             (SELECT id, body FROM records
              WHERE tenant_id = $1 AND kind = 'transaction' AND receiver = $2 AND id >= $3 AND id < $4 AND status = 'DONE'
                AND (cardinality($5::text[]) = 0 OR status = ANY($5))
              ORDER BY id DESC LIMIT $6)) both_sides
           ORDER BY id DESC LIMIT $6"#,
        window.tenant.uuid(),
        window.profile.uuid(),
        window.from,
        window.before,
        window.statuses,
        window.limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.body)).collect())
}

/// Ids and bodies of those of the given transactions that the profile made or received, unordered.
pub(crate) async fn of_profile(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
    ids: &[TransactionId],
) -> Result<Vec<(Uuid, serde_json::Value)>, StoreError> {
    let ids: Vec<Uuid> = ids.iter().map(|id| id.uuid()).collect();
    let rows = sqlx::query!(
        "SELECT id, body FROM records
         WHERE tenant_id = $1 AND id = ANY($3) AND kind = 'transaction' AND (owner = $2 OR receiver = $2)",
        tenant.uuid(),
        profile.uuid(),
        &ids,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.body)).collect())
}
