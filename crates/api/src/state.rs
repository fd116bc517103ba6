//! What every handler can reach.

use std::sync::Arc;

use exchange::Exchange;
use exchange::rails::Acquirer;
use identity::Identity;
use kernel::World;
use store::Store;
use tokio::sync::{Semaphore, watch};

use crate::http::limits::Room;
use crate::http::rate_limit::{Limiter, Rate};
use crate::panel::SandboxPanel;

/// Limits of this process; the defaults are those of reference api.md B8.
#[derive(Debug, Clone)]
pub struct ApiConfig {
    /// Requests in work at once.
    pub requests_max: usize,
    /// Requests by one address.
    pub per_address: Rate,
    /// Requests by one signed-in person.
    pub per_customer: Rate,
    /// Websockets open at once.
    pub sockets_max: usize,
}

impl Default for ApiConfig {
    fn default() -> Self {
        Self {
            requests_max: 512,
            per_address: Rate { per_second: 50, burst: 200 },
            per_customer: Rate { per_second: 10, burst: 40 },
            sockets_max: 2_000,
        }
    }
}

/// The parts that the server puts together.
pub struct Services {
    /// Time, ids and randomness.
    pub world: World,
    /// The database.
    pub store: Store,
    /// People and tenants.
    pub identity: Identity,
    /// The exchanger.
    pub exchange: Exchange,
    /// Exchanges cards for tokens.
    pub acquirer: Arc<dyn Acquirer>,
    /// The played world, where there is one.
    pub panel: Option<Arc<dyn SandboxPanel>>,
    /// Turns true when the server stops; open websockets end then.
    pub stopping: watch::Receiver<bool>,
}

/// What every handler can reach. Cheap to clone.
#[derive(Clone)]
pub struct AppState(Arc<Inner>);

struct Inner {
    services: Services,
    room: Room,
    sockets: Arc<Semaphore>,
    by_address: Limiter,
    by_customer: Limiter,
}

impl AppState {
    /// The state of a server.
    pub fn new(services: Services, config: &ApiConfig) -> Self {
        Self(Arc::new(Inner {
            services,
            room: Room::for_requests(config.requests_max),
            sockets: Arc::new(Semaphore::new(config.sockets_max)),
            by_address: Limiter::new(config.per_address),
            by_customer: Limiter::new(config.per_customer),
        }))
    }

    /// Time, ids and randomness.
    pub fn world(&self) -> &World {
        &self.0.services.world
    }

    /// The database.
    pub fn store(&self) -> &Store {
        &self.0.services.store
    }

    /// People and tenants.
    pub fn identity(&self) -> &Identity {
        &self.0.services.identity
    }

    pub(crate) fn exchange(&self) -> &Exchange {
        &self.0.services.exchange
    }

    pub(crate) fn acquirer(&self) -> &dyn Acquirer {
        &*self.0.services.acquirer
    }

    pub(crate) fn panel(&self) -> Option<&dyn SandboxPanel> {
        self.0.services.panel.as_deref()
    }

    pub(crate) fn stopping(&self) -> watch::Receiver<bool> {
        self.0.services.stopping.clone()
    }

    pub(crate) fn room(&self) -> &Room {
        &self.0.room
    }

    pub(crate) fn sockets(&self) -> Arc<Semaphore> {
        self.0.sockets.clone()
    }

    pub(crate) fn by_address(&self) -> &Limiter {
        &self.0.by_address
    }

    pub(crate) fn by_customer(&self) -> &Limiter {
        &self.0.by_customer
    }
}
