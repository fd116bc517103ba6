//! The closed list of payment methods, with their kind and their blockchain.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::Network;

crate::codes! {
    /// The specification's four kinds of payway.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum PaywayKind {
        /// On a blockchain.
        Crypto = "crypto",
        /// By card.
        Card = "card",
        /// By bank account.
        Iban = "iban",
        /// By a code that the payer enters, or by an approval in another app.
        Code = "code",
    }
}

crate::codes! {
    /// The code that a payer enters for a payway of the kind [`PaywayKind::Code`].
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum CodeForm {
        /// Six digits from the banking app.
        Digits = "digits",
        /// A voucher that the other service has issued.
        Voucher = "voucher",
    }
}

impl CodeForm {
    /// Whether `code` has this form.
    #[must_use]
    pub fn accepts(self, code: &str) -> bool {
        match self {
            Self::Digits => code.len() == 6 && code.bytes().all(|byte| byte.is_ascii_digit()),
            Self::Voucher => {
                (8..=64).contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            }
        }
    }

    /// The rule in plain English.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Digits => "must be six digits",
            Self::Voucher => "must be 8 to 64 letters, digits and hyphens",
        }
    }
}

/// A payment method for deposits and withdrawals; the specification's closed list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names are the specification's; `name` says each in words")]
pub enum Payway {
    Iban,
    Tron,
    Mono,
    Sol,
    Spl,
    ArbitrumEth,
    ArbitrumErc20,
    Base,
    Arbitrum,
    Blik,
    Bybitpay,
    Whitebit,
    Eth,
    Ltc,
    Btc,
    Visamc,
    Card,
    Trc20,
    Bsc,
    Bep20,
    Erc20,
    Ton,
}

type Row = (Payway, &'static str, &'static str, PaywayKind, Option<Network>);

use PaywayKind as K;

static TABLE: [Row; 22] = [
    (Payway::Iban, "iban", "Bank transfer", K::Iban, None),
    (Payway::Tron, "tron", "TRON", K::Crypto, Some(Network::Tron)),
    (Payway::Mono, "mono", "Mono", K::Code, None),
    (Payway::Sol, "sol", "Solana", K::Crypto, Some(Network::Solana)),
    (Payway::Spl, "spl", "Solana SPL", K::Crypto, Some(Network::Solana)),
    (Payway::ArbitrumEth, "arbitrum_eth", "Arbitrum", K::Crypto, Some(Network::Arbitrum)),
    (Payway::ArbitrumErc20, "arbitrum_erc20", "Arbitrum ERC20", K::Crypto, Some(Network::Arbitrum)),
    (Payway::Base, "base", "Base", K::Crypto, Some(Network::Base)),
    (Payway::Arbitrum, "arbitrum", "Arbitrum", K::Crypto, Some(Network::Arbitrum)),
    (Payway::Blik, "blik", "BLIK", K::Code, None),
    (Payway::Bybitpay, "bybitpay", "Bybit Pay", K::Code, None),
    (Payway::Whitebit, "whitebit", "WhiteBIT code", K::Code, None),
    (Payway::Eth, "eth", "Ethereum", K::Crypto, Some(Network::Ethereum)),
    (Payway::Ltc, "ltc", "Litecoin", K::Crypto, Some(Network::Litecoin)),
    (Payway::Btc, "btc", "Bitcoin", K::Crypto, Some(Network::Bitcoin)),
    (Payway::Visamc, "visamc", "Visa / MC", K::Card, None),
    (Payway::Card, "card", "Ukrainian card", K::Card, None),
    (Payway::Trc20, "trc20", "TRC20", K::Crypto, Some(Network::Tron)),
    (Payway::Bsc, "bsc", "BSC", K::Crypto, Some(Network::Bsc)),
    (Payway::Bep20, "bep20", "BEP20", K::Crypto, Some(Network::Bsc)),
    (Payway::Erc20, "erc20", "ERC20", K::Crypto, Some(Network::Ethereum)),
    (Payway::Ton, "ton", "TON", K::Crypto, Some(Network::Ton)),
];

impl Payway {
    /// All payways.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        TABLE.iter().map(|row| row.0)
    }

    /// The specification's name, as in `arbitrum_erc20`.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.row().1
    }

    /// The display name, as in `Visa / MC`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().2
    }

    /// The specification's kind of this payway.
    #[must_use]
    pub fn kind(self) -> PaywayKind {
        self.row().3
    }

    /// Its blockchain; `None` for a fiat payway.
    #[must_use]
    pub fn network(self) -> Option<Network> {
        self.row().4
    }

    /// The code that the payer enters; `None` if the payer approves in another app, or the payway is of another kind.
    #[must_use]
    pub const fn code_form(self) -> Option<CodeForm> {
        match self {
            Self::Blik => Some(CodeForm::Digits),
            Self::Whitebit => Some(CodeForm::Voucher),
            _ => None,
        }
    }

    /// Whether the service pays out: it issues a code that its receiver redeems there. Only for [`PaywayKind::Code`].
    #[must_use]
    pub const fn issues_codes(self) -> bool {
        matches!(self, Self::Whitebit)
    }

    /// Whether money can be sent by it. Services without codes of their own only bring money in.
    #[must_use]
    pub fn can_pay_out(self) -> bool {
        self.kind() != PaywayKind::Code || self.issues_codes()
    }

    fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }
}

impl FromStr for Payway {
    type Err = String;

    fn from_str(code: &str) -> Result<Self, Self::Err> {
        let found = TABLE.iter().find(|row| row.1 == code).map(|row| row.0);
        found.ok_or_else(|| format!("there is no payway {:?}", code.chars().take(20).collect::<String>()))
    }
}

impl fmt::Display for Payway {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl Serialize for Payway {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

impl<'de> Deserialize<'de> for Payway {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let code = std::borrow::Cow::<str>::deserialize(deserializer)?;
        code.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_payway_table_is_in_enum_order() {
        for payway in Payway::all() {
            assert_eq!(payway.row().0, payway);
            assert_eq!(payway.code().parse(), Ok(payway));
            assert_eq!(payway.kind() == PaywayKind::Crypto, payway.network().is_some());
            assert!(payway.code_form().is_none() || payway.kind() == PaywayKind::Code);
            assert!(!payway.issues_codes() || payway.kind() == PaywayKind::Code);
        }
    }
}
