//! Balances of all tenants' wallets, for an operator. Reads the database only, neither a node nor the signer.

use kernel::{Amount, Network, TenantId};
use store::Store;

use super::store as rows;
use crate::CustodyError;

/// A tenant's wallet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holding {
    /// The tenant.
    pub tenant: TenantId,
    /// The network.
    pub network: Network,
    /// The address at which an operator funds the wallet; `None` until it is assigned.
    pub funding_address: Option<String>,
    /// The memo required for funding, on networks that use one.
    pub memo: Option<String>,
    /// Confirmed and reserved balance. `None` if no UTXO was ever received; simulated chains have none.
    pub coins: Option<Coins>,
}

/// Balance of a UTXO wallet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Coins {
    /// Everything in blocks.
    pub balance: Amount,
    /// The part that pending payouts spend: whole UTXOs, change included.
    pub reserved: Amount,
}

/// The wallets of all tenants, at most 10,000.
///
/// # Errors
/// Database errors.
pub async fn holdings(store: &Store) -> Result<Vec<Holding>, CustodyError> {
    let mut tx = store.system().await?;
    let found = rows::holdings(tx.conn()).await?;
    tx.rollback().await?;
    Ok(found)
}
