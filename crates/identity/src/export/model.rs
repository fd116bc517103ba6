//! When somebody may have a copy of what is kept about them, and how it is written. Pure.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::DataExportId;
use serde_json::Value;

/// Copies that are made for a person in [`WINDOW`].
pub(super) const PER_DAY: usize = 1;
/// Those that could not be made count here: asking again is no way to keep the house busy.
pub(super) const TRIES_PER_DAY: usize = 3;
pub(super) const WINDOW: TimeDelta = TimeDelta::hours(24);
/// One that is not there by then never will be: whoever made it died with its last attempt.
const GIVEN_UP_AFTER: TimeDelta = TimeDelta::hours(12);
/// How long one is kept (as long as a session on the web lasts unused).
pub(super) const KEPT: TimeDelta = TimeDelta::days(7);
/// Bytes of one part before it is sealed, about: a part ends after the row that passes this.
pub(super) const PART_BYTES: usize = 512 * 1024;
/// Parts of one copy at most: half a gigabyte.
pub(super) const PARTS_MAX: i32 = 1000;

/// A copy that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataExport {
    /// Which.
    pub id: DataExportId,
    /// How far it is.
    pub state: ExportState,
    /// When it was asked for.
    pub requested_at: DateTime<Utc>,
    /// When it is gone, once it is ready.
    pub expires_at: Option<DateTime<Utc>>,
    /// How long the file is, once it is ready; in bytes.
    pub bytes: Option<i64>,
}

/// How far a copy is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportState {
    /// It is being made.
    Waiting,
    /// It can be fetched.
    Ready,
    /// It could be fetched, and is gone.
    Expired,
    /// It could not be made.
    Failed,
}

impl ExportState {
    /// The word on the wire, and in the database, where none is expired: that is told by the clock.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Ready => "ready",
            Self::Expired => "expired",
            Self::Failed => "failed",
        }
    }

    pub(super) fn from_code(code: &str) -> Self {
        [Self::Waiting, Self::Ready].into_iter().find(|state| state.code() == code).unwrap_or(Self::Failed)
    }
}

impl DataExport {
    /// How it stands at `now`, whatever has been written down.
    pub(super) fn at(self, now: DateTime<Utc>) -> Self {
        let state = match self.state {
            ExportState::Waiting if now - self.requested_at >= GIVEN_UP_AFTER => ExportState::Failed,
            ExportState::Ready if self.expires_at.is_none_or(|until| until <= now) => ExportState::Expired,
            state => state,
        };
        Self { state, ..self }
    }
}

/// What asking for a copy leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// One is being made already.
    Again(DataExport),
    /// Not before this.
    TooMany(DateTime<Utc>),
    /// One is made.
    Begins,
}

/// Decides it from the copies of the last day as they stand at `now`, in any order.
pub(super) fn ask(recent: &[DataExport], now: DateTime<Utc>) -> Asked {
    if let Some(waiting) = recent.iter().find(|one| one.state == ExportState::Waiting) {
        return Asked::Again(waiting.clone());
    }
    next_at(recent, now).map_or(Asked::Begins, Asked::TooMany)
}

/// From when on another may be asked for, if that is not now.
pub(super) fn next_at(recent: &[DataExport], now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let free_at = |counts: fn(&DataExport) -> bool, most: usize| {
        let all = recent.iter().filter(|one| counts(one)).map(|one| one.requested_at + WINDOW);
        let mut ends: Vec<_> = all.filter(|end| now < *end).collect();
        ends.sort_unstable();
        ends.len().checked_sub(most).map(|first| ends[first])
    };
    free_at(|one| one.state != ExportState::Failed, PER_DAY).max(free_at(|_| true, TRIES_PER_DAY))
}

/// A file of JSON that is written a row at a time: an object of lists.
#[derive(Debug)]
pub(super) struct Writer {
    text: String,
    is_first_section: bool,
    is_first_row: bool,
}

impl Writer {
    pub(super) fn new() -> Self {
        Self { text: "{".to_owned(), is_first_section: true, is_first_row: true }
    }

