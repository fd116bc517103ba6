//! The clock of a sandbox's simulated bank: the time of the tenant plus the skipped time. Each tenant has one; it is
//! persistent and only moves forward, so that everything due in the tenant's time is also due on this clock.

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use kernel::TenantId;
use store::{Job, JobError, JobHandler, JobSpec, Outcome, StoreError, TenantTx};

use super::rails::SandboxRails;
use super::store as memory;

/// The maximum lead over the tenant's time: a year, longer than any process in the sandbox.
pub const AHEAD_MAX_SECONDS: i64 = 366 * 86_400;

const TICK: &str = "sandbox.tick";
/// The number of movements in one job; the next job continues.
const BATCH: usize = 200;

/// The state of a tenant's sandbox clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SandboxClock {
    /// Its current time.
    pub now: DateTime<Utc>,
    /// Its lead over the tenant's time in seconds.
    pub ahead_seconds: i64,
}

impl SandboxClock {
    pub(super) fn at(now: DateTime<Utc>, ahead_seconds: i64) -> Self {
        Self { now: now + TimeDelta::seconds(ahead_seconds), ahead_seconds }
    }
}

impl SandboxRails {
    /// The state of the tenant's clock.
    ///
    /// # Errors
    /// Database errors.
    pub async fn clock(&self, tenant: TenantId) -> Result<SandboxClock, StoreError> {
        let mut tx = self.store.tenant_read(tenant).await?;
        Ok(SandboxClock::at(self.world.now_for(tenant), memory::ahead(tx.conn(), tenant).await?))
    }

    /// Advances the tenant's clock, and settles the movements that are then due. `None`, without a change, if the lead
    /// would exceed [`AHEAD_MAX_SECONDS`].
    ///
    /// # Errors
    /// Database errors.
    pub async fn advance_clock(&self, tenant: TenantId, seconds: u32) -> Result<Option<SandboxClock>, StoreError> {
        let now = self.world.now();
        let mut tx = self.store.tenant(tenant).await?;
        let moved = memory::advance_clock(tx.conn(), tenant, i64::from(seconds), AHEAD_MAX_SECONDS, now).await?;
        let Some(ahead) = moved else { return Ok(None) };
        tick(&mut tx, now).await?;
        tx.commit().await?;
        Ok(Some(SandboxClock::at(self.world.now_for(tenant), ahead)))
    }
}

pub(super) async fn tick(tx: &mut TenantTx, now: DateTime<Utc>) -> Result<(), StoreError> {
    let job = JobSpec::new(TICK, tx.tenant(), serde_json::json!({}));
    tx.enqueue(now, &[job]).await
}

/// Settles the movements that are due after the clock was advanced.
pub(super) struct Tick {
    pub rails: SandboxRails,
}

#[async_trait]
impl JobHandler for Tick {
    fn kind(&self) -> &'static str {
        TICK
    }

    async fn run(&self, job: &Job) -> Result<Outcome, JobError> {
        let Some(tenant) = job.tenant else { return Ok(Outcome::Dead("the job names no tenant".into())) };
        // Another process may have moved the test clock a moment ago.
        self.rails.read_clocks().await?;
        let real = self.rails.world.now();
        let mut tx = self.rails.store.tenant(tenant).await?;
        let clock = SandboxClock::at(self.rails.world.now_for(tenant), memory::ahead(tx.conn(), tenant).await?);
        let due = memory::due(tx.conn(), tenant, clock.now, i64::try_from(BATCH)?).await?;
        for movement in &due {
            // Movements on the sandbox's clock always succeed.
            self.rails.decide(&mut tx, movement, None).await?;
        }
        if due.len() == BATCH {
            tick(&mut tx, real).await?;
        }
        Ok(Outcome::done_in(tx))
    }
}
