//! Holds the seed, derives keys and signs. Runs only in the signer's process.

use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use bip39::Mnemonic;
use bitcoin::bip32::{ChildNumber, Xpriv, Xpub};
use bitcoin::hashes::Hash;
use bitcoin::secp256k1::{All, Message, Secp256k1};
use bitcoin::sighash::{EcdsaSighashType, SighashCache};
use bitcoin::{Amount, NetworkKind, Transaction, Witness, consensus, ecdsa};
use custody::chain::{AddressPath, SignedTx};
use custody::signer::{KeyAccount, SignRequest, Signer, SignerError, Spend};
use exchange::requisite::ChainKind;
use kernel::World;
use zeroize::Zeroizing;

use super::{Entry, Journal, SeedError};
use crate::bitcoin::{Chain, CoinParams, Payment, Policy, decide, p2wpkh};

/// BIP84: P2WPKH.
const PURPOSE: u32 = 84;

/// A seed with the signer's policy and journal.
pub struct Vault {
    master: Xpriv,
    secp: Secp256k1<All>,
    policy: Policy,
    /// Locked from the decision until the record is written, so that two payments cannot use the same remainder of a
    /// daily limit.
    journal: Mutex<Journal>,
    world: World,
}

impl Vault {
    /// The vault of a BIP39 mnemonic, without a BIP39 passphrase.
    ///
    /// # Errors
    /// [`SeedError::Phrase`].
    pub fn new(phrase: &str, policy: Policy, journal: Journal, world: World) -> Result<Self, SeedError> {
        let words = Mnemonic::parse_normalized(phrase.trim()).map_err(|_| SeedError::Phrase)?;
        let seed = Zeroizing::new(words.to_seed_normalized(""));
        let master = Xpriv::new_master(NetworkKind::Main, &*seed).map_err(|_| SeedError::Phrase)?;
        Ok(Self { master, secp: Secp256k1::new(), policy, journal: Mutex::new(journal), world })
    }

    /// A vault without limits and with a journal in memory: for tests.
    ///
    /// # Errors
    /// [`SeedError::Phrase`].
    pub fn from_phrase(phrase: &str) -> Result<Self, SeedError> {
        Self::new(phrase, Policy::default(), Journal::in_memory(), World::system())
    }

    /// Identifies the seed without revealing it (BIP32 fingerprint of the master key).
    #[must_use]
    pub fn fingerprint(&self) -> String {
        self.master.fingerprint(&self.secp).to_string()
    }

    /// The extended public key of an account.
    ///
    /// # Errors
    /// [`SignerError::Refused`] for a chain without such keys.
    pub fn account_xpub(&self, account: &KeyAccount) -> Result<String, SignerError> {
        let key = self.account_key(&params_of(account)?, account.number)?;
        let xpub = Xpub::from_priv(&self.secp, &key.0);
        Ok(xpub.to_string())
    }

    /// Decides about the request, records the decision and signs.
    ///
    /// # Errors
    /// [`SignerError::Refused`] with the rule; [`SignerError::Unavailable`] if the journal cannot be written.
    pub fn sign_now(&self, request: &SignRequest) -> Result<SignedTx, SignerError> {
        let account = &request.account;
        let params = params_of(account)?;
        let key = self.account_key(&params, account.number)?;
        let xpub = Xpub::from_priv(&self.secp, &key.0);
        let now = self.world.now();
        let mut journal = self.journal.lock().unwrap_or_else(PoisonError::into_inner);
        let purse = (account.network, account.chain);
        let allowed = decide(&params, &xpub, request, &self.policy, |payment| {
            journal.past(purse, (payment.tx.compute_txid().to_byte_array(), payment.replaces), now)
        })?;
        let payment = allowed.payment;
        if !allowed.again {
            let txid = payment.tx.compute_txid().to_byte_array();
            let Payment { amounts, payee, fee, .. } = payment;
            let (network, chain) = purse;
            let entry = Entry { at: now, network, chain, txid, amounts, payee, fee, spent: allowed.counted };
            // Before the signature exists, so that every signature counts against the limits.
            journal.note(entry).map_err(|error| SignerError::Unavailable(error.to_string()))?;
        }
        drop(journal);
        self.finish(payment.tx, &request.inputs, &key)
    }

