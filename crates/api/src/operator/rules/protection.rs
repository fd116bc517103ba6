//! What protects the tenant, as the console edits it: confirmations, lifetimes of unpaid orders, limits of tiers, the
//! travel rule and new addresses.

use std::collections::BTreeMap;

use exchange::beneficiary_wallet::{OnWord, TravelRule};
use exchange::cooling_off::NewAddresses;
use exchange::limits::{Tier, TierLimits, TierRule, Tiers};
use exchange::policy::{Confirmations, Lifetimes, Policy};
use kernel::{Amount, Currency, Network};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::edit::{Read, amount};
use super::shape::{RuleTier, Rules};
use crate::dto::scalar::{Decimal, NetworkCode};
use crate::problem::FieldError;

/// The confirmations that every payment on a network needs at least.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub(in crate::operator) struct RuleConfirmations {
    /// The network.
    pub network: NetworkCode,
    /// The number, within the range of the network. A payment of a higher value needs more.
    pub at_least: u32,
}

/// The confirmations that the rules may require on a network.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::operator) struct NetworkRange {
    /// The network.
    network: NetworkCode,
    /// Its name.
    name: &'static str,
    /// The safe minimum: what the smallest payments need without a rule.
    least: u32,
    /// What the largest payments need without a rule.
    most: u32,
    /// The usual time between two blocks, in seconds.
    block_seconds: u32,
}

impl NetworkRange {
    /// The ranges of all networks.
    pub(super) fn all() -> Vec<Self> {
        let of = |network: Network| {
            let (range, block_seconds) = (network.confirmations_range(), network.block_seconds());
            let (network, name) = (NetworkCode(network), network.name());
            Self { network, name, least: *range.start(), most: *range.end(), block_seconds }
        };
        Network::all().map(of).collect()
    }
}

/// How long an unpaid order lives, in seconds.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
pub(in crate::operator) struct RuleLifetimes {
    /// An order paid by card: 60 to 3,600.
    pub card: u32,
    /// An order paid through another service: 60 to 3,600.
    pub code: u32,
    /// An order paid in coins: 300 to 86,400.
    pub crypto: u32,
    /// An order paid by bank transfer: 86,400 to 2,592,000.
    pub iban: u32,
}

/// The limits of a tier, in euro. An absent one is unlimited.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub(in crate::operator) struct RuleTierAmounts {
    /// Money on banks and cards within 24 hours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fiat_day: Option<Decimal>,
    /// Money on banks and cards within 31 days.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fiat_month: Option<Decimal>,
    /// Outgoing coins within 24 hours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crypto_out_day: Option<Decimal>,
    /// Outgoing coins within 31 days.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crypto_out_month: Option<Decimal>,
}

/// The limits of the customers of a tier.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub(in crate::operator) struct RuleTierLimits {
    /// The tier.
    pub tier: RuleTier,
    /// The limits.
    pub limits: RuleTierAmounts,
    /// The limits of residents of the EEA. Absent if they are the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub eea: Option<RuleTierAmounts>,
}

/// The travel rule.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub(in crate::operator) struct RuleTravel {
    /// Above this amount of coins within a day, the customer declares the owner of the wallet: in euro, at most 3,000.
    pub above: Decimal,
}

/// The limit on payouts to new addresses.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub(in crate::operator) struct RuleNewAddresses {
    /// The most that leaves to new addresses while they are new, in euro.
    pub above: Decimal,
    /// How many hours an address is new: 0 to 72.
    pub hours: u16,
}

/// The confirmations of a policy.
pub(super) fn confirmations(policy: &Policy) -> Vec<RuleConfirmations> {
    let of =
        |(network, number): (&Network, &u32)| RuleConfirmations { network: NetworkCode(*network), at_least: *number };
    policy.confirmations.0.iter().map(of).collect()
}

/// The lifetimes of a policy.
pub(super) const fn lifetimes(policy: &Policy) -> RuleLifetimes {
    let Lifetimes { card, code, crypto, iban, .. } = policy.lifetimes;
    RuleLifetimes { card, code, crypto, iban }
}

