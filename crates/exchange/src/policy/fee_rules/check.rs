//! The rules that every list of fee rules must satisfy. Pure.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use kernel::Payway;

use super::{AmountBand, FEE_RULES_MAX, FeeConditions, FeeLine, FeeRule, Operation};
use crate::ExchangeError;
use crate::policy::check::{ensure, fee};
use crate::policy::directions;

/// The maximum length of a rule's name.
const NAME_CHARS_MAX: usize = 60;
/// The maximum margin on the network fee, in millionths: 20 %.
const MARGIN_PPM_MAX: u32 = 200_000;

/// Checks the list: its size, each rule, and that no two rules can win in the same situation.
///
/// # Errors
/// [`ExchangeError::Invalid`] naming the rule, or both rules.
pub(in crate::policy) fn check_rules(rules: &BTreeMap<String, FeeRule>) -> Result<(), ExchangeError> {
    ensure(rules.len() <= FEE_RULES_MAX, || format!("fee_rules may have {FEE_RULES_MAX} rules"))?;
    for (name, rule) in rules {
        let is_line = !name.is_empty() && name.trim() == name && !name.chars().any(char::is_control);
        ensure(is_line && name.chars().count() <= NAME_CHARS_MAX, || {
            format!("the name of a fee rule must be one line of 1 to {NAME_CHARS_MAX} characters")
        })?;
        check_rule(&format!("fee_rules.{name}"), rule)?;
    }
    for (at, (name, rule)) in rules.iter().enumerate() {
        for (other_name, other) in rules.iter().skip(at + 1) {
            ensure(!ties(rule, other), || {
                format!(
                    "fee_rules.{name} and fee_rules.{other_name} are equally specific and can apply to the same order"
                )
            })?;
        }
    }
    Ok(())
}

fn check_rule(name: &str, rule: &FeeRule) -> Result<(), ExchangeError> {
    fee(name, &rule.fee)?;
    if let Some(band) = &rule.when.amount {
        check_band(name, band)?;
    }
    ensure(rule.when.paid_out_by.is_none_or(Payway::can_pay_out), || {
        format!("{name} names a payway that cannot pay out")
    })?;
    let when = &rule.when;
    match rule.line {
        FeeLine::OurFee => {
            let is_base = *when == FeeConditions::default()
                || *when == FeeConditions { operation: Some(Operation::Convert), ..FeeConditions::default() };
            ensure(!is_base, || format!("{name} needs a condition more: without it, it is the fee of all"))?;
        }
        FeeLine::ProcessingFee => {
            let is_network = |payway: Option<Payway>| payway.is_some_and(|payway| payway.network().is_some());
            ensure(!is_network(when.paid_by) && !is_network(when.paid_out_by), || {
                format!("{name} names a network, which has no processing fee")
            })?;
            let payways =
                FeeConditions { paid_by: when.paid_by, paid_out_by: when.paid_out_by, ..FeeConditions::default() };
            ensure(*when != payways, || {
                format!("{name} needs a condition besides its payway, which has a fee itself")
            })?;
        }
        FeeLine::NetworkFee => check_margin(name, rule)?,
    }
    ensure(directions().any(|direction| rule.fits(&direction)), || format!("{name} applies to no order"))
}

/// The margin on the network fee: at most 20 % of the estimate, whatever the amount.
fn check_margin(name: &str, rule: &FeeRule) -> Result<(), ExchangeError> {
    let fee = &rule.fee;
    let is_share = fee.add.is_zero() && fee.min.is_none() && fee.max.is_none();
    ensure(is_share, || format!("{name} must be a percentage of the network fee alone"))?;
    ensure(fee.mult_ppm <= MARGIN_PPM_MAX, || format!("{name} must be 20 % of the network fee or less"))?;
    ensure(rule.when.amount.is_none(), || format!("{name} must have no amount: the network fee does not depend on it"))
}

fn check_band(name: &str, band: &AmountBand) -> Result<(), ExchangeError> {
    let ends = [band.from, band.below];
    ensure(ends.iter().flatten().all(|end| end.is_positive()), || format!("{name}.amount must have ends above zero"))?;
    match ends {
        [None, None] => ensure(false, || format!("{name}.amount needs an end")),
        [Some(from), Some(below)] => ensure(from.checked_cmp(below) == Ok(Ordering::Less), || {
            format!("{name}.amount must begin below its upper end, in the same currency")
        }),
        _ => Ok(()),
    }
}

/// Whether both rules can apply to one order, and none is more specific.
fn ties(one: &FeeRule, other: &FeeRule) -> bool {
    let (a, b) = (&one.when, &other.when);
    one.line == other.line
        && a.specificity() == b.specificity()
        && [
            a.partner == b.partner,
            a.tier == b.tier,
            a.paid_by == b.paid_by,
            a.paid_out_by == b.paid_out_by,
            a.given == b.given,
            a.received == b.received,
            a.operation == b.operation,
            overlap(a.amount, b.amount),
        ]
        .into_iter()
        .all(|can_both| can_both)
}

