//! All SQL of the owners of keys.

use ::store::{StoreError, TenantTx};
use kernel::{ProfileId, UserId};

use crate::person::customer_status::{IndividualLimits, StatusFacts};

/// The person behind a profile.
pub(super) struct Owner {
    pub user: UserId,
    pub is_blocked: bool,
    pub facts: StatusFacts,
}

/// The owner of an open profile.
pub(super) async fn owner_of(tx: &mut TenantTx, profile: ProfileId) -> Result<Option<Owner>, StoreError> {
    let tenant = tx.tenant();
    let row = sqlx::query!(
        r#"SELECT u.id, u.status = 'blocked' AS "is_blocked!", u.email_normalized, u.residence,
                  (u.first_name IS NOT NULL AND u.last_name IS NOT NULL AND u.residence IS NOT NULL
                   AND u.personal IS NOT NULL) AS "personal_data!",
                  ARRAY(SELECT v.kind || ' ' || v.status FROM verifications v
                        WHERE v.tenant_id = $1 AND v.user_id = u.id) AS "statuses!",
                  EXISTS (SELECT FROM account_closings c
                          WHERE c.tenant_id = $1 AND c.user_id = u.id AND c.state = 'waiting') AS "is_closing!",
                  u.raised_to, u.individual_limits,
                  GREATEST(u.email_changed_at, u.factors_reset_at, u.guards_changed_at) AS way_in_changed_at
           FROM profiles p JOIN users u ON u.tenant_id = $1 AND u.id = p.user_id
           WHERE p.tenant_id = $1 AND p.id = $2 AND p.closed_at IS NULL AND u.status IN ('active', 'blocked')"#,
        tenant.uuid(),
        profile.uuid(),
    )
    .fetch_optional(tx.conn())
    .await?;
    Ok(row.map(|row| Owner {
        user: UserId::from_uuid(row.id),
        is_blocked: row.is_blocked,
        facts: StatusFacts {
            is_closing: row.is_closing,
            raised_to: row.raised_to,
            agreed: IndividualLimits::read(row.individual_limits),
            way_in_changed_at: row.way_in_changed_at,
            ..StatusFacts::read(row.email_normalized, row.residence.as_deref(), row.personal_data, &row.statuses)
        },
    }))
}