/// The limits of the tiers of a policy.
pub(super) fn tiers(policy: &Policy) -> Vec<RuleTierLimits> {
    let text = |amount: Option<Amount>| amount.map(Into::into);
    let amounts = |limits: TierLimits| RuleTierAmounts {
        fiat_day: text(limits.fiat_day),
        fiat_month: text(limits.fiat_month),
        crypto_out_day: text(limits.crypto_out_day),
        crypto_out_month: text(limits.crypto_out_month),
    };
    let of = |(tier, rule): (&Tier, &TierRule)| RuleTierLimits {
        tier: (*tier).into(),
        limits: amounts(rule.limits),
        eea: rule.eea.map(amounts),
    };
    policy.tiers.0.iter().map(of).collect()
}

/// The travel rule of a policy.
pub(super) fn travel_rule(policy: &Policy) -> Option<RuleTravel> {
    policy.travel_rule.map(|rule| RuleTravel { above: rule.above.into() })
}

/// The rule for new addresses of a policy.
pub(super) fn new_addresses(policy: &Policy) -> Option<RuleNewAddresses> {
    policy.new_addresses.as_ref().map(|rule| RuleNewAddresses { above: rule.above.into(), hours: rule.hours })
}

/// The policy with what protects the tenant.
///
/// # Errors
/// The first value that cannot be read, by its pointer.
pub(super) fn protected(policy: Policy, rules: &Rules) -> Read<Policy> {
    let RuleLifetimes { card, code, crypto, iban } = rules.lifetimes;
    let on_word = policy.travel_rule.map_or_else(OnWord::default, |rule| rule.on_word);
    let travel = |rule: &RuleTravel| -> Read<TravelRule> {
        Ok(TravelRule { above: amount(&rule.above, Currency::EUR, "/rules/travel_rule/above")?, on_word })
    };
    let new_addresses = |rule: &RuleNewAddresses| -> Read<NewAddresses> {
        let above = amount(&rule.above, Currency::EUR, "/rules/new_addresses/above")?;
        Ok(NewAddresses { above, hours: rule.hours })
    };
    Ok(Policy {
        confirmations: read_confirmations(&rules.confirmations)?,
        lifetimes: Lifetimes { card, code, crypto, iban, ..policy.lifetimes },
        tiers: read_tiers(&rules.tiers)?,
        travel_rule: rules.travel_rule.as_ref().map(travel).transpose()?,
        new_addresses: rules.new_addresses.as_ref().map(new_addresses).transpose()?,
        ..policy
    })
}

fn read_confirmations(rules: &[RuleConfirmations]) -> Read<Confirmations> {
    let mut read = BTreeMap::new();
    for (at, rule) in rules.iter().enumerate() {
        let (network, range) = (rule.network.0, rule.network.0.confirmations_range());
        if !range.contains(&rule.at_least) {
            let words = format!("must be between {} and {} on {}", range.start(), range.end(), network.name());
            let error = FieldError::new(format!("/rules/confirmations/{at}/at_least"), "range", words);
            return Err(error.with("min", range.start()).with("max", range.end()));
        }
        if read.insert(network, rule.at_least).is_some() {
            return Err(FieldError::new(format!("/rules/confirmations/{at}/network"), "invalid", "must be there once"));
        }
    }
    Ok(Confirmations(read))
}

fn read_tiers(rules: &[RuleTierLimits]) -> Read<Tiers> {
    let mut read = BTreeMap::new();
    for (at, rule) in rules.iter().enumerate() {
        let place = format!("/rules/tiers/{at}");
        let limits = read_limits(&rule.limits, &format!("{place}/limits"))?;
        let eea = rule.eea.as_ref().map(|amounts| read_limits(amounts, &format!("{place}/eea"))).transpose()?;
        if read.insert(rule.tier.0, TierRule { limits, eea }).is_some() {
            return Err(FieldError::new(format!("{place}/tier"), "invalid", "must be there once"));
        }
    }
    Ok(Tiers(read))
}

