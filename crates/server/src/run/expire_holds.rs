//! Job that releases expired holds.

use async_trait::async_trait;
use kernel::World;
use ledger::Journal;
use store::{Job, JobError, JobHandler, Outcome, Store};

/// Job kind.
pub const KIND: &str = "ledger.expire_holds";
const HOLDS_MAX: i64 = 500;

/// Releases expired holds.
pub struct ExpireHolds {
    pub store: Store,
    pub journal: Journal,
    pub world: World,
}

#[async_trait]
impl JobHandler for ExpireHolds {
    fn kind(&self) -> &'static str {
        KIND
    }

    async fn run(&self, _job: &Job) -> Result<Outcome, JobError> {
        ledger::expire_holds(&self.store, &self.journal, &self.world, HOLDS_MAX).await?;
        Ok(Outcome::Done)
    }
}
