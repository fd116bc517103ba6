//! What the engine needs to know of a chain. An adapter is chain knowledge alone: no database, no ledger, no clock.

mod types;

use async_trait::async_trait;

pub use types::{
    BlockRef, Branch, BroadcastOutcome, ChainError, ChainInfo, ChainTransfer, Coin, Derived, Destination, Mempool,
    PayoutOrder, Place, PlanError, ScanOutcome, ScannedBlock, SignedTx, Spent, TxPlan, TxStatus,
};

use crate::signer::{Signer, SignerError};
use kernel::{Amount, Currency};

/// A chain, through a node of it (or the sandbox's).
#[async_trait]
pub trait ChainAdapter: Send + Sync {
    /// What kind of chain it is.
    fn info(&self) -> &ChainInfo;

    /// The public key (or another name) that all addresses of account number `account` come from.
    async fn account_key(&self, signer: &dyn Signer, account: u32) -> Result<String, SignerError>;

    /// The address at `place` of an account. Pure.
    ///
    /// # Errors
    /// [`ChainError::Malformed`] when the account key is not one of this chain.
    fn derive(&self, account_key: &str, place: Place) -> Result<Derived, ChainError>;

    /// Checks a payee's address. Pure.
    ///
    /// # Errors
    /// [`PlanError::Refused`] with the rule that it breaks.
    fn destination(&self, address: &str, memo: Option<&str>) -> Result<Destination, PlanError>;

    /// The tip that a scanner starts from when nothing is known; `at` is a height to start below, or the tip.
    async fn start(&self, at: Option<u64>) -> Result<BlockRef, ChainError>;

    /// The blocks after the newest of `known` (newest first, never empty), at most `max_blocks`.
    async fn scan(&self, known: &[BlockRef], max_blocks: u32) -> Result<ScanOutcome, ChainError>;

    /// Ids of the transactions that wait to be mined.
    async fn mempool(&self) -> Result<Mempool, ChainError>;

    /// The transfers of these waiting transactions; those that are gone meanwhile are left out.
    async fn mempool_transfers(&self, txids: &[String]) -> Result<Vec<ChainTransfer>, ChainError>;

    /// What sending `currency` to one payee costs about, in the network's own currency.
    async fn typical_fee(&self, currency: Currency) -> Result<Amount, ChainError>;

    /// An unsigned transaction for `order`, spending some of `coins` (largest first; empty where there are none),
    /// change to `change`.
    async fn plan(&self, order: &PayoutOrder, coins: &[Coin], change: &Derived) -> Result<TxPlan, PlanError>;

    /// Signs `plan`. Deterministic: the same plan gives the same transaction.
    async fn sign(&self, plan: &TxPlan, account: u32, signer: &dyn Signer) -> Result<SignedTx, ChainError>;

    /// Hands the bytes to the network. Safe to repeat with the same bytes.
    async fn broadcast(&self, tx: &SignedTx) -> Result<BroadcastOutcome, ChainError>;

    /// Where a transaction of ours stands, as far as the node tells.
    async fn status(&self, tx: &SignedTx) -> Result<TxStatus, ChainError>;
}
