//! Network prefixes that limits count by. Pure.
//!
//! A single address does not identify a caller: a household has an IPv6 /64, and a rented server a /56 or a /48 with
//! thousands of them. So a request is counted at several prefix lengths, each with its own budget.

use std::fmt;
use std::net::IpAddr;

/// A prefix of an IP address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Network {
    start: IpAddr,
    bits: u8,
}

impl Network {
    /// The network around an address, with a prefix length for IPv4 and one for IPv6.
    pub fn prefix(address: IpAddr, bits_v4: u8, bits_v6: u8) -> Self {
        match address.to_canonical() {
            IpAddr::V4(ip) => {
                let mask = u32::MAX.checked_shl(32 - u32::from(bits_v4.min(32))).unwrap_or(0);
                Self { start: IpAddr::V4((ip.to_bits() & mask).into()), bits: bits_v4 }
            }
            IpAddr::V6(ip) => {
                let mask = u128::MAX.checked_shl(128 - u32::from(bits_v6.min(128))).unwrap_or(0);
                Self { start: IpAddr::V6((ip.to_bits() & mask).into()), bits: bits_v6 }
            }
        }
    }

    /// The prefix of one household.
    pub fn household(address: IpAddr) -> Self {
        Self::prefix(address, 24, 64)
    }

    /// The prefix of a larger customer with several household prefixes.
    pub fn site(address: IpAddr) -> Self {
        Self::prefix(address, 20, 56)
    }

    /// The prefix of a rented server or a small provider.
    pub fn provider(address: IpAddr) -> Self {
        Self::prefix(address, 16, 48)
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.start {
            IpAddr::V4(ip) => write!(f, "{ip}/{}", self.bits),
            // The stored form: the first groups, including zeros.
            IpAddr::V6(ip) => {
                let groups = ip.segments().into_iter().take(usize::from(self.bits).div_ceil(16));
                let groups: Vec<String> = groups.map(|group| format!("{group:x}")).collect();
                write!(f, "{}::/{}", groups.join(":"), self.bits)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn networks_are_written_by_their_first_bits() {
        let shown = |ip: &str| {
            let ip: IpAddr = ip.parse().unwrap();
            [Network::household(ip), Network::site(ip), Network::provider(ip)].map(|network| network.to_string())
        };
        assert_eq!(shown("192.0.18.7"), ["192.0.18.0/24", "192.0.16.0/20", "192.0.0.0/16"]);
        assert_eq!(shown("::ffff:192.0.18.7"), shown("192.0.18.7"));
        assert_eq!(shown("2001:db8:1:203:4::5"), ["2001:db8:1:203::/64", "2001:db8:1:200::/56", "2001:db8:1::/48"]);
    }

    proptest! {
        /// An address in a network is also in every wider one, and a /48 covers all its /64s.
        #[test]
        fn each_wider_network_contains_the_narrower_ones(ip: u128, below in 0_u32..80) {
            let one = IpAddr::V6(ip.into());
            let other = IpAddr::V6((ip ^ (1_u128 << below)).into());
            let same = |network: fn(IpAddr) -> Network| network(one) == network(other);
            prop_assume!(!matches!(one.to_canonical(), IpAddr::V4(_)) && !matches!(other.to_canonical(), IpAddr::V4(_)));
            prop_assert_eq!(same(Network::household), below < 64);
            prop_assert_eq!(same(Network::site), below < 72);
            prop_assert_eq!(same(Network::provider), below < 80);
        }
    }
}
