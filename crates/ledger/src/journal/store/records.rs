use std::collections::HashMap;

use chrono::{DateTime, Utc};
use kernel::TenantId;
use sqlx::PgConnection;
use store::StoreError;
use uuid::Uuid;

use crate::Record;
use crate::proof::Hash;

/// Writes new states of records, each with the change that made it, in the order they were made; `hashes` has two for each,
/// of the state and of what the change keeps from its customer.
pub(super) async fn write_records(
    conn: &mut PgConnection,
    tenant: TenantId,
    now: DateTime<Utc>,
    records: &[(Uuid, &Record)],
    hashes: &[(Hash, Hash)],
) -> Result<(), StoreError> {
    if records.is_empty() {
        return Ok(());
    }
    // The batch may move a record more than once: the row gets the last state, the history every one.
    let last: HashMap<Uuid, &Record> = records.iter().map(|(_, record)| (record.id, *record)).collect();
    let mut last: Vec<&Record> = last.into_values().collect();
    last.sort_unstable_by_key(|record| record.id);
    let mut stored: HashMap<Uuid, i64> = HashMap::new();
    for (_, record) in records {
        // The first one of the batch was decided on the version before it.
        stored.entry(record.id).or_insert(record.version - 1);
    }
    let stored: Vec<i64> = last.iter().filter_map(|record| stored.get(&record.id).copied()).collect();
    write_states(conn, tenant, now, &last, &stored).await?;
    insert_history(conn, tenant, now, records, hashes).await
}

/// Writes records as they stand, those that are new and those that moved, over the versions `stored`; each by its key, as
/// accounts are.
async fn write_states(
    conn: &mut PgConnection,
    tenant: TenantId,
    now: DateTime<Utc>,
    records: &[&Record],
    stored: &[i64],
) -> Result<(), StoreError> {
    let ids: Vec<Uuid> = records.iter().map(|r| r.id).collect();
    let kinds: Vec<&str> = records.iter().map(|r| r.kind.as_ref()).collect();
    let owners: Vec<Uuid> = records.iter().map(|r| r.owner).collect();
    let statuses: Vec<&str> = records.iter().map(|r| r.status.as_str()).collect();
    let versions: Vec<i64> = records.iter().map(|r| r.version).collect();
    let bodies: Vec<&serde_json::Value> = records.iter().map(|r| &r.body).collect();
    let due: Vec<Option<DateTime<Utc>>> = records.iter().map(|r| r.due_at).collect();
    let done = sqlx::query!(
        "INSERT INTO records AS r (tenant_id, created_at, updated_at, id, kind, owner, status, version, body, due_at,
                                   expected_version)
         SELECT $1, $2, $2, n.* FROM UNNEST($3::uuid[], $4::text[], $5::uuid[], $6::text[], $7::bigint[], $8::jsonb[],
                                            $9::timestamptz[], $10::bigint[]) AS n
         ON CONFLICT (tenant_id, id) DO UPDATE
         SET status = excluded.status, version = excluded.version, body = excluded.body, due_at = excluded.due_at,
             updated_at = excluded.updated_at
         WHERE r.version = excluded.expected_version",
        tenant.uuid(),
        now,
        &ids,
        &kinds as &[&str],
        &owners,
        &statuses as &[&str],
        &versions,
        &bodies as &[&serde_json::Value],
        &due as &[Option<DateTime<Utc>>],
        stored,
    )
    .execute(conn)
    .await?;
    if done.rows_affected() == records.len() as u64 {
        return Ok(());
    }
    Err(StoreError::NotOneRow { what: "records at their versions", found: done.rows_affected() })
}

async fn insert_history(
    conn: &mut PgConnection,
    tenant: TenantId,
    now: DateTime<Utc>,
    records: &[(Uuid, &Record)],
    hashes: &[(Hash, Hash)],
) -> Result<(), StoreError> {
    let changes: Vec<Uuid> = records.iter().map(|(change, _)| *change).collect();
    let ids: Vec<Uuid> = records.iter().map(|(_, r)| r.id).collect();
    let versions: Vec<i64> = records.iter().map(|(_, r)| r.version).collect();
    let statuses: Vec<String> = records.iter().map(|(_, r)| r.status.clone()).collect();
    let actors: Vec<String> = records.iter().map(|(_, r)| r.actor.clone()).collect();
    let reasons: Vec<String> = records.iter().map(|(_, r)| r.reason.clone()).collect();
    let states: Vec<&[u8]> = hashes.iter().map(|(state, _)| state.0.as_slice()).collect();
    let private: Vec<&[u8]> = hashes.iter().map(|(_, private)| private.0.as_slice()).collect();
    sqlx::query!(
        "INSERT INTO record_history (tenant_id, at, record_id, version, change_id, status, actor, reason, state, private)
         SELECT $1, $2, n.* FROM UNNEST($3::uuid[], $4::bigint[], $5::uuid[], $6::text[], $7::text[], $8::text[],
                                        $9::bytea[], $10::bytea[]) AS n",
        tenant.uuid(),
        now,
        &ids,
        &versions,
        &changes,
        &statuses,
        &actors,
        &reasons,
        &states as &[&[u8]],
        &private as &[&[u8]],
    )
    .execute(conn)
    .await?;
    Ok(())
}
