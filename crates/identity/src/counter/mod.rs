//! Rate limits, counted in fixed windows.

pub(crate) mod store;

use chrono::{DateTime, TimeDelta, Utc};

use crate::IdentityError;

/// The multiplier of all limits in a sandbox, where few people on one machine send many requests.
pub(crate) const SANDBOX_FACTOR: i32 = 200;

/// One limit on one subject.
#[derive(Clone, Debug)]
pub(crate) struct Limit {
    /// The counter's name.
    pub name: &'static str,
    /// The subject: an address, a network, or `*` for the whole tenant.
    pub subject: String,
    /// The window's length. Windows are aligned to the Unix epoch.
    pub window: TimeDelta,
    /// The maximum count in a window.
    pub max: i32,
    /// The message for a person who exceeds it.
    pub message: &'static str,
}

impl Limit {
    pub(crate) fn starts_at(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        let length = self.window.num_seconds().max(1);
        let into = now.timestamp().rem_euclid(length);
        DateTime::from_timestamp(now.timestamp() - into, 0).unwrap_or(now)
    }

    /// Refuses if `count`, which includes this request, exceeds the limit.
    pub(crate) fn check(&self, count: i32, now: DateTime<Utc>) -> Result<(), IdentityError> {
        if count <= self.max {
            return Ok(());
        }
        let ends_at = self.starts_at(now) + self.window;
        Err(IdentityError::TooMany { retry_after_s: seconds_until(ends_at, now), message: self.message })
    }
}

/// Whole seconds from `now` to `at`, rounded up, at least 1.
pub(crate) fn seconds_until(at: DateTime<Utc>, now: DateTime<Utc>) -> u32 {
    let millis = (at - now).num_milliseconds().max(1);
    u32::try_from((millis + 999) / 1_000).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_window_says_when_the_next_one_begins() {
        let limit =
            Limit { name: "x", subject: "*".into(), window: TimeDelta::minutes(10), max: 2, message: "Too many." };
        let now = DateTime::from_timestamp(1_767_225_600 + 90, 0).unwrap();
        assert!(limit.check(2, now).is_ok());
        let Err(IdentityError::TooMany { retry_after_s, .. }) = limit.check(3, now) else { panic!("let through") };
        assert_eq!(retry_after_s, 510);
    }
}
