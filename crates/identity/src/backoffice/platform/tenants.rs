//! Adding and changing tenants, for the platform host: in the caller's transaction, logged with operator and reason.

use ::store::SystemTx;
use kernel::{TenantId, World};
use serde_json::{Value, json};

use crate::backoffice::operator::{Act, Action, Operator, Permission, Resource, act_with};
use crate::tenant::{key, store};
use crate::{IdentityError, NewTenant, Tenant, TenantFile, auth::terms};

/// A tenant's state before and after a change.
#[derive(Clone, Debug)]
pub struct Changed {
    /// The tenant's id.
    pub id: TenantId,
    /// The state before; `None` for a new tenant.
    pub before: Option<TenantFile>,
    /// The state after.
    pub after: TenantFile,
}

/// Adds a tenant. Its first terms of use are the platform's.
///
/// # Errors
/// A conflict for a short name or host that is taken; 403 without permission; a field error of `reason`.
pub async fn add(
    tx: &mut SystemTx,
    world: &World,
    operator: &Operator,
    new: NewTenant,
    reason: &str,
) -> Result<Changed, IdentityError> {
    let slug = new.slug.clone();
    if store::by_slug(tx.conn(), &slug).await?.is_some() {
        return Err(IdentityError::conflict(&format!("A tenant {slug} is there already: change it with `set`.")));
    }
    if store::is_taken(tx.conn(), &slug).await? {
        let message = format!("A tenant {slug} was removed, and its history keeps the short name: choose another one.");
        return Err(IdentityError::conflict(&message));
    }
    let added = new.with_id(world.id());
    unclaimed(tx, &added).await?;
    let now = world.now();
    store::add(tx.conn(), now, &added).await?;
    store::set_key(tx.conn(), added.id, &key::new_key(world, added.sandbox)).await?;
    terms::store::publish(tx.conn(), added.id, now, 1, &terms::platform_texts(&added.name)).await?;
    let after = stands(tx, &added).await?;
    write_down(tx, world, operator, &added, (json!({}), written(&after)?), reason).await?;
    Ok(Changed { id: added.id, before: None, after })
}

/// Replaces a tenant's configuration. The short name and the sandbox flag cannot change.
///
/// # Errors
/// [`IdentityError::NotFound`]; a conflict for a host of another tenant, for a changed sandbox flag, and if nothing
/// would change; 403 without permission; a field error of `reason`.
pub async fn set(
    tx: &mut SystemTx,
    world: &World,
    operator: &Operator,
    new: NewTenant,
    reason: &str,
) -> Result<Changed, IdentityError> {
    let found = store::lock(tx.conn(), &new.slug).await?;
    let was = found.ok_or(IdentityError::NotFound("The tenant"))?;
    if was.sandbox != new.sandbox {
        return Err(IdentityError::conflict("sandbox: it stays what the tenant was made with."));
    }
    let changed = new.with_id(was.id);
    let before = TenantFile::of(&was);
    if before == TenantFile::of(&changed) {
        return Err(IdentityError::conflict("The tenant is like that already: nothing would change."));
    }
    unclaimed(tx, &changed).await?;
    store::set(tx.conn(), &changed).await?;
    let after = stands(tx, &changed).await?;
    write_down(tx, world, operator, &changed, (written(&before)?, written(&after)?), reason).await?;
    Ok(Changed { id: was.id, before: Some(before), after })
}

/// Removes a demo tenant: its hosts and key are deleted, and nothing more is published for it. Its ledger stays,
/// because it is append-only. Returns false if there is none.
///
/// # Errors
/// A conflict if the tenant of that short name is not a sandbox; 403 without permission; a field error of `reason`.
pub async fn remove_demo(
    tx: &mut SystemTx,
    world: &World,
    operator: &Operator,
    slug: &str,
    reason: &str,
) -> Result<bool, IdentityError> {
    let Some(was) = store::lock(tx.conn(), slug).await? else { return Ok(false) };
    if !was.sandbox {
        return Err(IdentityError::conflict(&format!("{slug} is no sandbox: it is not removed.")));
    }
    store::retire(tx.conn(), was.id, world.now()).await?;
    write_down(tx, world, operator, &was, (written(&TenantFile::of(&was))?, json!({})), reason).await?;
    Ok(true)
}

/// Refuses a host that belongs to another tenant.
async fn unclaimed(tx: &mut SystemTx, tenant: &Tenant) -> Result<(), IdentityError> {
    match store::claimed(tx.conn(), tenant.id, &tenant.hosts).await? {
        Some((host, slug)) => Err(IdentityError::conflict(&format!("hosts: {host} is of the tenant {slug}."))),
        None => Ok(()),
    }
}

/// The stored state. Fails if it differs from the requested one, because another tenant took a host concurrently.
async fn stands(tx: &mut SystemTx, said: &Tenant) -> Result<TenantFile, IdentityError> {
    let kept = store::by_slug(tx.conn(), &said.slug).await?.ok_or(IdentityError::NotFound("The tenant"))?;
    if kept != *said {
        return Err(IdentityError::conflict("Another tenant was changed in this moment: try again."));
    }
    Ok(TenantFile::of(&kept))
}

fn written(file: &TenantFile) -> Result<Value, IdentityError> {
    serde_json::to_value(file).map_err(|error| IdentityError::internal(&error))
}

async fn write_down(
    tx: &mut SystemTx,
    world: &World,
    operator: &Operator,
    tenant: &Tenant,
    change: (Value, Value),
    reason: &str,
) -> Result<(), IdentityError> {
    let permission = Permission(Resource::Tenants, Action::Write);
    let act = Act { permission, tenant: Some(tenant.id), subject: &tenant.slug, reason };
    Ok(act_with(tx, world, operator, &act, change).await?)
}
