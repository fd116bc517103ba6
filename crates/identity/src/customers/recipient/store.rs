//! All SQL of recipients.

use ::store::{PgConnection, StoreError};
use kernel::{TenantId, UserId};

/// The person with this verified number; `None` if there is none, or several people have it.
pub(super) async fn by_phone(
    conn: &mut PgConnection,
    tenant: TenantId,
    number: &str,
) -> Result<Option<UserId>, StoreError> {
    let found = sqlx::query_scalar!(
        "SELECT id FROM users WHERE tenant_id = $1 AND phone = $2 AND status <> 'erased' LIMIT 2",
        tenant.uuid(),
        number,
    )
    .fetch_all(conn)
    .await?;
    Ok(if let [id] = found[..] { Some(UserId::from_uuid(id)) } else { None })
}
