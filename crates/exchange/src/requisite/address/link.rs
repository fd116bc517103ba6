//! Payment links of wallets: BIP 21 for Bitcoin and Litecoin, EIP-681 for Ethereum and similar chains, Solana Pay,
//! `ton://transfer/`, and `tron:`, which has no standard and is parsed like BIP 21.
//!
//! The web has a second parser (`web/src/rules/link.ts`); `links.json` beside it holds the examples that test both.

use kernel::{Amount, Currency, Network};

use super::query::Query;
use super::{ChainKind, read, refuse, tokens};
use crate::requisite::RequisiteError;

/// The maximum length of a link.
const LINK_MAX: usize = 2_048;
/// The maximum number of decimals of an amount, and of its exponent.
const SHIFT_MAX: i64 = 77;

/// A parsed link. Its address is not validated yet.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Link {
    /// The address as written in the link.
    pub address: String,
    /// The requested amount, if it is payable: positive, and a whole number of the currency's atoms.
    pub amount: Option<Amount>,
    /// The memo to send.
    pub memo: Option<String>,
}

/// The network and currency of the payout.
#[derive(Clone, Copy)]
pub(super) struct LinkTarget {
    pub network: Network,
    pub currency: Currency,
}

const UNREADABLE: RequisiteError = refuse("value", "incorrect_link", "This link cannot be read");
const OTHER_NETWORK: RequisiteError = refuse("value", "link_for_other_network", "This link is for another network");
const OTHER_CURRENCY: RequisiteError =
    refuse("value", "link_for_other_currency", "This link asks for another currency");
const NOT_SUPPORTED: RequisiteError =
    refuse("value", "link_not_supported", "This link asks for more than a payment to an address");

/// Parses a payment link for `wanted`. `None` if the text is no link.
pub(super) fn read_link(text: &str, wanted: LinkTarget) -> Result<Option<Link>, RequisiteError> {
    let Some((scheme, rest)) = text.split_once(':') else { return Ok(None) };
    if !is_scheme(scheme) {
        return Ok(None);
    }
    if text.len() > LINK_MAX {
        return Err(UNREADABLE);
    }
    let rest = rest.split('#').next().unwrap_or_default();
    let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
    let query = Query::read(query).ok_or(UNREADABLE)?;
    let on = |network| if wanted.network == network { Ok(()) } else { Err(OTHER_NETWORK) };
    match scheme.to_ascii_lowercase().as_str() {
        "bitcoin" => on(Network::Bitcoin).and_then(|()| bip21(path, &query, wanted)),
        "litecoin" => on(Network::Litecoin).and_then(|()| bip21(path, &query, wanted)),
        "ethereum" => eip681(path, &query, wanted),
        "solana" => on(Network::Solana).and_then(|()| solana_pay(path, &query, wanted)),
        "ton" => on(Network::Ton).and_then(|()| ton(path, &query, wanted)),
        "tron" => on(Network::Tron).and_then(|()| tron(path, &query, wanted)),
        _ => Err(NOT_SUPPORTED),
    }
    .map(Some)
}

/// RFC 3986: a letter, then letters, digits, `+`, `-` and `.`. A raw address of TON (`0:…`) is no scheme.
fn is_scheme(text: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    text.starts_with(|first: char| first.is_ascii_alphabetic()) && text.bytes().all(fits)
}

/// Accepts `bitcoin://`, which some wallets write. Refuses any required parameter (`req-`), because none is supported.
fn bip21(path: &str, query: &Query, wanted: LinkTarget) -> Result<Link, RequisiteError> {
    if query.names().any(|name| name.starts_with("req-")) {
        return Err(NOT_SUPPORTED);
    }
    let asked = query.one("amount").map_err(|_| UNREADABLE)?;
    Ok(Link { address: plain(path), amount: amount(asked, 0, wanted)?, memo: None })
}

