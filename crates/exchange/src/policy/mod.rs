//! Policy as data: fees, limits, countries. A tenant's policy is one value, versioned as a whole and kept for ever;
//! everything that reads it is a pure function of it and of prices.

mod cache;
mod check;
mod direction;
mod limits;
mod seed;
pub(crate) mod store;

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Amount, AmountError, Country, Currency, Endpoint, Fee, Payway, PaywayKind, Rounding};
use serde::{Deserialize, Serialize};

pub(crate) use cache::Cache;
pub use direction::{Direction, directions};
pub use limits::{Range, Room};
pub use seed::seed_prices;

use crate::allowance::Tiers;
use crate::destination::NewAddresses;
use crate::rates::PriceBook;
use crate::wallet::TravelRule;

/// What a tenant asks and allows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Policy {
    /// Grows with every change; receipts can name it. A version that was published is never changed.
    pub version: u32,
    /// Whether MiCA's rules hold for everybody who is not known to live outside the EEA (defaults C7), or only for whoever
    /// is known to live in it.
    pub eea_enforced: bool,
    /// What residents of the EEA may do with a currency, where it is not what the catalogue says.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub mica: BTreeMap<Currency, MicaMode>,
    /// Countries whose residents are nobody's customers here, and whose telephones are not called.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub forbidden: BTreeSet<Country>,
    /// What people of each tier may exchange. A policy that does not speak of it limits nobody.
    #[serde(default, skip_serializing_if = "no_tiers")]
    pub tiers: Tiers,
    /// From what amount on it is asked whose wallet coins go to. A policy that does not speak of it asks nobody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub travel_rule: Option<TravelRule>,
    /// What leaves at once to an address that is new. A policy that does not speak of it holds nothing back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new_addresses: Option<NewAddresses>,
    /// Currencies that are switched off (defaults, point 12).
    pub off: BTreeSet<Currency>,
    /// What the house takes of an exchange that money comes in or goes out for (defaults C3).
    pub our_fee: FeeRule,
    /// What the house takes of a conversion between two balances.
    #[serde(default = "seed::convert_fee")]
    pub convert_fee: FeeRule,
    /// Millionths taken off the reference rate; 10,000 (1 %) at the most, and always shown.
    pub spread_ppm: u32,
    /// What paying in costs, by payway; a fiat payway that is missing cannot be paid in by.
    pub processing_in: BTreeMap<Payway, FeeRule>,
    /// What paying out costs, by payway; a fiat payway that is missing cannot be paid out by.
    pub processing_out: BTreeMap<Payway, FeeRule>,
    /// Limits by currency (defaults C1).
    pub currencies: BTreeMap<Currency, CurrencyLimits>,
    /// Limits by payway (defaults C1, second table), in a currency of their own.
    pub payways: BTreeMap<Payway, PaywayLimits>,
    /// How long things may take.
    pub lifetimes: Lifetimes,
}

fn no_tiers(tiers: &Tiers) -> bool {
    tiers.0.is_empty()
}

/// What residents of the EEA may do with a currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum MicaMode {
    /// Everything.
    Offered,
    /// Leave only: sell, never buy.
    ExitOnly,
    /// Nothing.
    Blocked,
}

/// How long things may take, in seconds (reference api B4; the rest is ours).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lifetimes {
    /// An order to be paid by card.
    pub card: u32,
    /// An order to be paid by BLIK, until the payer has approved.
    pub blik: u32,
    /// An order at a locked rate that waits for coins.
    pub crypto: u32,
    /// An order that waits for a bank transfer.
    pub iban: u32,
    /// A decision of the customer, before an operator makes it.
    pub action: u32,
    /// A payment that was seen and is not credited, or a payout that was ordered and not sent, before an operator looks.
    pub stuck: u32,
    /// A payout that was sent and is not settled, before an operator looks.
    pub settling: u32,
    /// A withdrawal that was confirmed, before it is sent: for so long its owner can cancel it.
    #[serde(default = "seed::undo")]
    pub undo: u32,
    /// A transfer to somebody who has no account yet, before it returns.
    #[serde(default = "seed::unclaimed")]
    pub unclaimed: u32,
}

impl Default for Lifetimes {
    fn default() -> Self {
        const DAY: u32 = 86_400;
        Self {
            card: 600,
            blik: 600,
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
    /// Seconds that a movement may wait for its money: for a payment by a payway; from a balance, until it can no longer
    /// be cancelled.
    #[must_use]
    pub fn of(&self, source: Endpoint) -> u32 {
        match source.kind() {
            Some(PaywayKind::Card) => self.card,
            Some(PaywayKind::Code) => self.blik,
            Some(PaywayKind::Crypto) => self.crypto,
            Some(PaywayKind::Iban) => self.iban,
            None => self.undo,
        }
    }
}

/// A fee whose fixed parts stand in one currency and are taken in another: converted at the reference rate, rounded up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FeeRule {
    /// The fixed part.
    pub add: Amount,
    /// The fraction, in millionths.
    pub mult_ppm: u32,
    /// Never less than this.
    pub min: Option<Amount>,
    /// Never more than this.
    pub max: Option<Amount>,
}

impl FeeRule {
    /// The same fee in `currency`; nothing if a price is missing or a number does not fit.
    #[must_use]
    pub fn in_currency(&self, currency: Currency, prices: &PriceBook) -> Option<Fee> {
        let convert = |amount| converted(amount, currency, prices, Rounding::Up);
        let add = convert(self.add)?;
        let min = self.min.map_or(Some(None), |min| convert(min).map(Some))?;
        let max = self.max.map_or(Some(None), |max| convert(max).map(Some))?;
        Some(Fee { add, mult_ppm: self.mult_ppm, min, max })
    }
}

/// `amount` in another currency at the reference rate; nothing if a price is missing or it does not fit.
pub(crate) fn converted(amount: Amount, to: Currency, prices: &PriceBook, rounding: Rounding) -> Option<Amount> {
    if amount.currency() == to {
        return Some(amount);
    }
    if amount.is_zero() {
        return Some(Amount::zero(to));
    }
    prices.rate(amount.currency(), to)?.apply(amount, rounding).ok()
}

/// Limits of one currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CurrencyLimits {
    /// One exchange.
    pub exchange: Range,
    /// The least that may come in.
    pub min_deposit: Amount,
    /// The least that may go out.
    pub min_payout: Amount,
    /// The least that may come in by ERC20, where that is more.
    pub min_deposit_erc20: Option<Amount>,
    /// The least that may go out by ERC20, where that is more.
    pub min_payout_erc20: Option<Amount>,
}

/// Limits of one fiat payway, for one transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PaywayLimits {
    /// The least.
    pub min: Amount,
    /// The most.
    pub max: Amount,
}

/// The tolerance within which a payment is the one that was asked for: 0.1 % or the dust of the currency, whichever is
/// more (reference api B4). Dust is a tenth of a euro cent, so that a coin's last decimals never hold up an order.
///
/// # Errors
/// The amount is too large to reckon with.
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
