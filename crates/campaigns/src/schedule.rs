//! When something begins and ends by the clock of a tenant. Pure.
//!
//! An operator types local times. Each is one instant: a time that the clock shows twice, in autumn, is the earlier one
//! for a beginning and the later one for an end; a time that the clock skips, in spring, is the moment of the change.

use chrono::{DateTime, Days, LocalResult, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;

use crate::CampaignError;

/// The most that any clock has skipped at once: Samoa left out a whole day in December 2011.
const SKIP_MAX_MINUTES: i64 = 25 * 60;

/// The end of a period that a local time marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edge {
    /// The first instant.
    From,
    /// The first instant after the last one.
    Until,
}

/// The time zone with this IANA name.
///
/// # Errors
/// A field error of `time_zone`.
pub fn zone(name: &str) -> Result<Tz, CampaignError> {
    name.parse().map_err(|_| CampaignError::invalid("time_zone", "must be a time zone such as Europe/Warsaw"))
}

/// The instant of a local time. `None` only at the end of the calendar.
#[must_use]
pub fn instant(local: NaiveDateTime, zone: Tz, edge: Edge) -> Option<DateTime<Utc>> {
    let utc = |at: DateTime<Tz>| at.with_timezone(&Utc);
    match zone.from_local_datetime(&local) {
        LocalResult::Single(at) => Some(utc(at)),
        LocalResult::Ambiguous(earlier, later) => Some(utc(if edge == Edge::From { earlier } else { later })),
        LocalResult::None => change_before(local, zone),
    }
}

/// The moment of the change that skips `local`: the last instant before it that exists, carried on to the change.
fn change_before(local: NaiveDateTime, zone: Tz) -> Option<DateTime<Utc>> {
    let exists = |minutes: i64| {
        let at = local.checked_sub_signed(TimeDelta::minutes(minutes))?;
        zone.from_local_datetime(&at).latest()
    };
    let before = (1..=SKIP_MAX_MINUTES).find_map(exists)?;
    // The clock skips from the first missing minute. Seconds of `local` are the same distance into the gap.
    let first_missing = before.with_timezone(&Utc) + TimeDelta::minutes(1);
    let inside = TimeDelta::seconds(local.and_utc().timestamp().rem_euclid(60));
    Some(first_missing - inside)
}

/// The instants of a local day: its beginning, and that of the next day. Days meet without a gap, whatever the clock
/// does. `None` only at the end of the calendar.
#[must_use]
pub fn day_range(first: NaiveDate, last: NaiveDate, zone: Tz) -> Option<(DateTime<Utc>, DateTime<Utc>)> {
    let next = last.checked_add_days(Days::new(1))?;
    let start = |day: NaiveDate| instant(day.and_time(NaiveTime::MIN), zone, Edge::From);
    Some((start(first)?, start(next)?))
}

/// A period as an operator types it, in local time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LocalRange {
    /// The first moment; `None` for no bound.
    pub from: Option<NaiveDateTime>,
    /// The end, at which it is over; `None` for no bound.
    pub until: Option<NaiveDateTime>,
}

/// A period of instants.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Schedule {
    /// The first instant; `None` for no bound.
    pub from: Option<DateTime<Utc>>,
    /// The exclusive end; `None` for no end.
    pub until: Option<DateTime<Utc>>,
}

/// The position of an instant relative to a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Before the period, which begins then.
    NotYet(DateTime<Utc>),
    /// Inside.
    Running,
    /// After the period, which ended then.
    Ended(DateTime<Utc>),
}

impl LocalRange {
    /// The instants of the period.
    ///
    /// # Errors
    /// A field error of `until` if it is not after `from`.
    pub fn resolve(self, zone: Tz) -> Result<Schedule, CampaignError> {
        let too_far = |field| CampaignError::invalid(field, "is beyond the calendar");
        let at = |local: Option<NaiveDateTime>, edge, field| match local {
            None => Ok(None),
            Some(local) => instant(local, zone, edge).map(Some).ok_or_else(|| too_far(field)),
        };
        let schedule =
            Schedule { from: at(self.from, Edge::From, "from")?, until: at(self.until, Edge::Until, "until")? };
        match (schedule.from, schedule.until) {
            (Some(from), Some(until)) if until <= from => {
                Err(CampaignError::invalid("until", "must be after the beginning"))
            }
            _ => Ok(schedule),
        }
    }
}

