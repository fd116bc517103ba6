//! A replica, reduced to its Journal.

use kernel::World;
use ledger::{Journal, JournalConfig};
use store::{Store, StoreOptions};
use tokio::runtime::{Builder, Runtime};

/// The maximum number of connections of one replica.
const CONNECTIONS_MAX: u32 = 2;

/// A Journal with its own connections and thread, so that it can end like a crashed process: in the middle of any
/// operation.
pub struct Replica {
    pub journal: Journal,
    runtime: Option<Runtime>,
}

impl Replica {
    pub async fn start(url: &str, world: &World) -> Self {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let (url, world) = (url.to_owned(), world.clone());
        let started = runtime.spawn(async move {
            let options = StoreOptions { connections_max: CONNECTIONS_MAX, ..StoreOptions::default() };
            let store = Store::connect(&url, options).await.unwrap();
            Journal::start(store, world, JournalConfig { shards: 1, ..JournalConfig::default() })
        });
        Self { journal: started.await.unwrap(), runtime: Some(runtime) }
    }
}

/// Ends without finishing any work or closing any connection.
impl Drop for Replica {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
