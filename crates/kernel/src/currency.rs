//! The closed list of currencies: scale, kind, payways, and restrictions under MiCA. The lists
//! of payways and networks name no currency.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::Payway::{
    Arbitrum, ArbitrumErc20, ArbitrumEth, Base, Bep20, Blik, Bsc, Btc, Bybitpay, Card, Erc20, Eth, Iban, Ltc, Mono,
    Sol, Spl, Ton, Trc20, Tron, Visamc, Whitebit,
};
use crate::{Network, Payway};

crate::codes! {
    /// The kind of a currency.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum CurrencyKind {
        /// Fiat: issued by a state.
        Fiat = "fiat",
        /// Crypto: issued on a blockchain.
        Crypto = "crypto",
    }
}

crate::codes! {
    /// How MiCA, Regulation (EU) 2023/1114, restricts a currency for residents of the EEA. A tenant may be stricter.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum EeaPolicy {
        /// Fiat: MiCA does not apply.
        NotConcerned = "not_concerned",
        /// No restriction.
        Offered = "offered",
        /// Exit only: sell, convert from and withdraw; no purchase, no conversion to it and no new deposit.
        ExitOnly = "exit_only",
    }
}

struct Data {
    code: &'static str,
    name: &'static str,
    scale: u8,
    kind: CurrencyKind,
    eea: EeaPolicy,
    payways: &'static [Payway],
}

const fn fiat(code: &'static str, name: &'static str, payways: &'static [Payway]) -> Data {
    Data { code, name, scale: 2, kind: CurrencyKind::Fiat, eea: EeaPolicy::NotConcerned, payways }
}

const fn coin(code: &'static str, name: &'static str, scale: u8, payways: &'static [Payway]) -> Data {
    Data { code, name, scale, kind: CurrencyKind::Crypto, eea: EeaPolicy::Offered, payways }
}

const fn exit_only(code: &'static str, name: &'static str, scale: u8, payways: &'static [Payway]) -> Data {
    Data { code, name, scale, kind: CurrencyKind::Crypto, eea: EeaPolicy::ExitOnly, payways }
}

/// The currencies of the specification, in its order.
static TABLE: [Data; 36] = [
    coin("BTC", "Bitcoin", 8, &[Btc]),
    coin("ETH", "Ethereum", 18, &[Eth, ArbitrumEth, Base]),
    fiat("USD", "US dollar", &[Visamc]),
    fiat("UAH", "Hryvnia", &[Iban, Visamc, Card, Mono, Whitebit, Bybitpay]),
    coin("TRX", "TRON", 6, &[Tron]),
    coin("TON", "Toncoin", 9, &[Ton]),
    coin("BNB", "BNB", 18, &[Bsc]),
    coin("LTC", "Litecoin", 8, &[Ltc]),
    fiat("EUR", "Euro", &[Iban, Visamc, Bybitpay]),
    exit_only("BUSD", "Binance USD", 18, &[Bep20]),
    exit_only("USDT", "Tether", 6, &[Trc20, Erc20, Bep20, Ton, Spl, ArbitrumErc20]),
    coin("USDC", "USD Coin", 6, &[Erc20, Spl, Base, ArbitrumErc20, Bep20]),
    coin("EURC", "Euro Coin", 6, &[Erc20, Base, Spl]),
    exit_only("USDD", "Decentralized USD", 18, &[Trc20]),
    exit_only("UAHG", "Hryvnia on chain", 6, &[]),
    fiat("PLN", "Zloty", &[Iban, Blik, Visamc]),
    exit_only("DAI", "Dai", 18, &[Erc20]),
    coin("SOL", "Solana", 9, &[Sol]),
    coin("LINK", "Chainlink", 18, &[Erc20]),
    coin("ENA", "Ethena", 18, &[Erc20]),
    coin("EURI", "Eurite", 18, &[Erc20, Bep20]),
    coin("AVA", "AVA", 18, &[Bep20]),
    exit_only("USDe", "Ethena USDe", 18, &[Erc20]),
    coin("APE", "ApeCoin", 18, &[Erc20]),
    coin("ARB", "Arbitrum", 18, &[Arbitrum]),
    coin("CRV", "Curve DAO", 18, &[Erc20]),
    coin("UNI", "Uniswap", 18, &[Erc20]),
    coin("ZRO", "LayerZero", 18, &[Erc20, ArbitrumErc20]),
    coin("TWT", "Trust Wallet", 18, &[Bep20]),
    coin("CAKE", "PancakeSwap", 18, &[Bep20]),
    coin("DOGE", "Dogecoin (BEP20)", 8, &[Bep20]),
    coin("DEXT", "DEXTools", 18, &[Erc20]),
    coin("SAFE", "Safe", 18, &[Erc20]),
    coin("SHIB", "Shiba Inu", 18, &[Erc20]),
    coin("PEPE", "Pepe", 18, &[Erc20]),
    coin("1INCH", "1inch", 18, &[Erc20]),
];

/// One of the specification's currencies: a copyable handle, serialised as its code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Currency(u8);

/// The code is not on the specification's list.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no currency {0:?}")]
pub struct UnknownCurrency(pub String);