fn read_limits(amounts: &RuleTierAmounts, place: &str) -> Read<TierLimits> {
    let read = |text: &Option<Decimal>, name: &str| {
        text.as_ref().map(|text| amount(text, Currency::EUR, &format!("{place}/{name}"))).transpose()
    };
    Ok(TierLimits {
        fiat_day: read(&amounts.fiat_day, "fiat_day")?,
        fiat_month: read(&amounts.fiat_month, "fiat_month")?,
        crypto_out_day: read(&amounts.crypto_out_day, "crypto_out_day")?,
        crypto_out_month: read(&amounts.crypto_out_month, "crypto_out_month")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(change: impl FnOnce(&mut Rules)) -> Read<Policy> {
        let before = Policy { travel_rule: Some(rule(OnWord::Everything)), ..Policy::seed() };
        let mut rules = Rules::of(&before);
        change(&mut rules);
        protected(before, &rules)
    }

    fn rule(on_word: OnWord) -> TravelRule {
        TravelRule { above: Amount::new(100_000, Currency::EUR), on_word }
    }

    fn decimal(text: &str) -> Decimal {
        Decimal(text.to_owned())
    }

    #[test]
    fn each_edit_changes_its_field_and_nothing_else() {
        let bitcoin = RuleConfirmations { network: NetworkCode(Network::Bitcoin), at_least: 3 };
        assert_eq!(
            changed(|rules| rules.confirmations.push(bitcoin)).unwrap().confirmations.at_least(Network::Bitcoin),
            3
        );
        let seed = Policy::seed().lifetimes;
        assert_eq!(
            changed(|rules| rules.lifetimes.crypto = 1_800).unwrap().lifetimes,
            Lifetimes { crypto: 1_800, ..seed }
        );
        let lower = changed(|rules| rules.travel_rule = Some(RuleTravel { above: decimal("500") })).unwrap();
        let expected = TravelRule { above: Amount::new(50_000, Currency::EUR), on_word: OnWord::Everything };
        assert_eq!(lower.travel_rule, Some(expected));
        assert_eq!(changed(|rules| rules.new_addresses = None).unwrap().new_addresses, None);
        let limited = changed(|rules| rules.tiers[2].limits.fiat_day = Some(decimal("100"))).unwrap();
        assert_eq!(limited.tiers.0[&Tier::T2].limits.fiat_day, Some(Amount::new(10_000, Currency::EUR)));
        let unlimited = changed(|rules| rules.tiers[3].limits.crypto_out_month = None).unwrap();
        assert_eq!(unlimited.tiers.0[&Tier::T3].limits.crypto_out_month, None);
    }

    #[test]
    fn a_value_that_cannot_be_read_is_named() {
        let pointer = |change: fn(&mut Rules)| changed(change).unwrap_err().pointer;
        let unsafe_number = |rules: &mut Rules| {
            rules.confirmations = vec![RuleConfirmations { network: NetworkCode(Network::Litecoin), at_least: 2 }];
        };
        assert_eq!(pointer(unsafe_number), "/rules/confirmations/0/at_least");
        let twice = |rules: &mut Rules| {
            let one = RuleConfirmations { network: NetworkCode(Network::Litecoin), at_least: 4 };
            rules.confirmations = vec![one.clone(), one];
        };
        assert_eq!(pointer(twice), "/rules/confirmations/1/network");
        assert_eq!(
            pointer(|rules| rules.tiers[1].limits.fiat_day = Some(decimal("x"))),
            "/rules/tiers/1/limits/fiat_day"
        );
        assert_eq!(pointer(|rules| rules.tiers.push(rules.tiers[0].clone())), "/rules/tiers/4/tier");
        assert_eq!(
            pointer(|rules| rules.travel_rule = Some(RuleTravel { above: decimal("-1") })),
            "/rules/travel_rule/above"
        );
    }
}
