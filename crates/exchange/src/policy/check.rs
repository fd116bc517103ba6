//! The rules that every policy must satisfy. Pure.

use std::cmp::Ordering;

use kernel::{Amount, Currency, Product};

use super::fee_rules::check_rules;
use super::{AmountRange, CurrencyLimits, FeeTerms, GuaranteeRule, Policy};
use crate::ExchangeError;
use crate::cooling_off::HOURS_MAX;
use crate::limits::{LIMITS, Tier};
use crate::new_card::NewCards;

/// The maximum spread that a tenant may set: 1 %.
const SPREAD_PPM_MAX: u32 = 10_000;
/// 100 % in millionths.
const WHOLE_PPM: u32 = 1_000_000;
/// The maximum cancellation window of a withdrawal: a day.
const UNDO_MAX_SECONDS: u32 = DAY;
/// Seconds.
const MINUTE: u32 = 60;
const HOUR: u32 = 60 * MINUTE;
const DAY: u32 = 24 * HOUR;
/// The maximum of a lifetime of anything but an unpaid order: a year.
const LIFETIME_MAX_SECONDS: u32 = 366 * DAY;
/// The maximum threshold of the travel rule: 3,000 euro, as no law that tenants are under has a higher one (31 CFR
/// 1010.410: 3,000 dollars; Regulation (EU) 2023/1113, article 14: 1,000 euro).
const TRAVEL_RULE_MAX_CENTS: i128 = 300_000;
/// The maximum number of partners that a tenant relies on.
const RELIED_ON_MAX: usize = 100;

impl Policy {
    /// Checks every number and its currency.
    ///
    /// # Errors
    /// [`ExchangeError::Invalid`] naming the first rule that does not hold.
    pub fn check(&self) -> Result<(), ExchangeError> {
        ensure(self.version >= 1, || "version must be 1 or more".to_owned())?;
        ensure(self.spread_ppm <= SPREAD_PPM_MAX, || "spread_ppm must be 10000 (1 %) or less".to_owned())?;
        let partners = self.relied_on.len();
        ensure(partners <= RELIED_ON_MAX, || format!("relied_on may name {RELIED_ON_MAX} partners"))?;
        fee("our_fee", &self.our_fee)?;
        fee("convert_fee", &self.convert_fee)?;
        for (payway, rule) in &self.processing_in {
            fee(&format!("processing_in.{}", payway.code()), rule)?;
        }
        for (payway, rule) in &self.processing_out {
            ensure(payway.can_pay_out(), || format!("{} cannot pay out", payway.name()))?;
            fee(&format!("processing_out.{}", payway.code()), rule)?;
        }
        check_rules(&self.fee_rules)?;
        for (currency, limits) in &self.currencies {
            currency_limits(*currency, limits)?;
        }
        self.limits.check().map_err(|rule| ExchangeError::invalid("policy", rule))?;
        self.check_tiers()?;
        self.check_outgoing_coins()?;
        self.confirmations.check()?;
        if let Some(fault) = self.new_cards.as_ref().and_then(NewCards::fault) {
            return Err(ExchangeError::invalid("policy", fault));
        }
        if let Some(rule) = &self.referral {
            rule.check()?;
            let is_paid = self.products.contains(&Product::Reward);
            ensure(is_paid, || "products must have reward while there is a referral rule".to_owned())?;
        }
        self.guarantee.as_ref().map_or(Ok(()), GuaranteeRule::check)?;
        self.check_lifetimes()
    }

    fn check_tiers(&self) -> Result<(), ExchangeError> {
        // A missing tier would be unlimited, so either all tiers are listed or none.
        let limited = [Tier::T0, Tier::T1, Tier::T2, Tier::T3];
        let said = |tier| self.tiers.0.contains_key(tier);
        let whole = self.tiers.0.is_empty() || limited.iter().all(said);
        ensure(whole, || "tiers must have T0, T1, T2 and T3".to_owned())?;
        for (tier, rule) in &self.tiers.0 {
            let name = || format!("tiers.{}", tier.code());
            for limits in [Some(rule.limits), rule.eea].into_iter().flatten() {
                let euro = limits.amounts().all(|amount| amount.currency() == Currency::EUR && !amount.is_negative());
                ensure(euro, || format!("{} must be amounts of EUR, zero or more", name()))?;
                let ordered = [(limits.fiat_day, limits.fiat_month), (limits.crypto_out_day, limits.crypto_out_month)];
                let fits = |(day, month): (Option<Amount>, Option<Amount>)| {
                    month.is_none_or(|month| day.is_some_and(|day| day.atoms() <= month.atoms()))
                };
                ensure(ordered.into_iter().all(fits), || format!("{} must have no day above its month", name()))?;
                // Nobody has seen a document of these customers.
                let is_verified = *tier > Tier::T1;
                let whole = limits.amounts().count() == LIMITS.len();
                ensure(is_verified || whole, || format!("{} must have every limit", name()))?;
            }
        }
        Ok(())
    }

