//! A real Journal on PostgreSQL that gets the requests of the ledger in memory, and must give the same answers.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::Poll;

use kernel::{ManualClock, TenantId, World};
use ledger::{Change, CommitError, InvalidChange, Receipt};
use simulation::dice::Dice;
use simulation::plan::Plan;
use simulation::recording_ledger::Asked;
use sqlx::PgConnection;
use store::testing::{TestDb, tenant};
use uuid::Uuid;

use crate::replica::Replica;

/// The number of replicas on one database, as in the simulation.
const REPLICAS: u64 = 3;
/// The maximum number of concurrent changes.
const TOGETHER_MAX: u64 = 12;
/// The percentage of batches that go to a newly started replica without any cached state.
const RESTARTS_PERCENT: u64 = 3;
/// The maximum life of a dying replica, in round trips to the database.
const LIVES_MAX: u64 = 24;

pub type Answer = Result<Receipt, CommitError>;

/// The next tenant number: each instance has its own tenant, so that one database serves many.
static HOUSES: AtomicU32 = AtomicU32::new(1);

/// The number of answers of each kind.
pub type Answers = BTreeMap<&'static str, u64>;

pub struct RealJournal {
    url: String,
    pub conn: PgConnection,
    clock: Arc<ManualClock>,
    world: World,
    pub tenant: TenantId,
    replicas: Vec<Replica>,
    dice: Dice,
    /// The ids of changes: from the ledger in memory to the real Journal.
    pub changes: BTreeMap<Uuid, Uuid>,
    pub answers: Answers,
}

impl RealJournal {
    pub async fn open(db: &TestDb, plan: &Plan, first: &Asked) -> Self {
        let clock = ManualClock::at(first.at);
        let world = World::seeded(clock.clone(), plan.seed);
        let url = db.url();
        let mut replicas = Vec::new();
        for _ in 0..REPLICAS {
            replicas.push(Replica::start(&url, &world).await);
        }
        let (conn, dice) = (db.connect().await, Dice::new(plan.seed));
        let tenant = tenant(HOUSES.fetch_add(1, Ordering::Relaxed));
        Self { url, conn, clock, world, tenant, replicas, dice, changes: BTreeMap::new(), answers: Answers::new() }
    }

    /// Sends all requests in their order, at their time.
    pub async fn ask(&mut self, asked: &[Asked]) -> Result<(), String> {
        let mut rest = asked;
        while let Some(first) = rest.first() {
            self.clock.set(first.at);
            let (now, later) = rest.split_at(self.together(rest));
            let answers =
                if first.heard { self.hand_over(now).await } else { vec![self.die_and_ask_again(first).await] };
            for (asked, answer) in now.iter().zip(&answers) {
                self.hear(asked, answer).map_err(|what| format!("{what}: {:#?}", asked.change))?;
            }
            rest = later;
        }
        Ok(())
    }

    /// The number of requests to send concurrently: those of one time. A request whose answer is lost goes alone.
    fn together(&mut self, rest: &[Asked]) -> usize {
        let most = 1 + self.dice.below(TOGETHER_MAX);
        let alike = |asked: &&Asked| asked.at == rest[0].at && asked.heard;
        rest.iter().take(most as usize).take_while(alike).count().max(1)
    }

    async fn hand_over(&mut self, asked: &[Asked]) -> Vec<Answer> {
        let at = self.dice.below(REPLICAS) as usize;
        if self.dice.chance(RESTARTS_PERCENT) {
            self.replicas[at] = Replica::start(&self.url, &self.world).await;
        }
        let journal = &self.replicas[at].journal;
        let ask = |asked: &Asked| Box::pin(journal.commit(self.tenant, self.own(&asked.change)));
        let mut waiting: Vec<_> = asked.iter().map(ask).collect();
        let mut answers = Vec::new();
        for waits in &mut waiting {
            answers.push(begun(waits).await);
        }
        let mut all = Vec::new();
        for (answer, waits) in answers.into_iter().zip(waiting) {
            all.push(match answer {
                Some(answer) => answer,
                None => waits.await,
            });
        }
        all
    }

