//! All SQL on attempts: the plan of a payout, its signed bytes, and the number of broadcasts.

use chrono::{DateTime, Utc};
use kernel::Amount;
use serde_json::Value;
use sqlx::PgConnection;
use store::{Atoms, StoreError};

use super::Attempt;
use crate::CustodyError;
use crate::chain::{SignedTx, TxPlan};
use crate::payouts::Payout;

/// Inserts a planned attempt.
pub(in crate::payouts) async fn insert(
    conn: &mut PgConnection,
    payout: &Payout,
    plan: &TxPlan,
    now: DateTime<Utc>,
) -> Result<(), CustodyError> {
    sqlx::query!(
        "INSERT INTO payout_attempts (tenant_id, payout_id, attempt, network, plan, inputs, network_fee, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        payout.tenant.uuid(),
        payout.id,
        payout.attempt,
        payout.network.code(),
        plan.body,
        &plan.inputs,
        Atoms(plan.fee.atoms()) as _,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The plan of the live attempt.
pub(in crate::payouts) async fn plan(conn: &mut PgConnection, payout: &Payout) -> Result<TxPlan, CustodyError> {
    struct Plan {
        plan: Value,
        inputs: Vec<String>,
        network_fee: Atoms,
    }
    let row = sqlx::query_as!(
        Plan,
        r#"SELECT plan, inputs, network_fee AS "network_fee: Atoms" FROM payout_attempts
           WHERE tenant_id = $1 AND payout_id = $2 AND state = 'live'"#,
        payout.tenant.uuid(),
        payout.id,
    )
    .fetch_optional(conn)
    .await?;
    let row = row.ok_or(CustodyError::Stored("payout plan"))?;
    Ok(TxPlan { inputs: row.inputs, fee: Amount::new(row.network_fee.0, payout.network.native()), body: row.plan })
}

/// Stores the signed bytes and the transaction id, before the first broadcast.
pub(in crate::payouts) async fn store_signed(
    conn: &mut PgConnection,
    payout: &Payout,
    tx: &SignedTx,
) -> Result<(), CustodyError> {
    let done = sqlx::query!(
        "UPDATE payout_attempts SET raw = $4, txid = $5
         WHERE tenant_id = $1 AND payout_id = $2 AND attempt = $3 AND raw IS NULL AND state = 'live'",
        payout.tenant.uuid(),
        payout.id,
        payout.attempt,
        tx.raw,
        tx.txid,
    )
    .execute(conn)
    .await?;
    StoreError::ensure_one_row("attempt to sign", done.rows_affected())?;
    Ok(())
}

/// Increments the broadcast count of the payout's attempt and returns its signed bytes; `None` if another attempt is the
/// live one.
pub(in crate::payouts) async fn take_signed(
    conn: &mut PgConnection,
    payout: &Payout,
) -> Result<Option<SignedTx>, CustodyError> {
    let row = sqlx::query!(
        "UPDATE payout_attempts SET broadcasts = broadcasts + 1
         WHERE tenant_id = $1 AND payout_id = $2 AND attempt = $3 AND state = 'live' RETURNING raw, txid",
        payout.tenant.uuid(),
        payout.id,
        payout.attempt,
    )
    .fetch_optional(conn)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let (raw, txid) = row.raw.zip(row.txid).ok_or(CustodyError::Stored("signed bytes"))?;
    Ok(Some(SignedTx { txid, raw }))
}

/// Whether an attempt that can be mined may have been broadcast. The count is incremented before the first broadcast.
pub(in crate::payouts) async fn was_broadcast(conn: &mut PgConnection, payout: &Payout) -> Result<bool, CustodyError> {
    let sent = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM payout_attempts WHERE tenant_id = $1 AND payout_id = $2 AND state <> 'dead'
                          AND broadcasts > 0) AS "sent!""#,
        payout.tenant.uuid(),
        payout.id,
    )
    .fetch_one(conn)
    .await?;
    Ok(sent)
}

