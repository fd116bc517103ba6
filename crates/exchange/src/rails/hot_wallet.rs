//! The wallets of tenants with real customers that an online signer can spend.

use async_trait::async_trait;
use kernel::{Amount, Network, TenantId};

use super::RailError;

/// The recommended action for a hot wallet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HotAdvice {
    /// Nothing.
    Fine,
    /// Move this amount to the cold address: the balance is above the maximum.
    MoveToCold(Amount),
    /// This amount is missing to the minimum: payouts may wait for coins.
    TooLow(Amount),
}

/// A hot wallet on one network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HotWallet {
    /// The network.
    pub network: Network,
    /// The chain of its node: `main`, `test` or `regtest`.
    pub chain: &'static str,
    /// Spendable, unconfirmed and immature coins.
    pub balance: Amount,
    /// The minimum, if one is set.
    pub min: Option<Amount>,
    /// The maximum, if one is set.
    pub max: Option<Amount>,
    /// The address of the cold wallet, if one is set.
    pub cold_address: Option<String>,
    /// The recommended action.
    pub advice: HotAdvice,
}

/// The hot wallets of tenants.
#[async_trait]
pub trait HotWallets: Send + Sync {
    /// The hot wallets of a tenant. Empty for a sandbox.
    ///
    /// # Errors
    /// [`RailError::Unavailable`] if they cannot be read.
    async fn hot_wallets(&self, tenant: TenantId) -> Result<Vec<HotWallet>, RailError>;
}
