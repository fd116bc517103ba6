//! Chooses the balance or payway that pays for an amount that should arrive (the unified pages of the specification). Pure.

use kernel::{Amount, Currency};

use crate::quote::Quote;

/// One balance or payway that can pay, with its price.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Route {
    /// The indicative price of paying this way.
    pub quote: Quote,
    /// The available amount of the balance; `None` for a payway.
    pub available: Option<Amount>,
    /// Whether its owner permits spending it. Always for a payway.
    pub is_enabled: bool,
}

impl Route {
    /// Whether the balance covers the price. A payway always does.
    #[must_use]
    pub fn is_covered(&self) -> bool {
        self.available.is_none_or(|available| available.atoms() >= self.quote.price.from_amount.atoms())
    }
}

/// The routes, best first: balances that are covered, payways, then the other balances. Among balances, those that the
/// owner lets be spent come first, then the one in the arriving currency, which needs no conversion; equal ones keep the
/// order of spending, in which they are given. The payway that costs the least comes first.
#[must_use]
pub fn ranked(mut routes: Vec<Route>, arriving: Currency) -> Vec<Route> {
    routes.sort_by_key(|route| {
        let price = &route.quote.price;
        let cost = if route.available.is_none() { price.from_amount.atoms() } else { 0 };
        let is_converted = price.from_amount.currency() != arriving;
        (!route.is_covered(), route.available.is_none(), !route.is_enabled, is_converted, cost)
    });
    routes
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use kernel::{Endpoint, Payway, QuoteId};
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;
    use crate::policy::{Policy, seed_prices};
    use crate::quote::{Basis, FixedSide, QuoteRequest, quote};
    use crate::rates::PriceBook;

    fn route(currency: Currency, atoms: i128, is_enabled: bool) -> Route {
        let now = DateTime::UNIX_EPOCH;
        let prices = PriceBook { prices: seed_prices(), source: "test".to_owned(), at: now, awaiting_rate: [].into() };
        let request = QuoteRequest {
            side: None,
            source: Endpoint::Balance,
            sink: Payway::Iban.into(),
            from_currency: currency,
            to_currency: Currency::EUR,
            fixed_side: FixedSide::To,
            amount: Amount::new(10_000, Currency::EUR),
            is_unified: true,
            firm: false,
            residence: None,
            payer: crate::policy::FeePayer::default(),
        };
        let basis = Basis { policy: &Policy::sandbox(), prices: &prices, network_fee: None };
        let quote = quote(&request, basis, QuoteId::from_uuid(Uuid::nil()), now).unwrap();
        Route { quote, available: Some(Amount::new(atoms, currency)), is_enabled }
    }

    const MUCH: i128 = 1_000_000_000_000;

    #[test]
    fn the_arriving_currency_pays_before_others_and_a_balance_that_is_too_small_comes_last() {
        let routes = vec![
            route(Currency::PLN, 1, true),
            route(Currency::BTC, MUCH, false),
            route(Currency::LTC, MUCH, true),
            route(Currency::EUR, MUCH, true),
        ];
        let order: Vec<&str> =
            ranked(routes, Currency::EUR).iter().map(|route| route.quote.price.from_amount.currency().code()).collect();
        assert_eq!(order, ["EUR", "LTC", "BTC", "PLN"]);
    }

    proptest! {
        #[test]
        fn all_routes_are_listed_with_sufficient_balances_first(
            balances in proptest::collection::vec((0_usize..4, 0..2 * MUCH, any::<bool>()), 0..8)
        ) {
            let currencies = [Currency::EUR, Currency::PLN, Currency::BTC, Currency::LTC];
            let routes: Vec<Route> =
                balances.into_iter().map(|(at, atoms, enabled)| route(currencies[at], atoms, enabled)).collect();
            let sorted = ranked(routes.clone(), Currency::EUR);
            prop_assert_eq!(sorted.len(), routes.len());
            prop_assert!(routes.iter().all(|route| sorted.contains(route)));
            prop_assert!(sorted.windows(2).all(|pair| pair[0].is_covered() || !pair[1].is_covered()));
        }
    }
}
