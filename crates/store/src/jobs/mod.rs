//! The job queue: work that follows a commit. A job is a row written in the transaction of the change that needs it, and
//! finished in the transaction of its own effect, so that neither exists without the other.
//!
//! Delivery is at least once: when a worker dies, or keeps silent for longer than its lease, the job is taken again with a higher
//! attempt number. Whoever still holds the old number can no longer finish it. What happens outside the database is made
//! safe by giving the provider the job's id as its idempotency key.

mod handler;
mod housekeeping;
mod model;
#[cfg(feature = "planted-bugs")]
mod planted;
mod presence;
mod schedule;
mod store;
mod worker;

pub use handler::{JobError, JobHandler, Outcome};
pub use housekeeping::Housekeeping;
pub use model::{ATTEMPTS_DEFAULT, ATTEMPTS_LIMIT, Job, JobSpec, JobState, backoff};
pub use schedule::Schedule;
pub use store::{DeadJob, count, dead, dismiss, enqueue, find, hasten, is_held, purge_done, revive};
pub use worker::{Worker, WorkerConfig, WorkerHandle};
