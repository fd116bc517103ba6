//! Decodes a payment before the signer's decision: from the transaction itself, not from its description. Pure.

use std::collections::HashSet;
use std::str::FromStr;

use bitcoin::bip32::{ChildNumber, Xpub};
use bitcoin::hashes::Hash;
use bitcoin::key::Secp256k1;
use bitcoin::{ScriptBuf, Sequence, Transaction, TxOut, Txid, WPubkeyHash, absolute, consensus, transaction};
use custody::chain::{AddressPath, Branch};
use custody::signer::SignRequest;
use sha2::{Digest, Sha256};

use super::address::p2wpkh;
use super::judge::SigningRefusal;
use super::params::CoinParams;
use super::plan::{ATOMS_MAX, dust, vbytes};
use super::select::{INPUTS_MAX, fee};

/// The maximum size of an unsigned transaction in bytes: `INPUTS_MAX` inputs of 41 bytes and two outputs.
const UNSIGNED_MAX: usize = 8 * 1024;
/// The virtual bytes of a P2WPKH input's signature and key, rounded up.
const WITNESS_VBYTES: u64 = 28;
/// The virtual bytes of the witness marker, rounded up.
const FRAME_VBYTES: u64 = 1;
/// BIP32: higher indices are hardened, and an extended public key cannot derive them.
const INDEX_END: u32 = 1 << 31;

/// A payment, decoded from its transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Payment {
    /// The unsigned transaction.
    pub(crate) tx: Transaction,
    /// The amount of the payee in atoms.
    pub(crate) paid: u64,
    /// The fee in atoms.
    pub(crate) fee: u64,
    /// A digest of the inputs and their declared amounts. A signature commits only to the amount of its own input, so
    /// signatures over two sets of amounts could be combined into a transaction with an undeclared fee
    /// (CVE-2020-14199). The journal therefore stores the first digest.
    pub(crate) amounts: [u8; 32],
    /// A digest of the payee's output: its script and its amount.
    pub(crate) payee: [u8; 32],
    /// The id of the transaction that it replaces, in the byte order of its hash.
    pub(crate) replaces: Option<[u8; 32]>,
}

/// Decodes `request`; `account` is the public key that the signer derives from its own seed.
pub(super) fn read(params: &CoinParams, account: &Xpub, request: &SignRequest) -> Result<Payment, SigningRefusal> {
    let tx = parse(&request.unsigned)?;
    inputs(&tx, request)?;
    let to = outputs(params, account, &tx, request.change)?;
    let (paid, payee) = (to.value.to_sat(), Sha256::digest(consensus::serialize(&to)).into());
    let replaces = request.replaces.as_deref().map(replaced).transpose()?;
    let spent = request.inputs.iter().try_fold(0_u64, |sum, input| sum.checked_add(input.atoms));
    let received = tx.output.iter().try_fold(0_u64, |sum, output| sum.checked_add(output.value.to_sat()));
    let (Some(spent), Some(received)) = (spent, received) else { return Err(SigningRefusal::Amounts) };
    let paid_fee = spent.checked_sub(received).ok_or(SigningRefusal::Overspent)?;
    if paid_fee != request.fee {
        return Err(SigningRefusal::FeeDiffers { said: request.fee, actual: paid_fee });
    }
    fee_rate(params, &tx, paid_fee)?;
    Ok(Payment { amounts: digest(&tx, request), tx, paid, fee: paid_fee, payee, replaces })
}

fn replaced(txid: &str) -> Result<[u8; 32], SigningRefusal> {
    Txid::from_str(txid).map(|txid| txid.to_byte_array()).map_err(|_| SigningRefusal::Replaced)
}

