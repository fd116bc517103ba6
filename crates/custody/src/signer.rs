//! Keys stay with a signer, which is a process of its own. Everything else knows public account keys only. The signer is
//! handed whole transactions, never digests: what it cannot read itself it does not sign.

use async_trait::async_trait;
use exchange::requisite::ChainKind;
use kernel::Network;
use serde::{Deserialize, Serialize};

use crate::chain::{Place, SignedTx};

/// One tenant's account on one chain: `m/purpose'/coin'/number'` (BIP44 and its like; which purpose is the chain's).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeyAccount {
    /// The coin.
    pub network: Network,
    /// Which of its networks.
    pub chain: ChainKind,
    /// The hardened account number, below 2^31.
    pub number: u32,
}

/// What one input of a transaction spends, as the asker says. A wrong amount makes the signature worthless, because it
/// commits to the amount (BIP143).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spend {
    /// The coin's value.
    pub atoms: u64,
    /// Whose key spends it.
    pub place: Place,
}

/// A payment to be signed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignRequest {
    /// Whose keys.
    pub account: KeyAccount,
    /// The whole unsigned transaction as its network writes it, in hexadecimal.
    pub unsigned: String,
    /// What each input spends, in their order.
    pub inputs: Vec<Spend>,
    /// The index of the change address that one output pays to, if one does. The signer derives the address itself.
    pub change: Option<u32>,
    /// The fee in atoms that the books know.
    pub fee: u64,
}

/// Why a signer did not sign.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SignerError {
    /// It cannot be reached, or cannot do its work now. Asking again is safe: what was signed is signed the same again.
    #[error("the signer does not answer: {0}")]
    Unavailable(String),
    /// It answered no, by a rule of its own. An operator must look.
    #[error("the signer refused ({rule}): {reason}")]
    Refused {
        /// The rule's name, as in `per_day`.
        rule: String,
        /// In plain words, without secrets.
        reason: String,
    },
}

/// Holds the seed, and decides by itself what it signs.
#[async_trait]
pub trait Signer: Send + Sync {
    /// The extended public key of an account (BIP32 `xpub`), from which addresses are made without the signer.
    async fn xpub(&self, account: &KeyAccount) -> Result<String, SignerError>;

    /// Signs every input. Deterministic (RFC 6979): the same request gives the same bytes, however often it is made.
    async fn sign(&self, request: &SignRequest) -> Result<SignedTx, SignerError>;
}

/// The signer of a process that has none: whatever speaks HTTP.
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
