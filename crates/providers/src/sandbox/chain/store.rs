//! All SQL of simulated chains. They belong to no tenant, like real ones.

use ::store::{Atoms, StoreError};
use chrono::{DateTime, Utc};
use kernel::{Amount, Network};
use sha2::{Digest, Sha256};
use sqlx::PgConnection;

use super::pace;

/// The newest block of a chain.
pub(super) struct Head {
    pub(super) height: i64,
    pub(super) fork: i64,
    pub(super) mined_at: DateTime<Utc>,
}

/// A payment before it is mined.
pub(super) struct NewTransfer<'a> {
    pub(super) txid: &'a str,
    pub(super) address: &'a str,
    pub(super) memo: Option<&'a str>,
    pub(super) amount: Amount,
}

/// A stored payment.
pub(super) struct Transfer {
    pub(super) txid: String,
    pub(super) address: String,
    pub(super) memo: Option<String>,
    pub(super) currency: String,
    pub(super) amount: Atoms,
    pub(super) block_height: Option<i64>,
}

/// A transfer as an explorer of the chain shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownTransfer {
    /// The transaction id.
    pub txid: String,
    /// The memo.
    pub memo: Option<String>,
    /// The amount.
    pub amount: Amount,
}

/// The most transfers that an explorer shows.
const SHOWN_MAX: i64 = 20;

/// The latest transfers to an address, newest first, at most [`SHOWN_MAX`].
pub(super) async fn latest_to(
    conn: &mut PgConnection,
    network: Network,
    address: &str,
) -> Result<Vec<ShownTransfer>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT txid, memo, currency, amount AS "amount: Atoms" FROM sandbox_transfers
           WHERE network = $1 AND address = $2 ORDER BY created_at DESC, txid LIMIT $3"#,
        network.code(),
        address,
        SHOWN_MAX,
    )
    .fetch_all(conn)
    .await?;
    let shown = |currency: &str, atoms: Atoms| Some(Amount::new(atoms.0, currency.parse().ok()?));
    Ok(rows
        .into_iter()
        .filter_map(|row| {
            let amount = shown(&row.currency, row.amount)?;
            Some(ShownTransfer { txid: row.txid, memo: row.memo, amount })
        })
        .collect())
}

/// The newest block of the chain; `None` for a new chain.
pub(super) async fn head(conn: &mut PgConnection, network: Network) -> Result<Option<Head>, StoreError> {
    let found =
        sqlx::query_as!(Head, "SELECT height, fork, mined_at FROM sandbox_chains WHERE network = $1", network.code(),)
            .fetch_optional(conn)
            .await?;
    Ok(found)
}

/// The newest block of the chain, locked; a new chain starts with block 0.
pub(super) async fn lock(conn: &mut PgConnection, network: Network, now: DateTime<Utc>) -> Result<Head, StoreError> {
    let made = sqlx::query!(
        "INSERT INTO sandbox_chains (network, height, mined_at) VALUES ($1, 0, $2) ON CONFLICT DO NOTHING",
        network.code(),
        now,
    )
    .execute(&mut *conn)
    .await?;
    if made.rows_affected() == 1 {
        insert_block(conn, network, 0, 0).await?;
    }
    let found = sqlx::query_as!(
        Head,
        "SELECT height, fork, mined_at FROM sandbox_chains WHERE network = $1 FOR UPDATE",
        network.code(),
    )
    .fetch_one(conn)
    .await?;
    Ok(found)
}

/// Whether a payment waits for a block or for confirmations.
pub(super) async fn anybody_waits(conn: &mut PgConnection, network: Network, head: &Head) -> Result<bool, StoreError> {
    let waits = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM sandbox_transfers WHERE network = $1 AND block_height IS NULL)
               OR EXISTS (SELECT FROM sandbox_transfers WHERE network = $1 AND block_height > $2) AS "waits!""#,
        network.code(),
        head.height - i64::from(pace::deep_enough(network)),
    )
    .fetch_one(conn)
    .await?;
    Ok(waits)
}

/// Sets the time of the newest block, so that the next one is a full interval away.
pub(super) async fn rest_until(
    conn: &mut PgConnection,
    network: Network,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!("UPDATE sandbox_chains SET mined_at = $2 WHERE network = $1", network.code(), now)
        .execute(conn)
        .await?;
    Ok(())
}

