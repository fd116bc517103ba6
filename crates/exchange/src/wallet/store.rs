//! All SQL of wallets.

use chrono::{DateTime, Utc};
use kernel::{Network, ProfileId, TenantId, UserId, WalletId};
use serde_json::Value;
use sqlx::PgConnection;
use store::StoreError;
use uuid::Uuid;

use super::{Holding, Owner, Wallet};
use crate::RowPlace;

/// Of one person that stand.
pub(crate) const WALLETS_MAX: i64 = 100;
/// Of one person that an operator is shown.
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
    /// `None` for a row that no version of this program wrote.
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

/// Those of a person that stand, the newest first.
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

/// What stands of an address.
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

/// Whoever else changes this person's wallets waits until this transaction ends. Who has been erased meanwhile says nothing
/// any more.
pub(crate) async fn lock(conn: &mut PgConnection, tenant: TenantId, user: UserId) -> Result<(), StoreError> {
    let found = sqlx::query!(
        "SELECT id FROM users WHERE tenant_id = $1 AND id = $2 AND status <> 'erased' FOR NO KEY UPDATE",
        tenant.uuid(),
        user.uuid()
    );
    let found = found.fetch_optional(conn).await?;
    StoreError::ensure_one_row("person", u64::from(found.is_some()))
}

/// Writes down what was said.
pub(crate) async fn insert(
    conn: &mut PgConnection,
    (tenant, user): (TenantId, UserId),
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

/// From now on it counts no more: what an order rests on is kept, anything else goes. False when it did not count.
pub(crate) async fn revoke(
    conn: &mut PgConnection,
    (tenant, user): (TenantId, UserId),
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

/// An order goes there.
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

/// Forgets the wallets of who owns these profiles; those that an order rests on count no more, and wait for their time.
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

/// Deletes, of all tenants, what counts no more and no order has rested on since `before`; at most `limit`.
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

/// All that a person has said and is kept, the newest first, with who was said to receive the coins, sealed. At most
/// [`TOLD_MAX`].
pub(crate) async fn told(
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

/// All that a person said of addresses and is kept, newest first, for themselves: what counts no more too, but not whom they named.
/// Older than the place `before`.
pub(crate) async fn said(
    conn: &mut PgConnection,
    user: UserId,
    before: Option<RowPlace>,
    limit: i64,
) -> Result<Vec<(RowPlace, Value)>, StoreError> {
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

/// A new message to sign, instead of one before.
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

/// The message that waits for a signature, counted as tried once more. None when it is too late, or was tried too often.
pub(crate) async fn try_challenge(
    conn: &mut PgConnection,
    (tenant, user): (TenantId, UserId),
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

/// The message was signed: it serves no more, and stays with its signature.
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
