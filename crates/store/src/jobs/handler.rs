//! What does a job, and what it can answer.

use std::fmt;
use std::time::Duration;

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use super::Job;
use crate::AnyTx;

/// Does the jobs of one kind.
///
/// No transaction is open while it runs, so it may call the outside world. It must expect to be called again for a job it
/// already did: a worker can die between the effect and the note of it.
#[async_trait]
pub trait JobHandler: Send + Sync {
    /// The kind of jobs it does.
    fn kind(&self) -> &'static str;

    /// How long an attempt may stand still, waiting for one answer, before it is given up and made again. Longer than any answer is
    /// waited for on purpose, statements of the database included.
    fn stuck_after(&self) -> Duration {
        Duration::from_secs(40)
    }

    /// Does one attempt. An error is tried again later, until the job's attempts are used up.
    async fn run(&self, job: &Job) -> Result<Outcome, JobError>;
}

/// How an attempt ended.
#[derive(Debug)]
pub enum Outcome {
    /// Done, with no writes of its own (or none that need to be atomic with it).
    Done,
    /// Done together with everything written in this transaction: both are committed, or neither.
    DoneIn(AnyTx),
    /// Not yet: look again at that time, for the reason given. Uses up no attempt.
    RetryAt(DateTime<Utc>, String),
    /// Can never succeed: keep it for an operator, with the reason.
    Dead(String),
}

impl Outcome {
    /// Done together with `tx`.
    pub fn done_in(tx: impl Into<AnyTx>) -> Self {
        Self::DoneIn(tx.into())
    }
}

/// Why an attempt failed: a text for the operator. Every error converts with `?`, its causes included.
#[derive(Debug)]
pub struct JobError(String);

impl JobError {
    /// A failure in words. No secrets: it is stored and logged.
    pub fn new(message: impl fmt::Display) -> Self {
        Self(message.to_string())
    }
}

impl fmt::Display for JobError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

// JobError is no std Error itself; that is what makes this conversion from all others possible.
impl<E: std::error::Error> From<E> for JobError {
    fn from(error: E) -> Self {
        let mut text = error.to_string();
        let mut cause = error.source();
        while let Some(inner) = cause {
            text.push_str(": ");
            text.push_str(&inner.to_string());
            cause = inner.source();
        }
        Self(text)
    }
}
