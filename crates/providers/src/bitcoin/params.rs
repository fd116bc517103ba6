//! The parameters of Bitcoin and Litecoin, and of their networks.

use kernel::{Currency, Network};

/// The network of a coin that a node is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chain {
    /// The main network, with real money.
    Main,
    /// The public test network.
    Test,
    /// A private network, where blocks are mined on demand.
    Regtest,
}

impl Chain {
    /// The chain with this name from `getblockchaininfo`.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        match name {
            "main" => Some(Self::Main),
            "test" | "testnet4" | "signet" => Some(Self::Test),
            "regtest" => Some(Self::Regtest),
            _ => None,
        }
    }
}

/// A coin on one of its networks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CoinParams {
    /// Bitcoin or Litecoin.
    pub network: Network,
    /// The coin's network.
    pub chain: Chain,
    /// The prefix of its bech32 addresses.
    pub hrp: &'static str,
    /// The coin's number in key derivation paths (SLIP-44); test networks of all coins share number 1.
    pub coin_type: u32,
    /// The version byte of base58 addresses of keys.
    pub key_version: u8,
    /// The version bytes of base58 addresses of scripts, including deprecated ones.
    pub script_versions: &'static [u8],
    /// The fee rate of the dust threshold, in atoms per 1000 virtual bytes: nodes do not relay an output below it.
    pub dust_rate: u64,
    /// The fee rate if the node has no estimate, in atoms per 1000 virtual bytes.
    pub usual_rate: u64,
    /// The maximum fee rate, in atoms per 1000 virtual bytes.
    pub rate_max: u64,
    /// The maximum number of blocks that a reorganisation may replace.
    pub max_reorg: u32,
}

const BITCOIN: CoinParams = CoinParams {
    network: Network::Bitcoin,
    chain: Chain::Main,
    hrp: "bc",
    coin_type: 0,
    key_version: 0x00,
    script_versions: &[0x05],
    dust_rate: 3_000,
    usual_rate: 10_000,
    rate_max: 300_000,
    max_reorg: 144,
};

const LITECOIN: CoinParams = CoinParams {
    network: Network::Litecoin,
    chain: Chain::Main,
    hrp: "ltc",
    coin_type: 2,
    key_version: 0x30,
    script_versions: &[0x32, 0x05],
    dust_rate: 30_000,
    usual_rate: 10_000,
    rate_max: 1_000_000,
    max_reorg: 288,
};

impl CoinParams {
    /// The parameters of Bitcoin or Litecoin on `chain`; `None` for other networks.
    #[must_use]
    pub fn of(network: Network, chain: Chain) -> Option<Self> {
        let (main, test_hrps, test_scripts): (Self, [&'static str; 2], &'static [u8]) = match network {
            Network::Bitcoin => (BITCOIN, ["tb", "bcrt"], &[0xc4]),
            Network::Litecoin => (LITECOIN, ["tltc", "rltc"], &[0x3a, 0xc4]),
            _ => return None,
        };
        let hrp = match chain {
            Chain::Main => return Some(main),
            Chain::Test => test_hrps[0],
            Chain::Regtest => test_hrps[1],
        };
        Some(Self { chain, hrp, coin_type: 1, key_version: 0x6f, script_versions: test_scripts, ..main })
    }

    /// The currency of its amounts.
    #[must_use]
    pub fn currency(&self) -> Currency {
        self.network.native()
    }
}