    fn check_outgoing_coins(&self) -> Result<(), ExchangeError> {
        let is_euro = |amount: Amount| amount.currency() == Currency::EUR && !amount.is_negative();
        if let Some(rule) = &self.travel_rule {
            ensure(is_euro(rule.above) && rule.above.atoms() <= TRAVEL_RULE_MAX_CENTS, || {
                "travel_rule.above must be an amount of EUR, zero or more and at most 3000".to_owned()
            })?;
        }
        if let Some(rule) = &self.new_addresses {
            ensure(is_euro(rule.above), || "new_addresses.above must be an amount of EUR, zero or more".to_owned())?;
            ensure(rule.hours <= HOURS_MAX, || format!("new_addresses.hours must be {HOURS_MAX} or less"))?;
        }
        Ok(())
    }

    fn check_lifetimes(&self) -> Result<(), ExchangeError> {
        let times = self.lifetimes;
        let orders = [
            ("card", times.card, MINUTE..=HOUR),
            ("code", times.code, MINUTE..=HOUR),
            ("crypto", times.crypto, 5 * MINUTE..=DAY),
            ("iban", times.iban, DAY..=30 * DAY),
        ];
        for (name, seconds, range) in orders {
            let rule = || format!("lifetimes.{name} must be between {} and {} s", range.start(), range.end());
            ensure(range.contains(&seconds), rule)?;
        }
        let others = [times.action, times.stuck, times.settling, times.unclaimed];
        ensure(times.undo <= UNDO_MAX_SECONDS, || format!("lifetimes.undo must be {UNDO_MAX_SECONDS} s or less"))?;
        let fits = others.iter().all(|seconds| (1..=LIFETIME_MAX_SECONDS).contains(seconds));
        ensure(fits, || "lifetimes must be between a second and a year".to_owned())
    }
}

pub(super) fn fee(name: &str, rule: &FeeTerms) -> Result<(), ExchangeError> {
    ensure(rule.mult_ppm < WHOLE_PPM, || format!("{name}.mult_ppm must be below 1000000 (100 %)"))?;
    let parts = [Some(rule.add), rule.min, rule.max].into_iter().flatten();
    ensure(parts.into_iter().all(|part| !part.is_negative()), || format!("{name} must not be negative"))?;
    // Bounds in different currencies cannot be compared without prices; at run time the larger one caps the fee.
    let bounds = rule.min.zip(rule.max).and_then(|(min, max)| min.checked_cmp(max).ok());
    ensure(bounds != Some(Ordering::Greater), || format!("{name}.min must not be above {name}.max"))
}

fn currency_limits(currency: Currency, limits: &CurrencyLimits) -> Result<(), ExchangeError> {
    let name = format!("currencies.{currency}");
    range(&format!("{name}.exchange"), limits.exchange)?;
    let by_erc20 = [limits.min_deposit_erc20, limits.min_payout_erc20].into_iter().flatten();
    let mut all = [limits.exchange.min, limits.min_deposit, limits.min_payout].into_iter().chain(by_erc20);
    let own = |amount: Amount| amount.currency() == currency && !amount.is_negative();
    ensure(all.all(own), || format!("{name} must be amounts of {currency}, zero or more"))
}

fn range(name: &str, range: AmountRange) -> Result<(), ExchangeError> {
    let ordered = matches!(range.min.checked_cmp(range.max), Ok(Ordering::Less | Ordering::Equal));
    let rule = || format!("{name}.min must be zero or more, in the currency of {name}.max and not above it");
    ensure(ordered && !range.min.is_negative(), rule)
}

