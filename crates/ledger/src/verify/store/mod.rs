//! The queries that look for differences. Each returns only the first one in a fixed order, with both figures as text.

mod accounts;
mod records;
mod times;
mod transfers;

pub(super) use accounts::{limits, sums, totals, versions};
pub(super) use records::{changes, disputes, make_goods, records, transit};
pub(super) use times::times;
pub(super) use transfers::{currencies, holds};

use kernel::TenantId;
use sqlx::{Executor, PgConnection};
use store::StoreError;
use uuid::Uuid;

use super::{Difference, Report};

/// A difference found by a query.
pub(super) struct FoundDifference {
    pub tenant_id: Uuid,
    pub subject: String,
    pub expected: String,
    pub found: String,
}

impl FoundDifference {
    pub fn of(self, check: &'static str) -> Difference {
        let Self { tenant_id, subject, expected, found } = self;
        Difference { check, tenant: TenantId::from_uuid(tenant_id), subject, expected, found, row: None }
    }
}

/// Starts a single snapshot for all following statements, with timeouts long enough for a whole ledger.
pub(super) async fn one_snapshot(conn: &mut PgConnection) -> Result<(), StoreError> {
    conn.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY").await?;
    conn.execute("SET LOCAL statement_timeout = '1h'").await?;
    // The connection is idle while leaves are hashed and lines are written.
    conn.execute("SET LOCAL idle_in_transaction_session_timeout = '1h'").await?;
    Ok(())
}

pub(super) async fn count(conn: &mut PgConnection) -> Result<Report, StoreError> {
    let counted = sqlx::query_as!(
        Report,
        r#"SELECT (SELECT count(*) FROM (SELECT tenant_id FROM accounts UNION SELECT tenant_id FROM records) t) AS "tenants!",
                  (SELECT count(*) FROM accounts) AS "accounts!", (SELECT count(*) FROM transfers) AS "transfers!",
                  (SELECT count(*) FROM holds) AS "holds!", (SELECT count(*) FROM changes) AS "changes!",
                  (SELECT count(*) FROM records) AS "records!", (SELECT count(*) FROM record_history) AS "steps!""#
    )
    .fetch_one(conn)
    .await?;
    Ok(counted)
}
