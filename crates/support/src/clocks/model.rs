//! Business days, and the data of the clocks. Pure.

use chrono::{DateTime, Datelike, Days, NaiveDate, TimeDelta, Utc, Weekday};
use serde::Serialize;

use crate::SupportError;

/// The maximum number of holidays.
const HOLIDAYS_MAX: usize = 200;
/// The longest search for a business day: a year. No tenant has a longer time without one.
const SEARCH_DAYS_MAX: u64 = 366;

/// When support answers. The defaults are the clocks of the operator's reference: a complaint is acknowledged within 2
/// days and answered within 15 business days.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Clocks {
    /// The time zone of days and holidays, an IANA name.
    pub time_zone: String,
    /// Days without business, beside Saturdays and Sundays.
    pub holidays: Vec<NaiveDate>,
    /// Hours until the first answer.
    pub first_answer_hours: u16,
    /// Hours until each further answer.
    pub next_answer_hours: u16,
    /// Calendar days until a complaint is acknowledged.
    pub acknowledge_days: u16,
    /// Business days until a complaint is answered.
    pub answer_business_days: u16,
}

impl Default for Clocks {
    fn default() -> Self {
        Self {
            time_zone: "UTC".to_owned(),
            holidays: Vec::new(),
            first_answer_hours: 24,
            next_answer_hours: 24,
            acknowledge_days: 2,
            answer_business_days: 15,
        }
    }
}

impl Clocks {
    /// When the next answer to a conversation is due.
    pub(crate) fn due(&self, is_first: bool, since: DateTime<Utc>) -> DateTime<Utc> {
        let hours = if is_first { self.first_answer_hours } else { self.next_answer_hours };
        since + TimeDelta::hours(i64::from(hours))
    }

    /// The last day on which a complaint of `day` may be answered.
    pub(crate) fn answer_day(&self, day: NaiveDate) -> NaiveDate {
        business_day_after(day, u32::from(self.answer_business_days), &self.holidays)
    }
}

/// A change of the clocks. What is `None` stays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClockChange {
    /// The time zone.
    pub time_zone: Option<String>,
    /// The holidays.
    pub holidays: Option<Vec<NaiveDate>>,
    /// Hours until the first answer, 1 to 240.
    pub first_answer_hours: Option<u16>,
    /// Hours until each further answer, 1 to 240.
    pub next_answer_hours: Option<u16>,
    /// Calendar days until a complaint is acknowledged, 1 to 10.
    pub acknowledge_days: Option<u16>,
    /// Business days until a complaint is answered, 1 to 60.
    pub answer_business_days: Option<u16>,
}

impl ClockChange {
    pub(crate) fn applied(self, before: Clocks) -> Result<Clocks, SupportError> {
        let mut holidays = self.holidays.unwrap_or(before.holidays);
        holidays.sort_unstable();
        holidays.dedup();
        if holidays.len() > HOLIDAYS_MAX {
            return Err(SupportError::invalid("holidays", format!("has at most {HOLIDAYS_MAX} days")));
        }
        let within = |field: &'static str, asked: Option<u16>, now: u16, max: u16| match asked.unwrap_or(now) {
            0 => Err(SupportError::invalid(field, format!("must be from 1 to {max}"))),
            value if value > max => Err(SupportError::invalid(field, format!("must be from 1 to {max}"))),
            value => Ok(value),
        };
        Ok(Clocks {
            time_zone: self.time_zone.unwrap_or(before.time_zone),
            holidays,
            first_answer_hours: within("first_answer_hours", self.first_answer_hours, before.first_answer_hours, 240)?,
            next_answer_hours: within("next_answer_hours", self.next_answer_hours, before.next_answer_hours, 240)?,
            acknowledge_days: within("acknowledge_days", self.acknowledge_days, before.acknowledge_days, 10)?,
            answer_business_days: within(
                "answer_business_days",
                self.answer_business_days,
                before.answer_business_days,
                60,
            )?,
        })
    }
}

