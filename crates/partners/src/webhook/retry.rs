//! When a delivery is tried again, and when an endpoint is given up. Pure.

use chrono::{DateTime, TimeDelta, Utc};

use super::delivery::DeliveryFailure;

/// Attempts of a delivery.
pub const ATTEMPTS_MAX: i32 = 10;
/// Waits in seconds before attempt 2, 3 and so on: with the first attempt, ten within 75.6 hours.
const WAITS_S: [i64; 9] = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
/// A wait is shortened or lengthened by at most this share, so that failed deliveries do not repeat together.
const JITTER_PERCENT: i64 = 20;
/// The longest wait that an endpoint may ask for with `Retry-After`.
const ASKED_MAX: TimeDelta = TimeDelta::hours(24);
/// An endpoint that has failed for this long is paused.
pub(super) const PAUSED_AFTER: TimeDelta = TimeDelta::days(5);

/// How an attempt ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// A response with this status, and the seconds of its `Retry-After`.
    Answered {
        /// The HTTP status.
        status: u16,
        /// The header `Retry-After` in seconds, if present.
        retry_after_s: Option<u32>,
    },
    /// No response.
    Unanswered(Failure),
}

/// Why there was no response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// No response in time.
    Timeout,
    /// No connection, or no valid certificate.
    Connection,
    /// The name leads to an address that may not be called.
    Address,
}

impl Outcome {
    /// Whether the endpoint accepted the event.
    #[must_use]
    pub const fn is_success(self) -> bool {
        matches!(self, Self::Answered { status: 200..=299, .. })
    }

    /// Why it failed; `None` after a success.
    pub(super) const fn failure(self) -> Option<DeliveryFailure> {
        match self {
            Self::Answered { status: 200..=299, .. } => None,
            Self::Answered { status: 300..=399, .. } => Some(DeliveryFailure::Redirect),
            Self::Answered { .. } => Some(DeliveryFailure::Status),
            Self::Unanswered(Failure::Timeout) => Some(DeliveryFailure::Timeout),
            Self::Unanswered(Failure::Connection) => Some(DeliveryFailure::Connection),
            Self::Unanswered(Failure::Address) => Some(DeliveryFailure::Address),
        }
    }

    pub(super) fn status(self) -> Option<i32> {
        match self {
            Self::Answered { status, .. } => Some(i32::from(status)),
            Self::Unanswered(_) => None,
        }
    }

    /// Whether the endpoint said that it is gone for good.
    pub(super) const fn is_gone(self) -> bool {
        matches!(self, Self::Answered { status: 410, .. })
    }

    fn asked_wait(self) -> TimeDelta {
        match self {
            Self::Answered { status: 429 | 503, retry_after_s: Some(seconds) } => {
                TimeDelta::seconds(i64::from(seconds)).min(ASKED_MAX)
            }
            _ => TimeDelta::zero(),
        }
    }
}

/// The wait after the failed attempt number `attempt`, from 1. `None` after the last one. `salt` spreads the waits.
pub(super) fn wait(attempt: i32, salt: u64, outcome: Outcome) -> Option<TimeDelta> {
    let planned = *WAITS_S.get(usize::try_from(attempt).ok()?.checked_sub(1)?)?;
    let spread = i64::try_from(salt % 2_001).unwrap_or(0) - 1_000;
    let jitter_ms = planned * 1_000 * JITTER_PERCENT * spread / 100_000;
    Some((TimeDelta::seconds(planned) + TimeDelta::milliseconds(jitter_ms)).max(outcome.asked_wait()))
}

/// Whether an endpoint that has failed since `since` is paused at `now`.
pub(super) fn is_given_up(since: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    now - since >= PAUSED_AFTER
}

/// The seconds of a `Retry-After` header: a number, as no sender needs the form with a date.
#[must_use]
pub fn retry_after(text: &str) -> Option<u32> {
    text.trim().parse::<u64>().ok().map(|seconds| u32::try_from(seconds).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SILENT: Outcome = Outcome::Unanswered(Failure::Timeout);

    fn answered(status: u16, retry_after_s: Option<u32>) -> Outcome {
        Outcome::Answered { status, retry_after_s }
    }

    #[test]
    fn ten_attempts_take_three_days() {
        let middle: Vec<TimeDelta> = (1..ATTEMPTS_MAX).map(|attempt| wait(attempt, 1_000, SILENT).unwrap()).collect();
        assert_eq!(middle[0], TimeDelta::seconds(5));
        assert_eq!(middle[8], TimeDelta::hours(24));
        let total: TimeDelta = middle.into_iter().sum();
        assert_eq!(total, TimeDelta::seconds(272_105));
        assert_eq!(wait(ATTEMPTS_MAX, 0, SILENT), None);
    }

    #[test]
    fn an_endpoint_may_ask_to_wait_longer_but_not_shorter_and_not_for_ever() {
        assert_eq!(wait(1, 1_000, answered(429, Some(60))), Some(TimeDelta::seconds(60)));
        assert_eq!(wait(1, 1_000, answered(503, Some(1))), Some(TimeDelta::seconds(5)));
        assert_eq!(wait(1, 1_000, answered(503, Some(u32::MAX))), Some(TimeDelta::hours(24)));
        assert_eq!(wait(1, 1_000, answered(500, Some(60))), Some(TimeDelta::seconds(5)));
    }

    #[test]
    fn only_a_2xx_is_a_success_and_only_a_410_ends_it() {
        for status in 100..=599 {
            let outcome = answered(status, None);
            assert_eq!(outcome.is_success(), (200..300).contains(&status), "{status}");
            assert_eq!(outcome.failure().is_none(), outcome.is_success(), "{status}");
            assert_eq!(outcome.is_gone(), status == 410, "{status}");
        }
        assert_eq!(answered(302, None).failure(), Some(DeliveryFailure::Redirect));
    }

    #[test]
    fn an_endpoint_is_given_up_after_five_days() {
        let since = DateTime::UNIX_EPOCH;
        assert!(!is_given_up(since, since + TimeDelta::days(5) - TimeDelta::seconds(1)));
        assert!(is_given_up(since, since + TimeDelta::days(5)));
    }

    #[test]
    fn a_retry_after_is_read_as_seconds() {
        assert_eq!(["7", " 7 ", "0", "-1", "x", ""].map(retry_after), [Some(7), Some(7), Some(0), None, None, None]);
        assert_eq!(retry_after("99999999999"), Some(u32::MAX));
    }

    proptest! {
        /// Waits stay within 20 % of the schedule, grow with the attempts, and end after the last one.
        #[test]
        fn a_wait_stays_within_a_fifth_of_its_schedule(attempt in -3_i32..20, salt in any::<u64>()) {
            match wait(attempt, salt, SILENT) {
                None => prop_assert!(!(1..ATTEMPTS_MAX).contains(&attempt)),
                Some(waits) => {
                    prop_assert!((1..ATTEMPTS_MAX).contains(&attempt));
                    let planned = TimeDelta::seconds(WAITS_S[usize::try_from(attempt - 1).unwrap()]);
                    prop_assert!(waits >= planned * 4 / 5 && waits <= planned * 6 / 5);
                }
            }
        }
    }
}
