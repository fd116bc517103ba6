//! Jobs, and when a failed one is tried again. Pure.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{JobId, TenantId};
use serde_json::Value;

/// Attempts of a job unless its spec says otherwise: with [`backoff`] that is about three hours of trying.
pub const ATTEMPTS_DEFAULT: i32 = 25;
/// No job is attempted more often than this, postponements included.
pub const ATTEMPTS_LIMIT: i32 = 100_000;
const BACKOFF_FIRST_S: i64 = 1;
const BACKOFF_CAP_S: i64 = 600;

/// Work to be enqueued.
#[derive(Clone, Debug, PartialEq)]
pub struct JobSpec {
    /// Which handler does it: `payout.chain`.
    pub kind: String,
    /// Whose work it is; `None` for the platform's own, which only a system transaction may enqueue.
    pub tenant: Option<TenantId>,
    /// What the handler needs to know. Ids rather than copies: the facts may have moved by the time it runs.
    pub payload: Value,
    /// Not before this; `None` for at once.
    pub run_at: Option<DateTime<Utc>>,
    /// While a job of this kind and key waits or runs, another one is not added.
    pub unique_key: Option<String>,
    /// Jobs of one key run one after the other, in the order in which they were enqueued: behind one that waits for its
    /// retry or is dead, the others wait too.
    pub serial_key: Option<String>,
    /// Attempts before the job is given up as dead.
    pub attempts_max: i32,
}

impl JobSpec {
    /// A job of `kind` for `tenant`, at once, with the usual number of attempts.
    pub fn new(kind: impl Into<String>, tenant: impl Into<Option<TenantId>>, payload: Value) -> Self {
        Self {
            kind: kind.into(),
            tenant: tenant.into(),
            payload,
            run_at: None,
            unique_key: None,
            serial_key: None,
            attempts_max: ATTEMPTS_DEFAULT,
        }
    }

    /// Not before `at`.
    #[must_use]
    pub fn at(mut self, at: DateTime<Utc>) -> Self {
        self.run_at = Some(at);
        self
    }

    /// At most one such job waiting or running.
    #[must_use]
    pub fn unique(mut self, key: impl Into<String>) -> Self {
        self.unique_key = Some(key.into());
        self
    }

    /// One after the other with all jobs of this key, in the order of enqueueing.
    #[must_use]
    pub fn serial(mut self, key: impl Into<String>) -> Self {
        self.serial_key = Some(key.into());
        self
    }

    /// Another number of attempts, 1 to [`ATTEMPTS_LIMIT`].
    #[must_use]
    pub fn attempts(mut self, max: i32) -> Self {
        self.attempts_max = max;
        self
    }
}

/// A job as its handler sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    /// Its id, and the idempotency key towards providers: the same over all attempts.
    pub id: JobId,
    /// Whose work it is.
    pub tenant: Option<TenantId>,
    /// Which handler does it.
    pub kind: String,
    /// What the handler needs to know.
    pub payload: Value,
    /// 1 for the first attempt. Also the fence: only the holder of the newest attempt can finish the job.
    pub attempt: i32,
    /// Attempts before the job is given up.
    pub attempts_max: i32,
    /// When it was enqueued.
    pub created_at: DateTime<Utc>,
}

impl Job {
    /// Whether a failure now is the last one.
    pub fn is_last_attempt(&self) -> bool {
        self.attempt >= self.attempts_max
    }
}

/// Where a job stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobState {
    /// Waits for its time or a worker.
    Ready,
    /// A worker holds it.
    Running,
    /// Finished.
    Done,
    /// Given up, and kept for an operator.
    Dead,
}

impl JobState {
    /// The word in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ready => "ready",
            Self::Running => "running",
            Self::Done => "done",
            Self::Dead => "dead",
        }
    }
}

/// How long to wait after failed attempt number `attempt`: doubling from one second, ten minutes at most.
///
/// `salt` spreads jobs that failed together over a quarter of the wait, so that they do not return together.
pub fn backoff(attempt: i32, salt: u64) -> TimeDelta {
    let doublings = attempt.clamp(1, 20) - 1;
    let wait_s = (BACKOFF_FIRST_S << doublings).min(BACKOFF_CAP_S);
    let spread_ms = i64::try_from(salt % 256).unwrap_or(0) * wait_s * 250 / 256;
    TimeDelta::seconds(wait_s) + TimeDelta::milliseconds(spread_ms)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_and_then_stay_at_ten_minutes() {
        let seconds: Vec<i64> = [1, 2, 3, 10, 11, 1000].iter().map(|n| backoff(*n, 0).num_seconds()).collect();
        assert_eq!(seconds, [1, 2, 4, 512, 600, 600]);
    }

    #[test]
    fn a_salt_adds_at_most_a_quarter_and_nothing_odd_attempts_can_break() {
        for salt in [0, 1, 255, u64::MAX] {
            for attempt in [i32::MIN, -1, 0, 1, 7, i32::MAX] {
                let plain = backoff(attempt, 0);
                assert!(backoff(attempt, salt) >= plain && backoff(attempt, salt) <= plain * 5 / 4);
            }
        }
    }
}
