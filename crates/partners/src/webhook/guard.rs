//! Which URLs an endpoint may have: public names only, so that a webhook reaches nothing internal (server-side request
//! forgery). The addresses of a name are judged when it is called ([`crate::public`]). Pure.

use identity::IdentityError;
use url::{Host, Url};

/// The maximum number of characters of an endpoint's URL.
pub const URL_CHARS_MAX: usize = 500;
/// Ports of TLS that an endpoint may have.
const PORTS: [u16; 2] = [443, 8443];

/// The location of an endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// At a public name, over TLS.
    Public,
    /// On this machine, for tests.
    Loopback,
}

/// The reach of a URL; `None` if nothing may be sent to it. `local` permits this machine.
///
/// Addresses instead of names are refused in any spelling: the parser reads them all.
#[must_use]
pub fn reach(url: &Url, local: bool) -> Option<Reach> {
    let is_clean = url.username().is_empty() && url.password().is_none() && url.fragment().is_none();
    let host = url.host().filter(|_| is_clean)?;
    let is_loopback = match &host {
        Host::Ipv4(ip) => ip.is_loopback(),
        Host::Ipv6(ip) => ip.is_loopback(),
        Host::Domain(name) => *name == "localhost",
    };
    if is_loopback {
        return (local && matches!(url.scheme(), "http" | "https")).then_some(Reach::Loopback);
    }
    let Host::Domain(name) = host else { return None };
    let port = url.port_or_known_default()?;
    let is_public = url.scheme() == "https" && PORTS.contains(&port) && is_public_name(name);
    is_public.then_some(Reach::Public)
}

/// A name with a dot that is not reserved for private use (RFC 6761, RFC 8375, ICANN's `.internal`).
fn is_public_name(name: &str) -> bool {
    let name = name.strip_suffix('.').unwrap_or(name);
    let reserved = ["localhost", "local", "internal", "home.arpa", "lan", "onion"];
    name.contains('.') && !reserved.iter().any(|end| name == *end || name.ends_with(&format!(".{end}")))
}

/// Validates the URL of an endpoint.
///
/// # Errors
/// A field error of `url`.
pub(super) fn checked(text: &str, local: bool) -> Result<Url, IdentityError> {
    let refused = |rule, words: &str| IdentityError::field("url", rule, words);
    let text = text.trim();
    if text.len() > URL_CHARS_MAX {
        return Err(refused("max_length", "At most 500 characters."));
    }
    let url = Url::parse(text).map_err(|_| refused("invalid", "This is not a URL."))?;
    match reach(&url, local) {
        Some(_) if url.as_str().len() <= URL_CHARS_MAX => Ok(url),
        _ if url.scheme() != "https" => Err(refused("https", "The URL must begin with https://.")),
        _ => {
            let words = "The URL must have a public host name, no user name, and the port 443 or 8443.";
            Err(refused("private", words))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(text: &str, local: bool) -> Option<&'static str> {
        match checked(text, local) {
            Ok(_) => None,
            Err(IdentityError::Field { field: "url", rule, .. }) => Some(rule),
            Err(other) => panic!("{other}"),
        }
    }

    #[test]
    fn an_endpoint_has_a_public_name_and_tls() {
        for fine in ["https://shop.example/hooks?x=1", "https://shop.example:8443/", "https://xn--bcher-kva.example/"] {
            assert_eq!(rule(fine, false), None, "{fine}");
        }
        for odd in ["", "shop.example", "https://", "/hooks"] {
            assert_eq!(rule(odd, true), Some("invalid"), "{odd}");
        }
        for plain in ["http://shop.example/", "ftp://shop.example/", "file:///etc/passwd", "http://10.0.0.1/"] {
            assert_eq!(rule(plain, true), Some("https"), "{plain}");
        }
        for hidden in [
            "https://127.0.0.1/",
            "https://0x7f.1/",
            "https://2130706433/",
            "https://0177.0.0.1/",
            "https://[::1]/",
            "https://[::ffff:10.0.0.1]/",
            "https://10.0.0.1/",
            "https://1.1.1.1/",
            "https://localhost/",
            "https://LOCALHOST/",
            "https://a.localhost/",
            "https://db.internal/",
            "https://printer.local/",
            "https://intranet/",
            "https://user@shop.example/",
            "https://u:p@shop.example/",
            "https://shop.example:22/",
            "https://shop.example/#x",
            "https://db.internal./",
        ] {
            assert_eq!(rule(hidden, false), Some("private"), "{hidden}");
        }
        let long = format!("https://shop.example/{}", "a".repeat(500));
        assert_eq!(rule(&long, false), Some("max_length"));
    }

    #[test]
    fn this_machine_is_called_only_where_that_is_permitted() {
        for here in ["http://127.0.0.1:4000/h", "http://localhost:4000/h", "http://[::1]:4000/", "https://127.0.0.2/"] {
            let url = Url::parse(here).unwrap();
            assert_eq!(reach(&url, true), Some(Reach::Loopback), "{here}");
            assert_eq!(reach(&url, false), None, "{here}");
        }
        for other in ["http://10.0.0.1/", "https://192.168.0.1/", "http://u@127.0.0.1/"] {
            assert_eq!(reach(&Url::parse(other).unwrap(), true), None, "{other}");
        }
    }
}
