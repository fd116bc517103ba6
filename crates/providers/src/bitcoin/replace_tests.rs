//! Tests of replacements: what they keep, what they pay, and when they are refused.

use super::*;
use crate::bitcoin::params::Chain;
use crate::bitcoin::plan::plan;
use custody::chain::{AddressPath, Branch, Derived, PayoutOrder, Utxo};
use exchange::rails::FeeRefusal;
use kernel::{Currency, Network};
use proptest::prelude::*;

const PAYEE: &str = "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9";
const TXID: &str = "abababababababababababababababababababababababababababababababab";

fn params() -> CoinParams {
    CoinParams::of(Network::Litecoin, Chain::Main).unwrap()
}

fn ltc(atoms: i128) -> Amount {
    Amount::new(atoms, Currency::LTC)
}

/// Custody's plan to pay `amount` from `coins` at `rate`.
fn planned(coins: &[i128], amount: i128, rate: u64) -> Option<TxPlan> {
    let mut atoms = coins.to_vec();
    atoms.sort_unstable_by(|a, b| b.cmp(a));
    let place = AddressPath { branch: Branch::Deposit, index: 4 };
    let coin = |(index, atoms)| Utxo { outpoint: format!("{}:{index}", "ab".repeat(32)), atoms, place };
    let coins: Vec<Utxo> = atoms.into_iter().enumerate().map(coin).collect();
    let place = AddressPath { branch: Branch::Change, index: 9 };
    let watch_key = format!("0014{}", "11".repeat(20));
    let change = Derived { place, address: String::new(), memo: None, watch_key };
    let order = PayoutOrder { reference: "r".into(), amount: ltc(amount), address: PAYEE.into(), memo: None };
    plan(&params(), &order, &coins, &change, rate).ok()
}

fn facts(estimate: u64) -> Facts {
    Facts { estimate, increment: INCREMENT_MIN, highest: 0 }
}

fn bounds_of(plan: &TxPlan, facts: &Facts) -> FeeBounds {
    bounds(&params(), &body(plan).unwrap(), plan.fee, facts)
}

/// The outputs of a plan that are not change.
fn payees(plan: &TxPlan) -> Vec<Out> {
    let body = body(plan).unwrap();
    body.outputs.into_iter().filter(|out| Some(&out.script) != body.change_script.as_ref()).collect()
}

fn total(plan: &TxPlan) -> i128 {
    body(plan).unwrap().outputs.iter().map(|out| i128::from(out.atoms)).sum::<i128>() + plan.fee.atoms()
}

