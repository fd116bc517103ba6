//! What a second factor guards, and how often one may be wrong. Pure.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::StepUpId;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::Secret;

/// Wrong codes in a row, after which codes rest (PCI DSS 8.3.4 asks for at least half an hour).
pub(super) const FAILURES_MAX: i32 = 10;
const LOCK: TimeDelta = TimeDelta::minutes(30);
/// How long a request may wait to be confirmed.
pub(super) const CONFIRM_WITHIN: TimeDelta = TimeDelta::minutes(10);
/// How long a confirmation is good for.
pub(super) const TOKEN_LIFE: TimeDelta = TimeDelta::seconds(120);
/// Between support's approval and the end of a lost factor: time for its owner to say no.
pub(super) const RESET_DELAY: TimeDelta = TimeDelta::hours(72);

/// What a person wants guarded by their second factor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Switches {
    /// Signing in with a code by mail.
    pub signin: bool,
    /// Sending money out.
    pub transfer: bool,
    /// Seeing a card's details.
    pub card_details: bool,
}

impl Switches {
    /// Everything guarded: what a new factor begins with.
    pub(super) const ALL: Self = Self { signin: true, transfer: true, card_details: true };

    /// Whether `next` guards less.
    pub(super) const fn is_weakened_by(self, next: Self) -> bool {
        (self.signin && !next.signin) || (self.transfer && !next.transfer) || (self.card_details && !next.card_details)
    }
}

/// What a confirmation is for. One for card details moves no money.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Sending money out.
    Transfer,
    /// Seeing a card's details.
    CardDetails,
    /// Changing what guards the account.
    Settings,
}

impl Purpose {
    /// The word in the database and on the wire.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Transfer => "transfer",
            Self::CardDetails => "card_details",
            Self::Settings => "settings",
        }
    }
}

/// A request that has to be confirmed: this one, down to the last byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Action {
    /// What for.
    pub purpose: Purpose,
    /// SHA-256 over method, path and body.
    pub(super) hash: [u8; 32],
}

impl Action {
    /// The action of a request: its method, its path with the ids in it, and the SHA-256 of its body.
    pub fn of(purpose: Purpose, method: &str, path: &str, body: &[u8]) -> Self {
        let mut hash = Sha256::new();
        for part in [purpose.code().as_bytes(), method.as_bytes(), path.as_bytes(), body] {
            hash.update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
            hash.update(part);
        }
        Self { purpose, hash: hash.finalize().into() }
    }
}

/// A request that waits to be confirmed, as it is shown to the person.
#[derive(Clone, Debug, PartialEq)]
pub struct StepUp {
    /// What to confirm.
    pub id: StepUpId,
    /// What for.
    pub purpose: String,
    /// What the server understood: amounts, payee, setting.
    pub shown: Value,
    /// Until when it can be confirmed.
    pub expires_at: DateTime<Utc>,
}

/// The token that a confirmation gives: `Auth-2FA-Token`.
#[derive(Clone, Debug)]
pub struct StepUpToken {
    /// The token, shown once.
    pub token: Secret,
    /// Until when it serves.
    pub expires_at: DateTime<Utc>,
}

/// How often a person has been wrong lately.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tries {
    pub failures: i32,
    pub failed_at: Option<DateTime<Utc>>,
    pub locked_until: Option<DateTime<Utc>>,
}

impl Tries {
    /// Until when no code is accepted, if that is so.
    pub fn locked(self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.locked_until.filter(|until| now < *until)
    }

    /// After a wrong code. What was long ago is forgotten.
    pub fn failed(self, now: DateTime<Utc>) -> Self {
        let recent = self.failed_at.is_some_and(|at| now - at < LOCK);
        let failures = if recent { self.failures + 1 } else { 1 };
        if failures < FAILURES_MAX {
            return Self { failures, failed_at: Some(now), locked_until: None };
        }
        Self { failures: 0, failed_at: None, locked_until: Some(now + LOCK) }
    }

    /// After a right one.
    pub fn succeeded(self) -> Self {
        Self::default()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_tenth_wrong_code_in_a_row_locks_for_half_an_hour_and_a_right_one_forgives() {
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
        assert_eq!(tries.failed(start + LOCK).failures, 1, "it begins anew");
    }

    #[test]
    fn turning_something_off_is_weaker_and_turning_on_is_not() {
        let all = Switches::ALL;
        assert!(all.is_weakened_by(Switches { transfer: false, ..all }));
        assert!(!Switches::default().is_weakened_by(all));
        assert!(!all.is_weakened_by(all));
        // One on and another off is weaker too.
        let (one, other) =
            (Switches { signin: true, ..Switches::default() }, Switches { transfer: true, ..Switches::default() });
        assert!(one.is_weakened_by(other));
    }

    proptest! {
        #[test]
        fn wrong_codes_are_looked_at_so_often_and_no_more(
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
                // Locked for the half hour after the tenth; before it there were at most nine more.
                let recent = looked.iter().filter(|at| now - **at < LOCK).count();
                prop_assert!(recent < 2 * FAILURES_MAX as usize, "{recent}");
                if tries.locked(now).is_some() {
                    prop_assert_eq!(tries.locked(now), Some(now + LOCK));
                }
            }
        }

        #[test]
        fn an_action_is_one_request(
            method in "[A-Z]{1,4}", path in "/[a-z/]{0,12}", body in proptest::collection::vec(any::<u8>(), 0..8),
            other in "[A-Z]{1,4}",
        ) {
            let action = Action::of(Purpose::Transfer, &method, &path, &body);
            prop_assert_eq!(action, Action::of(Purpose::Transfer, &method, &path, &body));
            prop_assert_ne!(action.hash, Action::of(Purpose::Settings, &method, &path, &body).hash);
            prop_assert_ne!(action.hash, Action::of(Purpose::Transfer, &method, &format!("{path}x"), &body).hash);
            if other != method {
                prop_assert_ne!(action.hash, Action::of(Purpose::Transfer, &other, &path, &body).hash);
            }
            let mut more = body.clone();
            more.push(0);
            prop_assert_ne!(action.hash, Action::of(Purpose::Transfer, &method, &path, &more).hash);
        }
    }
}
