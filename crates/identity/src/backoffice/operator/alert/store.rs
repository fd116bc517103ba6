//! The record of alerts, and the operators who can get emails.

use chrono::{DateTime, NaiveDate, Utc};
use kernel::{OperatorId, TenantId};
use store::{PgConnection, StoreError};

use super::decide::{LastAlertMail, Record};
use super::{AlertMail, Hearer};
use crate::backoffice::operator::model::Role;
use crate::notify::mail::AlertKind;

/// The record of a tenant. A concurrent check of the same tenant waits.
pub(super) async fn lock(conn: &mut PgConnection, tenant: TenantId) -> Result<Record, StoreError> {
    sqlx::query!(
        "SELECT pg_advisory_xact_lock(hashtextextended('operator alerts ' || $1::text, 0))",
        tenant.to_string()
    )
    .fetch_one(&mut *conn)
    .await?;
    record(conn, tenant).await
}

/// The record of a tenant, without a lock.
pub(super) async fn record(conn: &mut PgConnection, tenant: TenantId) -> Result<Record, StoreError> {
    let rows = sqlx::query!(
        "SELECT kind, told_at, known, found, since FROM operator_alerts WHERE tenant_id = $1",
        tenant.uuid(),
    );
    let count = |stored: i32| u32::try_from(stored).unwrap_or_default();
    let rows = rows.fetch_all(conn).await?.into_iter().filter_map(|row| {
        let (known, found) = (count(row.known), count(row.found));
        Some((AlertKind::from_name(&row.kind)?, LastAlertMail { at: row.told_at, known, found, since: row.since }))
    });
    Ok(rows.collect())
}

/// Replaces the record of a tenant.
pub(super) async fn write(conn: &mut PgConnection, tenant: TenantId, record: &Record) -> Result<(), StoreError> {
    let kinds: Vec<String> = record.keys().map(|kind| kind.name().to_owned()).collect();
    let told: Vec<DateTime<Utc>> = record.values().map(|last| last.at).collect();
    let count = |count: u32| i32::try_from(count).unwrap_or(i32::MAX);
    let known: Vec<i32> = record.values().map(|last| count(last.known)).collect();
    let found: Vec<i32> = record.values().map(|last| count(last.found)).collect();
    let since: Vec<Option<DateTime<Utc>>> = record.values().map(|last| last.since).collect();
    sqlx::query!("DELETE FROM operator_alerts WHERE tenant_id = $1 AND kind <> ALL ($2)", tenant.uuid(), &kinds)
        .execute(&mut *conn)
        .await?;
    sqlx::query!(
        "INSERT INTO operator_alerts (tenant_id, kind, told_at, known, found, since)
         SELECT $1, * FROM unnest($2::text[], $3::timestamptz[], $4::integer[], $5::integer[], $6::timestamptz[])
         ON CONFLICT (tenant_id, kind) DO UPDATE SET told_at = EXCLUDED.told_at, known = EXCLUDED.known,
            found = EXCLUDED.found, since = EXCLUDED.since",
        tenant.uuid(),
        &kinds,
        &told,
        &known,
        &found,
        &since as &[Option<DateTime<Utc>>],
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The active operators. Demo operators have no mailbox.
pub(super) async fn hearers(
    conn: &mut PgConnection,
    tenant: TenantId,
    today: NaiveDate,
    limit: i64,
) -> Result<Vec<Hearer>, StoreError> {
    let rows = sqlx::query!(
        "SELECT id, role, alert_mail FROM operators
         WHERE tenant_id = $1 AND status = 'active' AND NOT is_demo AND (ends_on IS NULL OR ends_on >= $2)
         ORDER BY id LIMIT $3",
        tenant.uuid(),
        today,
        limit,
    );
    let rows = rows.fetch_all(conn).await?;
    let read = |(id, role, prefers): (uuid::Uuid, String, String)| {
        let (role, prefers) = (Role::from_name(&role)?, AlertMail::from_name(&prefers)?);
        Some(Hearer { id: OperatorId::from_uuid(id), role, prefers })
    };
    Ok(rows.into_iter().filter_map(|row| read((row.id, row.role, row.alert_mail))).collect())
}

/// The choice of an operator.
pub(super) async fn preference(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: OperatorId,
) -> Result<AlertMail, StoreError> {
    let found = sqlx::query_scalar!(
        "SELECT alert_mail FROM operators WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        id.uuid(),
    );
    Ok(AlertMail::from_name(&found.fetch_one(conn).await?).unwrap_or(AlertMail::All))
}

/// Sets the choice of an operator.
pub(super) async fn prefer(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: OperatorId,
    (choice, now): (AlertMail, DateTime<Utc>),
) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "UPDATE operators SET alert_mail = $3, updated_at = $4 WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        id.uuid(),
        choice.name(),
        now,
    )
    .execute(conn)
    .await?;
    StoreError::ensure_one_row("operator", done.rows_affected())
}
