//! The demo tenants, so that a newcomer sees the product run, and that it has as many faces as it has tenants.

use kernel::{TenantId, World};
use store::Store;

use crate::{Brand, Corners, Feature, IdentityError, Language, Mark, Tenant, tenant, terms};

/// The slug of the demo tenant, which answers at the loopback names of this machine.
pub const DEMO_TENANT_SLUG: &str = "agio";

/// The slug of the second demo tenant.
pub const NEIGHBOUR_TENANT_SLUG: &str = "nova";

/// The short names of the demo tenants.
pub const DEMO_TENANT_SLUGS: [&str; 2] = [DEMO_TENANT_SLUG, NEIGHBOUR_TENANT_SLUG];

/// A star with four rays: the logo of the second demo tenant.
const STAR: [(&str, u8); 2] = [
    ("M12 1C12.9 8 16 11.1 23 12C16 12.9 12.9 16 12 23C11.1 16 8 12.9 1 12C8 11.1 11.1 8 12 1Z", 100),
    (
        "M19 1.5C19.3 3.6 20.4 4.7 22.5 5C20.4 5.3 19.3 6.4 19 8.5C18.7 6.4 17.6 5.3 15.5 5C17.6 4.7 18.7 3.6 19 1.5Z",
        55,
    ),
];

/// A tenant to be added, with the platform's terms of use, in every language, as its first.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// The languages it offers, the preferred one first; not empty.
    pub languages: Vec<Language>,
    /// What it offers.
    pub features: Vec<Feature>,
    /// Countries of residence (ISO 3166-1 alpha-2) that it does not serve.
    pub excluded_countries: Vec<String>,
    /// How many days pass between asking to leave and being erased; 1 to 30.
    pub closing_days: u16,
    /// For how many hours after their way in has changed a person makes no orders; 0 to 72, and 0 for no hold.
    pub payout_hold_hours: u16,
    /// For how many hours after a sign-in from a device that is new half of a person's limits hold there; 0 to 72, and 0 for all of them.
    pub new_device_hours: u16,
}

impl NewTenant {
    /// What [`NewTenant::closing_days`] is unless somebody says otherwise (reference defaults, compliance).
    pub(crate) const CLOSING_DAYS: u16 = 14;
    /// The same of [`NewTenant::payout_hold_hours`] (reference security, C.4).
    pub(crate) const PAYOUT_HOLD_HOURS: u16 = 24;
    /// The same of [`NewTenant::new_device_hours`] (reference defaults, C5).
    pub(crate) const NEW_DEVICE_HOURS: u16 = 24;

    /// What [`NewTenant::new_device_hours`] is unless somebody says otherwise. In a sandbox everybody tries everything at once, from
    /// wherever they are.
    pub(crate) const fn new_device_hours(sandbox: bool) -> u16 {
        if sandbox { 0 } else { Self::NEW_DEVICE_HOURS }
    }

    /// A sandbox in the house's own look, with everything in every language for everybody.
    pub fn sandbox(slug: &str, name: &str, hosts: &[&str]) -> Self {
        Self {
            slug: slug.into(),
            name: name.into(),
            brand: Brand::default(),
            sandbox: true,
            hosts: hosts.iter().map(|host| (*host).into()).collect(),
            languages: Language::ALL.to_vec(),
            features: Feature::ALL.to_vec(),
            excluded_countries: Vec::new(),
            closing_days: Self::CLOSING_DAYS,
            payout_hold_hours: Self::PAYOUT_HOLD_HOURS,
            new_device_hours: Self::new_device_hours(true),
        }
    }

    /// The tenant that it will be.
    pub(crate) fn with_id(self, id: TenantId) -> Tenant {
        let Self { slug, name, brand, sandbox, hosts, languages, features, .. } = self;
        let (excluded_countries, closing_days) = (self.excluded_countries, self.closing_days);
        let (payout_hold_hours, new_device_hours) = (self.payout_hold_hours, self.new_device_hours);
        Tenant {
            id,
            slug,
            name,
            brand,
            languages,
            sandbox,
            hosts,
            features,
            excluded_countries,
            closing_days,
            payout_hold_hours,
            new_device_hours,
        }
    }
}

/// Whether a local installation gets the demo tenants when it starts: a fresh one does, and one that has them keeps them whole. One from
/// which they were removed, or whose first tenant is its own, does not.
///
/// # Errors
/// Those of the database.
pub async fn wants_demo(store: &Store) -> Result<bool, IdentityError> {
    let mut tx = store.system().await?;
    let (all, there, retired) = tenant::store::census(tx.conn(), &DEMO_TENANT_SLUGS).await?;
    Ok(retired == 0 && (all == 0 || there > 0))
}

/// Adds the demo tenant, a sandbox for this machine's own names, with terms of use. What is there already stays.
///
/// # Errors
/// Those of the database.
pub async fn seed_demo(store: &Store, world: &World) -> Result<TenantId, IdentityError> {
    let hosts = ["localhost", "*.localhost", "127.0.0.1", "::1"];
    let brand = Brand { support_email: Some("help@agio.example".into()), ..Brand::default() };
    add_tenant(store, world, NewTenant { brand, ..NewTenant::sandbox(DEMO_TENANT_SLUG, "Agio", &hosts) }).await
}

/// Adds the second demo tenant, at `nova.localhost`: another brand, fewer languages, other countries.
///
/// # Errors
/// Those of the database.
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

/// Adds a tenant. One with the same slug stays as it is; one that was retired comes back.
///
/// # Errors
/// Those of the database.
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
