//! Proof that a domain belongs to the owner of a widget key: a file at a well-known path of the domain names the key.
//! Pure; an adapter fetches the file.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use async_trait::async_trait;
use kernel::PartnerKeyId;

/// Path of the file (RFC 8615).
pub const PROOF_PATH: &str = "/.well-known/agio-widget.txt";
/// Bytes of the file that are read.
pub const PROOF_BYTES_MAX: usize = 4_096;

/// Why a domain is not proven.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProofFailure {
    /// The domain has no address.
    NoAddress,
    /// The domain leads to an address that is not public.
    NotPublic,
    /// No connection with a valid certificate, or no response in time.
    Unreachable,
    /// The response is a redirect.
    Redirected,
    /// The response is not 200.
    NotFound,
    /// The file is longer than [`PROOF_BYTES_MAX`].
    TooLong,
    /// The file does not name the key.
    NoLine,
}

impl ProofFailure {
    /// All reasons.
    pub const ALL: [Self; 7] = [
        Self::NoAddress,
        Self::NotPublic,
        Self::Unreachable,
        Self::Redirected,
        Self::NotFound,
        Self::TooLong,
        Self::NoLine,
    ];

    /// The stable code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::NoAddress => "no_address",
            Self::NotPublic => "not_public",
            Self::Unreachable => "unreachable",
            Self::Redirected => "redirected",
            Self::NotFound => "not_found",
            Self::TooLong => "too_long",
            Self::NoLine => "no_line",
        }
    }

    /// The reason with this code.
    #[must_use]
    pub fn read(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.code() == code)
    }
}

/// Fetches files of other companies' hosts.
#[async_trait]
pub trait Outside: Send + Sync {
    /// The file at [`PROOF_PATH`] of a domain: by https, from a public address, without redirects, within a time and
    /// [`PROOF_BYTES_MAX`].
    async fn proof(&self, domain: &str) -> Result<String, ProofFailure>;
}

/// The line of the file that names a key. It is no secret: only the owner of a domain can serve it there.
#[must_use]
pub fn proof_line(key: PartnerKeyId) -> String {
    format!("agio-widget={key}")
}

/// Whether the file names the key on a line of its own.
#[must_use]
pub fn proves(file: &str, key: PartnerKeyId) -> bool {
    let line = proof_line(key);
    file.lines().any(|each| each.trim() == line)
}

/// Whether an address is reachable by everybody, so that a request to it reaches nothing internal. Ranges: the IANA
/// special-purpose address registries.
#[must_use]
pub fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(ip) => is_public_v4(ip),
        IpAddr::V6(ip) => is_public_v6(ip),
    }
}

fn is_public_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    let special = ip.is_private()
        || ip.is_loopback()
        || ip.is_link_local()
        || ip.is_multicast()
        || ip.is_broadcast()
        || ip.is_documentation()
        || a == 0
        || a >= 240
        // Shared addresses of providers, protocol assignments, the 6to4 relay, and benchmarks.
        || (a == 100 && (64..128).contains(&b))
        || (a == 192 && b == 0 && c == 0)
        || (a == 192 && b == 88 && c == 99)
        || (a == 198 && (18..20).contains(&b));
    !special
}

fn is_public_v6(ip: Ipv6Addr) -> bool {
    let [first, second, ..] = ip.segments();
    // Only 2000::/3 is assigned for global use. Within it: protocol assignments with Teredo, documentation, 6to4.
    let global = (0x2000..0x4000).contains(&first);
    let special = (first == 0x2001 && (second < 0x0200 || second == 0x0db8))
        || first == 0x2002
        || (first == 0x3fff && second < 0x1000);
    global && !special
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;

    fn public(text: &str) -> bool {
        is_public(text.parse().unwrap())
    }

    #[test]
    fn only_addresses_that_everybody_reaches_are_public() {
        for inside in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "255.255.255.255",
            "224.0.0.1",
            "240.0.0.1",
            "192.0.2.1",
            "198.18.0.1",
            "192.0.0.8",
            "::1",
            "::",
            "fe80::1",
            "fd00::1",
            "ff02::1",
            "2001:db8::1",
            "2001::1",
            "2002:7f00:1::1",
            "64:ff9b::7f00:1",
            "::ffff:127.0.0.1",
            "::127.0.0.1",
        ] {
            assert!(!public(inside), "{inside}");
        }
        for outside in ["1.1.1.1", "93.184.215.14", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "::ffff:1.1.1.1"] {
            assert!(public(outside), "{outside}");
        }
    }

    #[test]
    fn a_file_names_a_key_on_its_own_line() {
        let key = PartnerKeyId::from_uuid(Uuid::from_u128(7));
        let line = proof_line(key);
        assert!(proves(&line, key) && proves(&format!("# ours\r\n  {line}  \r\n"), key));
        let other = PartnerKeyId::from_uuid(Uuid::from_u128(8));
        for file in ["", "agio-widget=", &proof_line(other), &format!("{line}0"), &format!("x {line}")] {
            assert!(!proves(file, key), "{file}");
        }
    }

    #[test]
    fn reasons_read_from_their_codes() {
        for reason in ProofFailure::ALL {
            assert_eq!(ProofFailure::read(reason.code()), Some(reason));
        }
        assert_eq!(ProofFailure::read("other"), None);
    }

    proptest! {
        /// An IPv4 address in the notation of IPv6 is as public as the address itself.
        #[test]
        fn notation_does_not_matter(bits in any::<u32>()) {
            let ip = Ipv4Addr::from(bits);
            prop_assert_eq!(is_public(ip.into()), is_public(ip.to_ipv6_mapped().into()));
        }
    }
}
