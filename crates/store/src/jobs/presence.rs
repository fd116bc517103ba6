//! Liveness of workers. Each worker has a session of its own with an advisory lock, and PostgreSQL ends both when the
//! worker's process dies. Other workers then take its jobs over without waiting for the leases.
//!
//! A worker that loses its session cancels its jobs before others take them over, so that no job runs twice at once: it
//! notices the loss within [`NOTICED_WITHIN`], and others wait for [`GONE_FOR`].

use std::collections::HashMap;
use std::time::Duration;

use chrono::{DateTime, Utc};
use sqlx::{ConnectOptions, Connection, PgConnection};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};

use super::store;
use crate::{Store, StoreError};

/// The interval between a worker's checks of its session, and the timeout of a check.
const ASK_EVERY: Duration = Duration::from_secs(1);
const ANSWER_WITHIN: Duration = Duration::from_secs(2);
/// The time within which a worker notices that its session has ended.
const NOTICED_WITHIN: Duration = Duration::from_secs(3);
/// How long a worker's session must be gone before its jobs are taken over.
const GONE_FOR: Duration = Duration::from_secs(4);
const _: () = assert!(NOTICED_WITHIN.as_millis() < GONE_FOR.as_millis());
const _: () = assert!(ASK_EVERY.as_millis() + ANSWER_WITHIN.as_millis() <= NOTICED_WITHIN.as_millis());
/// The timeout for opening a session.
const OPENED_WITHIN: Duration = Duration::from_secs(5);

/// The worker's number while its session is open.
pub(super) type Number = watch::Receiver<Option<i32>>;

/// A worker's session, open until this value is dropped.
pub(super) struct WorkerLiveness {
    number: Number,
    keeper: JoinHandle<()>,
}

impl WorkerLiveness {
    /// Opens the session in the background, and opens a new one whenever it is lost.
    pub(super) fn open(store: &Store) -> Self {
        let (told, number) = watch::channel(None);
        let keeper = tokio::spawn(keep(store.clone(), told));
        Self { number, keeper }
    }

    /// Waits for the first attempt to open the session. A job that is taken before has no worker number, and is taken
    /// over only when its lease ends.
    pub(super) async fn opened(&self) {
        // An error means that the background task has ended and will open no session.
        drop(self.number().changed().await);
    }

    /// The number, as a channel that follows its changes.
    pub(super) fn number(&self) -> Number {
        self.number.clone()
    }
}

impl Drop for WorkerLiveness {
    fn drop(&mut self) {
        self.keeper.abort();
    }
}

async fn keep(store: Store, told: watch::Sender<Option<i32>>) {
    loop {
        match timeout(OPENED_WITHIN, enter(&store)).await {
            Ok(Ok((mut session, number))) => {
                told.send_replace(Some(number));
                while let Ok(Ok(())) = timeout(ANSWER_WITHIN, session.ping()).await {
                    sleep(ASK_EVERY).await;
                }
                tracing::warn!(
                    event = "worker.session_lost",
                    "The worker lost its database session. It gives up its jobs."
                );
            }
            Ok(Err(error)) => tracing::warn!(
                event = "worker.session_failed", %error,
                "The worker cannot open its database session. Only leases protect its jobs."
            ),
            Err(_) => tracing::warn!(
                event = "worker.session_timed_out",
                "The database session of the worker did not open in time. Only leases protect its jobs."
            ),
        }
        told.send_replace(None);
        sleep(ASK_EVERY).await;
    }
}

/// A new session and its unique number.
async fn enter(store: &Store) -> Result<(PgConnection, i32), StoreError> {
    // PostgreSQL then also ends the session after a failure of the machine or of the network.
    let patience = [("tcp_keepalives_idle", "3"), ("tcp_keepalives_interval", "1"), ("tcp_keepalives_count", "3")];
    let mut session = store.connect_options().options(patience).connect().await?;
    loop {
        if let Some(number) = store::lock_number(&mut session).await? {
            return Ok((session, number));
        }
    }
}

/// Returns when the worker no longer has `number`.
pub(super) async fn lost(now: &mut Number, number: Option<i32>) {
    match number {
        // An error means that the background task has ended, and its session with it.
        Some(_) => drop(now.wait_for(|now| *now != number).await),
        None => std::future::pending().await,
    }
}

/// The workers without a session, and when this process first noticed it.
#[derive(Default)]
pub(super) struct Gone {
    since: HashMap<i32, Instant>,
    looked: Option<Instant>,
}

impl Gone {
    /// Releases the jobs of dead workers. Checks at most once a second, however often it is called.
    pub(super) async fn release(&mut self, store: &Store, now: DateTime<Utc>) -> Result<(), StoreError> {
        let at = Instant::now();
        if self.looked.is_some_and(|looked| at < looked + ASK_EVERY) {
            return Ok(());
        }
        self.looked = Some(at);
        let gone = self.long_enough(store::gone_workers(store, now).await?, at);
        if !gone.is_empty() {
            let jobs = store::release(store, &gone, now).await?;
            tracing::warn!(event = "worker.died", jobs, "A worker died. Other workers take over its jobs.");
        }
        Ok(())
    }

    /// Filters the workers that have been gone for [`GONE_FOR`].
    fn long_enough(&mut self, gone: Vec<i32>, at: Instant) -> Vec<i32> {
        self.since.retain(|number, _| gone.contains(number));
        let mut since = |number: &i32| *self.since.entry(*number).or_insert(at);
        gone.into_iter().filter(|number| since(number) + GONE_FOR <= at).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worker_counts_as_dead_only_when_it_stays_away() {
        let (mut gone, start) = (Gone::default(), Instant::now());
        let mut see =
            |workers: &[i32], seconds| gone.long_enough(workers.to_vec(), start + Duration::from_secs(seconds));
        assert_eq!(see(&[1, 2], 0), [0; 0]);
        assert_eq!(see(&[1], 3), [0; 0]);
        assert_eq!(see(&[1, 2], 4), [1], "the second was there meanwhile");
        assert_eq!(see(&[1, 2], 8), [1, 2]);
        assert_eq!(see(&[], 9), [0; 0]);
        assert_eq!(see(&[1], 10), [0; 0], "a process that came back is counted again");
    }
}
