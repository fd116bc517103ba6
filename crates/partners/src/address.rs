//! The addresses from which a key may be used: single addresses and networks in CIDR notation, IPv4 and IPv6. Pure.

use std::net::IpAddr;

/// An address or a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddressRange {
    start: IpAddr,
    bits: u8,
}

impl AddressRange {
    /// Parses `192.0.2.1`, `192.0.2.0/24` or the same of IPv6; `None` for anything else. Bits behind the prefix are
    /// ignored. An IPv4 address that is written as IPv6 is the IPv4 address.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (address, prefix) = text.split_once('/').map_or((text, None), |(address, prefix)| (address, Some(prefix)));
        let typed: IpAddr = address.trim().parse().ok()?;
        let widest = if typed.is_ipv4() { 32 } else { 128 };
        let bits: u8 =
            prefix.map_or(Some(widest), |prefix| prefix.trim().parse().ok().filter(|bits| *bits <= widest))?;
        let ip = typed.to_canonical();
        let bits = if ip.is_ipv4() && typed.is_ipv6() { bits.checked_sub(96)? } else { bits };
        Some(Self { start: masked(ip, bits), bits })
    }

    /// Whether the address is in this range.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        address.is_ipv4() == self.start.is_ipv4() && masked(address, self.bits) == self.start
    }

    /// Whether all addresses of `other` are in this range.
    #[must_use]
    pub fn covers(&self, other: &Self) -> bool {
        other.bits >= self.bits && self.contains(other.start)
    }
}

fn masked(ip: IpAddr, bits: u8) -> IpAddr {
    match ip {
        IpAddr::V4(ip) => {
            let mask = u32::MAX.checked_shl(32 - u32::from(bits.min(32))).unwrap_or(0);
            IpAddr::V4((ip.to_bits() & mask).into())
        }
        IpAddr::V6(ip) => {
            let mask = u128::MAX.checked_shl(128 - u32::from(bits.min(128))).unwrap_or(0);
            IpAddr::V6((ip.to_bits() & mask).into())
        }
    }
}

/// Whether a caller at `address` is within `ranges`. Without ranges every address is; an unknown address is in no range.
pub(crate) fn admits(ranges: &[AddressRange], address: Option<IpAddr>) -> bool {
    ranges.is_empty() || address.is_some_and(|address| ranges.iter().any(|range| range.contains(address)))
}

/// Whether `after` admits an address that `before` did not.
pub(crate) fn is_wider(before: &[AddressRange], after: &[AddressRange]) -> bool {
    if before.is_empty() {
        return false;
    }
    after.is_empty() || !after.iter().all(|range| before.iter().any(|known| known.covers(range)))
}

#[cfg(test)]
mod tests {
    use std::net::{Ipv4Addr, Ipv6Addr};

    use proptest::prelude::*;

    use super::*;

    fn range(text: &str) -> AddressRange {
        AddressRange::parse(text).unwrap()
    }

    #[test]
    fn an_address_is_in_its_network_and_not_in_the_next() {
        let inside = |net: &str, ip: &str| range(net).contains(ip.parse().unwrap());
        assert!(inside("192.0.2.7", "192.0.2.7") && !inside("192.0.2.7", "192.0.2.8"));
        assert!(inside("192.0.2.0/24", "192.0.2.255") && !inside("192.0.2.0/24", "192.0.3.0"));
        assert!(inside("2001:db8::/64", "2001:db8::ffff") && !inside("2001:db8::/64", "2001:db8:0:1::1"));
        assert!(inside("192.0.2.7", "::ffff:192.0.2.7"), "the same address in the notation of IPv6");
        assert!(inside("::ffff:192.0.2.0/120", "192.0.2.9"));
        assert!(!inside("0.0.0.0/0", "2001:db8::1"), "a network of IPv4 holds nothing of IPv6");
        for odd in ["", "192.0.2", "192.0.2.1/33", "2001:db8::/129", "192.0.2.1/-1", "192.0.2.1/", "host"] {
            assert_eq!(AddressRange::parse(odd), None, "{odd}");
        }
    }

    #[test]
    fn without_ranges_everybody_is_admitted_and_with_them_nobody_unknown() {
        let here = Some("192.0.2.1".parse().unwrap());
        assert!(admits(&[], here) && admits(&[], None));
        assert!(admits(&[range("192.0.2.0/24")], here) && !admits(&[range("192.0.2.0/24")], None));
    }

    fn any_range() -> impl Strategy<Value = AddressRange> {
        let v4 = (any::<u32>(), 0_u8..=32).prop_map(|(ip, bits)| format!("{}/{bits}", Ipv4Addr::from(ip)));
        let v6 = (any::<u128>(), 0_u8..=128).prop_map(|(ip, bits)| format!("{}/{bits}", Ipv6Addr::from(ip)));
        prop_oneof![v4, v6].prop_filter_map("mapped networks wider than IPv4", |text| AddressRange::parse(&text))
    }

    proptest! {
        /// A change that is not wider admits no new address.
        #[test]
        fn a_change_that_is_not_wider_admits_no_new_address(
            before in prop::collection::vec(any_range(), 1..4),
            after in prop::collection::vec(any_range(), 0..4),
            address in any::<u32>(), flip in 0_u32..32,
        ) {
            let near = |range: &AddressRange| match range.start {
                IpAddr::V4(ip) => IpAddr::V4(Ipv4Addr::from(ip.to_bits() ^ (1 << flip))),
                IpAddr::V6(ip) => IpAddr::V6(Ipv6Addr::from(ip.to_bits() ^ (1 << flip))),
            };
            let candidates = after.iter().map(|range| range.start).chain(after.iter().map(near))
                .chain([IpAddr::V4(address.into())]);
            if !is_wider(&before, &after) {
                for ip in candidates {
                    prop_assert!(!admits(&after, Some(ip)) || admits(&before, Some(ip)), "{ip}");
                }
            }
        }

        #[test]
        fn a_list_is_not_wider_than_itself_and_any_address_is_wider_than_a_list(ranges in prop::collection::vec(any_range(), 1..5)) {
            prop_assert!(!is_wider(&ranges, &ranges));
            prop_assert!(is_wider(&ranges, &[]) && !is_wider(&[], &ranges));
        }
    }
}
