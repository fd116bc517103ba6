//! The report of a job's attempt: what it changes in the transaction, and when it runs again.

use chrono::{DateTime, Utc};

use crate::rails::RailEvent;
use crate::transaction::Command;

/// The report of an attempt. All entries are applied in this order before the attempt ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobReport {
    /// The entries to apply.
    pub items: Vec<ReportItem>,
    /// How the attempt ends.
    pub end: End,
}

/// One entry of a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReportItem {
    /// An event of a rail; takes effect once.
    Event(RailEvent),
    /// A command of the job itself, and the actor for the history.
    Command(Command, String),
}

/// The outcome of an attempt of a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// Finished.
    Done,
    /// Runs again at this time, for this reason.
    Again(DateTime<Utc>, &'static str),
    /// Stops for this reason; an operator takes over.
    Dead(&'static str),
}

impl JobReport {
    /// An empty report that finishes the job.
    #[must_use]
    pub const fn none() -> Self {
        Self { items: Vec::new(), end: End::Done }
    }

    /// A report that finishes the job.
    #[must_use]
    pub const fn last(items: Vec<ReportItem>) -> Self {
        Self { items, end: End::Done }
    }
}