impl Schedule {
    /// The position of `now`.
    #[must_use]
    pub fn phase(&self, now: DateTime<Utc>) -> Phase {
        match (self.from, self.until) {
            (Some(from), _) if now < from => Phase::NotYet(from),
            (_, Some(until)) if now >= until => Phase::Ended(until),
            _ => Phase::Running,
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::Datelike;
    use proptest::prelude::*;

    use super::*;

    fn local(text: &str) -> NaiveDateTime {
        NaiveDateTime::parse_from_str(text, "%F %R").unwrap()
    }

    fn at(text: &str, zone: Tz, edge: Edge) -> String {
        instant(local(text), zone, edge).unwrap().format("%F %R").to_string()
    }

    #[test]
    fn midnight_is_that_of_the_tenant() {
        assert_eq!(at("2026-12-01 00:00", Tz::Europe__Warsaw, Edge::Until), "2026-11-30 23:00");
        assert_eq!(at("2026-07-01 00:00", Tz::Europe__Kyiv, Edge::Until), "2026-06-30 21:00");
        assert_eq!(at("2026-12-01 00:00", Tz::UTC, Edge::Until), "2026-12-01 00:00");
    }

    #[test]
    fn an_hour_that_the_clock_shows_twice_begins_early_and_ends_late() {
        assert_eq!(at("2026-10-25 02:30", Tz::Europe__Warsaw, Edge::From), "2026-10-25 00:30");
        assert_eq!(at("2026-10-25 02:30", Tz::Europe__Warsaw, Edge::Until), "2026-10-25 01:30");
    }

    #[test]
    fn an_hour_that_the_clock_skips_is_the_moment_of_the_change() {
        for edge in [Edge::From, Edge::Until] {
            for text in ["2026-03-29 02:00", "2026-03-29 02:30", "2026-03-29 02:59"] {
                assert_eq!(at(text, Tz::Europe__Warsaw, edge), "2026-03-29 01:00", "{text}");
            }
        }
        // Samoa crossed the date line and had no 30 December.
        assert_eq!(at("2011-12-30 12:00", Tz::Pacific__Apia, Edge::From), "2011-12-30 10:00");
        let second = local("2026-03-29 02:10") + TimeDelta::seconds(7);
        let change = instant(second, Tz::Europe__Warsaw, Edge::From).unwrap();
        assert_eq!(change.format("%F %T").to_string(), "2026-03-29 01:00:00");
    }

    #[test]
    fn a_period_has_a_beginning_before_its_end() {
        let range = |from: &str, until: &str| LocalRange { from: Some(local(from)), until: Some(local(until)) };
        assert!(range("2026-05-01 00:00", "2026-05-01 00:00").resolve(Tz::UTC).is_err());
        // Both are skipped, so nothing lies between them.
        assert!(range("2026-03-29 02:10", "2026-03-29 02:50").resolve(Tz::Europe__Warsaw).is_err());
        let may = range("2026-05-01 00:00", "2026-06-01 00:00").resolve(Tz::Europe__Warsaw).unwrap();
        let phase = |text: &str| may.phase(local(text).and_utc());
        assert!(matches!(phase("2026-04-30 21:59"), Phase::NotYet(_)));
        assert_eq!(phase("2026-04-30 22:00"), Phase::Running);
        assert_eq!(phase("2026-05-31 21:59"), Phase::Running);
        assert!(matches!(phase("2026-05-31 22:00"), Phase::Ended(_)));
    }

    const ZONES: [Tz; 7] = [
        Tz::UTC,
        Tz::Europe__Warsaw,
        Tz::Europe__Kyiv,
        Tz::America__Sao_Paulo,
        Tz::Australia__Lord_Howe,
        Tz::Pacific__Apia,
        Tz::Asia__Kathmandu,
    ];

    proptest! {
        /// A later local time is never an earlier instant, and every instant shows its local time unless it is skipped.
        #[test]
        fn local_times_keep_their_order(minutes in 0_i64..40 * 366 * 24 * 60, more in 0_i64..3 * 24 * 60,
                                        zone in prop::sample::select(ZONES.to_vec()), late: bool) {
            let edge = if late { Edge::Until } else { Edge::From };
            let first = local("2000-01-01 00:00") + TimeDelta::minutes(minutes);
            let second = first + TimeDelta::minutes(more);
            let (one, two) = (instant(first, zone, edge).unwrap(), instant(second, zone, edge).unwrap());
            prop_assert!(one <= two);
            let shown = one.with_timezone(&zone).naive_local();
            prop_assert!(shown >= first, "a skipped time is carried on, never back");
            prop_assert!(shown == first || zone.from_local_datetime(&first) == LocalResult::None);
            let (begin, end) = (instant(first, zone, Edge::From).unwrap(), instant(first, zone, Edge::Until).unwrap());
            prop_assert!(begin <= end);
        }

        /// The days of a month meet without a gap or an overlap, and add up to the month.
        #[test]
        fn a_month_with_a_change_of_clocks_adds_up(year in 2000_i32..2040, month in 1_u32..=12,
                                                   zone in prop::sample::select(ZONES.to_vec())) {
            let first = NaiveDate::from_ymd_opt(year, month, 1).unwrap();
            let days: Vec<NaiveDate> = first.iter_days().take_while(|day| day.month() == month).collect();
            let whole = day_range(first, *days.last().unwrap(), zone).unwrap();
            let mut at = whole.0;
            for day in days {
                let (from, until) = day_range(day, day, zone).unwrap();
                prop_assert_eq!(from, at);
                prop_assert!(until >= from);
                at = until;
            }
            prop_assert_eq!(at, whole.1);
        }
    }
}
