//! Demo operators.

use chrono::{DateTime, NaiveDate, Utc};
use kernel::{OperatorId, TenantId};
use store::{PgConnection, StoreError};

use super::accounts::AccountRow;
use crate::EmailAddress;
use crate::backoffice::operator::account::Account;
use crate::backoffice::operator::model::Role;

/// Adds an active demo operator, unless the address is taken.
pub(in crate::backoffice::operator) async fn add(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: OperatorId,
    email: &EmailAddress,
    (role, ends_on): (Role, Option<NaiveDate>),
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO operators
             (tenant_id, id, email, email_normalized, role, status, created_at, updated_at, ends_on, is_demo)
         VALUES ($1, $2, $3, $4, $5, 'active', $6, $6, $7, true) ON CONFLICT (tenant_id, email_normalized) DO NOTHING",
        tenant.uuid(),
        id.uuid(),
        email.address(),
        email.normalized(),
        role.name(),
        now,
        ends_on,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The active demo operators, by address; an expired last day does not exclude them.
pub(in crate::backoffice::operator) async fn all(
    conn: &mut PgConnection,
    tenant: TenantId,
) -> Result<Vec<Account>, StoreError> {
    let rows = sqlx::query_as!(
        AccountRow,
        "SELECT id, email, role, status, created_at, ends_on FROM operators
         WHERE tenant_id = $1 AND is_demo AND status = 'active' ORDER BY email_normalized",
        tenant.uuid(),
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().filter_map(AccountRow::read).collect())
}

/// Reads one account and locks its row. Concurrent changes wait until this transaction ends.
pub(in crate::backoffice::operator) async fn lock(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: OperatorId,
) -> Result<Option<Account>, StoreError> {
    let row = sqlx::query_as!(
        AccountRow,
        "SELECT id, email, role, status, created_at, ends_on FROM operators
         WHERE tenant_id = $1 AND id = $2 AND is_demo AND status = 'active' FOR UPDATE",
        tenant.uuid(),
        id.uuid(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.and_then(AccountRow::read))
}
