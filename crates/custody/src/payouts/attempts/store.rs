//! All SQL on attempts: the plan of a payout, its signed bytes, and the number of broadcasts.

use chrono::{DateTime, Utc};
use kernel::Amount;
use serde_json::Value;
use sqlx::PgConnection;
use store::{Atoms, StoreError};

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
           WHERE tenant_id = $1 AND payout_id = $2 AND NOT dead"#,
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
         WHERE tenant_id = $1 AND payout_id = $2 AND attempt = $3 AND raw IS NULL AND NOT dead",
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

/// Increments the broadcast count of the live attempt and returns its signed bytes.
pub(in crate::payouts) async fn take_signed(
    conn: &mut PgConnection,
    payout: &Payout,
) -> Result<SignedTx, CustodyError> {
    let row = sqlx::query!(
        "UPDATE payout_attempts SET broadcasts = broadcasts + 1
         WHERE tenant_id = $1 AND payout_id = $2 AND NOT dead RETURNING raw, txid",
        payout.tenant.uuid(),
        payout.id,
    )
    .fetch_optional(conn)
    .await?;
    let pair = row.and_then(|row| row.raw.zip(row.txid));
    let (raw, txid) = pair.ok_or(CustodyError::Stored("signed bytes"))?;
    Ok(SignedTx { txid, raw })
}

/// Whether the live attempt may have been broadcast. The count is incremented before the first broadcast.
pub(in crate::payouts) async fn was_broadcast(conn: &mut PgConnection, payout: &Payout) -> Result<bool, CustodyError> {
    let sent = sqlx::query_scalar!(
        "SELECT broadcasts FROM payout_attempts WHERE tenant_id = $1 AND payout_id = $2 AND NOT dead",
        payout.tenant.uuid(),
        payout.id,
    )
    .fetch_optional(conn)
    .await?;
    Ok(sent.is_some_and(|sent| sent > 0))
}

/// Marks the live attempt as dead.
pub(in crate::payouts) async fn end(conn: &mut PgConnection, payout: &Payout) -> Result<(), CustodyError> {
    sqlx::query!(
        "UPDATE payout_attempts SET dead = true WHERE tenant_id = $1 AND payout_id = $2 AND attempt = $3",
        payout.tenant.uuid(),
        payout.id,
        payout.attempt,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Marks the live attempt as dead and returns the payout to `requested` with the next attempt number.
pub(in crate::payouts) async fn bury(
    conn: &mut PgConnection,
    payout: &Payout,
    now: DateTime<Utc>,
) -> Result<(), CustodyError> {
    end(conn, payout).await?;
    sqlx::query!(
        "UPDATE payouts SET state = 'requested', attempt = attempt + 1, updated_at = $3 WHERE tenant_id = $1 AND id = $2",
        payout.tenant.uuid(),
        payout.id,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}
