//! Policy as data: fees, limits, countries. A tenant's policy is one value, versioned as a whole and kept for ever. All
//! code that reads it is a pure function of the policy and of prices.

mod cache;
mod changes;
mod check;
mod confirmations;
mod direction;
pub mod fee_rules;
mod guarantee;
mod json_diff;
mod limits;
mod referral;
mod seed;
pub(crate) mod store;
mod technical;
mod version;

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Amount, AmountError, Country, Currency, Endpoint, Fee, Payway, PaywayKind, Product, ProfileId, Rounding};
use serde::{Deserialize, Serialize};

pub use crate::transaction_type::Direction;
pub(crate) use cache::{Cache, Surroundings};
pub use changes::{PolicyDifference, policy_differences};
pub use confirmations::Confirmations;
pub use direction::directions;
pub use fee_rules::{FeePayer, FeeRule};
pub use guarantee::GuaranteeRule;
pub use json_diff::difference;
pub use limits::{AmountRange, Room};
pub use referral::ReferralRule;
pub use seed::seed_prices;
pub use version::{PolicyVersion, VersionState};

use crate::beneficiary_wallet::TravelRule;
use crate::cooling_off::NewAddresses;
use crate::limits::{LimitRules, Tiers};
use crate::new_card::NewCards;
use crate::rails::Connected;
use crate::rates::PriceBook;

/// The commercial and compliance rules of a tenant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Policy {
    /// The version number, which grows with every change. A published version is never changed.
    pub version: u32,
    /// Whether MiCA's rules apply to every customer who is not known to live outside the EEA, or only to known EEA
    /// residents.
    pub eea_enforced: bool,
    /// The MiCA mode of a currency, if it differs from the catalogue's.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub mica: BTreeMap<Currency, MicaMode>,
    /// Forbidden countries: their residents cannot become customers, and their telephone numbers are not called.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub forbidden: BTreeSet<Country>,
    /// The velocity limits by tier. If absent, customers are unlimited.
    #[serde(default, skip_serializing_if = "no_tiers")]
    pub tiers: Tiers,
    /// The travel-rule threshold. If absent, no questions are asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub travel_rule: Option<TravelRule>,
    /// The limit on payouts to new addresses. If absent, there is no cooling-off period.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new_addresses: Option<NewAddresses>,
    /// The confirmations that every payment needs at least. If absent, the table of networks holds.
    #[serde(default, skip_serializing_if = "Confirmations::is_empty")]
    pub confirmations: Confirmations,
    /// The limit on cards that a customer has used for some days only. If absent, a new card pays as much as any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new_cards: Option<NewCards>,
    /// Currencies that are switched off.
    pub off: BTreeSet<Currency>,
    /// The platform's fee on exchanges with an external source or destination.
    pub our_fee: FeeTerms,
    /// The platform's fee on conversions between balances.
    #[serde(default = "seed::convert_fee")]
    pub convert_fee: FeeTerms,
    /// Exceptions to the fees, by name. The most specific rule wins.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub fee_rules: BTreeMap<String, FeeRule>,
    /// The spread, in millionths off the reference rate; at most 10,000 (1 %), and always displayed.
    pub spread_ppm: u32,
    /// The processing fee of incoming payments, by payway. A fiat payway without an entry is closed for incoming
    /// payments.
    pub processing_in: BTreeMap<Payway, FeeTerms>,
    /// The processing fee of outgoing payments, by payway. A fiat payway without an entry is closed for payouts.
    pub processing_out: BTreeMap<Payway, FeeTerms>,
    /// The limits by currency.
    pub currencies: BTreeMap<Currency, CurrencyLimits>,
    /// The limit rules by payway, direction, tier and country. The strictest of all that match decides.
    #[serde(default, skip_serializing_if = "LimitRules::is_empty")]
    pub limits: LimitRules,
    /// Timeouts.
    pub lifetimes: Lifetimes,
    /// The products that are offered. Money moves to and from the accounts of these alone.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub products: BTreeSet<Product>,
    /// The rule of the referral programme. If absent, no order earns anything; what was earned can be paid out while
    /// `products` has rewards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub referral: Option<ReferralRule>,
    /// The rule by which a locked price is kept after it has lapsed. If absent, the customer is asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guarantee: Option<GuaranteeRule>,
    /// Partners on whose verification of an identity the tenant relies, by the profile that owns their API keys. If
    /// absent, no verification is imported.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub relied_on: BTreeSet<ProfileId>,
    /// The connections of the tenant. No part of the published policy.
    #[serde(skip)]
    pub connected: Connected,
    /// Whether the tenant has a source of prices, so that currencies can be converted. No part of the published policy.
    #[serde(skip, default = "seed::has_prices")]
    pub has_prices: bool,
    /// The names of the sources of prices that operators have switched off. No part of the published policy.
    #[serde(skip)]
    pub off_sources: BTreeSet<String>,
}

