//! All SQL of the test clocks.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{TenantId, TestClock};
use sqlx::PgConnection;
use store::StoreError;
use uuid::Uuid;

/// The maximum number of clocks that a process reads. Sandboxes beyond it are on real time in other processes than the
/// one that changed their clock.
const CLOCKS_MAX: i64 = 10_000;

/// A clock with its revision, which each change increments.
#[derive(Debug, Clone, Copy)]
pub(super) struct StoredClock {
    pub clock: TestClock,
    pub revision: i64,
}

struct ClockRow {
    tenant_id: Uuid,
    ahead_seconds: i64,
    frozen_at: Option<DateTime<Utc>>,
    revision: i64,
}

impl ClockRow {
    fn read(&self) -> StoredClock {
        let ahead = TimeDelta::seconds(self.ahead_seconds);
        let clock = self.frozen_at.map_or(TestClock::Running { ahead }, |at| TestClock::Frozen { at });
        StoredClock { clock, revision: self.revision }
    }
}

/// The tenant's clock; `None` if no tester has touched it.
pub(super) async fn find(conn: &mut PgConnection, tenant: TenantId) -> Result<Option<StoredClock>, StoreError> {
    let row = sqlx::query_as!(
        ClockRow,
        "SELECT tenant_id, ahead_seconds, frozen_at, revision FROM test_clocks WHERE tenant_id = $1",
        tenant.uuid(),
    );
    Ok(row.fetch_optional(conn).await?.map(|row| row.read()))
}

/// The tenant's clock, which it locks until the end of the transaction.
pub(super) async fn hold(
    conn: &mut PgConnection,
    tenant: TenantId,
    now: DateTime<Utc>,
) -> Result<StoredClock, StoreError> {
    let row = sqlx::query_as!(
        ClockRow,
        "INSERT INTO test_clocks AS clock (tenant_id, ahead_seconds, updated_at) VALUES ($1, 0, $2)
         ON CONFLICT (tenant_id) DO UPDATE SET revision = clock.revision
         RETURNING tenant_id, ahead_seconds, frozen_at, revision",
        tenant.uuid(),
        now,
    );
    Ok(row.fetch_one(conn).await?.read())
}

/// Sets the clock, which [`hold`] has locked; returns its new revision.
pub(super) async fn set(
    conn: &mut PgConnection,
    tenant: TenantId,
    clock: TestClock,
    now: DateTime<Utc>,
) -> Result<i64, StoreError> {
    let (ahead, frozen_at) = match clock {
        TestClock::Running { ahead } => (ahead.num_seconds(), None),
        TestClock::Frozen { at } => (0, Some(at)),
    };
    let revision = sqlx::query_scalar!(
        "UPDATE test_clocks SET ahead_seconds = $2, frozen_at = $3, revision = revision + 1, updated_at = $4
         WHERE tenant_id = $1 RETURNING revision",
        tenant.uuid(),
        ahead,
        frozen_at,
        now,
    );
    Ok(revision.fetch_one(conn).await?)
}

/// The clocks that testers have changed, the latest changes first. In a system transaction.
pub(super) async fn all(conn: &mut PgConnection) -> Result<Vec<(TenantId, StoredClock)>, StoreError> {
    let rows = sqlx::query_as!(
        ClockRow,
        "SELECT tenant_id, ahead_seconds, frozen_at, revision FROM test_clocks
         WHERE revision > 0 ORDER BY updated_at DESC LIMIT $1",
        CLOCKS_MAX,
    );
    let rows = rows.fetch_all(conn).await?;
    Ok(rows.iter().map(|row| (TenantId::from_uuid(row.tenant_id), row.read())).collect())
}
