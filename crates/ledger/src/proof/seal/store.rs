//! All SQL of the sealer. Each statement serves several tenants, and `conn` belongs to a system transaction.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use kernel::TenantId;
use sqlx::PgConnection;
use store::StoreError;
use uuid::Uuid;

use super::addition::{Addition, Waiting};
use crate::proof::Hash;
use crate::proof::commit::log_leaf;
use crate::proof::tree::SubtreeAddress;

/// The tenants with unsealed commits, after `last`.
pub(super) async fn tenants(
    conn: &mut PgConnection,
    last: Option<TenantId>,
    limit: i64,
) -> Result<Vec<TenantId>, StoreError> {
    let ids = sqlx::query_scalar!(
        "SELECT DISTINCT tenant_id FROM commits_unsealed WHERE tenant_id > $1 ORDER BY tenant_id LIMIT $2",
        last.map_or(Uuid::nil(), |tenant| tenant.uuid()),
        limit
    );
    Ok(ids.fetch_all(conn).await?.into_iter().map(TenantId::from_uuid).collect())
}

/// The commit time of the oldest unsealed commit of any tenant.
pub(super) async fn oldest(conn: &mut PgConnection) -> Result<Option<DateTime<Utc>>, StoreError> {
    // Commit ids start with their times.
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

fn uuids(tenants: impl IntoIterator<Item = TenantId>) -> Vec<Uuid> {
    tenants.into_iter().map(|tenant| tenant.uuid()).collect()
}

/// Waits for the tenant's sealing lock, and holds it until the end of the transaction.
pub(super) async fn lock_behind(conn: &mut PgConnection, tenant: TenantId) -> Result<(), StoreError> {
    let name = lock_name(tenant);
    sqlx::query!("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", name).fetch_one(conn).await?;
    Ok(())
}

/// Takes the sealing locks that are free, until the end of the transaction, and returns their tenants.
pub(super) async fn lock(conn: &mut PgConnection, tenants: &[TenantId]) -> Result<Vec<TenantId>, StoreError> {
    let names: Vec<String> = tenants.iter().copied().map(lock_name).collect();
    let got = sqlx::query_scalar!(
        r#"SELECT pg_try_advisory_xact_lock(hashtextextended(name, 0)) AS "got!"
           FROM UNNEST($1::text[]) WITH ORDINALITY AS n(name, place) ORDER BY place"#,
        &names
    );
    let got = got.fetch_all(conn).await?;
    Ok(tenants.iter().zip(got).filter_map(|(tenant, got)| got.then_some(*tenant)).collect())
}

/// The oldest `limit` unsealed commits of each tenant, in log order.
pub(super) async fn waiting(
    conn: &mut PgConnection,
    tenants: &[TenantId],
    limit: i64,
) -> Result<BTreeMap<TenantId, Vec<Waiting>>, StoreError> {
    // Lateral joins force look-ups by key; with a plain join the planner reads all commits of a new tenant.
    let rows = sqlx::query!(
        r#"SELECT t.id AS "tenant!", c.id, c.root, c.changes, c.committed_at
           FROM UNNEST($1::uuid[]) AS t(id)
           CROSS JOIN LATERAL
               (SELECT commit_id FROM commits_unsealed WHERE tenant_id = t.id ORDER BY commit_id LIMIT $2) u
           CROSS JOIN LATERAL
               (SELECT id, root, changes, committed_at FROM commits WHERE tenant_id = t.id AND id = u.commit_id LIMIT 1) c
           ORDER BY t.id, c.id"#,
        &uuids(tenants.iter().copied()),
        limit
    )
    .fetch_all(conn)
    .await?;
    let mut waiting = BTreeMap::<TenantId, Vec<Waiting>>::new();
    for row in rows {
        let root = Hash::from_slice(&row.root).unwrap_or_default();
        let leaf = log_leaf(row.id, row.changes, row.committed_at, &root);
        waiting.entry(TenantId::from_uuid(row.tenant)).or_default().push(Waiting { commit: row.id, leaf });
    }
    Ok(waiting)
}

/// The number of leaves of each log; tenants with an empty log are left out.
pub(super) async fn sizes(
    conn: &mut PgConnection,
    tenants: &[TenantId],
) -> Result<BTreeMap<TenantId, u64>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT t.id AS "tenant!", l.index
           FROM UNNEST($1::uuid[]) AS t(id)
           CROSS JOIN LATERAL (SELECT index FROM log_leaves WHERE tenant_id = t.id ORDER BY index DESC LIMIT 1) l"#,
        &uuids(tenants.iter().copied())
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (TenantId::from_uuid(row.tenant), row.index as u64 + 1)).collect())
}

