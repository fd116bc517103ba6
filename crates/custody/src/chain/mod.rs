//! The chain adapter: everything that depends on one chain. An adapter has no database, no ledger and no clock.

mod types;

use std::time::Duration;

use async_trait::async_trait;
use exchange::rails::FeeBounds;

pub use types::{
    BlockRef, BroadcastOutcome, ChainError, ChainInfo, ChainTransfer, Derived, Destination, Mempool, PayoutOrder,
    PlanError, ScanOutcome, ScannedBlock, SharedAddress, Spent, TxPlan, TxStatus, Utxo,
};

pub use crate::signer::{AddressPath, Branch, SignedTx};
use crate::signer::{Signer, SignerError};
use kernel::{Amount, Currency};

/// One chain, reached through a node (or simulated in the sandbox).
#[async_trait]
pub trait ChainAdapter: Send + Sync {
    /// Static parameters of the chain.
    fn info(&self) -> &ChainInfo;

    /// The extended public key (or account name) from which all addresses of account `account` derive.
    async fn account_key(&self, signer: &dyn Signer, account: u32) -> Result<String, SignerError>;

    /// Derives the address at `place` of an account. Pure.
    ///
    /// # Errors
    /// [`ChainError::Malformed`] if the account key is not valid on this chain.
    fn derive(&self, account_key: &str, place: AddressPath) -> Result<Derived, ChainError>;

    /// Validates a payee's address and memo. Pure.
    ///
    /// # Errors
    /// [`PlanError::Refused`] with the rule that the address violates.
    fn destination(&self, address: &str, memo: Option<&str>) -> Result<Destination, PlanError>;

    /// The block to start scanning from when no cursor exists: the one below height `at`, or the tip.
    async fn start(&self, at: Option<u64>) -> Result<BlockRef, ChainError>;

    /// The blocks after the newest of `known` (newest first, never empty), at most `max_blocks`.
    async fn scan(&self, known: &[BlockRef], max_blocks: u32) -> Result<ScanOutcome, ChainError>;

    /// Waits between two passes of a scanner that has reached the tip. A node is polled every `poll`. Cancel-safe.
    async fn rest(&self, poll: Duration) {
        tokio::time::sleep(poll).await;
    }

    /// Ids of the transactions in the mempool.
    async fn mempool(&self) -> Result<Mempool, ChainError>;

    /// The transfers of these mempool transactions. Transactions that have left the mempool are omitted.
    async fn mempool_transfers(&self, txids: &[String]) -> Result<Vec<ChainTransfer>, ChainError>;

    /// Estimated fee for sending `currency` to one payee, in the network's native currency.
    async fn typical_fee(&self, currency: Currency) -> Result<Amount, ChainError>;

    /// Builds an unsigned transaction for `order`. Inputs come from `coins` (largest first; empty on account-based
    /// chains), change goes to `change`.
    async fn plan(&self, order: &PayoutOrder, coins: &[Utxo], change: &Derived) -> Result<TxPlan, PlanError>;

    /// Signs `plan`. Deterministic: the same plan gives the same transaction.
    async fn sign(&self, plan: &TxPlan, account: u32, signer: &dyn Signer) -> Result<SignedTx, ChainError>;

    /// The fee rates that a replacement of an unconfirmed transaction may have. `highest` is the highest fee of its
    /// versions. `None` on a chain without replacements.
    async fn replacement_bounds(
        &self,
        plan: &TxPlan,
        txid: &str,
        highest: Amount,
    ) -> Result<Option<FeeBounds>, ChainError> {
        let _ = (plan, txid, highest);
        Ok(None)
    }

    /// The plan of a transaction that replaces the one of `plan`, whose id is `txid`: the same inputs, the same payee, and
    /// the difference of the fees from the change. Pure: the same arguments give the same plan.
    ///
    /// # Errors
    /// [`PlanError::Refused`] with the rule that the fee violates.
    fn replace(&self, plan: &TxPlan, txid: &str, fee: Amount) -> Result<TxPlan, PlanError> {
        let _ = (plan, txid, fee);
        Err(PlanError::Refused(format!("{} has no replacements", self.info().network.name())))
    }

    /// Broadcasts a signed transaction. Idempotent for the same bytes.
    async fn broadcast(&self, tx: &SignedTx) -> Result<BroadcastOutcome, ChainError>;

    /// The status of one of our transactions, as this node reports it.
    async fn status(&self, tx: &SignedTx) -> Result<TxStatus, ChainError>;
}
