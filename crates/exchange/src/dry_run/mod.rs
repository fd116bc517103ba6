//! The effect of a policy on completed orders, which operators see before they publish it. Pure.

pub(crate) mod store;

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use kernel::{Amount, Currency, Rounding};
use uuid::Uuid;

use crate::counting::Counting;
use crate::guarantee::LapsedPrice;
use crate::limits::{Customer, Demand, Tier, Use, WINDOW, fits_tier};
use crate::policy::{Policy, converted};
use crate::quote::{Basis, FixedSide, LineKind, Price, QuoteRequest, priced};
use crate::rates::PriceBook;

/// The effect of a policy on past orders, all at today's prices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DryRun {
    /// The orders that the policy in force would price today.
    pub orders: u32,
    /// The number of orders that the new policy would refuse.
    pub refused: u32,
    /// The number of those that only the limits of the customer's tier would refuse.
    pub refused_by_tier: u32,
    /// The number of orders whose coins would need more confirmations.
    pub slower: u32,
    /// The number of orders that would cost the customer more.
    pub dearer: u32,
    /// The number of orders that would cost the customer less.
    pub cheaper: u32,
    /// Fees and spread of all orders under the policy in force, in euro, without network fees.
    pub fees_before: Amount,
    /// The same under the new policy, without the refused orders.
    pub fees_after: Amount,
    /// What the price guarantee of the policy in force pays for orders that were credited late, in euro.
    pub guarantee_before: Amount,
    /// The same under the new policy, without the refused orders.
    pub guarantee_after: Amount,
}

/// A completed order of the past.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastOrder {
    /// The request that it was priced for.
    pub request: QuoteRequest,
    /// The profile that owns it.
    pub owner: Uuid,
    /// When it was made.
    pub at: DateTime<Utc>,
    /// What keeping its price cost, if it had lapsed.
    pub lapsed: Option<LapsedPrice>,
}

/// Prices each order under both policies, with the residence that its quote was made for, and counts it for the limit
/// rules and for the limits of the tier that the customer had at the time, together with the other orders of its profile.
/// Left out are network fees, which depend on the network, limit rules for a tier, and the limits of customers whose tier
/// is not known or who have individual ones.
#[must_use]
pub fn dry_run(orders: &[PastOrder], (before, after): (&Policy, &Policy), prices: &PriceBook) -> DryRun {
    let nothing = Amount::zero(Currency::EUR);
    let mut run = DryRun {
        orders: 0,
        refused: 0,
        refused_by_tier: 0,
        slower: 0,
        dearer: 0,
        cheaper: 0,
        fees_before: nothing,
        fees_after: nothing,
        guarantee_before: nothing,
        guarantee_after: nothing,
    };
    let (mut old_rules, mut new_rules) = (Trial::of(before, prices), Trial::of(after, prices));
    let mut by_age: Vec<&PastOrder> = orders.iter().collect();
    by_age.sort_by_key(|order| order.at);
    for order in by_age {
        let Ok(old) = old_rules.price(order) else { continue };
        run.orders += 1;
        add(&mut run.fees_before, &old, prices);
        add_guarantee(&mut run.guarantee_before, order, before);
        let new = match new_rules.price(order) {
            Ok(new) => new,
            Err(refused) => {
                run.refused += 1;
                run.refused_by_tier += u32::from(refused == Refused::ByTier);
                continue;
            }
        };
        let needed = |policy| confirmations(policy, &old, prices);
        run.slower += u32::from(needed(after) > needed(before));
        add(&mut run.fees_after, &new, prices);
        add_guarantee(&mut run.guarantee_after, order, after);
        let dearer_by = match order.request.fixed_side {
            FixedSide::From => old.to_amount.atoms() - new.to_amount.atoms(),
            FixedSide::To => new.from_amount.atoms() - old.from_amount.atoms(),
        };
        run.dearer += u32::from(dearer_by > 0);
        run.cheaper += u32::from(dearer_by < 0);
    }
    run
}

/// A policy under trial, and what its limit rules have counted so far.
struct Trial<'a> {
    policy: &'a Policy,
    prices: &'a PriceBook,
    uses: HashMap<Uuid, Vec<Use>>,
}

impl<'a> Trial<'a> {
    fn of(policy: &'a Policy, prices: &'a PriceBook) -> Self {
        Self { policy, prices, uses: HashMap::new() }
    }

