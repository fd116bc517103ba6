//! When a key may pay to a saved destination. Pure.

use chrono::{DateTime, TimeDelta, Utc};

/// Whether a destination that was saved at `saved_at` has been kept for `hours`. A stolen key can save a destination of
/// its own; the hours give the owner time to read the notice and to revoke the key.
#[must_use]
pub fn has_settled(saved_at: DateTime<Utc>, hours: u16, now: DateTime<Utc>) -> bool {
    saved_at.checked_add_signed(TimeDelta::hours(i64::from(hours))).is_some_and(|settled| settled <= now)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_destination_settles_after_its_hours_and_not_a_moment_earlier() {
        let saved = DateTime::UNIX_EPOCH;
        for hours in [0_u16, 1, 24, 72] {
            let due = saved + TimeDelta::hours(i64::from(hours));
            assert!(has_settled(saved, hours, due), "{hours}");
            assert!(!has_settled(saved, hours, due - TimeDelta::microseconds(1)), "{hours}");
        }
        assert!(!has_settled(DateTime::<Utc>::MAX_UTC, 24, DateTime::<Utc>::MAX_UTC));
    }
}
