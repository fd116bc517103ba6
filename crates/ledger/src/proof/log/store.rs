//! All SQL that reads the log.

use std::collections::HashMap;

use sqlx::PgConnection;
use store::StoreError;

use super::LEAVES_MAX;
use crate::proof::Hash;
use crate::proof::tree::SubtreeAddress;

/// A signed root.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signed {
    /// The number of leaves.
    pub size: u64,
    /// The signed note.
    pub note: String,
}

/// The number of leaves of the log.
pub(crate) async fn size(conn: &mut PgConnection) -> Result<u64, StoreError> {
    let last = sqlx::query_scalar!("SELECT index FROM log_leaves ORDER BY tenant_id DESC, index DESC LIMIT 1");
    Ok(last.fetch_optional(conn).await?.map_or(0, |index| index as u64 + 1))
}

/// The hashes of complete subtrees, in the requested order; `None` if one is missing.
pub(crate) async fn subtrees(
    conn: &mut PgConnection,
    wanted: &[SubtreeAddress],
) -> Result<Option<Vec<Hash>>, StoreError> {
    let (leaves, nodes): (Vec<&SubtreeAddress>, Vec<&SubtreeAddress>) =
        wanted.iter().partition(|address| address.level == 0);
    let leaves: Vec<i64> = leaves.iter().map(|address| address.index as i64).collect();
    let levels: Vec<i16> = nodes.iter().map(|address| i16::from(address.level)).collect();
    let indexes: Vec<i64> = nodes.iter().map(|address| address.index as i64).collect();
    let rows = sqlx::query!(
        r#"SELECT 0::smallint AS "level!", index AS "index!", hash AS "hash!" FROM log_leaves WHERE index = ANY($1)
           UNION ALL
           SELECT n.level, n.index, n.hash FROM UNNEST($2::smallint[], $3::bigint[]) AS w(level, index)
           JOIN log_nodes n ON n.level = w.level AND n.index = w.index"#,
        &leaves,
        &levels,
        &indexes,
    )
    .fetch_all(conn)
    .await?;
    let found: HashMap<(i16, i64), Vec<u8>> = rows.into_iter().map(|row| ((row.level, row.index), row.hash)).collect();
    let hash = |address: &SubtreeAddress| {
        found.get(&(i16::from(address.level), address.index as i64)).and_then(|hash| Hash::from_slice(hash))
    };
    Ok(wanted.iter().map(hash).collect())
}

/// The newest signed root, if there is one.
///
/// # Errors
/// Database errors.
pub async fn latest_checkpoint(conn: &mut PgConnection) -> Result<Option<Signed>, StoreError> {
    let row = sqlx::query!("SELECT size, note FROM log_checkpoints ORDER BY tenant_id DESC, size DESC LIMIT 1")
        .fetch_optional(conn)
        .await?;
    Ok(row.map(|row| Signed { size: row.size as u64, note: row.note }))
}

/// The signed root of the log at `size` leaves, if one was signed at that size.
///
/// # Errors
/// Database errors.
pub async fn checkpoint_of(conn: &mut PgConnection, size: u64) -> Result<Option<Signed>, StoreError> {
    let Ok(size) = i64::try_from(size) else { return Ok(None) };
    let row = sqlx::query!("SELECT size, note FROM log_checkpoints WHERE size = $1", size);
    Ok(row.fetch_optional(conn).await?.map(|row| Signed { size: row.size as u64, note: row.note }))
}

/// The leaves from number `start` on, at most `count` and never more than [`LEAVES_MAX`].
///
/// # Errors
/// Database errors.
pub async fn leaves(conn: &mut PgConnection, start: u64, count: u64) -> Result<Vec<Hash>, StoreError> {
    let Ok(start) = i64::try_from(start) else { return Ok(Vec::new()) };
    let count = count.min(LEAVES_MAX) as i64;
    let rows = sqlx::query_scalar!(
        "SELECT hash FROM log_leaves WHERE index >= $1 AND index < $1 + $2 ORDER BY index",
        start.min(i64::MAX - count),
        count
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.iter().filter_map(|hash| Hash::from_slice(hash)).collect())
}