/// An address, or `<contract>@<chain>/transfer?address=…&uint256=…`. Without a chain id, the chosen chain applies.
fn eip681(path: &str, query: &Query, wanted: LinkTarget) -> Result<Link, RequisiteError> {
    let (target, function) = path.split_once('/').map_or((path, None), |(target, name)| (target, Some(name)));
    let target = target.strip_prefix("pay-").unwrap_or(target);
    let (address, chain) = target.split_once('@').map_or((target, None), |(address, chain)| (address, Some(chain)));
    if chain.map_or_else(|| chain_id(wanted.network).is_none(), |chain| chain_id(wanted.network) != Some(chain)) {
        return Err(OTHER_NETWORK);
    }
    let one = |name| query.one(name).map_err(|_| UNREADABLE);
    match function.filter(|name| !name.is_empty()) {
        None => {
            let asked = one("value")?;
            of_coin(asked, wanted)?;
            Ok(Link { address: address.to_owned(), amount: amount(asked, 18, wanted)?, memo: None })
        }
        Some("transfer") => {
            let decimals = of_token(address, wanted)?;
            let receiver = one("address")?.ok_or(UNREADABLE)?.to_owned();
            Ok(Link { address: receiver, amount: amount(one("uint256")?, decimals, wanted)?, memo: None })
        }
        Some(_) => Err(NOT_SUPPORTED),
    }
}

const fn chain_id(network: Network) -> Option<&'static str> {
    Some(match network {
        Network::Ethereum => "1",
        Network::Bsc => "56",
        Network::Base => "8453",
        Network::Arbitrum => "42161",
        _ => return None,
    })
}

/// Refuses links to a web page: its server builds the transaction, so the payment cannot be verified here.
fn solana_pay(path: &str, query: &Query, wanted: LinkTarget) -> Result<Link, RequisiteError> {
    let one = |name| query.one(name).map_err(|_| UNREADABLE);
    if path.starts_with("http") || one("memo")?.is_some() {
        return Err(NOT_SUPPORTED);
    }
    let asked = one("amount")?;
    match one("spl-token")? {
        Some(mint) => of_token(mint, wanted).map(|_| ())?,
        None => of_coin(asked, wanted)?,
    }
    Ok(Link { address: path.to_owned(), amount: amount(asked, 0, wanted)?, memo: None })
}

/// Amounts are whole numbers of the smallest unit of the coin or jetton. Refuses cells (`bin`, `init`), which do more
/// than pay.
fn ton(path: &str, query: &Query, wanted: LinkTarget) -> Result<Link, RequisiteError> {
    let one = |name| query.one(name).map_err(|_| UNREADABLE);
    let address = path.strip_prefix("//transfer/").ok_or(NOT_SUPPORTED)?;
    if one("bin")?.is_some() || one("init")?.is_some() {
        return Err(NOT_SUPPORTED);
    }
    let asked = one("amount")?;
    let decimals = match one("jetton")? {
        Some(master) => of_token(master, wanted)?,
        None => of_coin(asked, wanted).map(|()| 9)?,
    };
    let address = address.strip_suffix('/').unwrap_or(address).to_owned();
    let memo = one("text")?.filter(|text| !text.is_empty()).map(str::to_owned);
    Ok(Link { address, amount: amount(asked, decimals, wanted)?, memo })
}

fn tron(path: &str, query: &Query, wanted: LinkTarget) -> Result<Link, RequisiteError> {
    let one = |name| query.one(name).map_err(|_| UNREADABLE);
    let asked = one("amount")?;
    match one("token")? {
        Some(contract) => of_token(contract, wanted).map(|_| ())?,
        None => of_coin(asked, wanted)?,
    }
    Ok(Link { address: plain(path), amount: amount(asked, 0, wanted)?, memo: None })
}

fn plain(path: &str) -> String {
    path.strip_prefix("//").unwrap_or(path).to_owned()
}

/// An amount without a token is in the network's coin. Without an amount, the link is just an address.
fn of_coin(asked: Option<&str>, wanted: LinkTarget) -> Result<(), RequisiteError> {
    let is_coin = wanted.network.native() == wanted.currency;
    if is_coin || asked.is_none() { Ok(()) } else { Err(OTHER_CURRENCY) }
}

/// The decimals of the token that a link names, if it is the wanted currency.
fn of_token(contract: &str, wanted: LinkTarget) -> Result<u8, RequisiteError> {
    let named = read(wanted.network.family(), ChainKind::Main, contract).ok_or(UNREADABLE)?;
    let token = tokens::of(wanted.network, wanted.currency).filter(|token| token.account == named.account);
    token.map(|token| token.decimals).ok_or(OTHER_CURRENCY)
}

/// Converts an amount in units of `10^-decimals`. `None` if it is zero, or finer than the currency's atoms.
fn amount(asked: Option<&str>, decimals: u8, wanted: LinkTarget) -> Result<Option<Amount>, RequisiteError> {
    let Some(asked) = asked else { return Ok(None) };
    let decimal = shifted(asked, -i64::from(decimals)).ok_or(UNREADABLE)?;
    Ok(Amount::parse(&decimal, wanted.currency).ok().filter(|amount| amount.is_positive()))
}

