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
    /// Its name in settings.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Main => "main",
            Self::Test => "test",
            Self::Regtest => "regtest",
        }
    }

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

/// The hashes of the first blocks of a coin's networks, as its node software has them (`chainparams.cpp`). A coin can have
/// several public test networks.
#[must_use]
pub fn genesis(network: Network, chain: Chain) -> &'static [&'static str] {
    match (network, chain) {
        (Network::Bitcoin, Chain::Main) => &["000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f"],
        (Network::Bitcoin, Chain::Test) => &[
            "000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943",
            "00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043",
            "00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6",
        ],
        (Network::Bitcoin, Chain::Regtest) => &["0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206"],
        (Network::Litecoin, Chain::Main) => &["12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2"],
        (Network::Litecoin, Chain::Test) => &["4966625a4b2851d9fdee139e56211a0d88575f59ed816ff5e6a63deb4e3e29a0"],
        (Network::Litecoin, Chain::Regtest) => &["530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9"],
        _ => &[],
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
