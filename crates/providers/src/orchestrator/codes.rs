//! Secrets between the entry of a card or a wallet's approval and its charge. They are in memory alone, because nobody
//! may store a card's security code (PCI DSS, requirement 3.3).

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use zeroize::Zeroizing;

/// How long a secret waits for its charge.
const LIFE: TimeDelta = TimeDelta::minutes(15);
/// The maximum number of secrets that wait.
const SECRETS_MAX: usize = 10_000;

/// A secret, and when it is forgotten.
type Waiting = (Zeroizing<String>, DateTime<Utc>);

/// Security codes or wallets' approvals that wait for a charge, by card token. No `Debug`: they are secrets.
#[derive(Default)]
pub(super) struct Codes(Mutex<HashMap<String, Waiting>>);

impl Codes {
    /// Stores a secret, unless the store is full. Returns whether it did.
    pub(super) fn keep(&self, token: &str, code: &str, now: DateTime<Utc>) -> bool {
        let mut codes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        codes.retain(|_, (_, until)| now < *until);
        let has_room = codes.len() < SECRETS_MAX;
        if has_room {
            codes.insert(token.to_owned(), (Zeroizing::new(code.to_owned()), now + LIFE));
        }
        has_room
    }

    /// The secret of a card. It stays, so that a repeated charge finds it.
    pub(super) fn read(&self, token: &str, now: DateTime<Utc>) -> Option<Zeroizing<String>> {
        let codes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        codes.get(token).filter(|(_, until)| now < *until).map(|(code, _)| code.clone())
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
    fn an_approval_stays_for_a_repeated_charge_until_its_life_ends() {
        let (approvals, now) = (Codes::default(), DateTime::UNIX_EPOCH);
        assert!(approvals.keep("a", "x", now));
        for _ in 0..2 {
            assert_eq!(approvals.read("a", now).as_deref(), Some(&"x".to_owned()));
        }
        assert_eq!((approvals.read("b", now), approvals.read("a", now + LIFE)), (None, None));
        for token in 1..SECRETS_MAX {
            assert!(approvals.keep(&token.to_string(), "x", now));
        }
        assert!(!approvals.keep("b", "x", now), "full");
        assert!(approvals.keep("b", "x", now + LIFE), "what is over makes room");
    }

    #[test]
    fn a_code_serves_one_charge_within_its_life() {
        let (codes, now) = (Codes::default(), DateTime::UNIX_EPOCH);
        assert!(codes.keep("a", "123", now));
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
