//! Everything that is due at one tenant, at once: after a tester has moved the clock of a sandbox.

use kernel::TenantId;
use store::JobError;

use super::due::Sweeper;
use super::plans::Planner;
use crate::Exchange;

impl Exchange {
    /// Processes the tenant's transactions whose deadline has passed, and runs its plans whose time has come. One call
    /// handles a bounded number; the scheduled sweeps continue.
    ///
    /// # Errors
    /// Database errors. A transaction or a plan that fails does not stop the others.
    pub async fn run_due(&self, tenant: TenantId) -> Result<(), JobError> {
        Sweeper(self.clone()).sweep(self.inner.world.now_for(tenant), Some(tenant)).await?;
        Planner(self.clone()).sweep(true, Some(tenant)).await
    }
}
