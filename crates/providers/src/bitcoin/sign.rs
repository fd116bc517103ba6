//! Signs a stored plan. The same plan always gives the same bytes, so a plan can be signed again after a crash.

use std::str::FromStr;

use bitcoin::{
    Amount, OutPoint, ScriptBuf, Sequence, Transaction, TxIn, TxOut, Witness, absolute, consensus, transaction,
};
use custody::chain::{ChainError, SignedTx, TxPlan};
use custody::signer::{KeyAccount, SignRequest, Signer, Spend};
use exchange::requisite::ChainKind;

use super::params::{Chain, CoinParams};
use super::plan::PlanBody;

/// The signer's identifier of the tenant's account.
pub(super) const fn key_account(params: &CoinParams, number: u32) -> KeyAccount {
    let chain = match params.chain {
        Chain::Main => ChainKind::Main,
        Chain::Test => ChainKind::Test,
        Chain::Regtest => ChainKind::Regtest,
    };
    KeyAccount { network: params.network, chain, number }
}

/// Requests the signatures for all inputs of `plan`.
pub(super) async fn sign(
    params: &CoinParams,
    plan: &TxPlan,
    account: u32,
    signer: &dyn Signer,
) -> Result<SignedTx, ChainError> {
    let (tx, request) = request(params, plan, account)?;
    let signed = signer.sign(&request).await?;
    // Only the planned transaction is stored and sent, whatever the signer answers.
    let answer: Transaction = consensus::deserialize(&signed.raw).map_err(|error| malformed(&error))?;
    let txid = tx.compute_txid();
    let complete = answer.input.iter().all(|input| !input.witness.is_empty());
    if answer.compute_txid() != txid || signed.txid != txid.to_string() || !complete {
        return Err(ChainError::Malformed("the signer answered with another transaction than it was asked for".into()));
    }
    Ok(signed)
}

/// The unsigned transaction, and the request for the signer.
pub(super) fn request(
    params: &CoinParams,
    plan: &TxPlan,
    account: u32,
) -> Result<(Transaction, SignRequest), ChainError> {
    let body: PlanBody = serde_json::from_value(plan.body.clone()).map_err(|error| malformed(&error))?;
    let tx = unsigned(&body)?;
    let mut inputs = Vec::with_capacity(body.inputs.len());
    for coin in &body.inputs {
        let atoms = u64::try_from(coin.atoms).map_err(|error| malformed(&error))?;
        inputs.push(Spend { atoms, place: coin.place });
    }
    let request = SignRequest {
        account: key_account(params, account),
        unsigned: hex::encode(consensus::serialize(&tx)),
        inputs,
        change: body.change,
        fee: u64::try_from(plan.fee.atoms()).map_err(|error| malformed(&error))?,
        replaces: body.replaces,
    };
    Ok((tx, request))
}

fn unsigned(body: &PlanBody) -> Result<Transaction, ChainError> {
    let mut input = Vec::with_capacity(body.inputs.len());
    for coin in &body.inputs {
        input.push(TxIn {
            previous_output: OutPoint::from_str(&coin.outpoint).map_err(|error| malformed(&error))?,
            script_sig: ScriptBuf::new(),
            // Can be replaced by a transaction with a higher fee (BIP125).
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

fn malformed(error: &dyn std::fmt::Display) -> ChainError {
    ChainError::Malformed(format!("the stored plan cannot be signed: {error}"))
}
