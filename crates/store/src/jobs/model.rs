//! Jobs and their retry times. Pure.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{JobId, TenantId};
use serde_json::Value;

const BACKOFF_FIRST_S: i64 = 1;
const BACKOFF_CAP_S: i64 = 600;

/// A job as its handler receives it.
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    /// Its id, also the idempotency key for providers: the same in all attempts.
    pub id: JobId,
    /// The tenant; `None` for a platform job.
    pub tenant: Option<TenantId>,
    /// The kind, which selects the handler.
    pub kind: String,
    /// The handler's input. Its field `secret` is removed when the job ends.
    pub payload: Value,
    /// The attempt, from 1. It is also the fencing token: only the holder of the newest attempt can finish the job.
    pub attempt: i32,
    /// The attempts before the job is given up.
    pub attempts_max: i32,
    /// The time of enqueueing.
    pub created_at: DateTime<Utc>,
}

impl Job {
    /// Whether a failure of this attempt is final.
    pub fn is_last_attempt(&self) -> bool {
        self.attempt >= self.attempts_max
    }
}

/// The state of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobState {
    /// Waits for its time or for a worker.
    Ready,
    /// A worker runs it.
    Running,
    /// Finished.
    Done,
    /// Given up, and left for an operator.
    Dead,
}

impl JobState {
    /// The state's text in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ready => "ready",
            Self::Running => "running",
            Self::Done => "done",
            Self::Dead => "dead",
        }
    }
}

/// The wait after failed attempt number `attempt`: it doubles from one second up to ten minutes.
///
/// `salt` spreads jobs that failed together over a quarter of the wait, so that they do not retry together.
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
    fn jitter_adds_at_most_a_quarter_and_no_attempt_count_overflows() {
        for salt in [0, 1, 255, u64::MAX] {
            for attempt in [i32::MIN, -1, 0, 1, 7, i32::MAX] {
                let plain = backoff(attempt, 0);
                assert!(backoff(attempt, salt) >= plain && backoff(attempt, salt) <= plain * 5 / 4);
            }
        }
    }
}
