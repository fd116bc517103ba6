//! A tenant, and how a host name is matched.

use kernel::TenantId;

use super::{Brand, Feature};
use crate::Language;

const HOST_CHARS_MAX: usize = 253;

/// One customer of the platform, with its own people, money and look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tenant {
    /// Its id.
    pub id: TenantId,
    /// A short name for configuration and logs.
    pub slug: String,
    /// The name people see.
    pub name: String,
    /// How it looks.
    pub brand: Brand,
    /// The languages it offers, the preferred one first.
    pub languages: Vec<Language>,
    /// Whether everything outside is played by the sandbox.
    pub sandbox: bool,
    /// Its host names.
    pub hosts: Vec<String>,
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

impl Tenant {
    /// Whether its customers have this part of the product.
    pub fn offers(&self, feature: Feature) -> bool {
        self.features.contains(&feature)
    }

    /// Whether a `Host` header's value is one of its own names, or below one.
    pub fn answers_at(&self, host: &str) -> bool {
        let names = normalize_host(host).map(|host| candidates(&host)).unwrap_or_default();
        names.iter().any(|name| self.hosts.contains(name))
    }
}

/// A `Host` header's value as hosts are kept: lower case, without port and final dot.
pub(crate) fn normalize_host(host: &str) -> Option<String> {
    let host = host.trim();
    let bare = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next()?,
        None => host.split(':').next()?,
    };
    let bare = bare.strip_suffix('.').unwrap_or(bare);
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_' | b':');
    let fits = !bare.is_empty() && bare.len() <= HOST_CHARS_MAX && bare.bytes().all(plain);
    fits.then(|| bare.to_ascii_lowercase())
}

/// What may be kept for `host`, the most exact first: itself, then `*.` and each name above it.
pub(super) fn candidates(host: &str) -> Vec<String> {
    let above = host.match_indices('.').take(20).map(|(at, _)| format!("*{}", &host[at..]));
    std::iter::once(host.to_owned()).chain(above).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_compared_without_port_case_and_final_dot() {
        for (given, kept) in
            [("LocalHost:8080", "localhost"), ("shop.example.com.", "shop.example.com"), ("[::1]:80", "::1")]
        {
            assert_eq!(normalize_host(given).as_deref(), Some(kept));
        }
        for odd in ["", ":80", "a b", "a/b", "ü.de", &"a".repeat(254)] {
            assert_eq!(normalize_host(odd), None, "{odd}");
        }
    }

    #[test]
    fn the_exact_name_goes_before_wildcards() {
        assert_eq!(candidates("a.b.localhost"), ["a.b.localhost", "*.b.localhost", "*.localhost"]);
        assert_eq!(candidates("localhost"), ["localhost"]);
    }
}
