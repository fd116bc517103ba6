//! A tenant to be added, with the defaults of its settings.

use kernel::TenantId;

use super::{Brand, Feature, Tenant};
use crate::Language;

/// A tenant to be added. Its first terms of use are the platform's, in every language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewTenant {
    /// The short name for configuration and logs; it identifies the tenant in later runs.
    pub slug: String,
    /// The display name.
    pub name: String,
    /// The branding.
    pub brand: Brand,
    /// Whether external services are simulated.
    pub sandbox: bool,
    /// The host names; each belongs to one tenant.
    pub hosts: Vec<String>,
    /// The offered languages, the preferred one first; not empty.
    pub languages: Vec<Language>,
    /// The offered features.
    pub features: Vec<Feature>,
    /// Countries of residence (ISO 3166-1 alpha-2) that are not served.
    pub excluded_countries: Vec<String>,
    /// Days between a closure request and the erasure; 1 to 30.
    pub closing_days: u16,
    /// Hours without orders after account protection was weakened or replaced; 0 to 72, 0 for no hold.
    pub payout_hold_hours: u16,
    /// Hours with halved limits after a sign-in from a new device; 0 to 72, 0 for none.
    pub new_device_hours: u16,
}

impl NewTenant {
    /// The default of [`NewTenant::closing_days`].
    pub(crate) const CLOSING_DAYS: u16 = 14;
    /// The default of [`NewTenant::payout_hold_hours`].
    pub(crate) const PAYOUT_HOLD_HOURS: u16 = 24;
    /// The default of [`NewTenant::new_device_hours`] for a live tenant.
    pub(crate) const NEW_DEVICE_HOURS: u16 = 24;

    /// The default of [`NewTenant::new_device_hours`]. A sandbox has none, because visitors try everything at once from
    /// new devices.
    pub(crate) const fn new_device_hours(sandbox: bool) -> u16 {
        if sandbox { 0 } else { Self::NEW_DEVICE_HOURS }
    }

    /// A sandbox in the platform's default brand, with all features and languages for all countries.
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

    /// A tenant for the tests of texts.
    #[cfg(test)]
    pub(crate) fn example() -> Tenant {
        Self::sandbox("agio", "Agio", &[]).with_id(TenantId::from_uuid(uuid::Uuid::nil()))
    }

    /// The tenant with an id.
    #[must_use]
    pub fn with_id(self, id: TenantId) -> Tenant {
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
