//! The fee rules as the console edits them.

use std::collections::BTreeMap;

use exchange::policy::FeeRule;
use exchange::policy::fee_rules::{AmountBand, FeeConditions, FeeLine, Operation};
use kernel::ProfileId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::edit::{Read, amount, read_fee};
use super::shape::{ProfileIdText, RuleFee, RuleTier, fee};
use crate::dto::code::coded;
use crate::dto::scalar::{CurrencyCode, Decimal, PaywayCode};
use crate::problem::FieldError;

coded! {
    /// The line of a price that a rule is about.
    pub(in crate::operator) type RuleLine = FeeLine;

    /// What a customer does.
    pub(in crate::operator) type RuleOperation = Operation;
}

/// A band of given amounts. At least one end is set.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub(in crate::operator) struct RuleBand {
    /// Currency of both ends. Amounts of other currencies are compared at the reference rate.
    pub currency: CurrencyCode,
    /// Smallest amount.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Decimal>,
    /// The amount above all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub below: Option<Decimal>,
}

/// A fee rule: it applies where all of its conditions hold. Of several, the one with the most conditions wins; with as
/// many, the one with the condition that comes first here.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub(in crate::operator) struct NamedFeeRule {
    /// Its name, of 1 to 60 characters, once in the list.
    #[schema(min_length = 1, max_length = 60, example = "Large card purchases")]
    pub name: String,
    /// The line of the price.
    pub line: RuleLine,
    /// The partner through whom the customer came, by the profile of its API keys.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partner: Option<ProfileIdText>,
    /// The customer's tier.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tier: Option<RuleTier>,
    /// The payway of the payment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paid_by: Option<PaywayCode>,
    /// The payway of the payout.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paid_out_by: Option<PaywayCode>,
    /// The given amount.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<RuleBand>,
    /// The given currency.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given: Option<CurrencyCode>,
    /// The received currency.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub received: Option<CurrencyCode>,
    /// The operation. A rule of the platform's fee without one is about buying, selling and swapping.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operation: Option<RuleOperation>,
    /// What it charges.
    pub fee: RuleFee,
}

impl NamedFeeRule {
    /// A rule of a policy.
    pub(super) fn of(name: &str, rule: &FeeRule) -> Self {
        let when = &rule.when;
        Self {
            name: name.to_owned(),
            line: rule.line.into(),
            partner: when.partner.map(|id| ProfileIdText(id.to_string())),
            tier: when.tier.map(Into::into),
            paid_by: when.paid_by.map(PaywayCode),
            paid_out_by: when.paid_out_by.map(PaywayCode),
            amount: when.amount.as_ref().and_then(band),
            given: when.given.map(CurrencyCode),
            received: when.received.map(CurrencyCode),
            operation: when.operation.map(Into::into),
            fee: fee(&rule.fee),
        }
    }
}

fn band(band: &AmountBand) -> Option<RuleBand> {
    let currency = CurrencyCode(band.from.or(band.below)?.currency());
    Some(RuleBand { currency, from: band.from.map(Into::into), below: band.below.map(Into::into) })
}

/// The rules by their names.
///
/// # Errors
/// The first value that cannot be read, by its pointer.
pub(super) fn read_fee_rules(rules: &[NamedFeeRule]) -> Read<BTreeMap<String, FeeRule>> {
    let mut read = BTreeMap::new();
    for (at, rule) in rules.iter().enumerate() {
        let place = format!("/rules/fee_rules/{at}");
        if read.insert(rule.name.trim().to_owned(), read_rule(rule, &place)?).is_some() {
            return Err(FieldError::new(format!("{place}/name"), "invalid", "must be there once"));
        }
    }
    Ok(read)
}

fn read_rule(rule: &NamedFeeRule, place: &str) -> Read<FeeRule> {
    let profile = |id: &ProfileIdText| -> Read<ProfileId> {
        let unknown = |_| FieldError::new(format!("{place}/partner"), "invalid", "must be the id of a profile");
        id.0.parse().map_err(unknown)
    };
    let when = FeeConditions {
        partner: rule.partner.as_ref().map(profile).transpose()?,
        tier: rule.tier.map(|tier| tier.0),
        paid_by: rule.paid_by.map(|payway| payway.0),
        paid_out_by: rule.paid_out_by.map(|payway| payway.0),
        amount: rule.amount.as_ref().map(|band| read_band(band, place)).transpose()?,
        given: rule.given.map(|currency| currency.0),
        received: rule.received.map(|currency| currency.0),
        operation: rule.operation.map(|operation| operation.0),
    };
    Ok(FeeRule { line: rule.line.0, when, fee: read_fee(&rule.fee, &format!("{place}/fee"))? })
}

fn read_band(band: &RuleBand, place: &str) -> Read<AmountBand> {
    let end = |text: &Option<Decimal>, name: &str| {
        text.as_ref().map(|text| amount(text, band.currency.0, &format!("{place}/amount/{name}"))).transpose()
    };
    Ok(AmountBand { from: end(&band.from, "from")?, below: end(&band.below, "below")? })
}

#[cfg(test)]
mod tests {
    use exchange::limits::Tier;
    use exchange::policy::{FeeTerms, Policy};
    use kernel::{Amount, Currency, Payway};

    use super::*;

    fn every_condition() -> FeeRule {
        let euro = |cents| Some(Amount::new(cents, Currency::EUR));
        let when = FeeConditions {
            partner: Some(ProfileId::from_uuid(uuid::Uuid::from_u128(1))),
            tier: Some(Tier::T2),
            paid_by: Some(Payway::Visamc),
            paid_out_by: Some(Payway::Btc),
            amount: Some(AmountBand { from: euro(100), below: euro(200) }),
            given: Some(Currency::EUR),
            received: Some(Currency::BTC),
            operation: Some(Operation::Buy),
        };
        FeeRule { line: FeeLine::OurFee, when, fee: Policy::seed().our_fee }
    }

    #[test]
    fn a_rule_is_read_as_it_was_shown() {
        let when = FeeConditions { operation: Some(Operation::Withdraw), ..FeeConditions::default() };
        let fee = FeeTerms { mult_ppm: 100_000, min: None, ..Policy::seed().our_fee };
        let margin = FeeRule { line: FeeLine::NetworkFee, when, fee };
        let rules = BTreeMap::from([("all".to_owned(), every_condition()), ("margin".to_owned(), margin)]);
        let shown: Vec<_> = rules.iter().map(|(name, rule)| NamedFeeRule::of(name, rule)).collect();
        assert_eq!(read_fee_rules(&shown).unwrap(), rules);
    }

    #[test]
    fn a_value_that_cannot_be_read_is_named() {
        let pointer = |change: fn(&mut NamedFeeRule)| {
            let mut rule = NamedFeeRule::of("one", &every_condition());
            change(&mut rule);
            read_fee_rules(&[NamedFeeRule::of("first", &every_condition()), rule]).unwrap_err().pointer
        };
        assert_eq!(pointer(|rule| rule.name = " first".to_owned()), "/rules/fee_rules/1/name");
        assert_eq!(
            pointer(|rule| rule.partner = Some(ProfileIdText("usr_1".to_owned()))),
            "/rules/fee_rules/1/partner"
        );
        assert_eq!(pointer(|rule| rule.fee.percent = Decimal("x".to_owned())), "/rules/fee_rules/1/fee/percent");
        let negative = |rule: &mut NamedFeeRule| rule.amount.as_mut().unwrap().from = Some(Decimal("-1".to_owned()));
        assert_eq!(pointer(negative), "/rules/fee_rules/1/amount/from");
    }
}
