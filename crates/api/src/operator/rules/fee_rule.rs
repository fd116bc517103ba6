//! The fee rules as the console edits them.

use std::collections::BTreeMap;

use exchange::limits::Tier;
use exchange::policy::FeeRule;
use exchange::policy::fee_rules::{AmountBand, FeeConditions, FeeLine, Operation};
use kernel::ProfileId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::edit::{Read, amount, read_fee};
use super::shape::{ProfileIdText, RuleFee, fee};
use crate::dto::scalar::{CurrencyCode, Decimal, PaywayCode};
use crate::problem::FieldError;

/// The line of a price that a rule is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(in crate::operator) enum RuleLine {
    /// The platform's fee.
    #[serde(rename = "our_fee")]
    Platform,
    /// The processing fee of the payway.
    #[serde(rename = "processing_fee")]
    Processing,
    /// The margin on the network fee: of `fee`, `percent` alone is set, at most 20.
    #[serde(rename = "network_fee")]
    Network,
}

/// What a customer does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(in crate::operator) enum RuleOperation {
    /// Fiat for crypto, from or to a payway.
    Buy,
    /// Crypto for fiat, from or to a payway.
    Sell,
    /// Crypto for crypto, or fiat for fiat, from or to a payway.
    Swap,
    /// One balance for another.
    Convert,
    /// A payway to the balance, in one currency.
    Deposit,
    /// The balance to a payway, in one currency.
    Withdraw,
}

/// The tier of a customer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(in crate::operator) enum RuleTier {
    /// Email address.
    T0,
    /// Telephone number and personal details.
    T1,
    /// Identity document and liveness check.
    T2,
    /// Proof of address and source of funds.
    T3,
    /// Full review by operators.
    T4,
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
            line: match rule.line {
                FeeLine::OurFee => RuleLine::Platform,
                FeeLine::ProcessingFee => RuleLine::Processing,
                FeeLine::NetworkFee => RuleLine::Network,
            },
            partner: when.partner.map(|id| ProfileIdText(id.to_string())),
            tier: when.tier.map(RuleTier::of),
            paid_by: when.paid_by.map(PaywayCode),
            paid_out_by: when.paid_out_by.map(PaywayCode),
            amount: when.amount.as_ref().and_then(band),
            given: when.given.map(CurrencyCode),
            received: when.received.map(CurrencyCode),
            operation: when.operation.map(RuleOperation::of),
            fee: fee(&rule.fee),
        }
    }
}

impl RuleTier {
    const fn of(tier: Tier) -> Self {
        match tier {
            Tier::T0 => Self::T0,
            Tier::T1 => Self::T1,
            Tier::T2 => Self::T2,
            Tier::T3 => Self::T3,
            Tier::T4 => Self::T4,
        }
    }

    const fn tier(self) -> Tier {
        match self {
            Self::T0 => Tier::T0,
            Self::T1 => Tier::T1,
            Self::T2 => Tier::T2,
            Self::T3 => Tier::T3,
            Self::T4 => Tier::T4,
        }
    }
}

impl RuleOperation {
    pub(super) const fn of(operation: Operation) -> Self {
        match operation {
            Operation::Buy => Self::Buy,
            Operation::Sell => Self::Sell,
            Operation::Swap => Self::Swap,
            Operation::Convert => Self::Convert,
            Operation::Deposit => Self::Deposit,
            Operation::Withdraw => Self::Withdraw,
        }
    }

    const fn operation(self) -> Operation {
        match self {
            Self::Buy => Operation::Buy,
            Self::Sell => Operation::Sell,
            Self::Swap => Operation::Swap,
            Self::Convert => Operation::Convert,
            Self::Deposit => Operation::Deposit,
            Self::Withdraw => Operation::Withdraw,
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
        tier: rule.tier.map(RuleTier::tier),
        paid_by: rule.paid_by.map(|payway| payway.0),
        paid_out_by: rule.paid_out_by.map(|payway| payway.0),
        amount: rule.amount.as_ref().map(|band| read_band(band, place)).transpose()?,
        given: rule.given.map(|currency| currency.0),
        received: rule.received.map(|currency| currency.0),
        operation: rule.operation.map(RuleOperation::operation),
    };
    let line = match rule.line {
        RuleLine::Platform => FeeLine::OurFee,
        RuleLine::Processing => FeeLine::ProcessingFee,
        RuleLine::Network => FeeLine::NetworkFee,
    };
    Ok(FeeRule { line, when, fee: read_fee(&rule.fee, &format!("{place}/fee"))? })
}

fn read_band(band: &RuleBand, place: &str) -> Read<AmountBand> {
    let end = |text: &Option<Decimal>, name: &str| {
        text.as_ref().map(|text| amount(text, band.currency.0, &format!("{place}/amount/{name}"))).transpose()
    };
    Ok(AmountBand { from: end(&band.from, "from")?, below: end(&band.below, "below")? })
}

#[cfg(test)]
mod tests {
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
