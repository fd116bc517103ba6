//! What identity keeps of a person, as rows of their copy: only what is about them, and nothing that opens anything. All SQL of it.

use ::store::{PgConnection, StoreError};
use kernel::{TenantId, UserId};
use serde_json::{Value, json};

use crate::profile;

/// Sessions, newest first, as long as they are kept.
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

/// Their profiles, the first one first; they are few.
pub(super) async fn profiles(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
) -> Result<Vec<Value>, StoreError> {
    let all = profile::store::of_user(conn, tenant, user).await?;
    let shown = |one: profile::Profile| json!({"id": one.id, "name": one.name, "created_at": one.created_at, "closed_at": one.closed_at});
    Ok(all.into_iter().map(shown).collect())
}

/// The terms that they accepted.
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

/// What they were verified for, and how it stands.
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

/// Which documents they handed in; the pictures are theirs already.
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

/// How they sign in and confirm: what there is and since when, never what it is made of.
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

/// How they came here.
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

/// How often they wanted to leave, and why.
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

/// A page of the audit log about them, the newest first, before `before`; each row with its id.
pub(super) async fn audit(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    before: Option<uuid::Uuid>,
    limit: i64,
) -> Result<Vec<(uuid::Uuid, Value)>, StoreError> {
    // Details are ours: they may name operators and reasons that are not the person's.
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
