//! Makes a publication: reads one snapshot of the ledger, builds a tree for each currency, signs, and stores the data
//! for proofs.
//!
//! Trees are built in memory, one currency at a time: 48 bytes per leaf and two leaves per customer, so that a million
//! customers take 100 MB (rounded up to a power of two). All other data is read and written in pages.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{TenantId, World};
use uuid::Uuid;

use ::store::{Store, StoreError, TenantTx};

use super::books::{OnChain, PlatformSide, Since};
use super::statement::{CURRENCIES_MAX, Line, Reserve, Statement, hash_of, held_by_currency};
use super::store;
use super::sum_tree::{DEPTH_MAX, Node, Overflow, PAGE_LEVELS, PAGE_NODES, leaves_for, padding, pages, split, tops};
use crate::proof::{Checkpoint, LogKeys, log, origin, tree};

/// The number of publications for which proofs can still be made; for older ones only the signed content is stored.
const KEPT: i64 = 3;
/// The number of tree pages that are built and written at once: 800 kB.
const PAGES: usize = 64;

/// Why nothing was published.
#[derive(Debug, thiserror::Error)]
pub enum PublishError {
    /// A concurrent publication for this tenant is running.
    #[error("another publication is being made")]
    Busy,
    /// At the log's size this account would be negative, because an earlier commit is not sealed yet. Try again.
    #[error("account {0} is not settled at the log's size yet")]
    Unsettled(i64),
    /// The content exceeds the limits of a publication.
    #[error("there are too many customers or currencies for one publication: {0}")]
    TooMany(String),
    /// A sum overflows.
    #[error(transparent)]
    Overflow(#[from] Overflow),
    /// More money has left a rail than it ever held: a fault that operators must resolve before anything is signed.
    #[error("the reserve of {currency} at {rail} is below zero")]
    Negative {
        /// The rail.
        rail: String,
        /// The currency code.
        currency: String,
    },
    /// A signed root of the log cannot be parsed.
    #[error("the log's newest checkpoint cannot be read")]
    Checkpoint,
    /// Database errors.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A publication in progress.
struct Making<'a> {
    tenant: TenantId,
    number: i64,
    secret: [u8; 32],
    since: Since,
    snapshot: &'a mut TenantTx,
    tx: &'a mut TenantTx,
}

/// Publishes the ledger as of `snapshot`, a tenant transaction with a single snapshot, at the size that its log has
/// there. `chains` is custody's knowledge at that moment, and `treasury` the initial balance of simulated rails, by
/// currency. `id` is an idempotency key. Returns the number of the publication.
///
/// Seal first: unsealed commits are not included.
///
/// # Errors
/// See [`PublishError`]. Nothing is published then.
pub async fn publish(
    store: &Store,
    world: &World,
    keys: &LogKeys,
    id: Uuid,
    mut snapshot: TenantTx,
    (chains, treasury): (Vec<OnChain>, impl Fn(&str) -> u128),
) -> Result<u64, PublishError> {
    let tenant = snapshot.tenant();
    let mut tx = store.tenant(tenant).await?;
    // Some statements read every customer's account.
    store::patient(snapshot.conn()).await?;
    store::patient(tx.conn()).await?;
    if !store::lock(tx.conn(), tenant).await? {
        return Err(PublishError::Busy);
    }
    if let Some(number) = store::number_of(tx.conn(), tenant, id).await? {
        tx.rollback().await?;
        return Ok(number.unsigned_abs());
    }
    let number = store::list(tx.conn(), tenant, i64::MAX, 1).await?.first().map_or(1, |row| row.number + 1);
    let (log_size, log_root) = match log::latest_checkpoint(snapshot.conn()).await? {
        None => (0, tree::EMPTY_ROOT),
        Some(signed) => {
            let read = Checkpoint::unverified(&signed.note).map_err(|_| PublishError::Checkpoint)?;
            (read.size, read.root)
        }
    };
    let since = Since::read(snapshot.conn(), tenant, log_size).await?;
    let side = PlatformSide::read(snapshot.conn(), tenant, &since).await?;
    let reserves = side.reserves(chains, treasury);
    if let Some(Reserve { rail, currency, .. }) = reserves.iter().find(|reserve| reserve.is_negative()) {
        return Err(PublishError::Negative { rail: rail.clone(), currency: currency.clone() });
    }
    let secret = world.random();
    let mut making = Making { tenant, number, secret, since, snapshot: &mut snapshot, tx: &mut tx };
    let lines = making.lines(&side, &reserves).await?;
    let statement = Statement {
        origin: origin(tenant),
        number: number.unsigned_abs(),
        at: world.now(),
        log_size,
        log_root,
        reserves: hash_of(&reserves),
        lines,
    };
    let row = store::PublicationRow {
        number,
        published_at: statement.at,
        secret: secret.to_vec(),
        reserves: serde_json::to_value(&reserves).unwrap_or_default(),
        note: keys.signer(tenant).sign(&statement.text()),
    };
    store::insert(tx.conn(), tenant, id, &row).await?;
    store::forget(tx.conn(), tenant, number - KEPT).await?;
    tx.commit().await?;
    Ok(statement.number)
}

impl Making<'_> {
    /// One line for each currency with liabilities or reserves.
    async fn lines(&mut self, side: &PlatformSide, reserves: &[Reserve]) -> Result<Vec<Line>, PublishError> {
        let held: BTreeMap<&str, i128> = held_by_currency(reserves).ok_or(Overflow)?;
        let mut currencies: BTreeSet<String> =
            store::currencies(self.snapshot.conn(), self.tenant).await?.into_iter().collect();
        currencies.extend(held.keys().map(|currency| (*currency).to_owned()));
        currencies.extend(side.under_way.keys().cloned());
        let mut lines = Vec::new();
        for currency in currencies {
            let under_way = side.under_way.get(&currency).copied().unwrap_or_default();
            let under_way = u128::try_from(under_way).map_err(|_| PublishError::Unsettled(0))?;
            let listed = held.get(currency.as_str()).copied();
            let leaves = self.customers(&currency).await?;
            if leaves.is_empty() && under_way == 0 && listed.is_none() {
                continue;
            }
            let (leaves, root) = self.tree(&currency, leaves).await?;
            lines.push(Line { currency, leaves, root, under_way, held: listed.unwrap_or_default() });
        }
        if lines.len() > CURRENCIES_MAX {
            return Err(PublishError::TooMany(format!("{} currencies", lines.len())));
        }
        Ok(lines)
    }

