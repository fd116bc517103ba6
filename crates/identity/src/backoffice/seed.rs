//! The demo tenants. They give a newcomer a running product, and show different brands.

use kernel::{TenantId, World};
use store::Store;

use crate::{Brand, Corners, IdentityError, Language, Mark, NewTenant, auth::terms, tenant};

/// The slug of the demo tenant, which is served on loopback names.
pub const DEMO_TENANT_SLUG: &str = "agio";

/// The slug of the second demo tenant.
pub const NEIGHBOUR_TENANT_SLUG: &str = "nova";

/// The short names of the demo tenants.
pub const DEMO_TENANT_SLUGS: [&str; 2] = [DEMO_TENANT_SLUG, NEIGHBOUR_TENANT_SLUG];

/// A four-pointed star: the logo of the second demo tenant.
const STAR: [(&str, u8); 2] = [
    ("M12 1C12.9 8 16 11.1 23 12C16 12.9 12.9 16 12 23C11.1 16 8 12.9 1 12C8 11.1 11.1 8 12 1Z", 100),
    (
        "M19 1.5C19.3 3.6 20.4 4.7 22.5 5C20.4 5.3 19.3 6.4 19 8.5C18.7 6.4 17.6 5.3 15.5 5C17.6 4.7 18.7 3.6 19 1.5Z",
        55,
    ),
];

/// Whether a local installation gets the demo tenants at start-up. A new installation does, and one with demo tenants
/// keeps them complete. An installation whose demo tenants were removed, or whose first tenant is its own, does not.
///
/// # Errors
/// Database errors.
pub async fn wants_demo(store: &Store) -> Result<bool, IdentityError> {
    let mut tx = store.system().await?;
    let (all, there, retired) = tenant::store::census(tx.conn(), &DEMO_TENANT_SLUGS).await?;
    Ok(retired == 0 && (all == 0 || there > 0))
}

/// Adds the demo tenant: a sandbox on loopback names, with terms of use. Existing data stays unchanged.
///
/// # Errors
/// Database errors.
pub async fn seed_demo(store: &Store, world: &World) -> Result<TenantId, IdentityError> {
    let hosts = ["localhost", "*.localhost", "127.0.0.1", "::1"];
    let brand = Brand { support_email: Some("help@agio.example".into()), ..Brand::default() };
    add_tenant(store, world, NewTenant { brand, ..NewTenant::sandbox(DEMO_TENANT_SLUG, "Agio", &hosts) }).await
}

/// Adds the second demo tenant, at `nova.localhost`, with another brand, fewer languages and other countries.
///
/// # Errors
/// Database errors.
pub async fn seed_neighbour(store: &Store, world: &World) -> Result<TenantId, IdentityError> {
    let brand = Brand {
        color: Some("#5a3df0".into()),
        corners: Corners::Round,
        mark: Mark::read(STAR).ok(),
        support_email: Some("help@nova.example".into()),
    };
    let nova = NewTenant::sandbox(NEIGHBOUR_TENANT_SLUG, "Nova", &["nova.localhost"]);
    let languages = vec![Language::Pl, Language::En, Language::Uk];
    let excluded_countries = ["US", "CA"].map(String::from).to_vec();
    add_tenant(store, world, NewTenant { brand, languages, excluded_countries, ..nova }).await
}

/// Adds a tenant. An existing one with the same slug stays unchanged; a retired one is restored.
///
/// # Errors
/// Database errors.
pub async fn add_tenant(store: &Store, world: &World, new: NewTenant) -> Result<TenantId, IdentityError> {
    let (now, added) = (world.now(), new.with_id(world.id()));
    let mut tx = store.system().await?;
    tenant::store::add(tx.conn(), now, &added).await?;
    tenant::store::revive(tx.conn(), &added.slug, &added.hosts).await?;
    let added = tenant::store::by_slug(tx.conn(), &added.slug).await?.ok_or(IdentityError::NotFound("The tenant"))?;
    terms::store::publish(tx.conn(), added.id, now, 1, &terms::platform_texts(&added.name)).await?;
    tx.commit().await?;
    Ok(added.id)
}
