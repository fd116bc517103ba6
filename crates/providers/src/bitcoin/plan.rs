//! Plans unsigned payments: the inputs and the outputs. Pure.

use bitcoin::{FeeRate, ScriptBuf};
use custody::chain::{Derived, PayoutOrder, PlanError, TxPlan, Utxo};
use kernel::Amount;
use serde::{Deserialize, Serialize};

use super::address::script_of;
use super::params::CoinParams;
use super::select::{INPUTS_MAX, Need, select};

/// The virtual bytes of an output without its script.
const OUTPUT_FRAME_VBYTES: u64 = 9;
/// The total supply of either coin, in atoms: the upper bound of an amount.
pub(super) const ATOMS_MAX: i128 = 84_000_000 * 100_000_000;

/// The stored form of a plan, sufficient to sign it again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PlanBody {
    pub(super) inputs: Vec<Utxo>,
    pub(super) outputs: Vec<Out>,
    /// The index of the change address among the outputs, if there is change.
    #[serde(default)]
    pub(super) change: Option<u32>,
    /// The script of the change output in hex, if there is change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) change_script: Option<String>,
    /// The id of the transaction that it replaces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) replaces: Option<String>,
}

/// An output.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Out {
    /// Its script in hex.
    pub(super) script: String,
    /// Its value in atoms; `u64` as in the chain's format.
    pub(super) atoms: u64,
}

/// Plans `order` with inputs from `coins` (largest first) at the fee rate `rate`.
pub(super) fn plan(
    params: &CoinParams,
    order: &PayoutOrder,
    coins: &[Utxo],
    change: &Derived,
    rate: u64,
) -> Result<TxPlan, PlanError> {
    let refused = PlanError::Refused;
    if order.amount.currency() != params.currency() || order.memo.is_some() {
        return Err(refused(format!("{} carries {} only, and no memo", params.network.name(), params.currency())));
    }
    let payee = script_of(params, &order.address).map_err(refused)?;
    let amount = order.amount.atoms();
    let least = dust(params, &payee);
    if amount < least || amount > ATOMS_MAX {
        let least = Amount::new(least, params.currency());
        return Err(refused(format!("the network passes on no less than {least} to this address")));
    }
    let change_script =
        ScriptBuf::from_hex(&change.watch_key).map_err(|_| refused("the change has no script".into()))?;
    let need = Need {
        amount,
        output_vbytes: vbytes(&payee),
        change_vbytes: vbytes(&change_script),
        rate,
        change_min: dust(params, &change_script),
    };
    let chosen = select(coins, &need).map_err(|needed| PlanError::Insufficient {
        available: Amount::new(coins.iter().take(INPUTS_MAX).map(|coin| coin.atoms).sum(), params.currency()),
        needed: Amount::new(needed, params.currency()),
    })?;
    let inputs = coins.get(..chosen.count).unwrap_or_default().to_vec();
    let mut outputs = vec![out(&payee, amount)?];
    if chosen.change > 0 {
        outputs.push(out(&change_script, chosen.change)?);
        // Sorted by script, so that the position does not reveal the change output.
        outputs.sort_by(|a, b| a.script.cmp(&b.script));
    }
    let names = inputs.iter().map(|coin| coin.outpoint.clone()).collect();
    let body = PlanBody {
        inputs,
        outputs,
        change: (chosen.change > 0).then_some(change.place.index),
        change_script: (chosen.change > 0).then(|| change_script.to_hex_string()),
        replaces: None,
    };
    let body = serde_json::to_value(body).map_err(|error| refused(error.to_string()))?;
    Ok(TxPlan { inputs: names, fee: Amount::new(chosen.fee, params.currency()), body })
}

fn out(script: &ScriptBuf, atoms: i128) -> Result<Out, PlanError> {
    let atoms = u64::try_from(atoms).map_err(|_| PlanError::Refused("the amount is too large".into()))?;
    Ok(Out { script: script.to_hex_string(), atoms })
}

pub(super) fn vbytes(script: &ScriptBuf) -> u64 {
    OUTPUT_FRAME_VBYTES + u64::try_from(script.len()).unwrap_or(u64::MAX)
}

/// The dust threshold: nodes do not relay an output below it.
pub(super) fn dust(params: &CoinParams, script: &ScriptBuf) -> i128 {
    let rate = FeeRate::from_sat_per_vb(params.dust_rate / 1_000).unwrap_or(FeeRate::DUST);
    i128::from(script.minimal_non_dust_custom(rate).to_sat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitcoin::params::Chain;
    use custody::chain::{AddressPath, Branch};
    use kernel::{Currency, Network};

    fn order(address: &str, atoms: i128) -> PayoutOrder {
        let amount = Amount::new(atoms, Currency::BTC);
        PayoutOrder { reference: "r".into(), amount, address: address.into(), memo: None }
    }

    fn planned(order: &PayoutOrder) -> Result<TxPlan, PlanError> {
        let params = CoinParams::of(Network::Bitcoin, Chain::Main).unwrap();
        let place = AddressPath { branch: Branch::Deposit, index: 4 };
        let coins = [Utxo { outpoint: format!("{}:1", "ab".repeat(32)), atoms: 1_000_000, place }];
        let change = Derived {
            place: AddressPath { branch: Branch::Change, index: 9 },
            address: String::new(),
            memo: None,
            watch_key: format!("0014{}", "11".repeat(20)),
        };
        plan(&params, order, &coins, &change, 10_000)
    }

    #[test]
    fn a_plan_pays_exactly_and_returns_the_rest() {
        let plan = planned(&order("bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu", 250_000)).unwrap();
        let body: PlanBody = serde_json::from_value(plan.body).unwrap();
        let paid: u64 = body.outputs.iter().map(|out| out.atoms).sum();
        assert_eq!(plan.fee.atoms(), 1_410);
        assert_eq!(i128::from(paid) + plan.fee.atoms(), 1_000_000);
        assert!(body.outputs.iter().any(|out| out.atoms == 250_000));
    }

    #[test]
    fn a_payout_that_the_network_would_not_relay_is_refused_before_reserving() {
        let refused = |order: &PayoutOrder| match planned(order) {
            Err(PlanError::Refused(reason)) => reason,
            other => panic!("{other:?}"),
        };
        let good = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu";
        assert!(refused(&order(good, 293)).contains("0.00000294"));
        assert!(refused(&order("nonsense", 10_000)).contains("typing error"));
        assert!(refused(&PayoutOrder { memo: Some("7".into()), ..order(good, 10_000) }).contains("no memo"));
        assert!(matches!(planned(&order(good, 5_000_000)), Err(PlanError::Insufficient { .. })));
    }
}