fn is_business_day(day: NaiveDate, holidays: &[NaiveDate]) -> bool {
    !matches!(day.weekday(), Weekday::Sat | Weekday::Sun) && !holidays.contains(&day)
}

/// The `count`th business day after `day`, which itself does not count. Holidays, Saturdays and Sundays are no business
/// days. A calendar without business days for a year counts every day.
#[must_use]
pub fn business_day_after(day: NaiveDate, count: u32, holidays: &[NaiveDate]) -> NaiveDate {
    let mut at = day;
    for _ in 0..count {
        let next = (1..=SEARCH_DAYS_MAX)
            .filter_map(|days| at.checked_add_days(Days::new(days)))
            .find(|day| is_business_day(*day, holidays));
        at = next.or_else(|| at.succ_opt()).unwrap_or(at);
    }
    at
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn days() -> impl Strategy<Value = NaiveDate> {
        (0_u64..3_000).prop_map(|after| day("2024-01-01") + Days::new(after))
    }

    proptest! {
        #[test]
        fn between_a_complaint_and_its_last_day_are_exactly_so_many_business_days(
            from in days(), count in 1_u32..40, holidays in prop::collection::vec(days(), 0..60),
        ) {
            let last = business_day_after(from, count, &holidays);
            prop_assert!(is_business_day(last, &holidays), "the last day is a business day");
            let counted = from.iter_days().skip(1).take_while(|day| *day <= last);
            let counted = counted.filter(|day| is_business_day(*day, &holidays)).count();
            prop_assert_eq!(counted, usize::try_from(count).unwrap());
        }

        #[test]
        fn a_holiday_more_and_a_day_later_never_make_the_last_day_earlier(
            from in days(), count in 0_u32..40, holidays in prop::collection::vec(days(), 0..60), more in days(),
        ) {
            let last = business_day_after(from, count, &holidays);
            let with_more: Vec<NaiveDate> = holidays.iter().copied().chain([more]).collect();
            prop_assert!(business_day_after(from, count, &with_more) >= last);
            prop_assert!(business_day_after(from + Days::new(1), count, &holidays) >= last);
        }
    }

    #[test]
    fn fifteen_business_days_are_three_weeks_and_a_holiday_adds_one() {
        // A Friday; the weekend does not count.
        assert_eq!(business_day_after(day("2026-11-27"), 1, &[]), day("2026-11-30"));
        assert_eq!(business_day_after(day("2026-11-27"), 15, &[]), day("2026-12-18"));
        let holidays = [day("2026-12-08"), day("2026-12-12")];
        assert_eq!(business_day_after(day("2026-11-27"), 15, &holidays), day("2026-12-21"), "one is a Saturday");
        assert_eq!(business_day_after(day("2026-11-28"), 1, &[]), day("2026-11-30"), "written on a Saturday");
    }

    #[test]
    fn a_calendar_without_business_days_ends() {
        let all: Vec<NaiveDate> = day("2026-01-01").iter_days().take(800).collect();
        assert_eq!(business_day_after(day("2026-01-01"), 3, &all), day("2026-01-04"));
    }

    #[test]
    fn clocks_of_nothing_and_of_a_year_are_refused_with_their_field() {
        let refused = |change: ClockChange| match change.applied(Clocks::default()) {
            Err(SupportError::Invalid { field, .. }) => field,
            other => panic!("{other:?}"),
        };
        let none = ClockChange::default;
        assert_eq!(refused(ClockChange { first_answer_hours: Some(0), ..none() }), "first_answer_hours");
        assert_eq!(refused(ClockChange { answer_business_days: Some(61), ..none() }), "answer_business_days");
        assert_eq!(none().applied(Clocks::default()).unwrap(), Clocks::default());
        let twice =
            ClockChange { holidays: Some(vec![day("2026-12-25"), day("2026-05-01"), day("2026-12-25")]), ..none() };
        assert_eq!(twice.applied(Clocks::default()).unwrap().holidays, [day("2026-05-01"), day("2026-12-25")]);
    }
}
