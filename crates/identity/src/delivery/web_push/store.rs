//! All SQL of web push.

use ::store::{PgConnection, StoreError};
use chrono::{DateTime, Utc};
use kernel::{PushDeviceId, SessionId, TenantId, TenantUser, UserId};
use uuid::Uuid;

use super::PushDevice;

/// The tenant's keys: id, public key and encrypted private key.
pub(super) async fn keys(
    conn: &mut PgConnection,
    tenant: TenantId,
) -> Result<Option<(Uuid, Vec<u8>, Vec<u8>)>, StoreError> {
    let row = sqlx::query!("SELECT id, public_key, sealed FROM push_keys WHERE tenant_id = $1", tenant.uuid())
        .fetch_optional(conn)
        .await?;
    Ok(row.map(|row| (row.id, row.public_key, row.sealed)))
}

/// Stores the tenant's keys, unless it has some.
pub(super) async fn add_keys(
    conn: &mut PgConnection,
    tenant: TenantId,
    (id, public, sealed): (Uuid, &[u8], &[u8]),
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO push_keys (tenant_id, id, public_key, sealed, created_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (tenant_id) DO NOTHING",
        tenant.uuid(),
        id,
        public,
        sealed,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The person to whom the browser of an endpoint belongs.
pub(super) async fn owner(
    conn: &mut PgConnection,
    tenant: TenantId,
    endpoint: &str,
) -> Result<Option<UserId>, StoreError> {
    let user = sqlx::query_scalar!(
        "SELECT user_id FROM push_devices WHERE tenant_id = $1 AND endpoint = $2",
        tenant.uuid(),
        endpoint,
    );
    Ok(user.fetch_optional(conn).await?.map(UserId::from_uuid))
}

/// Adds a browser, or renews the one of this endpoint for the person; returns its id.
pub(super) async fn put(
    conn: &mut PgConnection,
    TenantUser { tenant, user }: TenantUser,
    session: SessionId,
    new: &PushDevice,
    (public_key, auth): (&[u8], &[u8]),
) -> Result<PushDeviceId, StoreError> {
    let id = sqlx::query_scalar!(
        "INSERT INTO push_devices (tenant_id, id, user_id, endpoint, public_key, auth, name, created_at, session_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (tenant_id, endpoint) DO UPDATE SET user_id = excluded.user_id, session_id = excluded.session_id,
             public_key = excluded.public_key, auth = excluded.auth, name = excluded.name
         RETURNING id",
        tenant.uuid(),
        new.id.uuid(),
        user.uuid(),
        new.endpoint,
        public_key,
        auth,
        new.name,
        new.created_at,
        session.uuid(),
    )
    .fetch_one(conn)
    .await?;
    Ok(PushDeviceId::from_uuid(id))
}

/// The browsers of a person, newest first.
pub(super) async fn list(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
) -> Result<Vec<PushDevice>, StoreError> {
    let rows = sqlx::query!(
        "SELECT id, name, endpoint, created_at FROM push_devices WHERE tenant_id = $1 AND user_id = $2
         ORDER BY id DESC LIMIT 100",
        tenant.uuid(),
        user.uuid(),
    )
    .fetch_all(conn)
    .await?;
    let read = |row: (Uuid, String, String, DateTime<Utc>)| PushDevice {
        id: PushDeviceId::from_uuid(row.0),
        name: row.1,
        endpoint: row.2,
        created_at: row.3,
    };
    Ok(rows.into_iter().map(|row| read((row.id, row.name, row.endpoint, row.created_at))).collect())
}

/// The owner, the endpoint, the public key and the shared secret of a browser.
pub(crate) struct Target {
    pub user: UserId,
    pub endpoint: String,
    pub public_key: Vec<u8>,
    pub auth: Vec<u8>,
}

/// The push address of a browser; `None` if the browser was removed.
pub(crate) async fn target(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: PushDeviceId,
) -> Result<Option<Target>, StoreError> {
    let row = sqlx::query!(
        "SELECT user_id, endpoint, public_key, auth FROM push_devices WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        id.uuid(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| Target {
        user: UserId::from_uuid(row.user_id),
        endpoint: row.endpoint,
        public_key: row.public_key,
        auth: row.auth,
    }))
}

/// The ids of a person's browsers.
pub(crate) async fn ids(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
) -> Result<Vec<PushDeviceId>, StoreError> {
    let ids = sqlx::query_scalar!(
        "SELECT id FROM push_devices WHERE tenant_id = $1 AND user_id = $2 ORDER BY id LIMIT 100",
        tenant.uuid(),
        user.uuid(),
    );
    Ok(ids.fetch_all(conn).await?.into_iter().map(PushDeviceId::from_uuid).collect())
}

/// Removes a browser of a person; false if there is none.
pub(crate) async fn delete(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    id: PushDeviceId,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "DELETE FROM push_devices WHERE tenant_id = $1 AND user_id = $2 AND id = $3",
        tenant.uuid(),
        user.uuid(),
        id.uuid(),
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}
