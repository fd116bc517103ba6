//! Token lookups.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use kernel::{ProfileId, SessionId, TenantId, UserId};
use store::{PgConnection, StoreError};

use crate::auth::session::model::{Principal, Stage, Switches};
use crate::person::customer_status::{IndividualLimits, StatusFacts};
use crate::token::TokenHash;

/// The result of an access token's lookup.
#[derive(Clone)]
pub(crate) struct TokenLookup {
    pub principal: Principal,
    pub blocked: bool,
    pub first_use: bool,
}

/// The result for each of `hashes`, in order; `None` for a token that is not valid at `now`.
pub(in crate::auth::session) async fn by_access_tokens(
    conn: &mut PgConnection,
    tenant: TenantId,
    hashes: &[TokenHash],
    now: DateTime<Utc>,
) -> Result<Vec<Option<TokenLookup>>, StoreError> {
    let bytes: Vec<&[u8]> = hashes.iter().map(TokenHash::bytes).collect();
    let rows = sqlx::query!(
        r#"SELECT a.hash, s.id, s.user_id, u.status = 'blocked' AS "blocked!", a.used_at IS NULL AS "first_use!",
                  ARRAY(SELECT p.id FROM profiles p WHERE p.tenant_id = $1 AND p.user_id = s.user_id
                          AND p.closed_at IS NULL ORDER BY p.position) AS "profiles!",
                  EXISTS (SELECT FROM terms_versions t
                          WHERE t.tenant_id = $1 AND t.kind = 'terms' AND t.effective_at <= $3
                            AND NOT EXISTS (SELECT FROM consents c
                                            WHERE c.tenant_id = $1 AND c.user_id = s.user_id AND c.kind = t.kind
                                              AND c.version >= t.version)) AS "consent_required!",
                  u.email_normalized, u.residence,
                  (u.first_name IS NOT NULL AND u.last_name IS NOT NULL AND u.residence IS NOT NULL
                   AND u.personal IS NOT NULL) AS "personal_data!",
                  ARRAY(SELECT v.kind || ' ' || v.status FROM verifications v
                        WHERE v.tenant_id = $1 AND v.user_id = s.user_id) AS "statuses!",
                  EXISTS (SELECT FROM account_closings c
                          WHERE c.tenant_id = $1 AND c.user_id = s.user_id AND c.state = 'waiting') AS "is_closing!",
                  u.raised_to, u.individual_limits,
                  GREATEST(u.email_changed_at, u.factors_reset_at, u.guards_changed_at) AS way_in_changed_at,
                  s.new_device_at, s.factor_required AND s.factor_at IS NULL AS "factor_awaited!",
                  coalesce(f.signin, false) AS "signin!", coalesce(f.transfer, false) AS "transfer!",
                  coalesce(f.card_details, false) AS "card_details!"
           FROM UNNEST($2::bytea[]) AS n(hash)
           CROSS JOIN LATERAL (SELECT * FROM access_tokens WHERE tenant_id = $1 AND hash = n.hash LIMIT 1) AS a
           CROSS JOIN LATERAL (SELECT * FROM sessions WHERE tenant_id = $1 AND id = a.session_id LIMIT 1) AS s
           CROSS JOIN LATERAL (SELECT * FROM users WHERE tenant_id = $1 AND id = s.user_id LIMIT 1) AS u
           LEFT JOIN LATERAL (SELECT * FROM factor_settings WHERE tenant_id = $1 AND user_id = s.user_id LIMIT 1) AS f
               ON true
           WHERE a.expires_at > $3 AND s.expires_at > $3 AND s.revoked_at IS NULL"#,
        tenant.uuid(),
        &bytes as &[&[u8]],
        now,
    )
    .fetch_all(conn)
    .await?;
    let found: HashMap<Vec<u8>, TokenLookup> = rows
        .into_iter()
        .map(|row| {
            let principal = Principal {
                user: UserId::from_uuid(row.user_id),
                profiles: row.profiles.into_iter().map(ProfileId::from_uuid).collect(),
                session: SessionId::from_uuid(row.id),
                stage: match (row.factor_awaited, row.consent_required) {
                    (true, _) => Stage::AwaitsFactor,
                    (false, true) => Stage::Temporary,
                    (false, false) => Stage::Full,
                },
                guards: Switches { signin: row.signin, transfer: row.transfer, card_details: row.card_details },
                facts: StatusFacts {
                    is_closing: row.is_closing,
                    raised_to: row.raised_to,
                    agreed: IndividualLimits::read(row.individual_limits),
                    way_in_changed_at: row.way_in_changed_at,
                    new_device_at: row.new_device_at,
                    ..StatusFacts::read(
                        row.email_normalized,
                        row.residence.as_deref(),
                        row.personal_data,
                        &row.statuses,
                    )
                },
            };
            (row.hash, TokenLookup { principal, blocked: row.blocked, first_use: row.first_use })
        })
        .collect();
    Ok(bytes.into_iter().map(|hash| found.get(hash).cloned()).collect())
}

