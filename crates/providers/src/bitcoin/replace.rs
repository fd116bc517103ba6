//! Plans the replacement of an unconfirmed payment by one with a higher fee (BIP 125). Pure.

use custody::chain::{ChainError, PlanError, TxPlan};
use exchange::rails::FeeBounds;
use kernel::Amount;

use super::params::CoinParams;
use super::plan::{Out, PlanBody, dust, vbytes};
use super::select::{FRAME_VBYTES, INPUT_VBYTES, fee};
use bitcoin::ScriptBuf;

/// The least raise of the fee rate that any node accepts, in atoms per 1000 virtual bytes: the default incremental relay
/// fee.
const INCREMENT_MIN: u64 = 1_000;

/// What the node and our records say about a transaction.
#[derive(Debug, Clone, Copy)]
pub(super) struct Facts {
    /// The node's estimate of a fee rate.
    pub(super) estimate: u64,
    /// The node's incremental relay fee, as a fee rate.
    pub(super) increment: u64,
    /// The highest fee in atoms that a replacement displaces: of a version of ours, or of the transaction with those that
    /// spend its outputs.
    pub(super) highest: i128,
}

/// The stored plan.
pub(super) fn body(plan: &TxPlan) -> Result<PlanBody, ChainError> {
    serde_json::from_value(plan.body.clone())
        .map_err(|error| ChainError::Malformed(format!("the stored plan cannot be read: {error}")))
}

/// The fee rates that a replacement may have. All its versions have the same size. Without a change output nothing can pay
/// the difference.
pub(super) fn bounds(params: &CoinParams, body: &PlanBody, paid: Amount, facts: &Facts) -> FeeBounds {
    let vbytes = size(body);
    let none = FeeBounds { vbytes, estimate: facts.estimate, least: 0, most: 0, ceiling: params.rate_max };
    let spare = change(params, body).map_or(0, |change| change.spare);
    let least = facts.highest.max(paid.atoms()).saturating_add(fee(facts.increment.max(INCREMENT_MIN), vbytes));
    FeeBounds {
        least: up(&none, least),
        most: none.rate(paid.atoms().saturating_add(spare)).min(params.rate_max),
        ..none
    }
}

/// The least rate whose fee is at least `atoms`.
fn up(bounds: &FeeBounds, atoms: i128) -> u64 {
    let rate = bounds.rate(atoms);
    if bounds.fee(rate) < atoms { rate.saturating_add(1) } else { rate }
}

/// Plans the transaction that replaces the one of `plan`, whose id is `txid`: the same inputs and payee, and the
/// difference of the fees from the change.
///
/// # Errors
/// [`PlanError::Refused`] if the fee is not high enough for a replacement, is above the network's maximum, or the change
/// cannot pay it.
pub(super) fn replace(params: &CoinParams, plan: &TxPlan, txid: &str, new_fee: Amount) -> Result<TxPlan, PlanError> {
    let refused = |reason: &str| PlanError::Refused(reason.to_owned());
    let mut body = body(plan)?;
    let (old, new) = (plan.fee.atoms(), new_fee.atoms());
    if new_fee.currency() != plan.fee.currency() {
        return Err(refused("the fee is in another currency"));
    }
    if new < old.saturating_add(fee(INCREMENT_MIN, size(&body))) {
        return Err(refused("the fee is not high enough to replace the transaction"));
    }
    if new > fee(params.rate_max, size(&body)) {
        return Err(refused("the fee is above the network's highest rate"));
    }
    let Some(Change { at, spare }) = change(params, &body) else {
        return Err(refused("the transaction has no change to pay a higher fee"));
    };
    let more = new - old;
    if more > spare {
        return Err(refused("the change of the transaction is too small to pay a higher fee"));
    }
    let out = body.outputs.get_mut(at).ok_or_else(|| refused("the transaction has no change"))?;
    let left = i128::from(out.atoms) - more;
    out.atoms = u64::try_from(left).map_err(|_| refused("the change of the transaction is too small"))?;
    body.replaces = Some(txid.to_owned());
    let body = serde_json::to_value(body).map_err(|error| PlanError::Refused(error.to_string()))?;
    Ok(TxPlan { inputs: plan.inputs.clone(), fee: new_fee, body })
}

/// The change output.
struct Change {
    /// Its index.
    at: usize,
    /// What it can give, in atoms: the rest stays above the dust threshold.
    spare: i128,
}

/// The change output of a plan, if it has one: the output whose script is not the payee's.
fn change(params: &CoinParams, body: &PlanBody) -> Option<Change> {
    body.change?;
    let at = body.outputs.iter().position(|out| Some(&out.script) == body.change_script.as_ref())?;
    let out = body.outputs.get(at)?;
    let spare = i128::from(out.atoms) - dust(params, &script(out)?);
    Some(Change { at, spare: spare.max(0) })
}

fn script(out: &Out) -> Option<ScriptBuf> {
    ScriptBuf::from_hex(&out.script).ok()
}

/// The virtual bytes of the signed transaction, rounded up.
fn size(body: &PlanBody) -> u64 {
    let inputs = u64::try_from(body.inputs.len()).unwrap_or(u64::MAX).saturating_mul(INPUT_VBYTES);
    let outputs = body.outputs.iter().filter_map(script).fold(0_u64, |sum, script| sum.saturating_add(vbytes(&script)));
    FRAME_VBYTES.saturating_add(inputs).saturating_add(outputs)
}

#[cfg(test)]
#[path = "replace_tests.rs"]
mod tests;
