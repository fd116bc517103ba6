//! Operator accounts.

use chrono::{DateTime, NaiveDate, Utc};
use kernel::{OperatorId, TenantId};
use store::{PgConnection, StoreError};
use uuid::Uuid;

use crate::EmailAddress;
use crate::backoffice::operator::account::{Account, AccountState};
use crate::backoffice::operator::model::Role;

/// The columns of an operator, as every query reads them.
pub(super) struct AccountRow {
    pub id: Uuid,
    pub email: String,
    pub role: String,
    pub status: String,
    pub created_at: DateTime<Utc>,
    pub ends_on: Option<NaiveDate>,
}

impl AccountRow {
    /// `None` if the stored values are not valid.
    pub fn read(self) -> Option<Account> {
        Some(Account {
            id: OperatorId::from_uuid(self.id),
            email: self.email,
            role: Role::from_name(&self.role)?,
            state: AccountState::from_name(&self.status)?,
            created_at: self.created_at,
            ends_on: self.ends_on,
        })
    }
}

/// All operators of a tenant, by address, removed ones last.
pub(in crate::backoffice::operator) async fn all(
    conn: &mut PgConnection,
    tenant: TenantId,
    limit: i64,
) -> Result<Vec<Account>, StoreError> {
    let rows = sqlx::query_as!(
        AccountRow,
        "SELECT id, email, role, status, created_at, ends_on FROM operators WHERE tenant_id = $1
         ORDER BY status = 'removed', email_normalized LIMIT $2",
        tenant.uuid(),
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().filter_map(AccountRow::read).collect())
}

/// The roles of the tenant's active operators. Demo operators do not count, because the owner of the machine can act as
/// each of them.
pub(in crate::backoffice::operator) async fn roles_at_work(
    conn: &mut PgConnection,
    tenant: TenantId,
) -> Result<Vec<Role>, StoreError> {
    let found = sqlx::query_scalar!(
        "SELECT role FROM operators WHERE tenant_id = $1 AND status = 'active' AND NOT is_demo",
        tenant.uuid(),
    );
    Ok(found.fetch_all(conn).await?.iter().filter_map(|name| Role::from_name(name)).collect())
}

/// The number of operators that are not removed.
pub(in crate::backoffice::operator) async fn count(
    conn: &mut PgConnection,
    tenant: TenantId,
) -> Result<i64, StoreError> {
    let count = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM operators WHERE tenant_id = $1 AND status <> 'removed'"#,
        tenant.uuid(),
    );
    Ok(count.fetch_one(conn).await?)
}

/// Reads one account and locks its row. Concurrent changes wait until this transaction ends.
pub(in crate::backoffice::operator) async fn lock(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: OperatorId,
) -> Result<Option<Account>, StoreError> {
    let row = sqlx::query_as!(
        AccountRow,
        "SELECT id, email, role, status, created_at, ends_on FROM operators WHERE tenant_id = $1 AND id = $2 FOR UPDATE",
        tenant.uuid(),
        id.uuid(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.and_then(AccountRow::read))
}

/// Locks several accounts in a fixed order, which avoids deadlocks.
pub(in crate::backoffice::operator) async fn lock_all(
    conn: &mut PgConnection,
    tenant: TenantId,
    ids: &[OperatorId],
) -> Result<(), StoreError> {
    let ids: Vec<Uuid> = ids.iter().map(|id| id.uuid()).collect();
    sqlx::query_scalar!(
        "SELECT id FROM operators WHERE tenant_id = $1 AND id = ANY ($2) ORDER BY id FOR UPDATE",
        tenant.uuid(),
        &ids,
    )
    .fetch_all(conn)
    .await?;
    Ok(())
}

/// One account.
pub(in crate::backoffice::operator) async fn find(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: OperatorId,
) -> Result<Option<Account>, StoreError> {
    let row = sqlx::query_as!(
        AccountRow,
        "SELECT id, email, role, status, created_at, ends_on FROM operators WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        id.uuid(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.and_then(AccountRow::read))
}

/// The account with this address, locked likewise.
pub(in crate::backoffice::operator) async fn lock_by_email(
    conn: &mut PgConnection,
    tenant: TenantId,
    email: &EmailAddress,
) -> Result<Option<Account>, StoreError> {
    let row = sqlx::query_as!(
        AccountRow,
        "SELECT id, email, role, status, created_at, ends_on FROM operators
         WHERE tenant_id = $1 AND email_normalized = $2 FOR UPDATE",
        tenant.uuid(),
        email.normalized(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.and_then(AccountRow::read))
}

/// Adds an account unless the address is taken; whether it was added. A concurrent insert of the same address is waited
/// for.
pub(in crate::backoffice::operator) async fn add(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: OperatorId,
    email: &EmailAddress,
    (role, ends_on): (Role, Option<NaiveDate>),
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let added = sqlx::query!(
        "INSERT INTO operators (tenant_id, id, email, email_normalized, role, created_at, updated_at, ends_on)
         VALUES ($1, $2, $3, $4, $5, $6, $6, $7) ON CONFLICT (tenant_id, email_normalized) DO NOTHING",
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
    Ok(added.rows_affected() == 1)
}

/// Sets role, last day and state of an account.
pub(in crate::backoffice::operator) async fn set(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: OperatorId,
    (role, ends_on): (Role, Option<NaiveDate>),
    state: AccountState,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "UPDATE operators SET role = $3, status = $4, updated_at = $5, ends_on = $6 WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        id.uuid(),
        role.name(),
        state.name(),
        now,
        ends_on,
    )
    .execute(conn)
    .await?;
    StoreError::ensure_one_row("operator", done.rows_affected())
}
