//! All SQL of standings.

use std::collections::HashMap;

use ::store::{PgConnection, StoreError};
use kernel::{Country, TenantId, UserId};
use uuid::Uuid;

use crate::verification::{Kind, Status};

/// What the database says of a person.
#[derive(Clone)]
pub(crate) struct Found {
    pub(super) email: String,
    pub(super) residence: Option<Country>,
    pub(super) personal_data: bool,
    pub(super) statuses: Vec<(Kind, Status)>,
    pub(super) is_leaving: bool,
}

/// Those of `users` that the tenant has, in their order.
pub(super) async fn of_users(
    conn: &mut PgConnection,
    tenant: TenantId,
    users: &[UserId],
) -> Result<Vec<Option<Found>>, StoreError> {
    let ids: Vec<Uuid> = users.iter().map(|user| user.uuid()).collect();
    let rows = sqlx::query!(
        r#"SELECT u.id, u.email_normalized, u.residence,
                  (u.first_name IS NOT NULL AND u.last_name IS NOT NULL AND u.residence IS NOT NULL
                   AND u.personal IS NOT NULL) AS "personal_data!",
                  ARRAY(SELECT v.kind || ' ' || v.status FROM verifications v
                        WHERE v.tenant_id = $1 AND v.user_id = u.id) AS "statuses!",
                  EXISTS (SELECT FROM account_closings c
                          WHERE c.tenant_id = $1 AND c.user_id = u.id AND c.state = 'waiting') AS "is_leaving!"
           FROM users u WHERE u.tenant_id = $1 AND u.id = ANY($2::uuid[])"#,
        tenant.uuid(),
        &ids,
    )
    .fetch_all(conn)
    .await?;
    let status = |text: &String| {
        let (kind, status) = text.split_once(' ')?;
        Some((Kind::from_code(kind)?, Status::from_code(status)?))
    };
    let found: HashMap<Uuid, Found> = rows
        .into_iter()
        .map(|row| {
            let residence = row.residence.as_deref().and_then(|code| code.parse().ok());
            let statuses = row.statuses.iter().filter_map(status).collect();
            let found = Found {
                email: row.email_normalized,
                residence,
                personal_data: row.personal_data,
                statuses,
                is_leaving: row.is_leaving,
            };
            (row.id, found)
        })
        .collect();
    Ok(ids.iter().map(|id| found.get(id).cloned()).collect())
}
