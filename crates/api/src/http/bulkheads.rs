//! Separate concurrency limits (bulkheads) for each class of request: quotes cannot block orders, and slow uploads
//! cannot block anything else.

use std::time::Duration;

use axum::http::Method;
use tokio::sync::{Semaphore, SemaphorePermit};

use super::min_rate::Pace;
use super::paths;
use super::priority::{Going, OrderPriority};

/// Limits of one class of request.
#[derive(Debug, Clone, Copy)]
pub struct BulkheadLimits {
    /// Maximum concurrent requests. Further requests are rejected rather than queued, so that the accepted ones stay
    /// fast.
    pub slots: usize,
    /// Time limit of one request.
    pub time_max: Duration,
    /// Minimum transfer rate of the body.
    pub pace: Pace,
    /// Minimum transfer rate of a body that starts while half of the slots are in use, because a slow body then blocks
    /// other requests.
    pub crowded_pace: Pace,
}

/// Class of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Upload of a KYC document, of a picture for support, of a logo, or of a bank's statements.
    Upload,
    /// Quote. Requested repeatedly while the customer types.
    Quote,
    /// Order. Has priority over quotes.
    Order,
    /// Any other request.
    Other,
}

/// Whether a request is an upload.
pub(crate) fn is_upload(method: &Method, path: &str) -> bool {
    kind(method, path) == Kind::Upload
}

fn kind(method: &Method, path: &str) -> Kind {
    match path {
        paths::UPLOAD_PATH | paths::SUPPORT_PICTURES_PATH | paths::STATEMENTS_PATH if method == Method::POST => {
            Kind::Upload
        }
        paths::LOGO_PATH if method == Method::PUT => Kind::Upload,
        paths::QUOTES_PATH | paths::PARTNER_QUOTES_PATH if method == Method::POST => Kind::Quote,
        paths::ORDERS_PATH if method == Method::POST => Kind::Order,
        _ => Kind::Other,
    }
}

/// The slots of one class.
struct Bulkhead {
    slots: Semaphore,
    limits: BulkheadLimits,
}

impl Bulkhead {
    fn new(limits: BulkheadLimits) -> Self {
        Self { slots: Semaphore::new(limits.slots), limits }
    }

    /// The minimum transfer rate for a body that starts now.
    fn pace(&self) -> Pace {
        let is_crowded = self.slots.available_permits() * 2 < self.limits.slots;
        if is_crowded { self.limits.crowded_pace } else { self.limits.pace }
    }
}

/// A request in progress. Dropping it frees the slot.
pub(crate) struct BulkheadSlot<'a> {
    _permit: SemaphorePermit<'a>,
    _order: Option<Going<'a>>,
    /// Time limit of this request.
    pub(crate) time_max: Duration,
    /// Minimum transfer rate of its body.
    pub(crate) pace: Pace,
}

/// All bulkheads.
pub(crate) struct Bulkheads {
    uploads: Bulkhead,
    quotes: Bulkhead,
    others: Bulkhead,
    orders_first: OrderPriority,
}

impl Bulkheads {
    pub(crate) fn new(uploads: BulkheadLimits, quotes: BulkheadLimits, others: BulkheadLimits) -> Self {
        let (uploads, quotes, others) = (Bulkhead::new(uploads), Bulkhead::new(quotes), Bulkhead::new(others));
        Self { uploads, quotes, others, orders_first: OrderPriority::default() }
    }

    /// Acquires a slot, and lets orders pass before a quote. `None` if all slots are in use.
    pub(crate) async fn enter(&self, method: &Method, path: &str) -> Option<BulkheadSlot<'_>> {
        let kind = kind(method, path);
        let bulkhead = match kind {
            Kind::Upload => &self.uploads,
            Kind::Quote => &self.quotes,
            Kind::Order | Kind::Other => &self.others,
        };
        let slot = bulkhead.slots.try_acquire().ok()?;
        if kind == Kind::Quote {
            self.orders_first.give_way().await;
        }
        let order = (kind == Kind::Order).then(|| self.orders_first.go());
        Some(BulkheadSlot { _permit: slot, _order: order, time_max: bulkhead.limits.time_max, pace: bulkhead.pace() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SLOW: Pace = Pace { bytes_per_second: 1, silence: Duration::from_secs(5) };
    const FAST: Pace = Pace { bytes_per_second: 2, silence: Duration::from_secs(5) };

    fn of(slots: usize) -> BulkheadLimits {
        BulkheadLimits { slots, time_max: Duration::from_secs(1), pace: SLOW, crowded_pace: FAST }
    }

    #[tokio::test]
    async fn under_load_the_minimum_rate_of_a_body_is_higher() {
        let bulkheads = Bulkheads::new(of(4), of(1), of(1));
        let enter = async || bulkheads.enter(&Method::POST, paths::UPLOAD_PATH).await.unwrap();
        let first = [enter().await, enter().await];
        assert!(first.iter().all(|slot| slot.pace == SLOW));
        let third = enter().await;
        assert_eq!(third.pace, FAST);
        drop((first, third));
        assert_eq!(enter().await.pace, SLOW);
    }

    #[tokio::test]
    async fn price_requests_never_take_the_capacity_of_orders() {
        let one = of(1);
        let bulkheads = Bulkheads::new(one, one, one);
        let enter = async |method: Method, path| bulkheads.enter(&method, path).await;
        let _price = enter(Method::POST, "/api/client/v1/quotes").await.unwrap();
        assert!(enter(Method::POST, "/api/client/v1/quotes").await.is_none(), "one too many");
        let order = enter(Method::POST, "/api/client/v1/orders").await;
        assert!(order.is_some());
        assert!(enter(Method::GET, "/api/client/v1/user/documents").await.is_none(), "reading is like everything else");
        assert!(enter(Method::POST, "/api/client/v1/user/documents").await.is_some());
        drop(order);
        assert!(enter(Method::GET, "/api/client/v1/user").await.is_some(), "there is room again");
    }
}