    /// The price of an order.
    fn price(&mut self, order: &PastOrder) -> Result<Price, Refused> {
        let (policy, request) = (self.policy, &order.request);
        let basis = Basis { policy, prices: self.prices, network_fee: None };
        let (price, _) = priced(request, basis).map_err(|_| Refused::ByRule)?;
        let counting = Counting::of(&price, &policy.limits);
        let demand = counting.demand(Some(self.prices)).map_err(|_| Refused::ByRule)?;
        let uses = self.uses.entry(order.owner).or_default();
        uses.retain(|one| order.at - one.at < WINDOW);
        let customer = Customer { tier: None, residence: request.residence };
        policy.limits.admit(customer, &demand.ends, uses, order.at).map_err(|_| Refused::ByRule)?;
        // The limits of T4 are individual.
        let tier = request.payer.tier.filter(|tier| *tier < Tier::T4);
        let limits = tier.map(|tier| policy.tiers.limits(tier, request.residence));
        if limits.is_some_and(|limits| !fits_tier(&limits, &demand, uses, order.at)) {
            return Err(Refused::ByTier);
        }
        let Demand { fiat, crypto_out, ends, .. } = demand;
        uses.push(Use { at: order.at, fiat, crypto_out, to_new: false, ends });
        Ok(price)
    }
}

/// Why a policy refuses an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Refused {
    /// By the limits of the customer's tier.
    ByTier,
    /// By anything else.
    ByRule,
}

/// The confirmations that the coins of an order need; zero if it is not paid in coins.
fn confirmations(policy: &Policy, price: &Price, prices: &PriceBook) -> u32 {
    let Some(network) = price.source.network() else { return 0 };
    let cents = converted(price.from_amount, Currency::EUR, prices, Rounding::Up).map(Amount::atoms);
    let euros = cents.and_then(|cents| u128::try_from(cents / 100).ok()).unwrap_or(u128::MAX);
    network.confirmations(euros).max(policy.confirmations.at_least(network))
}

/// Adds the fees and the spread of a price to a sum of euro.
fn add(sum: &mut Amount, price: &Price, prices: &PriceBook) {
    let fees = price
        .lines
        .iter()
        .filter(|line| matches!(line.kind, LineKind::OurFee | LineKind::ProcessingFee | LineKind::Spread));
    let euros = fees.filter_map(|line| converted(line.amount, Currency::EUR, prices, Rounding::Down));
    *sum = euros.fold(*sum, |sum, euro| sum.checked_add(euro).unwrap_or(sum));
}

