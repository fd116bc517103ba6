//! All SQL of partners' customers.

use chrono::{DateTime, Utc};
use kernel::{PartnerKeyId, ProfileId, TenantId};
use sqlx::PgConnection;
use store::StoreError;
use uuid::Uuid;

use super::model::{CustomerLink, LinkState};
use crate::origin::origin;

struct LinkRow {
    external_id: String,
    state: String,
    return_url: String,
    customer_profile_id: Option<Uuid>,
    expires_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

impl LinkRow {
    /// `None` if the stored state is not valid.
    fn read(self) -> Option<CustomerLink> {
        Some(CustomerLink {
            external_id: self.external_id,
            state: LinkState::read(&self.state)?,
            return_url: self.return_url,
            customer: self.customer_profile_id.map(ProfileId::from_uuid),
            expires_at: self.expires_at,
            updated_at: self.updated_at,
        })
    }
}

/// The origins of the proven domains of a profile's widget keys.
pub(super) async fn proven_origins(
    conn: &mut PgConnection,
    tenant: TenantId,
    owner: ProfileId,
) -> Result<Vec<String>, StoreError> {
    let names = sqlx::query_scalar!(
        "SELECT DISTINCT d.domain FROM partner_domains d
         JOIN partner_keys k ON k.tenant_id = d.tenant_id AND k.id = d.key_id
         WHERE d.tenant_id = $1 AND k.profile_id = $2 AND k.revoked_at IS NULL AND d.state = 'saved'",
        tenant.uuid(),
        owner.uuid(),
    );
    Ok(names.fetch_all(conn).await?.iter().map(|name| origin(name)).collect())
}

pub(super) async fn find(
    conn: &mut PgConnection,
    tenant: TenantId,
    (key, external): (PartnerKeyId, &str),
) -> Result<Option<CustomerLink>, StoreError> {
    let row = sqlx::query_as!(
        LinkRow,
        "SELECT external_id, state, return_url, customer_profile_id, expires_at, updated_at
         FROM partner_customers WHERE tenant_id = $1 AND key_id = $2 AND external_id = $3",
        tenant.uuid(),
        key.uuid(),
        external,
    );
    Ok(row.fetch_optional(conn).await?.and_then(LinkRow::read))
}

/// The customer, locked until this transaction ends.
pub(super) async fn lock(
    conn: &mut PgConnection,
    tenant: TenantId,
    (key, external): (PartnerKeyId, &str),
) -> Result<Option<CustomerLink>, StoreError> {
    let row = sqlx::query_as!(
        LinkRow,
        "SELECT external_id, state, return_url, customer_profile_id, expires_at, updated_at
         FROM partner_customers WHERE tenant_id = $1 AND key_id = $2 AND external_id = $3 FOR UPDATE",
        tenant.uuid(),
        key.uuid(),
        external,
    );
    Ok(row.fetch_optional(conn).await?.and_then(LinkRow::read))
}

/// Writes a new link. One that is confirmed stays, if another request confirmed it meanwhile.
pub(super) async fn begin(
    conn: &mut PgConnection,
    tenant: TenantId,
    (key, external): (PartnerKeyId, &str),
    (return_url, hash): (&str, &[u8; 32]),
    (now, expires_at): (DateTime<Utc>, DateTime<Utc>),
) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "INSERT INTO partner_customers AS c
             (tenant_id, key_id, external_id, state, return_url, hash, expires_at, created_at, updated_at)
         VALUES ($1, $2, $3, 'initialized', $4, $5, $6, $7, $7)
         ON CONFLICT (tenant_id, key_id, external_id) DO UPDATE
         SET state = 'initialized', return_url = $4, hash = $5, expires_at = $6, updated_at = $7,
             customer_profile_id = NULL
         WHERE c.state <> 'confirmed'",
        tenant.uuid(),
        key.uuid(),
        external,
        return_url,
        hash.as_slice(),
        expires_at,
        now,
    );
    StoreError::ensure_one_row("partner_customer", done.execute(conn).await?.rows_affected())
}

