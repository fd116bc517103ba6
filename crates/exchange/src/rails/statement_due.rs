//! Whether a bank's statement is missing. Pure.

use chrono::{DateTime, Datelike, TimeDelta, Utc, Weekday};

/// A statement is missing after so much time of business days: a bank makes one for each, and an operator reads it on the
/// next.
const PATIENCE: TimeDelta = TimeDelta::hours(30);
/// No more days are counted than these.
const DAYS_MAX: usize = 14;

/// Whether a statement should have been read by now. `last` is when the latest one was read, or when the bank was
/// connected. It is never missing on a Saturday or Sunday (UTC). Public holidays are not known: then it is reported a day
/// early.
#[must_use]
pub fn is_statement_missing(last: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    is_business_day(now) && business_time(last, now) >= PATIENCE
}

fn is_business_day(at: DateTime<Utc>) -> bool {
    !matches!(at.weekday(), Weekday::Sat | Weekday::Sun)
}

/// The time between two moments that is on business days, of at most 14 days.
fn business_time(from: DateTime<Utc>, to: DateTime<Utc>) -> TimeDelta {
    let (mut at, mut sum) = (from, TimeDelta::zero());
    for _ in 0..DAYS_MAX {
        if at >= to {
            break;
        }
        let midnight = at.date_naive().succ_opt().map_or(to, |day| day.and_time(chrono::NaiveTime::MIN).and_utc());
        let end = midnight.min(to);
        if is_business_day(at) {
            sum += end - at;
        }
        at = end;
    }
    sum
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// An hour of the week that begins on Monday, 23 November 2026.
    fn at(day: i64, hour: i64) -> DateTime<Utc> {
        DateTime::parse_from_rfc3339("2026-11-23T00:00:00Z").unwrap().to_utc() + TimeDelta::hours(day * 24 + hour)
    }

    #[test]
    fn a_statement_is_missing_on_the_afternoon_of_the_next_business_day() {
        assert!(!is_statement_missing(at(0, 9), at(1, 14)) && is_statement_missing(at(0, 9), at(1, 15)));
    }

    #[test]
    fn a_weekend_does_not_count() {
        let friday = at(4, 9);
        assert!(!is_statement_missing(friday, at(5, 18)) && !is_statement_missing(friday, at(6, 23)));
        assert!(!is_statement_missing(friday, at(7, 14)) && is_statement_missing(friday, at(7, 15)));
    }

    proptest! {
        #[test]
        fn business_time_is_that_of_every_minute(from in 0i64..12_000, length in 0i64..6_000) {
            let minute = |minute| at(0, 0) + TimeDelta::minutes(minute);
            let counted = (from..from + length).filter(|one| is_business_day(minute(*one))).count();
            let counted = TimeDelta::minutes(i64::try_from(counted).unwrap());
            prop_assert_eq!(business_time(minute(from), minute(from + length)), counted);
        }
    }
}
