//! Adding a tenant and changing one, as whoever hosts the instance does: in the caller's transaction, with who did it and why.

use ::store::SystemTx;
use kernel::{TenantId, World};
use serde_json::{Value, json};

use super::{Tenant, TenantFile, key, store};
use crate::operator::{Act, Action, Operator, Permission, Resource, act_with};
use crate::{IdentityError, NewTenant, terms};

/// A tenant, how it was and how it is.
#[derive(Clone, Debug)]
pub struct Changed {
    /// Which.
    pub id: TenantId,
    /// How it was; nothing for a new one.
    pub before: Option<TenantFile>,
    /// How it is.
    pub after: TenantFile,
}

/// Adds a tenant, with the platform's terms of use as its first.
///
/// # Errors
/// A conflict for a short name or a host that is somebody's; 403 for who may not, and a field error of `reason`.
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

/// Makes a tenant what `new` says. Its short name, and whether it is a sandbox, stay.
///
/// # Errors
/// [`IdentityError::NotFound`]; a conflict for a host that is somebody else's, for a sandbox that is to be real or the other
/// way round, and where nothing would change; 403 for who may not, and a field error of `reason`.
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

/// Removes a demo tenant: no host and no key leads to it any more, and nothing is published for it. Its books stay, because they are
/// append-only. Returns false where there is none.
///
/// # Errors
/// A conflict for a tenant of that short name that is no sandbox; 403 for who may not, and a field error of `reason`.
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

/// A host belongs to one tenant.
async fn unclaimed(tx: &mut SystemTx, tenant: &Tenant) -> Result<(), IdentityError> {
    match store::claimed(tx.conn(), tenant.id, &tenant.hosts).await? {
        Some((host, slug)) => Err(IdentityError::conflict(&format!("hosts: {host} is of the tenant {slug}."))),
        None => Ok(()),
    }
}

/// What is there now, which must be what was said: a host that another took in this moment is not left out silently.
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