/// Whether a session is open and its person active.
pub(in crate::auth::session) async fn lives(
    conn: &mut PgConnection,
    tenant: TenantId,
    session: SessionId,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let found = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM sessions s JOIN users u ON u.tenant_id = $1 AND u.id = s.user_id
                          WHERE s.tenant_id = $1 AND s.id = $2 AND s.revoked_at IS NULL AND s.expires_at > $3
                            AND u.status = 'active') AS "lives!""#,
        tenant.uuid(),
        session.uuid(),
        now,
    );
    Ok(found.fetch_one(conn).await?)
}

/// The open profiles of the person behind a valid, unused refresh token.
pub(in crate::auth::session) async fn profiles_behind(
    conn: &mut PgConnection,
    tenant: TenantId,
    hash: &TokenHash,
    now: DateTime<Utc>,
) -> Result<Vec<ProfileId>, StoreError> {
    let found = sqlx::query_scalar!(
        r#"SELECT p.id FROM (SELECT * FROM refresh_tokens WHERE tenant_id = $1 AND hash = $2 LIMIT 1) AS t
           CROSS JOIN LATERAL (SELECT * FROM sessions WHERE tenant_id = $1 AND id = t.session_id LIMIT 1) AS s
           CROSS JOIN LATERAL (SELECT * FROM users WHERE tenant_id = $1 AND id = s.user_id LIMIT 1) AS u
           JOIN profiles p ON p.tenant_id = $1 AND p.user_id = u.id AND p.closed_at IS NULL
           WHERE t.used_at IS NULL AND t.superseded_at IS NULL AND t.expires_at > $3
             AND s.revoked_at IS NULL AND s.expires_at > $3 AND (s.factor_at IS NOT NULL OR NOT s.factor_required)
             AND u.status = 'active'"#,
        tenant.uuid(),
        hash.bytes(),
        now,
    );
    Ok(found.fetch_all(conn).await?.into_iter().map(ProfileId::from_uuid).collect())
}

pub(in crate::auth::session) async fn note_use(
    conn: &mut PgConnection,
    tenant: TenantId,
    hash: &TokenHash,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE access_tokens SET used_at = $3 WHERE tenant_id = $1 AND hash = $2 AND used_at IS NULL",
        tenant.uuid(),
        hash.bytes(),
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The session of an access or refresh token.
pub(in crate::auth::session) async fn of_token(
    conn: &mut PgConnection,
    tenant: TenantId,
    hash: &TokenHash,
) -> Result<Option<SessionId>, StoreError> {
    let id = sqlx::query_scalar!(
        r#"SELECT session_id AS "id!" FROM access_tokens WHERE tenant_id = $1 AND hash = $2
           UNION ALL SELECT session_id FROM refresh_tokens WHERE tenant_id = $1 AND hash = $2"#,
        tenant.uuid(),
        hash.bytes(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(id.map(SessionId::from_uuid))
}
