//! The origin of a widget's domain. In a sandbox a page on the developer's own machine needs no proof. Pure.

use identity::{IdentityError, rules};

const ONLY_IN_A_SANDBOX: &str = "A host of your own machine is only for test keys.";

/// The domain of a page as it is stored: a domain name in ASCII, or in a sandbox also a host of this machine with a
/// port.
///
/// # Errors
/// A field error of `domains`.
pub(crate) fn domain(text: &str, sandbox: bool) -> Result<String, IdentityError> {
    let local = text.trim().to_ascii_lowercase();
    if is_local(&local) {
        return if sandbox { Ok(local) } else { Err(IdentityError::field("domains", "invalid", ONLY_IN_A_SANDBOX)) };
    }
    rules::domain(text).map_err(|broken| ("domains", broken).into())
}

/// Whether a stored domain is a host of the developer's own machine.
pub(crate) fn is_local(name: &str) -> bool {
    let (host, port) = match name.split_once(':') {
        Some((host, port)) => (host, Some(port)),
        None => (name, None),
    };
    let port_fits = port.is_none_or(|port| port.bytes().all(|b| b.is_ascii_digit()) && port.parse::<u16>().is_ok());
    let label = |l: &str| !l.is_empty() && l.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    let below = host.strip_suffix(".localhost").is_some_and(|rest| rest.split('.').all(label));
    port_fits && (matches!(host, "localhost" | "127.0.0.1") || below)
}

/// The origin of the pages of a stored domain: https, and on the developer's own machine http.
#[must_use]
pub fn origin(name: &str) -> String {
    let scheme = if is_local(name) { "http" } else { "https" };
    format!("{scheme}://{name}")
}

/// The longest domain name.
const DOMAIN_BYTES_MAX: usize = 253;

/// The stored domain whose pages have this origin; `None` for an origin of no domain, such as `null`.
pub(crate) fn named_by(text: &str) -> Option<&str> {
    let (_, name) = text.split_once("://").filter(|(_, name)| name.len() <= DOMAIN_BYTES_MAX)?;
    (origin(name) == text).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_developers_machine_is_a_domain_only_in_a_sandbox() {
        for name in ["localhost", "localhost:4455", "127.0.0.1:3000", "shop.localhost:80"] {
            assert_eq!(domain(name, true).unwrap(), name);
            assert!(domain(name, false).is_err(), "{name}");
            assert_eq!(origin(name), format!("http://{name}"));
        }
        assert_eq!(origin(&domain("Shop.Example", true).unwrap()), "https://shop.example");
    }

    #[test]
    fn an_origin_names_the_domain_of_its_pages() {
        for name in ["shop.example", "localhost:4455"] {
            assert_eq!(named_by(&origin(name)), Some(name));
        }
        let long = format!("https://{}.example", "a".repeat(250));
        for odd in ["null", "", "shop.example", "http://shop.example", "https://localhost:4455", "ftp://x", &long] {
            assert_eq!(named_by(odd), None, "{odd}");
        }
    }

    /// Stored origins become part of a header, so no origin may contain a character that ends its list.
    #[test]
    fn nothing_else_is_a_domain() {
        for odd in [
            "localhost:",
            "localhost:99999",
            "localhost:8o",
            "a b.localhost",
            "x;.localhost",
            ".localhost",
            "*.shop.example",
            "shop.example/x",
            "localhost:80;script-src",
        ] {
            assert!(domain(odd, true).is_err(), "{odd}");
        }
    }
}
