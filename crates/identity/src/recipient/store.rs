//! All SQL of recipients.

use ::store::{PgConnection, StoreError};
use kernel::{ProfileId, TenantId, UserId};
use uuid::Uuid;

use super::Person;

struct Row {
    id: Uuid,
    first_name: Option<String>,
    last_name: Option<String>,
    is_open: bool,
    profile: Option<Uuid>,
}

impl From<Row> for Person {
    fn from(row: Row) -> Self {
        Self {
            user: UserId::from_uuid(row.id),
            profile: row.profile.map(ProfileId::from_uuid),
            first_name: row.first_name,
            last_name: row.last_name,
            is_open: row.is_open,
        }
    }
}

/// The person with this address, if there is one.
pub(super) async fn by_email(
    conn: &mut PgConnection,
    tenant: TenantId,
    email: &str,
) -> Result<Vec<Person>, StoreError> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT u.id, u.first_name, u.last_name,
                  (u.status = 'active' AND NOT EXISTS (SELECT FROM account_closings c
                     WHERE c.tenant_id = $1 AND c.user_id = u.id AND c.state = 'waiting')) AS "is_open!",
                  (SELECT p.id FROM profiles p WHERE p.tenant_id = $1 AND p.user_id = u.id AND p.closed_at IS NULL
                   ORDER BY p.position LIMIT 1) AS profile
           FROM users u WHERE u.tenant_id = $1 AND u.email_normalized = $2 AND u.status <> 'erased'"#,
        tenant.uuid(),
        email,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(Person::from).collect())
}

/// Two at most of the people with this number.
pub(super) async fn by_phone(
    conn: &mut PgConnection,
    tenant: TenantId,
    number: &str,
) -> Result<Vec<Person>, StoreError> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT u.id, u.first_name, u.last_name,
                  (u.status = 'active' AND NOT EXISTS (SELECT FROM account_closings c
                     WHERE c.tenant_id = $1 AND c.user_id = u.id AND c.state = 'waiting')) AS "is_open!",
                  (SELECT p.id FROM profiles p WHERE p.tenant_id = $1 AND p.user_id = u.id AND p.closed_at IS NULL
                   ORDER BY p.position LIMIT 1) AS profile
           FROM users u WHERE u.tenant_id = $1 AND u.phone = $2 AND u.status <> 'erased' LIMIT 2"#,
        tenant.uuid(),
        number,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(Person::from).collect())
}

/// The person whose open profile this is.
pub(super) async fn by_profile(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
) -> Result<Option<Person>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT u.id, u.first_name, u.last_name,
                  (u.status = 'active' AND NOT EXISTS (SELECT FROM account_closings c
                     WHERE c.tenant_id = $1 AND c.user_id = u.id AND c.state = 'waiting')) AS "is_open!",
                  p.id AS "profile?"
           FROM profiles p JOIN users u ON u.tenant_id = $1 AND u.id = p.user_id
           WHERE p.tenant_id = $1 AND p.id = $2 AND p.closed_at IS NULL AND u.status <> 'erased'"#,
        tenant.uuid(),
        profile.uuid(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(Person::from))
}
