//! All SQL of customers and profiles.

use chrono::{DateTime, Utc};
use kernel::{Currency, ProfileId, TenantId, UserId, World};
use store::{PgConnection, StoreError};
use uuid::Uuid;

use super::model::CheckedUpdate;
use super::{Settings, SettingsUpdate, Theme, User};
use crate::{EmailAddress, Language};

/// The fallback if a person's main_currency has left the catalogue.
const MAIN_CURRENCY: &str = "EUR";

struct Row {
    id: Uuid,
    email: String,
    first_name: Option<String>,
    last_name: Option<String>,
    phone: Option<String>,
    phone_changed_at: Option<DateTime<Utc>>,
    mail_bounced_at: Option<DateTime<Utc>>,
    residence: Option<String>,
    status: String,
    language: String,
    theme: String,
    main_currency: String,
    hide_small_balances: bool,
    created_at: DateTime<Utc>,
    closes_at: Option<DateTime<Utc>>,
    profiles: Vec<Uuid>,
    closed_profiles: Vec<Uuid>,
}

impl From<Row> for User {
    fn from(row: Row) -> Self {
        let main = |code: &str| code.parse::<Currency>().ok();
        Self {
            id: UserId::from_uuid(row.id),
            email: row.email,
            first_name: row.first_name,
            last_name: row.last_name,
            phone: row.phone,
            phone_changed_at: row.phone_changed_at,
            mail_bounced_at: row.mail_bounced_at,
            residence: row.residence.and_then(|code| code.parse().ok()),
            blocked: row.status == "blocked",
            settings: Settings {
                language: Language::from_code(&row.language).unwrap_or_default(),
                theme: Theme::from_code(&row.theme).unwrap_or_default(),
                main_currency: main(&row.main_currency)
                    .or_else(|| main(MAIN_CURRENCY))
                    .expect("the euro is in the catalogue"),
                hide_small_balances: row.hide_small_balances,
            },
            profiles: row.profiles.into_iter().map(ProfileId::from_uuid).collect(),
            closed_profiles: row.closed_profiles.into_iter().map(ProfileId::from_uuid).collect(),
            created_at: row.created_at,
            closes_at: row.closes_at,
        }
    }
}

/// A person; `None` for an erased one.
pub(crate) async fn find(conn: &mut PgConnection, tenant: TenantId, user: UserId) -> Result<Option<User>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT u.id, u.email, u.first_name, u.last_name, u.phone, u.phone_changed_at,
                  u.mail_bounced_at, u.residence, u.status, u.language, u.theme, u.main_currency,
                  u.hide_small_balances, u.created_at,
                  (SELECT c.due_at FROM account_closings c
                   WHERE c.tenant_id = $1 AND c.user_id = u.id AND c.state = 'waiting') AS closes_at,
                  ARRAY(SELECT p.id FROM profiles p WHERE p.tenant_id = $1 AND p.user_id = u.id
                          AND p.closed_at IS NULL ORDER BY p.position) AS "profiles!",
                  ARRAY(SELECT p.id FROM profiles p WHERE p.tenant_id = $1 AND p.user_id = u.id
                          AND p.closed_at IS NOT NULL ORDER BY p.position) AS "closed_profiles!"
           FROM users u WHERE u.tenant_id = $1 AND u.id = $2 AND u.status <> 'erased'"#,
        tenant.uuid(),
        user.uuid(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(User::from))
}

/// The person with this address, created with a first profile if there is none; and whether it was created.
pub(crate) async fn find_or_add(
    conn: &mut PgConnection,
    world: &World,
    tenant: TenantId,
    email: &EmailAddress,
    language: Language,
) -> Result<(UserId, bool), StoreError> {
    let now = world.now();
    let added = sqlx::query_scalar!(
        "INSERT INTO users (tenant_id, id, email, email_normalized, language, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $6) ON CONFLICT (tenant_id, email_normalized) DO NOTHING RETURNING id",
        tenant.uuid(),
        world.uuid(),
        email.address(),
        email.normalized(),
        language.code(),
        now,
    )
    .fetch_optional(&mut *conn)
    .await?;
    if let Some(id) = added {
        add_profile(conn, world, tenant, id).await?;
        return Ok((UserId::from_uuid(id), true));
    }
    let id = sqlx::query_scalar!(
        "SELECT id FROM users WHERE tenant_id = $1 AND email_normalized = $2",
        tenant.uuid(),
        email.normalized(),
    )
    .fetch_one(conn)
    .await?;
    Ok((UserId::from_uuid(id), false))
}

/// The person with this address.
pub(crate) async fn by_email(
    conn: &mut PgConnection,
    tenant: TenantId,
    email: &EmailAddress,
) -> Result<Option<UserId>, StoreError> {
    let id = sqlx::query_scalar!(
        "SELECT id FROM users WHERE tenant_id = $1 AND email_normalized = $2",
        tenant.uuid(),
        email.normalized(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(id.map(UserId::from_uuid))
}

/// Sets the name of a new person from the provider.
pub(crate) async fn name(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    first_name: Option<&str>,
    last_name: Option<&str>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE users SET first_name = COALESCE($3, first_name), last_name = COALESCE($4, last_name)
         WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        user.uuid(),
        first_name,
        last_name,
    )
    .execute(conn)
    .await?;
    Ok(())
}

async fn add_profile(conn: &mut PgConnection, world: &World, tenant: TenantId, user: Uuid) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO profiles (tenant_id, id, user_id, position, created_at) VALUES ($1, $2, $3, 1, $4)",
        tenant.uuid(),
        world.uuid(),
        user,
        world.now(),
    )
    .execute(conn)
    .await?;
    Ok(())
}