/// A number with optional point and exponent, times `10^by`, as a plain decimal without redundant zeros.
fn shifted(text: &str, by: i64) -> Option<String> {
    let (number, exponent) = match text.split_once(['e', 'E']) {
        Some((number, exponent)) => (number, exponent.strip_prefix('+').unwrap_or(exponent).parse().ok()?),
        None => (text, 0_i64),
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let digits = format!("{whole}{fraction}");
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let shift = exponent.checked_add(by)?;
    if !plain || digits.len() > 128 || shift.abs() > SHIFT_MAX {
        return None;
    }
    let point = i64::try_from(whole.len()).ok()? + shift;
    let before = usize::try_from(-point).unwrap_or(0);
    let after = usize::try_from(point - i64::try_from(digits.len()).ok()?).unwrap_or(0);
    let digits = format!("{}{digits}{}", "0".repeat(before), "0".repeat(after));
    let (whole, fraction) = digits.split_at(usize::try_from(point).unwrap_or(0));
    let (whole, fraction) = (whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
    let whole = if whole.is_empty() { "0" } else { whole };
    Some(if fraction.is_empty() { whole.to_owned() } else { format!("{whole}.{fraction}") })
}

#[cfg(test)]
mod tests {
    use kernel::Payway;
    use proptest::prelude::*;
    use serde::Deserialize;

    use super::*;
    use crate::requisite::validate_address;

    /// An example and its expected result.
    #[derive(Debug, Deserialize, PartialEq, Eq, Clone)]
    struct Example {
        #[serde(rename = "in")]
        link: String,
        currency: Currency,
        payway: Payway,
        address: Option<String>,
        amount: Option<String>,
        memo: Option<String>,
        code: Option<String>,
    }

    #[test]
    fn the_shared_test_vectors_of_server_and_web_pass() {
        let text = include_str!("../../../../../web/src/rules/links.json");
        let examples: Vec<Example> = serde_json::from_str(text).unwrap();
        assert!(examples.len() > 40);
        for example in examples {
            let memo = (example.payway.network() == Some(Network::Ton) && example.memo.is_none()).then_some("");
            let read = validate_address(ChainKind::Main, example.currency, example.payway, &example.link, memo);
            let found = match read {
                Ok(found) => Example {
                    address: Some(found.value),
                    amount: found.amount.map(|amount| shifted(&amount.to_decimal(), 0).unwrap()),
                    memo: found.memo,
                    code: None,
                    ..example.clone()
                },
                Err(refused) => Example {
                    address: None,
                    amount: None,
                    memo: None,
                    code: Some(refused.code.to_owned()),
                    ..example.clone()
                },
            };
            assert_eq!(found, example);
        }
    }

    #[test]
    fn decimals_are_shifted_exactly() {
        let cases = [
            ("2.014e18", -18, Some("2.014")),
            ("1", -18, Some("0.000000000000000001")),
            ("1e+21", -18, Some("1000")),
            ("000.500", 0, Some("0.5")),
            (".5", 0, Some("0.5")),
            ("5.", 0, Some("5")),
            ("0", -9, Some("0")),
            ("-1", 0, None),
            ("1e999", 0, None),
            ("", 0, None),
            (".", 0, None),
            ("1,5", 0, None),
        ];
        for (text, by, moved) in cases {
            assert_eq!(shifted(text, by).as_deref(), moved, "{text} by {by}");
        }
    }

    proptest! {
        #[test]
        fn shifting_a_decimal_there_and_back_changes_nothing(number in 0_u64.., by in -30_i64..30) {
            let there = shifted(&number.to_string(), by).unwrap();
            prop_assert_eq!(shifted(&there, -by), Some(number.to_string()));
        }

        #[test]
        fn no_link_panics(
            scheme in "(bitcoin|litecoin|ethereum|solana|ton|tron|TON|x)",
            rest in r"[:/@?&=%a-zA-Z0-9.+é-]{0,80}",
        ) {
            let text = format!("{scheme}:{rest}");
            for currency in Currency::all() {
                for payway in currency.payways() {
                    let _ = validate_address(ChainKind::Sandbox, currency, *payway, &text, None);
                }
            }
        }
    }
}