/// Adds what the guarantee of a policy pays for an order to a sum of euro: the whole cost of keeping its price, or the
/// most that one order may cost, which its customer is credited with after an exchange at the current price.
fn add_guarantee(sum: &mut Amount, order: &PastOrder, policy: &Policy) {
    let (Some(lapsed), Some(rule)) = (order.lapsed, policy.guarantee) else { return };
    if lapsed.late_seconds > 60 * i64::from(rule.max_minutes) {
        return;
    }
    let cost = Amount::new(lapsed.loss.atoms().min(rule.max_loss.atoms()), Currency::EUR);
    *sum = sum.checked_add(cost).unwrap_or(*sum);
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use kernel::{Endpoint, Network, Payway};
    use proptest::prelude::*;

    use super::*;
    use crate::limits::{LimitBounds, LimitScope, TierLimits, TierRule};
    use crate::policy::{FeePayer, FeeTerms, GuaranteeRule, seed_prices};

    fn order(fixed_side: FixedSide, euros: i128) -> PastOrder {
        PastOrder {
            request: request(fixed_side, euros),
            owner: Uuid::from_u128(euros.unsigned_abs()),
            at: DateTime::UNIX_EPOCH,
            lapsed: None,
        }
    }

    fn request(fixed_side: FixedSide, euros: i128) -> QuoteRequest {
        let currency = if fixed_side == FixedSide::From { Currency::EUR } else { Currency::LTC };
        let scale = if fixed_side == FixedSide::From { 100 } else { 1_000_000 };
        QuoteRequest {
            side: None,
            source: Payway::Visamc.into(),
            sink: Endpoint::Balance,
            from_currency: Currency::EUR,
            to_currency: Currency::LTC,
            fixed_side,
            amount: Amount::new(euros * scale, currency),
            is_unified: false,
            firm: false,
            residence: None,
            payer: FeePayer::default(),
        }
    }

    fn run(orders: &[PastOrder], after: &Policy) -> DryRun {
        let prices = PriceBook {
            prices: seed_prices(),
            source: "test".to_owned(),
            at: DateTime::UNIX_EPOCH,
            awaiting_rate: [].into(),
        };
        dry_run(orders, (&Policy::sandbox(), after), &prices)
    }

    #[test]
    fn a_closed_payway_refuses_its_orders_and_earns_nothing() {
        let mut after = Policy::sandbox();
        after.processing_in.remove(&Payway::Visamc);
        let run = run(&[order(FixedSide::From, 250), order(FixedSide::From, 1)], &after);
        assert_eq!((run.orders, run.refused), (1, 1), "one euro was below the minimum before");
        assert!(run.fees_before.is_positive() && run.fees_after.is_zero());
    }

    #[test]
    fn a_wider_guarantee_pays_for_what_was_late_and_at_most_its_bound_for_one_order() {
        let euros = |euros: i128| Amount::new(euros * 100, Currency::EUR);
        let late = |minutes: i64, loss: i128| {
            let lapsed = Some(LapsedPrice { late_seconds: minutes * 60, loss: euros(loss) });
            PastOrder { lapsed, ..order(FixedSide::From, 250) }
        };
        let orders = [late(60, 10), late(60, 90), late(61, 10), order(FixedSide::From, 250)];
        let rule = GuaranteeRule { max_minutes: 60, max_loss: euros(25) };
        let without = Policy { guarantee: None, ..Policy::sandbox() };
        let after = Policy { guarantee: Some(rule), ..Policy::sandbox() };
        let prices = PriceBook {
            prices: seed_prices(),
            source: "test".to_owned(),
            at: DateTime::UNIX_EPOCH,
            awaiting_rate: [].into(),
        };
        let run = dry_run(&orders, (&without, &after), &prices);
        assert_eq!((run.guarantee_before, run.guarantee_after), (euros(0), euros(35)));
        let longer = Policy { guarantee: Some(GuaranteeRule { max_minutes: 61, ..rule }), ..without.clone() };
        let run = dry_run(&orders, (&after, &longer), &prices);
        assert_eq!((run.guarantee_before, run.guarantee_after), (euros(35), euros(45)));
    }

    #[test]
    fn a_limit_of_a_day_refuses_what_a_profile_ordered_beyond_it() {
        let mut after = Policy::sandbox();
        let scope = LimitScope { payway: Some(Payway::Visamc), ..LimitScope::default() };
        let day = Some(Amount::new(50_000, Currency::EUR));
        after.limits.0.insert(scope, LimitBounds { day, ..LimitBounds::default() });
        let by = |owner, hours| {
            let at = DateTime::UNIX_EPOCH + TimeDelta::hours(hours);
            PastOrder { owner: Uuid::from_u128(owner), at, ..order(FixedSide::From, 250) }
        };
        let orders = [by(2, 0), by(1, 26), by(1, 3), by(1, 2), by(1, 1)];
        let run = run(&orders, &after);
        assert_eq!((run.orders, run.refused), (5, 1), "the third of one profile within a day");
    }

    #[test]
    fn a_lower_limit_of_a_tier_refuses_what_its_customers_ordered_beyond_it() {
        let mut after = Policy::sandbox();
        let day = Some(Amount::new(40_000, Currency::EUR));
        let limits = TierLimits { fiat_day: day, ..TierLimits::default() };
        after.tiers.0.insert(Tier::T2, TierRule { limits, eea: None });
        let by = |tier, owner, hours| {
            let mut past = order(FixedSide::From, 250);
            past.request.payer.tier = tier;
            let at = DateTime::UNIX_EPOCH + TimeDelta::hours(hours);
            PastOrder { owner: Uuid::from_u128(owner), at, ..past }
        };
        let (t2, t4) = (Some(Tier::T2), Some(Tier::T4));
        let orders = [
            by(t2, 1, 1),
            by(t2, 1, 2),
            by(t2, 1, 26),
            by(t2, 2, 2),
            by(None, 3, 1),
            by(None, 3, 2),
            by(t4, 4, 1),
            by(t4, 4, 2),
        ];
        let run = run(&orders, &after);
        assert_eq!((run.orders, run.refused, run.refused_by_tier), (8, 1, 1), "the second of a day at T2");
    }

    #[test]
    fn more_confirmations_slow_down_small_payments_of_their_network_alone() {
        let sale = |litecoins: i128| {
            let mut past = order(FixedSide::From, litecoins);
            let request = &mut past.request;
            (request.source, request.sink) = (Payway::Ltc.into(), Payway::Iban.into());
            (request.from_currency, request.to_currency) = (Currency::LTC, Currency::EUR);
            request.amount = Amount::new(litecoins * 100_000_000, Currency::LTC);
            past
        };
        let mut after = Policy::sandbox();
        after.confirmations.0.insert(Network::Litecoin, 6);
        // 85 euro each: three confirmations below 1,000 euro, and six up to 10,000.
        let run = run(&[sale(2), sale(50), order(FixedSide::From, 250)], &after);
        assert_eq!((run.orders, run.refused, run.slower), (3, 0, 1));
    }

    proptest! {
        #[test]
        fn a_higher_fee_is_dearer_for_each_order_and_a_lower_one_cheaper(
            sizes in proptest::collection::vec((any::<bool>(), 100..2_000_i128), 1..20), ppm in 0_u32..30_000
        ) {
            let side = |from| if from { FixedSide::From } else { FixedSide::To };
            let orders: Vec<_> = sizes.iter().map(|(from, euros)| order(side(*from), *euros)).collect();
            let same = Policy::sandbox();
            let after = Policy { our_fee: FeeTerms { mult_ppm: ppm, ..same.our_fee }, ..same.clone() };
            let run = run(&orders, &after);
            prop_assert_eq!(run.refused, 0);
            let (wrong, before, after) = if ppm >= 10_000 {
                (run.cheaper, run.fees_before, run.fees_after)
            } else {
                (run.dearer, run.fees_after, run.fees_before)
            };
            prop_assert_eq!(wrong, 0);
            prop_assert!(before.atoms() <= after.atoms());
        }
    }
}
