//! All SQL of the sealer.

use chrono::{DateTime, Utc};
use kernel::TenantId;
use sqlx::PgConnection;
use store::StoreError;
use uuid::Uuid;

use crate::proof::commit::log_leaf;
use crate::proof::tree::Address;
use crate::proof::{Checkpoint, Hash};

/// A commit that is not in the log yet.
pub(super) struct Waiting {
    pub commit: Uuid,
    pub leaf: Hash,
}

/// Tenants with commits that wait. `conn` is a system transaction's.
pub(super) async fn tenants(conn: &mut PgConnection, limit: i64) -> Result<Vec<TenantId>, StoreError> {
    let ids = sqlx::query_scalar!("SELECT DISTINCT tenant_id FROM commits_unsealed LIMIT $1", limit);
    Ok(ids.fetch_all(conn).await?.into_iter().map(TenantId::from_uuid).collect())
}

/// When the commit was made that waits longest, of any tenant. `conn` is a system transaction's.
pub(super) async fn oldest(conn: &mut PgConnection) -> Result<Option<DateTime<Utc>>, StoreError> {
    // Their ids begin with their times.
    let made = sqlx::query_scalar!(
        "SELECT c.committed_at
         FROM (SELECT tenant_id, commit_id FROM commits_unsealed ORDER BY commit_id LIMIT 1) u
         CROSS JOIN LATERAL (SELECT committed_at FROM commits WHERE tenant_id = u.tenant_id AND id = u.commit_id LIMIT 1) c"
    );
    Ok(made.fetch_optional(conn).await?)
}

fn lock_name(tenant: TenantId) -> String {
    format!("agio seal {}", tenant.uuid())
}

/// Waits until nobody else seals for this tenant, and keeps it so until the transaction ends.
pub(super) async fn lock_behind(conn: &mut PgConnection, tenant: TenantId) -> Result<(), StoreError> {
    let name = lock_name(tenant);
    sqlx::query!("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", name).fetch_one(conn).await?;
    Ok(())
}

/// Whether nobody else seals for this tenant until the transaction ends.
pub(super) async fn lock(conn: &mut PgConnection, tenant: TenantId) -> Result<bool, StoreError> {
    let name = lock_name(tenant);
    let got = sqlx::query_scalar!(r#"SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS "got!""#, name);
    Ok(got.fetch_one(conn).await?)
}

/// The oldest that wait, in the order in which they go into the log.
pub(super) async fn waiting(conn: &mut PgConnection, tenant: TenantId, limit: i64) -> Result<Vec<Waiting>, StoreError> {
    // Joined freely, all commits of a young tenant are read to find the few that wait.
    let rows = sqlx::query!(
        "SELECT c.id, c.root, c.changes, c.committed_at
         FROM (SELECT commit_id FROM commits_unsealed WHERE tenant_id = $1 ORDER BY commit_id LIMIT $2) u
         CROSS JOIN LATERAL
             (SELECT id, root, changes, committed_at FROM commits WHERE tenant_id = $1 AND id = u.commit_id LIMIT 1) c
         ORDER BY c.id",
        tenant.uuid(),
        limit
    )
    .fetch_all(conn)
    .await?;
    let waiting = rows.into_iter().map(|row| {
        let root = Hash::from_slice(&row.root).unwrap_or_default();
        Waiting { commit: row.id, leaf: log_leaf(row.id, row.changes, row.committed_at, &root) }
    });
    Ok(waiting.collect())
}

pub(super) async fn insert_leaves(
    conn: &mut PgConnection,
    tenant: TenantId,
    first: u64,
    leaves: &[Waiting],
) -> Result<(), StoreError> {
    let indexes: Vec<i64> = (first as i64..).take(leaves.len()).collect();
    let commits: Vec<Uuid> = leaves.iter().map(|leaf| leaf.commit).collect();
    let hashes: Vec<&[u8]> = leaves.iter().map(|leaf| leaf.leaf.0.as_slice()).collect();
    sqlx::query!(
        "INSERT INTO log_leaves (tenant_id, index, commit_id, hash)
         SELECT $1, n.* FROM UNNEST($2::bigint[], $3::uuid[], $4::bytea[]) AS n",
        tenant.uuid(),
        &indexes,
        &commits,
        &hashes as &[&[u8]],
    )
    .execute(conn)
    .await?;
    Ok(())
}

pub(super) async fn insert_nodes(
    conn: &mut PgConnection,
    tenant: TenantId,
    nodes: &[(Address, Hash)],
) -> Result<(), StoreError> {
    let levels: Vec<i16> = nodes.iter().map(|(address, _)| i16::from(address.level)).collect();
    let indexes: Vec<i64> = nodes.iter().map(|(address, _)| address.index as i64).collect();
    let hashes: Vec<&[u8]> = nodes.iter().map(|(_, hash)| hash.0.as_slice()).collect();
    sqlx::query!(
        "INSERT INTO log_nodes (tenant_id, level, index, hash)
         SELECT $1, n.* FROM UNNEST($2::smallint[], $3::bigint[], $4::bytea[]) AS n",
        tenant.uuid(),
        &levels,
        &indexes,
        &hashes as &[&[u8]],
    )
    .execute(conn)
    .await?;
    Ok(())
}

pub(super) async fn insert_checkpoint(
    conn: &mut PgConnection,
    tenant: TenantId,
    checkpoint: &Checkpoint,
    note: &str,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO log_checkpoints (tenant_id, size, root, note) VALUES ($1, $2, $3, $4)",
        tenant.uuid(),
        checkpoint.size as i64,
        checkpoint.root.0.as_slice(),
        note,
    )
    .execute(conn)
    .await?;
    Ok(())
}

pub(super) async fn forget_waiting(conn: &mut PgConnection, sealed: &[Waiting]) -> Result<(), StoreError> {
    let commits: Vec<Uuid> = sealed.iter().map(|leaf| leaf.commit).collect();
    sqlx::query!("DELETE FROM commits_unsealed WHERE commit_id = ANY($1)", &commits).execute(conn).await?;
    Ok(())
}
