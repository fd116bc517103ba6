//! Wallets and addresses: one address per order or deposit account, derived from a public key without the signer.

mod holdings;
mod job;
mod reserves;
pub(crate) mod store;

use async_trait::async_trait;
use exchange::rails::{AddressBook, AddressOwner, DepositAddress, RailError};
use kernel::{Amount, Currency, Network, TenantId};

pub use holdings::{Coins, Holding, holdings};
pub(crate) use job::WalletsHandler;
pub use reserves::reserves;

use crate::chain::{AddressPath, Branch};
use crate::columns::int;
use crate::engine::{ChainSetup, on};
use crate::wallets::store::{NewAddress, Purpose, Wallet};
use crate::{Custody, CustodyError, coins, cursor};

/// Balance of a tenant's wallet on one network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WalletBalance {
    /// Spendable now.
    pub spendable: Amount,
    /// Spendable, unconfirmed and immature funds. Excludes reserved UTXOs.
    pub total: Amount,
}

impl Custody {
    /// Creates the wallets of a tenant on every network that it may use, each with its funding address. It needs the signer,
    /// so call it in a process that has one; later addresses need public keys only. Idempotent.
    ///
    /// # Errors
    /// [`CustodyError::Signer`], and database errors.
    pub async fn open_wallets(&self, tenant: TenantId) -> Result<(), CustodyError> {
        for network in self.networks() {
            match self.funding_address(tenant, network).await {
                Err(CustodyError::NotForTenant(_)) | Ok(_) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// The address at which an operator funds a tenant's wallet. Always the same one.
    ///
    /// # Errors
    /// [`CustodyError::NotConnected`], [`CustodyError::Signer`], and database errors.
    pub async fn funding_address(&self, tenant: TenantId, network: Network) -> Result<DepositAddress, CustodyError> {
        let chain = self.chain(network)?;
        self.address(tenant, chain, Purpose::Funding, network.native(), 1).await
    }

    /// Balance of a tenant's wallet on a UTXO network.
    ///
    /// # Errors
    /// [`CustodyError::NotConnected`], and database errors.
    pub async fn wallet_balance(&self, tenant: TenantId, network: Network) -> Result<WalletBalance, CustodyError> {
        self.chain(network)?;
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let tip = cursor::store::position(tx.conn(), network).await?.map_or(0, |position| position.block.height);
        let (spendable, total) = coins::store::totals(tx.conn(), tenant, network, tip).await?;
        let amount = |atoms| Amount::new(atoms, network.native());
        Ok(WalletBalance { spendable: amount(spendable), total: amount(total) })
    }

    pub(crate) async fn wallet(&self, tenant: TenantId, chain: &ChainSetup) -> Result<Wallet, CustodyError> {
        let network = chain.adapter.info().network;
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        if let Some(wallet) = store::wallet(tx.conn(), tenant, network).await? {
            return Ok(wallet);
        }
        tx.rollback().await?;
        // Before the first address is assigned, so that every payment to it is above the start of the scan.
        // The same address can be paid on every network of the family, so all of them are scanned.
        for network in network.family_members() {
            if let Some(member) = self.inner.chains.get(&network) {
                self.begin(member).await?;
            }
        }
        let mut tx = self.inner.store.system().await?;
        let account = store::account(tx.conn(), tenant).await?;
        tx.commit().await?;
        // Outside the transaction: the signer may be another process.
        let key = chain.adapter.account_key(&*self.inner.signer, account).await?;
        let mut tx = self.inner.store.system().await?;
        store::open(tx.conn(), tenant, network, account, &key, self.inner.world.now()).await?;
        let wallet = store::wallet(tx.conn(), tenant, network).await?.ok_or(CustodyError::Stored("wallet"))?;
        tx.commit().await?;
        Ok(wallet)
    }

    async fn address(
        &self,
        tenant: TenantId,
        chain: &ChainSetup,
        purpose: Purpose,
        currency: Currency,
        required: u32,
    ) -> Result<DepositAddress, CustodyError> {
        let network = chain.adapter.info().network;
        self.may_use(tenant, network).await?;
        self.wallet(tenant, chain).await?;
        let mut tx = self.inner.store.tenant(tenant).await?;
        // Locks before the lookup, so that two concurrent calls for one owner get the same address.
        let wallet = store::lock(tx.conn(), tenant, network).await?;
        if let Some(found) = store::assigned(tx.conn(), tenant, network, purpose).await? {
            return Ok(found);
        }
        let index = store::next_index(tx.conn(), tenant, network, Branch::Deposit).await?;
        let place = AddressPath { branch: Branch::Deposit, index };
        let derived = chain.adapter.derive(&wallet.account_key, place).map_err(on(network))?;
        let new = NewAddress { network, place, purpose, currency, required: int(required), derived: &derived };
        store::insert_address(tx.conn(), tenant, &new, self.inner.world.now()).await?;
        tx.commit().await?;
        Ok(DepositAddress { address: derived.address, memo: derived.memo, confirmations_required: required })
    }
}

#[async_trait]
impl AddressBook for Custody {
    async fn assign(
        &self,
        tenant: TenantId,
        owner: AddressOwner,
        expected: Amount,
        network: Network,
        at_least: u32,
    ) -> Result<DepositAddress, RailError> {
        let chain = self.chain(network).map_err(|error| unavailable(network, &error))?;
        let required = self.required(chain, &[expected]).max(at_least);
        let address = self.address(tenant, chain, Purpose::Owned(owner), expected.currency(), required).await;
        address.map_err(|error| unavailable(network, &error))
    }

    async fn network_fee(&self, currency: Currency, network: Network) -> Result<Amount, RailError> {
        let chain = self.chain(network).map_err(|error| unavailable(network, &error))?;
        let fee = chain.adapter.typical_fee(currency).await.map_err(|error| unavailable(network, &error))?;
        let unpriced = || RailError::Unavailable {
            rail: network.code().into(),
            reason: format!("the fee in {} cannot be told in {currency} without rates", fee.currency()),
        };
        self.convert(network, fee, currency).ok_or_else(unpriced)
    }
}

fn unavailable(network: Network, error: &dyn std::error::Error) -> RailError {
    RailError::Unavailable { rail: network.code().into(), reason: error.to_string() }
}
