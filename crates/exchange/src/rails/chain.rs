//! Blockchains: deposit addresses, network fees and the payload of payouts.

use async_trait::async_trait;
use kernel::{Amount, Currency, DepositAccountId, Network, Payway, TenantId, TransactionId};
use serde::{Deserialize, Serialize};

use super::RailError;

/// The address to which a customer sends coins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DepositAddress {
    /// The address in its usual form.
    pub address: String,
    /// The memo that must accompany the payment, if the network needs one.
    pub memo: Option<String>,
    /// The confirmations required for credit; frozen in the order.
    pub confirmations_required: u32,
}

/// The owner of a deposit address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AddressOwner {
    /// An order: the address is meant for one payment.
    Order(TransactionId),
    /// A deposit account: the address takes any number of payments.
    Account(DepositAccountId),
}

impl From<TransactionId> for AddressOwner {
    fn from(id: TransactionId) -> Self {
        Self::Order(id)
    }
}

/// The payway of a payment of `currency` that came on `network` to an address or account of `given`: another coin of a
/// network has its own payway. Without such a payway it is `given`, which then does not carry the currency.
#[must_use]
pub fn came_by(given: Payway, network: Option<Network>, currency: Currency) -> Payway {
    if given.supports(currency) && given.network() == network {
        return given;
    }
    network.and_then(|network| currency.payway_on(network)).unwrap_or(given)
}

/// Deposit addresses and network fees; implemented by custody.
#[async_trait]
pub trait AddressBook: Send + Sync {
    /// The deposit address of this owner alone; repeated calls return the same one. `expected` is the expected amount,
    /// which determines the displayed number of confirmations; zero if unknown. A payment needs `at_least` confirmations.
    async fn assign(
        &self,
        tenant: TenantId,
        owner: AddressOwner,
        expected: Amount,
        network: Network,
        at_least: u32,
    ) -> Result<DepositAddress, RailError>;
    /// The estimated fee of sending `currency` over `network`, in `currency`.
    async fn network_fee(&self, currency: Currency, network: Network) -> Result<Amount, RailError>;
}

/// The payload of a `payout.chain` job, which custody handles. Each leg is paid at most once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChainPayout {
    /// The transaction that is paid out.
    pub transaction: TransactionId,
    /// The leg; (transaction, leg) is the idempotency key.
    pub leg: u16,
    /// The currency.
    pub currency: Currency,
    /// The network.
    pub network: Network,
    /// The destination address.
    pub address: String,
    /// The memo, if any.
    pub memo: Option<String>,
    /// The amount in atoms, as decimal text.
    pub amount_atoms: String,
}
