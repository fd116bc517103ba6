//! A tenant, and the matching of host names.

use std::net::{IpAddr, Ipv6Addr};

use kernel::TenantId;

use super::{Brand, Feature};
use crate::Language;

const HOST_CHARS_MAX: usize = 253;

/// A tenant: a business customer of the platform, with its own customers, money and branding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tenant {
    /// The tenant's id.
    pub id: TenantId,
    /// A short name for configuration and logs.
    pub slug: String,
    /// The display name.
    pub name: String,
    /// The branding.
    pub brand: Brand,
    /// The offered languages, the preferred one first.
    pub languages: Vec<Language>,
    /// Whether external services are simulated.
    pub sandbox: bool,
    /// The host names.
    pub hosts: Vec<String>,
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

impl Tenant {
    /// Whether the tenant offers this feature.
    pub fn offers(&self, feature: Feature) -> bool {
        self.features.contains(&feature)
    }

    /// Whether a `Host` header is one of the tenant's hosts, or matches a wildcard.
    pub fn answers_at(&self, host: &str) -> bool {
        let names = normalize_host(host).map(|host| candidates(&host)).unwrap_or_default();
        names.iter().any(|name| self.hosts.contains(name))
    }

    /// The origin of the tenant's page at a `Host` header, for redirects back to the caller. `None` for a host of
    /// another tenant.
    pub fn origin_at(&self, host: &str) -> Option<String> {
        let (name, port) = authority(host)?;
        let port = port.map_or_else(String::new, |port| format!(":{port}"));
        let scheme = if is_loopback(&name) { "http" } else { "https" };
        let name = if name.contains(':') { format!("[{name}]") } else { name };
        self.answers_at(host).then(|| format!("{scheme}://{name}{port}"))
    }

    /// The origin for links in emails: the configured host that the caller used, or else the first one. A request can
    /// only select among the configured hosts; the port is taken over on loopback names only.
    pub fn origin_for_mail(&self, host: &str) -> Option<String> {
        let (name, _) = authority(host).unwrap_or_default();
        if is_loopback(&name) && self.answers_at(host) {
            return self.origin_at(host);
        }
        let of_its_own = |own: &&String| !own.starts_with("*.");
        let asked = self.hosts.iter().filter(of_its_own).find(|own| **own == name);
        // Names before IP addresses, which cannot have passkeys.
        let rank = |own: &&String| (is_loopback(own), own.parse::<IpAddr>().is_ok());
        let first = || self.hosts.iter().filter(of_its_own).min_by_key(rank);
        match asked.or_else(first) {
            Some(own) if own.contains(':') => self.origin_at(&format!("[{own}]")),
            Some(own) => self.origin_at(own),
            // The tenant has wildcard hosts only.
            None => self.origin_at(&name),
        }
    }
}

/// Whether a normalized host is a loopback name or address.
fn is_loopback(name: &str) -> bool {
    matches!(name, "localhost" | "127.0.0.1" | "::1") || name.ends_with(".localhost")
}

/// Normalizes a `Host` header: lower case, without port and final dot. `None` if it is not exactly one valid host.
pub(crate) fn normalize_host(host: &str) -> Option<String> {
    Some(authority(host)?.0)
}

/// The normalized name and the port of a `Host` header (RFC 9110, 7.2).
fn authority(host: &str) -> Option<(String, Option<u16>)> {
    if let Some(rest) = host.strip_prefix('[') {
        let (address, port) = rest.split_once(']')?;
        return Some((address.parse::<Ipv6Addr>().ok()?.to_string(), port_of(port)?));
    }
    let (name, port) = host.split_at(host.find(':').unwrap_or(host.len()));
    let name = name.strip_suffix('.').unwrap_or(name);
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_');
    let fits = !name.is_empty() && name.len() <= HOST_CHARS_MAX && name.bytes().all(plain);
    Some((fits.then(|| name.to_ascii_lowercase())?, port_of(port)?))
}

/// Parses the part after the name: nothing, a colon, or a colon and a port.
fn port_of(text: &str) -> Option<Option<u16>> {
    match text.strip_prefix(':') {
        None => text.is_empty().then_some(None),
        Some("") => Some(None),
        Some(digits) if digits.bytes().all(|b| b.is_ascii_digit()) => digits.parse().ok().map(Some),
        Some(_) => None,
    }
}

