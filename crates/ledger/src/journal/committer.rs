//! The committer of a shard: forms batches of waiting changes, tenant by tenant, and commits them.

use std::collections::{HashMap, VecDeque};

use kernel::{TenantId, World};
use store::{Session, Store};
use tokio::sync::{mpsc, oneshot};
use tokio::task::{Id, JoinError, JoinSet};

use super::JournalConfig;
use super::batch::{Answer, commit_batch};
use super::books::UNDER_WAY_MAX;
use super::check::CheckedChange;
use super::in_flight::{Flown, GivenBack, Turn, fly};
use super::tenant_queue::TenantQueue;

/// The maximum number of idle tenants whose state is cached, and of cached rows of all tenants of a shard (about 40
/// MB): enough for the keys and accounts of a few dozen busy tenants. Each evicted tenant must read its rows again.
const IDLE_MAX: usize = 64;
const ROWS_MAX: usize = 150_000;

/// A change and the channel for its answer.
pub(super) struct Queued {
    pub tenant: TenantId,
    /// Boxed, because it is large and moves between queues.
    pub checked: Box<CheckedChange>,
    pub answer: oneshot::Sender<Answer>,
}

/// A finished batch.
struct Landed {
    tenant: TenantId,
    /// The number of rows in its tenant's cache.
    rows: usize,
    /// Its connection, for the next batch.
    kept: Option<Session>,
    /// The batch and the reason, if the optimistic path aborted.
    back: Option<(u64, Vec<Queued>, GivenBack)>,
}

pub(super) struct Committer {
    store: Store,
    world: World,
    batch_max: usize,
    /// The maximum number of in-flight batches of one tenant, and of all.
    depth: usize,
    in_flight_max: usize,
    queues: HashMap<TenantId, TenantQueue>,
    /// The tenants in round-robin order.
    ring: VecDeque<TenantId>,
    waiting: usize,
    in_flight: JoinSet<Landed>,
    /// The tenant and the number of changes of each in-flight batch.
    sizes: HashMap<Id, (TenantId, usize)>,
    /// Connections of batches that have just finished, kept only for batches that start immediately.
    kept: Vec<Session>,
}

impl Committer {
    pub fn new(store: Store, world: World, config: JournalConfig) -> Self {
        let depth = config.in_flight_per_tenant.clamp(1, UNDER_WAY_MAX);
        Self {
            store,
            world,
            batch_max: config.batch_max.max(1),
            depth,
            in_flight_max: config.in_flight_per_shard.max(depth),
            queues: HashMap::new(),
            ring: VecDeque::new(),
            waiting: 0,
            in_flight: JoinSet::new(),
            sizes: HashMap::new(),
            kept: Vec::new(),
        }
    }

    /// Commits waiting changes, without any timer, until the queue is closed and empty.
    pub async fn run(mut self, mut queue: mpsc::Receiver<Queued>) {
        let mut open = true;
        while open || !self.in_flight.is_empty() || self.waiting > 0 {
            let room = (4 * self.batch_max).saturating_sub(self.waiting);
            // A single tenant cannot start more than its own share. Later changes then wait in the queue and wake no
            // task.
            let in_flight_max = if self.ring.len() > 1 { self.in_flight_max } else { self.depth };
            let takes = open && room > 0 && self.in_flight.len() < in_flight_max;
            let mut came = Vec::new();
            tokio::select! {
                biased;
                Some(landed) = self.in_flight.join_next_with_id(), if !self.in_flight.is_empty() => {
                    self.land(landed);
                    // The next queued changes may reuse the connection of the finished batch.
                    while came.len() < room && let Ok(queued) = queue.try_recv() {
                        came.push(queued);
                    }
                }
                taken = queue.recv_many(&mut came, room), if takes => open = taken > 0,
                else => {}
            }
            self.line_up(came);
            self.start();
            self.kept.clear();
        }
    }

    fn line_up(&mut self, came: Vec<Queued>) {
        self.waiting += came.len();
        for queued in came {
            let tenant = queued.tenant;
            let queue = self.queues.entry(tenant).or_insert_with(TenantQueue::new);
            if !queue.in_ring {
                queue.in_ring = true;
                self.ring.push_back(tenant);
            }
            queue.waiting.push_back(queued);
        }
    }

    /// Starts one batch per tenant in turn until no more may start.
    fn start(&mut self) {
        let mut begun = usize::MAX;
        while begun > 0 {
            begun = self.start_round();
        }
    }

    fn start_round(&mut self) -> usize {
        let mut begun = 0;
        for _ in 0..self.ring.len() {
            if self.in_flight.len() >= self.in_flight_max {
                return 0;
            }
            let Some(tenant) = self.ring.pop_front() else { return 0 };
            let Some(queue) = self.queues.get_mut(&tenant) else { continue };
            if queue.is_idle() {
                queue.in_ring = false;
                continue;
            }
            if queue.may_start(self.depth) {
                self.begin(tenant);
                begun += 1;
            }
            self.ring.push_back(tenant);
        }
        begun
    }

