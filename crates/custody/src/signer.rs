//! Interface to the signer, a separate process that holds the keys; all other processes know account public keys only.
//! The signer receives whole transactions, never digests, and signs only transactions that it can parse.

use async_trait::async_trait;
use exchange::requisite::ChainKind;
use kernel::Network;
use serde::{Deserialize, Serialize};

/// The branch of an account's address derivation (BIP44 `change` level).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Branch {
    /// External addresses, for deposits.
    Deposit,
    /// Internal addresses, for change.
    Change,
}

impl Branch {
    /// The index of the branch in the derivation path.
    #[must_use]
    pub const fn step(self) -> u32 {
        match self {
            Self::Deposit => 0,
            Self::Change => 1,
        }
    }

    /// The branch with this index.
    #[must_use]
    pub const fn of_step(step: i16) -> Option<Self> {
        match step {
            0 => Some(Self::Deposit),
            1 => Some(Self::Change),
            _ => None,
        }
    }
}

/// An address's position in the derivation path of its account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct AddressPath {
    /// The branch.
    pub branch: Branch,
    /// The address index, below 2^31.
    pub index: u32,
}

/// A tenant's account on one chain: `m/purpose'/coin'/number'` (BIP44 and its variants; the chain determines the
/// purpose).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeyAccount {
    /// The network, which determines the coin type (SLIP-44).
    pub network: Network,
    /// Mainnet or a test network.
    pub chain: ChainKind,
    /// The hardened account number, below 2^31.
    pub number: u32,
}

/// The output that one input spends, as the caller states it. A wrong amount makes the signature invalid, because the
/// signature commits to the amount (BIP143).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spend {
    /// The value of the output.
    pub atoms: u64,
    /// The derivation position of the key.
    pub place: AddressPath,
}

/// A transaction to sign.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignRequest {
    /// The account whose keys sign.
    pub account: KeyAccount,
    /// The unsigned transaction in its network's serialisation, hexadecimal.
    pub unsigned: String,
    /// The outputs spent, in the order of the inputs.
    pub inputs: Vec<Spend>,
    /// The index of the change address, if the transaction has a change output. The signer derives the address itself.
    pub change: Option<u32>,
    /// The fee in atoms, as recorded in the ledger.
    pub fee: u64,
    /// The id of the signed transaction that this one replaces with a higher fee. The signer checks that both spend the
    /// same inputs and pay the same, and counts the difference of the fees only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replaces: Option<String>,
}

/// A signed transaction. Stored before the first broadcast.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedTx {
    /// Transaction id.
    pub txid: String,
    /// Serialised transaction.
    pub raw: Vec<u8>,
}

/// Why the signer did not sign.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SignerError {
    /// Unreachable or temporarily unable. A retry is safe: the same request gives the same signature.
    #[error("the signer does not answer: {0}")]
    Unavailable(String),
    /// Refused by the signer's policy. An operator must look.
    #[error("the signer refused ({rule}): {reason}")]
    Refused {
        /// The policy rule, for example `per_day`.
        rule: String,
        /// A readable explanation without secrets.
        reason: String,
    },
}

/// Holds the seed and applies its own signing policy.
#[async_trait]
pub trait Signer: Send + Sync {
    /// The extended public key of an account (BIP32 `xpub`), from which addresses derive without the signer.
    async fn xpub(&self, account: &KeyAccount) -> Result<String, SignerError>;

    /// Signs every input. Deterministic (RFC 6979): the same request always gives the same bytes.
    async fn sign(&self, request: &SignRequest) -> Result<SignedTx, SignerError>;
}

/// The signer of processes without one, such as the HTTP server. It refuses every request.
#[derive(Debug, Clone, Copy)]
pub struct NoSigner;

#[async_trait]
impl Signer for NoSigner {
    async fn xpub(&self, _account: &KeyAccount) -> Result<String, SignerError> {
        Err(SignerError::Unavailable("this process has none; a worker opens wallets".into()))
    }

    async fn sign(&self, _request: &SignRequest) -> Result<SignedTx, SignerError> {
        Err(SignerError::Unavailable("this process has none; a worker pays out".into()))
    }
}
