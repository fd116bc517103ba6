//! The actions that a second factor protects, and the lockout rule. Pure.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::StepUpId;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::Secret;

/// Consecutive wrong codes before a lockout (PCI DSS 8.3.4 requires at least half an hour).
pub(super) const FAILURES_MAX: i32 = 10;
const LOCK: TimeDelta = TimeDelta::minutes(30);
/// How long a request waits for confirmation.
pub(super) const CONFIRM_WITHIN: TimeDelta = TimeDelta::minutes(10);
/// The lifetime of a confirmation token.
pub(super) const TOKEN_LIFE: TimeDelta = TimeDelta::seconds(120);
/// The delay between support's approval of a factor reset and its execution, so that the owner can object.
pub(super) const RESET_DELAY: TimeDelta = TimeDelta::hours(72);

/// The purpose of a confirmation. One for card details cannot authorise a transfer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Outgoing transfers.
    Transfer,
    /// Viewing card details.
    CardDetails,
    /// Changing account protection.
    Settings,
}

impl Purpose {
    /// The code in the database and on the wire.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Transfer => "transfer",
            Self::CardDetails => "card_details",
            Self::Settings => "settings",
        }
    }
}

/// A request that needs confirmation, identified by its exact content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConfirmedRequest {
    /// The purpose.
    pub purpose: Purpose,
    /// SHA-256 of method, path and body.
    pub(super) hash: [u8; 32],
}

impl ConfirmedRequest {
    /// The action of a request: its method, its path including ids, and the SHA-256 of its body.
    pub fn of(purpose: Purpose, method: &str, path: &str, body: &[u8]) -> Self {
        let mut hash = Sha256::new();
        for part in [purpose.code().as_bytes(), method.as_bytes(), path.as_bytes(), body] {
            hash.update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
            hash.update(part);
        }
        Self { purpose, hash: hash.finalize().into() }
    }
}

/// A request that waits for confirmation.
#[derive(Clone, Debug, PartialEq)]
pub struct StepUp {
    /// Its id.
    pub id: StepUpId,
    /// The purpose.
    pub purpose: String,
    /// The request as the server understood it: amounts, payee, setting.
    pub shown: Value,
    /// When it expires.
    pub expires_at: DateTime<Utc>,
}

/// The token of a confirmation, for the `Auth-2FA-Token` header.
#[derive(Clone, Debug)]
pub struct StepUpToken {
    /// The token, shown once.
    pub token: Secret,
    /// When it expires.
    pub expires_at: DateTime<Utc>,
}

/// A person's recent failed attempts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tries {
    pub failures: i32,
    pub failed_at: Option<DateTime<Utc>>,
    pub locked_until: Option<DateTime<Utc>>,
}

impl Tries {
    /// The end of the lockout, if there is one.
    pub fn locked(self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.locked_until.filter(|until| now < *until)
    }

    /// The state after a wrong code. Failures before the lockout window are ignored.
    pub fn failed(self, now: DateTime<Utc>) -> Self {
        let recent = self.failed_at.is_some_and(|at| now - at < LOCK);
        let failures = if recent { self.failures + 1 } else { 1 };
        if failures < FAILURES_MAX {
            return Self { failures, failed_at: Some(now), locked_until: None };
        }
        Self { failures: 0, failed_at: None, locked_until: Some(now + LOCK) }
    }

    /// The state after a correct code.
    pub fn succeeded(self) -> Self {
        Self::default()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn ten_wrong_codes_in_a_row_lock_for_half_an_hour_and_a_right_one_resets_the_count() {
        let start = DateTime::UNIX_EPOCH + TimeDelta::days(1);
        let mut tries = Tries::default();
        for n in 1..FAILURES_MAX {
            tries = tries.failed(start);
            assert_eq!((tries.failures, tries.locked(start)), (n, None));
        }
        assert_eq!(tries.succeeded(), Tries::default());
        tries = tries.failed(start);
        assert_eq!(tries.locked(start), Some(start + LOCK));
        assert_eq!(tries.locked(start + LOCK), None);
        assert_eq!(tries.failed(start + LOCK).failures, 1, "counting starts again");
    }

    proptest! {
        #[test]
        fn the_number_of_checked_codes_is_limited(
            pauses in proptest::collection::vec(0_i64..2_400, 1..200),
        ) {
            let mut now = DateTime::UNIX_EPOCH;
            let mut tries = Tries::default();
            let mut looked: Vec<DateTime<Utc>> = Vec::new();
            for pause in pauses {
                now += TimeDelta::seconds(pause);
                if tries.locked(now).is_some() {
                    continue;
                }
                tries = tries.failed(now);
                looked.push(now);
                // A lockout lasts half an hour after the tenth failure; before it there were at most nine.
                let recent = looked.iter().filter(|at| now - **at < LOCK).count();
                prop_assert!(recent < 2 * FAILURES_MAX as usize, "{recent}");
                if tries.locked(now).is_some() {
                    prop_assert_eq!(tries.locked(now), Some(now + LOCK));
                }
            }
        }

        #[test]
        fn a_confirmation_covers_exactly_one_request(
            method in "[A-Z]{1,4}", path in "/[a-z/]{0,12}", body in proptest::collection::vec(any::<u8>(), 0..8),
            other in "[A-Z]{1,4}",
        ) {
            let action = ConfirmedRequest::of(Purpose::Transfer, &method, &path, &body);
            prop_assert_eq!(action, ConfirmedRequest::of(Purpose::Transfer, &method, &path, &body));
            prop_assert_ne!(action.hash, ConfirmedRequest::of(Purpose::Settings, &method, &path, &body).hash);
            prop_assert_ne!(action.hash, ConfirmedRequest::of(Purpose::Transfer, &method, &format!("{path}x"), &body).hash);
            if other != method {
                prop_assert_ne!(action.hash, ConfirmedRequest::of(Purpose::Transfer, &other, &path, &body).hash);
            }
            let mut more = body.clone();
            more.push(0);
            prop_assert_ne!(action.hash, ConfirmedRequest::of(Purpose::Transfer, &method, &path, &more).hash);
        }
    }
}