/// Parses a plain version 2 transaction without signatures, locks or extra bytes.
fn parse(unsigned: &str) -> Result<Transaction, SigningRefusal> {
    if unsigned.len() > 2 * UNSIGNED_MAX {
        return Err(SigningRefusal::Malformed);
    }
    let bytes = hex::decode(unsigned).map_err(|_| SigningRefusal::Malformed)?;
    let tx: Transaction = consensus::deserialize(&bytes).map_err(|_| SigningRefusal::Malformed)?;
    let bare = tx.input.iter().all(|input| {
        input.script_sig.is_empty() && input.witness.is_empty() && input.sequence == Sequence::ENABLE_RBF_NO_LOCKTIME
    });
    let plain = tx.version == transaction::Version::TWO && tx.lock_time == absolute::LockTime::ZERO;
    if bare && plain { Ok(tx) } else { Err(SigningRefusal::NotPlain) }
}

fn inputs(tx: &Transaction, request: &SignRequest) -> Result<(), SigningRefusal> {
    let count = tx.input.len();
    let different: HashSet<_> = tx.input.iter().map(|input| input.previous_output).collect();
    if count == 0 || count > INPUTS_MAX || count != request.inputs.len() || different.len() != count {
        return Err(SigningRefusal::Inputs);
    }
    let sound = |place: &AddressPath| place.index < INDEX_END;
    let worth = |atoms: u64| atoms > 0 && i128::from(atoms) <= ATOMS_MAX;
    match request.inputs.iter().all(|input| sound(&input.place) && worth(input.atoms)) {
        true => Ok(()),
        false => Err(SigningRefusal::Inputs),
    }
}

/// Accepts one payee and at most one change output, whose script the signer derives itself. Returns the payee's output.
fn outputs(
    params: &CoinParams,
    account: &Xpub,
    tx: &Transaction,
    change: Option<u32>,
) -> Result<TxOut, SigningRefusal> {
    let own = match change {
        Some(index) => Some(script(account, AddressPath { branch: Branch::Change, index })?),
        None => None,
    };
    let (ours, theirs): (Vec<_>, Vec<_>) =
        tx.output.iter().partition(|output| own.as_ref() == Some(&output.script_pubkey));
    if own.is_some() != (ours.len() == 1) {
        return Err(SigningRefusal::ForeignChange);
    }
    let [payment] = theirs[..] else { return Err(SigningRefusal::Outputs) };
    let to = &payment.script_pubkey;
    if !(to.is_p2pkh() || to.is_p2sh() || to.is_witness_program()) {
        return Err(SigningRefusal::Payee);
    }
    let small = |output: &TxOut| i128::from(output.value.to_sat()) < dust(params, &output.script_pubkey);
    match tx.output.iter().any(small) {
        true => Err(SigningRefusal::Dust),
        false => Ok(payment.clone()),
    }
}

/// The script of one of the account's addresses.
fn script(account: &Xpub, place: AddressPath) -> Result<ScriptBuf, SigningRefusal> {
    let step = |number| ChildNumber::from_normal_idx(number).map_err(|_| SigningRefusal::Inputs);
    let path = [step(place.branch.step())?, step(place.index)?];
    let child = account.derive_pub(&Secp256k1::verification_only(), &path).map_err(|_| SigningRefusal::Inputs)?;
    Ok(p2wpkh(&child.to_pub()))
}

/// Limits the fee to the network's maximum rate plus a remainder below the dust threshold.
fn fee_rate(params: &CoinParams, tx: &Transaction, paid: u64) -> Result<(), SigningRefusal> {
    let bytes = u64::try_from(consensus::serialize(tx).len()).unwrap_or(u64::MAX);
    let inputs = u64::try_from(tx.input.len()).unwrap_or(u64::MAX);
    let change = ScriptBuf::new_p2wpkh(&WPubkeyHash::all_zeros());
    let vbytes = bytes + inputs * WITNESS_VBYTES + FRAME_VBYTES + vbytes(&change);
    let most = fee(params.rate_max, vbytes) + dust(params, &change);
    match i128::from(paid) <= most {
        true => Ok(()),
        false => Err(SigningRefusal::FeeRate),
    }
}

fn digest(tx: &Transaction, request: &SignRequest) -> [u8; 32] {
    let mut hash = Sha256::new();
    for (input, said) in tx.input.iter().zip(&request.inputs) {
        hash.update(consensus::serialize(&input.previous_output));
        hash.update(said.atoms.to_be_bytes());
    }
    hash.finalize().into()
}
