//! The versions of counters: read and locked with the other rows of a batch, written over the versions that it was
//! decided on.

use std::collections::BTreeMap;

use kernel::TenantId;
use sqlx::PgConnection;
use store::StoreError;
use uuid::Uuid;

use crate::CounterStep;

/// Locks the counters, in the order of their ids, and returns their versions.
pub(super) async fn lock_counters(
    conn: &mut PgConnection,
    tenant: TenantId,
    ids: &[Uuid],
) -> Result<Vec<(Uuid, i64)>, StoreError> {
    let rows = sqlx::query!(
        "SELECT c.id, c.version FROM UNNEST($2::uuid[]) AS n(id)
         CROSS JOIN LATERAL (SELECT * FROM counter_versions WHERE tenant_id = $1 AND id = n.id LIMIT 1 FOR UPDATE) AS c",
        tenant.uuid(),
        ids
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.version)).collect())
}

/// The versions of counters as committed, without locks.
pub(super) async fn read_counters(
    conn: &mut PgConnection,
    tenant: TenantId,
    ids: &[Uuid],
) -> Result<Vec<(Uuid, i64)>, StoreError> {
    let rows = sqlx::query!(
        "SELECT c.id, c.version FROM UNNEST($2::uuid[]) AS n(id)
         CROSS JOIN LATERAL (SELECT * FROM counter_versions WHERE tenant_id = $1 AND id = n.id LIMIT 1) AS c",
        tenant.uuid(),
        ids
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.version)).collect())
}

/// Moves on the counters of a batch, conditional on the versions that the batch was decided on.
pub(super) async fn write_counters(
    conn: &mut PgConnection,
    tenant: TenantId,
    steps: &[CounterStep],
) -> Result<(), StoreError> {
    if steps.is_empty() {
        return Ok(());
    }
    // The version before the batch and the one after it. Ordered by id, as all Journals write.
    let mut moves: BTreeMap<Uuid, (i64, i64)> = BTreeMap::new();
    for step in steps {
        moves.entry(step.counter).or_insert((step.version, 0)).1 = step.version + 1;
    }
    let ids: Vec<Uuid> = moves.keys().copied().collect();
    let stored: Vec<i64> = moves.values().map(|(stored, _)| *stored).collect();
    let versions: Vec<i64> = moves.values().map(|(_, version)| *version).collect();
    let written = sqlx::query_scalar!(
        r#"WITH moves AS (SELECT UNNEST($2::uuid[]) AS id, UNNEST($3::bigint[]) AS stored, UNNEST($4::bigint[]) AS version),
         begun AS (
             INSERT INTO counter_versions (tenant_id, id, version) SELECT $1, id, version FROM moves WHERE stored = 0
             ON CONFLICT DO NOTHING RETURNING 1),
         moved AS (
             UPDATE counter_versions c SET version = m.version FROM moves m
             WHERE c.tenant_id = $1 AND c.id = m.id AND m.stored > 0 AND c.version = m.stored RETURNING 1)
         SELECT (SELECT count(*) FROM begun) + (SELECT count(*) FROM moved) AS "written!""#,
        tenant.uuid(),
        &ids,
        &stored,
        &versions,
    )
    .fetch_one(conn)
    .await?;
    let found = u64::try_from(written).unwrap_or_default();
    if found == ids.len() as u64 {
        Ok(())
    } else {
        Err(StoreError::NotOneRow { what: "counters at their versions", found })
    }
}
