//! Inserts the immutable rows of a batch in one statement.

use chrono::{DateTime, Utc};
use kernel::TenantId;
use sqlx::PgConnection;
use store::{Atoms, StoreError};
use uuid::Uuid;

use super::accounts::{AccountColumns, all_written};
use super::records::Moves;
use super::write::Writes;
use super::{by_account, by_key, column};
use crate::journal::state::AccountState;

/// Inserts all new rows: immutable rows, new records, and the sealer's queue entry. Batches of one Journal never
/// conflict here, so they run concurrently. Rows are inserted in ascending key order, because Journals of two replicas
/// may wait for each other here.
///
/// A single statement saves round trips, which dominate the latency of a single caller. Columns of absent rows are
/// empty arrays. An existing key, id, version or record is a unique violation, and nothing is written. `accounts` are
/// upserted in the same statement, as in [`super::accounts::write_accounts`], for a batch without a batch in front;
/// otherwise they are empty.
///
/// Arrays are unnested in the select list, which streams row by row. In the FROM clause each would be materialized
/// first.
#[expect(clippy::too_many_lines, reason = "one statement, with a line for each of its columns")]
pub(in crate::journal) async fn write_rows(
    conn: &mut PgConnection,
    tenant: TenantId,
    now: DateTime<Utc>,
    writes: &Writes<'_>,
    accounts: &[(i64, AccountState)],
) -> Result<(), StoreError> {
    let Writes { transfers, records: steps, sealed, .. } = writes;
    let (changes, begun, commit) = (by_key(writes.receipts), Moves::of(steps).begun, &sealed.commit);
    let (transfers, columns) = (by_account(transfers), AccountColumns::of(accounts));
    let done = sqlx::query!(
        "WITH changes_in AS (
             INSERT INTO changes (tenant_id, committed_at, key, id, record_id, record_version)
             SELECT $1, $2, UNNEST($3::text[]), UNNEST($4::uuid[]), UNNEST($5::uuid[]), UNNEST($6::bigint[])),
         transfers_in AS (
             INSERT INTO transfers (tenant_id, created_at, id, change_id, record_id, kind, code,
                                    debit_account, debit_version, debit_balance,
                                    credit_account, credit_version, credit_balance, posted, pending, hold_id)
             SELECT $1, $2, UNNEST($7::uuid[]), UNNEST($8::uuid[]), UNNEST($9::uuid[]), UNNEST($10::text[]), UNNEST($11::text[]),
                    UNNEST($12::bigint[]), UNNEST($13::bigint[]), UNNEST($14::numeric[]),
                    UNNEST($15::bigint[]), UNNEST($16::bigint[]), UNNEST($17::numeric[]),
                    UNNEST($18::numeric[]), UNNEST($19::numeric[]), UNNEST($20::uuid[])),
         records_in AS (
             INSERT INTO records (tenant_id, created_at, updated_at, id, kind, owner, status, version, body, due_at,
                                  expected_version)
             SELECT $1, $2, $2, UNNEST($21::uuid[]), UNNEST($22::text[]), UNNEST($23::uuid[]), UNNEST($24::text[]),
                    UNNEST($25::bigint[]), UNNEST($26::jsonb[]), UNNEST($27::timestamptz[]), 0),
         history_in AS (
             INSERT INTO record_history (tenant_id, at, record_id, version, change_id, status, actor, reason, state,
                                         private)
             SELECT $1, $2, UNNEST($28::uuid[]), UNNEST($29::bigint[]), UNNEST($30::uuid[]), UNNEST($31::text[]), UNNEST($32::text[]),
                    UNNEST($33::text[]), UNNEST($34::bytea[]), UNNEST($35::bytea[])),
         commit_in AS (
             INSERT INTO commits (tenant_id, id, salt, root, changes, committed_at, manifest)
             VALUES ($1, $36, $37, $38, $39, $40, $41) RETURNING tenant_id, id),
         unsealed_in AS (
             INSERT INTO commits_unsealed (tenant_id, commit_id) SELECT tenant_id, id FROM commit_in)
         INSERT INTO accounts AS a (tenant_id, opened_at, id, book, owner, sub, currency, limited, debits_posted,
                                    credits_posted, debits_pending, credits_pending, version, expected_version)
         SELECT $1, $2, UNNEST($42::bigint[]), UNNEST($43::text[]), UNNEST($44::uuid[]), UNNEST($45::text[]), UNNEST($46::text[]),
                UNNEST($47::text[]), UNNEST($48::numeric[]), UNNEST($49::numeric[]), UNNEST($50::numeric[]), UNNEST($51::numeric[]),
                UNNEST($52::bigint[]), UNNEST($53::bigint[])
         ON CONFLICT (tenant_id, id) DO UPDATE
         SET debits_posted = excluded.debits_posted, credits_posted = excluded.credits_posted,
             debits_pending = excluded.debits_pending, credits_pending = excluded.credits_pending, version = excluded.version
         WHERE a.version = excluded.expected_version",
        tenant.uuid(),
        now,
        &column(&changes, |c| c.key.0.as_str()) as &[&str],
        &column(&changes, |c| c.change),
        &column(&changes, |c| c.record) as &[Option<Uuid>],
        &column(&changes, |c| c.version),
        &column(&transfers, |t| t.id),
        &column(&transfers, |t| t.change),
        &column(&transfers, |t| t.record) as &[Option<Uuid>],
        &column(&transfers, |t| t.kind) as &[&str],
        &column(&transfers, |t| t.code) as &[&str],
        &column(&transfers, |t| t.debit.account),
        &column(&transfers, |t| t.debit.version),
        &column(&transfers, |t| Atoms(t.debit.balance)) as &[Atoms],
        &column(&transfers, |t| t.credit.account),
        &column(&transfers, |t| t.credit.version),
        &column(&transfers, |t| Atoms(t.credit.balance)) as &[Atoms],
        &column(&transfers, |t| Atoms(t.posted)) as &[Atoms],
        &column(&transfers, |t| Atoms(t.pending)) as &[Atoms],
        &column(&transfers, |t| t.hold) as &[Option<Uuid>],
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
        &columns.ids,
        &columns.books as &[&str],
        &columns.owners as &[Option<Uuid>],
        &columns.subs as &[Option<&str>],
        &columns.currencies as &[&str],
        &columns.limits as &[&str],
        &columns.debits_posted as &[Atoms],
        &columns.credits_posted as &[Atoms],
        &columns.debits_pending as &[Atoms],
        &columns.credits_pending as &[Atoms],
        &columns.versions,
        &columns.stored_versions,
    )
    .execute(conn)
    .await?;
    all_written(&done, accounts)
}
