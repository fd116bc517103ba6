//! All SQL of customer status, except the part that is loaded with a token.

use ::store::{PgConnection, StoreError};
use kernel::{TenantId, UserId};

use super::{IndividualLimits, StatusFacts};

/// The stored facts about a person; `None` if the tenant has no such person.
pub(super) async fn facts(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
) -> Result<Option<StatusFacts>, StoreError> {
    let row = sqlx::query!(
        r#"SELECT u.email_normalized, u.residence,
                  (u.first_name IS NOT NULL AND u.last_name IS NOT NULL AND u.residence IS NOT NULL
                   AND u.personal IS NOT NULL) AS "personal_data!",
                  ARRAY(SELECT v.kind || ' ' || v.status FROM verifications v
                        WHERE v.tenant_id = $1 AND v.user_id = u.id) AS "statuses!",
                  EXISTS (SELECT FROM account_closings c
                          WHERE c.tenant_id = $1 AND c.user_id = u.id AND c.state = 'waiting') AS "is_closing!",
                  u.raised_to, u.individual_limits,
                  GREATEST(u.email_changed_at, u.factors_reset_at, u.guards_changed_at) AS way_in_changed_at
           FROM users u WHERE u.tenant_id = $1 AND u.id = $2"#,
        tenant.uuid(),
        user.uuid(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| StatusFacts {
        is_closing: row.is_closing,
        raised_to: row.raised_to,
        agreed: IndividualLimits::read(row.individual_limits),
        way_in_changed_at: row.way_in_changed_at,
        ..StatusFacts::read(row.email_normalized, row.residence.as_deref(), row.personal_data, &row.statuses)
    }))
}

/// A customer's individual limits.
pub(crate) async fn agreed(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
) -> Result<Option<IndividualLimits>, StoreError> {
    let (tenant, user) = (tenant.uuid(), user.uuid());
    let found =
        sqlx::query_scalar!("SELECT individual_limits FROM users WHERE tenant_id = $1 AND id = $2", tenant, user);
    Ok(IndividualLimits::read(found.fetch_optional(conn).await?.flatten()))
}
