//! Security codes of cards, between the entry of a card and its charge. They are in memory alone, because nobody may
//! store them (PCI DSS, requirement 3.3).

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use zeroize::Zeroizing;

/// How long a code waits for its charge.
const LIFE: TimeDelta = TimeDelta::minutes(15);
/// The most codes that wait.
const CODES_MAX: usize = 10_000;

/// A code, and when it is forgotten.
type Waiting = (Zeroizing<String>, DateTime<Utc>);

/// The codes that wait for a charge, by card token. No `Debug`: they are secrets.
#[derive(Default)]
pub(super) struct Codes(Mutex<HashMap<String, Waiting>>);

impl Codes {
    /// Stores a code. If the store is full, the charge is made without the code.
    pub(super) fn keep(&self, token: &str, code: &str, now: DateTime<Utc>) {
        let mut codes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        codes.retain(|_, (_, until)| now < *until);
        if codes.len() < CODES_MAX {
            codes.insert(token.to_owned(), (Zeroizing::new(code.to_owned()), now + LIFE));
        }
    }

    /// Takes the code of a card, once.
    pub(super) fn take(&self, token: &str, now: DateTime<Utc>) -> Option<Zeroizing<String>> {
        let mut codes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        codes.remove(token).filter(|(_, until)| now < *until).map(|(code, _)| code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_serves_one_charge_within_its_life() {
        let (codes, now) = (Codes::default(), DateTime::UNIX_EPOCH);
        codes.keep("a", "123", now);
        assert_eq!(codes.take("b", now), None);
        assert_eq!(codes.take("a", now).as_deref(), Some(&"123".to_owned()));
        assert_eq!(codes.take("a", now), None, "once");
        codes.keep("a", "123", now);
        assert_eq!(codes.take("a", now + LIFE), None, "too late");
        codes.keep("a", "123", now);
        codes.keep("b", "123", now + LIFE);
        assert_eq!(codes.0.lock().unwrap().len(), 1, "what is over is forgotten");
    }
}
