//! Price changes within a day. Pure.

use kernel::{Amount, Currency, Rounding};

use crate::policy::converted;
use crate::rates::PriceBook;

/// The value a day ago and the present value, in one currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DayChange {
    /// A day ago.
    pub then: Amount,
    /// At the present prices.
    pub now: Amount,
}

impl DayChange {
    /// The difference in atoms of the currency; below zero for a loss.
    #[must_use]
    pub fn difference(&self) -> Amount {
        Amount::new(self.now.atoms() - self.then.atoms(), self.now.currency())
    }

    /// The difference in hundredths of a percent of the worth a day ago, towards zero; `None` where that was nothing.
    #[must_use]
    pub fn hundredths(&self) -> Option<i128> {
        self.difference().atoms().checked_mul(10_000)?.checked_div(self.then.atoms())
    }
}

/// The value of `amount` in `main`, rounded down; `None` without a price.
#[must_use]
pub fn worth(amount: Amount, main: Currency, prices: &PriceBook) -> Option<Amount> {
    converted(amount, main, prices, Rounding::Down)
}

/// Worth in atoms at which rounding no longer shows in two decimals of a percentage.
const EXACT: i128 = 10_000_000;

/// The price change of a currency in `main`: the change in value of an amount that is large enough for rounding
/// not to show, even of a coin that costs a millionth of a cent.
#[must_use]
pub fn price_change(currency: Currency, main: Currency, then: &PriceBook, now: &PriceBook) -> Option<DayChange> {
    let of_units = |units: i128| {
        let amount = Amount::new(currency.unit_atoms().checked_mul(units)?, currency);
        Some(DayChange { then: worth(amount, main, then)?, now: worth(amount, main, now)? })
    };
    let mut found = None;
    for exponent in [0, 3, 6, 9, 12, 15] {
        let Some(change) = of_units(10_i128.pow(exponent)) else { break };
        found = Some(change);
        if change.then.atoms() >= EXACT {
            break;
        }
    }
    found
}

/// The change in value of the present balances; `None` if one of the prices is unknown.
#[must_use]
pub fn held_change(held: &[Amount], main: Currency, then: &PriceBook, now: &PriceBook) -> Option<DayChange> {
    let total = |prices: &PriceBook| {
        held.iter().try_fold(Amount::zero(main), |sum, amount| sum.checked_add(worth(*amount, main, prices)?).ok())
    };
    Some(DayChange { then: total(then)?, now: total(now)? })
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use kernel::Price;

    use super::*;

    fn book(bitcoin: &str) -> PriceBook {
        let price = |text: &str| text.parse::<Price>().expect("a price");
        let prices = [(Currency::EUR, Price::ONE), (Currency::BTC, price(bitcoin)), (Currency::PLN, price("0.25"))];
        PriceBook {
            prices: prices.into(),
            source: "test".to_owned(),
            at: DateTime::UNIX_EPOCH,
            awaiting_rate: [].into(),
        }
    }

    #[test]
    fn the_day_change_of_a_balance_follows_its_price() {
        let held = [Amount::new(10_000, Currency::EUR), Amount::new(50_000_000, Currency::BTC)];
        let change = held_change(&held, Currency::EUR, &book("50000"), &book("49000")).expect("all have prices");
        assert_eq!(change.difference(), Amount::new(-50_000, Currency::EUR));
        assert_eq!(change.hundredths(), Some(-199));
    }

    #[test]
    fn a_price_in_the_currency_itself_never_moves() {
        let change = price_change(Currency::EUR, Currency::EUR, &book("1"), &book("2")).expect("a price");
        assert_eq!(change.hundredths(), Some(0));
    }

    #[test]
    fn the_price_of_a_coin_that_costs_next_to_nothing_is_compared_exactly() {
        let book = |shib: &str| {
            let mut book = book("1");
            book.prices.insert(Currency::SHIB, shib.parse().expect("a price"));
            book
        };
        let change = price_change(Currency::SHIB, Currency::EUR, &book("0.000010000000"), &book("0.000010012300"));
        assert_eq!(change.and_then(|change| change.hundredths()), Some(12));
    }

    #[test]
    fn without_a_price_there_is_no_day_change() {
        let held = [Amount::new(1, Currency::SHIB)];
        assert_eq!(held_change(&held, Currency::EUR, &book("1"), &book("1")), None);
        let nothing = held_change(&[Amount::zero(Currency::SHIB)], Currency::EUR, &book("1"), &book("1"));
        assert_eq!(nothing.and_then(|change| change.hundredths()), None);
    }
}
