//! Effects of new blocks and reorgs on payouts.

use ::store::SystemTx;
use chrono::{DateTime, Utc};
use exchange::rails::RailEvent;
use kernel::{Network, TenantId};

use super::attempts::store as attempts;
use super::model::Payout;
use super::store;
use crate::CustodyError;
use crate::chain::BlockRef;

type RailEvents = Vec<(TenantId, RailEvent)>;

/// Marks the payouts that a block includes. If it includes a replaced attempt, that attempt is the live one from then
/// on: its fee was paid, and the other one can no longer be mined.
pub(crate) async fn included(
    tx: &mut SystemTx,
    network: Network,
    block: &BlockRef,
    txids: &[String],
    now: DateTime<Utc>,
) -> Result<RailEvents, CustodyError> {
    let found = store::with_txids(tx.conn(), network, txids).await?;
    let mut changed = Vec::new();
    for (payout, events) in found.iter().filter_map(|payout| payout.in_block(block)) {
        attempts::make_live(tx.conn(), &payout).await?;
        changed.push((payout, events));
    }
    write(tx, changed.into_iter(), now).await
}

/// Updates the confirmations of included payouts.
pub(crate) async fn deepen(
    tx: &mut SystemTx,
    network: Network,
    tip: u64,
    now: DateTime<Utc>,
) -> Result<RailEvents, CustodyError> {
    let found = store::in_blocks(tx.conn(), network, 0, true).await?;
    write(tx, found.iter().filter_map(|payout| payout.at_tip(tip)), now).await
}

/// Takes payouts above `fork` out of their blocks. They are rebroadcast at once.
pub(crate) async fn rewind(
    tx: &mut SystemTx,
    network: Network,
    fork: u64,
    now: DateTime<Utc>,
) -> Result<RailEvents, CustodyError> {
    let found = store::in_blocks(tx.conn(), network, fork, false).await?;
    write(tx, found.iter().map(|payout| payout.unblocked(fork)), now).await
}

async fn write(
    tx: &mut SystemTx,
    changed: impl Iterator<Item = (Payout, Vec<RailEvent>)>,
    now: DateTime<Utc>,
) -> Result<RailEvents, CustodyError> {
    let mut told = Vec::new();
    for (payout, events) in changed {
        store::update(tx.conn(), &payout, now, now).await?;
        told.extend(events.into_iter().map(|event| (payout.tenant, event)));
    }
    Ok(told)
}