impl Currency {
    /// Bitcoin.
    pub const BTC: Self = Self::known("BTC");
    /// Ether.
    pub const ETH: Self = Self::known("ETH");
    /// Euro: the currency of prices and limits.
    pub const EUR: Self = Self::known("EUR");
    /// US dollar.
    pub const USD: Self = Self::known("USD");
    /// Zloty.
    pub const PLN: Self = Self::known("PLN");
    /// Hryvnia.
    pub const UAH: Self = Self::known("UAH");
    /// Litecoin.
    pub const LTC: Self = Self::known("LTC");
    /// Tether.
    pub const USDT: Self = Self::known("USDT");
    /// USD Coin.
    pub const USDC: Self = Self::known("USDC");
    /// Toncoin.
    pub const TON: Self = Self::known("TON");
    /// TRON.
    pub const TRX: Self = Self::known("TRX");
    /// BNB.
    pub const BNB: Self = Self::known("BNB");
    /// Solana.
    pub const SOL: Self = Self::known("SOL");
    /// Shiba Inu: the currency with the largest amounts.
    pub const SHIB: Self = Self::known("SHIB");

    /// All currencies, in the specification's order.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        (0..TABLE.len()).map(|at| Self(u8::try_from(at).expect("the table is short")))
    }

    /// The code, as in `USDT`.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.data().code
    }

    /// The English name, as in `Tether`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.data().name
    }

    /// The number of decimals of a unit: an atom is `10^-scale`.
    #[must_use]
    pub fn scale(self) -> u8 {
        self.data().scale
    }

    /// Fiat or crypto.
    #[must_use]
    pub fn kind(self) -> CurrencyKind {
        self.data().kind
    }

    /// Whether a state issues it.
    #[must_use]
    pub fn is_fiat(self) -> bool {
        self.kind() == CurrencyKind::Fiat
    }

    /// The symbol; the specification shows one for the dollar and the euro only.
    #[must_use]
    pub fn symbol(self) -> Option<&'static str> {
        match self {
            Self::EUR => Some("€"),
            Self::USD => Some("$"),
            _ => None,
        }
    }

    /// The MiCA restriction for residents of the EEA.
    #[must_use]
    pub fn eea(self) -> EeaPolicy {
        self.data().eea
    }

    /// Whether it is on the specification's list of stable coins (USDT, EURC, USDC).
    #[must_use]
    pub fn is_stable(self) -> bool {
        matches!(self.code(), "USDT" | "EURC" | "USDC")
    }

    /// The payway that carries it over `network`; `None` if none does.
    #[must_use]
    pub fn payway_on(self, network: Network) -> Option<Payway> {
        self.payways().iter().copied().find(|payway| payway.network() == Some(network))
    }

    /// The payways for deposits and withdrawals, the most common first; empty where a tenant must configure them.
    #[must_use]
    pub fn payways(self) -> &'static [Payway] {
        self.data().payways
    }

    /// Atoms in one unit: `10^scale`.
    #[must_use]
    pub fn unit_atoms(self) -> i128 {
        10_i128.pow(u32::from(self.scale()))
    }

    fn data(self) -> &'static Data {
        &TABLE[usize::from(self.0)]
    }

    #[expect(clippy::cast_possible_truncation, reason = "the table is short, and this runs while compiling")]
    const fn known(code: &str) -> Self {
        let mut at = 0;
        while at < TABLE.len() {
            if same(TABLE[at].code.as_bytes(), code.as_bytes()) {
                return Self(at as u8);
            }
            at += 1;
        }
        panic!("no such currency");
    }
}

const fn same(left: &[u8], right: &[u8]) -> bool {
    if left.len() != right.len() {
        return false;
    }
    let mut at = 0;
    while at < left.len() {
        if left[at] != right[at] {
            return false;
        }
        at += 1;
    }
    true
}

impl Payway {
    /// Whether the payway supports `currency`.
    #[must_use]
    pub fn supports(self, currency: Currency) -> bool {
        currency.payways().contains(&self)
    }

    /// The payways that support `currency`, the most common first.
    #[must_use]
    pub fn of(currency: Currency) -> &'static [Self] {
        currency.payways()
    }
}

impl Network {
    /// The currency of its transaction fees.
    #[must_use]
    pub const fn native(self) -> Currency {
        match self {
            Self::Bitcoin => Currency::BTC,
            Self::Litecoin => Currency::LTC,
            Self::Ethereum | Self::Arbitrum | Self::Base => Currency::ETH,
            Self::Bsc => Currency::BNB,
            Self::Tron => Currency::TRX,
            Self::Ton => Currency::TON,
            Self::Solana => Currency::SOL,
        }
    }
}

impl FromStr for Currency {
    type Err = UnknownCurrency;

    fn from_str(code: &str) -> Result<Self, Self::Err> {
        Self::all()
            .find(|currency| currency.code() == code)
            .ok_or_else(|| UnknownCurrency(code.chars().take(16).collect()))
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl fmt::Debug for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl Serialize for Currency {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

impl<'de> Deserialize<'de> for Currency {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let code = std::borrow::Cow::<str>::deserialize(deserializer)?;
        code.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_currency_code_round_trips_and_is_unique() {
        for currency in Currency::all() {
            assert_eq!(currency.code().parse(), Ok(currency));
            assert!(currency.scale() <= 18);
        }
        assert!("eur".parse::<Currency>().is_err());
    }

    #[test]
    fn every_payway_named_carries_its_currency_kind() {
        for currency in Currency::all() {
            for payway in currency.payways() {
                assert_eq!(payway.network().is_some(), !currency.is_fiat(), "{currency} by {payway}");
            }
        }
    }
}
