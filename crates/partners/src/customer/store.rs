//! All SQL of partners' customers.

use chrono::{DateTime, Utc};
use kernel::{PartnerConsentId, PartnerKeyId, ProfileId, TenantId, UserId};
use sqlx::PgConnection;
use store::StoreError;
use uuid::Uuid;

use super::model::{CustomerLink, LinkState, PartnerConsent, origin_of};
use crate::origin::origin;
use crate::scope::{IMPORT, grants};

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

/// A new state of a link, for its event.
pub(super) struct Changed {
    /// The id of the link.
    pub id: Uuid,
    /// The version of the link with this state.
    pub version: i64,
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

/// A new verification link of a partner's customer.
pub(super) struct NewLink<'a> {
    /// The link's id.
    pub id: Uuid,
    /// The API key of the partner.
    pub key: PartnerKeyId,
    /// The partner's id of the customer.
    pub external_id: &'a str,
    /// Where the customer returns to.
    pub return_url: &'a str,
    /// The hash of the link's token.
    pub token_hash: &'a [u8; 32],
    /// When the link is created.
    pub created_at: DateTime<Utc>,
    /// When the link expires.
    pub expires_at: DateTime<Utc>,
}

/// Writes a new link. One that is confirmed stays, if another request confirmed it meanwhile.
pub(super) async fn begin(conn: &mut PgConnection, tenant: TenantId, link: &NewLink<'_>) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "INSERT INTO partner_customers AS c
             (tenant_id, id, key_id, external_id, state, return_url, hash, expires_at, created_at, updated_at)
         VALUES ($1, $2, $3, $4, 'initialized', $5, $6, $7, $8, $8)
         ON CONFLICT (tenant_id, key_id, external_id) DO UPDATE
         SET state = 'initialized', version = c.version + 1, return_url = $5, hash = $6, expires_at = $7,
             updated_at = $8, customer_profile_id = NULL, agreed_at = NULL, site = NULL
         WHERE c.state <> 'confirmed'",
        tenant.uuid(),
        link.id,
        link.key.uuid(),
        link.external_id,
        link.return_url,
        link.token_hash.as_slice(),
        link.expires_at,
        link.created_at,
    );
    StoreError::ensure_one_row("partner_customer", done.execute(conn).await?.rows_affected())
}

/// Deletes the links of a key that were never confirmed, or have ended, if they expired before `before`.
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

/// A customer's agreement to show a partner which verifications are complete.
pub(super) struct Agreement<'a> {
    /// The hash of the link's token.
    pub token_hash: &'a [u8; 32],
    /// The hash of the code that the customer brings back to the partner.
    pub code_hash: &'a [u8; 32],
    /// The profile of the customer.
    pub customer: ProfileId,
    /// The site on which the customer agreed.
    pub site: &'a str,
    /// When the customer agreed.
    pub agreed_at: DateTime<Utc>,
    /// When the code expires.
    pub expires_at: DateTime<Utc>,
}

/// Uses the link of a token. Of two requests at the same time, one gets it.
pub(super) async fn agree(
    conn: &mut PgConnection,
    tenant: TenantId,
    agreement: &Agreement<'_>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE partner_customers SET state = 'agreed', version = version + 1, hash = $3, customer_profile_id = $4,
                agreed_at = $5, site = $7, expires_at = $6, updated_at = $5
         WHERE tenant_id = $1 AND hash = $2 AND state = 'initialized' AND expires_at > $5",
        tenant.uuid(),
        agreement.token_hash.as_slice(),
        agreement.code_hash.as_slice(),
        agreement.customer.uuid(),
        agreement.agreed_at,
        agreement.expires_at,
        agreement.site,
    );
    Ok(done.execute(conn).await?.rows_affected() == 1)
}

/// Uses the code of a customer. `None` if the code is wrong, used or expired.
pub(super) async fn confirm(
    conn: &mut PgConnection,
    tenant: TenantId,
    (key, external): (PartnerKeyId, &str),
    hash: &[u8; 32],
    now: DateTime<Utc>,
) -> Result<Option<Changed>, StoreError> {
    let changed = sqlx::query_as!(
        Changed,
        "UPDATE partner_customers SET state = 'confirmed', version = version + 1, hash = NULL, updated_at = $5
         WHERE tenant_id = $1 AND key_id = $2 AND external_id = $3 AND hash = $4 AND state = 'agreed'
               AND expires_at > $5
         RETURNING id, version",
        tenant.uuid(),
        key.uuid(),
        external,
        hash.as_slice(),
        now,
    );
    Ok(changed.fetch_optional(conn).await?)
}

