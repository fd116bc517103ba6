//! Rates: the source of prices, and the latest usable ones.

mod board;
mod book;
mod markets;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use chrono::TimeDelta;
use kernel::World;
use tokio::sync::watch;
use tokio::task::JoinHandle;

pub use board::{Board, BoardRow, Dropped, SourceQuote, SourceQuotes};
pub(crate) use book::NOT_CONNECTED;
pub use book::{PriceBook, RateSource, RatesUnavailable, SourceError};
pub use markets::Markets;

/// The refresh interval (specification, "Business constants and limits": every 8 seconds).
pub const REFRESH: Duration = Duration::from_secs(8);
/// How far a source's clock may be ahead of the server's.
const AHEAD_SECONDS: i64 = 5;
/// How long a source may take to answer.
const ANSWER: Duration = Duration::from_secs(5);
/// The maximum age of prices for quotes.
pub const STALE_SECONDS: i64 = 30;

/// The latest prices. Cheap to clone.
#[derive(Clone)]
pub struct Rates {
    inner: Arc<Inner>,
}

struct Inner {
    world: World,
    latest: watch::Sender<Option<Arc<PriceBook>>>,
    failure: Mutex<Option<String>>,
    /// The quotes of the sources when the prices were read.
    quotes: Mutex<SourceQuotes>,
    /// The market that the loop reads.
    source: OnceLock<Arc<dyn RateSource>>,
}

/// The background loop that reads prices; it ends when this handle is stopped or dropped.
pub struct RatesLoop {
    stop: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl RatesLoop {
    /// Stops the loop and waits for its end.
    pub async fn stop(self) {
        let _ = self.stop.send(true);
        let _ = self.task.await;
    }
}

impl Rates {
    /// Starts without prices: no quotes are possible until the first ones arrive.
    #[must_use]
    pub fn new(world: World) -> Self {
        let (latest, failure, quotes) = (watch::Sender::new(None), Mutex::new(None), Mutex::default());
        Self { inner: Arc::new(Inner { world, latest, failure, quotes, source: OnceLock::new() }) }
    }

    /// The prices for quotes.
    ///
    /// # Errors
    /// [`RatesUnavailable`] with the reason if there are no prices, or only outdated ones.
    pub fn current(&self) -> Result<Arc<PriceBook>, RatesUnavailable> {
        let latest = self.inner.latest.borrow().clone();
        let failure = || self.inner.failure.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let because = || failure().map_or_else(String::new, |reason| format!(" ({reason})"));
        let Some(book) = latest else {
            return Err(RatesUnavailable { reason: format!("no prices have been received yet{}", because()) });
        };
        let age = self.inner.world.now() - book.at;
        if age > TimeDelta::seconds(STALE_SECONDS) {
            let reason = format!("the latest prices are {} seconds old{}", age.num_seconds(), because());
            return Err(RatesUnavailable { reason });
        }
        Ok(book)
    }

    /// The prices for quotes of a tenant that has switched these sources off.
    ///
    /// # Errors
    /// The errors of [`Self::current`], also if the other sources have no recent prices or there is no other one.
    pub fn current_without(&self, off: &BTreeSet<String>) -> Result<Arc<PriceBook>, RatesUnavailable> {
        let whole = self.current()?;
        if off.is_empty() {
            return Ok(whole);
        }
        if off.contains(&whole.source) {
            return Err(RatesUnavailable { reason: "the source of prices is switched off".to_owned() });
        }
        let Some(book) = self.inner.source.get().and_then(|source| source.prices_without(off)) else {
            return Ok(whole);
        };
        match self.inner.world.now() - book.at > TimeDelta::seconds(STALE_SECONDS) {
            true => Err(RatesUnavailable { reason: "the prices of the other sources are outdated".to_owned() }),
            false => Ok(Arc::new(book)),
        }
    }

    /// The quotes of the sources when the prices were last read.
    #[must_use]
    pub fn quotes(&self) -> SourceQuotes {
        self.inner.quotes.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Subscribes to price books; the first value is the latest book.
    #[must_use]
    pub fn subscribe(&self) -> watch::Receiver<Option<Arc<PriceBook>>> {
        self.inner.latest.subscribe()
    }

    /// Publishes new prices. Ignores books older than the latest one, and books with a future timestamp: a source whose
    /// clock was ahead once would otherwise block later prices.
    pub fn publish(&self, book: PriceBook) {
        if book.at > self.inner.world.now() + TimeDelta::seconds(AHEAD_SECONDS) {
            tracing::error!(
                event = "price.future_refused", source = book.source, at = %book.at,
                "The time of the prices is in the future. Agio does not use them."
            );
            return;
        }
        self.inner.latest.send_if_modified(|latest| {
            let newer = latest.as_ref().is_none_or(|known| known.at <= book.at);
            if newer {
                *latest = Some(Arc::new(book));
            }
            newer
        });
    }

    /// Reads `source` once.
    pub async fn refresh(&self, source: &dyn RateSource) {
        let failed = match tokio::time::timeout(ANSWER, source.prices()).await {
            Ok(Ok(book)) => {
                self.publish(book);
                None
            }
            Ok(Err(error)) => Some(error.to_string()),
            Err(_) => Some("the source does not answer".to_owned()),
        };
        *self.inner.quotes.lock().unwrap_or_else(PoisonError::into_inner) = source.quotes();
        if let Some(reason) = &failed {
            tracing::warn!(event = "price.read_failed", reason, "Agio cannot read prices.");
        }
        *self.inner.failure.lock().unwrap_or_else(PoisonError::into_inner) = failed;
    }

    /// Reads `source` now and every [`REFRESH`], until the handle is stopped or dropped.
    #[must_use]
    pub fn start(&self, source: Arc<dyn RateSource>) -> RatesLoop {
        let (stop, mut stopped) = watch::channel(false);
        let rates = self.clone();
        self.inner.source.get_or_init(|| source.clone());
        let task = tokio::spawn(async move {
            let mut ticks = tokio::time::interval(REFRESH);
            ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
            loop {
                tokio::select! {
                    _ = stopped.changed() => return,
                    _ = ticks.tick() => rates.refresh(&*source).await,
                }
            }
        });
        RatesLoop { stop, task }
    }
}
