//! The prices of the public market, from the last answers of all sources. Pure.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Datelike, NaiveDate, TimeDelta, Utc, Weekday};
use exchange::rates::PriceBook;
use kernel::{Currency, Price};

use super::cross::in_euro;
use super::median::{Disagreed, Rule, agree};
use super::reference::ReferenceRates;
use super::ticker::Ticker;

/// The market's name on quotes.
pub(super) const NAME: &str = "Median of public exchanges";
/// The oldest usable answer of an exchange: two missed ones. Older prices would be outdated with their quote.
const AGE_MAX: TimeDelta = TimeDelta::seconds(20);
/// The oldest usable table of a central bank. Banks publish none at weekends and on bank holidays, and no row of those
/// takes a week.
const DAYS_MAX: i64 = 7;
/// The maximum age of a table into the future: the National Bank of Ukraine publishes that of the next working day.
const DAYS_AHEAD_MAX: i64 = 4;

/// How many publications a table may be behind the newest one in force. Banks publish at different hours.
const BEHIND_MAX: usize = 1;

/// Two exchanges must agree within 2 %, so that one alone cannot set a price.
const COINS: Rule = Rule { least: 2, apart_ppm: 20_000 };
/// One central bank is enough: its rate is the reference by its definition. The tables of the others, which are up to
/// some days apart, only show that it was read wrongly.
const FIAT: Rule = Rule { least: 1, apart_ppm: 30_000 };

/// An exchange's last answer.
#[derive(Debug, Clone)]
pub struct ExchangeAnswer {
    /// The exchange.
    pub name: &'static str,
    /// Its prices.
    pub tickers: Vec<Ticker>,
    /// When they were read.
    pub at: DateTime<Utc>,
}

/// A central bank's last table.
#[derive(Debug, Clone)]
pub struct BankAnswer {
    /// The bank.
    pub name: &'static str,
    /// The currency whose rate is that of this bank, if it is usable.
    pub home: Currency,
    /// Its table.
    pub rates: ReferenceRates,
}

/// The prices, and which sources differ from them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assembled {
    /// The prices.
    pub book: PriceBook,
    /// Sources whose price of a currency was dropped.
    pub outliers: BTreeSet<(&'static str, Currency)>,
}

/// The prices at `now`. Answers that are too old are not used, nor is a bank's table that is
/// behind those of the others. A currency on which the sources do not agree has no price
/// and a reason; the others keep theirs. The time of the prices is that of the oldest used answer of an exchange.
#[must_use]
pub fn assemble(exchanges: &[ExchangeAnswer], banks: &[BankAnswer], now: DateTime<Utc>) -> Assembled {
    let mut building = Building { prices: BTreeMap::new(), awaiting_rate: BTreeMap::new(), outliers: BTreeSet::new() };
    building.prices.insert(Currency::EUR, Price::ONE);
    let banks = in_force(banks, now);
    for currency in Currency::all().filter(|currency| currency.is_fiat() && *currency != Currency::EUR) {
        building.take_fiat(currency, &banks);
    }
    let dollar = building.prices.get(&Currency::USD).copied();
    let fresh: Vec<&ExchangeAnswer> = exchanges.iter().filter(|one| is_fresh(one, now)).collect();
    let priced: Vec<_> = fresh.iter().map(|one| (one.name, in_euro(&one.tickers, dollar))).collect();
    for currency in Currency::all().filter(|currency| !currency.is_fiat()) {
        building.take_coin(currency, &priced);
    }
    let at = fresh.iter().map(|one| one.at).min().unwrap_or(now);
    let Building { prices, awaiting_rate, outliers } = building;
    Assembled { book: PriceBook { prices, source: NAME.to_owned(), at, awaiting_rate }, outliers }
}

/// Whether the answer of an exchange counts.
pub(super) fn is_fresh(answer: &ExchangeAnswer, now: DateTime<Utc>) -> bool {
    now - answer.at <= AGE_MAX
}

/// The tables of central banks that count.
pub(super) fn in_force(banks: &[BankAnswer], now: DateTime<Utc>) -> Vec<&BankAnswer> {
    let today = now.date_naive();
    let is_near = |bank: &&BankAnswer| {
        let age = (today - bank.rates.day).num_days();
        (-DAYS_AHEAD_MAX..=DAYS_MAX).contains(&age)
    };
    let mut banks: Vec<&BankAnswer> = banks.iter().filter(is_near).collect();
    // A table for a later day is not in force, so it makes no other one old.
    let newest = banks.iter().map(|bank| bank.rates.day.min(today)).max();
    banks.retain(|bank| newest.is_none_or(|newest| publications(bank.rates.day, newest) <= BEHIND_MAX));
    banks
}

/// How many tables a bank has published since that of `day`, up to that of `last`: one a working day.
fn publications(day: NaiveDate, last: NaiveDate) -> usize {
    let is_working = |day: &NaiveDate| !matches!(day.weekday(), Weekday::Sat | Weekday::Sun);
    day.iter_days().skip(1).take_while(|day| *day <= last).filter(is_working).count()
}

struct Building {
    prices: BTreeMap<Currency, Price>,
    awaiting_rate: BTreeMap<Currency, String>,
    outliers: BTreeSet<(&'static str, Currency)>,
}

impl Building {
    fn take_fiat(&mut self, currency: Currency, banks: &[&BankAnswer]) {
        let prices: Vec<_> =
            banks.iter().filter_map(|bank| Some((bank.name, *bank.rates.prices.get(&currency)?))).collect();
        match agree(&prices, FIAT) {
            Ok(agreed) => {
                let home = banks.iter().find(|bank| bank.home == currency && !agreed.outliers.contains(&bank.name));
                let own = home.and_then(|bank| bank.rates.prices.get(&currency)).copied();
                self.prices.insert(currency, own.unwrap_or(agreed.price));
                self.outliers.extend(agreed.outliers.into_iter().map(|name| (name, currency)));
            }
            Err(Disagreed::TooFew(_)) => {
                let reason = format!("no central bank gives a rate of the last {DAYS_MAX} days");
                self.awaiting_rate.insert(currency, reason);
            }
            Err(Disagreed::Apart) => {
                let reason = format!("the central banks differ by more than {} %", FIAT.apart_ppm / 10_000);
                self.awaiting_rate.insert(currency, reason);
            }
        }
    }

    fn take_coin(&mut self, currency: Currency, exchanges: &[(&'static str, BTreeMap<Currency, Price>)]) {
        let prices: Vec<_> =
            exchanges.iter().filter_map(|(name, prices)| Some((*name, *prices.get(&currency)?))).collect();
        let reason = match agree(&prices, COINS) {
            Ok(agreed) => {
                self.prices.insert(currency, agreed.price);
                self.outliers.extend(agreed.outliers.into_iter().map(|name| (name, currency)));
                return;
            }
            Err(Disagreed::TooFew(_)) if exchanges.is_empty() => "no exchange answers".to_owned(),
            Err(Disagreed::TooFew(named)) => match named.first() {
                Some(name) => format!("two exchanges must agree, and only {name} gives a price"),
                None => "no exchange gives a price".to_owned(),
            },
            Err(Disagreed::Apart) => {
                let names: Vec<&str> = prices.iter().map(|(name, _)| *name).collect();
                format!("{} differ by more than {} %", names.join(" and "), COINS.apart_ppm / 10_000)
            }
        };
        self.awaiting_rate.insert(currency, reason);
    }
}
