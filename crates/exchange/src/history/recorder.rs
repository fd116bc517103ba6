//! Writes the first prices of each minute, hour and day, and asks the market for those that were missed.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use ::store::{Store, StoreError};
use chrono::{DateTime, Utc};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::{PriceInterval, store};
use crate::rates::{PriceBook, RateSource, Rates};

/// Prices that one statement writes.
const BATCH: usize = 200;
/// The maximum time of one answer of the market.
const ANSWER: Duration = Duration::from_secs(5);

/// The loop that writes prices; it ends when this is stopped or dropped.
pub struct PriceRecorder {
    stop: watch::Sender<bool>,
    /// `None` after it was stopped.
    task: Option<JoinHandle<()>>,
}

impl PriceRecorder {
    /// Starts the loop. Several programs may write the same prices: the first one to write a step's wins.
    #[must_use]
    pub fn start(store: Store, rates: &Rates, source: Arc<dyn RateSource>) -> Self {
        let (stop, mut stopped) = watch::channel(false);
        let mut books = rates.subscribe();
        let task = tokio::spawn(async move {
            let mut recording = Recording { store, source, written: HashMap::new() };
            loop {
                let latest = books.borrow_and_update().clone();
                if let Some(book) = latest
                    && let Err(error) = recording.take(&book).await
                {
                    // The next prices come in seconds, and a gap is filled then.
                    tracing::warn!(
                        event = "price.record_failed", %error,
                        "The worker cannot record prices. The next prices fill the gap."
                    );
                }
                tokio::select! {
                    _ = stopped.changed() => return,
                    changed = books.changed() => if changed.is_err() { return },
                }
            }
        });
        Self { stop, task: Some(task) }
    }

    /// Ends the loop and waits for it. A second call has no effect.
    pub async fn stop(&mut self) {
        let _ = self.stop.send(true);
        if let Some(task) = self.task.take() {
            let _ = task.await;
        }
    }
}

struct Recording {
    store: Store,
    source: Arc<dyn RateSource>,
    /// When the last step of each kind began that is written.
    written: HashMap<PriceInterval, DateTime<Utc>>,
}

impl Recording {
    async fn take(&mut self, book: &PriceBook) -> Result<(), StoreError> {
        for step in PriceInterval::ALL {
            let begin = step.begin(book.at);
            if self.written.get(&step).is_some_and(|last| *last >= begin) {
                continue;
            }
            let has_gap = self.written.get(&step).is_none_or(|last| begin - *last > step.length());
            if has_gap {
                self.fill(step, book).await?;
            }
            let mut tx = self.store.system().await?;
            store::insert(tx.conn(), step, std::slice::from_ref(book)).await?;
            if let Some(kept) = step.retention() {
                store::purge(tx.conn(), step, begin - kept).await?;
            }
            tx.commit().await?;
            self.written.insert(step, begin);
        }
        Ok(())
    }

    /// Asks the market for the steps between the last one that is written and now, and writes all of them or none: the
    /// first fill draws one line, which a half-written one would break.
    async fn fill(&self, step: PriceInterval, book: &PriceBook) -> Result<(), StoreError> {
        let mut tx = self.store.system().await?;
        let known = store::bounds(tx.conn(), &book.source, step).await?;
        drop(tx);
        let oldest = step.begin(book.at - step.filled()) + step.length();
        let mut at = known.map_or(oldest, |(_, last)| oldest.max(last + step.length()));
        let mut missing = Vec::new();
        while at < step.begin(book.at) {
            missing.push(at);
            at += step.length();
        }
        // The market is asked outside of any database transaction.
        let mut answered = Vec::with_capacity(missing.len());
        for moments in missing.chunks(BATCH) {
            let asked = tokio::time::timeout(ANSWER, self.source.past(moments, known.is_none()));
            match asked.await {
                Ok(Ok(books)) if books.is_empty() => return Ok(()),
                Ok(Ok(books)) => answered.extend(books),
                Ok(Err(error)) => {
                    tracing::warn!(
                        event = "price_history.read_failed", %error, step = step.code(),
                        "The market gave no past prices."
                    );
                    return Ok(());
                }
                Err(_) => {
                    tracing::warn!(
                        event = "price_history.timed_out",
                        step = step.code(),
                        "The market did not answer for past prices in time."
                    );
                    return Ok(());
                }
            }
        }
        let mut tx = self.store.system().await?;
        store::lock(tx.conn()).await?;
        // Another program may have filled it meanwhile.
        if store::bounds(tx.conn(), &book.source, step).await? != known {
            return Ok(());
        }
        for books in answered.chunks(BATCH) {
            store::insert(tx.conn(), step, books).await?;
        }
        tx.commit().await
    }
}