/// Whether two bands have an amount in common. Bands in different currencies may, at some rate.
fn overlap(one: Option<AmountBand>, other: Option<AmountBand>) -> bool {
    let (Some(one), Some(other)) = (one, other) else { return true };
    let currency = |band: AmountBand| band.from.or(band.below).map(|end| end.currency());
    let ends =
        |band: AmountBand| (band.from.map_or(0, |end| end.atoms()), band.below.map_or(i128::MAX, |end| end.atoms()));
    let is_foreign = currency(one) != currency(other);
    let ((from, below), (other_from, other_below)) = (ends(one), ends(other));
    is_foreign || (from < other_below && other_from < below)
}

#[cfg(test)]
mod tests {
    use kernel::{Amount, Currency};

    use super::*;
    use crate::limits::Tier;
    use crate::policy::FeeTerms;

    fn free() -> FeeTerms {
        FeeTerms { add: Amount::zero(Currency::EUR), mult_ppm: 0, min: None, max: None }
    }

    fn band(from: i128, below: i128) -> Option<AmountBand> {
        let euro = |atoms| Some(Amount::new(atoms, Currency::EUR)).filter(|amount| amount.is_positive());
        Some(AmountBand { from: euro(from), below: euro(below) })
    }

    fn refused(rules: &[(&str, FeeLine, FeeConditions, FeeTerms)]) -> String {
        let rules = rules
            .iter()
            .map(|(name, line, when, fee)| ((*name).to_owned(), FeeRule { line: *line, when: *when, fee: *fee }));
        check_rules(&rules.collect()).err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn two_rules_that_could_both_win_are_refused_by_their_names() {
        let tier = |tier| FeeConditions { tier: Some(tier), ..FeeConditions::default() };
        let both = |one: FeeConditions, other: FeeConditions| {
            refused(&[("one", FeeLine::OurFee, one, free()), ("other", FeeLine::OurFee, other, free())])
        };
        let said = both(tier(Tier::T2), tier(Tier::T2));
        assert!(said.contains("fee_rules.one and fee_rules.other"), "{said}");
        assert_eq!(both(tier(Tier::T2), tier(Tier::T3)), "");
        let amount = |from, below| FeeConditions { amount: band(from, below), ..FeeConditions::default() };
        assert_eq!(both(amount(0, 100), amount(100, 0)), "", "bands that meet have nothing in common");
        assert!(both(amount(0, 101), amount(100, 0)).contains("equally specific"));
        let zloty = AmountBand { from: Some(Amount::new(1, Currency::PLN)), below: None };
        let zloty = FeeConditions { amount: Some(zloty), ..FeeConditions::default() };
        assert!(both(amount(0, 100), zloty).contains("equally specific"), "a rate decides");
    }

    #[test]
    fn a_rule_that_cannot_be_meant_is_named() {
        let when = FeeConditions::default();
        let our = |when, fee| refused(&[("R", FeeLine::OurFee, when, fee)]);
        assert!(our(when, free()).contains("needs a condition more"));
        let tier = FeeConditions { tier: Some(Tier::T2), ..when };
        assert!(our(tier, FeeTerms { mult_ppm: 1_000_000, ..free() }).contains("fee_rules.R.mult_ppm"));
        let backwards = FeeConditions { amount: band(5, 5), ..when };
        assert!(our(backwards, free()).contains("must begin below"));
        assert!(our(FeeConditions { amount: band(0, 0), ..when }, free()).contains("needs an end"));
        let impossible = FeeConditions { paid_by: Some(Payway::Visamc), given: Some(Currency::BTC), ..when };
        assert!(our(impossible, free()).contains("applies to no order"));
        assert!(our(FeeConditions { paid_out_by: Some(Payway::Blik), ..when }, free()).contains("cannot pay out"));
        let line = |line, when, fee| refused(&[("R", line, when, fee)]);
        let card = FeeConditions { paid_by: Some(Payway::Visamc), ..when };
        assert!(line(FeeLine::ProcessingFee, card, free()).contains("besides its payway"));
        assert!(
            line(FeeLine::ProcessingFee, FeeConditions { paid_by: Some(Payway::Btc), ..tier }, free())
                .contains("network")
        );
        assert!(line(FeeLine::NetworkFee, when, FeeTerms { mult_ppm: 200_001, ..free() }).contains("20 %"));
        assert_eq!(line(FeeLine::NetworkFee, when, FeeTerms { mult_ppm: 200_000, ..free() }), "");
        assert!(
            line(FeeLine::NetworkFee, tier, FeeTerms { min: Some(Amount::new(1, Currency::EUR)), ..free() })
                .contains("alone")
        );
        assert!(refused(&[(" x", FeeLine::OurFee, tier, free())]).contains("one line"));
    }
}
