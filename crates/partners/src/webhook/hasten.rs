//! Retries of webhooks when the clock of a sandbox is advanced.

use chrono::TimeDelta;
use identity::IdentityError;
use kernel::TenantId;

use super::store;
use crate::Partners;

impl Partners {
    /// Brings the waiting deliveries of a sandbox forward by `step`, as if that time had passed. Returns their number.
    ///
    /// # Errors
    /// Database errors.
    pub async fn hasten_deliveries(&self, tenant: TenantId, step: TimeDelta) -> Result<u64, IdentityError> {
        if step <= TimeDelta::zero() {
            return Ok(0);
        }
        let mut tx = self.store().tenant(tenant).await?;
        let hastened = store::deliveries::hasten(tx.conn(), tenant, step, self.world().now()).await?;
        tx.commit().await?;
        Ok(hastened)
    }
}
