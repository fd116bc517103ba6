//! The job queue: durable, at least once, with leases and attempts as in `store`.

use chrono::{DateTime, TimeDelta, Utc};
use store::JobSpec;

/// The lease: how long a worker holds a job before another one takes it.
const LEASE: TimeDelta = TimeDelta::seconds(60);

/// The state of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Waits until its due time.
    Ready(DateTime<Utc>),
    /// A worker holds it until this time.
    Running(DateTime<Utc>),
    /// Given up; an operator has to act.
    Dead,
    /// Done.
    Done,
}

/// A job.
#[derive(Debug, Clone)]
pub struct Job {
    /// The slot of its order.
    pub slot: u8,
    /// The job's specification.
    pub spec: JobSpec,
    /// The attempt, which is also the fencing token.
    pub attempt: i32,
    /// The job's state.
    pub state: State,
    attempts_max: i32,
}

/// All jobs, by number.
#[derive(Debug, Clone, Default)]
pub struct Queue {
    jobs: Vec<Job>,
    /// The jobs that are not done.
    live: Vec<usize>,
}

impl Queue {
    /// Adds a job, unless one of its kind and key waits or runs.
    pub fn add(&mut self, slot: u8, spec: JobSpec, now: DateTime<Utc>) {
        let same = |job: &Job| job.spec.kind == spec.kind && job.spec.unique_key == spec.unique_key;
        if spec.unique_key.is_some() && self.open().any(same) {
            return;
        }
        let (at, attempts_max) = (spec.run_at.unwrap_or(now), spec.attempts_max);
        self.live.push(self.jobs.len());
        self.jobs.push(Job { slot, spec, attempt: 0, state: State::Ready(at), attempts_max });
    }

    /// A job that is available: it is due, or its holder's lease has expired.
    #[must_use]
    pub fn ready(&self, now: DateTime<Utc>, nth: u64) -> Option<usize> {
        let due = |job: &Job| matches!(job.state, State::Ready(at) | State::Running(at) if at <= now);
        let all = || self.live.iter().copied().filter(|at| due(&self.jobs[*at]));
        let pick = usize::try_from(nth).unwrap_or(0).checked_rem(all().count())?;
        all().nth(pick)
    }

    /// Takes a job under a lease; returns its new attempt.
    pub fn claim(&mut self, at: usize, now: DateTime<Utc>) -> i32 {
        let job = &mut self.jobs[at];
        job.attempt += 1;
        job.state = State::Running(now + LEASE);
        job.attempt
    }

    /// The jobs that wait or run.
    pub fn open(&self) -> impl Iterator<Item = &Job> {
        self.live
            .iter()
            .map(|at| &self.jobs[*at])
            .filter(|job| matches!(job.state, State::Ready(_) | State::Running(_)))
    }

    /// Whether a job with this key is not done: it waits, runs, or is dead.
    #[must_use]
    pub fn knows(&self, key: &str) -> bool {
        self.live.iter().any(|at| self.jobs[*at].spec.unique_key.as_deref() == Some(key))
    }

    /// The job.
    #[must_use]
    pub fn get(&self, at: usize) -> &Job {
        &self.jobs[at]
    }

    /// Extends the lease; false if another worker has taken the job over.
    pub fn is_held(&mut self, at: usize, attempt: i32, now: DateTime<Utc>) -> bool {
        let job = &mut self.jobs[at];
        let held = job.attempt == attempt && matches!(job.state, State::Running(_));
        if held {
            job.state = State::Running(now + LEASE);
        }
        held
    }

    /// Ends a successful attempt, unless another worker has taken over.
    pub fn end(&mut self, at: usize, attempt: i32, state: State) {
        let job = &mut self.jobs[at];
        if job.attempt == attempt && matches!(job.state, State::Running(_)) {
            job.state = state;
            match state {
                State::Ready(_) => job.attempts_max += 1,
                State::Done => self.live.retain(|live| *live != at),
                _ => {}
            }
        }
    }

    /// Ends a failed attempt: it is retried until its attempts are used up.
    pub fn failed(&mut self, at: usize, attempt: i32, now: DateTime<Utc>) {
        let job = &mut self.jobs[at];
        if job.attempt != attempt || !matches!(job.state, State::Running(_)) {
            return;
        }
        let used_up = attempt >= job.attempts_max;
        job.state =
            if used_up { State::Dead } else { State::Ready(now + TimeDelta::seconds(i64::from(attempt.min(60)))) };
    }
}
