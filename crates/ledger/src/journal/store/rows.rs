use chrono::{DateTime, Utc};
use kernel::TenantId;
use sqlx::PgConnection;
use store::{Atoms, StoreError};
use uuid::Uuid;

use super::records::Moves;
use super::write::Writes;
use super::{by_key, column};

/// Writes what is new: rows that are for ever, records that begin, and word for the sealer. Two batches of one Journal never wait for each
/// other here, so they do it at the same time.
/// Rows go in by ascending key: inserting is where Journals of two replicas can wait for one another.
///
/// All in one statement, for each is a round trip, and a caller who is alone waits for every one of them. Where a batch has none of something,
/// its columns are empty. A key, id, version or record that is there already is a unique violation, and nothing is written.
#[expect(clippy::too_many_lines, reason = "one statement, with a line for each of its columns")]
pub(in crate::journal) async fn write_rows(
    conn: &mut PgConnection,
    tenant: TenantId,
    now: DateTime<Utc>,
    writes: &Writes<'_>,
) -> Result<(), StoreError> {
    let Writes { transfers, records: steps, sealed, .. } = writes;
    let (changes, begun, commit) = (by_key(writes.receipts), Moves::of(steps).begun, &sealed.commit);
    sqlx::query!(
        "WITH changes_in AS (
             INSERT INTO changes (tenant_id, committed_at, key, id, record_id, record_version)
             SELECT $1, $2, n.* FROM UNNEST($3::text[], $4::uuid[], $5::uuid[], $6::bigint[]) AS n),
         transfers_in AS (
             INSERT INTO transfers (tenant_id, created_at, id, change_id, record_id, kind, code,
                                    debit_account, debit_version, debit_balance,
                                    credit_account, credit_version, credit_balance, posted, pending, hold_id)
             SELECT $1, $2, n.* FROM UNNEST($7::uuid[], $8::uuid[], $9::uuid[], $10::text[], $11::text[],
                    $12::bigint[], $13::bigint[], $14::numeric[], $15::bigint[], $16::bigint[], $17::numeric[],
                    $18::numeric[], $19::numeric[], $20::uuid[]) AS n),
         records_in AS (
             INSERT INTO records (tenant_id, created_at, updated_at, id, kind, owner, status, version, body, due_at,
                                  expected_version)
             SELECT $1, $2, $2, n.*, 0 FROM UNNEST($21::uuid[], $22::text[], $23::uuid[], $24::text[], $25::bigint[],
                    $26::jsonb[], $27::timestamptz[]) AS n),
         history_in AS (
             INSERT INTO record_history (tenant_id, at, record_id, version, change_id, status, actor, reason, state,
                                         private)
             SELECT $1, $2, n.* FROM UNNEST($28::uuid[], $29::bigint[], $30::uuid[], $31::text[], $32::text[],
                    $33::text[], $34::bytea[], $35::bytea[]) AS n),
         commit_in AS (
             INSERT INTO commits (tenant_id, id, salt, root, changes, committed_at, manifest)
             VALUES ($1, $36, $37, $38, $39, $40, $41) RETURNING tenant_id, id)
         INSERT INTO commits_unsealed (tenant_id, commit_id) SELECT tenant_id, id FROM commit_in",
        tenant.uuid(),
        now,
        &column(&changes, |c| c.key.0.as_str()) as &[&str],
        &column(&changes, |c| c.change),
        &column(&changes, |c| c.record) as &[Option<Uuid>],
        &column(&changes, |c| c.version),
        &column(transfers, |t| t.id),
        &column(transfers, |t| t.change),
        &column(transfers, |t| t.record) as &[Option<Uuid>],
        &column(transfers, |t| t.kind) as &[&str],
        &column(transfers, |t| t.code) as &[&str],
        &column(transfers, |t| t.debit.account),
        &column(transfers, |t| t.debit.version),
        &column(transfers, |t| Atoms(t.debit.balance)) as &[Atoms],
        &column(transfers, |t| t.credit.account),
        &column(transfers, |t| t.credit.version),
        &column(transfers, |t| Atoms(t.credit.balance)) as &[Atoms],
        &column(transfers, |t| Atoms(t.posted)) as &[Atoms],
        &column(transfers, |t| Atoms(t.pending)) as &[Atoms],
        &column(transfers, |t| t.hold) as &[Option<Uuid>],
        &column(&begun, |m| m.record.id),
        &column(&begun, |m| m.record.kind.as_ref()) as &[&str],
        &column(&begun, |m| m.record.owner),
        &column(&begun, |m| m.record.status.as_str()) as &[&str],
        &column(&begun, |m| m.record.version),
        &column(&begun, |m| &m.record.body) as &[&serde_json::Value],
        &column(&begun, |m| m.record.due_at) as &[Option<DateTime<Utc>>],
        &column(steps, |(_, record)| record.id),
        &column(steps, |(_, record)| record.version),
        &column(steps, |(change, _)| *change),
        &column(steps, |(_, record)| record.status.as_str()) as &[&str],
        &column(steps, |(_, record)| record.actor.as_str()) as &[&str],
        &column(steps, |(_, record)| record.reason.as_str()) as &[&str],
        &column(&sealed.steps, |(state, _)| state.0.as_slice()) as &[&[u8]],
        &column(&sealed.steps, |(_, private)| private.0.as_slice()) as &[&[u8]],
        commit.id,
        commit.salt.as_slice(),
        commit.root.0.as_slice(),
        commit.changes,
        commit.committed_at,
        &commit.manifest,
    )
    .execute(conn)
    .await?;
    Ok(())
}
