//! Which balance pays for what should arrive: the unified pages of the specification. Pure.

use kernel::{Amount, Currency};

use crate::quote::Quote;

/// One balance that can pay, with its price.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Route {
    /// The indicative price of paying from this balance.
    pub quote: Quote,
    /// The available amount of the balance.
    pub available: Amount,
    /// Whether its owner permits spending it.
    pub is_enabled: bool,
}

impl Route {
    /// Whether the balance covers the price.
    #[must_use]
    pub const fn is_covered(&self) -> bool {
        self.available.atoms() >= self.quote.price.from_amount.atoms()
    }
}

/// The routes, best first: those that are covered, then those that the owner lets be spent, then the balance in the
/// arriving currency, which needs no conversion. Equal ones keep the order of spending, in which they are given.
#[must_use]
pub fn ranked(mut routes: Vec<Route>, arriving: Currency) -> Vec<Route> {
    routes.sort_by_key(|route| (!route.is_covered(), !route.is_enabled, route.available.currency() != arriving));
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
        let prices = PriceBook { prices: seed_prices(), source: "test".to_owned(), at: now, unpriced: [].into() };
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
        };
        let basis = Basis { policy: &Policy::sandbox(), prices: &prices, network_fee: None };
        let quote = quote(&request, basis, QuoteId::from_uuid(Uuid::nil()), now).unwrap();
        Route { quote, available: Amount::new(atoms, currency), is_enabled }
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
            ranked(routes, Currency::EUR).iter().map(|route| route.available.currency().code()).collect();
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
