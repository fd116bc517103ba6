//! The rules for data exports, and their file format. Pure.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::DataExportId;
use serde_json::Value;

/// Exports per person in [`WINDOW`].
pub(super) const PER_DAY: usize = 1;
/// Attempts per person in [`WINDOW`]. Failed exports count too, so that repeated requests cannot overload the platform.
pub(super) const TRIES_PER_DAY: usize = 3;
pub(super) const WINDOW: TimeDelta = TimeDelta::hours(24);
/// An export that is still pending after this time has failed: its job died on the last attempt.
const GIVEN_UP_AFTER: TimeDelta = TimeDelta::hours(12);
/// How long an export can be downloaded (as long as an idle web session lasts).
pub(super) const KEPT: TimeDelta = TimeDelta::days(7);
/// The approximate size of a part before encryption, in bytes. A part ends after the row that exceeds it.
pub(super) const PART_BYTES: usize = 512 * 1024;
/// The maximum number of parts of one export: half a gigabyte in total.
pub(super) const PARTS_MAX: i32 = 1000;

/// A requested export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataExport {
    /// The export's id.
    pub id: DataExportId,
    /// Its state.
    pub state: ExportState,
    /// When it was requested.
    pub requested_at: DateTime<Utc>,
    /// When it expires, once it is ready.
    pub expires_at: Option<DateTime<Utc>>,
    /// The size of the file in bytes, once it is ready.
    pub bytes: Option<i64>,
}

/// The state of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportState {
    /// In preparation.
    Waiting,
    /// Ready for download.
    Ready,
    /// No longer available.
    Expired,
    /// Failed.
    Failed,
}

impl ExportState {
    /// The code on the wire and in the database. The database has no `expired`: the expiry time decides.
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
    /// The effective state at `now`.
    pub(super) fn at(self, now: DateTime<Utc>) -> Self {
        let state = match self.state {
            ExportState::Waiting if now - self.requested_at >= GIVEN_UP_AFTER => ExportState::Failed,
            ExportState::Ready if self.expires_at.is_none_or(|until| until <= now) => ExportState::Expired,
            state => state,
        };
        Self { state, ..self }
    }
}

/// The outcome of an export request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ExportDecision {
    /// One is in preparation already.
    Again(DataExport),
    /// Not allowed before this time.
    TooMany(DateTime<Utc>),
    /// A new one starts.
    Begins,
}

/// Decides a request from the exports of the last day with their state at `now`, in any order.
pub(super) fn ask(recent: &[DataExport], now: DateTime<Utc>) -> ExportDecision {
    if let Some(waiting) = recent.iter().find(|one| one.state == ExportState::Waiting) {
        return ExportDecision::Again(waiting.clone());
    }
    next_at(recent, now).map_or(ExportDecision::Begins, ExportDecision::TooMany)
}

/// When another export can be requested; `None` if it can be now.
pub(super) fn next_at(recent: &[DataExport], now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let free_at = |counts: fn(&DataExport) -> bool, most: usize| {
        let all = recent.iter().filter(|one| counts(one)).map(|one| one.requested_at + WINDOW);
        let mut ends: Vec<_> = all.filter(|end| now < *end).collect();
        ends.sort_unstable();
        ends.len().checked_sub(most).map(|first| ends[first])
    };
    free_at(|one| one.state != ExportState::Failed, PER_DAY).max(free_at(|_| true, TRIES_PER_DAY))
}

/// A JSON file that is written row by row: an object of lists.
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

    /// Ends the current list and starts the list `name`.
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

    /// The output since the last part, once it is large enough for a part.
    pub(super) fn part(&mut self) -> Option<String> {
        (self.text.len() >= PART_BYTES).then(|| std::mem::take(&mut self.text))
    }

    /// The remaining output.
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
        fn one_export_a_day_and_three_failures_at_most(
            steps in prop::collection::vec((0_i64..100_000, any::<bool>()), 1..40),
        ) {
            let (mut made, mut now): (Vec<DataExport>, i64) = (Vec::new(), 0);
            for (step, works) in steps {
                now += step;
                match ask(&made, at(now)) {
                    ExportDecision::Begins => made.push(copy(now, if works { ExportState::Ready } else { ExportState::Failed })),
                    ExportDecision::TooMany(until) => {
                        prop_assert!(until > at(now) && until <= at(now) + WINDOW);
                        prop_assert_eq!(ask(&made, until), ExportDecision::Begins);
                        prop_assert_ne!(ask(&made, until - TimeDelta::seconds(1)), ExportDecision::Begins);
                    }
                    ExportDecision::Again(_) => prop_assert!(false, "none is being made"),
                }
                let day: Vec<_> = made.iter().filter(|one| at(now) - one.requested_at < WINDOW).collect();
                prop_assert!(day.len() <= TRIES_PER_DAY);
                prop_assert!(day.iter().filter(|one| one.state == ExportState::Ready).count() <= PER_DAY);
            }
        }

        #[test]
        fn every_export_round_trips(rows in prop::collection::vec(("[a-z\"\\\\]{0,8}", any::<i64>(), "\\PC{0,20}"), 0..30)) {
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
    fn a_running_export_is_not_started_twice() {
        let waiting = copy(0, ExportState::Waiting);
        assert_eq!(ask(std::slice::from_ref(&waiting), at(1_000_000)), ExportDecision::Again(waiting));
    }

    #[test]
    fn an_abandoned_export_has_failed_and_a_deleted_one_has_expired() {
        let waiting = copy(0, ExportState::Waiting);
        assert_eq!(waiting.clone().at(at(60)).state, ExportState::Waiting);
        let given_up = waiting.at(at(0) + GIVEN_UP_AFTER);
        assert_eq!(given_up.state, ExportState::Failed);
        assert_eq!(ask(&[given_up], at(0) + GIVEN_UP_AFTER), ExportDecision::Begins);
        let ready = DataExport { expires_at: Some(at(10)), ..copy(0, ExportState::Ready) };
        assert_eq!(ready.clone().at(at(9)).state, ExportState::Ready);
        assert_eq!(ready.at(at(10)).state, ExportState::Expired);
    }
}
