//! Writes the holds that a batch created or ended.

use chrono::{DateTime, Utc};
use kernel::TenantId;
use sqlx::PgConnection;
use store::{Atoms, StoreError};
use uuid::Uuid;

use super::column;
use crate::journal::state::HoldState;

/// Inserts the holds that a batch created, and ends those that it ended.
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
    // Upserts by key, as for accounts, independent of the planner. A missing hold would be inserted at
    // the epoch, and the count leaves it out.
    let ended = sqlx::query_scalar!(
        r#"WITH ended AS (
             INSERT INTO holds AS h (tenant_id, created_at, ended_at, id, debit_account, credit_account, amount, state)
             SELECT $1, 'epoch', $2, UNNEST($3::uuid[]), UNNEST($4::bigint[]), UNNEST($5::bigint[]), UNNEST($6::numeric[]),
                    UNNEST($7::text[])
             ON CONFLICT (tenant_id, id) DO UPDATE SET state = excluded.state, ended_at = excluded.ended_at
             WHERE h.state = 'open' AND h.debit_account = excluded.debit_account
               AND h.credit_account = excluded.credit_account AND h.amount = excluded.amount
             RETURNING h.created_at)
           SELECT count(*) FILTER (WHERE created_at > 'epoch') AS "ended!" FROM ended"#,
        tenant.uuid(),
        now,
        &column(holds, |(id, _)| *id),
        &column(holds, |(_, h)| h.debit),
        &column(holds, |(_, h)| h.credit),
        &column(holds, |(_, h)| Atoms(h.amount)) as &[Atoms],
        &column(holds, |(_, h)| h.status.name()) as &[&str],
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
    sqlx::query!(
        "INSERT INTO holds (tenant_id, created_at, id, debit_account, credit_account, amount, state, expires_at, ended_at)
         SELECT $1, $2, UNNEST($3::uuid[]), UNNEST($4::bigint[]), UNNEST($5::bigint[]), UNNEST($6::numeric[]), UNNEST($7::text[]),
                UNNEST($8::timestamptz[]), UNNEST($9::timestamptz[])",
        tenant.uuid(),
        now,
        &column(holds, |(id, _)| *id),
        &column(holds, |(_, h)| h.debit),
        &column(holds, |(_, h)| h.credit),
        &column(holds, |(_, h)| Atoms(h.amount)) as &[Atoms],
        &column(holds, |(_, h)| h.status.name()) as &[&str],
        &column(holds, |(_, h)| h.expires_at) as &[Option<DateTime<Utc>>],
        &column(holds, |(_, h)| h.ended_now.then_some(now)) as &[Option<DateTime<Utc>>],
    )
    .execute(conn)
    .await?;
    Ok(())
}
