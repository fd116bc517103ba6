//! The handler of a job, and its outcomes.

use std::fmt;
use std::time::Duration;

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use super::Job;
use crate::AnyTx;

/// Runs the jobs of one kind.
///
/// No transaction is open while it runs, so it may call external services. It must tolerate a second call for a
/// finished job: a worker can die between the effect and the record of it.
#[async_trait]
pub trait JobHandler: Send + Sync {
    /// The kind of its jobs.
    fn kind(&self) -> &'static str;

    /// The maximum time without progress before an attempt is cancelled and repeated. It must exceed every intended
    /// timeout of a single wait, database statements included.
    fn stuck_after(&self) -> Duration {
        Duration::from_secs(40)
    }

    /// Runs one attempt. After an error the job is retried until its attempts are used up.
    async fn run(&self, job: &Job) -> Result<Outcome, JobError>;
}

/// The outcome of an attempt.
#[derive(Debug)]
pub enum Outcome {
    /// Done, without writes that must be atomic with the completion.
    Done,
    /// Done: the completion and all writes of this transaction commit together.
    DoneIn(AnyTx),
    /// Not yet: run again at that time, for the given reason. Uses up no attempt.
    RetryAt(DateTime<Utc>, String),
    /// Can never succeed: the job stays for an operator, with the reason.
    Dead(String),
}

impl Outcome {
    /// Done, together with `tx`.
    pub fn done_in(tx: impl Into<AnyTx>) -> Self {
        Self::DoneIn(tx.into())
    }
}

/// Why an attempt failed: a text for the operator. `?` converts every error, including its causes.
#[derive(Debug)]
pub struct JobError(String);

impl JobError {
    /// A failure with this text. No secrets: it is stored and logged.
    pub fn new(message: impl fmt::Display) -> Self {
        Self(message.to_string())
    }
}

impl fmt::Display for JobError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

// JobError does not implement std Error; otherwise this conversion would conflict with the reflexive one.
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
