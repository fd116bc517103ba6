//! All SQL on cursors.

use chrono::{DateTime, Utc};
use kernel::Network;
use sqlx::PgConnection;
use store::StoreError;

use super::Position;
use crate::CustodyError;
use crate::chain::BlockRef;
use crate::columns::height;

/// The scanner's cursor; `None` before its first start.
pub(crate) async fn position(conn: &mut PgConnection, network: Network) -> Result<Option<Position>, CustodyError> {
    let row = sqlx::query!("SELECT height, hash, status, reason FROM chain_cursors WHERE network = $1", network.code())
        .fetch_optional(conn)
        .await?;
    Ok(row.map(|row| Position {
        block: BlockRef { height: row.height.unsigned_abs(), hash: row.hash },
        gap: (row.status == "gap").then(|| row.reason.unwrap_or_default()),
    }))
}

/// Creates the cursor at `block`, unless it exists.
pub(crate) async fn begin(
    conn: &mut PgConnection,
    network: Network,
    block: &BlockRef,
    now: DateTime<Utc>,
) -> Result<(), CustodyError> {
    let made = sqlx::query!(
        "INSERT INTO chain_cursors (network, height, hash, status, updated_at) VALUES ($1, $2, $3, 'running', $4)
         ON CONFLICT DO NOTHING",
        network.code(),
        height(block.height),
        block.hash,
        now,
    )
    .execute(&mut *conn)
    .await?;
    if made.rows_affected() == 1 {
        remember(conn, network, block, u32::MAX).await?;
    }
    Ok(())
}

/// Locks the cursor if it is still at `hash`. Returns false if another scanner has moved it.
pub(crate) async fn lock(conn: &mut PgConnection, network: Network, hash: &str) -> Result<bool, CustodyError> {
    let found = sqlx::query_scalar!("SELECT hash FROM chain_cursors WHERE network = $1 FOR UPDATE", network.code())
        .fetch_optional(conn)
        .await?;
    Ok(found.is_some_and(|found| found == hash))
}

/// Moves the locked cursor.
pub(crate) async fn advance(
    conn: &mut PgConnection,
    network: Network,
    block: &BlockRef,
    now: DateTime<Utc>,
) -> Result<(), CustodyError> {
    let done = sqlx::query!(
        "UPDATE chain_cursors SET height = $2, hash = $3, updated_at = $4 WHERE network = $1",
        network.code(),
        height(block.height),
        block.hash,
        now,
    )
    .execute(conn)
    .await?;
    StoreError::ensure_one_row("cursor", done.rows_affected())?;
    Ok(())
}

/// Adds a block to the last `keep` known blocks.
pub(crate) async fn remember(
    conn: &mut PgConnection,
    network: Network,
    block: &BlockRef,
    keep: u32,
) -> Result<(), CustodyError> {
    sqlx::query!(
        "INSERT INTO chain_blocks (network, height, hash) VALUES ($1, $2, $3)",
        network.code(),
        height(block.height),
        block.hash,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "DELETE FROM chain_blocks WHERE network = $1 AND height <= $2",
        network.code(),
        height(block.height) - i64::from(keep),
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Deletes the known blocks above `fork`.
pub(crate) async fn forget_above(conn: &mut PgConnection, network: Network, fork: u64) -> Result<(), CustodyError> {
    sqlx::query!("DELETE FROM chain_blocks WHERE network = $1 AND height > $2", network.code(), height(fork))
        .execute(conn)
        .await?;
    Ok(())
}

/// The last applied blocks, newest first.
pub(crate) async fn known(conn: &mut PgConnection, network: Network) -> Result<Vec<BlockRef>, CustodyError> {
    let rows = sqlx::query!(
        "SELECT height, hash FROM chain_blocks WHERE network = $1 ORDER BY height DESC LIMIT 1000",
        network.code(),
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| BlockRef { height: row.height.unsigned_abs(), hash: row.hash }).collect())
}

/// Records that the scanner is at the node's tip. Accurate to some seconds, so that an idle chain does not cause a
/// write at every poll.
pub(crate) async fn caught_up(
    conn: &mut PgConnection,
    network: Network,
    now: DateTime<Utc>,
) -> Result<(), CustodyError> {
    sqlx::query!(
        "UPDATE chain_cursors SET caught_up_at = $2
         WHERE network = $1 AND (caught_up_at IS NULL OR caught_up_at < $2::timestamptz - interval '10 s')",
        network.code(),
        now
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Stops the scanner until an operator resumes it.
pub(crate) async fn stop(
    conn: &mut PgConnection,
    network: Network,
    reason: &str,
    now: DateTime<Utc>,
) -> Result<(), CustodyError> {
    let reason: String = reason.chars().take(500).collect();
    sqlx::query!(
        "UPDATE chain_cursors SET status = 'gap', reason = $2, updated_at = $3 WHERE network = $1",
        network.code(),
        reason,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// When the scanner was last at the tip, and why it is stopped. `None` if it has not begun.
pub(crate) async fn health(
    conn: &mut PgConnection,
    network: Network,
) -> Result<Option<(Option<DateTime<Utc>>, Option<String>)>, CustodyError> {
    let row = sqlx::query!("SELECT caught_up_at, reason FROM chain_cursors WHERE network = $1", network.code())
        .fetch_optional(conn)
        .await?;
    Ok(row.map(|row| (row.caught_up_at, row.reason)))
}

/// When the scanner was last at the tip; `None` if it is stopped.
pub(crate) async fn last_at_tip(
    conn: &mut PgConnection,
    network: Network,
) -> Result<Option<DateTime<Utc>>, CustodyError> {
    let row = sqlx::query!(
        "SELECT caught_up_at FROM chain_cursors WHERE network = $1 AND status = 'running'",
        network.code(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.and_then(|row| row.caught_up_at))
}

/// Resumes a stopped scanner at `block`. The blocks in between are not scanned.
pub(crate) async fn resume(
    conn: &mut PgConnection,
    network: Network,
    block: &BlockRef,
    now: DateTime<Utc>,
) -> Result<(), CustodyError> {
    sqlx::query!("DELETE FROM chain_blocks WHERE network = $1", network.code()).execute(&mut *conn).await?;
    sqlx::query!("UPDATE chain_cursors SET status = 'running', reason = NULL WHERE network = $1", network.code(),)
        .execute(&mut *conn)
        .await?;
    advance(conn, network, block, now).await?;
    remember(conn, network, block, u32::MAX).await
}
