//! All SQL of keys and their secrets.

pub(super) mod domains;

use chrono::{DateTime, Utc};
use identity::KeySecret;
use kernel::{PartnerKeyId, ProfileId, TenantId, UserId};
use sqlx::PgConnection;
use store::StoreError;
use uuid::Uuid;

use super::hear::CHANNEL;
use super::model::{Content, Domain, DomainState, Key, KeyHolder, SecretInfo};
use crate::kind::KeyKind;
use crate::outside::ProofFailure;

/// Characters of a secret that are kept to recognise it: the prefix and four more.
const HINT_CHARS: usize = 12;

struct KeyRow {
    id: Uuid,
    profile_id: Uuid,
    kind: String,
    name: String,
    addresses: Vec<String>,
    scopes: Vec<String>,
    signing_key: Option<Vec<u8>>,
    created_at: DateTime<Utc>,
    used_at: Option<DateTime<Utc>>,
    revoked_at: Option<DateTime<Utc>>,
}

impl KeyRow {
    /// `None` for a kind that is not known.
    fn read(self) -> Option<Key> {
        Some(Key {
            id: PartnerKeyId::from_uuid(self.id),
            profile: ProfileId::from_uuid(self.profile_id),
            kind: KeyKind::from_code(&self.kind)?,
            name: self.name,
            addresses: self.addresses,
            scopes: self.scopes,
            signing_key: self.signing_key.and_then(|bytes| bytes.try_into().ok()),
            domains: Vec::new(),
            secrets: Vec::new(),
            created_at: self.created_at,
            used_at: self.used_at,
            revoked_at: self.revoked_at,
        })
    }
}

/// The keys of a profile without those revoked before `since`, the newest first.
pub(super) async fn of_profile(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
    since: DateTime<Utc>,
) -> Result<Vec<Key>, StoreError> {
    let rows = sqlx::query_as!(
        KeyRow,
        "SELECT id, profile_id, kind, name, addresses, scopes, signing_key, created_at, used_at, revoked_at
         FROM partner_keys WHERE tenant_id = $1 AND profile_id = $2 AND (revoked_at IS NULL OR revoked_at >= $3)
         ORDER BY created_at DESC, id DESC LIMIT 200",
        tenant.uuid(),
        profile.uuid(),
        since,
    );
    let mut keys: Vec<Key> = rows.fetch_all(&mut *conn).await?.into_iter().filter_map(KeyRow::read).collect();
    complete(conn, tenant, &mut keys).await?;
    Ok(keys)
}

/// The profiles with a key that is not revoked, oldest key first.
pub(super) async fn key_holders(
    conn: &mut PgConnection,
    tenant: TenantId,
    limit: i64,
) -> Result<Vec<KeyHolder>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT profile_id, array_agg(DISTINCT name ORDER BY name) AS "keys!" FROM partner_keys
           WHERE tenant_id = $1 AND revoked_at IS NULL
           GROUP BY profile_id ORDER BY min(created_at), profile_id LIMIT $2"#,
        tenant.uuid(),
        limit,
    );
    let rows = rows.fetch_all(conn).await?.into_iter();
    Ok(rows.map(|row| KeyHolder { profile: ProfileId::from_uuid(row.profile_id), keys: row.keys }).collect())
}

/// A key of the profile.
pub(super) async fn find(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
    id: PartnerKeyId,
) -> Result<Option<Key>, StoreError> {
    let row = sqlx::query_as!(
        KeyRow,
        "SELECT id, profile_id, kind, name, addresses, scopes, signing_key, created_at, used_at, revoked_at
         FROM partner_keys WHERE tenant_id = $1 AND profile_id = $2 AND id = $3",
        tenant.uuid(),
        profile.uuid(),
        id.uuid(),
    );
    let mut keys: Vec<Key> = row.fetch_optional(&mut *conn).await?.and_then(KeyRow::read).into_iter().collect();
    complete(conn, tenant, &mut keys).await?;
    Ok(keys.pop())
}

/// A key of the profile that is not revoked, locked until the transaction ends.
pub(super) async fn lock(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
    id: PartnerKeyId,
) -> Result<Option<Key>, StoreError> {
    let found = sqlx::query_scalar!(
        "SELECT id FROM partner_keys WHERE tenant_id = $1 AND profile_id = $2 AND id = $3 AND revoked_at IS NULL FOR UPDATE",
        tenant.uuid(),
        profile.uuid(),
        id.uuid(),
    );
    match found.fetch_optional(&mut *conn).await? {
        Some(_) => find(conn, tenant, profile, id).await,
        None => Ok(None),
    }
}