/// Marks all attempts as dead: they spend the same inputs.
pub(in crate::payouts) async fn end(conn: &mut PgConnection, payout: &Payout) -> Result<(), CustodyError> {
    sqlx::query!(
        "UPDATE payout_attempts SET state = 'dead' WHERE tenant_id = $1 AND payout_id = $2 AND state <> 'dead'",
        payout.tenant.uuid(),
        payout.id,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Marks all attempts as dead and returns the payout to `requested` with the next attempt number.
pub(in crate::payouts) async fn bury(
    conn: &mut PgConnection,
    payout: &Payout,
    now: DateTime<Utc>,
) -> Result<(), CustodyError> {
    end(conn, payout).await?;
    sqlx::query!(
        "UPDATE payouts SET state = 'requested', updated_at = $3,
                            attempt = 1 + (SELECT coalesce(max(a.attempt), 1) FROM payout_attempts a
                                           WHERE a.tenant_id = $1 AND a.payout_id = $2)
         WHERE tenant_id = $1 AND id = $2",
        payout.tenant.uuid(),
        payout.id,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Makes the attempt of `payout` the live one, because a block contains it. The attempt that was live until then can be
/// mined again after a reorg.
pub(in crate::payouts) async fn make_live(conn: &mut PgConnection, payout: &Payout) -> Result<(), CustodyError> {
    let (tenant, id) = (payout.tenant.uuid(), payout.id);
    let others = sqlx::query!(
        "UPDATE payout_attempts SET state = 'replaced'
         WHERE tenant_id = $1 AND payout_id = $2 AND attempt <> $3 AND state = 'live'",
        tenant,
        id,
        payout.attempt,
    )
    .execute(&mut *conn)
    .await?;
    if others.rows_affected() == 0 {
        return Ok(());
    }
    sqlx::query!(
        "UPDATE payout_attempts SET state = 'live' WHERE tenant_id = $1 AND payout_id = $2 AND attempt = $3",
        tenant,
        id,
        payout.attempt,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!("UPDATE payouts SET attempt = $3 WHERE tenant_id = $1 AND id = $2", tenant, id, payout.attempt)
        .execute(conn)
        .await?;
    Ok(())
}

/// Inserts a signed replacement as the live attempt. `payout` is the row with its number.
pub(in crate::payouts) async fn insert_replacement(
    conn: &mut PgConnection,
    payout: &Payout,
    replaces: i32,
    (plan, signed): (&TxPlan, &SignedTx),
    now: DateTime<Utc>,
) -> Result<(), CustodyError> {
    let (tenant, id) = (payout.tenant.uuid(), payout.id);
    sqlx::query!(
        "UPDATE payout_attempts SET state = 'replaced' WHERE tenant_id = $1 AND payout_id = $2 AND state = 'live'",
        tenant,
        id,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "INSERT INTO payout_attempts (tenant_id, payout_id, attempt, network, plan, inputs, network_fee, raw, txid,
                                      replaces, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        tenant,
        id,
        payout.attempt,
        payout.network.code(),
        plan.body,
        &plan.inputs,
        Atoms(plan.fee.atoms()) as _,
        signed.raw,
        signed.txid,
        replaces,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The signed attempts that can be mined, oldest first.
pub(in crate::payouts) async fn signed(conn: &mut PgConnection, payout: &Payout) -> Result<Vec<Attempt>, CustodyError> {
    let rows = sqlx::query!(
        r#"SELECT attempt, plan, inputs, network_fee AS "network_fee: Atoms", txid, state = 'live' AS "is_live!",
                  replaces, broadcasts, created_at
           FROM payout_attempts
           WHERE tenant_id = $1 AND payout_id = $2 AND state <> 'dead' AND txid IS NOT NULL ORDER BY attempt LIMIT 100"#,
        payout.tenant.uuid(),
        payout.id,
    )
    .fetch_all(conn)
    .await?;
    let attempts = rows.into_iter().map(|row| Attempt {
        number: row.attempt,
        plan: TxPlan {
            inputs: row.inputs,
            fee: Amount::new(row.network_fee.0, payout.network.native()),
            body: row.plan,
        },
        txid: row.txid.unwrap_or_default(),
        is_live: row.is_live,
        replaces: row.replaces,
        was_broadcast: row.broadcasts > 0,
        made_at: row.created_at,
    });
    Ok(attempts.collect())
}
