//! The job queue: work that follows a commit. A job is inserted in the transaction of the change that needs it, and
//! finished in the transaction of its own effect, so that neither exists without the other.
//!
//! Delivery is at least once: if a worker dies, or does not renew its lease, another worker takes the job with a higher
//! attempt number. The holder of the old number can no longer finish it. Calls to external providers use the job's id
//! as the idempotency key.

mod handler;
mod housekeeping;
mod model;
mod presence;
mod schedule;
mod store;
mod worker;

pub use crate::enqueue::{ATTEMPTS_DEFAULT, ATTEMPTS_LIMIT, JobSpec, enqueue};

pub use handler::{JobError, JobHandler, Outcome};
pub use housekeeping::Housekeeping;
pub use model::{Job, JobState, backoff};
pub use schedule::Schedule;
pub use store::{DeadJob, JobPulse, count, dead, dismiss, failing, find, hasten, is_held, pulse, purge_done, revive};
pub use worker::{Worker, WorkerConfig, WorkerHandle};
