//! The SQL that anonymises a person. Records that the law requires to be retained stay under the same UUID: ledger and
//! transactions (outside this crate), verification results and the documents behind them (Regulation (EU) 2024/1624,
//! article 77: five years, see the purge), consents and the audit log.

use ::store::{PgConnection, StoreError};
use chrono::{DateTime, Utc};
use kernel::{TenantId, TenantUser, UserId};

use crate::{person::handle, person::source_of_funds};

/// Erases `user`. `email` is the normalized address, `phone` the telephone number.
pub(super) async fn erase(
    conn: &mut PgConnection,
    TenantUser { tenant, user }: TenantUser,
    email: &str,
    phone: Option<&str>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    ways_in(conn, tenant, user).await?;
    codes(conn, TenantUser { tenant, user }, email, phone).await?;
    kyc_documents(conn, tenant, user, now).await?;
    handle::store::erase(conn, tenant, user, now).await?;
    notifications(conn, tenant, user).await?;
    // Profile names are the customer's own words. The ledger refers to profiles by id only.
    sqlx::query!("UPDATE profiles SET name = NULL WHERE tenant_id = $1 AND user_id = $2", tenant.uuid(), user.uuid())
        .execute(&mut *conn)
        .await?;
    // An address under .invalid cannot exist (RFC 2606). The UUID makes it unique.
    sqlx::query!(
        "UPDATE users SET email = id || '@erased.invalid', email_normalized = id || '@erased.invalid', status = 'erased',
             first_name = NULL, last_name = NULL, phone = NULL, phone_changed_at = NULL, residence = NULL, personal = NULL,
             email_before = NULL, email_changed_at = NULL, factors_reset_at = NULL, guards_changed_at = NULL, raised_to = NULL,
             individual_limits = NULL, mail_phrase = NULL, mail_bounced_at = NULL,
             language = 'en', theme = 'system', main_currency = 'EUR', hide_small_balances = false, updated_at = $3
         WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        user.uuid(),
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Deletes credentials. Tokens, confirmations and handovers are deleted with their sessions.
async fn ways_in(conn: &mut PgConnection, tenant: TenantId, user: UserId) -> Result<(), StoreError> {
    let (tenant, user) = (tenant.uuid(), user.uuid());
    sqlx::query!("DELETE FROM passkey_ceremonies WHERE tenant_id = $1 AND user_id = $2", tenant, user)
        .execute(&mut *conn)
        .await?;
    sqlx::query!("DELETE FROM sessions WHERE tenant_id = $1 AND user_id = $2", tenant, user)
        .execute(&mut *conn)
        .await?;
    sqlx::query!("DELETE FROM passkeys WHERE tenant_id = $1 AND user_id = $2", tenant, user)
        .execute(&mut *conn)
        .await?;
    sqlx::query!("DELETE FROM totp_factors WHERE tenant_id = $1 AND user_id = $2", tenant, user)
        .execute(&mut *conn)
        .await?;
    sqlx::query!("DELETE FROM recovery_codes WHERE tenant_id = $1 AND user_id = $2", tenant, user)
        .execute(&mut *conn)
        .await?;
    sqlx::query!("DELETE FROM factor_settings WHERE tenant_id = $1 AND user_id = $2", tenant, user)
        .execute(&mut *conn)
        .await?;
    sqlx::query!("DELETE FROM factor_resets WHERE tenant_id = $1 AND user_id = $2", tenant, user)
        .execute(&mut *conn)
        .await?;
    sqlx::query!("DELETE FROM external_identities WHERE tenant_id = $1 AND user_id = $2", tenant, user)
        .execute(&mut *conn)
        .await?;
    sqlx::query!("DELETE FROM provider_attempts WHERE tenant_id = $1 AND user_id = $2", tenant, user)
        .execute(conn)
        .await?;
    Ok(())
}

/// Deletes the person's notifications, log of messages, push subscriptions, Telegram chat and notification settings.
async fn notifications(conn: &mut PgConnection, tenant: TenantId, user: UserId) -> Result<(), StoreError> {
    let (tenant, user) = (tenant.uuid(), user.uuid());
    sqlx::query!("DELETE FROM notifications WHERE tenant_id = $1 AND user_id = $2", tenant, user)
        .execute(&mut *conn)
        .await?;
    sqlx::query!("DELETE FROM sent_messages WHERE tenant_id = $1 AND user_id = $2", tenant, user)
        .execute(&mut *conn)
        .await?;
    sqlx::query!("DELETE FROM notification_settings WHERE tenant_id = $1 AND user_id = $2", tenant, user)
        .execute(&mut *conn)
        .await?;
    sqlx::query!("DELETE FROM push_devices WHERE tenant_id = $1 AND user_id = $2", tenant, user)
        .execute(&mut *conn)
        .await?;
    sqlx::query!("DELETE FROM telegram_chats WHERE tenant_id = $1 AND user_id = $2", tenant, user)
        .execute(&mut *conn)
        .await?;
    sqlx::query!("DELETE FROM telegram_codes WHERE tenant_id = $1 AND user_id = $2", tenant, user)
        .execute(conn)
        .await?;
    Ok(())
}

/// Deletes the codes sent to the person, and their counters.
async fn codes(
    conn: &mut PgConnection,
    TenantUser { tenant, user }: TenantUser,
    email: &str,
    phone: Option<&str>,
) -> Result<(), StoreError> {
    let (tenant, id) = (tenant.uuid(), user.uuid());
    sqlx::query!("DELETE FROM login_challenges WHERE tenant_id = $1 AND email_normalized = $2", tenant, email)
        .execute(&mut *conn)
        .await?;
    sqlx::query!("DELETE FROM contact_challenges WHERE tenant_id = $1 AND user_id = $2", tenant, id)
        .execute(&mut *conn)
        .await?;
    sqlx::query!("DELETE FROM pending_links WHERE tenant_id = $1 AND email_normalized = $2", tenant, email)
        .execute(&mut *conn)
        .await?;
    sqlx::query!("DELETE FROM user_sources WHERE tenant_id = $1 AND user_id = $2", tenant, id)
        .execute(&mut *conn)
        .await?;
    // The sandbox's simulated email and text messages.
    sqlx::query!(
        "DELETE FROM mail_outbox WHERE tenant_id = $1 AND (recipient = $2 OR recipient = $3)",
        tenant,
        email,
        phone,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!("DELETE FROM counters WHERE tenant_id = $1 AND (subject = $2 OR subject = $3)", tenant, email, phone)
        .execute(conn)
        .await?;
    Ok(())
}

/// Deletes drafts that were never submitted. Submitted documents stay encrypted and count as superseded from now on, so
/// that the purge deletes them when their retention period ends.
async fn kyc_documents(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM identity_documents WHERE tenant_id = $1 AND user_id = $2 AND submitted_at IS NULL",
        tenant.uuid(),
        user.uuid(),
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "UPDATE identity_documents SET superseded_at = $3
         WHERE tenant_id = $1 AND user_id = $2 AND superseded_at IS NULL",
        tenant.uuid(),
        user.uuid(),
        now,
    )
    .execute(&mut *conn)
    .await?;
    source_of_funds::store::supersede(conn, tenant, user, now).await?;
    // Verifications with a final decision stay as they are. Open ones are cancelled.
    sqlx::query!(
        "UPDATE verifications SET status = 'NONE', version = version + 1, updated_at = $3
         WHERE tenant_id = $1 AND user_id = $2 AND status IN ('INIT', 'RETRY', 'RESET', 'ON_HOLD', 'PROCESSING')",
        tenant.uuid(),
        user.uuid(),
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}
