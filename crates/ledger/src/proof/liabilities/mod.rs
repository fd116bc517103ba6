//! Proof of liabilities: the total owed to all customers at one moment, by currency, in a Merkle sum tree in which each
//! customer can verify the own balance; and the reserves that cover it. docs/ledger.md explains it to an auditor.

pub(crate) mod books;
mod check;
mod model;
mod publish;
mod statement;
pub(crate) mod store;
pub mod sum_tree;
#[cfg(test)]
mod tests;

use chrono::{DateTime, Utc};
use kernel::TenantId;
use sqlx::PgConnection;
use uuid::Uuid;

use ::store::StoreError;

use self::sum_tree::{Node, PAGE_LEVELS, Page};
use super::LogKeys;

pub use books::OnChain;
pub use check::{CheckedBalances, LiabilityProblem, check, check_published};
pub use model::{FORMAT, Own, ProofOfBalances, ProvedPart, Published};
pub use publish::{PublishError, publish};
pub use statement::{CURRENCIES_MAX, Line, Reserve, ReserveAddress, Statement, hash_of, held_by_currency};

/// The maximum number of publications that [`publications`] returns at once.
pub const PUBLICATIONS_MAX: i64 = 100;

/// A publication in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Publication {
    /// Its number, from 1.
    pub number: u64,
    /// When it was published.
    pub at: DateTime<Utc>,
    /// The published content.
    pub published: Published,
}

/// The publications below number `below`, or the newest if it is `None`, newest first; at most `limit` and never more
/// than [`PUBLICATIONS_MAX`]. `conn` belongs to a tenant transaction.
///
/// # Errors
/// Database errors.
pub async fn publications(
    conn: &mut PgConnection,
    tenant: TenantId,
    keys: &LogKeys,
    below: Option<u64>,
    limit: i64,
) -> Result<Vec<Publication>, StoreError> {
    let below = below.and_then(|below| i64::try_from(below).ok()).unwrap_or(i64::MAX);
    let rows = store::list(conn, tenant, below, limit.clamp(1, PUBLICATIONS_MAX)).await?;
    Ok(rows.into_iter().map(|row| publication(row, tenant, keys)).collect())
}

fn publication(row: store::PublicationRow, tenant: TenantId, keys: &LogKeys) -> Publication {
    let reserves = serde_json::from_value(row.reserves).unwrap_or_default();
    let key = keys.signer(tenant).verifier().to_string();
    let published = Published { key, note: row.note, reserves };
    Publication { number: row.number.unsigned_abs(), at: row.published_at, published }
}

/// The proof of the balances of `owner` in the newest publication; `None` before the first one. `conn` belongs to a
/// tenant transaction with a single snapshot.
///
/// # Errors
/// Database errors.
pub async fn proof_of_balances(
    conn: &mut PgConnection,
    tenant: TenantId,
    keys: &LogKeys,
    owner: Uuid,
) -> Result<Option<ProofOfBalances>, StoreError> {
    let Some(row) = store::list(conn, tenant, i64::MAX, 1).await?.pop() else { return Ok(None) };
    let secret: [u8; 32] = row.secret.as_slice().try_into().map_err(|_| missing("secret of a publication"))?;
    let mut own = Vec::new();
    for found in store::balances_of(conn, tenant, row.number, owner).await? {
        let balance = found.balance.unsigned_abs();
        let mut parts = Vec::new();
        for part in sum_tree::split(&secret, owner, &found.currency, balance) {
            let leaf = Node::leaf(owner, &part);
            let (index, path) = way(conn, (tenant, row.number, &found.currency), leaf).await?;
            parts.push(ProvedPart { salt: part.salt, amount: part.amount, index, path });
        }
        own.push(Own { currency: found.currency, balance, parts });
    }
    let published = publication(row, tenant, keys).published;
    Ok(Some(ProofOfBalances { format: FORMAT.to_owned(), owner, published, own }))
}

/// The index of `leaf`, and the sibling nodes on its path to the root.
async fn way(conn: &mut PgConnection, tree: (TenantId, i64, &str), leaf: Node) -> Result<(u64, Vec<Node>), StoreError> {
    let found = store::page_with(conn, tree, &leaf.hash).await?;
    let (page, nodes) = found.ok_or_else(|| missing("page of a publication"))?;
    let place = nodes.iter().position(|node| *node == leaf).ok_or_else(|| missing("leaf of a publication"))?;
    let index = (page << PAGE_LEVELS) + place as u64;
    let mut path = Page { level: 0, index: page, nodes }.siblings(place);
    for level in (PAGE_LEVELS..).step_by(PAGE_LEVELS as usize) {
        let place = index >> level;
        let at = place >> PAGE_LEVELS;
        let Some(nodes) = store::page_at(conn, tree, (level, at)).await? else { break };
        path.extend(Page { level, index: at, nodes }.siblings((place % (1 << PAGE_LEVELS)) as usize));
    }
    Ok((index, path))
}

const fn missing(what: &'static str) -> StoreError {
    StoreError::NotOneRow { what, found: 0 }
}
