//! All SQL that reads records, overdue records and their history.

use chrono::{DateTime, Utc};
use kernel::TenantId;
use sqlx::PgConnection;
use store::StoreError;
use uuid::Uuid;

use super::{HistoryEntry, StoredRecord};
use crate::PAGE_MAX;

/// The record, if it belongs to the transaction's tenant and is of that kind.
///
/// # Errors
/// Database errors.
pub async fn record(conn: &mut PgConnection, kind: &str, id: Uuid) -> Result<Option<StoredRecord>, StoreError> {
    let found = sqlx::query_as!(
        StoredRecord,
        "SELECT id, kind, owner, status, version, body, due_at, created_at, updated_at
         FROM records WHERE id = $2 AND kind = $1",
        kind,
        id
    )
    .fetch_optional(conn)
    .await?;
    Ok(found)
}

/// The owner's records of one kind, newest id first, before the id `cursor` if given; at most `limit` and never more
/// than [`PAGE_MAX`]. An empty list of statuses means all.
///
/// # Errors
/// Database errors.
pub async fn records_of(
    conn: &mut PgConnection,
    kind: &str,
    owner: Uuid,
    statuses: &[String],
    cursor: Option<Uuid>,
    limit: i64,
) -> Result<Vec<StoredRecord>, StoreError> {
    let page = sqlx::query_as!(
        StoredRecord,
        "SELECT id, kind, owner, status, version, body, due_at, created_at, updated_at
         FROM records WHERE kind = $1 AND owner = $2 AND ($3::uuid IS NULL OR id < $3)
           AND (cardinality($4::text[]) = 0 OR status = ANY($4))
         ORDER BY id DESC LIMIT $5",
        kind,
        owner,
        cursor,
        statuses,
        limit.clamp(1, PAGE_MAX)
    )
    .fetch_all(conn)
    .await?;
    Ok(page)
}

/// An overdue record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Due {
    /// The tenant.
    pub tenant: TenantId,
    /// The record.
    pub id: Uuid,
    /// The deadline that has passed.
    pub due_at: DateTime<Utc>,
}

/// Overdue records of all tenants, or of one, most overdue first, after `last` if given. `conn` belongs to a system
/// transaction.
///
/// # Errors
/// Database errors.
pub async fn due(
    conn: &mut PgConnection,
    (kind, only): (&str, Option<TenantId>),
    now: DateTime<Utc>,
    last: Option<Due>,
    limit: i64,
) -> Result<Vec<Due>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT tenant_id, id, due_at AS "due_at!" FROM records
           WHERE kind = $1 AND due_at <= $2 AND due_at >= $3 AND (due_at, id) > ($3, $4)
             AND ($6::uuid IS NULL OR tenant_id = $6) ORDER BY due_at, id LIMIT $5"#,
        kind,
        now,
        last.map_or(DateTime::UNIX_EPOCH, |last| last.due_at),
        last.map_or(Uuid::nil(), |last| last.id),
        limit.clamp(1, PAGE_MAX),
        only.map(TenantId::uuid),
    )
    .fetch_all(conn)
    .await?;
    let due = |tenant, id, due_at| Due { tenant: TenantId::from_uuid(tenant), id, due_at };
    Ok(rows.into_iter().map(|row| due(row.tenant_id, row.id, row.due_at)).collect())
}

/// The history of a record, oldest entry first; at most [`PAGE_MAX`].
///
/// # Errors
/// Database errors.
pub async fn history(conn: &mut PgConnection, id: Uuid) -> Result<Vec<HistoryEntry>, StoreError> {
    let steps = sqlx::query_as!(
        HistoryEntry,
        "SELECT version, status, actor, reason, at FROM record_history WHERE record_id = $1 ORDER BY version LIMIT $2",
        id,
        PAGE_MAX
    )
    .fetch_all(conn)
    .await?;
    Ok(steps)
}
