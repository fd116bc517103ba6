//! The values that cross the port of a chain adapter: blocks, transfers, addresses, payouts and fees.

use kernel::{Amount, Network};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::signer::{AddressPath, SignerError};

/// Static parameters of a chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChainInfo {
    /// The network.
    pub network: Network,
    /// Maximum reorg depth in blocks. On a deeper reorg the scanner stops and alerts an operator.
    pub max_reorg: u32,
    /// Blocks fetched per request.
    pub batch: u32,
    /// Whether the chain is UTXO-based, as opposed to account-based.
    pub has_coins: bool,
}

/// Identifies a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockRef {
    /// Block height.
    pub height: u64,
    /// Block hash.
    pub hash: String,
}

/// An address of the platform.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Derived {
    /// Its position in the derivation path.
    pub place: AddressPath,
    /// The address in its usual text form.
    pub address: String,
    /// The memo or tag that identifies the payment at a shared address.
    pub memo: Option<String>,
    /// The [`ChainTransfer::watch_key`] of transfers to this address.
    pub watch_key: String,
}

/// A validated payee address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Destination {
    /// The address in canonical form.
    pub address: String,
    /// The [`ChainTransfer::watch_key`] of transfers to this address.
    pub watch_key: String,
}

/// An address that payers share, with the memo that a transfer gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedAddress {
    /// The address.
    pub address: String,
    /// The memo; `None` if the payer gave none.
    pub memo: Option<String>,
}

/// One transfer to one receiver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChainTransfer {
    /// Unique id on the chain: `txid:vout` on Bitcoin and Litecoin.
    pub leg_uid: String,
    /// Id of the transaction that contains it.
    pub txid: String,
    /// The receiver, in a form that the adapter can compare.
    pub watch_key: String,
    /// The receiving address and the memo, on a chain where payers share an address: a payment without the memo of a customer
    /// still belongs to the tenant of the address.
    pub shared: Option<SharedAddress>,
    /// The amount.
    pub amount: Amount,
    /// Confirmations (including its own block) before the output can be spent: relevant for coinbase and HogEx outputs.
    pub maturity: u32,
}

/// A UTXO that a transaction spent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spent {
    /// The UTXO, as its [`ChainTransfer::leg_uid`].
    pub outpoint: String,
    /// Id of the spending transaction.
    pub txid: String,
}

/// All transfers and spends of a block. The engine selects those that concern our addresses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScannedBlock {
    /// The block.
    pub block: BlockRef,
    /// Hash of the parent block.
    pub parent: String,
    /// Successful transfers only.
    pub transfers: Vec<ChainTransfer>,
    /// UTXOs that this block spent.
    pub spent: Vec<Spent>,
    /// Ids of all transactions.
    pub txids: Vec<String>,
}

/// Result of a request for new blocks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ScanOutcome {
    /// New blocks in order: each follows the one before, and the first follows the newest known block.
    Blocks {
        /// The blocks; empty if there are no new ones.
        blocks: Vec<ScannedBlock>,
        /// The node's tip height. If it is above the last block, more blocks can be fetched.
        tip: u64,
        /// Whether the node is in sync with its network and with our cursor. A node below the newest known block
        /// returns no blocks and is not synced.
        synced: bool,
    },
    /// A reorg: the newest known block is no longer on the chain, but an older known one is.
    Reorg {
        /// The last common block.
        fork: BlockRef,
    },
    /// None of the known blocks is on the chain.
    Gap {
        /// Details for the operator.
        reason: String,
    },
}

/// The mempool.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Mempool {
    /// Ids of the transactions.
    pub txids: Vec<String>,
}

/// A spendable UTXO of the platform.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Utxo {
    /// `txid:vout`.
    pub outpoint: String,
    /// Its value in atoms.
    pub atoms: i128,
    /// The derivation position of the key that spends it.
    pub place: AddressPath,
}

/// A payment to build.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayoutOrder {
    /// Our reference. Written into the transaction on chains that support it.
    pub reference: String,
    /// Amount that the payee receives.
    pub amount: Amount,
    /// The payee's address.
    pub address: String,
    /// The payee's memo or tag.
    pub memo: Option<String>,
}

/// An unsigned transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TxPlan {
    /// Outpoints of the UTXOs that it spends.
    pub inputs: Vec<String>,
    /// Maximum network fee, in the network's native currency.
    pub fee: Amount,
    /// Adapter-specific content; enough to sign the same transaction again after a restart.
    pub body: Value,
}

/// Result of a broadcast.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BroadcastOutcome {
    /// The node has the transaction, in its mempool or in a block.
    Accepted,
    /// The node rejected the transaction and does not have it. Other nodes may still have it.
    Rejected {
        /// The node's error message.
        reason: String,
    },
    /// The result is unknown; look up the status.
    Unknown {
        /// Cause.
        reason: String,
    },
}

/// Status of a transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TxStatus {
    /// Unknown to the node.
    NotFound,
    /// In the mempool.
    Pending,
    /// In a block.
    Included,
}

/// Why a transaction could not be built.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// It violates a rule of the chain. Permanent.
    #[error("{0}")]
    Refused(String),
    /// The wallet's spendable balance is too low.
    #[error("the wallet can spend {available} and {needed} are needed")]
    Insufficient {
        /// Spendable balance.
        available: Amount,
        /// Required amount including the fee.
        needed: Amount,
    },
    /// The node did not answer.
    #[error(transparent)]
    Chain(#[from] ChainError),
}

/// Why a chain request failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChainError {
    /// No answer in time. The outcome of a broadcast is then unknown.
    #[error("the node does not answer: {0}")]
    Unreachable(String),
    /// The node answered with an error.
    #[error("the node refused {method}: {message} ({code})")]
    Refused {
        /// The RPC method.
        method: String,
        /// The node's error code.
        code: i64,
        /// The node's error message.
        message: String,
    },
    /// An invalid response, key or plan.
    #[error("{0}")]
    Malformed(String),
    /// The signer failed.
    #[error(transparent)]
    Signer(#[from] SignerError),
}
