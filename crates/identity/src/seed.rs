//! The demo tenant, so that a newcomer sees the product run.

use kernel::{TenantId, World};
use store::Store;

use crate::{Brand, IdentityError, Language, Tenant, tenant, terms};

/// The slug of the demo tenant: what [`crate::IdentityConfig::default_tenant`] names in `agio up`.
pub const DEMO_TENANT_SLUG: &str = "agio";

/// A tenant to be added, with the platform's terms of use, in every language, as its first.
#[derive(Clone, Debug)]
pub struct NewTenant {
    /// A short name for configuration and logs; names the tenant when this runs again.
    pub slug: String,
    /// The name people see.
    pub name: String,
    /// How it looks.
    pub brand: Brand,
    /// Whether the world around it is played.
    pub sandbox: bool,
    /// The host names it answers to; each belongs to one tenant.
    pub hosts: Vec<String>,
}

/// Adds the demo tenant, a sandbox for this machine's own names, with terms of use. What is there already stays.
///
/// # Errors
/// Those of the database.
pub async fn seed_demo(store: &Store, world: &World) -> Result<TenantId, IdentityError> {
    let demo = NewTenant {
        slug: DEMO_TENANT_SLUG.into(),
        name: "Agio".into(),
        brand: Brand::default(),
        sandbox: true,
        hosts: ["localhost", "*.localhost", "127.0.0.1", "::1"].map(String::from).to_vec(),
    };
    add_tenant(store, world, demo).await
}

/// Adds a tenant. One with the same slug stays as it is.
///
/// # Errors
/// Those of the database.
pub async fn add_tenant(store: &Store, world: &World, new: NewTenant) -> Result<TenantId, IdentityError> {
    let now = world.now();
    let NewTenant { slug, name, brand, sandbox, hosts } = new;
    let languages = Language::ALL.to_vec();
    let added = Tenant { id: world.id(), slug, name, brand, languages, sandbox, hosts };
    let mut tx = store.system().await?;
    tenant::store::add(tx.conn(), now, &added).await?;
    let added = tenant::store::by_slug(tx.conn(), &added.slug).await?.ok_or(IdentityError::NotFound("The tenant"))?;
    terms::store::publish(tx.conn(), added.id, now, 1, &terms::platform_texts(&added.name)).await?;
    tx.commit().await?;
    Ok(added.id)
}
