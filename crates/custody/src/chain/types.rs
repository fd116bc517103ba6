use kernel::{Amount, Network};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::signer::SignerError;

/// What kind of chain an adapter speaks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChainInfo {
    /// Its network.
    pub network: Network,
    /// Blocks that a reorganisation may replace; deeper than this the scanner stops and calls an operator.
    pub max_reorg: u32,
    /// Blocks asked for at once.
    pub batch: u32,
    /// Whether money lies in coins that are spent whole.
    pub has_coins: bool,
}

/// A block, as far as finding it again needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockRef {
    /// Blocks below it.
    pub height: u64,
    /// Its hash.
    pub hash: String,
}

/// Which of an account's two chains of addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Branch {
    /// Addresses given to others.
    Deposit,
    /// Addresses for our own change.
    Change,
}

impl Branch {
    /// Its step in the key path.
    #[must_use]
    pub const fn step(self) -> u32 {
        match self {
            Self::Deposit => 0,
            Self::Change => 1,
        }
    }

    /// The branch with this step.
    #[must_use]
    pub const fn of_step(step: i16) -> Option<Self> {
        match step {
            0 => Some(Self::Deposit),
            1 => Some(Self::Change),
            _ => None,
        }
    }
}

/// Where in an account an address stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// Which chain of addresses.
    pub branch: Branch,
    /// Which of it, below 2^31.
    pub index: u32,
}

/// An address of ours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Derived {
    /// Where in the account it stands.
    pub place: Place,
    /// As people write it.
    pub address: String,
    /// The memo that tells payments to a shared address apart.
    pub memo: Option<String>,
    /// What a transfer to it carries in [`ChainTransfer::watch_key`].
    pub watch_key: String,
}

/// A payee's address that was checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Destination {
    /// The address in its usual spelling.
    pub address: String,
    /// What a transfer to it carries in [`ChainTransfer::watch_key`].
    pub watch_key: String,
}

/// One movement to one receiver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChainTransfer {
    /// Its name, unique on the chain: `txid:vout` on Bitcoin and Litecoin.
    pub leg_uid: String,
    /// The transaction that it is part of.
    pub txid: String,
    /// The receiver, in the adapter's own comparable form.
    pub watch_key: String,
    /// How much.
    pub amount: Amount,
    /// Blocks that must lie on top, counting its own, before it can be spent: coinbase and HogEx outputs.
    pub maturity: u32,
}

/// A coin that a transaction consumed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spent {
    /// The coin, as its [`ChainTransfer::leg_uid`].
    pub outpoint: String,
    /// The spending transaction.
    pub txid: String,
}

/// Everything in a block that can concern anybody; the engine picks what concerns us.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScannedBlock {
    /// The block.
    pub block: BlockRef,
    /// The block before it.
    pub parent: String,
    /// Movements, successful ones only.
    pub transfers: Vec<ChainTransfer>,
    /// Coins that are gone.
    pub spent: Vec<Spent>,
    /// Ids of all transactions.
    pub txids: Vec<String>,
}

/// What a look for new blocks found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ScanOutcome {
    /// Blocks in order; each follows the one before, the first follows the newest known one.
    Blocks {
        /// The blocks; empty when nothing is new.
        blocks: Vec<ScannedBlock>,
        /// The node's height. Above the last block's, there is more to fetch.
        tip: u64,
        /// Whether the node itself is up to date with its network, and with what we know: a node that has not come as
        /// far as the newest known block gives no blocks and is not synced.
        synced: bool,
    },
    /// The newest known block is no longer part of the chain; this known one still is.
    Reorg {
        /// The last block in common.
        fork: BlockRef,
    },
    /// None of the known blocks is part of the chain.
    Gap {
        /// What was found, for the operator.
        reason: String,
    },
}

/// The transactions that wait to be mined.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Mempool {
    /// Their ids.
    pub txids: Vec<String>,
}

/// A coin of ours that may be spent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coin {
    /// `txid:vout`.
    pub outpoint: String,
    /// Its value in atoms.
    pub atoms: i128,
    /// Whose key spends it.
    pub place: Place,
}

/// A payment that is to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayoutOrder {
    /// Our own name of it: goes into transactions of chains that can carry one.
    pub reference: String,
    /// How much arrives.
    pub amount: Amount,
    /// Where.
    pub address: String,
    /// With what memo.
    pub memo: Option<String>,
}

/// An unsigned transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TxPlan {
    /// The coins that it spends.
    pub inputs: Vec<String>,
    /// What it costs at most, in the network's own currency.
    pub fee: Amount,
    /// Everything else, in the adapter's own form; enough to sign again after a restart.
    pub body: Value,
}

/// A signed transaction: what is stored before it is first sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedTx {
    /// Its id.
    pub txid: String,
    /// The bytes for the network.
    pub raw: Vec<u8>,
}

/// How a node took a transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BroadcastOutcome {
    /// It has it: now, or already, waiting or mined.
    Accepted,
    /// It did not take it, and does not have it. Says nothing about other nodes.
    Rejected {
        /// The node's words.
        reason: String,
    },
    /// Nobody knows; look it up.
    Unknown {
        /// What happened.
        reason: String,
    },
}

/// Where a transaction stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TxStatus {
    /// The node does not know it.
    NotFound,
    /// It waits to be mined.
    Pending,
    /// It is in a block.
    Included,
}

/// Why a payment could not be planned.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// It breaks a rule of the chain, and always will.
    #[error("{0}")]
    Refused(String),
    /// The wallet holds too little that can be spent now.
    #[error("the wallet can spend {available} and {needed} are needed")]
    Insufficient {
        /// Spendable now.
        available: Amount,
        /// With the fee.
        needed: Amount,
    },
    /// The node did not answer.
    #[error(transparent)]
    Chain(#[from] ChainError),
}

/// Why a node could not be asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChainError {
    /// No answer in time. For a broadcast the outcome is unknown.
    #[error("the node does not answer: {0}")]
    Unreachable(String),
    /// It answered with an error.
    #[error("the node refused {method}: {message} ({code})")]
    Refused {
        /// What was asked.
        method: String,
        /// Its number for it.
        code: i64,
        /// Its words.
        message: String,
    },
    /// An answer, a key or a plan that makes no sense.
    #[error("{0}")]
    Malformed(String),
    /// The keys did not do their part.
    #[error(transparent)]
    Signer(#[from] SignerError),
}
