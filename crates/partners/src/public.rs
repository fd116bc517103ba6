//! Which addresses belong to the public internet. A request to a host that a customer names goes to those only, so that
//! it reaches nothing internal (server-side request forgery). Pure.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

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

/// IPv6 networks within 2000::/3 that are not public. Outside of it nothing is assigned for global use.
const DENIED_V6: [([u16; 8], u32); 4] = [
    // IETF protocol assignments, with Teredo.
    ([0x2001, 0, 0, 0, 0, 0, 0, 0], 23),
    ([0x2001, 0xdb8, 0, 0, 0, 0, 0, 0], 32),
    // 6to4 leads to any IPv4 address.
    ([0x2002, 0, 0, 0, 0, 0, 0, 0], 16),
    ([0x3fff, 0, 0, 0, 0, 0, 0, 0], 20),
];

/// Whether everybody can reach an address.
#[must_use]
pub fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(ip) => is_public_v4(ip),
        IpAddr::V6(ip) => is_public_v6(ip),
    }
}

fn is_public_v4(ip: Ipv4Addr) -> bool {
    let is_in = |(start, bits): &([u8; 4], u32)| {
        let mask = u32::MAX.checked_shl(32 - bits).unwrap_or(0);
        ip.to_bits() & mask == Ipv4Addr::from(*start).to_bits()
    };
    !DENIED_V4.iter().any(is_in)
}

fn is_public_v6(ip: Ipv6Addr) -> bool {
    let is_in = |(start, bits): &([u16; 8], u32)| {
        let mask = u128::MAX.checked_shl(128 - bits).unwrap_or(0);
        ip.to_bits() & mask == Ipv6Addr::from(*start).to_bits()
    };
    let [first, ..] = ip.segments();
    (0x2000..0x4000).contains(&first) && !DENIED_V6.iter().any(is_in)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn may(text: &str) -> bool {
        is_public(text.parse().unwrap())
    }

    #[test]
    fn an_address_of_a_private_network_is_not_public() {
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
            "2002:101:101::1",
            "2001::1",
            "3fff::1",
            "4000::1",
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
    fn addresses_up_to_the_edges_are_public() {
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
            prop_assert_eq!(is_public(ip.to_ipv6_mapped().into()), is_public(ip.into()));
            prop_assert!(!is_public(six.into()));
            prop_assert!(!is_public(ip.to_ipv6_compatible().into()));
            // What the standard library knows as not public, we refuse as well.
            if ip.is_private() || ip.is_loopback() || ip.is_link_local() || ip.is_multicast() || ip.is_broadcast() {
                prop_assert!(!is_public(ip.into()));
            }
        }
    }
}