/// Adds secrets and domains.
async fn complete(conn: &mut PgConnection, tenant: TenantId, keys: &mut [Key]) -> Result<(), StoreError> {
    let ids: Vec<Uuid> = keys.iter().map(|key| key.id.uuid()).collect();
    let secrets = sqlx::query!(
        "SELECT key_id, hint, created_at, expires_at, public FROM partner_secrets WHERE tenant_id = $1 AND key_id = ANY($2)
         ORDER BY created_at DESC, hash",
        tenant.uuid(),
        &ids,
    );
    let secrets = secrets.fetch_all(&mut *conn).await?;
    let domains = sqlx::query!(
        "SELECT key_id, domain, state, reason, checked_at FROM partner_domains
         WHERE tenant_id = $1 AND key_id = ANY($2) ORDER BY domain",
        tenant.uuid(),
        &ids,
    );
    let domains = domains.fetch_all(conn).await?;
    for key in keys {
        let own = secrets.iter().filter(|row| row.key_id == key.id.uuid());
        let read = own.map(|row| SecretInfo {
            hint: row.hint.clone(),
            created_at: row.created_at,
            expires_at: row.expires_at,
            public: row.public.clone(),
        });
        key.secrets = read.collect();
        let own = domains.iter().filter(|row| row.key_id == key.id.uuid());
        let read = own.map(|row| Domain {
            name: row.domain.clone(),
            state: DomainState::read(&row.state),
            reason: row.reason.as_deref().and_then(ProofFailure::read),
            checked_at: row.checked_at,
        });
        key.domains = read.collect();
    }
    Ok(())
}

/// The number of keys of a profile that are not revoked, after locking the profile so that no other is added.
pub(super) async fn count_locked(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
) -> Result<i64, StoreError> {
    let name = format!("partner_keys {}", profile.uuid());
    sqlx::query!("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))::text AS locked", name)
        .fetch_one(&mut *conn)
        .await?;
    let counted = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM partner_keys
           WHERE tenant_id = $1 AND profile_id = $2 AND revoked_at IS NULL"#,
        tenant.uuid(),
        profile.uuid(),
    );
    Ok(counted.fetch_one(conn).await?)
}

/// A key to insert.
pub(super) struct KeyToAdd<'a> {
    /// The key's id.
    pub id: PartnerKeyId,
    /// The profile that it belongs to.
    pub profile: ProfileId,
    /// The person who makes it.
    pub user: UserId,
    /// The kind.
    pub kind: KeyKind,
    /// The name, addresses, scopes, domains and signing key.
    pub content: &'a Content,
}

pub(super) async fn add(
    conn: &mut PgConnection,
    tenant: TenantId,
    key: &KeyToAdd<'_>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let content = key.content;
    sqlx::query!(
        "INSERT INTO partner_keys (tenant_id, id, profile_id, user_id, kind, name, addresses, scopes, signing_key, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        tenant.uuid(),
        key.id.uuid(),
        key.profile.uuid(),
        key.user.uuid(),
        key.kind.code(),
        content.name,
        &content.addresses,
        &content.scopes,
        content.signing_key.as_ref().map(<[u8; 32]>::as_slice),
        now,
    )
    .execute(&mut *conn)
    .await?;
    domains::put(conn, tenant, key.id, &content.domains).await
}

pub(super) async fn change(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: PartnerKeyId,
    content: &Content,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE partner_keys SET name = $3, addresses = $4, scopes = $5, signing_key = $6
         WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        id.uuid(),
        content.name,
        &content.addresses,
        &content.scopes,
        content.signing_key.as_ref().map(<[u8; 32]>::as_slice),
    )
    .execute(&mut *conn)
    .await?;
    domains::put(conn, tenant, id, &content.domains).await
}

