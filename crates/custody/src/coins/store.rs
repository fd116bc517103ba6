//! All SQL on UTXOs.

use chrono::{DateTime, Utc};
use kernel::{Network, TenantId};
use sqlx::PgConnection;
use store::Atoms;
use uuid::Uuid;

use crate::CustodyError;
use crate::chain::{AddressPath, Branch, Spent, Utxo};
use crate::columns::{height, step};

/// A UTXO created by a block.
pub(crate) struct Arrived<'a> {
    pub(crate) tenant: TenantId,
    pub(crate) network: Network,
    pub(crate) outpoint: &'a str,
    pub(crate) place: AddressPath,
    pub(crate) atoms: i128,
    pub(crate) block_height: u64,
    pub(crate) usable_from: u64,
    /// Outpoints that its transaction spent.
    pub(crate) sources: &'a [String],
}

/// Inserts a UTXO, or moves it to its new block.
pub(crate) async fn arrive(
    conn: &mut PgConnection,
    coin: &Arrived<'_>,
    now: DateTime<Utc>,
) -> Result<(), CustodyError> {
    sqlx::query!(
        "INSERT INTO coins (tenant_id, network, outpoint, branch, idx, amount, block_height, usable_from, created_at,
                            sources)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         ON CONFLICT (tenant_id, network, outpoint) DO UPDATE
            SET block_height = EXCLUDED.block_height, usable_from = EXCLUDED.usable_from, sources = EXCLUDED.sources,
                void_txid = NULL, void_height = NULL",
        coin.tenant.uuid(),
        coin.network.code(),
        coin.outpoint,
        step(coin.place.branch),
        i64::from(coin.place.index),
        Atoms(coin.atoms) as _,
        height(coin.block_height),
        height(coin.usable_from),
        now,
        coin.sources,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Marks our UTXOs that a block spent. Also voids UTXOs outside any block whose inputs this block spent, because they
/// can never be mined. Call it after the block's own UTXOs are written.
pub(crate) async fn spend(
    conn: &mut PgConnection,
    network: Network,
    block_height: u64,
    spent: &[Spent],
) -> Result<(), CustodyError> {
    let outpoints: Vec<String> = spent.iter().map(|spent| spent.outpoint.clone()).collect();
    let txids: Vec<String> = spent.iter().map(|spent| spent.txid.clone()).collect();
    sqlx::query!(
        "UPDATE coins SET spent_txid = s.txid, spent_height = $2
         FROM UNNEST($3::text[], $4::text[]) AS s (outpoint, txid)
         WHERE coins.network = $1 AND coins.outpoint = s.outpoint",
        network.code(),
        height(block_height),
        &outpoints,
        &txids,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "UPDATE coins SET void_txid = s.txid, void_height = $2
         FROM UNNEST($3::text[], $4::text[]) AS s (outpoint, txid)
         WHERE coins.network = $1 AND coins.block_height IS NULL AND s.outpoint = ANY(coins.sources)",
        network.code(),
        height(block_height),
        &outpoints,
        &txids,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Reverts the blocks above `fork`: UTXOs they created are in no block, and UTXOs they spent are unspent.
pub(crate) async fn rewind(conn: &mut PgConnection, network: Network, fork: u64) -> Result<(), CustodyError> {
    sqlx::query!(
        "UPDATE coins SET block_height = NULL, usable_from = NULL WHERE network = $1 AND block_height > $2",
        network.code(),
        height(fork),
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "UPDATE coins SET spent_txid = NULL, spent_height = NULL WHERE network = $1 AND spent_height > $2",
        network.code(),
        height(fork),
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "UPDATE coins SET void_txid = NULL, void_height = NULL WHERE network = $1 AND void_height > $2",
        network.code(),
        height(fork),
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The largest UTXOs that are spendable at `tip`. The caller rechecks them under the wallet's lock when it reserves
/// them.
pub(crate) async fn spendable(
    conn: &mut PgConnection,
    tenant: TenantId,
    network: Network,
    tip: u64,
    limit: i64,
) -> Result<Vec<Utxo>, CustodyError> {
    let rows = sqlx::query!(
        r#"SELECT outpoint, amount AS "amount: Atoms", branch, idx FROM coins
           WHERE tenant_id = $1 AND network = $2 AND reserved_by IS NULL AND spent_txid IS NULL AND usable_from <= $3
           ORDER BY amount DESC, outpoint LIMIT $4"#,
        tenant.uuid(),
        network.code(),
        height(tip),
        limit,
    )
    .fetch_all(conn)
    .await?;
    let coin = |outpoint, atoms, branch, index| {
        let branch = Branch::of_step(branch).ok_or(CustodyError::Stored("branch"))?;
        let index = u32::try_from(index).map_err(|_| CustodyError::Stored("index"))?;
        Ok(Utxo { outpoint, atoms, place: AddressPath { branch, index } })
    };
    rows.into_iter().map(|row| coin(row.outpoint, row.amount.0, row.branch, row.idx)).collect()
}

/// Reserves UTXOs for a payout. Returns false if any of them is not spendable (for example after a reorg); the caller
/// then rolls back.
pub(crate) async fn reserve(
    conn: &mut PgConnection,
    tenant: TenantId,
    network: Network,
    payout: Uuid,
    outpoints: &[String],
    tip: u64,
) -> Result<bool, CustodyError> {
    let done = sqlx::query!(
        "UPDATE coins SET reserved_by = $3
         WHERE tenant_id = $1 AND network = $2 AND outpoint = ANY($4) AND reserved_by IS NULL AND spent_txid IS NULL
           AND usable_from <= $5",
        tenant.uuid(),
        network.code(),
        payout,
        outpoints,
        height(tip),
    )
    .execute(conn)
    .await?;
    Ok(u64::try_from(outpoints.len()).is_ok_and(|expected| done.rows_affected() == expected))
}

/// Whether every UTXO reserved by a payout is in a block and unspent.
pub(crate) async fn intact(conn: &mut PgConnection, tenant: TenantId, payout: Uuid) -> Result<bool, CustodyError> {
    let intact = sqlx::query_scalar!(
        r#"SELECT NOT EXISTS (SELECT FROM coins WHERE tenant_id = $1 AND reserved_by = $2
                              AND (block_height IS NULL OR spent_txid IS NOT NULL)) AS "intact!""#,
        tenant.uuid(),
        payout,
    )
    .fetch_one(conn)
    .await?;
    Ok(intact)
}

/// Releases the UTXOs of a dead attempt.
pub(crate) async fn release(conn: &mut PgConnection, tenant: TenantId, payout: Uuid) -> Result<(), CustodyError> {
    sqlx::query!(
        "UPDATE coins SET reserved_by = NULL WHERE tenant_id = $1 AND reserved_by = $2",
        tenant.uuid(),
        payout
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// A wallet's unreserved balances: spendable at `tip`, and total unspent.
pub(crate) async fn totals(
    conn: &mut PgConnection,
    tenant: TenantId,
    network: Network,
    tip: u64,
) -> Result<(i128, i128), CustodyError> {
    let row = sqlx::query!(
        r#"SELECT coalesce(sum(amount) FILTER (WHERE usable_from <= $3), 0) AS "spendable!: Atoms",
                  coalesce(sum(amount), 0) AS "total!: Atoms"
           FROM coins WHERE tenant_id = $1 AND network = $2 AND reserved_by IS NULL AND spent_txid IS NULL
                        AND void_txid IS NULL"#,
        tenant.uuid(),
        network.code(),
        height(tip),
    )
    .fetch_one(conn)
    .await?;
    Ok((row.spendable.0, row.total.0))
}