/// Deletes the links of a key that were never confirmed, or were cancelled, and ended before `before`.
pub(super) async fn tidy(
    conn: &mut PgConnection,
    tenant: TenantId,
    key: PartnerKeyId,
    before: DateTime<Utc>,
) -> Result<(), StoreError> {
    let gone = sqlx::query!(
        "DELETE FROM partner_customers
         WHERE tenant_id = $1 AND key_id = $2 AND state <> 'confirmed' AND expires_at < $3 AND updated_at < $3",
        tenant.uuid(),
        key.uuid(),
        before,
    );
    gone.execute(conn).await?;
    Ok(())
}

/// The open link of a token, with its key. A link of a revoked key is none.
pub(super) async fn by_token(
    conn: &mut PgConnection,
    tenant: TenantId,
    hash: &[u8; 32],
    now: DateTime<Utc>,
) -> Result<Option<(PartnerKeyId, CustomerLink)>, StoreError> {
    let row = sqlx::query!(
        "SELECT c.key_id, c.external_id, c.state, c.return_url, c.customer_profile_id, c.expires_at, c.updated_at
         FROM partner_customers c JOIN partner_keys k ON k.tenant_id = c.tenant_id AND k.id = c.key_id
         WHERE c.tenant_id = $1 AND c.hash = $2 AND c.state = 'initialized' AND c.expires_at > $3
               AND k.revoked_at IS NULL",
        tenant.uuid(),
        hash.as_slice(),
        now,
    );
    Ok(row.fetch_optional(conn).await?.and_then(|row| {
        let link = LinkRow {
            external_id: row.external_id,
            state: row.state,
            return_url: row.return_url,
            customer_profile_id: row.customer_profile_id,
            expires_at: row.expires_at,
            updated_at: row.updated_at,
        };
        Some((PartnerKeyId::from_uuid(row.key_id), link.read()?))
    }))
}

/// Uses the link of a token. Of two requests at the same time, one gets it.
pub(super) async fn agree(
    conn: &mut PgConnection,
    tenant: TenantId,
    (token, code): (&[u8; 32], &[u8; 32]),
    customer: ProfileId,
    (now, expires_at): (DateTime<Utc>, DateTime<Utc>),
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE partner_customers SET state = 'agreed', hash = $3, customer_profile_id = $4, expires_at = $6,
                updated_at = $5
         WHERE tenant_id = $1 AND hash = $2 AND state = 'initialized' AND expires_at > $5",
        tenant.uuid(),
        token.as_slice(),
        code.as_slice(),
        customer.uuid(),
        now,
        expires_at,
    );
    Ok(done.execute(conn).await?.rows_affected() == 1)
}

/// Uses the code of a customer.
pub(super) async fn confirm(
    conn: &mut PgConnection,
    tenant: TenantId,
    (key, external): (PartnerKeyId, &str),
    hash: &[u8; 32],
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE partner_customers SET state = 'confirmed', hash = NULL, updated_at = $5
         WHERE tenant_id = $1 AND key_id = $2 AND external_id = $3 AND hash = $4 AND state = 'agreed'
               AND expires_at > $5",
        tenant.uuid(),
        key.uuid(),
        external,
        hash.as_slice(),
        now,
    );
    Ok(done.execute(conn).await?.rows_affected() == 1)
}

pub(super) async fn cancel(
    conn: &mut PgConnection,
    tenant: TenantId,
    (key, external): (PartnerKeyId, &str),
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "UPDATE partner_customers SET state = 'cancelled', hash = NULL, customer_profile_id = NULL, updated_at = $4
         WHERE tenant_id = $1 AND key_id = $2 AND external_id = $3",
        tenant.uuid(),
        key.uuid(),
        external,
        now,
    );
    StoreError::ensure_one_row("partner_customer", done.execute(conn).await?.rows_affected())
}

/// Deletes the links of the keys of these profiles, and those to these profiles.
pub(super) async fn forget(conn: &mut PgConnection, profiles: &[ProfileId]) -> Result<(), StoreError> {
    let profiles: Vec<Uuid> = profiles.iter().map(|profile| profile.uuid()).collect();
    sqlx::query!(
        "DELETE FROM partner_customers WHERE customer_profile_id = ANY($1)
             OR key_id IN (SELECT id FROM partner_keys WHERE profile_id = ANY($1))",
        &profiles,
    )
    .execute(conn)
    .await?;
    Ok(())
}