proptest! {
    #[test]
    fn a_replacement_keeps_inputs_and_payees_and_takes_the_fee_from_the_change(
        coins in proptest::collection::vec(1_000_i128..10_000_000, 1..20),
        amount in 6_000_i128..50_000_000,
        rate in 1_000_u64..900_000,
        increment in 0_u64..5_000,
        highest in 0_i128..100_000,
        at in 0_u64..1_000,
    ) {
        let Some(plan) = planned(&coins, amount, rate) else { return Ok(()) };
        let facts = Facts { increment, highest, ..facts(rate) };
        let bounds = bounds_of(&plan, &facts);
        if bounds.least > bounds.most {
            prop_assert!(bounds.refusal(bounds.least).is_some() && bounds.proposed().is_none());
            return Ok(());
        }
        // Any rate between the least and the most.
        let chosen = bounds.least + (bounds.most - bounds.least) * at / 1_000;
        prop_assert_eq!(bounds.refusal(chosen), None);
        let fee = ltc(bounds.fee(chosen));
        let next = replace(&params(), &plan, TXID, fee).unwrap();

        prop_assert_eq!(&next.inputs, &plan.inputs);
        prop_assert_eq!(body(&next).unwrap().inputs, body(&plan).unwrap().inputs);
        prop_assert_eq!(payees(&next), payees(&plan));
        prop_assert_eq!(total(&next), total(&plan), "not one atom is lost");
        prop_assert_eq!(next.fee, fee);
        let change = body(&next).unwrap().outputs.into_iter().map(|out| i128::from(out.atoms)).min().unwrap();
        prop_assert!(change >= 2_940, "no output is dust: {}", change);
        // BIP 125, rules 3 and 4: more than everything that is displaced, by the relay fee of its own size.
        let displaced = highest.max(plan.fee.atoms());
        prop_assert!(fee.atoms() >= displaced + super::fee(increment.max(1_000), bounds.vbytes));
        prop_assert!(bounds.rate(fee.atoms()) > bounds.rate(plan.fee.atoms()));
        prop_assert!(fee.atoms() <= super::fee(params().rate_max, bounds.vbytes));
        // The agreed fee is within the bounds when it is checked again.
        prop_assert_eq!(bounds.refusal(bounds.rate(fee.atoms())), None);
    }

    #[test]
    fn a_fee_outside_the_bounds_is_refused(
        coins in proptest::collection::vec(10_000_i128..10_000_000, 1..6),
        amount in 6_000_i128..20_000_000,
        new in 0_i128..40_000_000,
    ) {
        let Some(plan) = planned(&coins, amount, 5_000) else { return Ok(()) };
        let bounds = bounds_of(&plan, &facts(5_000));
        let is_inside = bounds.refusal(bounds.rate(new)).is_none() && new >= bounds.fee(bounds.least);
        let done = replace(&params(), &plan, TXID, ltc(new)).is_ok();
        // Rates are whole, so a fee between two rates may be possible and not offered.
        prop_assert!(!is_inside || done, "{} of {:?}", new, bounds);
        prop_assert!(!done || (new >= bounds.fee(bounds.least) - 1 && new <= bounds.fee(bounds.most + 1)));
    }
}

#[test]
fn the_estimate_of_the_node_is_proposed_where_it_is_possible() {
    let plan = planned(&[5_000_000], 1_000_000, 1_000).unwrap();
    assert_eq!((plan.fee.atoms(), bounds_of(&plan, &facts(1)).vbytes), (141, 141));
    assert_eq!(bounds_of(&plan, &facts(50_000)).proposed(), Some(50_000));
    assert_eq!(bounds_of(&plan, &facts(1_000)).proposed(), Some(2_000), "BIP 125 needs one atom a byte more");
    assert_eq!(bounds_of(&plan, &facts(9_000_000)).proposed(), Some(1_000_000), "the network's maximum");
    let next = replace(&params(), &plan, TXID, ltc(282)).unwrap();
    assert_eq!(body(&next).unwrap().replaces.as_deref(), Some(TXID));
    assert_eq!(bounds_of(&next, &facts(1_000)).proposed(), Some(3_000));
}

#[test]
fn what_spends_the_outputs_is_displaced_too_and_must_be_paid_for() {
    let plan = planned(&[5_000_000], 1_000_000, 1_000).unwrap();
    let crowded = Facts { highest: 10_141, ..facts(1_000) };
    let least = bounds_of(&plan, &crowded).least;
    assert!(bounds_of(&plan, &crowded).fee(least) >= 10_141 + 141);
}

#[test]
fn change_that_cannot_pay_is_refused_and_so_is_a_transaction_without_change() {
    // The change is 3,000 atoms, of which 60 are above the dust threshold of 2,940.
    let little = planned(&[1_003_141], 1_000_000, 1_000).unwrap();
    assert_eq!(bounds_of(&little, &facts(1_000)).refusal(2_000), Some(FeeRefusal::ChangeTooSmall));
    let none = planned(&[1_000_500], 1_000_000, 1_000).unwrap();
    assert_eq!(body(&none).unwrap().change, None);
    assert_eq!(bounds_of(&none, &facts(1_000)).refusal(9_000), Some(FeeRefusal::ChangeTooSmall));
    let refused = replace(&params(), &none, TXID, ltc(5_000)).unwrap_err();
    assert!(refused.to_string().contains("no change"), "{refused}");
    let high = planned(&[500_000_000], 1_000_000, 1_000_000).unwrap();
    assert_eq!(bounds_of(&high, &facts(1_000)).refusal(1_000_001), Some(FeeRefusal::AtCeiling));
}
