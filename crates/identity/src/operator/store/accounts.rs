//! Who operates for a tenant, and the links that make somebody do so.

use chrono::{DateTime, NaiveDate, Utc};
use kernel::{OperatorId, TenantId};
use store::{PgConnection, StoreError};
use uuid::Uuid;

use crate::EmailAddress;
use crate::factor::Tries;
use crate::operator::account::{Account, State};
use crate::operator::model::Role;
use crate::token::TokenHash;

struct Row {
    id: Uuid,
    email: String,
    role: String,
    status: String,
    created_at: DateTime<Utc>,
    ends_on: Option<NaiveDate>,
}

impl Row {
    /// `None` for a row that no version of this program wrote.
    fn read(self) -> Option<Account> {
        Some(Account {
            id: OperatorId::from_uuid(self.id),
            email: self.email,
            role: Role::from_name(&self.role)?,
            state: State::from_name(&self.status)?,
            created_at: self.created_at,
            ends_on: self.ends_on,
        })
    }
}

/// All of a tenant's operators, by address, removed ones last.
pub(in crate::operator) async fn all(
    conn: &mut PgConnection,
    tenant: TenantId,
    limit: i64,
) -> Result<Vec<Account>, StoreError> {
    let rows = sqlx::query_as!(
        Row,
        "SELECT id, email, role, status, created_at, ends_on FROM operators WHERE tenant_id = $1
         ORDER BY status = 'removed', email_normalized LIMIT $2",
        tenant.uuid(),
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().filter_map(Row::read).collect())
}

/// The roles in which somebody works for the tenant now.
pub(in crate::operator) async fn roles_at_work(
    conn: &mut PgConnection,
    tenant: TenantId,
) -> Result<Vec<Role>, StoreError> {
    let found = sqlx::query_scalar!(
        "SELECT DISTINCT role FROM operators WHERE tenant_id = $1 AND status = 'active'",
        tenant.uuid(),
    );
    Ok(found.fetch_all(conn).await?.iter().filter_map(|name| Role::from_name(name)).collect())
}

/// How many there are that are not removed.
pub(in crate::operator) async fn count(conn: &mut PgConnection, tenant: TenantId) -> Result<i64, StoreError> {
    let count = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM operators WHERE tenant_id = $1 AND status <> 'removed'"#,
        tenant.uuid(),
    );
    Ok(count.fetch_one(conn).await?)
}

/// One of them; whoever else changes them waits until this transaction ends.
pub(in crate::operator) async fn lock(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: OperatorId,
) -> Result<Option<Account>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        "SELECT id, email, role, status, created_at, ends_on FROM operators WHERE tenant_id = $1 AND id = $2 FOR UPDATE",
        tenant.uuid(),
        id.uuid(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.and_then(Row::read))
}

/// Locks several, in one order for everybody: whoever needs two of them waits, and never in a circle.
pub(in crate::operator) async fn lock_all(
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

/// One of them.
pub(in crate::operator) async fn find(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: OperatorId,
) -> Result<Option<Account>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        "SELECT id, email, role, status, created_at, ends_on FROM operators WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        id.uuid(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.and_then(Row::read))
}

/// Who has this address, locked likewise.
pub(in crate::operator) async fn lock_by_email(
    conn: &mut PgConnection,
    tenant: TenantId,
    email: &EmailAddress,
) -> Result<Option<Account>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        "SELECT id, email, role, status, created_at, ends_on FROM operators
         WHERE tenant_id = $1 AND email_normalized = $2 FOR UPDATE",
        tenant.uuid(),
        email.normalized(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.and_then(Row::read))
}

