//! Pauses of quoting: an operator pauses a pair, or everything, and resumes it.

pub(crate) mod store;

use std::fmt;

use chrono::{DateTime, Utc};
use kernel::Currency;

use crate::rates::RatesUnavailable;

/// The text of a pause of everything, in the database and in the API.
const EVERYTHING: &str = "*";

/// The paused pair, or everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PausedPair {
    /// Every exchange between currencies.
    Everything,
    /// Exchanges between two currencies, in both directions.
    Pair(Currency, Currency),
}

impl PausedPair {
    /// A pair, with its currencies in the order of their codes; `None` for a currency and itself.
    #[must_use]
    pub fn of(one: Currency, other: Currency) -> Option<Self> {
        match one.code().cmp(other.code()) {
            std::cmp::Ordering::Less => Some(Self::Pair(one, other)),
            std::cmp::Ordering::Greater => Some(Self::Pair(other, one)),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// Reads the text that [`fmt::Display`] writes.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        if text == EVERYTHING {
            return Some(Self::Everything);
        }
        let (one, other) = text.split_once('/')?;
        Self::of(one.parse().ok()?, other.parse().ok()?)
    }

    /// Whether an exchange from one currency into another is paused.
    #[must_use]
    pub fn stops(self, from: Currency, to: Currency) -> bool {
        from != to && (self == Self::Everything || Self::of(from, to) == Some(self))
    }
}

impl fmt::Display for PausedPair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Everything => f.write_str(EVERYTHING),
            Self::Pair(one, other) => write!(f, "{one}/{other}"),
        }
    }
}

/// A pause. Customers do not see its reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuotingPause {
    /// The paused pair, or everything.
    pub pair: PausedPair,
    /// Why, for operators.
    pub reason: String,
    /// Email of the operator.
    pub by: String,
    /// Since when.
    pub at: DateTime<Utc>,
}

/// Refuses an exchange that is paused.
pub(crate) fn check(pauses: &[QuotingPause], (from, to): (Currency, Currency)) -> Result<(), RatesUnavailable> {
    match pauses.iter().any(|pause| pause.pair.stops(from, to)) {
        true => Err(RatesUnavailable { reason: "it is paused for a moment".to_owned() }),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn currency() -> impl Strategy<Value = Currency> {
        prop::sample::select(Currency::all().collect::<Vec<_>>())
    }

    proptest! {
        #[test]
        fn a_pair_is_paused_in_both_directions_and_no_other_pair_is(
            one in currency(), other in currency(), from in currency(), to in currency(),
        ) {
            let Some(pair) = PausedPair::of(one, other) else {
                prop_assert_eq!(one, other);
                return Ok(());
            };
            prop_assert_eq!(PausedPair::of(other, one), Some(pair));
            prop_assert!(pair.stops(one, other) && pair.stops(other, one));
            let is_same = (from, to) == (one, other) || (to, from) == (one, other);
            prop_assert_eq!(pair.stops(from, to), is_same);
            prop_assert_eq!(PausedPair::read(&pair.to_string()), Some(pair));
        }

        #[test]
        fn a_pause_of_everything_stops_exchanges_and_moves_money_on(from in currency(), to in currency()) {
            prop_assert_eq!(PausedPair::Everything.stops(from, to), from != to);
        }
    }

    #[test]
    fn a_malformed_pair_is_refused() {
        for text in ["", "BTC", "BTC/", "/", "BTC/BTC", "BTC/EUR/LTC", "btc/eur "] {
            assert_eq!(PausedPair::read(text), None, "{text}");
        }
        assert_eq!(PausedPair::read("*"), Some(PausedPair::Everything));
    }
}
