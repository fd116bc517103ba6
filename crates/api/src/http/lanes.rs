//! Requests of one kind take no place of another kind: who asks for prices turns away no order, and pictures over slow lines
//! turn away nobody.

use std::time::Duration;

use axum::http::Method;
use tokio::sync::{Semaphore, SemaphorePermit};

use super::right_of_way::{Going, RightOfWay};

/// How many requests of a kind there may be.
#[derive(Debug, Clone, Copy)]
pub struct LaneLimits {
    /// In work at once. More are turned away rather than queued, so that those in work stay quick.
    pub places: usize,
    /// How long each may take.
    pub time_max: Duration,
}

/// The kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A picture.
    Upload,
    /// A price. Asked for again and again while somebody types.
    Quote,
    /// An order: prices give way to it.
    Order,
    /// All else.
    Other,
}

fn kind(method: &Method, path: &str) -> Kind {
    match path {
        crate::user::UPLOAD_PATH if method == Method::POST => Kind::Upload,
        crate::client::QUOTES_PATH if method == Method::POST => Kind::Quote,
        crate::client::ORDERS_PATH if method == Method::POST => Kind::Order,
        _ => Kind::Other,
    }
}

/// One kind's places.
struct Lane {
    places: Semaphore,
    time_max: Duration,
}

impl Lane {
    fn new(limits: LaneLimits) -> Self {
        Self { places: Semaphore::new(limits.places), time_max: limits.time_max }
    }
}

/// A request on its way; dropping it makes room.
pub(crate) struct Place<'a> {
    _place: SemaphorePermit<'a>,
    _order: Option<Going<'a>>,
    /// How long a request of this kind may take.
    pub(crate) time_max: Duration,
}

/// All of them.
pub(crate) struct Lanes {
    uploads: Lane,
    quotes: Lane,
    others: Lane,
    orders_first: RightOfWay,
}

impl Lanes {
    pub(crate) fn new(uploads: LaneLimits, quotes: LaneLimits, others: LaneLimits) -> Self {
        let (uploads, quotes, others) = (Lane::new(uploads), Lane::new(quotes), Lane::new(others));
        Self { uploads, quotes, others, orders_first: RightOfWay::default() }
    }

    /// A place for such a request, once it is its turn; `None` while all are taken.
    pub(crate) async fn enter(&self, method: &Method, path: &str) -> Option<Place<'_>> {
        let kind = kind(method, path);
        let lane = match kind {
            Kind::Upload => &self.uploads,
            Kind::Quote => &self.quotes,
            Kind::Order | Kind::Other => &self.others,
        };
        let place = lane.places.try_acquire().ok()?;
        if kind == Kind::Quote {
            self.orders_first.give_way().await;
        }
        let order = (kind == Kind::Order).then(|| self.orders_first.go());
        Some(Place { _place: place, _order: order, time_max: lane.time_max })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn who_asks_for_prices_turns_away_nobody_who_orders() {
        let one = LaneLimits { places: 1, time_max: Duration::from_secs(1) };
        let lanes = Lanes::new(one, one, one);
        let enter = async |method: Method, path| lanes.enter(&method, path).await;
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
