//! Which conditions are reported to operators, and when. Pure.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};

use super::Alerts;
use crate::notify::mail::AlertKind;

/// The minimum time between two emails about the same kind.
const QUIET: TimeDelta = TimeDelta::hours(1);
/// An unchanged condition is reported again after this time.
const AGAIN: TimeDelta = TimeDelta::hours(24);

/// The last report of a kind, and its present extent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LastAlertMail {
    pub at: DateTime<Utc>,
    /// The number of cases that they know. It falls with the number of cases, and rises only with an email.
    pub known: u32,
    /// The number of cases that the latest check found.
    pub found: u32,
    /// When the oldest of them began, if that is known.
    pub since: Option<DateTime<Utc>>,
}

/// The record of a tenant. A kind stays in it after its condition has ended, for the minimum time between two emails.
pub(super) type Record = BTreeMap<AlertKind, LastAlertMail>;

/// The record after a check that found `found`, and the kinds to report, the worst first. A kind is reported when it
/// has cases that operators do not know, at most once an hour; and once a day while it lasts.
pub(super) fn decide(before: &Record, found: &Alerts, now: DateTime<Utc>) -> (Record, Vec<AlertKind>) {
    let mut after = Record::new();
    let mut told = Vec::new();
    for kind in AlertKind::ALL {
        let extent = found.get(&kind);
        let (count, since) = (extent.map_or(0, |extent| extent.count), extent.and_then(|extent| extent.since));
        let last = before.get(&kind);
        if count > 0 && last.is_none_or(|last| is_news(*last, count, now)) {
            told.push(kind);
            after.insert(kind, LastAlertMail { at: now, known: count, found: count, since });
        } else if let Some(last) = last {
            let known = last.known.min(count);
            if count > 0 || now - last.at < QUIET {
                after.insert(kind, LastAlertMail { at: last.at, known, found: count, since });
            }
        }
    }
    (after, told)
}

fn is_news(last: LastAlertMail, count: u32, now: DateTime<Utc>) -> bool {
    let age = now - last.at;
    age >= AGAIN || (age >= QUIET && count > last.known)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::notify::mail::Extent;

    const KIND: AlertKind = AlertKind::PayoutUnknown;

    fn at(minute: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::minutes(minute)
    }

    fn found(count: u32) -> Alerts {
        (count > 0).then_some((KIND, Extent { count, since: None })).into_iter().collect()
    }

    /// The minutes of the emails, for a check every five minutes that finds these counts.
    fn emails(counts: &[u32]) -> Vec<i64> {
        let mut record = Record::new();
        let mut told = Vec::new();
        for (look, count) in counts.iter().enumerate() {
            let minute = i64::try_from(look).unwrap() * 5;
            let (after, kinds) = decide(&record, &found(*count), at(minute));
            record = after;
            told.extend(kinds.iter().map(|_| minute));
        }
        told
    }

    #[test]
    fn an_alert_is_sent_at_once_and_then_daily() {
        assert_eq!(emails(&[1; 600]), [0, 1_440, 2_880]);
    }

    #[test]
    fn a_further_case_is_reported_after_an_hour() {
        let mut counts = vec![1; 3];
        counts.extend([2; 30]);
        assert_eq!(emails(&counts), [0, 60]);
    }

    #[test]
    fn a_falling_count_is_not_reported_and_a_later_rise_is() {
        let counts: Vec<u32> = [5, 2].into_iter().chain([2; 20]).chain([3; 5]).collect();
        assert_eq!(emails(&counts), [0, 110]);
    }

    #[test]
    fn a_flapping_condition_is_reported_once_an_hour() {
        let counts: Vec<u32> = (0..48).map(|look| u32::from(look % 2 == 0)).collect();
        assert_eq!(emails(&counts), [0, 60, 120, 180]);
    }

    #[test]
    fn the_record_tells_the_present_extent_also_where_nothing_is_sent() {
        let (first, _) = decide(&Record::new(), &found(1), at(0));
        let standing = Alerts::from([(KIND, Extent { count: 3, since: Some(at(2)) })]);
        let (record, told) = decide(&first, &standing, at(5));
        assert_eq!((told.len(), record[&KIND].known, record[&KIND].found), (0, 1, 3));
        assert_eq!((record[&KIND].since, decide(&record, &Alerts::new(), at(10)).0[&KIND].found), (Some(at(2)), 0));
    }

    #[test]
    fn the_record_of_an_ended_condition_is_forgotten_after_an_hour() {
        let before = Record::from([(KIND, LastAlertMail { at: at(0), known: 1, found: 1, since: None })]);
        assert!(decide(&before, &Alerts::new(), at(60)).0.is_empty());
        assert_eq!(decide(&before, &Alerts::new(), at(59)).0[&KIND].known, 0);
    }

    proptest! {
        #[test]
        fn emails_are_an_hour_apart_and_no_case_waits_longer(counts in prop::collection::vec(0u32..4, 1..400)) {
            let sent = emails(&counts);
            prop_assert!(sent.windows(2).all(|pair| pair[1] - pair[0] >= 60));
            // A new condition is reported at once, or after the hour between two emails if it lasts.
            for (look, pair) in counts.windows(14).enumerate() {
                let minute = i64::try_from(look).unwrap() * 5;
                if pair[0] == 0 && pair[1..].iter().all(|count| *count > 0) {
                    prop_assert!(sent.iter().any(|email| (minute + 5..=minute + 65).contains(email)));
                }
            }
        }
    }
}
