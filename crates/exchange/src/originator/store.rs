//! All SQL of originator statements.

use chrono::{DateTime, Utc};
use kernel::{Amount, Currency, ProfileId, TenantId, TenantUser, TransactionId, UserId};
use serde_json::Value;
use sqlx::PgConnection;
use store::{Atoms, StoreError};
use uuid::Uuid;

use super::Sender;
use crate::RowPosition;
use crate::beneficiary_wallet::{Answers, Holding, Owner};

/// The maximum number of statements of one customer that an operator sees.
const TOLD_MAX: i64 = 200;

/// `None` if this version of the program cannot read the row.
fn read(told: Uuid, owner: &str, holding: &str) -> Option<Sender> {
    let owner = [Owner::Own, Owner::Other].into_iter().find(|one| one.code() == owner)?;
    let holding = [Holding::Service, Holding::SelfHosted].into_iter().find(|one| one.code() == holding)?;
    Some(Sender { told, owner, holding })
}

/// Stores a statement until a transaction needs it. Replaces a waiting statement.
pub(crate) async fn keep(
    conn: &mut PgConnection,
    TenantUser { tenant, user }: TenantUser,
    id: Uuid,
    said: &Answers,
    originator: Option<&[u8]>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM senders WHERE tenant_id = $1 AND user_id = $2 AND transaction_id IS NULL",
        tenant.uuid(),
        user.uuid(),
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "INSERT INTO senders (tenant_id, id, user_id, owner, holding, service, originator, declared_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        tenant.uuid(),
        id,
        user.uuid(),
        said.owner.code(),
        said.holding.code(),
        said.service,
        originator,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The statement of a transaction. Without one, the statement that has waited since `since` at the earliest.
pub(crate) async fn of_transaction(
    conn: &mut PgConnection,
    TenantUser { tenant, user }: TenantUser,
    transaction: TransactionId,
    since: DateTime<Utc>,
) -> Result<Option<Sender>, StoreError> {
    let row = sqlx::query!(
        "SELECT id, owner, holding FROM senders
         WHERE tenant_id = $1 AND user_id = $2 AND (transaction_id = $3 OR (transaction_id IS NULL AND declared_at > $4))
         ORDER BY transaction_id IS NULL LIMIT 1",
        tenant.uuid(),
        user.uuid(),
        transaction.uuid(),
        since,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.and_then(|row| read(row.id, &row.owner, &row.holding)))
}

/// Assigns a statement to its transaction.
pub(crate) async fn assign(
    conn: &mut PgConnection,
    tenant: TenantId,
    statement: Uuid,
    transaction: TransactionId,
) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "UPDATE senders SET transaction_id = $3
         WHERE tenant_id = $1 AND id = $2 AND (transaction_id IS NULL OR transaction_id = $3)",
        tenant.uuid(),
        statement,
        transaction.uuid(),
    )
    .execute(conn)
    .await?;
    StoreError::ensure_one_row("originator statement", done.rows_affected())
}

/// The sum of incoming coins of the person's other transactions after `since`, in euro. Counts transactions that are
/// open or have moved money.
pub(crate) async fn came(
    conn: &mut PgConnection,
    TenantUser { tenant, user }: TenantUser,
    own: TransactionId,
    since: DateTime<Utc>,
) -> Result<Amount, StoreError> {
    let sum = sqlx::query_scalar!(
        r#"SELECT coalesce(sum(l.came), 0) AS "sum!: Atoms" FROM limit_uses l
           CROSS JOIN LATERAL (
               SELECT status FROM records WHERE tenant_id = $1 AND id = l.transaction_id LIMIT 1) r
           WHERE l.tenant_id = $1 AND l.user_id = $2 AND l.came_at > $3 AND l.transaction_id <> $4
             AND r.status NOT IN ('EXPIRED', 'CANCELLED', 'REJECT', 'FAIL')"#,
        tenant.uuid(),
        user.uuid(),
        since,
        own.uuid(),
    )
    .fetch_one(conn)
    .await?;
    Ok(Amount::new(sum.0, Currency::EUR))
}