pub(super) async fn update(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    now: DateTime<Utc>,
    update: &CheckedUpdate,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE users SET first_name = COALESCE($3, first_name), last_name = COALESCE($4, last_name),
                residence = COALESCE($5, residence), updated_at = $6
         WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        user.uuid(),
        update.first_name,
        update.last_name,
        update.residence.as_ref().map(kernel::Country::code),
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

pub(super) async fn update_settings(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    now: DateTime<Utc>,
    update: SettingsUpdate,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE users SET language = COALESCE($3, language), theme = COALESCE($4, theme),
             main_currency = COALESCE($5, main_currency), hide_small_balances = COALESCE($6, hide_small_balances),
             updated_at = $7
         WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        user.uuid(),
        update.language.map(Language::code),
        update.theme.map(Theme::code),
        update.main_currency.map(Currency::code),
        update.hide_small_balances,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Locks a person's row until the transaction ends.
pub(crate) async fn lock(conn: &mut PgConnection, tenant: TenantId, user: UserId) -> Result<(), StoreError> {
    sqlx::query!("SELECT id FROM users WHERE tenant_id = $1 AND id = $2 FOR UPDATE", tenant.uuid(), user.uuid())
        .fetch_optional(conn)
        .await?;
    Ok(())
}

/// The encrypted personal data.
pub(super) async fn personal(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
) -> Result<Option<Vec<u8>>, StoreError> {
    let found =
        sqlx::query_scalar!("SELECT personal FROM users WHERE tenant_id = $1 AND id = $2", tenant.uuid(), user.uuid(),)
            .fetch_optional(conn)
            .await?;
    Ok(found.flatten())
}

/// Replaces the encrypted personal data.
pub(super) async fn set_personal(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    sealed: &[u8],
) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "UPDATE users SET personal = $3 WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        user.uuid(),
        sealed,
    )
    .execute(conn)
    .await?;
    StoreError::ensure_one_row("user", done.rows_affected())
}

/// Changes a person's address; false if another person has it, even by a concurrent change.
pub(crate) async fn set_email(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    email: &EmailAddress,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE users SET email = $3, email_normalized = $4, updated_at = $5, email_before = email, email_changed_at = $5,
             mail_bounced_at = NULL
         WHERE tenant_id = $1 AND id = $2
           AND NOT EXISTS (SELECT FROM users o WHERE o.tenant_id = $1 AND o.email_normalized = $4 AND o.id <> $2)",
        tenant.uuid(),
        user.uuid(),
        email.address(),
        email.normalized(),
        now,
    )
    .execute(conn)
    .await;
    match done {
        Ok(done) => Ok(done.rows_affected() == 1),
        Err(error) if error.as_database_error().is_some_and(|error| error.is_unique_violation()) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// The person's former address, if it has changed since `since`.
pub(crate) async fn email_before(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    since: DateTime<Utc>,
) -> Result<Option<String>, StoreError> {
    let before = sqlx::query_scalar!(
        "SELECT email_before FROM users WHERE tenant_id = $1 AND id = $2 AND email_changed_at > $3",
        tenant.uuid(),
        user.uuid(),
        since,
    )
    .fetch_optional(conn)
    .await?;
    Ok(before.flatten())
}

/// When the telephone last changed. Locks the row until the transaction ends.
pub(crate) async fn lock_phone(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
) -> Result<Option<DateTime<Utc>>, StoreError> {
    let found = sqlx::query_scalar!(
        "SELECT phone_changed_at FROM users WHERE tenant_id = $1 AND id = $2 FOR UPDATE",
        tenant.uuid(),
        user.uuid(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(found.flatten())
}

/// Clears the time of the last telephone change, so that it may change again.
pub(crate) async fn forget_phone_change(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "UPDATE users SET phone_changed_at = NULL WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        user.uuid(),
    )
    .execute(conn)
    .await?;
    StoreError::ensure_one_row("user", done.rows_affected())
}

/// Records that account protection was weakened or replaced, which starts a payout hold.
pub(crate) async fn note_guards_changed(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "UPDATE users SET guards_changed_at = $3 WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        user.uuid(),
        now,
    )
    .execute(conn)
    .await?;
    StoreError::ensure_one_row("user", done.rows_affected())
}

pub(crate) async fn set_phone(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    phone: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "UPDATE users SET phone = $3, phone_changed_at = $4, updated_at = $4 WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        user.uuid(),
        phone,
        now,
    )
    .execute(conn)
    .await?;
    StoreError::ensure_one_row("user", done.rows_affected())
}

/// Marks the person's address as one that takes no emails; false if it was marked before.
pub(crate) async fn set_mail_bounced(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    at: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE users SET mail_bounced_at = $3 WHERE tenant_id = $1 AND id = $2 AND mail_bounced_at IS NULL",
        tenant.uuid(),
        user.uuid(),
        at,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Ends the mark of an address that takes no emails; false if there is none.
pub(crate) async fn clear_mail_bounced(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE users SET mail_bounced_at = NULL WHERE tenant_id = $1 AND id = $2 AND mail_bounced_at IS NOT NULL",
        tenant.uuid(),
        user.uuid(),
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Remembers an event of the mail service; false if it was taken before.
pub(crate) async fn take_mail_event(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: &str,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "INSERT INTO mail_events (tenant_id, id, at) VALUES ($1, $2, $3) ON CONFLICT (tenant_id, id) DO NOTHING",
        tenant.uuid(),
        id,
        now,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}
