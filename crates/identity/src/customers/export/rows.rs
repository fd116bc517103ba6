//! The identity data of a customer as rows of an export: only data about the customer, and no credentials. All SQL of
//! it.

use ::store::{PgConnection, StoreError};
use kernel::{TenantId, UserId};
use serde_json::{Value, json};

use crate::customers::profile;

/// Sessions within their retention period, newest first.
pub(super) async fn sessions(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    limit: i64,
) -> Result<Vec<Value>, StoreError> {
    let rows = sqlx::query_scalar!(
        r#"SELECT jsonb_build_object('client', client, 'network', network, 'user_agent', user_agent, 'signed_in_at', created_at,
                                     'expires_at', expires_at, 'ended_at', revoked_at) AS "row!"
           FROM sessions WHERE tenant_id = $1 AND user_id = $2 ORDER BY created_at DESC LIMIT $3"#,
        tenant.uuid(),
        user.uuid(),
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows)
}

/// Profiles, the oldest first; their number is small.
pub(super) async fn profiles(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
) -> Result<Vec<Value>, StoreError> {
    let all = profile::store::of_user(conn, tenant, user).await?;
    let shown = |one: profile::Profile| json!({"id": one.id, "name": one.name, "created_at": one.created_at, "closed_at": one.closed_at});
    Ok(all.into_iter().map(shown).collect())
}

/// The accepted terms.
pub(super) async fn consents(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    limit: i64,
) -> Result<Vec<Value>, StoreError> {
    let rows = sqlx::query_scalar!(
        r#"SELECT jsonb_build_object('kind', kind, 'version', version, 'accepted_at', accepted_at) AS "row!"
           FROM consents WHERE tenant_id = $1 AND user_id = $2 ORDER BY accepted_at DESC LIMIT $3"#,
        tenant.uuid(),
        user.uuid(),
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows)
}

/// The verifications and their status.
pub(super) async fn verifications(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
) -> Result<Vec<Value>, StoreError> {
    let rows = sqlx::query_scalar!(
        r#"SELECT jsonb_build_object('kind', kind, 'status', status, 'reasons', reasons, 'submitted_at', submitted_at,
                                     'updated_at', updated_at) AS "row!"
           FROM verifications WHERE tenant_id = $1 AND user_id = $2 ORDER BY kind"#,
        tenant.uuid(),
        user.uuid(),
    )
    .fetch_all(conn)
    .await?;
    Ok(rows)
}

/// The person's notifications in the app, newest first.
pub(super) async fn notifications(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    limit: i64,
) -> Result<Vec<Value>, StoreError> {
    let rows = sqlx::query_scalar!(
        r#"SELECT jsonb_build_object('kind', kind, 'topic', topic, 'about', content, 'created_at', created_at,
                                     'read_at', read_at) AS "row!"
           FROM notifications WHERE tenant_id = $1 AND user_id = $2 ORDER BY id DESC LIMIT $3"#,
        tenant.uuid(),
        user.uuid(),
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows)
}

/// The types of the submitted documents. The pictures are left out, because the customer has the originals.
pub(super) async fn documents(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    limit: i64,
) -> Result<Vec<Value>, StoreError> {
    let rows = sqlx::query_scalar!(
        r#"SELECT jsonb_build_object('kind', kind, 'part', part, 'page', page, 'document', document, 'country', country,
                                     'sent_at', created_at, 'handed_in_at', submitted_at, 'replaced_at', superseded_at) AS "row!"
           FROM identity_documents WHERE tenant_id = $1 AND user_id = $2 ORDER BY created_at DESC LIMIT $3"#,
        tenant.uuid(),
        user.uuid(),
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows)
}

/// Sign-in and confirmation methods with their dates, without any secrets.
pub(super) async fn ways_in(conn: &mut PgConnection, tenant: TenantId, user: UserId) -> Result<Vec<Value>, StoreError> {
    let rows = sqlx::query_scalar!(
        r#"SELECT jsonb_build_object('way', provider, 'label', label, 'since', linked_at) AS "row!"
           FROM external_identities WHERE tenant_id = $1 AND user_id = $2
           UNION ALL
           SELECT jsonb_build_object('way', 'passkey', 'label', name, 'since', created_at)
           FROM passkeys WHERE tenant_id = $1 AND user_id = $2
           UNION ALL
           SELECT jsonb_build_object('way', 'authenticator app', 'since', confirmed_at)
           FROM totp_factors WHERE tenant_id = $1 AND user_id = $2 AND confirmed_at IS NOT NULL"#,
        tenant.uuid(),
        user.uuid(),
    )
    .fetch_all(conn)
    .await?;
    Ok(rows)
}

/// The attribution: how the customer came to the platform.
pub(super) async fn source(conn: &mut PgConnection, tenant: TenantId, user: UserId) -> Result<Vec<Value>, StoreError> {
    let rows = sqlx::query_scalar!(
        r#"SELECT jsonb_build_object('utm_source', utm_source, 'utm_medium', utm_medium, 'utm_campaign', utm_campaign,
                                     'utm_term', utm_term, 'promo_code', promo_code, 'at', created_at) AS "row!"
           FROM user_sources WHERE tenant_id = $1 AND user_id = $2"#,
        tenant.uuid(),
        user.uuid(),
    )
    .fetch_all(conn)
    .await?;
    Ok(rows)
}

/// Account closure requests and their reasons.
pub(super) async fn closings(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    limit: i64,
) -> Result<Vec<Value>, StoreError> {
    let rows = sqlx::query_scalar!(
        r#"SELECT jsonb_build_object('reason', reason, 'requested_at', requested_at, 'due_at', due_at, 'state', state,
                                     'ended_at', ended_at) AS "row!"
           FROM account_closings WHERE tenant_id = $1 AND user_id = $2 ORDER BY requested_at DESC LIMIT $3"#,
        tenant.uuid(),
        user.uuid(),
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows)
}

/// A page of the audit log about the customer, the newest first, before `before`; each row with its id.
pub(super) async fn audit(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    before: Option<uuid::Uuid>,
    limit: i64,
) -> Result<Vec<(uuid::Uuid, Value)>, StoreError> {
    // Details are left out: they can name operators and internal reasons.
    let rows = sqlx::query!(
        r#"SELECT id, jsonb_build_object('at', at, 'action', action, 'network', network, 'user_agent', user_agent) AS "row!"
           FROM audit_log WHERE tenant_id = $1 AND user_id = $2 AND ($3::uuid IS NULL OR id < $3)
           ORDER BY id DESC LIMIT $4"#,
        tenant.uuid(),
        user.uuid(),
        before,
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.row)).collect())
}
