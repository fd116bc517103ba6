//! From a stored plan to bytes. The same plan gives the same bytes, so a plan can be signed again after a crash.

use std::str::FromStr;

use bitcoin::hashes::Hash;
use bitcoin::secp256k1::PublicKey;
use bitcoin::sighash::{EcdsaSighashType, SighashCache};
use bitcoin::{
    Amount, CompressedPublicKey, OutPoint, ScriptBuf, Sequence, Transaction, TxIn, TxOut, Witness, absolute, consensus,
    ecdsa, secp256k1, transaction,
};
use custody::chain::{ChainError, Place, SignedTx, TxPlan};
use custody::signer::{KeyPath, Signer};

use super::address::p2wpkh;
use super::params::CoinParams;
use super::plan::Body;

/// BIP84: P2WPKH.
const PURPOSE: u32 = 84;

/// The key path of an account.
pub(super) fn account_path(params: &CoinParams, account: u32) -> KeyPath {
    KeyPath::account(PURPOSE, params.coin_type, account)
}

/// Signs every input of `plan`.
pub(super) async fn sign(
    params: &CoinParams,
    plan: &TxPlan,
    account: u32,
    signer: &dyn Signer,
) -> Result<SignedTx, ChainError> {
    let body: Body = serde_json::from_value(plan.body.clone()).map_err(|error| malformed(&error))?;
    let mut tx = unsigned(&body)?;
    let account = account_path(params, account);
    for (index, coin) in body.inputs.iter().enumerate() {
        let value = Amount::from_sat(u64::try_from(coin.atoms).map_err(|error| malformed(&error))?);
        let path = key_path(&account, coin.place);
        let witness = witness(&tx, index, value, &path, signer).await?;
        if let Some(input) = tx.input.get_mut(index) {
            input.witness = witness;
        }
    }
    Ok(SignedTx { txid: tx.compute_txid().to_string(), raw: consensus::serialize(&tx) })
}

fn unsigned(body: &Body) -> Result<Transaction, ChainError> {
    let mut input = Vec::with_capacity(body.inputs.len());
    for coin in &body.inputs {
        input.push(TxIn {
            previous_output: OutPoint::from_str(&coin.outpoint).map_err(|error| malformed(&error))?,
            script_sig: ScriptBuf::new(),
            // May be replaced by a better paid one of ours (BIP125).
            sequence: Sequence::ENABLE_RBF_NO_LOCKTIME,
            witness: Witness::new(),
        });
    }
    let mut output = Vec::with_capacity(body.outputs.len());
    for out in &body.outputs {
        let script_pubkey = ScriptBuf::from_hex(&out.script).map_err(|error| malformed(&error))?;
        output.push(TxOut { value: Amount::from_sat(out.atoms), script_pubkey });
    }
    Ok(Transaction { version: transaction::Version::TWO, lock_time: absolute::LockTime::ZERO, input, output })
}

async fn witness(
    tx: &Transaction,
    index: usize,
    value: Amount,
    path: &KeyPath,
    signer: &dyn Signer,
) -> Result<Witness, ChainError> {
    let refused = |error| ChainError::Unreachable(format!("{error}"));
    let key = signer.public_key(path).await.map_err(refused)?;
    let key = PublicKey::from_slice(&key).map_err(|error| malformed(&error))?;
    let script = p2wpkh(&CompressedPublicKey(key));
    let digest = SighashCache::new(tx).p2wpkh_signature_hash(index, &script, value, EcdsaSighashType::All);
    let digest = digest.map_err(|error| malformed(&error))?.to_byte_array();
    let compact = signer.sign_secp256k1(path, digest).await.map_err(refused)?;
    let signature = secp256k1::ecdsa::Signature::from_compact(&compact).map_err(|error| malformed(&error))?;
    Ok(Witness::p2wpkh(&ecdsa::Signature { signature, sighash_type: EcdsaSighashType::All }, &key))
}

fn key_path(account: &KeyPath, place: Place) -> KeyPath {
    account.child(place.branch.step()).child(place.index)
}

fn malformed(error: &dyn std::fmt::Display) -> ChainError {
    ChainError::Malformed(format!("the stored plan cannot be signed: {error}"))
}