    /// The replica dies between the request and the answer, and another one gets the same request under the same key.
    async fn die_and_ask_again(&mut self, asked: &Asked) -> Answer {
        let at = self.dice.below(REPLICAS) as usize;
        let other = (at + 1 + self.dice.below(REPLICAS - 1) as usize) % REPLICAS as usize;
        let next = Replica::start(&self.url, &self.world).await;
        let dying = std::mem::replace(&mut self.replicas[at], next);
        let mut asking = Box::pin(dying.journal.commit(self.tenant, self.own(&asked.change)));
        begun(&mut asking).await;
        for _ in 0..self.dice.below(LIVES_MAX) {
            sqlx::query("SELECT 1").execute(&mut self.conn).await.unwrap();
        }
        drop(asking);
        drop(dying);
        let answer = self.replicas[other].journal.commit(self.tenant, self.own(&asked.change)).await;
        if let (Ok(played), Ok(real)) = (&asked.answer, &answer)
            && !played.replayed
        {
            let found = if real.replayed { "died after the commit" } else { "died before the commit" };
            *self.answers.entry(found).or_default() += 1;
        }
        answer
    }

    /// The change with this instance's tenant in its jobs.
    fn own(&self, change: &Change) -> Change {
        let mut own = change.clone();
        own.jobs.iter_mut().for_each(|job| job.tenant = Some(self.tenant));
        own
    }

    /// Compares an answer with that of the ledger in memory.
    fn hear(&mut self, asked: &Asked, answer: &Answer) -> Result<(), String> {
        *self.answers.entry(name(answer)).or_default() += 1;
        let alike = match (&asked.answer, answer) {
            (Ok(played), Ok(real)) => {
                // After a crash, either result is correct: the repetition finds out whether the commit took place.
                let replayed = if asked.heard || played.replayed { real.replayed } else { played.replayed };
                let expected = Receipt { change: real.change, ..played.clone() };
                self.is_change(played.change, real.change) && expected == Receipt { replayed, ..real.clone() }
            }
            // The database reports a used transfer id last, and only for a change's first transfer: see
            // docs/simulation.md.
            (Err(CommitError::Invalid(InvalidChange::TransferExists(_))), Err(real)) => is_final(real),
            (Err(played), Err(real)) => played == real,
            _ => false,
        };
        if alike {
            return Ok(());
        }
        Err(format!("in memory: {:?}\nthe real Journal: {answer:?}\nheard: {}", asked.answer, asked.heard))
    }

    /// Whether both ids belong to the same change. Each side generates its own ids; all other fields must be equal.
    fn is_change(&mut self, played: Uuid, real: Uuid) -> bool {
        match self.changes.get(&played) {
            Some(known) => *known == real,
            None => {
                let new = self.changes.values().all(|known| *known != real);
                self.changes.insert(played, real);
                new
            }
        }
    }
}

/// Whether the change is refused permanently.
fn is_final(error: &CommitError) -> bool {
    matches!(error, CommitError::Invalid(_) | CommitError::Insufficient { .. })
}

/// The kind of an answer.
fn name(answer: &Answer) -> &'static str {
    match answer {
        Ok(receipt) if receipt.replayed => "replayed",
        Ok(_) => "written",
        Err(CommitError::Moved { .. }) => "moved",
        Err(CommitError::Insufficient { .. }) => "insufficient",
        Err(CommitError::Invalid(InvalidChange::HoldEnded(_))) => "hold ended",
        Err(CommitError::Invalid(InvalidChange::TransferExists(_))) => "transfer exists",
        Err(CommitError::Invalid(InvalidChange::RecordIdentity(_))) => "identity",
        Err(CommitError::Invalid(_)) => "invalid",
        Err(CommitError::Overloaded | CommitError::Unavailable) => "unavailable",
    }
}

/// Polls the request once, which puts the change into the queue in the order of the calls.
async fn begun<F: Future<Output = Answer>>(waits: &mut Pin<Box<F>>) -> Option<Answer> {
    std::future::poll_fn(|cx| {
        Poll::Ready(match waits.as_mut().poll(cx) {
            Poll::Ready(answer) => Some(answer),
            Poll::Pending => None,
        })
    })
    .await
}
