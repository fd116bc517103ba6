//! Read access to the log: signed roots, and proofs built from stored subtrees. Every function takes a tenant
//! transaction's connection.

mod store;

use sqlx::PgConnection;

use ::store::StoreError;

use super::Hash;
use super::tree::{self, SubtreeAddress};

pub use store::{Signed, checkpoint_of, latest_checkpoint, leaves};
pub(crate) use store::{size, subtrees};

/// The maximum number of leaves that [`leaves`] returns at once.
pub const LEAVES_MAX: u64 = 1_000;

/// The path from leaf `index` to the root at `size`; `None` if the log is smaller.
///
/// # Errors
/// Database errors.
pub async fn inclusion(conn: &mut PgConnection, index: u64, size: u64) -> Result<Option<Vec<Hash>>, StoreError> {
    if index >= size || size > self::size(conn).await? {
        return Ok(None);
    }
    ranges(conn, &tree::inclusion(index, size)).await
}

/// The proof that the log of `old` leaves is a prefix of that of `new`; `None` if the log is smaller.
///
/// # Errors
/// Database errors.
pub async fn consistency(conn: &mut PgConnection, old: u64, new: u64) -> Result<Option<Vec<Hash>>, StoreError> {
    if old > new || new > size(conn).await? {
        return Ok(None);
    }
    ranges(conn, &tree::consistency(old, new)).await
}

/// The hashes of `ranges`, in a single read.
async fn ranges(conn: &mut PgConnection, ranges: &[tree::Range]) -> Result<Option<Vec<Hash>>, StoreError> {
    let parts: Vec<Vec<SubtreeAddress>> = ranges.iter().map(|range| range.subtrees()).collect();
    let Some(found) = subtrees(conn, &parts.concat()).await? else { return Ok(None) };
    let mut rest = found.as_slice();
    let folded = parts.iter().map(|part| {
        let (own, others) = rest.split_at(part.len());
        rest = others;
        tree::fold(own)
    });
    Ok(Some(folded.collect()))
}
