//! All SQL of wallet declarations.

use chrono::{DateTime, Utc};
use kernel::{Network, ProfileId, TenantId, TenantUser, UserId, WalletId};
use serde_json::Value;
use sqlx::PgConnection;
use store::StoreError;
use uuid::Uuid;

use super::{Holding, Owner, Wallet};
use crate::RowPosition;

/// The maximum number of active declarations of one customer.
pub(crate) const WALLETS_MAX: i64 = 100;
/// The maximum number of declarations of one customer that an operator sees.
const TOLD_MAX: i64 = 200;

struct Row {
    id: Uuid,
    network: String,
    address: String,
    owner: String,
    holding: String,
    service: Option<String>,
    declared_at: DateTime<Utc>,
    proved_at: Option<DateTime<Utc>>,
}

impl Row {
    /// `None` if this version of the program cannot read the row.
    fn read(self) -> Option<Wallet> {
        let owner = [Owner::Own, Owner::Other].into_iter().find(|one| one.code() == self.owner)?;
        let holding = [Holding::Service, Holding::SelfHosted].into_iter().find(|one| one.code() == self.holding)?;
        Some(Wallet {
            id: WalletId::from_uuid(self.id),
            network: self.network.parse().ok()?,
            address: self.address,
            owner,
            holding,
            service: self.service,
            declared_at: self.declared_at,
            proved_at: self.proved_at,
        })
    }
}

/// The customer's active declarations, newest first.
pub(crate) async fn of_user(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
) -> Result<Vec<Wallet>, StoreError> {
    let rows = sqlx::query_as!(
        Row,
        "SELECT id, network, address, owner, holding, service, declared_at, proved_at FROM wallets
         WHERE tenant_id = $1 AND user_id = $2 AND revoked_at IS NULL ORDER BY declared_at DESC, id LIMIT $3",
        tenant.uuid(),
        user.uuid(),
        WALLETS_MAX,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().filter_map(Row::read).collect())
}

/// The active declaration of an address.
pub(crate) async fn at(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    network: Network,
    address: &str,
) -> Result<Option<Wallet>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        "SELECT id, network, address, owner, holding, service, declared_at, proved_at FROM wallets
         WHERE tenant_id = $1 AND user_id = $2 AND network = $3 AND address = $4 AND revoked_at IS NULL",
        tenant.uuid(),
        user.uuid(),
        network.code(),
        address,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.and_then(Row::read))
}

/// Locks the customer's row until the end of the database transaction. Fails for an erased customer.
pub(crate) async fn lock(conn: &mut PgConnection, tenant: TenantId, user: UserId) -> Result<(), StoreError> {
    let found = sqlx::query!(
        "SELECT id FROM users WHERE tenant_id = $1 AND id = $2 AND status <> 'erased' FOR NO KEY UPDATE",
        tenant.uuid(),
        user.uuid()
    );
    let found = found.fetch_optional(conn).await?;
    StoreError::ensure_one_row("person", u64::from(found.is_some()))
}

