use chrono::{DateTime, Utc};
use kernel::TenantId;
use sqlx::PgConnection;
use store::{Atoms, StoreError};
use uuid::Uuid;

use crate::journal::decide::TransferRow;
use crate::journal::state::HoldState;

/// Writes the transfers of a batch.
pub(in crate::journal) async fn insert_transfers(
    conn: &mut PgConnection,
    tenant: TenantId,
    now: DateTime<Utc>,
    rows: &[TransferRow],
) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "INSERT INTO transfers (tenant_id, created_at, id, change_id, record_id, kind, code,
                                debit_account, debit_version, debit_balance,
                                credit_account, credit_version, credit_balance, posted, pending, hold_id)
         SELECT $1, $2, n.* FROM UNNEST($3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::text[],
                $8::bigint[], $9::bigint[], $10::numeric[], $11::bigint[], $12::bigint[], $13::numeric[],
                $14::numeric[], $15::numeric[], $16::uuid[]) AS n",
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

fn column<T>(rows: &[TransferRow], of: impl Fn(&TransferRow) -> T) -> Vec<T> {
    rows.iter().map(of).collect()
}

/// Writes the holds that a batch made, and ends those it ended.
pub(super) async fn write_holds(
    conn: &mut PgConnection,
    tenant: TenantId,
    now: DateTime<Utc>,
    holds: &[(Uuid, HoldState)],
) -> Result<(), StoreError> {
    let all = holds.iter().map(|(id, hold)| (*id, hold));
    let (ended, new): (Vec<_>, Vec<_>) = all.partition(|(_, hold)| hold.stored);
    end_holds(&mut *conn, tenant, now, &ended).await?;
    insert_holds(conn, tenant, now, &new).await
}

async fn end_holds(
    conn: &mut PgConnection,
    tenant: TenantId,
    now: DateTime<Utc>,
    holds: &[(Uuid, &HoldState)],
) -> Result<(), StoreError> {
    if holds.is_empty() {
        return Ok(());
    }
    let ids: Vec<Uuid> = holds.iter().map(|(id, _)| *id).collect();
    let debits: Vec<i64> = holds.iter().map(|(_, h)| h.debit).collect();
    let credits: Vec<i64> = holds.iter().map(|(_, h)| h.credit).collect();
    let amounts: Vec<Atoms> = holds.iter().map(|(_, h)| Atoms(h.amount)).collect();
    let states: Vec<&str> = holds.iter().map(|(_, hold)| hold.status.name()).collect();
    // By key whatever the planner believes, as accounts are. A hold that is not there would be made, at a time when none was.
    let ended = sqlx::query_scalar!(
        r#"WITH ended AS (
             INSERT INTO holds AS h (tenant_id, created_at, ended_at, id, debit_account, credit_account, amount, state)
             SELECT $1, 'epoch', $2, n.* FROM UNNEST($3::uuid[], $4::bigint[], $5::bigint[], $6::numeric[], $7::text[]) AS n
             ON CONFLICT (tenant_id, id) DO UPDATE SET state = excluded.state, ended_at = excluded.ended_at
             WHERE h.state = 'open' AND h.debit_account = excluded.debit_account
               AND h.credit_account = excluded.credit_account AND h.amount = excluded.amount
             RETURNING h.created_at)
           SELECT count(*) FILTER (WHERE created_at > 'epoch') AS "ended!" FROM ended"#,
        tenant.uuid(),
        now,
        &ids,
        &debits,
        &credits,
        &amounts as &[Atoms],
        &states as &[&str],
    )
    .fetch_one(conn)
    .await?;
    match u64::try_from(ended).unwrap_or_default() {
        ended if ended == holds.len() as u64 => Ok(()),
        found => Err(StoreError::NotOneRow { what: "open holds", found }),
    }
}

async fn insert_holds(
    conn: &mut PgConnection,
    tenant: TenantId,
    now: DateTime<Utc>,
    holds: &[(Uuid, &HoldState)],
) -> Result<(), StoreError> {
    if holds.is_empty() {
        return Ok(());
    }
    let ids: Vec<Uuid> = holds.iter().map(|(id, _)| *id).collect();
    let debits: Vec<i64> = holds.iter().map(|(_, h)| h.debit).collect();
    let credits: Vec<i64> = holds.iter().map(|(_, h)| h.credit).collect();
    let amounts: Vec<Atoms> = holds.iter().map(|(_, h)| Atoms(h.amount)).collect();
    let states: Vec<&str> = holds.iter().map(|(_, h)| h.status.name()).collect();
    let expires: Vec<Option<DateTime<Utc>>> = holds.iter().map(|(_, h)| h.expires_at).collect();
    let ended: Vec<Option<DateTime<Utc>>> = holds.iter().map(|(_, h)| h.ended_now.then_some(now)).collect();
    sqlx::query!(
        "INSERT INTO holds (tenant_id, created_at, id, debit_account, credit_account, amount, state, expires_at, ended_at)
         SELECT $1, $2, n.* FROM UNNEST($3::uuid[], $4::bigint[], $5::bigint[], $6::numeric[], $7::text[],
                                        $8::timestamptz[], $9::timestamptz[]) AS n",
        tenant.uuid(),
        now,
        &ids,
        &debits,
        &credits,
        &amounts as &[Atoms],
        &states as &[&str],
        &expires as &[Option<DateTime<Utc>>],
        &ended as &[Option<DateTime<Utc>>],
    )
    .execute(conn)
    .await?;
    Ok(())
}