/// The stored hashes of complete subtrees, by tenant and in the requested order.
pub(super) async fn subtrees(
    conn: &mut PgConnection,
    wanted: &[(TenantId, SubtreeAddress)],
) -> Result<BTreeMap<TenantId, Vec<Hash>>, StoreError> {
    let tenants = uuids(wanted.iter().map(|(tenant, _)| *tenant));
    let levels: Vec<i16> = wanted.iter().map(|(_, address)| i16::from(address.level)).collect();
    let indexes: Vec<i64> = wanted.iter().map(|(_, address)| address.index as i64).collect();
    let rows = sqlx::query!(
        r#"SELECT w.tenant AS "tenant!", n.hash AS "hash!"
           FROM UNNEST($1::uuid[], $2::smallint[], $3::bigint[]) WITH ORDINALITY AS w(tenant, level, index, place)
           CROSS JOIN LATERAL
               (SELECT hash FROM log_leaves WHERE w.level = 0 AND tenant_id = w.tenant AND index = w.index
                UNION ALL
                SELECT hash FROM log_nodes WHERE tenant_id = w.tenant AND level = w.level AND index = w.index
                LIMIT 1) n
           ORDER BY w.place"#,
        &tenants,
        &levels,
        &indexes,
    )
    .fetch_all(conn)
    .await?;
    let mut found = BTreeMap::<TenantId, Vec<Hash>>::new();
    for row in rows {
        let hash = Hash::from_slice(&row.hash).unwrap_or_default();
        found.entry(TenantId::from_uuid(row.tenant)).or_default().push(hash);
    }
    Ok(found)
}

pub(super) async fn insert_leaves(conn: &mut PgConnection, added: &[Addition]) -> Result<(), StoreError> {
    let leaves = || added.iter().flat_map(|one| (one.first()..).zip(&one.leaves).map(|leaf| (one.tenant, leaf)));
    let tenants = uuids(leaves().map(|(tenant, _)| tenant));
    let indexes: Vec<i64> = leaves().map(|(_, (index, _))| index as i64).collect();
    let commits: Vec<Uuid> = leaves().map(|(_, (_, leaf))| leaf.commit).collect();
    let hashes: Vec<&[u8]> = leaves().map(|(_, (_, leaf))| leaf.leaf.0.as_slice()).collect();
    sqlx::query!(
        "INSERT INTO log_leaves (tenant_id, index, commit_id, hash)
         SELECT UNNEST($1::uuid[]), UNNEST($2::bigint[]), UNNEST($3::uuid[]), UNNEST($4::bytea[])",
        &tenants,
        &indexes,
        &commits,
        &hashes as &[&[u8]],
    )
    .execute(conn)
    .await?;
    Ok(())
}

pub(super) async fn insert_nodes(conn: &mut PgConnection, added: &[Addition]) -> Result<(), StoreError> {
    let nodes = || added.iter().flat_map(|one| one.nodes.iter().map(|(address, hash)| (one.tenant, address, hash)));
    let tenants = uuids(nodes().map(|(tenant, ..)| tenant));
    let levels: Vec<i16> = nodes().map(|(_, address, _)| i16::from(address.level)).collect();
    let indexes: Vec<i64> = nodes().map(|(_, address, _)| address.index as i64).collect();
    let hashes: Vec<&[u8]> = nodes().map(|(.., hash)| hash.0.as_slice()).collect();
    sqlx::query!(
        "INSERT INTO log_nodes (tenant_id, level, index, hash)
         SELECT UNNEST($1::uuid[]), UNNEST($2::smallint[]), UNNEST($3::bigint[]), UNNEST($4::bytea[])",
        &tenants,
        &levels,
        &indexes,
        &hashes as &[&[u8]],
    )
    .execute(conn)
    .await?;
    Ok(())
}

pub(super) async fn insert_checkpoints(conn: &mut PgConnection, added: &[Addition]) -> Result<(), StoreError> {
    let tenants = uuids(added.iter().map(|one| one.tenant));
    let sizes: Vec<i64> = added.iter().map(|one| one.checkpoint.size as i64).collect();
    let roots: Vec<&[u8]> = added.iter().map(|one| one.checkpoint.root.0.as_slice()).collect();
    let notes: Vec<&str> = added.iter().map(|one| one.note.as_str()).collect();
    sqlx::query!(
        "INSERT INTO log_checkpoints (tenant_id, size, root, note)
         SELECT UNNEST($1::uuid[]), UNNEST($2::bigint[]), UNNEST($3::bytea[]), UNNEST($4::text[])",
        &tenants,
        &sizes,
        &roots as &[&[u8]],
        &notes as &[&str],
    )
    .execute(conn)
    .await?;
    Ok(())
}

pub(super) async fn forget_waiting(conn: &mut PgConnection, added: &[Addition]) -> Result<(), StoreError> {
    let sealed = || added.iter().flat_map(|one| one.leaves.iter().map(|leaf| (one.tenant, leaf.commit)));
    let tenants = uuids(sealed().map(|(tenant, _)| tenant));
    let commits: Vec<Uuid> = sealed().map(|(_, commit)| commit).collect();
    // Looks up each row by key; with a plain join the planner reads all unsealed commits. Rows are never updated, and
    // deletion requires the lock, so each `ctid` is stable.
    sqlx::query!(
        "DELETE FROM commits_unsealed WHERE ctid = ANY (ARRAY(
             SELECT u.ctid FROM UNNEST($1::uuid[], $2::uuid[]) AS s(tenant_id, commit_id)
             CROSS JOIN LATERAL
                 (SELECT ctid FROM commits_unsealed
                  WHERE tenant_id = s.tenant_id AND commit_id = s.commit_id LIMIT 1) u))",
        &tenants,
        &commits,
    )
    .execute(conn)
    .await?;
    Ok(())
}
