//! The prices in euro that the tickers of one exchange amount to. Pure.

use std::collections::BTreeMap;

use kernel::{Currency, Price};

use super::ticker::{QUOTED_IN, Ticker};

/// The price of one unit of every coin in euro. A pair with the euro counts first. Without one, a pair with a dollar
/// does, times what the exchange itself says of that dollar. `dollar` is the central bank's price of the US dollar, for
/// an exchange that has no pair with both.
#[must_use]
pub fn in_euro(tickers: &[Ticker], dollar: Option<Price>) -> BTreeMap<Currency, Price> {
    let pairs = tickers.iter().map(|one| ((one.base, one.quote), one.price)).collect();
    let pairs = Pairs(pairs);
    let mut quoted = BTreeMap::from([(Currency::EUR, Price::ONE)]);
    for currency in QUOTED_IN {
        if let Some(price) = pairs.bridge(currency, &quoted, dollar) {
            quoted.entry(currency).or_insert(price);
        }
    }
    let coin = |currency: Currency| Some((currency, pairs.through(currency, &quoted)?));
    Currency::all().filter(|currency| !currency.is_fiat()).filter_map(coin).collect()
}

struct Pairs(BTreeMap<(Currency, Currency), Price>);

impl Pairs {
    fn of(&self, base: Currency, quote: Currency) -> Option<Price> {
        self.0.get(&(base, quote)).copied()
    }

    /// The price by the first quoted currency that it has a pair with.
    fn through(&self, currency: Currency, quoted: &BTreeMap<Currency, Price>) -> Option<Price> {
        let by_euro = self.of(currency, Currency::EUR).or_else(|| inverse(self.of(Currency::EUR, currency)?));
        by_euro
            .or_else(|| QUOTED_IN.into_iter().find_map(|quote| times(self.of(currency, quote)?, *quoted.get(&quote)?)))
    }

    /// The price of a currency that coins are quoted in: by a pair of its own, or by what bitcoin costs in both.
    fn bridge(&self, currency: Currency, quoted: &BTreeMap<Currency, Price>, dollar: Option<Price>) -> Option<Price> {
        let by_bitcoin = || {
            let (euro, other) = (self.of(Currency::BTC, Currency::EUR)?, self.of(Currency::BTC, currency)?);
            over(euro, other)
        };
        let found = self.through(currency, quoted).or_else(by_bitcoin);
        found.or_else(|| dollar.filter(|_| currency == Currency::USD))
    }
}

/// Prices have twelve decimals.
const ONE: u128 = Price::ONE.parts();

fn times(price: Price, quote: Price) -> Option<Price> {
    Price::from_parts(price.parts().checked_mul(quote.parts())? / ONE)
}

pub(super) fn over(price: Price, other: Price) -> Option<Price> {
    Price::from_parts(price.parts().checked_mul(ONE)? / other.parts())
}

pub(super) fn inverse(price: Price) -> Option<Price> {
    over(Price::ONE, price)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn priced(tickers: &[(&str, &str, &str)], dollar: Option<&str>) -> BTreeMap<Currency, Price> {
        let read = |(base, quote, price): &(&str, &str, &str)| Ticker {
            base: base.parse().unwrap(),
            quote: quote.parse().unwrap(),
            price: price.parse().unwrap(),
        };
        let tickers: Vec<Ticker> = tickers.iter().map(read).collect();
        in_euro(&tickers, dollar.map(|price| price.parse().unwrap()))
    }

    fn price(text: &str) -> Option<Price> {
        Some(text.parse().unwrap())
    }

    #[test]
    fn a_coin_without_a_pair_in_euro_is_priced_through_a_dollar_of_the_same_exchange() {
        let doge = "DOGE".parse().unwrap();
        let of = |tickers: &[(&str, &str, &str)], dollar| priced(tickers, dollar).get(&doge).copied();
        assert_eq!(of(&[("DOGE", "EUR", "0.2"), ("DOGE", "USDT", "9")], None), price("0.2"));
        assert_eq!(of(&[("DOGE", "USDT", "0.25"), ("EUR", "USDT", "1.25")], None), price("0.2"));
        assert_eq!(of(&[("DOGE", "USDT", "0.25"), ("USDT", "USD", "1"), ("EUR", "USD", "1.25")], None), price("0.2"));
        let by_bitcoin = [("DOGE", "USD", "0.25"), ("BTC", "USD", "100000"), ("BTC", "EUR", "80000")];
        assert_eq!(of(&by_bitcoin, Some("0.5")), price("0.2"));
        assert_eq!(of(&[("DOGE", "USD", "0.25")], Some("0.8")), price("0.2"));
        assert_eq!(of(&[("DOGE", "USD", "0.25")], None), None);
        assert_eq!(of(&[("DOGE", "USDC", "0.25"), ("EUR", "USDT", "1.25")], None), None);
    }
}
