//! The publishable key of a tenant, for the platform host: in the caller's transaction, logged with operator and reason.

use ::store::SystemTx;
use kernel::World;
use serde_json::json;

use crate::backoffice::operator::{Act, Action, Operator, Permission, Resource, act_with};
use crate::tenant::{key, store};
use crate::{IdentityError, Tenant};

/// The publishable key of a tenant; `None` for an older tenant that never got one.
///
/// # Errors
/// Database errors.
pub async fn current(tx: &mut SystemTx, tenant: &Tenant) -> Result<Option<String>, IdentityError> {
    Ok(store::key_of(tx.conn(), tenant.id).await?)
}

/// Replaces a tenant's key; the old one is invalid at once.
///
/// # Errors
/// 403 without permission, a field error of `reason`, and database errors.
pub async fn rotate(
    tx: &mut SystemTx,
    world: &World,
    operator: &Operator,
    tenant: &Tenant,
    reason: &str,
) -> Result<String, IdentityError> {
    let before = store::key_of(tx.conn(), tenant.id).await?;
    let new = key::new_key(world, tenant.sandbox);
    store::set_key(tx.conn(), tenant.id, &new).await?;
    let permission = Permission(Resource::Tenants, Action::Write);
    let act = Act { permission, tenant: Some(tenant.id), subject: &tenant.slug, reason };
    act_with(tx, world, operator, &act, (json!({ "public_key": before }), json!({ "public_key": new }))).await?;
    Ok(new)
}