/// The stored hosts that match `host`, the most specific first: itself, then the wildcards above it.
pub(super) fn candidates(host: &str) -> Vec<String> {
    let above = host.match_indices('.').take(20).map(|(at, _)| format!("*{}", &host[at..]));
    std::iter::once(host.to_owned()).chain(above).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NewTenant;

    #[test]
    fn a_host_is_compared_without_port_case_and_final_dot() {
        for (given, kept) in
            [("LocalHost:8080", "localhost"), ("shop.example.com.", "shop.example.com"), ("[::1]:80", "::1")]
        {
            assert_eq!(normalize_host(given).as_deref(), Some(kept));
        }
        assert_eq!(normalize_host("[0:0:0:0:0:0:0:1]").as_deref(), Some("::1"));
        let odd = [
            "",
            ":80",
            "a b",
            "a/b",
            "ü.de",
            " a",
            "bank.example:443@evil.com",
            "evil.com@bank.example",
            "a:b",
            "a:80:80",
            "a:65536",
            "a:+80",
            "a,b",
            "::1",
            "[::1",
            "[::1]x",
            "[a]",
            "[::1]:80@evil.com",
            "a#b",
            "a?b",
        ];
        for odd in odd.into_iter().chain([&*"a".repeat(254)]) {
            assert_eq!(normalize_host(odd), None, "{odd}");
        }
    }

    fn bank(hosts: &[&str]) -> Tenant {
        NewTenant::sandbox("bank", "Bank", hosts).with_id(TenantId::from_uuid(uuid::Uuid::nil()))
    }

    #[test]
    fn people_come_back_over_https_except_on_this_machine() {
        let bank = bank(&[
            "pay.example.com",
            "*.shops.example",
            "localhost",
            "*.localhost",
            "127.0.0.1",
            "::1",
            "localhost.example",
        ]);
        for (host, origin) in [
            ("pay.example.com", "https://pay.example.com"),
            ("PAY.example.com.:8443", "https://pay.example.com:8443"),
            ("a.shops.example", "https://a.shops.example"),
            ("localhost:8080", "http://localhost:8080"),
            ("nova.localhost:8080", "http://nova.localhost:8080"),
            ("127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("[::1]:8080", "http://[::1]:8080"),
            ("localhost.example", "https://localhost.example"),
        ] {
            assert_eq!(bank.origin_at(host).as_deref(), Some(origin), "{host}");
        }
        for foreign in
            ["evil.example", "pay.example.com:443@evil.example", "shops.example", "pay.example.com.evil.example"]
        {
            assert_eq!(bank.origin_at(foreign), None, "{foreign}");
        }
    }

    #[test]
    fn a_link_in_a_mail_leads_to_a_host_that_is_configured() {
        let bank = bank(&["*.bank.example", "bank.example", "localhost", "pay.example"]);
        for (host, origin) in [
            ("pay.example:8443", "https://pay.example"),
            ("bank.example", "https://bank.example"),
            ("x.bank.example", "https://bank.example"),
            ("evil.example", "https://bank.example"),
            ("bank.example:443@evil.com", "https://bank.example"),
            ("localhost:8080", "http://localhost:8080"),
        ] {
            assert_eq!(bank.origin_for_mail(host).as_deref(), Some(origin), "{host}");
        }
        let below = super::tests::bank(&["*.bank.example"]);
        assert_eq!(below.origin_for_mail("a.bank.example").as_deref(), Some("https://a.bank.example"));
        assert_eq!(below.origin_for_mail("evil.example"), None);
        let here = super::tests::bank(&["*.localhost", "127.0.0.1", "::1", "localhost"]);
        assert_eq!(here.origin_for_mail("").as_deref(), Some("http://localhost"));
        assert_eq!(super::tests::bank(&["::1"]).origin_for_mail("").as_deref(), Some("http://[::1]"));
    }

    proptest::proptest! {
        /// For any request, the link's host is one of the tenant's.
        #[test]
        fn no_request_adds_a_host_to_a_link(host in "[ -~]{0,40}|bank\\.example[ -~]{0,20}|[a-z.]{0,10}bank\\.example(:[0-9]{0,6})?") {
            let own = ["https://bank.example", "https://pay.example"];
            let origin = bank(&["bank.example", "pay.example"]).origin_for_mail(&host);
            proptest::prop_assert!(origin.is_some_and(|origin| own.contains(&&*origin)));
        }
    }

    #[test]
    fn the_exact_name_goes_before_wildcards() {
        assert_eq!(candidates("a.b.localhost"), ["a.b.localhost", "*.b.localhost", "*.localhost"]);
        assert_eq!(candidates("localhost"), ["localhost"]);
    }
}
