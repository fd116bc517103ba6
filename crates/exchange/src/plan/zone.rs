//! The time zone of a recurring plan: nine o'clock stays nine o'clock when the clocks change. Pure.

use chrono::{DateTime, Days, Months, NaiveDate, NaiveDateTime, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Interval;
use crate::ExchangeError;

/// The time zone of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlanZone(Tz);

impl Default for PlanZone {
    fn default() -> Self {
        Self(Tz::UTC)
    }
}

impl PlanZone {
    /// The zone of this name in the IANA database, such as `Europe/Kyiv`.
    ///
    /// # Errors
    /// [`ExchangeError::Invalid`] for another name.
    pub fn parse(name: &str) -> Result<Self, ExchangeError> {
        let rule = || ExchangeError::invalid("time_zone", "must be a time zone such as Europe/Kyiv");
        name.parse().map(Self).map_err(|_| rule())
    }

    /// The name in the IANA database.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// The date of an instant in this zone.
    #[must_use]
    pub fn date(self, at: DateTime<Utc>) -> NaiveDate {
        at.with_timezone(&self.0).date_naive()
    }

    fn local(self, at: DateTime<Utc>) -> NaiveDateTime {
        at.with_timezone(&self.0).naive_local()
    }

    /// The instant of a local time: the first one when the clock shows it twice, and an hour later when the clock skips it.
    fn instant(self, local: NaiveDateTime) -> Option<DateTime<Utc>> {
        let found = self.0.from_local_datetime(&local).earliest();
        let found = found.or_else(|| self.0.from_local_datetime(&(local + TimeDelta::hours(1))).earliest());
        found.map(|at| at.with_timezone(&Utc))
    }
}

impl Serialize for PlanZone {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for PlanZone {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Self::parse(&name).map_err(serde::de::Error::custom)
    }
}

impl Interval {
    /// The first run after `now` of a series that starts at `first_at`; `None` beyond the calendar.
    #[must_use]
    pub fn next_after(self, (first_at, zone): (DateTime<Utc>, PlanZone), now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.runs((first_at, zone), now).find(|at| *at > now)
    }

    /// The last run that has begun at `now`; `None` before the first one.
    pub(super) fn begun(
        self,
        (first_at, zone): (DateTime<Utc>, PlanZone),
        now: DateTime<Utc>,
    ) -> Option<DateTime<Utc>> {
        self.runs((first_at, zone), now).take_while(|at| *at <= now).last()
    }

    /// The runs of a series, from one that is at most two intervals before the last one that has begun at `now`.
    fn runs(
        self,
        (first_at, zone): (DateTime<Utc>, PlanZone),
        now: DateTime<Utc>,
    ) -> impl Iterator<Item = DateTime<Utc>> {
        let longest = match self {
            Self::Day => 1,
            Self::Week => 7,
            Self::Month => 31,
        };
        // A day may be 23 hours long, so the run of this number has begun, or is the one before.
        let passed = u32::try_from((now - first_at).num_days() / longest).unwrap_or(0);
        let first = zone.local(first_at);
        (passed.saturating_sub(1)..).map_while(move |number| {
            let local = match self {
                Self::Day => first.checked_add_days(Days::new(number.into())),
                Self::Week => first.checked_add_days(Days::new(u64::from(number) * 7)),
                Self::Month => first.checked_add_months(Months::new(number)),
            };
            // The first run keeps its instant, also in an hour that the clock shows twice.
            if number == 0 { Some(first_at) } else { zone.instant(local?) }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn nine_in_the_morning_stays_nine_when_the_clocks_change() {
        let kyiv = PlanZone::parse("Europe/Kyiv").unwrap();
        let first = at("2026-10-23T06:00:00Z");
        let next = |now| Interval::Day.next_after((first, kyiv), at(now)).unwrap();
        assert_eq!(next("2026-10-23T06:00:00Z"), at("2026-10-24T06:00:00Z"));
        assert_eq!(next("2026-10-24T06:00:00Z"), at("2026-10-25T07:00:00Z"), "winter");
        let spring = at("2026-03-28T07:00:00Z");
        assert_eq!(Interval::Day.next_after((spring, kyiv), spring), Some(at("2026-03-29T06:00:00Z")), "summer");
    }

    #[test]
    fn a_month_runs_on_the_local_day() {
        let warsaw = PlanZone::parse("Europe/Warsaw").unwrap();
        let first = at("2026-02-28T23:30:00Z");
        let series = (first, warsaw);
        assert_eq!(warsaw.date(first).to_string(), "2026-03-01");
        assert_eq!(Interval::Month.next_after(series, first), Some(at("2026-03-31T22:30:00Z")), "1 April, 00:30");
        assert_eq!(Interval::Month.begun(series, at("2026-03-31T22:29:59Z")), Some(first));
    }

    #[test]
    fn a_time_that_the_clock_skips_runs_an_hour_later() {
        let kyiv = PlanZone::parse("Europe/Kyiv").unwrap();
        let first = at("2026-03-28T01:30:00Z");
        assert_eq!(Interval::Day.next_after((first, kyiv), first), Some(at("2026-03-29T01:30:00Z")), "04:30");
        assert!(PlanZone::parse("Mars/Olympus").is_err());
    }
}
