//! Priority of orders over quotes. A quote may come a moment later; an order has a customer waiting with money.
//!
//! While several orders are in progress, quotes wait until they end, and then continue together. This keeps a burst of
//! orders from queueing behind the next burst of quotes, and lets simultaneous requests share round trips and commits
//! (see [`store::batch`]). Both become faster (docs/figures.md).

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::sync::Notify;

/// Number of concurrent orders up to which quotes do not wait.
const ORDERS_BESIDE: usize = 4;
/// Maximum delay of a quote.
const WAIT_MAX: Duration = Duration::from_millis(50);

/// The number of orders in progress, and the quotes that wait for them.
#[derive(Debug, Default)]
pub(crate) struct OrderPriority {
    under_way: AtomicUsize,
    clear: Notify,
}

/// An order in progress. Dropping it ends it.
pub(crate) struct Going<'a>(&'a OrderPriority);

impl OrderPriority {
    /// Starts an order.
    pub(crate) fn go(&self) -> Going<'_> {
        self.under_way.fetch_add(1, Ordering::SeqCst);
        Going(self)
    }

    /// Waits while many orders are in progress, at most [`WAIT_MAX`].
    pub(crate) async fn give_way(&self) {
        // Registered before the check, so that no notification is missed in between.
        let clear = self.clear.notified();
        if self.under_way.load(Ordering::SeqCst) > ORDERS_BESIDE {
            let _ = tokio::time::timeout(WAIT_MAX, clear).await;
        }
    }
}

impl Drop for Going<'_> {
    fn drop(&mut self) {
        if self.0.under_way.fetch_sub(1, Ordering::SeqCst) == ORDERS_BESIDE + 1 {
            self.0.clear.notify_waiters();
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[tokio::test]
    async fn price_requests_wait_while_orders_are_many_and_resume_together() {
        let way = OrderPriority::default();
        let few: Vec<_> = (0..ORDERS_BESIDE).map(|_| way.go()).collect();
        way.give_way().now_or_never().expect("a few orders hold up nobody");
        let one_more = way.go();
        let (mut first, mut second) = (Box::pin(way.give_way()), Box::pin(way.give_way()));
        assert!(first.as_mut().now_or_never().is_none() && second.as_mut().now_or_never().is_none());
        drop(one_more);
        assert!(first.now_or_never().is_some() && second.now_or_never().is_some());
        drop(few);
    }

    #[tokio::test]
    async fn a_price_request_is_served_in_the_end_under_any_load_of_orders() {
        let way = OrderPriority::default();
        let _crowd: Vec<_> = (0..500).map(|_| way.go()).collect();
        tokio::time::timeout(Duration::from_secs(60), way.give_way()).await.expect("it waits for no end of them");
    }
}
