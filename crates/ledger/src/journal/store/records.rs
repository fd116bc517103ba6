//! Writes the records of a batch, conditional on their versions.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use kernel::TenantId;
use sqlx::PgConnection;
use store::StoreError;
use uuid::Uuid;

use crate::Record;

/// The record changes of a batch: the last state of each, and the version that it overwrites.
pub(super) struct Moves<'a> {
    /// New records. No other batch of this Journal has them.
    pub begun: Vec<Move<'a>>,
    /// Existing records, possibly created by the previous batch.
    pub moved: Vec<Move<'a>>,
}

/// A record and the version that it overwrites; 0 for a new one.
pub(super) struct Move<'a> {
    pub record: &'a Record,
    stored: i64,
}

impl<'a> Moves<'a> {
    /// Collects the last state of each of `records`, which are in decision order; sorts by id.
    pub fn of(records: &[(Uuid, &'a Record)]) -> Self {
        let mut last: BTreeMap<Uuid, Move<'a>> = BTreeMap::new();
        for &(_, record) in records {
            // The first state of a record in the batch was decided on the version before it.
            let first = Move { record, stored: record.version - 1 };
            last.entry(record.id).or_insert(first).record = record;
        }
        let (begun, moved) = last.into_values().partition(|found| found.stored == 0);
        Self { begun, moved }
    }
}

/// Updates existing records, conditional on their versions; each by key, as for accounts.
pub(super) async fn write_records(
    conn: &mut PgConnection,
    tenant: TenantId,
    now: DateTime<Utc>,
    moves: &[Move<'_>],
) -> Result<(), StoreError> {
    if moves.is_empty() {
        return Ok(());
    }
    let records: Vec<&Record> = moves.iter().map(|found| found.record).collect();
    let stored: Vec<i64> = moves.iter().map(|found| found.stored).collect();
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
         SELECT $1, $2, $2, UNNEST($3::uuid[]), UNNEST($4::text[]), UNNEST($5::uuid[]), UNNEST($6::text[]), UNNEST($7::bigint[]),
                UNNEST($8::jsonb[]), UNNEST($9::timestamptz[]), UNNEST($10::bigint[])
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
        &stored,
    )
    .execute(conn)
    .await?;
    if done.rows_affected() == records.len() as u64 {
        return Ok(());
    }
    Err(StoreError::NotOneRow { what: "records at their versions", found: done.rows_affected() })
}
