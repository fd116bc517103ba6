//! The policy of a new tenant, and the prices at which the sandbox market starts.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Amount, Country, Currency, Payway, Price, Product};

use super::{AmountRange, Confirmations, CurrencyLimits, FeeTerms, Lifetimes, Policy, ReferralRule};
use crate::cooling_off::NewAddresses;
use crate::limits::{LimitBounds, LimitRules, LimitScope, PaymentDirection, Tier, Tiers};
use crate::new_card::NewCards;
use crate::rails::Connected;

/// One currency: code, price in euro (an arbitrary seed of the simulator), minimum deposit, minimum payout, the same
/// two over ERC-20, minimum and maximum exchange.
type Row = (&'static str, &'static str, [&'static str; 6]);

const CURRENCIES: [Row; 36] = [
    ("BTC", "80000", ["0.0001", "0.0002", "", "", "0.0002", "0.5"]),
    ("ETH", "2800", ["0.002", "0.005", "0.01", "0.01", "0.005", "10"]),
    ("USD", "0.9", ["20", "20", "", "", "20", "50000"]),
    ("UAH", "0.021", ["500", "500", "", "", "500", "2000000"]),
    ("TRX", "0.25", ["20", "50", "", "", "50", "200000"]),
    ("TON", "2.5", ["2", "5", "", "", "5", "20000"]),
    ("BNB", "700", ["0.01", "0.02", "", "", "0.02", "50"]),
    ("LTC", "85", ["0.1", "0.2", "", "", "0.2", "500"]),
    ("EUR", "1", ["10", "10", "", "", "10", "50000"]),
    ("BUSD", "0.9", ["10", "20", "", "", "20", "50000"]),
    ("USDT", "0.9", ["10", "20", "20", "50", "20", "50000"]),
    ("USDC", "0.9", ["10", "20", "20", "50", "20", "50000"]),
    ("EURC", "1", ["5", "10", "20", "20", "10", "50000"]),
    ("USDD", "0.9", ["10", "20", "", "", "20", "50000"]),
    ("UAHG", "0.021", ["500", "500", "", "", "500", "2000000"]),
    ("PLN", "0.235", ["50", "50", "", "", "50", "200000"]),
    ("DAI", "0.9", ["20", "50", "", "", "20", "50000"]),
    ("SOL", "150", ["0.05", "0.1", "", "", "0.1", "200"]),
    ("LINK", "14", ["2", "2", "", "", "1", "2000"]),
    ("ENA", "0.4", ["50", "50", "", "", "50", "100000"]),
    ("EURI", "1", ["5", "10", "20", "20", "10", "50000"]),
    ("AVA", "0.5", ["10", "20", "", "", "20", "100000"]),
    ("USDe", "0.9", ["20", "50", "", "", "20", "50000"]),
    ("APE", "0.5", ["50", "50", "", "", "20", "100000"]),
    ("ARB", "0.35", ["20", "50", "", "", "50", "100000"]),
    ("CRV", "0.6", ["50", "50", "", "", "20", "50000"]),
    ("UNI", "7", ["5", "5", "", "", "2", "5000"]),
    ("ZRO", "1.8", ["5", "10", "10", "20", "10", "20000"]),
    ("TWT", "0.7", ["10", "20", "", "", "20", "50000"]),
    ("CAKE", "2.2", ["5", "5", "", "", "5", "20000"]),
    ("DOGE", "0.17", ["50", "100", "", "", "100", "200000"]),
    ("DEXT", "0.3", ["50", "100", "", "", "50", "100000"]),
    ("SAFE", "0.4", ["50", "50", "", "", "50", "100000"]),
    ("SHIB", "0.00001", ["2000000", "2000000", "", "", "1000000", "5000000000"]),
    ("PEPE", "0.000009", ["2000000", "5000000", "", "", "2000000", "5000000000"]),
    ("1INCH", "0.2", ["100", "100", "", "", "50", "200000"]),
];

/// The prices at which the sandbox market starts; never real market quotes.
///
/// # Panics
/// Never: a test parses the whole table.
#[must_use]
pub fn seed_prices() -> BTreeMap<Currency, Price> {
    let parse = |row: &Row| (code(row.0), row.1.parse().expect("the seed table holds prices"));
    CURRENCIES.iter().map(parse).collect()
}

impl Policy {
    /// The default policy of a new tenant.
    ///
    /// # Panics
    /// Never: a test parses the whole table.
    #[must_use]
    pub fn seed() -> Self {
        let euro = |text| amount(text, Currency::EUR);
        Self {
            version: 1,
            eea_enforced: true,
            mica: BTreeMap::new(),
            forbidden: ["RU", "BY", "IR", "KP", "SY", "CU", "MM"].map(country).into(),
            tiers: Tiers::seed(),
            travel_rule: None,
            new_addresses: Some(NewAddresses::seed()),
            confirmations: Confirmations::default(),
            new_cards: Some(NewCards::seed()),
            off: BTreeSet::from([code("BUSD")]),
            our_fee: FeeTerms { add: euro("0"), mult_ppm: 10_000, min: Some(euro("0.99")), max: None },
            convert_fee: convert_fee(),
            fee_rules: BTreeMap::new(),
            spread_ppm: 0,
            processing_in: BTreeMap::from([
                (Payway::Visamc, FeeTerms { add: euro("0.25"), mult_ppm: 24_000, min: None, max: None }),
                (Payway::Card, FeeTerms { add: euro("0.25"), mult_ppm: 24_000, min: None, max: None }),
                (Payway::Blik, FeeTerms { add: euro("0"), mult_ppm: 12_000, min: None, max: None }),
                (Payway::Mono, FeeTerms { add: euro("0"), mult_ppm: 15_000, min: None, max: None }),
                (Payway::Whitebit, FeeTerms { add: euro("0"), mult_ppm: 5_000, min: None, max: None }),
                (Payway::Bybitpay, FeeTerms { add: euro("0"), mult_ppm: 5_000, min: None, max: None }),
                (Payway::Iban, FeeTerms { add: euro("0"), mult_ppm: 0, min: None, max: None }),
            ]),
            processing_out: BTreeMap::from([
                // A payout to a card costs as much as a bank transfer by default.
                (Payway::Visamc, FeeTerms { add: euro("0.90"), mult_ppm: 0, min: None, max: None }),
                (Payway::Card, FeeTerms { add: euro("0.90"), mult_ppm: 0, min: None, max: None }),
                (Payway::Iban, FeeTerms { add: euro("0.90"), mult_ppm: 0, min: None, max: None }),
                (Payway::Whitebit, FeeTerms { add: euro("0"), mult_ppm: 5_000, min: None, max: None }),
            ]),
            currencies: CURRENCIES.iter().map(limits).collect(),
            limits: limit_rules(),
            lifetimes: Lifetimes::default(),
            products: BTreeSet::new(),
            referral: None,
            guarantee: None,
            relied_on: BTreeSet::new(),
            connected: Connected::Everything,
            has_prices: has_prices(),
            off_sources: BTreeSet::new(),
        }
    }

    /// The default policy of a sandbox. MiCA's rules apply only to declared EEA residents, and an unverified customer
    /// may place a first order to any address, because no real money moves. Friends earn at once.
    #[must_use]
    pub fn sandbox() -> Self {
        let seed = Self::seed();
        let forbidden = seed.forbidden.iter().copied().chain([country("ZZ")]).collect();
        Self {
            eea_enforced: false,
            forbidden,
            tiers: Tiers::sandbox(),
            new_addresses: None,
            new_cards: None,
            products: BTreeSet::from([Product::Reward]),
            referral: Some(ReferralRule::seed()),
            ..seed
        }
    }
}

/// 0.5 %.
pub(super) fn convert_fee() -> FeeTerms {
    FeeTerms { add: Amount::zero(Currency::EUR), mult_ppm: 5_000, min: None, max: None }
}

/// A sandbox has prices.
pub(super) const fn has_prices() -> bool {
    true
}

/// Long enough to notice a wrong address, short enough to wait for.
pub(super) const fn undo() -> u32 {
    10
}

/// One week: enough time to receive the invitation and sign up.
pub(super) const fn unclaimed() -> u32 {
    7 * 86_400
}

/// The limits of one payway: the directions that have a day each, currency, minimum, maximum and the limit of a day.
type LimitRow = (Payway, &'static [Option<PaymentDirection>], Currency, [&'static str; 3]);

/// The limits by payway: of one payment for everybody, and of one day at tier T2. Of payways that pay out, each direction
/// has a day of its own.
fn limit_rules() -> LimitRules {
    const BOTH: [Option<PaymentDirection>; 2] = [Some(PaymentDirection::In), Some(PaymentDirection::Out)];
    let rows: [LimitRow; 7] = [
        (Payway::Visamc, &BOTH, Currency::EUR, ["20", "5000", "5000"]),
        (Payway::Iban, &BOTH, Currency::EUR, ["10", "50000", "50000"]),
        (Payway::Card, &BOTH, Currency::UAH, ["500", "29999", "100000"]),
        (Payway::Mono, &[None], Currency::UAH, ["500", "29999", "100000"]),
        (Payway::Whitebit, &BOTH, Currency::EUR, ["5", "10000", "20000"]),
        (Payway::Bybitpay, &[None], Currency::EUR, ["5", "10000", "20000"]),
        (Payway::Blik, &[None], Currency::PLN, ["20", "10000", "20000"]),
    ];
    let rules = rows.into_iter().flat_map(|(payway, directions, currency, bounds)| {
        let [min, max, day] = bounds.map(|text| Some(amount(text, currency)));
        let everybody = LimitScope { payway: Some(payway), ..LimitScope::default() };
        let days = directions.iter().map(move |direction| {
            let scope = LimitScope { direction: *direction, tier: Some(Tier::T2), ..everybody };
            (scope, LimitBounds { day, ..LimitBounds::default() })
        });
        [(everybody, LimitBounds { min, max, ..LimitBounds::default() })].into_iter().chain(days)
    });
    LimitRules(rules.collect())
}

fn limits(row: &Row) -> (Currency, CurrencyLimits) {
    let currency = code(row.0);
    let [deposit, payout, deposit_erc20, payout_erc20, least, most] = row.2;
    let by_erc20 = |text: &str| (!text.is_empty()).then(|| amount(text, currency));
    let limits = CurrencyLimits {
        exchange: AmountRange { min: amount(least, currency), max: amount(most, currency) },
        min_deposit: amount(deposit, currency),
        min_payout: amount(payout, currency),
        min_deposit_erc20: by_erc20(deposit_erc20),
        min_payout_erc20: by_erc20(payout_erc20),
    };
    (currency, limits)
}

fn country(code: &str) -> Country {
    code.parse().expect("the seed names known countries")
}

fn code(text: &str) -> Currency {
    text.parse().expect("the seed table holds known currencies")
}

fn amount(text: &str, currency: Currency) -> Amount {
    Amount::parse(text, currency).expect("the seed table holds amounts")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_currency_has_a_price_and_limits_that_can_be_met() {
        let (prices, policy) = (seed_prices(), Policy::seed());
        for currency in Currency::all() {
            assert!(prices.contains_key(&currency));
            let limits = &policy.currencies[&currency];
            assert!(limits.exchange.min.atoms() < limits.exchange.max.atoms(), "{currency}");
        }
        let json = serde_json::to_string(&policy).unwrap();
        assert_eq!(serde_json::from_str::<Policy>(&json).unwrap(), policy);
    }
}
