//! A replica of the house, as far as the ledger knows one.

use kernel::World;
use ledger::{Journal, JournalConfig};
use store::{Store, StoreOptions};
use tokio::runtime::{Builder, Runtime};

/// Connections of one replica at most.
const CONNECTIONS_MAX: u32 = 2;

/// A Journal with connections and a thread of its own, so that it can die as a process does: in the middle of whatever it
/// is doing.
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

/// Nothing is finished, nothing is said good-bye to.
impl Drop for Replica {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
