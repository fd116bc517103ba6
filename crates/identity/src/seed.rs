//! The demo tenant, so that a newcomer sees the product run.

use kernel::{TenantId, World};
use store::Store;

use crate::{Brand, IdentityError, Language, Tenant, tenant, terms};

/// The slug of the demo tenant: what [`crate::IdentityConfig::default_tenant`] names in `agio up`.
pub const DEMO_TENANT_SLUG: &str = "agio";
const TERMS: &str = include_str!("terms/text_en.md");

/// Adds the demo tenant, a sandbox for this machine's own names, with terms of use. What is there already stays.
///
/// # Errors
/// Those of the database.
pub async fn seed_demo(store: &Store, world: &World) -> Result<TenantId, IdentityError> {
    let now = world.now();
    let demo = Tenant {
        id: world.id(),
        slug: DEMO_TENANT_SLUG.into(),
        name: "Agio".into(),
        brand: Brand::default(),
        languages: Language::ALL.to_vec(),
        sandbox: true,
        hosts: ["localhost", "*.localhost", "127.0.0.1", "::1"].map(String::from).to_vec(),
    };
    let mut tx = store.system().await?;
    tenant::store::add(tx.conn(), now, &demo).await?;
    let demo =
        tenant::store::by_slug(tx.conn(), &demo.slug).await?.ok_or(IdentityError::NotFound("The demo tenant"))?;
    let text = TERMS.replace("{tenant}", &demo.name);
    terms::store::publish(tx.conn(), demo.id, now, 1, "Terms of use", &text).await?;
    tx.commit().await?;
    Ok(demo.id)
}
