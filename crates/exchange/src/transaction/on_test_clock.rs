//! Rows whose times follow the test clock of a sandbox, as the windows of limits do. The ledger's own rows are on real
//! time.

use std::sync::Arc;

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use kernel::TenantId;
use ledger::ChangeRows;
use sqlx::PgConnection;
use store::StoreError;

/// Rows that are written with the tenant's time.
#[derive(Debug)]
struct OnTestClock {
    rows: Arc<dyn ChangeRows>,
    lead: TimeDelta,
}

#[async_trait]
impl ChangeRows for OnTestClock {
    async fn write(&self, conn: &mut PgConnection, tenant: TenantId, now: DateTime<Utc>) -> Result<(), StoreError> {
        self.rows.write(conn, tenant, now + self.lead).await
    }
}

/// The same rows, written with the time that is `lead` from real time. Rows of a tenant on real time are not changed.
pub(super) fn on_test_clock(rows: Vec<Arc<dyn ChangeRows>>, lead: TimeDelta) -> Vec<Arc<dyn ChangeRows>> {
    if lead.is_zero() {
        return rows;
    }
    let dated = |rows| Arc::new(OnTestClock { rows, lead }) as Arc<dyn ChangeRows>;
    rows.into_iter().map(dated).collect()
}
