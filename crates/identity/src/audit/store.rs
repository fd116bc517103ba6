//! All SQL of the audit log.

use kernel::{AuditId, SessionId, TenantId, UserId, World};
use store::{PgConnection, StoreError};

use super::Entry;
use crate::ClientContext;

/// Adds an entry in the same transaction as the change that it describes.
pub(crate) async fn write(
    conn: &mut PgConnection,
    world: &World,
    tenant: TenantId,
    context: &ClientContext,
    entry: &Entry,
) -> Result<(), StoreError> {
    let id: AuditId = world.id();
    sqlx::query!(
        "INSERT INTO audit_log (tenant_id, id, at, action, user_id, session_id, network, user_agent, details)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        tenant.uuid(),
        id.uuid(),
        world.now(),
        entry.action,
        entry.user.map(UserId::uuid),
        entry.session.map(SessionId::uuid),
        context.network(),
        context.stored_user_agent(),
        entry.details,
    )
    .execute(conn)
    .await?;
    Ok(())
}
