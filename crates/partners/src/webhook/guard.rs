//! Which addresses webhooks may call: public ones only, so that nobody reaches the network of the installation through
//! us (server-side request forgery). Pure.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use identity::IdentityError;
use url::{Host, Url};

/// The maximum number of characters of an endpoint's URL.
pub const URL_CHARS_MAX: usize = 500;
/// Ports of TLS that an endpoint may have.
const PORTS: [u16; 2] = [443, 8443];

/// IPv4 networks that are not public (IANA's special-purpose registry), as first address and length.
const DENIED_V4: [([u8; 4], u32); 15] = [
    ([0, 0, 0, 0], 8),
    ([10, 0, 0, 0], 8),
    ([100, 64, 0, 0], 10),
    ([127, 0, 0, 0], 8),
    ([169, 254, 0, 0], 16),
    ([172, 16, 0, 0], 12),
    ([192, 0, 0, 0], 24),
    ([192, 0, 2, 0], 24),
    ([192, 88, 99, 0], 24),
    ([192, 168, 0, 0], 16),
    ([198, 18, 0, 0], 15),
    ([198, 51, 100, 0], 24),
    ([203, 0, 113, 0], 24),
    ([224, 0, 0, 0], 4),
    ([240, 0, 0, 0], 4),
];

/// IPv6 networks that are not public.
const DENIED_V6: [([u16; 8], u32); 9] = [
    // The first 96 bits: ::, ::1, and the deprecated form of IPv4 addresses.
    ([0, 0, 0, 0, 0, 0, 0, 0], 96),
    ([0x64, 0xff9b, 0, 0, 0, 0, 0, 0], 96),
    ([0x64, 0xff9b, 1, 0, 0, 0, 0, 0], 48),
    ([0x100, 0, 0, 0, 0, 0, 0, 0], 64),
    // IETF protocol assignments, with Teredo.
    ([0x2001, 0, 0, 0, 0, 0, 0, 0], 23),
    ([0x2001, 0xdb8, 0, 0, 0, 0, 0, 0], 32),
    ([0xfc00, 0, 0, 0, 0, 0, 0, 0], 7),
    // Link-local, and the former site-local behind it.
    ([0xfe80, 0, 0, 0, 0, 0, 0, 0], 9),
    ([0xff00, 0, 0, 0, 0, 0, 0, 0], 8),
];

/// Whether a webhook may be sent to this address.
#[must_use]
pub fn may_call(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => may_call_v4(ip),
        IpAddr::V6(ip) => may_call_v6(ip),
    }
}

fn may_call_v4(ip: Ipv4Addr) -> bool {
    let is_in = |(start, bits): &([u8; 4], u32)| {
        let mask = u32::MAX.checked_shl(32 - bits).unwrap_or(0);
        ip.to_bits() & mask == Ipv4Addr::from(*start).to_bits()
    };
    !DENIED_V4.iter().any(is_in)
}

fn may_call_v6(ip: Ipv6Addr) -> bool {
    if let Some(mapped) = ip.to_ipv4_mapped() {
        return may_call_v4(mapped);
    }
    let [first, high, low, ..] = ip.segments();
    // 6to4 carries an IPv4 address.
    if first == 0x2002 {
        let [a, b] = high.to_be_bytes();
        let [c, d] = low.to_be_bytes();
        return may_call_v4(Ipv4Addr::new(a, b, c, d));
    }
    let is_in = |(start, bits): &([u16; 8], u32)| {
        let mask = u128::MAX.checked_shl(128 - bits).unwrap_or(0);
        ip.to_bits() & mask == Ipv6Addr::from(*start).to_bits()
    };
    !DENIED_V6.iter().any(is_in)
}

/// Where an endpoint is.
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
    use proptest::prelude::*;

    use super::*;

    fn may(text: &str) -> bool {
        may_call(text.parse().unwrap())
    }

    #[test]
    fn no_address_of_a_private_network_may_be_called() {
        for ip in [
            "0.0.0.0",
            "0.1.2.3",
            "10.0.0.1",
            "10.255.255.255",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "127.255.255.255",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.1",
            "192.168.0.1",
            "198.18.0.1",
            "198.19.255.255",
            "224.0.0.1",
            "239.255.255.255",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::127.0.0.1",
            "64:ff9b::a00:1",
            "64:ff9b::808:808",
            "100::1",
            "2001:db8::1",
            "2002:7f00:1::1",
            "2002:a00:1::",
            "2002:c0a8:1::",
            "fc00::1",
            "fdff::1",
            "fe80::1",
            "febf::1",
            "fec0::1",
            "ff02::1",
        ] {
            assert!(!may(ip), "{ip}");
        }
    }

    #[test]
    fn public_addresses_up_to_the_edges_may_be_called() {
        for ip in [
            "1.1.1.1",
            "9.255.255.255",
            "11.0.0.0",
            "100.63.255.255",
            "100.128.0.0",
            "126.255.255.255",
            "128.0.0.0",
            "169.253.255.255",
            "172.15.255.255",
            "172.32.0.0",
            "192.167.255.255",
            "192.169.0.0",
            "198.17.255.255",
            "198.20.0.0",
            "223.255.255.255",
            "2606:4700::1111",
            "2a00::1",
            "::ffff:1.1.1.1",
            "2002:101:101::1",
        ] {
            assert!(may(ip), "{ip}");
        }
    }

    proptest! {
        /// IPv4 in the notations of IPv6 is judged as IPv4.
        #[test]
        fn a_notation_opens_no_address(bits in any::<u32>()) {
            let ip = Ipv4Addr::from(bits);
            let [a, b, c, d] = ip.octets();
            let six = Ipv6Addr::new(0x2002, u16::from_be_bytes([a, b]), u16::from_be_bytes([c, d]), 0, 0, 0, 0, 1);
            prop_assert_eq!(may_call(ip.to_ipv6_mapped().into()), may_call(ip.into()));
            prop_assert_eq!(may_call(six.into()), may_call(ip.into()));
            prop_assert!(!may_call(ip.to_ipv6_compatible().into()));
            // What the standard library knows as not public, we refuse as well.
            if ip.is_private() || ip.is_loopback() || ip.is_link_local() || ip.is_multicast() || ip.is_broadcast() {
                prop_assert!(!may_call(ip.into()));
            }
        }
    }

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
