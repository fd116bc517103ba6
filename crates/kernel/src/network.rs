//! The blockchains: address format, confirmations and block time.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The address format of a network; the specification defines validation per format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AddressFamily {
    /// Base58 and bech32 with Bitcoin's prefixes.
    Bitcoin,
    /// Base58 and bech32 with Litecoin's prefixes.
    Litecoin,
    /// `0x` and 20 bytes, with the EIP-55 checksum.
    Ethereum,
    /// Base58check starting with `T`.
    Tron,
    /// 32 bytes in base58.
    Solana,
    /// The raw form, or 48 characters of base64.
    Ton,
}

/// A blockchain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "each variant is the name of its chain")]
pub enum Network {
    Bitcoin,
    Litecoin,
    Ethereum,
    Bsc,
    Tron,
    Ton,
    Arbitrum,
    Base,
    Solana,
}

struct Data {
    network: Network,
    code: &'static str,
    name: &'static str,
    family: AddressFamily,
    /// The confirmations that credit up to 1,000, up to 10,000, up to 100,000 euro, and above.
    confirmations: [u32; 4],
    /// The approximate time between blocks, in seconds.
    block_seconds: u32,
}

use AddressFamily as F;

/// The table gives "finalized" and "posted to L1" as their usual depth in blocks.
static TABLE: [Data; 9] = [
    data(Network::Bitcoin, "bitcoin", "Bitcoin", F::Bitcoin, [1, 2, 3, 6], 600),
    data(Network::Litecoin, "litecoin", "Litecoin", F::Litecoin, [3, 6, 12, 12], 150),
    data(Network::Ethereum, "ethereum", "Ethereum", F::Ethereum, [12, 12, 64, 64], 12),
    data(Network::Bsc, "bsc", "BNB Smart Chain", F::Ethereum, [15, 15, 30, 30], 3),
    data(Network::Tron, "tron", "TRON", F::Tron, [20, 20, 20, 20], 3),
    data(Network::Ton, "ton", "TON", F::Ton, [1, 1, 3, 3], 5),
    data(Network::Arbitrum, "arbitrum", "Arbitrum", F::Ethereum, [40, 40, 300, 300], 1),
    data(Network::Base, "base", "Base", F::Ethereum, [10, 20, 300, 300], 2),
    data(Network::Solana, "solana", "Solana", F::Solana, [32, 32, 32, 32], 1),
];

const fn data(
    network: Network,
    code: &'static str,
    name: &'static str,
    family: AddressFamily,
    confirmations: [u32; 4],
    block_seconds: u32,
) -> Data {
    Data { network, code, name, family, confirmations, block_seconds }
}

impl Network {
    /// All networks.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        TABLE.iter().map(|row| row.network)
    }

    /// The lower-case name, as in `litecoin`.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.row().code
    }

    /// The display name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The format of its addresses.
    #[must_use]
    pub fn family(self) -> AddressFamily {
        self.row().family
    }

    /// The networks with the same address format, this one included. One key has the same address on all of them, so a
    /// payment to an address of one can arrive on another.
    pub fn family_members(self) -> impl Iterator<Item = Self> {
        Self::all().filter(move |other| other.family() == self.family())
    }

    /// The approximate time between blocks, in seconds; for displayed estimates only.
    #[must_use]
    pub fn block_seconds(self) -> u32 {
        self.row().block_seconds
    }

    /// Whether payers share one address and a memo distinguishes them.
    #[must_use]
    pub fn needs_memo(self) -> bool {
        self == Self::Ton
    }

    /// The number of confirmations that credit a payment worth `euros` (whole euros). An order stores it at creation.
    #[must_use]
    pub fn confirmations(self, euros: u128) -> u32 {
        let [small, medium, large, huge] = self.row().confirmations;
        match euros {
            0..=1_000 => small,
            1_001..=10_000 => medium,
            10_001..=100_000 => large,
            _ => huge,
        }
    }

    /// The numbers of confirmations that a tenant may require of every payment: from that of the smallest payments to that
    /// of the largest ones.
    #[must_use]
    pub fn confirmations_range(self) -> RangeInclusive<u32> {
        let [least, _, _, most] = self.row().confirmations;
        least..=most
    }

    fn row(self) -> &'static Data {
        &TABLE[self as usize]
    }
}

impl FromStr for Network {
    type Err = String;

    fn from_str(code: &str) -> Result<Self, Self::Err> {
        let found = TABLE.iter().find(|row| row.code == code).map(|row| row.network);
        found.ok_or_else(|| format!("there is no network {:?}", code.chars().take(20).collect::<String>()))
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl Serialize for Network {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

impl<'de> Deserialize<'de> for Network {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let code = std::borrow::Cow::<str>::deserialize(deserializer)?;
        code.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_network_table_is_in_enum_order_and_confirmations_rise_with_the_amount() {
        for network in Network::all() {
            assert_eq!(network.row().network, network);
            assert_eq!(network.code().parse(), Ok(network));
            assert!(network.row().confirmations.is_sorted());
        }
        assert_eq!(Network::Litecoin.confirmations(1_000), 3);
        assert_eq!(Network::Litecoin.confirmations(1_001), 6);
    }
}
