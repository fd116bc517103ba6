//! Bulk inserts for the benchmark's lower bound: the rows alone, without a commit's other work.

use chrono::{DateTime, Utc};
use kernel::TenantId;
use sqlx::PgConnection;
use store::{Atoms, StoreError};
use uuid::Uuid;

use super::{by_key, column};
use crate::Receipt;
use crate::journal::decide::TransferRow;

/// Inserts the receipts of changes.
pub(in crate::journal) async fn insert_changes(
    conn: &mut PgConnection,
    tenant: TenantId,
    now: DateTime<Utc>,
    receipts: &[Receipt],
) -> Result<(), StoreError> {
    let receipts = by_key(receipts);
    sqlx::query!(
        "INSERT INTO changes (tenant_id, committed_at, key, id, record_id, record_version)
         SELECT $1, $2, UNNEST($3::text[]), UNNEST($4::uuid[]), UNNEST($5::uuid[]), UNNEST($6::bigint[])",
        tenant.uuid(),
        now,
        &column(&receipts, |r| r.key.0.as_str()) as &[&str],
        &column(&receipts, |r| r.change),
        &column(&receipts, |r| r.record) as &[Option<Uuid>],
        &column(&receipts, |r| r.version),
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Inserts transfers.
pub(in crate::journal) async fn insert_transfers(
    conn: &mut PgConnection,
    tenant: TenantId,
    now: DateTime<Utc>,
    rows: &[TransferRow],
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO transfers (tenant_id, created_at, id, change_id, record_id, kind, code,
                                debit_account, debit_version, debit_balance,
                                credit_account, credit_version, credit_balance, posted, pending, hold_id)
         SELECT $1, $2, UNNEST($3::uuid[]), UNNEST($4::uuid[]), UNNEST($5::uuid[]), UNNEST($6::text[]), UNNEST($7::text[]),
                UNNEST($8::bigint[]), UNNEST($9::bigint[]), UNNEST($10::numeric[]),
                UNNEST($11::bigint[]), UNNEST($12::bigint[]), UNNEST($13::numeric[]),
                UNNEST($14::numeric[]), UNNEST($15::numeric[]), UNNEST($16::uuid[])",
        tenant.uuid(),
        now,
        &column(rows, |r| r.id),
        &column(rows, |r| r.change),
        &column(rows, |r| r.record) as &[Option<Uuid>],
        &column(rows, |r| r.kind) as &[&str],
        &column(rows, |r| r.code) as &[&str],
        &column(rows, |r| r.debit.account),
        &column(rows, |r| r.debit.version),
        &column(rows, |r| Atoms(r.debit.balance)) as &[Atoms],
        &column(rows, |r| r.credit.account),
        &column(rows, |r| r.credit.version),
        &column(rows, |r| Atoms(r.credit.balance)) as &[Atoms],
        &column(rows, |r| Atoms(r.posted)) as &[Atoms],
        &column(rows, |r| Atoms(r.pending)) as &[Atoms],
        &column(rows, |r| r.hold) as &[Option<Uuid>],
    )
    .execute(conn)
    .await?;
    Ok(())
}