pub(super) fn ensure(holds: bool, rule: impl FnOnce() -> String) -> Result<(), ExchangeError> {
    if holds { Ok(()) } else { Err(ExchangeError::invalid("policy", rule())) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::beneficiary_wallet::{OnWord, TravelRule};
    use crate::cooling_off::NewAddresses;
    use crate::limits::TierLimits;
    use crate::policy::{Lifetimes, ReferralRule};

    fn refused(change: impl FnOnce(&mut Policy)) -> String {
        let mut policy = Policy::seed();
        change(&mut policy);
        policy.check().unwrap_err().to_string()
    }

    #[test]
    fn seed_policies_are_valid() {
        assert_eq!(Policy::seed().check(), Ok(()));
        assert_eq!(Policy::sandbox().check(), Ok(()));
    }

    #[test]
    fn a_number_out_of_range_is_named() {
        assert!(refused(|policy| policy.spread_ppm = 10_001).contains("spread_ppm"));
        assert!(refused(|policy| policy.our_fee.mult_ppm = 1_000_000).contains("our_fee.mult_ppm"));
        assert!(refused(|policy| policy.our_fee.add = Amount::new(-1, Currency::EUR)).contains("our_fee"));
        assert!(refused(|policy| policy.lifetimes = Lifetimes { card: 0, ..policy.lifetimes }).contains("lifetimes"));
        let lived = |change: fn(&mut Lifetimes)| refused(|policy| change(&mut policy.lifetimes));
        assert!(lived(|times| times.crypto = 299).contains("lifetimes.crypto must be between 300 and 86400 s"));
        assert!(lived(|times| times.iban = 31 * DAY).contains("lifetimes.iban"));
        let travel = |cents| {
            let rule = TravelRule { above: Amount::new(cents, Currency::EUR), on_word: OnWord::default() };
            refused(|policy| policy.travel_rule = Some(rule))
        };
        assert!(travel(300_001).contains("travel_rule.above") && travel(-1).contains("travel_rule.above"));
        let held = |change: fn(&mut NewAddresses)| refused(|policy| policy.new_addresses.iter_mut().for_each(change));
        assert!(held(|rule| rule.hours = 73).contains("new_addresses.hours"));
        assert!(held(|rule| rule.above = Amount::new(1, Currency::PLN)).contains("new_addresses.above"));
        assert!(refused(|policy| policy.referral = Some(ReferralRule::seed())).contains("products must have reward"));
        let swapped = |policy: &mut Policy| {
            let limits = policy.currencies.get_mut(&Currency::BTC).unwrap();
            (limits.exchange.min, limits.exchange.max) = (limits.exchange.max, limits.exchange.min);
        };
        assert!(refused(swapped).contains("currencies.BTC.exchange.min"));
        let blik = |policy: &mut Policy| {
            policy.processing_out.insert(kernel::Payway::Blik, policy.our_fee);
        };
        assert!(refused(blik).contains("BLIK cannot pay out"));
        let foreign = |policy: &mut Policy| {
            policy.currencies.get_mut(&Currency::BTC).unwrap().min_payout = Amount::new(1, Currency::EUR);
        };
        assert!(refused(foreign).contains("currencies.BTC"));
    }

    #[test]
    fn customers_without_a_document_have_limits_and_no_day_is_above_its_month() {
        let limits = |tier, change: fn(&mut TierLimits)| {
            refused(|policy| change(&mut policy.tiers.0.get_mut(&tier).unwrap().limits))
        };
        assert!(limits(Tier::T1, |limits| limits.fiat_month = None).contains("tiers.T1 must have every limit"));
        let above = limits(Tier::T3, |limits| limits.fiat_day = Some(Amount::new(20_000_001, Currency::EUR)));
        assert!(above.contains("tiers.T3 must have no day above its month"), "{above}");
        let mut policy = Policy::seed();
        policy.tiers.0.get_mut(&Tier::T3).unwrap().limits = TierLimits::default();
        assert_eq!(policy.check(), Ok(()));
    }

    #[test]
    fn an_unknown_field_is_refused() {
        let mut body = serde_json::to_value(Policy::seed()).unwrap();
        body["eea_enforcd"] = false.into();
        assert!(serde_json::from_value::<Policy>(body).unwrap_err().to_string().contains("eea_enforcd"));
    }
}
