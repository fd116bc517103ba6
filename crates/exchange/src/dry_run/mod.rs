//! The effect of a policy on completed orders, which operators see before they publish it. Pure.

pub(crate) mod store;

use kernel::{Amount, Currency, Rounding};

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
    /// The number of orders that would cost the customer more.
    pub dearer: u32,
    /// The number of orders that would cost the customer less.
    pub cheaper: u32,
    /// Fees and spread of all orders under the policy in force, in euro, without network fees.
    pub fees_before: Amount,
    /// The same under the new policy, without the refused orders.
    pub fees_after: Amount,
}

/// Prices each order under both policies, with the residence that its quote was made for. Network fees and velocity
/// limits are left out: they depend on the network and on the customer.
#[must_use]
pub fn dry_run(orders: &[QuoteRequest], (before, after): (&Policy, &Policy), prices: &PriceBook) -> DryRun {
    let nothing = Amount::zero(Currency::EUR);
    let mut run = DryRun { orders: 0, refused: 0, dearer: 0, cheaper: 0, fees_before: nothing, fees_after: nothing };
    let price = |order: &QuoteRequest, policy: &Policy| {
        let basis = Basis { policy, prices, network_fee: None };
        priced(order, basis).ok().map(|(price, _)| price)
    };
    for order in orders {
        let Some(old) = price(order, before) else { continue };
        run.orders += 1;
        add(&mut run.fees_before, &old, prices);
        let Some(new) = price(order, after) else {
            run.refused += 1;
            continue;
        };
        add(&mut run.fees_after, &new, prices);
        let dearer_by = match order.fixed_side {
            FixedSide::From => old.to_amount.atoms() - new.to_amount.atoms(),
            FixedSide::To => new.from_amount.atoms() - old.from_amount.atoms(),
        };
        run.dearer += u32::from(dearer_by > 0);
        run.cheaper += u32::from(dearer_by < 0);
    }
    run
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

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use kernel::{Endpoint, Payway};
    use proptest::prelude::*;

    use super::*;
    use crate::policy::{FeePayer, FeeTerms, seed_prices};

    fn order(fixed_side: FixedSide, euros: i128) -> QuoteRequest {
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

    fn run(orders: &[QuoteRequest], after: &Policy) -> DryRun {
        let prices = PriceBook {
            prices: seed_prices(),
            source: "test".to_owned(),
            at: DateTime::UNIX_EPOCH,
            unpriced: [].into(),
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
