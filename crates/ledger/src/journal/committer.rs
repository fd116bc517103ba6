use std::collections::BTreeMap;
use std::sync::Arc;

use kernel::{TenantId, World};
use store::Store;
use tokio::sync::{Mutex, mpsc, oneshot};

use super::batch::{Answer, commit_batch};
use super::check::Checked;

/// A change and who waits for its answer.
pub(super) struct Queued {
    pub tenant: TenantId,
    pub checked: Checked,
    pub answer: oneshot::Sender<Answer>,
}

/// One lane of a shard: takes whatever is waiting (never a timer), commits it tenant by tenant, until the queue is closed
/// and empty. Lanes of a shard are to each other what Journals of two replicas are: the database keeps them apart.
pub(super) async fn run(store: Store, world: World, queue: Arc<Mutex<mpsc::Receiver<Queued>>>, batch_max: usize) {
    loop {
        let mut waiting = Vec::new();
        if queue.lock().await.recv_many(&mut waiting, batch_max).await == 0 {
            return;
        }
        for (tenant, changes) in by_tenant(waiting) {
            // A task of its own: should a batch panic, its callers get an answer and the lane goes on.
            let work = commit_and_answer(store.clone(), world.clone(), tenant, changes);
            if let Err(error) = tokio::spawn(work).await {
                tracing::error!(%error, %tenant, "a batch failed");
            }
        }
    }
}

fn by_tenant(waiting: Vec<Queued>) -> BTreeMap<TenantId, Vec<Queued>> {
    let mut tenants: BTreeMap<TenantId, Vec<Queued>> = BTreeMap::new();
    for queued in waiting {
        tenants.entry(queued.tenant).or_default().push(queued);
    }
    tenants
}

async fn commit_and_answer(store: Store, world: World, tenant: TenantId, changes: Vec<Queued>) {
    let (batch, waiting): (Vec<Checked>, Vec<_>) = changes.into_iter().map(|q| (q.checked, q.answer)).unzip();
    let refs: Vec<&Checked> = batch.iter().collect();
    let answers = commit_batch(&store, &world, tenant, &refs).await;
    for (answer, waits) in answers.into_iter().zip(waiting) {
        // A caller that has gone learns the outcome by asking with the same key.
        let _ = waits.send(answer);
    }
}