/// Inserts a declaration.
pub(crate) async fn insert(
    conn: &mut PgConnection,
    TenantUser { tenant, user }: TenantUser,
    wallet: &Wallet,
    beneficiary: Option<&[u8]>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO wallets (tenant_id, id, user_id, network, address, owner, holding, service, beneficiary, declared_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        tenant.uuid(),
        wallet.id.uuid(),
        user.uuid(),
        wallet.network.code(),
        wallet.address,
        wallet.owner.code(),
        wallet.holding.code(),
        wallet.service,
        beneficiary,
        wallet.declared_at,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Revokes a declaration: keeps it if an order is based on it, deletes it otherwise. False if it was not active.
pub(crate) async fn revoke(
    conn: &mut PgConnection,
    TenantUser { tenant, user }: TenantUser,
    id: WalletId,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let gone = sqlx::query!(
        "DELETE FROM wallets WHERE tenant_id = $1 AND user_id = $2 AND id = $3 AND used_at IS NULL",
        tenant.uuid(),
        user.uuid(),
        id.uuid(),
    )
    .execute(&mut *conn)
    .await?;
    let kept = sqlx::query!(
        "UPDATE wallets SET revoked_at = $4, challenge = NULL, challenge_until = NULL
         WHERE tenant_id = $1 AND user_id = $2 AND id = $3 AND revoked_at IS NULL",
        tenant.uuid(),
        user.uuid(),
        id.uuid(),
        now,
    )
    .execute(conn)
    .await?;
    Ok(gone.rows_affected() + kept.rows_affected() == 1)
}

/// Marks a declaration as used by an order.
pub(crate) async fn used(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: WalletId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "UPDATE wallets SET used_at = $3 WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        id.uuid(),
        now,
    )
    .execute(conn)
    .await?;
    StoreError::ensure_one_row("wallet", done.rows_affected())
}

/// Deletes the declarations of the owners of these profiles. Revokes those that orders are based on, until their
/// retention ends.
pub(crate) async fn forget(
    conn: &mut PgConnection,
    profiles: &[ProfileId],
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let profiles: Vec<Uuid> = profiles.iter().map(|profile| profile.uuid()).collect();
    sqlx::query!(
        "DELETE FROM wallets w USING profiles p
         WHERE p.id = ANY($1) AND w.tenant_id = p.tenant_id AND w.user_id = p.user_id AND w.used_at IS NULL",
        &profiles,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "UPDATE wallets w SET revoked_at = $2, challenge = NULL, challenge_until = NULL FROM profiles p
         WHERE p.id = ANY($1) AND w.tenant_id = p.tenant_id AND w.user_id = p.user_id AND w.revoked_at IS NULL",
        &profiles,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Deletes revoked declarations of all tenants that no order has used since `before`; at most `limit`.
pub(crate) async fn purge(conn: &mut PgConnection, before: DateTime<Utc>, limit: i64) -> Result<u64, StoreError> {
    let done = sqlx::query!(
        "DELETE FROM wallets WHERE (tenant_id, id) IN (
             SELECT tenant_id, id FROM wallets WHERE revoked_at IS NOT NULL AND used_at < $1 LIMIT $2)",
        before,
        limit,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected())
}

/// All stored declarations of a customer, newest first, with the encrypted beneficiaries. At most [`TOLD_MAX`].
pub(crate) async fn declared(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
) -> Result<Vec<(Wallet, Option<Vec<u8>>)>, StoreError> {
    let rows = sqlx::query!(
        "SELECT id, network, address, owner, holding, service, declared_at, proved_at, beneficiary FROM wallets
         WHERE tenant_id = $1 AND user_id = $2 ORDER BY declared_at DESC, id LIMIT $3",
        tenant.uuid(),
        user.uuid(),
        TOLD_MAX,
    )
    .fetch_all(conn)
    .await?;
    let read = rows.into_iter().filter_map(|row| {
        let (id, network, address, owner, holding) = (row.id, row.network, row.address, row.owner, row.holding);
        let (service, declared_at, proved_at) = (row.service, row.declared_at, row.proved_at);
        let wallet = Row { id, network, address, owner, holding, service, declared_at, proved_at }.read()?;
        Some((wallet, row.beneficiary))
    });
    Ok(read.collect())
}

/// The customer's own declarations for the data export, newest first, revoked ones included, without the beneficiaries.
/// Older than the position `before`.
pub(crate) async fn export(
    conn: &mut PgConnection,
    user: UserId,
    before: Option<RowPosition>,
    limit: i64,
) -> Result<Vec<(RowPosition, Value)>, StoreError> {
    let (at, id) = before.unzip();
    let rows = sqlx::query!(
        r#"SELECT declared_at, id,
                  jsonb_build_object('network', network, 'address', address, 'owner', owner, 'holding', holding, 'service', service,
                                     'declared_at', declared_at, 'proved_at', proved_at, 'revoked_at', revoked_at) AS "row!"
           FROM wallets WHERE user_id = $1 AND ($2::timestamptz IS NULL OR (declared_at, id) < ($2, $3))
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

/// Stores a new message to sign, replacing an earlier one.
pub(crate) async fn challenge(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: WalletId,
    message: &str,
    until: DateTime<Utc>,
) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "UPDATE wallets SET challenge = $3, challenge_until = $4, challenge_tries = 0
         WHERE tenant_id = $1 AND id = $2 AND revoked_at IS NULL",
        tenant.uuid(),
        id.uuid(),
        message,
        until,
    )
    .execute(conn)
    .await?;
    StoreError::ensure_one_row("wallet", done.rows_affected())
}

/// The open message, after counting one more attempt. `None` if it has expired or has no attempts left.
pub(crate) async fn try_challenge(
    conn: &mut PgConnection,
    TenantUser { tenant, user }: TenantUser,
    id: WalletId,
    now: DateTime<Utc>,
) -> Result<Option<String>, StoreError> {
    let row = sqlx::query_scalar!(
        r#"UPDATE wallets SET challenge_tries = challenge_tries + 1
           WHERE tenant_id = $1 AND user_id = $2 AND id = $3 AND revoked_at IS NULL
             AND challenge_until > $4 AND challenge_tries < 5
           RETURNING challenge AS "challenge!""#,
        tenant.uuid(),
        user.uuid(),
        id.uuid(),
        now,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row)
}

/// Marks the message as signed; it is stored with its signature and cannot be used again.
pub(crate) async fn proved(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: WalletId,
    signature: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "UPDATE wallets SET proof_message = challenge, proof_signature = $3, proved_at = $4, challenge = NULL,
                challenge_until = NULL
         WHERE tenant_id = $1 AND id = $2 AND challenge IS NOT NULL",
        tenant.uuid(),
        id.uuid(),
        signature,
        now,
    )
    .execute(conn)
    .await?;
    StoreError::ensure_one_row("challenge", done.rows_affected())
}
