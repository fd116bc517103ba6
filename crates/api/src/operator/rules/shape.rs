//! The rules as the console edits them.

use exchange::limits::{LimitBounds, LimitScope, Tier};
use exchange::policy::{FeeTerms, Policy, ReferralRule};
use kernel::{Amount, Currency, Payway, PaywayKind, format_decimal};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::fee_rule::NamedFeeRule;
use super::protection::{self, RuleConfirmations, RuleLifetimes, RuleNewAddresses, RuleTierLimits, RuleTravel};
use crate::dto::code::coded;
use crate::dto::people::PaymentDirection;
use crate::dto::scalar::{CountryCode, CurrencyCode, Decimal, PaywayCode};

/// A fee: a fixed part, a share, and bounds, all in one currency.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub(in crate::operator) struct RuleFee {
    /// Currency of the amounts.
    pub currency: CurrencyCode,
    /// Fixed part.
    pub fixed: Decimal,
    /// Share in percent, at most four decimals.
    pub percent: Decimal,
    /// Minimum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<Decimal>,
    /// Maximum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<Decimal>,
}

/// A limit rule: conditions, all of which must match, and bounds. The strictest of all matching rules decides.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub(in crate::operator) struct LimitRule {
    /// The payway. Absent for all together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payway: Option<PaywayCode>,
    /// The direction. Absent for both together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direction: Option<PaymentDirection>,
    /// The customer's tier. Absent for all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tier: Option<RuleTier>,
    /// The customer's country of residence. Absent for all.
    #[schema(value_type = Option<CountryCode>)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
    /// Currency of the bounds: `EUR`, or the only currency of the payway.
    pub currency: CurrencyCode,
    /// Smallest payment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<Decimal>,
    /// Largest payment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<Decimal>,
    /// The most of one customer within 24 hours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub day: Option<Decimal>,
    /// The most of one customer within 31 days.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub month: Option<Decimal>,
}

coded! {
    /// A tier of customers.
    pub(in crate::operator) type RuleTier = Tier;
}

/// The rules of a payway that is not a network.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub(in crate::operator) struct PaywayRule {
    /// The payway.
    pub payway: PaywayCode,
    /// Fee of incoming payments. Absent if the payway takes none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fee_in: Option<RuleFee>,
    /// Fee of payouts. Absent if the payway makes none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fee_out: Option<RuleFee>,
}

coded! {
    /// The restrictions of a currency for residents of the EEA.
    pub(in crate::operator) type MicaRule = exchange::policy::MicaMode;
}

/// The rules of a currency. All amounts are in it.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub(in crate::operator) struct CurrencyRule {
    /// The currency.
    pub currency: CurrencyCode,
    /// Whether it is traded.
    pub is_on: bool,
    /// Smallest exchange.
    pub min_exchange: Decimal,
    /// Largest exchange.
    pub max_exchange: Decimal,
    /// Smallest deposit.
    pub min_deposit: Decimal,
    /// Smallest payout.
    pub min_payout: Decimal,
    /// The restrictions for residents of the EEA.
    pub mica: MicaRule,
}

/// The reward terms for a friend who joined by a customer's link.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub(in crate::operator) struct RuleReferral {
    /// Currency of rewards and of both amounts.
    pub currency: CurrencyCode,
    /// Share of the platform's fee in percent, above 0 and at most 50.
    pub percent: Decimal,
    /// How many completed orders of a friend earn: 1 to 1,000.
    pub orders: u32,
    /// For how many days after joining a friend's orders earn: 1 to 1,096.
    pub days: u32,
    /// The most that one friend earns.
    pub per_friend: Decimal,
    /// The most that a referrer earns within `period_days`.
    pub per_period: Decimal,
    /// Days of `per_period`: 1 to 1,096.
    pub period_days: u32,
    /// Days that an earning waits before it is booked: 0 to 180.
    pub settle_days: u32,
}

/// How far the tenant keeps the price of an order whose customer paid in time.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub(in crate::operator) struct RuleGuarantee {
    /// How many minutes after the expiry of its order a payment may be credited: 1 to 10,080.
    pub max_minutes: u32,
    /// The most that one order may cost, in euro; at most 1,000,000.
    pub max_loss: Decimal,
}

/// Fees, payways, limits, currencies, countries, confirmations, lifetimes, tiers, referrals and the price guarantee.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub(in crate::operator) struct Rules {
    /// Fee on exchanges with an external source or destination.
    pub our_fee: RuleFee,
    /// Fee on conversions between balances.
    pub convert_fee: RuleFee,
    /// Exceptions to the fees, in any order. The most specific rule wins.
    #[schema(max_items = 100)]
    pub fee_rules: Vec<NamedFeeRule>,
    /// Spread off the reference rate, in percent; at most 1.
    pub spread_percent: Decimal,
    /// Payways that are not networks. Those that are left out are closed.
    #[schema(max_items = 30)]
    pub payways: Vec<PaywayRule>,
    /// Limit rules. Those that are left out are removed.
    #[schema(max_items = 200)]
    pub limits: Vec<LimitRule>,
    /// Currencies. Those that are left out keep their rules.
    #[schema(max_items = 100)]
    pub currencies: Vec<CurrencyRule>,
    /// Countries whose residents cannot become customers: two letters each.
    #[schema(value_type = Vec<CountryCode>, max_items = 250)]
    pub forbidden: Vec<String>,
    /// Whether MiCA's rules apply to everybody who is not known to live outside the EEA.
    pub eea_enforced: bool,
    /// The confirmations that payments need at least. On networks that are left out, the value of a payment decides.
    #[schema(max_items = 20)]
    pub confirmations: Vec<RuleConfirmations>,
    /// How long unpaid orders live.
    pub lifetimes: RuleLifetimes,
    /// The limits of tiers: of T0 to T3 at least, or none if customers are unlimited.
    #[schema(max_items = 5)]
    pub tiers: Vec<RuleTierLimits>,
    /// The travel rule. Absent if no questions are asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub travel_rule: Option<RuleTravel>,
    /// The limit on payouts to new addresses. Absent if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new_addresses: Option<RuleNewAddresses>,
    /// Partners on whose verification of an identity the tenant relies, by the profile that owns their API keys.
    #[schema(max_items = 100)]
    pub relied_on: Vec<ProfileIdText>,
    /// The reward terms of referrers. Absent if no order earns anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub referral: Option<RuleReferral>,
    /// The price guarantee. Absent if customers are asked when the price of their order has lapsed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guarantee: Option<RuleGuarantee>,
}