    /// Begins the list `name`, and ends the one before it.
    pub(super) fn section(&mut self, name: &str) {
        let end = if self.is_first_section { "\n" } else { "],\n" };
        self.text.push_str(end);
        self.text.push_str(&Value::from(name).to_string());
        self.text.push_str(": [");
        (self.is_first_section, self.is_first_row) = (false, true);
    }

    pub(super) fn row(&mut self, row: &Value) {
        self.text.push_str(if self.is_first_row { "\n" } else { ",\n" });
        self.text.push_str(&row.to_string());
        self.is_first_row = false;
    }

    /// What has been written since the last time, once it is enough for a part.
    pub(super) fn part(&mut self) -> Option<String> {
        (self.text.len() >= PART_BYTES).then(|| std::mem::take(&mut self.text))
    }

    /// The rest.
    pub(super) fn finish(mut self) -> String {
        self.text.push_str(if self.is_first_section { "}\n" } else { "]\n}\n" });
        self.text
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::seconds(seconds)
    }

    fn copy(seconds: i64, state: ExportState) -> DataExport {
        let id = DataExportId::from_uuid(Uuid::from_u128(1));
        DataExport { id, state, requested_at: at(seconds), expires_at: None, bytes: None }
    }

    proptest! {
        #[test]
        fn nobody_gets_more_than_one_in_any_day_nor_fails_more_than_thrice_and_waiting_helps(
            steps in prop::collection::vec((0_i64..100_000, any::<bool>()), 1..40),
        ) {
            let (mut made, mut now): (Vec<DataExport>, i64) = (Vec::new(), 0);
            for (step, works) in steps {
                now += step;
                match ask(&made, at(now)) {
                    Asked::Begins => made.push(copy(now, if works { ExportState::Ready } else { ExportState::Failed })),
                    Asked::TooMany(until) => {
                        prop_assert!(until > at(now) && until <= at(now) + WINDOW);
                        prop_assert_eq!(ask(&made, until), Asked::Begins);
                        prop_assert_ne!(ask(&made, until - TimeDelta::seconds(1)), Asked::Begins);
                    }
                    Asked::Again(_) => prop_assert!(false, "none is being made"),
                }
                let day: Vec<_> = made.iter().filter(|one| at(now) - one.requested_at < WINDOW).collect();
                prop_assert!(day.len() <= TRIES_PER_DAY);
                prop_assert!(day.iter().filter(|one| one.state == ExportState::Ready).count() <= PER_DAY);
            }
        }

        #[test]
        fn whatever_is_written_reads_back(rows in prop::collection::vec(("[a-z\"\\\\]{0,8}", any::<i64>(), "\\PC{0,20}"), 0..30)) {
            let mut writer = Writer::new();
            let mut parts = String::new();
            for name in ["first", "second", "last"] {
                writer.section(name);
                for (key, number, text) in &rows {
                    writer.row(&serde_json::json!({ key.as_str(): [number, text] }));
                    parts.push_str(&writer.part().unwrap_or_default());
                }
            }
            parts.push_str(&writer.finish());
            let read: Value = serde_json::from_str(&parts).expect("it is JSON");
            for name in ["first", "second", "last"] {
                prop_assert_eq!(read[name].as_array().map(Vec::len), Some(rows.len()));
            }
        }
    }

    #[test]
    fn one_that_is_being_made_is_not_made_twice() {
        let waiting = copy(0, ExportState::Waiting);
        assert_eq!(ask(std::slice::from_ref(&waiting), at(1_000_000)), Asked::Again(waiting));
    }

    #[test]
    fn one_that_nobody_makes_any_more_has_failed_and_one_that_is_gone_has_expired() {
        let waiting = copy(0, ExportState::Waiting);
        assert_eq!(waiting.clone().at(at(60)).state, ExportState::Waiting);
        let given_up = waiting.at(at(0) + GIVEN_UP_AFTER);
        assert_eq!(given_up.state, ExportState::Failed);
        assert_eq!(ask(&[given_up], at(0) + GIVEN_UP_AFTER), Asked::Begins);
        let ready = DataExport { expires_at: Some(at(10)), ..copy(0, ExportState::Ready) };
        assert_eq!(ready.clone().at(at(9)).state, ExportState::Ready);
        assert_eq!(ready.at(at(10)).state, ExportState::Expired);
    }
}