    fn begin(&mut self, tenant: TenantId) {
        let Some(queue) = self.queues.get_mut(&tenant) else { return };
        queue.under_way += 1;
        queue.begun += 1;
        let (store, world, number) = (self.store.clone(), self.world.clone(), queue.begun);
        let back = std::mem::take(&mut queue.back);
        queue.alone = !back.is_empty() || queue.pessimistic > 0;
        let (task, size) = if !back.is_empty() {
            queue.forget();
            let batches: Vec<_> = back.into_values().collect();
            let size = batches.iter().map(Vec::len).sum();
            (self.in_flight.spawn(commit_pessimistically(store, world, tenant, batches)), size)
        } else {
            let batch = queue.take(self.batch_max);
            let size = batch.len();
            self.waiting -= size;
            let task = if queue.pessimistic > 0 {
                queue.pessimistic -= 1;
                self.in_flight.spawn(commit_pessimistically(store, world, tenant, vec![batch]))
            } else {
                self.in_flight.spawn(commit_optimistically(
                    store,
                    world,
                    tenant,
                    number,
                    batch,
                    queue.turn(),
                    self.kept.pop(),
                ))
            };
            (task, size)
        };
        queue.changes += size;
        self.sizes.insert(task.id(), (tenant, size));
    }

    fn land(&mut self, landed: Result<(Id, Landed), JoinError>) {
        let (id, landed) = match landed {
            Ok((id, landed)) => (id, Some(landed)),
            // Its callers notice that their channels are closed.
            Err(error) => {
                tracing::error!(event = "batch.failed", %error, "A batch failed. Its callers get an error.");
                (error.id(), None)
            }
        };
        let Some((tenant, size)) = self.sizes.remove(&id) else { return };
        let Some(queue) = self.queues.get_mut(&tenant) else { return };
        queue.under_way -= 1;
        queue.changes -= size;
        match landed {
            Some(Landed { back: None, rows, kept, .. }) => {
                self.kept.extend(kept);
                queue.rows = rows;
                if !queue.alone {
                    queue.went_well();
                }
            }
            Some(Landed { back: Some((number, batch, reason)), tenant, .. }) => {
                tracing::debug!(
                    event = "batch.given_back", %reason, %tenant, changes = batch.len(),
                    "The ledger gave back a batch. It commits the batch again, with locks."
                );
                queue.give_back(number, batch, &reason);
            }
            None => queue.forget(),
        }
        self.tidy();
    }

    /// Evicts idle tenants if there are too many, and unused caches if they are too large.
    fn tidy(&mut self) {
        let too_large = self.queues.values().map(|queue| queue.rows).sum::<usize>() > ROWS_MAX;
        if too_large || self.queues.values().filter(|queue| queue.is_idle()).count() > IDLE_MAX {
            self.queues.retain(|_, queue| queue.in_ring || !queue.is_idle());
        }
        if too_large {
            self.queues.values_mut().filter(|queue| queue.under_way == 0).for_each(TenantQueue::forget);
        }
    }
}

/// The optimistic path.
async fn commit_optimistically(
    store: Store,
    world: World,
    tenant: TenantId,
    number: u64,
    batch: Vec<Queued>,
    turn: Turn,
    kept: Option<Session>,
) -> Landed {
    let refs: Vec<&CheckedChange> = batch.iter().map(|queued| &*queued.checked).collect();
    let flown = fly(&store, &world, tenant, &refs, turn, kept).await;
    match flown {
        Ok(Flown { answers, rows, kept }) => {
            answer(batch, answers);
            Landed { tenant, rows, kept, back: None }
        }
        Err(reason) => Landed { tenant, rows: 0, kept: None, back: Some((number, batch, reason)) },
    }
}

/// The pessimistic path, batch after batch.
async fn commit_pessimistically(store: Store, world: World, tenant: TenantId, batches: Vec<Vec<Queued>>) -> Landed {
    for batch in batches {
        let refs: Vec<&CheckedChange> = batch.iter().map(|queued| &*queued.checked).collect();
        let answers = commit_batch(&store, &world, tenant, &refs).await;
        answer(batch, answers);
    }
    Landed { tenant, rows: 0, kept: None, back: None }
}

fn answer(batch: Vec<Queued>, answers: Vec<Answer>) {
    for (queued, answer) in batch.into_iter().zip(answers) {
        // A caller that has disconnected can learn the outcome by a retry with the same key.
        let _ = queued.answer.send(answer);
    }
}