fn no_tiers(tiers: &Tiers) -> bool {
    tiers.0.is_empty()
}

kernel::codes! {
    /// The restrictions of a currency for residents of the EEA.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "SCREAMING_SNAKE_CASE")]
    pub enum MicaMode {
        /// No restriction.
        Offered = "OFFERED",
        /// Exit only: sell, never buy.
        ExitOnly = "EXIT_ONLY",
        /// Neither bought nor sold.
        Blocked = "BLOCKED",
    }
}

/// Timeouts, in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lifetimes {
    /// An order paid by card.
    pub card: u32,
    /// An order paid through another service, including the payer's approval.
    pub code: u32,
    /// An order at a locked rate that waits for coins.
    pub crypto: u32,
    /// An order that waits for a bank transfer.
    pub iban: u32,
    /// A decision of the customer, before an operator decides instead.
    pub action: u32,
    /// A seen payment without a credit, or an ordered payout that is not sent, before an operator must look.
    pub stuck: u32,
    /// A sent payout that is not settled, before an operator must look.
    pub settling: u32,
    /// The cancellation window of a confirmed withdrawal, before it is sent.
    #[serde(default = "seed::undo")]
    pub undo: u32,
    /// A transfer to a person without an account, before it returns to the payer.
    #[serde(default = "seed::unclaimed")]
    pub unclaimed: u32,
}

impl Default for Lifetimes {
    fn default() -> Self {
        const DAY: u32 = 86_400;
        Self {
            card: 600,
            code: 600,
            crypto: 900,
            iban: 5 * DAY,
            action: 3 * DAY,
            stuck: DAY,
            settling: 5 * DAY,
            undo: seed::undo(),
            unclaimed: seed::unclaimed(),
        }
    }
}

impl Lifetimes {
    /// How long a movement waits for its money, in seconds: for a payment by a payway, or, from a balance, for the end
    /// of the cancellation window.
    #[must_use]
    pub fn of(&self, source: Endpoint) -> u32 {
        match source.kind() {
            Some(PaywayKind::Card) => self.card,
            Some(PaywayKind::Code) => self.code,
            Some(PaywayKind::Crypto) => self.crypto,
            Some(PaywayKind::Iban) => self.iban,
            None => self.undo,
        }
    }
}

/// A fee with fixed parts in one currency, taken in another: converted at the reference rate and rounded up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FeeTerms {
    /// The fixed part.
    pub add: Amount,
    /// The proportional part, in millionths.
    pub mult_ppm: u32,
    /// The minimum.
    pub min: Option<Amount>,
    /// The maximum.
    pub max: Option<Amount>,
}

impl FeeTerms {
    /// The same fee in `currency`; `None` if a price is missing or on overflow.
    #[must_use]
    pub fn in_currency(&self, currency: Currency, prices: &PriceBook) -> Option<Fee> {
        let convert = |amount| converted(amount, currency, prices, Rounding::Up);
        let add = convert(self.add)?;
        let min = self.min.map_or(Some(None), |min| convert(min).map(Some))?;
        let max = self.max.map_or(Some(None), |max| convert(max).map(Some))?;
        Some(Fee { add, mult_ppm: self.mult_ppm, min, max })
    }
}

/// Converts `amount` at the reference rate; `None` if a price is missing or on overflow.
pub(crate) fn converted(amount: Amount, to: Currency, prices: &PriceBook, rounding: Rounding) -> Option<Amount> {
    if amount.currency() == to {
        return Some(amount);
    }
    if amount.is_zero() {
        return Some(Amount::zero(to));
    }
    prices.rate(amount.currency(), to)?.apply(amount, rounding).ok()
}

/// The limits of one currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CurrencyLimits {
    /// The range of one exchange.
    pub exchange: AmountRange,
    /// The minimum deposit.
    pub min_deposit: Amount,
    /// The minimum payout.
    pub min_payout: Amount,
    /// The minimum deposit over ERC-20, if it is higher.
    pub min_deposit_erc20: Option<Amount>,
    /// The minimum payout over ERC-20, if it is higher.
    pub min_payout_erc20: Option<Amount>,
}

/// The tolerance within which a payment matches the ordered amount: 0.1 % or the dust of the currency, whichever is
/// more. Dust is a tenth of a euro cent, so that the last decimals of a coin never hold up an order.
///
/// # Errors
/// The amount overflows.
pub fn tolerance(expected: Amount, prices: Option<&PriceBook>) -> Result<Amount, AmountError> {
    if expected.currency().is_fiat() {
        return Ok(Amount::zero(expected.currency()));
    }
    let share = Amount::new(expected.atoms() / 1_000, expected.currency());
    let dust = prices
        .and_then(|prices| prices.rate(Currency::EUR, expected.currency()))
        .and_then(|rate| rate.apply(Amount::new(1, Currency::EUR), Rounding::Down).ok())
        .map_or(0, |cent| cent.atoms() / 10);
    Ok(Amount::new(share.atoms().max(dust), expected.currency()))
}
