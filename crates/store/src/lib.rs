//! PostgreSQL: the embedded cluster, the pool, the tenant transaction, migrations, the job queue, event streams and
//! idempotency records.
//!
//! The pool is private to this crate. All other code reaches the database through [`TenantTx`], which sees one tenant's
//! rows only, or through [`SystemTx`], which sees all rows and has a name that is easy to search for.

mod atoms;
pub mod batch;
mod begin;
pub mod embedded;
mod enqueue;
mod error;
pub mod events;
pub mod idempotency;
mod ids;
pub mod installation;
pub mod jobs;
mod migrate;
mod notices;
mod options;
mod pool;
mod readiness;
mod session;
mod stuck;
#[cfg(feature = "testing")]
pub mod testing;
mod timeout;
mod tx;

pub use atoms::Atoms;
pub use enqueue::JobSpec;
pub use error::{ConstraintKind, StoreError};
pub use events::{EventHub, EventSpec, EventStream};
pub use jobs::{Job, JobError, JobHandler, Outcome, Schedule, Worker, WorkerConfig, WorkerHandle};
pub use notices::Listener;
pub use options::StoreOptions;
pub use pool::Store;
pub use readiness::{Misfit, NotReady, Schema};
pub use session::Session;
pub use stuck::unless_stuck;
pub use tx::{AnyTx, SystemTx, TenantTx};

/// The connection type of queries and `*_in_tx` functions.
pub use sqlx::PgConnection;
