//! The clocks of support as a tenant's data: how soon a first and a next answer is due, and the deadlines of complaints.

mod model;
pub(crate) mod store;

use chrono::{DateTime, NaiveDate, Utc};
use identity::ClientContext;
use identity::operator::{OperatorPrincipal, StateChange, SupportAct};
use kernel::TenantId;
use serde_json::json;

pub use model::{ClockChange, Clocks, business_day_after};

use crate::{Support, SupportError};

/// The deadlines of a complaint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ComplaintDue {
    /// When it must be acknowledged.
    pub acknowledge: DateTime<Utc>,
    /// The last day for the answer, in the tenant's time zone.
    pub day: NaiveDate,
    /// The end of that day.
    pub answer: DateTime<Utc>,
}

impl Support {
    /// The clocks of a tenant.
    ///
    /// # Errors
    /// 403 without the permission, and database errors.
    pub async fn clocks(&self, tenant: TenantId, who: &OperatorPrincipal) -> Result<Clocks, SupportError> {
        self.inner.identity.may_support(who, SupportAct::Read)?;
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        Ok(store::find(tx.conn(), tenant).await?.unwrap_or_default())
    }

    /// Changes the clocks of a tenant. Deadlines of earlier conversations stay: customers were told them.
    ///
    /// # Errors
    /// 403 without the permission, and [`SupportError::Invalid`].
    pub async fn set_clocks(
        &self,
        tenant: TenantId,
        who: (&OperatorPrincipal, &ClientContext),
        change: ClockChange,
    ) -> Result<Clocks, SupportError> {
        self.inner.identity.may_support(who.0, SupportAct::SetClocks)?;
        let now = self.inner.world.now();
        let mut tx = self.inner.store.tenant(tenant).await?;
        let before = store::find(tx.conn(), tenant).await?.unwrap_or_default();
        let after = change.applied(before.clone())?;
        if !store::knows_zone(tx.conn(), &after.time_zone).await? {
            return Err(SupportError::invalid("time_zone", "must be a time zone such as Europe/Warsaw"));
        }
        store::set(tx.conn(), tenant, &after, now).await?;
        let change = StateChange { before: json!(before), after: json!(after) };
        self.inner.identity.support_act(&mut tx, who, SupportAct::SetClocks, "support", change).await?;
        tx.commit().await?;
        Ok(after)
    }
}