pub(super) async fn add_secret(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: PartnerKeyId,
    (made, public): (&KeySecret, bool),
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let hint: String = made.secret.expose().chars().take(HINT_CHARS).collect();
    sqlx::query!(
        "INSERT INTO partner_secrets (tenant_id, hash, key_id, hint, created_at, public)
         VALUES ($1, $2, $3, $4, $5, $6)",
        tenant.uuid(),
        made.hash.as_slice(),
        id.uuid(),
        hint,
        now,
        public.then(|| made.secret.expose()),
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Lets the newest secret of a key end at `until`, and deletes the others.
pub(super) async fn retire(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: PartnerKeyId,
    until: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM partner_secrets WHERE tenant_id = $1 AND key_id = $2 AND expires_at IS NOT NULL",
        tenant.uuid(),
        id.uuid(),
    )
    .execute(&mut *conn)
    .await?;
    if until <= now {
        sqlx::query!("DELETE FROM partner_secrets WHERE tenant_id = $1 AND key_id = $2", tenant.uuid(), id.uuid())
            .execute(conn)
            .await?;
        return Ok(());
    }
    sqlx::query!(
        "UPDATE partner_secrets SET expires_at = $3 WHERE tenant_id = $1 AND key_id = $2",
        tenant.uuid(),
        id.uuid(),
        until,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Revokes a key and deletes its secrets. Returns whether it was valid.
pub(super) async fn revoke(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
    id: PartnerKeyId,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE partner_keys SET revoked_at = $4
         WHERE tenant_id = $1 AND profile_id = $2 AND id = $3 AND revoked_at IS NULL",
        tenant.uuid(),
        profile.uuid(),
        id.uuid(),
        now,
    );
    if done.execute(&mut *conn).await?.rows_affected() == 0 {
        return Ok(false);
    }
    sqlx::query!("DELETE FROM partner_secrets WHERE tenant_id = $1 AND key_id = $2", tenant.uuid(), id.uuid())
        .execute(conn)
        .await?;
    Ok(true)
}

/// Revokes the keys of these profiles, and deletes their secrets, names, addresses, domains and sessions.
pub(super) async fn forget(
    conn: &mut PgConnection,
    profiles: &[ProfileId],
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let profiles: Vec<Uuid> = profiles.iter().map(|profile| profile.uuid()).collect();
    let keys = sqlx::query_scalar!(
        "UPDATE partner_keys SET name = 'Deleted', addresses = '{}', signing_key = NULL,
                                 revoked_at = coalesce(revoked_at, $2)
         WHERE profile_id = ANY($1) RETURNING id",
        &profiles,
        now,
    );
    let keys = keys.fetch_all(&mut *conn).await?;
    sqlx::query!("DELETE FROM partner_secrets WHERE key_id = ANY($1)", &keys).execute(&mut *conn).await?;
    sqlx::query!("DELETE FROM partner_domains WHERE key_id = ANY($1)", &keys).execute(&mut *conn).await?;
    sqlx::query!("DELETE FROM partner_widget_sessions WHERE key_id = ANY($1)", &keys).execute(conn).await?;
    Ok(())
}

/// The valid key of a secret, and when the secret ends. A public key has its domains.
pub(super) async fn by_secret(
    conn: &mut PgConnection,
    tenant: TenantId,
    hash: &[u8; 32],
    now: DateTime<Utc>,
) -> Result<Option<(Key, Option<DateTime<Utc>>)>, StoreError> {
    let row = sqlx::query!(
        "SELECT k.id, k.profile_id, k.kind, k.name, k.addresses, k.scopes, k.signing_key, k.created_at, k.used_at,
                k.revoked_at, s.expires_at
         FROM partner_secrets s JOIN partner_keys k ON k.tenant_id = $1 AND k.id = s.key_id
         WHERE s.tenant_id = $1 AND s.hash = $2 AND k.revoked_at IS NULL AND (s.expires_at IS NULL OR s.expires_at > $3)",
        tenant.uuid(),
        hash.as_slice(),
        now,
    );
    let Some(row) = row.fetch_optional(&mut *conn).await? else { return Ok(None) };
    let key = KeyRow {
        id: row.id,
        profile_id: row.profile_id,
        kind: row.kind,
        name: row.name,
        addresses: row.addresses,
        scopes: row.scopes,
        signing_key: row.signing_key,
        created_at: row.created_at,
        used_at: row.used_at,
        revoked_at: row.revoked_at,
    };
    let Some(mut key) = key.read() else { return Ok(None) };
    if key.kind.is_public() {
        complete(conn, tenant, std::slice::from_mut(&mut key)).await?;
    }
    Ok(Some((key, row.expires_at)))
}

/// Notes a use of a key, unless one was noted after `before`.
pub(super) async fn note_use(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: PartnerKeyId,
    now: DateTime<Utc>,
    before: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE partner_keys SET used_at = $3
         WHERE tenant_id = $1 AND id = $2 AND (used_at IS NULL OR used_at <= $4)",
        tenant.uuid(),
        id.uuid(),
        now,
        before,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Tells every process, when this transaction commits, to drop its cached API keys.
pub(super) async fn tell(conn: &mut PgConnection) -> Result<(), StoreError> {
    sqlx::query!("SELECT pg_notify($1, '')::text AS said", CHANNEL).fetch_one(conn).await?;
    Ok(())
}