pub(super) async fn cancel(
    conn: &mut PgConnection,
    tenant: TenantId,
    (key, external): (PartnerKeyId, &str),
    now: DateTime<Utc>,
) -> Result<Changed, StoreError> {
    let changed = sqlx::query_as!(
        Changed,
        "UPDATE partner_customers SET state = 'cancelled', version = version + 1, hash = NULL,
                customer_profile_id = NULL, agreed_at = NULL, site = NULL, updated_at = $4
         WHERE tenant_id = $1 AND key_id = $2 AND external_id = $3
         RETURNING id, version",
        tenant.uuid(),
        key.uuid(),
        external,
        now,
    );
    Ok(changed.fetch_one(conn).await?)
}

/// The consents of a person to partners whose keys are not revoked: those in force first, then the newest first.
pub(super) async fn consents(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    now: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<PartnerConsent>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT c.id, c.key_id, c.state, c.return_url, c.agreed_at AS "agreed_at!", c.site AS "site!", c.updated_at,
                  k.profile_id, k.scopes
           FROM partner_customers c
           JOIN profiles p ON p.tenant_id = c.tenant_id AND p.id = c.customer_profile_id
           JOIN partner_keys k ON k.tenant_id = c.tenant_id AND k.id = c.key_id
           WHERE c.tenant_id = $1 AND p.user_id = $2 AND k.revoked_at IS NULL
                 AND (c.state IN ('confirmed', 'withdrawn') OR (c.state = 'agreed' AND c.expires_at > $3))
           ORDER BY c.state = 'withdrawn', c.agreed_at DESC, c.id LIMIT $4"#,
        tenant.uuid(),
        user.uuid(),
        now,
        limit,
    );
    let rows = rows.fetch_all(conn).await?;
    let read = rows.into_iter().filter_map(|row| {
        Some(PartnerConsent {
            id: PartnerConsentId::from_uuid(row.id),
            key: PartnerKeyId::from_uuid(row.key_id),
            owner: ProfileId::from_uuid(row.profile_id),
            partner: origin_of(&row.return_url),
            state: LinkState::read(&row.state)?,
            agreed_at: row.agreed_at,
            site: row.site,
            updated_at: row.updated_at,
            has_import: grants(&row.scopes, IMPORT),
        })
    });
    Ok(read.collect())
}

/// A consent that its customer withdrew.
pub(super) struct Withdrawn {
    pub key: PartnerKeyId,
    /// The profile that owns the key.
    pub owner: ProfileId,
    pub external_id: String,
    pub changed: Changed,
}

/// Withdraws a consent of the person. `None` if it is unknown or was ended before.
pub(super) async fn withdraw(
    conn: &mut PgConnection,
    tenant: TenantId,
    (user, id): (UserId, PartnerConsentId),
    now: DateTime<Utc>,
) -> Result<Option<Withdrawn>, StoreError> {
    let row = sqlx::query!(
        "UPDATE partner_customers c SET state = 'withdrawn', version = c.version + 1, hash = NULL, updated_at = $4
         FROM partner_keys k, profiles p
         WHERE c.tenant_id = $1 AND c.id = $2 AND c.state IN ('agreed', 'confirmed')
               AND k.tenant_id = $1 AND k.id = c.key_id
               AND p.tenant_id = $1 AND p.id = c.customer_profile_id AND p.user_id = $3
         RETURNING c.key_id, k.profile_id, c.external_id, c.version",
        tenant.uuid(),
        id.uuid(),
        user.uuid(),
        now,
    );
    Ok(row.fetch_optional(conn).await?.map(|row| Withdrawn {
        key: PartnerKeyId::from_uuid(row.key_id),
        owner: ProfileId::from_uuid(row.profile_id),
        external_id: row.external_id,
        changed: Changed { id: id.uuid(), version: row.version },
    }))
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
