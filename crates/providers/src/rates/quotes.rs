//! The prices of each source for each currency, and which of them do not count. Pure.

use chrono::{DateTime, NaiveTime, Utc};
use exchange::rates::{Dropped, SourceQuote, SourceQuotes};
use kernel::Currency;

use super::book::{Assembled, BankAnswer, ExchangeAnswer, in_force, is_fresh};
use super::cross::in_euro;

/// The last prices of all sources. An answer that is too old is shown, although it does not count.
pub(super) fn quotes(
    exchanges: &[ExchangeAnswer],
    banks: &[BankAnswer],
    assembled: &Assembled,
    now: DateTime<Utc>,
) -> SourceQuotes {
    let mut all = SourceQuotes::new();
    let dropped = |name: &'static str, currency: Currency, counts: bool| match counts {
        false => Some(Dropped::Stale),
        true => assembled.outliers.contains(&(name, currency)).then_some(Dropped::Outlier),
    };
    let known: Vec<&'static str> = in_force(banks, now).iter().map(|bank| bank.name).collect();
    for bank in banks {
        let at = bank.rates.day.and_time(NaiveTime::MIN).and_utc();
        for (currency, price) in bank.rates.prices.iter().filter(|(currency, _)| **currency != Currency::EUR) {
            let dropped = dropped(bank.name, *currency, known.contains(&bank.name));
            let quote = SourceQuote { source: bank.name.to_owned(), price: *price, at, dropped };
            all.entry(*currency).or_default().push(quote);
        }
    }
    let dollar = assembled.book.prices.get(&Currency::USD).copied();
    for exchange in exchanges {
        let coins = in_euro(&exchange.tickers, dollar).into_iter().filter(|(currency, _)| !currency.is_fiat());
        for (currency, price) in coins {
            let dropped = dropped(exchange.name, currency, is_fresh(exchange, now));
            let quote = SourceQuote { source: exchange.name.to_owned(), price, at: exchange.at, dropped };
            all.entry(currency).or_default().push(quote);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use chrono::{NaiveDate, TimeDelta};
    use kernel::Price;

    use super::super::book::assemble;
    use super::super::reference::ReferenceRates;
    use super::super::ticker::Ticker;
    use super::*;

    fn noon() -> DateTime<Utc> {
        NaiveDate::from_ymd_opt(2026, 11, 26).unwrap().and_hms_opt(12, 0, 0).unwrap().and_utc()
    }

    fn exchange(name: &'static str, euros: u128, at: DateTime<Utc>) -> ExchangeAnswer {
        let price = Price::from_parts(euros * Price::ONE.parts()).unwrap();
        ExchangeAnswer { name, tickers: vec![Ticker { base: Currency::LTC, quote: Currency::EUR, price }], at }
    }

    fn table(name: &'static str, day: NaiveDate) -> BankAnswer {
        let prices = BTreeMap::from([(Currency::USD, Price::ONE)]);
        BankAnswer { name, home: Currency::USD, rates: ReferenceRates { day, prices } }
    }

    #[test]
    fn the_board_says_which_source_is_dropped_and_why() {
        let old = noon() - TimeDelta::seconds(21);
        let exchanges = [
            exchange("a", 100, noon()),
            exchange("b", 100, noon()),
            exchange("c", 150, noon()),
            exchange("d", 100, old),
        ];
        let today = noon().date_naive();
        let banks = [table("x", today), table("y", today - TimeDelta::days(20))];
        let assembled = assemble(&exchanges, &banks, noon());
        let found = quotes(&exchanges, &banks, &assembled, noon());
        let of = |currency| found[&currency].iter().map(|one| (one.source.as_str(), one.dropped)).collect::<Vec<_>>();
        let expected = [("a", None), ("b", None), ("c", Some(Dropped::Outlier)), ("d", Some(Dropped::Stale))];
        assert_eq!(of(Currency::LTC), expected);
        assert_eq!(of(Currency::USD), [("x", None), ("y", Some(Dropped::Stale))]);
        assert_eq!((found[&Currency::LTC][3].at, found.contains_key(&Currency::EUR)), (old, false));
    }
}