    /// Stores every customer's balance in `currency`, and returns their leaves.
    async fn customers(&mut self, currency: &str) -> Result<Vec<Node>, PublishError> {
        let (mut leaves, mut after) = (Vec::new(), None);
        loop {
            let page = store::accounts(self.snapshot.conn(), self.tenant, currency, after).await?;
            let Some(last) = page.last() else { return Ok(leaves) };
            after = Some(last.id);
            let mut balances = Vec::with_capacity(page.len());
            for account in &page {
                let balance = self.since.before(account.id, account.balance);
                let balance = u128::try_from(balance).map_err(|_| PublishError::Unsettled(account.id))?;
                if balance > 0 {
                    let parts = split(&self.secret, account.owner, currency, balance);
                    leaves.extend(parts.iter().map(|part| Node::leaf(account.owner, part)));
                    balances.push((account.owner, balance));
                }
            }
            if leaves.len() as u64 > 1 << DEPTH_MAX {
                return Err(PublishError::TooMany(format!("customers with {currency}")));
            }
            store::insert_balances(self.tx.conn(), self.tenant, self.number, currency, &balances).await?;
        }
    }

    /// Pads, builds and stores the tree.
    async fn tree(&mut self, currency: &str, mut leaves: Vec<Node>) -> Result<(u64, Node), PublishError> {
        let many = || PublishError::TooMany(format!("customers with {currency}"));
        let size = leaves_for(leaves.len() as u64).ok_or_else(many)?;
        leaves.extend((leaves.len() as u64..size).map(|number| padding(&self.secret, currency, number)));
        // Sorting millions of leaves takes seconds, so it runs on a blocking thread.
        let sorted = tokio::task::spawn_blocking(move || {
            leaves.sort_unstable();
            leaves
        });
        let (mut nodes, mut level) = (sorted.await.map_err(|_| PublishError::Busy)?, 0);
        while nodes.len() > 1 {
            let mut above = Vec::with_capacity(nodes.len() / PAGE_NODES + 1);
            for run in nodes.chunks(PAGE_NODES * PAGES) {
                let pages = pages(run, level, above.len() as u64);
                above.extend(tops(&pages)?);
                store::insert_pages(self.tx.conn(), self.tenant, self.number, currency, &pages).await?;
            }
            (nodes, level) = (above, level + PAGE_LEVELS);
        }
        let root = nodes.first().copied().ok_or(Overflow)?;
        Ok((size, root))
    }
}