/// Adds one, unless somebody has this address: whether it was added. Whoever adds the same at this moment is waited for.
pub(in crate::operator) async fn add(
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

/// Changes what one is, until when, and whether they are in.
pub(in crate::operator) async fn set(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: OperatorId,
    (role, ends_on): (Role, Option<NaiveDate>),
    state: State,
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

/// Takes away every way in.
pub(in crate::operator) async fn forget_factors(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: OperatorId,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE operators SET totp_seed = NULL, totp_step = 0, device_hash = NULL WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        id.uuid(),
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Adds a link, instead of any before it.
pub(in crate::operator) async fn invite(
    conn: &mut PgConnection,
    tenant: TenantId,
    invitation: Uuid,
    operator: OperatorId,
    hash: &TokenHash,
    (now, expires_at): (DateTime<Utc>, DateTime<Utc>),
) -> Result<(), StoreError> {
    close_invitations(conn, tenant, operator, now).await?;
    sqlx::query!(
        "INSERT INTO operator_invitations (tenant_id, id, operator_id, hash, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6)",
        tenant.uuid(),
        invitation,
        operator.uuid(),
        hash.bytes(),
        now,
        expires_at,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// No link of theirs works any more.
pub(in crate::operator) async fn close_invitations(
    conn: &mut PgConnection,
    tenant: TenantId,
    operator: OperatorId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE operator_invitations SET closed_at = $3
         WHERE tenant_id = $1 AND operator_id = $2 AND closed_at IS NULL",
        tenant.uuid(),
        operator.uuid(),
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// A link that works.
pub(in crate::operator) struct Invitation {
    pub id: Uuid,
    pub operator: Account,
    pub seed: Option<Vec<u8>>,
}

/// The link of this token; whoever else uses it waits until this transaction ends.
pub(in crate::operator) async fn lock_invitation(
    conn: &mut PgConnection,
    tenant: TenantId,
    hash: &TokenHash,
    now: DateTime<Utc>,
) -> Result<Option<Invitation>, StoreError> {
    let row = sqlx::query!(
        "SELECT i.id AS invitation, i.totp_seed, o.id, o.email, o.role, o.status, o.created_at, o.ends_on
         FROM operator_invitations i JOIN operators o ON o.tenant_id = $1 AND o.id = i.operator_id
         WHERE i.tenant_id = $1 AND i.hash = $2 AND i.closed_at IS NULL AND i.expires_at > $3 AND o.status <> 'removed'
         FOR UPDATE",
        tenant.uuid(),
        hash.bytes(),
        now,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.and_then(|row| {
        let account = Row {
            id: row.id,
            email: row.email,
            role: row.role,
            status: row.status,
            created_at: row.created_at,
            ends_on: row.ends_on,
        };
        Some(Invitation { id: row.invitation, operator: account.read()?, seed: row.totp_seed })
    }))
}

/// Where a link that works is to be sent, and until when it works.
pub(in crate::operator) async fn open_invitation(
    conn: &mut PgConnection,
    tenant: TenantId,
    invitation: Uuid,
    hash: &TokenHash,
    now: DateTime<Utc>,
) -> Result<Option<(String, DateTime<Utc>)>, StoreError> {
    let row = sqlx::query!(
        "SELECT o.email, i.expires_at FROM operator_invitations i
         JOIN operators o ON o.tenant_id = $1 AND o.id = i.operator_id
         WHERE i.tenant_id = $1 AND i.id = $2 AND i.hash = $3 AND i.closed_at IS NULL AND i.expires_at > $4
           AND o.status <> 'removed'",
        tenant.uuid(),
        invitation,
        hash.bytes(),
        now,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| (row.email, row.expires_at)))
}

/// Keeps the seed of the app that is being set up.
pub(in crate::operator) async fn keep_seed(
    conn: &mut PgConnection,
    tenant: TenantId,
    invitation: Uuid,
    sealed: &[u8],
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE operator_invitations SET totp_seed = $3 WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        invitation,
        sealed,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Gives an operator a way in, instead of the one before it.
pub(in crate::operator) async fn enrol(
    conn: &mut PgConnection,
    tenant: TenantId,
    operator: OperatorId,
    (seed, step): (&[u8], i64),
    device: &TokenHash,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "UPDATE operators SET status = 'active', totp_seed = $3, totp_step = $4, device_hash = $5, failures = 0,
                failed_at = NULL, locked_until = NULL, updated_at = $6
         WHERE tenant_id = $1 AND id = $2 AND status <> 'removed'",
        tenant.uuid(),
        operator.uuid(),
        seed,
        step,
        device.bytes(),
        now,
    )
    .execute(conn)
    .await?;
    StoreError::ensure_one_row("operator", done.rows_affected())
}

/// How an operator shows who they are.
pub(in crate::operator) struct Factor {
    pub operator: Account,
    pub seed: Option<Vec<u8>>,
    pub last_step: i64,
    pub tries: Tries,
}

/// The factor of this browser's operator, or of this operator; parallel guesses come one after the other.
pub(in crate::operator) async fn lock_factor(
    conn: &mut PgConnection,
    tenant: TenantId,
    device: Option<&TokenHash>,
    operator: Option<OperatorId>,
) -> Result<Option<Factor>, StoreError> {
    let row = sqlx::query!(
        "SELECT id, email, role, status, created_at, ends_on, totp_seed, totp_step, failures, failed_at, locked_until
         FROM operators
         WHERE tenant_id = $1 AND status = 'active' AND (device_hash = $2 OR id = $3)
         FOR UPDATE",
        tenant.uuid(),
        device.map(TokenHash::bytes),
        operator.map(OperatorId::uuid),
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.and_then(|row| {
        let account = Row {
            id: row.id,
            email: row.email,
            role: row.role,
            status: row.status,
            created_at: row.created_at,
            ends_on: row.ends_on,
        };
        let tries = Tries { failures: row.failures, failed_at: row.failed_at, locked_until: row.locked_until };
        Some(Factor { operator: account.read()?, seed: row.totp_seed, last_step: row.totp_step, tries })
    }))
}

/// How a code came out; `step` is the one that was used up.
pub(in crate::operator) async fn tried(
    conn: &mut PgConnection,
    tenant: TenantId,
    operator: OperatorId,
    tries: Tries,
    step: i64,
) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "UPDATE operators SET failures = $3, failed_at = $4, locked_until = $5, totp_step = $6
         WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        operator.uuid(),
        tries.failures,
        tries.failed_at,
        tries.locked_until,
        step,
    )
    .execute(conn)
    .await?;
    StoreError::ensure_one_row("operator", done.rows_affected())
}
