//! Orders first. A price that comes a moment later is as good; an order waits with somebody's money in hand.
//!
//! While several orders are under way, prices wait for their end, and go on together then. So a crowd's orders do not queue
//! behind the next crowd's prices, and what comes together shares its round trips and commits
//! (see [`store::batch`]): both become quicker for it (docs/figures.md).

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::sync::Notify;

/// So many orders may be under way before prices wait: a few people are no crowd.
const ORDERS_BESIDE: usize = 4;
/// No price waits longer, however many orders there are.
const WAIT_MAX: Duration = Duration::from_millis(50);

/// How many orders are under way, and who waits for them.
#[derive(Debug, Default)]
pub(crate) struct RightOfWay {
    under_way: AtomicUsize,
    clear: Notify,
}

/// An order under way, until it is dropped.
pub(crate) struct Going<'a>(&'a RightOfWay);

impl RightOfWay {
    /// An order begins.
    pub(crate) fn go(&self) -> Going<'_> {
        self.under_way.fetch_add(1, Ordering::SeqCst);
        Going(self)
    }

    /// Waits while many orders are under way, at most [`WAIT_MAX`].
    pub(crate) async fn give_way(&self) {
        // Before the look: it hears of whatever ends from here on.
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
    async fn prices_wait_for_a_crowd_of_orders_and_go_on_together_when_it_is_gone() {
        let way = RightOfWay::default();
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
    async fn a_price_goes_on_in_the_end_however_many_order() {
        let way = RightOfWay::default();
        let _crowd: Vec<_> = (0..500).map(|_| way.go()).collect();
        tokio::time::timeout(Duration::from_secs(60), way.give_way()).await.expect("it waits for no end of them");
    }
}