/// Stores the incoming amount of a transaction, in euro. Replaces an earlier amount.
pub(crate) async fn take(
    conn: &mut PgConnection,
    TenantUser { tenant, user }: TenantUser,
    transaction: TransactionId,
    euro: Amount,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO limit_uses (tenant_id, transaction_id, user_id, fiat, crypto_out, at, leaving, came, came_at)
         VALUES ($1, $2, $3, 0, 0, $5, false, $4, $5) ON CONFLICT (tenant_id, transaction_id)
         DO UPDATE SET came = excluded.came, came_at = excluded.came_at",
        tenant.uuid(),
        transaction.uuid(),
        user.uuid(),
        Atoms(euro.atoms()) as _,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// A stored statement; the originator is encrypted.
pub(crate) struct OriginatorRow {
    pub id: Uuid,
    pub transaction_id: Option<Uuid>,
    pub owner: String,
    pub holding: String,
    pub service: Option<String>,
    pub originator: Option<Vec<u8>>,
    pub declared_at: DateTime<Utc>,
}

impl OriginatorRow {
    pub(crate) fn sender(&self) -> Option<Sender> {
        read(self.id, &self.owner, &self.holding)
    }
}

/// All stored statements of a person, newest first. At most [`TOLD_MAX`].
pub(crate) async fn declared(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
) -> Result<Vec<OriginatorRow>, StoreError> {
    let rows = sqlx::query_as!(
        OriginatorRow,
        "SELECT id, transaction_id, owner, holding, service, originator, declared_at FROM senders
         WHERE tenant_id = $1 AND user_id = $2 ORDER BY declared_at DESC, id LIMIT $3",
        tenant.uuid(),
        user.uuid(),
        TOLD_MAX,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows)
}

/// The person's own statements for the data export, newest first, without the originators. Older than the position
/// `before`.
pub(crate) async fn export(
    conn: &mut PgConnection,
    user: UserId,
    before: Option<RowPosition>,
    limit: i64,
) -> Result<Vec<(RowPosition, Value)>, StoreError> {
    let (at, id) = before.unzip();
    let rows = sqlx::query!(
        r#"SELECT declared_at, id,
                  jsonb_build_object('transaction_id', transaction_id, 'owner', owner, 'holding', holding, 'service', service,
                                     'declared_at', declared_at) AS "row!"
           FROM senders WHERE user_id = $1 AND ($2::timestamptz IS NULL OR (declared_at, id) < ($2, $3))
           ORDER BY declared_at DESC, id DESC LIMIT $4"#,
        user.uuid(),
        at,
        id,
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| ((row.declared_at, row.id), row.row)).collect())
}

/// Deletes the waiting statements of the owners of these profiles. Statements of transactions stay until their
/// retention ends.
pub(crate) async fn forget(conn: &mut PgConnection, profiles: &[ProfileId]) -> Result<(), StoreError> {
    let profiles: Vec<Uuid> = profiles.iter().map(|profile| profile.uuid()).collect();
    sqlx::query!(
        "DELETE FROM senders s USING profiles p
         WHERE p.id = ANY($1) AND s.tenant_id = p.tenant_id AND s.user_id = p.user_id AND s.transaction_id IS NULL",
        &profiles,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Deletes, for all tenants, statements older than `kept`, and unused ones older than `waiting`; at most `limit`.
pub(crate) async fn purge(
    conn: &mut PgConnection,
    (kept, waiting): (DateTime<Utc>, DateTime<Utc>),
    limit: i64,
) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM senders WHERE (tenant_id, id) IN (
             SELECT tenant_id, id FROM senders
             WHERE declared_at < $1 OR (declared_at < $2 AND transaction_id IS NULL) LIMIT $3)",
        kept,
        waiting,
        limit,
    )
    .execute(conn)
    .await?;
    Ok(())
}
