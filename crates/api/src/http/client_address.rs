//! The client's address, also behind proxies. Pure, except for the layer that uses it.
//!
//! Any client can send `X-Forwarded-For`; only the entries that our own proxies add are reliable. Each proxy appends
//! its peer's address at the right end, so the first entry from the right that is not one of our proxies is the client.

use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use axum::http::HeaderMap;
use axum::http::header::{FORWARDED, HeaderName};

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
/// Maximum number of hops that are evaluated.
const HOPS_MAX: usize = 32;
/// Maximum number of proxy networks.
const NETWORKS_MAX: usize = 64;

/// The client address of a request, as counted by the limits. Stored in the request's extensions.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ClientAddress(pub IpAddr);

/// Networks of trusted proxies. Empty by default.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TrustedProxies(Vec<Network>);

/// A network: the first `bits` bits of an address. IPv4 is mapped to IPv6.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Network {
    start: u128,
    mask: u128,
}

/// Why a list of proxies was rejected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TrustedProxiesError {
    /// An entry is not a network.
    #[error("{0:?} is neither an address nor a network such as 10.0.0.0/8")]
    Entry(String),
    /// Too many entries.
    #[error("at most {NETWORKS_MAX} networks can be given")]
    TooMany,
}

impl FromStr for TrustedProxies {
    type Err = TrustedProxiesError;

    /// Parses addresses and networks, separated by commas.
    fn from_str(text: &str) -> Result<Self, TrustedProxiesError> {
        let entries = text.split(',').map(str::trim).filter(|entry| !entry.is_empty());
        let networks = entries
            .map(|entry| Network::read(entry).ok_or_else(|| TrustedProxiesError::Entry(entry.to_owned())))
            .collect::<Result<Vec<_>, _>>()?;
        if networks.len() > NETWORKS_MAX { Err(TrustedProxiesError::TooMany) } else { Ok(Self(networks)) }
    }
}

impl Network {
    fn read(entry: &str) -> Option<Self> {
        let (address, bits) = match entry.split_once('/') {
            Some((address, bits)) => (address, Some(bits.parse::<u32>().ok()?)),
            None => (entry, None),
        };
        let address: IpAddr = address.parse().ok()?;
        let (most, before) = if address.is_ipv4() { (32, 96) } else { (128, 0) };
        let bits = bits.unwrap_or(most);
        if bits > most {
            return None;
        }
        let mask = u128::MAX.checked_shl(128 - before - bits).unwrap_or(0);
        Some(Self { start: wide(address) & mask, mask })
    }
}

/// An address as IPv6, with IPv4 mapped, so that one comparison covers both.
fn wide(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(v4) => v4.to_ipv6_mapped().to_bits(),
        IpAddr::V6(v6) => v6.to_bits(),
    }
}

impl TrustedProxies {
    /// Whether no proxies are configured.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether this address is a trusted proxy.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        let address = wide(address);
        self.0.iter().any(|network| address & network.mask == network.start)
    }

    /// The client's address, for a connection from `peer`.
    ///
    /// Two headers can contain it. A proxy writes one of them and passes the other on unchanged, so if they differ, one
    /// is forged. The result is then the proxy's address.
    pub(crate) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let peer = peer.to_canonical();
        if !self.contains(peer) {
            return peer;
        }
        let by = |name, read: fn(&str) -> Option<IpAddr>| {
            headers.contains_key(&name).then(|| self.walk(peer, headers, &name, read))
        };
        match (by(X_FORWARDED_FOR, address_of), by(FORWARDED, forwarded_for)) {
            (Some(one), Some(other)) if one != other => peer,
            (Some(client), _) | (None, Some(client)) => client,
            (None, None) => peer,
        }
    }

    /// Walks from the right to the first hop that is not a trusted proxy. Stops before an unreadable hop.
    fn walk(&self, peer: IpAddr, headers: &HeaderMap, name: &HeaderName, read: fn(&str) -> Option<IpAddr>) -> IpAddr {
        let lines = headers.get_all(name).iter().rev().map(|line| line.to_str().unwrap_or_default());
        let mut known = peer;
        for hop in lines.flat_map(|line| line.rsplit(',')).take(HOPS_MAX) {
            let Some(address) = read(hop.trim()) else { return known };
            known = address;
            if !self.contains(address) {
                return address;
            }
        }
        known
    }
}

