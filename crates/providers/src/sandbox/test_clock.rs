//! The clocks of sandbox tenants: a tester freezes and advances them, and everything due by then happens. They are
//! stored; each process reads them every second, and the process that changes one knows the change at once.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{ClockRefusal, TenantId, TestClock};
use store::StoreError;
use tokio::task::JoinHandle;

use super::clock::tick;
use super::rails::SandboxRails;
use super::test_clock_store::{self as clocks, StoredClock};

/// How often a process reads the clocks that other processes change.
const READ_EVERY: Duration = Duration::from_secs(1);

/// The state of a sandbox's test clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TestClockState {
    /// Its current time.
    pub now: DateTime<Utc>,
    /// Its lead over real time in seconds; 0 for a frozen clock that real time has overtaken.
    pub ahead_seconds: i64,
    /// Whether it stands still.
    pub is_frozen: bool,
}

/// A change of a clock. Omitted parts stay.
#[derive(Debug, Clone, Copy, Default)]
pub struct ClockChange {
    /// Whether it stands still from now on.
    pub frozen: Option<bool>,
    /// The time to move it to.
    pub advance_to: Option<DateTime<Utc>>,
}

/// A changed clock, and how far the change moved it.
#[derive(Debug, Clone, Copy)]
pub struct ChangedClock {
    /// The state.
    pub clock: TestClockState,
    /// The duration of the jump.
    pub moved: TimeDelta,
}

/// Applies a change at the real time `real`.
fn changed(clock: TestClock, change: ClockChange, real: DateTime<Utc>) -> Result<TestClock, ClockRefusal> {
    let clock = match change.advance_to {
        None => clock,
        Some(at) => clock.advanced(real, at)?,
    };
    Ok(match change.frozen {
        None => clock,
        Some(true) => clock.frozen(real),
        Some(false) => clock.running(real),
    })
}

fn shown(clock: TestClock, real: DateTime<Utc>) -> TestClockState {
    let is_frozen = matches!(clock, TestClock::Frozen { .. });
    TestClockState { now: clock.now(real), ahead_seconds: clock.ahead_seconds(real), is_frozen }
}

impl SandboxRails {
    /// The state of the tenant's clock.
    ///
    /// # Errors
    /// Database errors.
    pub async fn test_clock(&self, tenant: TenantId) -> Result<TestClockState, StoreError> {
        let mut tx = self.store.tenant_read(tenant).await?;
        let found = clocks::find(tx.conn(), tenant).await?;
        Ok(shown(found.map_or(TestClock::REAL, |found| found.clock), self.world.now()))
    }

    /// Changes the tenant's clock, and settles the movements that are then due. After it returns, this process uses the
    /// new time; other processes within a second. Nothing changes after a refusal.
    ///
    /// # Errors
    /// Database errors; a tenant that is no sandbox.
    pub async fn change_test_clock(
        &self,
        tenant: TenantId,
        change: ClockChange,
    ) -> Result<Result<ChangedClock, ClockRefusal>, StoreError> {
        let mut tx = self.store.tenant(tenant).await?;
        let before = clocks::hold(tx.conn(), tenant, self.world.now()).await?.clock;
        let now = self.world.now();
        let after = match changed(before, change, now) {
            Ok(after) => after,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let revision = clocks::set(tx.conn(), tenant, after, now).await?;
        tick(&mut tx, now).await?;
        tx.commit().await?;
        self.world.tenant_clocks().put(tenant, revision, after);
        let moved = (after.now(now) - before.now(now)).max(TimeDelta::zero());
        Ok(Ok(ChangedClock { clock: shown(after, now), moved }))
    }

    /// Reads the clocks of all sandboxes.
    ///
    /// # Errors
    /// Database errors.
    pub async fn read_clocks(&self) -> Result<(), StoreError> {
        let mut tx = self.store.system().await?;
        let found = clocks::all(tx.conn()).await?;
        tx.rollback().await?;
        for (tenant, StoredClock { clock, revision }) in found {
            self.world.tenant_clocks().put(tenant, revision, clock);
        }
        Ok(())
    }

    /// Reads the clocks every second, until the handle is dropped.
    #[must_use]
    pub fn follow_clocks(&self) -> ClockReader {
        let rails = self.clone();
        ClockReader(tokio::spawn(async move {
            loop {
                tokio::time::sleep(READ_EVERY).await;
                if let Err(error) = rails.store.answered(rails.read_clocks()).await {
                    tracing::warn!(
                        event = "test_clock.read_failed", %error,
                        "The test clocks of the sandboxes cannot be read. The process reads them again after a second."
                    );
                }
            }
        }))
    }
}

/// The task that reads the clocks; it ends with this handle.
#[derive(Debug)]
pub struct ClockReader(JoinHandle<()>);

impl Drop for ClockReader {
    fn drop(&mut self) {
        self.0.abort();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_moves_the_clock_before_it_stops_or_starts_it() {
        let real = DateTime::UNIX_EPOCH + TimeDelta::days(20_000);
        let day = real + TimeDelta::days(1);
        let stop = ClockChange { frozen: Some(true), advance_to: Some(day) };
        let stopped = changed(TestClock::REAL, stop, real).unwrap();
        assert_eq!(stopped, TestClock::Frozen { at: day });
        assert_eq!(shown(stopped, real).ahead_seconds, 86_400);
        let started = changed(stopped, ClockChange { frozen: Some(false), advance_to: None }, real).unwrap();
        assert_eq!(started, TestClock::Running { ahead: TimeDelta::days(1) });
        let back = ClockChange { frozen: None, advance_to: Some(real) };
        assert_eq!(changed(stopped, back, real), Err(ClockRefusal::Backwards));
    }
}
