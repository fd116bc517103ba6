//! A house on a real PostgreSQL that is asked what the one in memory was asked, and must answer the same.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::Poll;

use kernel::{ManualClock, TenantId, World};
use ledger::{Change, CommitError, InvalidChange, Receipt};
use simulation::asked::Asked;
use simulation::dice::Dice;
use simulation::plan::Plan;
use sqlx::PgConnection;
use store::testing::{TestDb, tenant};
use uuid::Uuid;

use crate::replica::Replica;

/// Replicas over one database, as in the simulation.
const REPLICAS: u64 = 3;
/// Changes that are handed over at the same moment at most.
const TOGETHER_MAX: u64 = 12;
/// In so many of a hundred cases a replica that is about to be asked is a new one, which remembers nothing.
const RESTARTS_PERCENT: u64 = 3;
/// The one who asked lives for so many round trips to the database at most.
const LIVES_MAX: u64 = 24;

pub type Answer = Result<Receipt, CommitError>;

/// Every house has a tenant of its own, so that one database holds many.
static HOUSES: AtomicU32 = AtomicU32::new(1);

/// What was answered how often.
pub type Answers = BTreeMap<&'static str, u64>;

pub struct House {
    url: String,
    pub conn: PgConnection,
    clock: Arc<ManualClock>,
    world: World,
    pub tenant: TenantId,
    replicas: Vec<Replica>,
    dice: Dice,
    /// Ids of changes: the one in memory gave this, the real Journal that.
    pub changes: BTreeMap<Uuid, Uuid>,
    pub answers: Answers,
}

impl House {
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

    /// Asks everything in its order, at its time.
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

    /// How many are handed over at the same moment: those of one time. Who will not hear an answer asks alone.
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

    /// The replica that is asked dies somewhere between the question and the answer. Another one is asked under the same key.
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

    /// The change, as this house asks for it: its jobs are its own.
    fn own(&self, change: &Change) -> Change {
        let mut own = change.clone();
        own.jobs.iter_mut().for_each(|job| job.tenant = Some(self.tenant));
        own
    }

    /// Compares an answer with the one that was given in memory.
    fn hear(&mut self, asked: &Asked, answer: &Answer) -> Result<(), String> {
        *self.answers.entry(name(answer)).or_default() += 1;
        let alike = match (&asked.answer, answer) {
            (Ok(played), Ok(real)) => {
                // Whether the one who died had committed it is what the repeat is for.
                let replayed = if asked.heard || played.replayed { real.replayed } else { played.replayed };
                let expected = Receipt { change: real.change, ..played.clone() };
                self.is_change(played.change, real.change) && expected == Receipt { replayed, ..real.clone() }
            }
            // That an id is used the database tells last, and of a change's first transfer only: see docs/simulation.md.
            (Err(CommitError::Invalid(InvalidChange::TransferExists(_))), Err(real)) => is_final(real),
            (Err(played), Err(real)) => played == real,
            _ => false,
        };
        if alike {
            return Ok(());
        }
        Err(format!("in memory: {:?}\nthe real Journal: {answer:?}\nheard: {}", asked.answer, asked.heard))
    }

    /// Whether the two ids are of one change: the only thing about it that each side makes for itself.
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

/// Whether the change itself is refused, for good.
fn is_final(error: &CommitError) -> bool {
    matches!(error, CommitError::Invalid(_) | CommitError::Insufficient { .. })
}

/// What kind of answer it is.
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

/// Begins it: the change is queued, in the order in which this is called.
async fn begun<F: Future<Output = Answer>>(waits: &mut Pin<Box<F>>) -> Option<Answer> {
    std::future::poll_fn(|cx| {
        Poll::Ready(match waits.as_mut().poll(cx) {
            Poll::Ready(answer) => Some(answer),
            Poll::Pending => None,
        })
    })
    .await
}