/// `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`, `[2001:db8::1]` or `[2001:db8::1]:4711`.
fn address_of(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    let address = bare.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|socket| socket.ip()));
    address.map(|address: IpAddr| address.to_canonical())
}

/// The `for` of one element of RFC 7239: `for="[2001:db8::1]:4711";proto=https`.
fn forwarded_for(element: &str) -> Option<IpAddr> {
    let mut pairs = element.split(';').filter_map(|pair| pair.trim().split_once('='));
    let (_, value) = pairs.find(|(name, _)| name.eq_ignore_ascii_case("for"))?;
    address_of(value.trim_matches('"'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(trusted: &str, peer: &str, headers: &[(&'static str, &'static str)]) -> String {
        let mut all = HeaderMap::new();
        for (name, value) in headers {
            all.append(*name, axum::http::HeaderValue::from_static(value));
        }
        trusted.parse::<TrustedProxies>().unwrap().client(peer.parse().unwrap(), &all).to_string()
    }

    const XFF: &str = "x-forwarded-for";
    const FWD: &str = "forwarded";

    #[test]
    fn forwarded_headers_are_trusted_from_configured_proxies_only() {
        assert_eq!(client("", "203.0.113.9", &[(XFF, "1.1.1.1")]), "203.0.113.9");
        assert_eq!(client("10.0.0.0/8", "203.0.113.9", &[(XFF, "1.1.1.1"), (FWD, "for=1.1.1.1")]), "203.0.113.9");
    }

    #[test]
    fn the_rightmost_untrusted_address_is_the_client_whatever_the_header_claims() {
        assert_eq!(client("10.0.0.0/8", "10.0.0.1", &[(XFF, "9.9.9.9, 203.0.113.9")]), "203.0.113.9");
        assert_eq!(
            client("10.0.0.0/8", "10.0.0.1", &[(XFF, "9.9.9.9"), (XFF, "203.0.113.9, 10.2.2.2")]),
            "203.0.113.9"
        );
        assert_eq!(client("10.0.0.1, fd00::/8", "fd00::1", &[(XFF, "203.0.113.9:99, 10.0.0.1")]), "203.0.113.9");
        assert_eq!(client("127.0.0.1", "::ffff:127.0.0.1", &[(XFF, "2001:db8::7")]), "2001:db8::7");
        assert_eq!(
            client("127.0.0.1", "127.0.0.1", &[(FWD, "for=x, for=\"[2001:db8::7]:4\";proto=https")]),
            "2001:db8::7"
        );
    }

    #[test]
    fn malformed_or_contradictory_forwarded_headers_are_ignored() {
        assert_eq!(client("10.0.0.0/8", "10.0.0.1", &[(XFF, "203.0.113.9, unknown, 10.0.0.2")]), "10.0.0.2");
        assert_eq!(client("10.0.0.0/8", "10.0.0.1", &[(FWD, "for=_hidden")]), "10.0.0.1");
        assert_eq!(client("10.0.0.0/8", "10.0.0.1", &[(XFF, "203.0.113.9"), (FWD, "for=6.6.6.6")]), "10.0.0.1");
        assert_eq!(client("10.0.0.0/8", "10.0.0.1", &[]), "10.0.0.1");
    }

    #[test]
    fn networks_are_parsed_in_every_usual_notation() {
        for bad in ["10.0.0.0/33", "proxy.local", "10.0.0.0/", "10.0.0/8"] {
            assert_eq!(bad.parse::<TrustedProxies>(), Err(TrustedProxiesError::Entry(bad.into())));
        }
        assert_eq!(client("0.0.0.0/0", "198.51.100.1", &[(XFF, "2001:db8::7")]), "2001:db8::7");
        assert_eq!(
            client("::/0", "198.51.100.1", &[(XFF, "203.0.113.9")]),
            "203.0.113.9",
            "the leftmost, when all are ours"
        );
        assert!(vec!["10.0.0.1"; 65].join(",").parse::<TrustedProxies>().is_err());
    }
}
