//! Which balances of a profile may be spent, and in which order. Pure.

use std::collections::HashSet;

use kernel::Currency;

use crate::ExchangeError;

pub(crate) mod store;

/// One balance in the order of spending.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpendingBalance {
    /// Of what.
    pub currency: Currency,
    /// Whether it may be spent.
    pub enabled: bool,
}

/// The order to use: what the owner has set, then the balances that they hold and have not set, in the default order. Of the
/// latter only fiat money may be spent: selling a coin has a price and may have a tax, so its owner switches it on.
#[must_use]
pub fn spending_order(kept: &[SpendingBalance], held: &[Currency], main: Currency) -> Vec<SpendingBalance> {
    let known: HashSet<Currency> = kept.iter().map(|one| one.currency).collect();
    let mut added: Vec<Currency> = held.iter().copied().filter(|currency| !known.contains(currency)).collect();
    added.sort_by_key(|currency| (*currency != main, !currency.is_fiat(), !currency.is_stable(), currency.code()));
    added.dedup();
    let added = added.into_iter().map(|currency| SpendingBalance { currency, enabled: currency.is_fiat() });
    kept.iter().copied().chain(added).collect()
}

/// Checks that the order names each currency once.
///
/// # Errors
/// [`ExchangeError::Invalid`] with the currency that is named twice.
pub(crate) fn check_order(order: &[SpendingBalance]) -> Result<(), ExchangeError> {
    let mut seen = HashSet::new();
    match order.iter().find(|one| !seen.insert(one.currency)) {
        Some(twice) => Err(ExchangeError::invalid("balances", format!("must name {} once", twice.currency))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_currencies() -> impl Strategy<Value = Vec<Currency>> {
        proptest::collection::vec(any::<proptest::sample::Index>(), 0..12).prop_map(|picks| {
            let all: Vec<Currency> = Currency::all().collect();
            picks.into_iter().map(|pick| all[pick.index(all.len())]).collect()
        })
    }

    #[test]
    fn without_settings_the_main_currency_comes_first_and_coins_are_off() {
        let held = [Currency::BTC, Currency::USDT, Currency::EUR, Currency::PLN];
        let order = spending_order(&[], &held, Currency::PLN);
        let shown: Vec<(&str, bool)> = order.iter().map(|one| (one.currency.code(), one.enabled)).collect();
        assert_eq!(shown, [("PLN", true), ("EUR", true), ("USDT", false), ("BTC", false)]);
    }

    #[test]
    fn a_currency_named_twice_is_refused_by_its_name() {
        let one = SpendingBalance { currency: Currency::EUR, enabled: true };
        let error = check_order(&[one, SpendingBalance { enabled: false, ..one }]).expect_err("it is there twice");
        assert!(error.to_string().contains("EUR"), "{error}");
    }

    proptest! {
        #[test]
        fn the_chosen_spending_order_comes_first_and_lists_each_balance_once(
            mut set in any_currencies(), held in any_currencies(), enabled in any::<bool>()
        ) {
            let mut seen = HashSet::new();
            set.retain(|currency| seen.insert(*currency));
            let kept: Vec<_> = set.iter().map(|currency| SpendingBalance { currency: *currency, enabled }).collect();
            let order = spending_order(&kept, &held, Currency::EUR);
            prop_assert_eq!(&order[..kept.len()], &kept[..]);
            prop_assert!(check_order(&order).is_ok());
            prop_assert!(held.iter().all(|currency| order.iter().any(|one| one.currency == *currency)));
        }
    }
}