/// Inserts a payment; an existing one stays unchanged.
pub(super) async fn insert(
    conn: &mut PgConnection,
    network: Network,
    new: &NewTransfer<'_>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO sandbox_transfers (network, txid, address, memo, currency, amount, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
        network.code(),
        new.txid,
        new.address,
        new.memo,
        new.amount.currency().code(),
        Atoms(new.amount.atoms()) as _,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Mines all waiting payments in the block at `height`.
pub(super) async fn include(conn: &mut PgConnection, network: Network, height: i64) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE sandbox_transfers SET block_height = $2 WHERE network = $1 AND block_height IS NULL",
        network.code(),
        height,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Appends blocks to a locked chain.
pub(super) async fn grow(
    conn: &mut PgConnection,
    network: Network,
    head: &Head,
    blocks: u32,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let end = head.height + i64::from(blocks);
    for height in head.height + 1..=end {
        insert_block(conn, network, height, head.fork).await?;
    }
    sqlx::query!(
        "UPDATE sandbox_chains SET height = $2, fork = $3, mined_at = $4 WHERE network = $1",
        network.code(),
        end,
        head.fork,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Removes the last `depth` blocks of a locked chain, but never block 0.
pub(super) async fn cut(
    conn: &mut PgConnection,
    network: Network,
    head: &Head,
    depth: u32,
    vanish: bool,
) -> Result<Head, StoreError> {
    let height = (head.height - i64::from(depth)).max(0);
    sqlx::query!("DELETE FROM sandbox_blocks WHERE network = $1 AND height > $2", network.code(), height)
        .execute(&mut *conn)
        .await?;
    if vanish {
        sqlx::query!("DELETE FROM sandbox_transfers WHERE network = $1 AND block_height > $2", network.code(), height)
            .execute(conn)
            .await?;
    } else {
        sqlx::query!(
            "UPDATE sandbox_transfers SET block_height = NULL WHERE network = $1 AND block_height > $2",
            network.code(),
            height,
        )
        .execute(conn)
        .await?;
    }
    Ok(Head { height, fork: head.fork + 1, mined_at: head.mined_at })
}

/// The payments to one address (and memo): their number, and the lowest height among the mined ones.
pub(super) async fn paid_to(
    conn: &mut PgConnection,
    network: Network,
    address: &str,
    memo: Option<&str>,
) -> Result<(i64, Option<i64>), StoreError> {
    let row = sqlx::query!(
        r#"SELECT count(*) AS "count!", min(block_height) AS lowest FROM sandbox_transfers
           WHERE network = $1 AND address = $2 AND memo IS NOT DISTINCT FROM $3"#,
        network.code(),
        address,
        memo,
    )
    .fetch_one(conn)
    .await?;
    Ok((row.count, row.lowest))
}

/// Whether a block from `lowest` to `highest` contains a payment to another address.
pub(super) async fn others_between(
    conn: &mut PgConnection,
    network: Network,
    address: &str,
    memo: Option<&str>,
    (lowest, highest): (i64, i64),
) -> Result<bool, StoreError> {
    let found = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM sandbox_transfers
                          WHERE network = $1 AND NOT (address = $2 AND memo IS NOT DISTINCT FROM $3)
                            AND block_height BETWEEN $4 AND $5) AS "found!""#,
        network.code(),
        address,
        memo,
        lowest,
        highest,
    )
    .fetch_one(conn)
    .await?;
    Ok(found)
}

/// Removes the payments to one address from the chain, like a double spend.
pub(super) async fn vanish(
    conn: &mut PgConnection,
    network: Network,
    address: &str,
    memo: Option<&str>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM sandbox_transfers WHERE network = $1 AND address = $2 AND memo IS NOT DISTINCT FROM $3",
        network.code(),
        address,
        memo,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The hash of the block at `height`.
pub(super) async fn hash(conn: &mut PgConnection, network: Network, height: i64) -> Result<Option<String>, StoreError> {
    let found = sqlx::query_scalar!(
        "SELECT hash FROM sandbox_blocks WHERE network = $1 AND height = $2",
        network.code(),
        height,
    )
    .fetch_optional(conn)
    .await?;
    Ok(found)
}

/// The heights and hashes of the blocks from `from` on.
pub(super) async fn blocks(
    conn: &mut PgConnection,
    network: Network,
    from: i64,
    limit: i64,
) -> Result<Vec<(i64, String)>, StoreError> {
    let rows = sqlx::query!(
        "SELECT height, hash FROM sandbox_blocks WHERE network = $1 AND height >= $2 ORDER BY height LIMIT $3",
        network.code(),
        from,
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (row.height, row.hash)).collect())
}

/// The payments in a range of blocks, both ends included.
pub(super) async fn mined(
    conn: &mut PgConnection,
    network: Network,
    from: i64,
    to: i64,
) -> Result<Vec<Transfer>, StoreError> {
    let rows = sqlx::query_as!(
        Transfer,
        r#"SELECT txid, address, memo, currency, amount AS "amount: Atoms", block_height FROM sandbox_transfers
           WHERE network = $1 AND block_height BETWEEN $2 AND $3 ORDER BY block_height, txid"#,
        network.code(),
        from,
        to,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows)
}

/// The waiting payments, at most 10,000.
pub(super) async fn waiting(conn: &mut PgConnection, network: Network) -> Result<Vec<Transfer>, StoreError> {
    let rows = sqlx::query_as!(
        Transfer,
        r#"SELECT txid, address, memo, currency, amount AS "amount: Atoms", block_height FROM sandbox_transfers
           WHERE network = $1 AND block_height IS NULL ORDER BY created_at LIMIT 10000"#,
        network.code(),
    )
    .fetch_all(conn)
    .await?;
    Ok(rows)
}

/// One payment.
pub(super) async fn transfer(
    conn: &mut PgConnection,
    network: Network,
    txid: &str,
) -> Result<Option<Transfer>, StoreError> {
    let row = sqlx::query_as!(
        Transfer,
        r#"SELECT txid, address, memo, currency, amount AS "amount: Atoms", block_height FROM sandbox_transfers
           WHERE network = $1 AND txid = $2"#,
        network.code(),
        txid,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row)
}

async fn insert_block(conn: &mut PgConnection, network: Network, height: i64, fork: i64) -> Result<(), StoreError> {
    let hash = hex::encode(Sha256::digest(format!("{network}/{fork}/{height}")));
    sqlx::query!(
        "INSERT INTO sandbox_blocks (network, height, hash) VALUES ($1, $2, $3)",
        network.code(),
        height,
        hash,
    )
    .execute(conn)
    .await?;
    Ok(())
}