/// The id of a profile.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[schema(max_length = 36, example = "prf_019a0000000070008000000000000001")]
pub(in crate::operator) struct ProfileIdText(pub String);

/// The decimals of a share in percent: a millionth is 0.0001 %.
pub(super) const PERCENT_SCALE: u8 = 4;

impl Rules {
    /// The rules of a policy.
    pub(super) fn of(policy: &Policy) -> Self {
        Self {
            our_fee: fee(&policy.our_fee),
            convert_fee: fee(&policy.convert_fee),
            fee_rules: policy.fee_rules.iter().map(|(name, rule)| NamedFeeRule::of(name, rule)).collect(),
            spread_percent: percent(policy.spread_ppm),
            payways: Payway::all().filter(|one| is_ruled(*one)).map(|one| payway(policy, one)).collect(),
            limits: policy.limits.0.iter().filter_map(|(scope, bounds)| limit(*scope, bounds)).collect(),
            currencies: Currency::all().filter_map(|one| currency(policy, one)).collect(),
            forbidden: policy.forbidden.iter().map(ToString::to_string).collect(),
            eea_enforced: policy.eea_enforced,
            confirmations: protection::confirmations(policy),
            lifetimes: protection::lifetimes(policy),
            tiers: protection::tiers(policy),
            travel_rule: protection::travel_rule(policy),
            new_addresses: protection::new_addresses(policy),
            relied_on: policy.relied_on.iter().map(|id| ProfileIdText(id.to_string())).collect(),
            referral: policy.referral.as_ref().map(referral),
            guarantee: policy
                .guarantee
                .map(|rule| RuleGuarantee { max_minutes: rule.max_minutes, max_loss: rule.max_loss.into() }),
        }
    }
}

/// A payway that is not a network, and that a currency uses.
fn is_ruled(payway: Payway) -> bool {
    payway.kind() != PaywayKind::Crypto && Currency::all().any(|currency| payway.supports(currency))
}

pub(super) fn fee(rule: &FeeTerms) -> RuleFee {
    RuleFee {
        currency: CurrencyCode(rule.add.currency()),
        fixed: rule.add.into(),
        percent: percent(rule.mult_ppm),
        min: rule.min.map(Into::into),
        max: rule.max.map(Into::into),
    }
}

fn referral(rule: &ReferralRule) -> RuleReferral {
    RuleReferral {
        currency: CurrencyCode(rule.currency()),
        percent: percent(rule.share_ppm),
        orders: rule.orders,
        days: rule.days,
        per_friend: rule.per_friend.into(),
        per_period: rule.per_period.into(),
        period_days: rule.period_days,
        settle_days: rule.settle_days,
    }
}

/// A decimal without zeros at its end.
fn trimmed(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

fn percent(ppm: u32) -> Decimal {
    Decimal(format_decimal(i128::from(ppm), PERCENT_SCALE))
}

fn payway(policy: &Policy, payway: Payway) -> PaywayRule {
    PaywayRule {
        payway: PaywayCode(payway),
        fee_in: policy.processing_in.get(&payway).map(fee),
        fee_out: policy.processing_out.get(&payway).map(fee),
    }
}

/// A limit rule; `None` without a bound, which no policy has.
fn limit(scope: LimitScope, bounds: &LimitBounds) -> Option<LimitRule> {
    let currency = CurrencyCode(bounds.currency()?);
    let text = |bound: Option<Amount>| bound.map(|amount| Decimal(trimmed(&amount.to_decimal()).to_owned()));
    Some(LimitRule {
        payway: scope.payway.map(PaywayCode),
        direction: scope.direction.map(Into::into),
        tier: scope.tier.map(Into::into),
        country: scope.residence.map(|country| country.to_string()),
        currency,
        min: text(bounds.min),
        max: text(bounds.max),
        day: text(bounds.day),
        month: text(bounds.month),
    })
}

fn currency(policy: &Policy, currency: Currency) -> Option<CurrencyRule> {
    let limits = policy.currencies.get(&currency)?;
    // A currency may have 18 decimals, and its limits are round.
    let text = |amount: Amount| Decimal(trimmed(&amount.to_decimal()).to_owned());
    Some(CurrencyRule {
        currency: CurrencyCode(currency),
        is_on: !policy.off.contains(&currency),
        min_exchange: text(limits.exchange.min),
        max_exchange: text(limits.exchange.max),
        min_deposit: text(limits.min_deposit),
        min_payout: text(limits.min_payout),
        mica: policy.mica_mode(currency).into(),
    })
}
