//! How many events a profile has: for recordings of test requests.

use std::collections::BTreeMap;

use identity::IdentityError;
use kernel::{ProfileId, TenantId, TenantProfile};

use super::{DescribeSubject, store};
use crate::Partners;

impl Partners {
    /// Brings the feed of a profile of a sandbox up to date, and returns the number of its newest event.
    ///
    /// # Errors
    /// Database errors.
    pub async fn feed_head(
        &self,
        describe: &dyn DescribeSubject,
        tenant: TenantId,
        profile: ProfileId,
    ) -> Result<i64, IdentityError> {
        self.bring_up_to_date(describe, (tenant, true), profile).await?;
        let mut tx = self.store().tenant_read(tenant).await?;
        Ok(store::events::head(tx.conn(), tenant, profile).await?)
    }

    /// The number of a profile's events of each type after the event `seq`, in a sandbox.
    ///
    /// # Errors
    /// Database errors.
    pub async fn events_since(
        &self,
        describe: &dyn DescribeSubject,
        TenantProfile { tenant, profile }: TenantProfile,
        seq: i64,
    ) -> Result<BTreeMap<String, i64>, IdentityError> {
        self.bring_up_to_date(describe, (tenant, true), profile).await?;
        let mut tx = self.store().tenant_read(tenant).await?;
        Ok(store::events::counts(tx.conn(), tenant, profile, seq).await?)
    }
}
