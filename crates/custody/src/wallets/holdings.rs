//! What the wallets of all tenants hold, for an operator. Asks the database alone: neither a node nor the signer.

use kernel::{Amount, Network, TenantId};
use store::Store;

use super::store as rows;
use crate::CustodyError;

/// One wallet of one tenant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holding {
    /// Whose.
    pub tenant: TenantId,
    /// On which chain.
    pub network: Network,
    /// Where an operator puts money into it; nothing before the wallet was opened for that.
    pub funding_address: Option<String>,
    /// The memo that must come with it, where the network needs one.
    pub memo: Option<String>,
    /// What lies there in blocks, and how much of that payouts have reserved. Nothing where no coin ever arrived: chains
    /// that the sandbox plays have none.
    pub coins: Option<Coins>,
}

/// What lies in a wallet that keeps coins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Coins {
    /// Everything in blocks.
    pub balance: Amount,
    /// Of that, what payouts on their way will spend: whole coins, change included.
    pub reserved: Amount,
}

/// The wallets of all tenants, at most 10,000 of them.
///
/// # Errors
/// Those of the database.
pub async fn holdings(store: &Store) -> Result<Vec<Holding>, CustodyError> {
    let mut tx = store.system().await?;
    let found = rows::holdings(tx.conn()).await?;
    tx.rollback().await?;
    Ok(found)
}