    fn finish(&self, mut tx: Transaction, spends: &[Spend], account: &Key) -> Result<SignedTx, SignerError> {
        let mut witnesses = Vec::with_capacity(spends.len());
        for (index, spend) in spends.iter().enumerate() {
            witnesses.push(self.witness(&tx, index, spend, account)?);
        }
        for (input, witness) in tx.input.iter_mut().zip(witnesses) {
            input.witness = witness;
        }
        Ok(SignedTx { txid: tx.compute_txid().to_string(), raw: consensus::serialize(&tx) })
    }

    fn witness(&self, tx: &Transaction, index: usize, spend: &Spend, account: &Key) -> Result<Witness, SignerError> {
        let key = self.key_at(account, spend.place)?;
        let public = Xpub::from_priv(&self.secp, &key.0);
        let (script, value) = (p2wpkh(&public.to_pub()), Amount::from_sat(spend.atoms));
        let digest = SighashCache::new(tx).p2wpkh_signature_hash(index, &script, value, EcdsaSighashType::All);
        let digest = digest.map_err(unusable)?.to_byte_array();
        let signature = self.secp.sign_ecdsa_low_r(&Message::from_digest(digest), &key.0.private_key);
        Ok(Witness::p2wpkh(&ecdsa::Signature { signature, sighash_type: EcdsaSighashType::All }, &public.public_key))
    }

    fn account_key(&self, params: &CoinParams, number: u32) -> Result<Key, SignerError> {
        let hardened = |number| ChildNumber::from_hardened_idx(number).map_err(unusable);
        self.derive(&self.master, &[hardened(PURPOSE)?, hardened(params.coin_type)?, hardened(number)?])
    }

    fn key_at(&self, account: &Key, place: AddressPath) -> Result<Key, SignerError> {
        let normal = |number| ChildNumber::from_normal_idx(number).map_err(unusable);
        self.derive(&account.0, &[normal(place.branch.step())?, normal(place.index)?])
    }

    fn derive(&self, from: &Xpriv, steps: &[ChildNumber]) -> Result<Key, SignerError> {
        from.derive_priv(&self.secp, &steps).map(Key).map_err(unusable)
    }
}

impl Drop for Vault {
    fn drop(&mut self) {
        self.master.private_key.non_secure_erase();
    }
}

impl std::fmt::Debug for Vault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Vault(hidden)")
    }
}

/// A derived key, wiped after use.
struct Key(Xpriv);

impl Drop for Key {
    fn drop(&mut self) {
        self.0.private_key.non_secure_erase();
    }
}

fn params_of(account: &KeyAccount) -> Result<CoinParams, SignerError> {
    let chain = match account.chain {
        ChainKind::Main => Some(Chain::Main),
        ChainKind::Test => Some(Chain::Test),
        ChainKind::Regtest => Some(Chain::Regtest),
        ChainKind::Sandbox => None,
    };
    let unknown =
        || SignerError::Refused { rule: "chain".into(), reason: format!("there are no keys for {}", account.network) };
    chain.and_then(|chain| CoinParams::of(account.network, chain)).ok_or_else(unknown)
}

fn unusable(error: impl std::fmt::Display) -> SignerError {
    SignerError::Refused { rule: "keys".into(), reason: error.to_string() }
}

/// A signer inside the calling process: for tests, which need no separate process.
#[async_trait]
impl Signer for Vault {
    async fn xpub(&self, account: &KeyAccount) -> Result<String, SignerError> {
        self.account_xpub(account)
    }

    async fn sign(&self, request: &SignRequest) -> Result<SignedTx, SignerError> {
        self.sign_now(request)
    }
}
