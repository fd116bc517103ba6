//! Validation of addresses. Each address family has its own file.

mod ethereum;
mod link;
mod query;
mod solana;
mod tokens;
mod ton;
mod tron;
mod unpayable;
mod utxo;

use std::borrow::Cow;

use kernel::text::{first_invisible, strip_invisible};
use kernel::{AddressFamily, Currency, Network, Payway};

use self::link::{Link, LinkTarget, read_link};
use super::{ChainKind, Normalised, RequisiteError};

/// The maximum length of an address of any family.
const LENGTH_MAX: usize = 128;
/// The maximum length of a memo. A TON comment in one cell has at most 123 bytes.
const MEMO_MAX: usize = 120;

/// A parsed address.
struct Address {
    /// The address, in canonical form.
    text: String,
    /// The bytes that identify the account, independent of the notation.
    account: Vec<u8>,
}

const fn refuse(field: &'static str, code: &'static str, message: &'static str) -> RequisiteError {
    RequisiteError { field, code, message: Cow::Borrowed(message) }
}

/// Validates an address, or a wallet's payment link, for a currency and payway, and returns the canonical form.
///
/// On networks with memos the caller must give a memo, unless the link has one. An empty memo states that the address
/// needs none.
///
/// # Errors
/// [`RequisiteError`] about `value` or `memo`. Distinguishes an address of another network from an invalid one
/// (specification, "Validation rules"), and rejects contracts and burn addresses.
pub fn validate_address(
    chains: ChainKind,
    currency: Currency,
    payway: Payway,
    value: &str,
    memo: Option<&str>,
) -> Result<Normalised, RequisiteError> {
    // Copying adds invisible characters, which are never intended.
    let value = strip_invisible(value);
    let value = value.trim();
    if value.is_empty() {
        return Err(refuse("value", "required", "Field is required"));
    }
    let network = payway.network().filter(|_| payway.supports(currency));
    let Some(network) = network else {
        return Err(refuse("value", "payway_not_for_currency", "This currency cannot be sent over this network"));
    };
    let link = read_link(value, LinkTarget { network, currency })?.unwrap_or_else(|| bare(value));
    let address = read(network.family(), chains, &link.address).ok_or_else(|| {
        if fits_elsewhere(chains, &link.address) {
            refuse("value", "address_not_for_currency", "Cannot send to this address for the currency")
        } else {
            refuse("value", "incorrect_address", "Incorrect address")
        }
    })?;
    unpayable::check(network, &address)?;
    let memo = memo_of(memo, link.memo.as_deref())?;
    Ok(Normalised { value: address.text, memo: checked_memo(network, memo)?, amount: link.amount })
}

/// A plain address. Web pages show addresses in groups, and copying keeps the spaces.
fn bare(value: &str) -> Link {
    Link { address: value.split_whitespace().collect(), amount: None, memo: None }
}

/// The effective memo: that of the link, which the caller may repeat but not change.
fn memo_of<'a>(given: Option<&'a str>, linked: Option<&'a str>) -> Result<Option<&'a str>, RequisiteError> {
    match (given, linked) {
        (Some(given), Some(linked)) if given.trim() != linked.trim() => {
            Err(refuse("memo", "memo_differs", "The link asks for another memo"))
        }
        (given, linked) => Ok(linked.or(given)),
    }
}

fn checked_memo(network: Network, memo: Option<&str>) -> Result<Option<String>, RequisiteError> {
    let memo = memo.map(str::trim);
    if !network.needs_memo() {
        let unexpected_memo = memo.is_some_and(|memo| !memo.is_empty());
        return if unexpected_memo {
            Err(refuse("memo", "memo_not_supported", "This network has no memo"))
        } else {
            Ok(None)
        };
    }
    let memo = memo.ok_or(refuse("memo", "required", "Field is required"))?;
    if memo.chars().count() > MEMO_MAX || memo.len() > MEMO_MAX {
        return Err(refuse("memo", "max_length", "The memo is too long"));
    }
    if memo.chars().any(char::is_control) {
        return Err(refuse("memo", "invalid_character", "Invalid character"));
    }
    // The receiver compares memos byte for byte, so removing a character could send the money to another customer.
    if let Some(found) = first_invisible(memo) {
        let message = format!("The memo has an invisible character: {found}");
        return Err(RequisiteError { field: "memo", code: "invisible_character", message: message.into() });
    }
    Ok(if memo.is_empty() { None } else { Some(memo.to_owned()) })
}

fn fits_elsewhere(chains: ChainKind, value: &str) -> bool {
    Network::all().any(|network| read(network.family(), chains, value).is_some())
}

/// Parses an address of a family; `None` if it does not belong to the family.
fn read(family: AddressFamily, chains: ChainKind, value: &str) -> Option<Address> {
    if value.len() > LENGTH_MAX || !value.is_ascii() {
        return None;
    }
    match family {
        AddressFamily::Bitcoin => utxo::read(&utxo::BITCOIN, chains, value),
        AddressFamily::Litecoin => utxo::read(&utxo::LITECOIN, chains, value),
        AddressFamily::Ethereum => ethereum::read(value),
        AddressFamily::Tron => tron::read(value),
        AddressFamily::Solana => solana::read(value),
        AddressFamily::Ton => ton::read(chains, value),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const MAIN: [(Currency, Payway, &str); 9] = [
        (Currency::BTC, Payway::Btc, "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu"),
        (Currency::BTC, Payway::Btc, "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"),
        (Currency::BTC, Payway::Btc, "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0"),
        (Currency::LTC, Payway::Ltc, "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9"),
        (Currency::ETH, Payway::Eth, "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"),
        (Currency::USDT, Payway::Trc20, "TMuA6YqfCeX8EhbfYEg5y7S4DqzSJireY9"),
        (Currency::SOL, Payway::Sol, "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk"),
        (Currency::USDC, Payway::Spl, "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM"),
        (Currency::TRX, Payway::Tron, "TMuA6YqfCeX8EhbfYEg5y7S4DqzSJireY9"),
    ];

    fn code(currency: Currency, payway: Payway, value: &str) -> &'static str {
        validate_address(ChainKind::Main, currency, payway, value, None).err().map_or("ok", |refused| refused.code)
    }

    #[test]
    fn well_known_addresses_are_taken_as_they_are() {
        for (currency, payway, value) in MAIN {
            let checked = validate_address(ChainKind::Main, currency, payway, value, None);
            assert_eq!(checked.map(|found| found.value).as_deref(), Ok(value), "{currency} by {payway}");
        }
    }

    #[test]
    fn an_address_of_another_network_says_so() {
        assert_eq!(code(Currency::BTC, Payway::Btc, MAIN[3].2), "address_not_for_currency");
        assert_eq!(code(Currency::USDT, Payway::Trc20, MAIN[4].2), "address_not_for_currency");
        assert_eq!(code(Currency::USDT, Payway::Erc20, MAIN[5].2), "address_not_for_currency");
        assert_eq!(code(Currency::USDT, Payway::Btc, MAIN[0].2), "payway_not_for_currency");
        assert_eq!(code(Currency::BTC, Payway::Btc, "hello"), "incorrect_address");
        assert_eq!(code(Currency::BTC, Payway::Btc, " "), "required");
    }

    #[test]
    fn one_changed_character_is_caught() {
        for (currency, payway, value) in
            MAIN.into_iter().filter(|(_, payway, _)| !matches!(payway, Payway::Sol | Payway::Spl))
        {
            let at = value.len() - 3;
            let other = if &value[at..=at] == "q" { "p" } else { "q" };
            let slipped = format!("{}{other}{}", &value[..at], &value[at + 1..]);
            assert_ne!(code(currency, payway, &slipped), "ok", "{slipped}");
        }
    }

    #[test]
    fn test_network_addresses_are_refused_for_real_money() {
        let regtest = "rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7k693xs3";
        assert_eq!(code(Currency::LTC, Payway::Ltc, regtest), "incorrect_address");
    }

    #[test]
    fn a_memo_is_asked_for_where_the_network_knows_one() {
        let ton = "UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA";
        let check = |memo| validate_address(ChainKind::Main, Currency::TON, Payway::Ton, ton, memo);
        assert_eq!(check(None).expect_err("asks").field, "memo");
        assert_eq!(check(Some("")).expect("none is needed").memo, None);
        assert_eq!(check(Some(" 4417 ")).expect("taken").memo.as_deref(), Some("4417"));
        assert_eq!(check(Some(&"9".repeat(121))).expect_err("too long").code, "max_length");
        let unexpected_memo = validate_address(ChainKind::Main, Currency::ETH, Payway::Eth, MAIN[4].2, Some("1"));
        assert_eq!(unexpected_memo.expect_err("no memo there").code, "memo_not_supported");
    }

    #[test]
    fn invisible_characters_and_spaces_in_an_address_are_removed() {
        for (currency, payway, value) in MAIN {
            let (head, tail) = value.split_at(7);
            for copied in [
                format!("\u{202a}{head}\u{200b}{tail}\u{202c}"),
                format!("\u{feff} {head} {tail}\n"),
                format!("{head}\u{a0}\u{ad}{tail}\t"),
            ] {
                let checked = validate_address(ChainKind::Main, currency, payway, &copied, None);
                assert_eq!(checked.map(|found| found.value).as_deref(), Ok(value), "{copied:?}");
            }
        }
        assert_eq!(code(Currency::BTC, Payway::Btc, "\u{200b}\u{feff}"), "required");
    }

    #[test]
    fn an_invisible_character_in_a_memo_is_refused() {
        let ton = "UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA";
        for memo in ["44\u{200b}17", "\u{202e}4417", "4417\u{feff}"] {
            let refused = validate_address(ChainKind::Main, Currency::TON, Payway::Ton, ton, Some(memo));
            let refused = refused.expect_err("not kept");
            assert_eq!((refused.field, refused.code), ("memo", "invisible_character"));
            assert!(refused.message.contains("U+"), "{}", refused.message);
        }
    }

    #[test]
    fn a_memo_in_a_link_excludes_another_memo() {
        let link = "ton://transfer/UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA?text=4417";
        let check = |memo| validate_address(ChainKind::Main, Currency::TON, Payway::Ton, link, memo);
        for memo in [None, Some("4417"), Some(" 4417 ")] {
            assert_eq!(check(memo).expect("taken").memo.as_deref(), Some("4417"));
        }
        for memo in ["", "4418"] {
            assert_eq!(check(Some(memo)).expect_err("refused").code, "memo_differs");
        }
    }

    proptest! {
        #[test]
        fn no_text_panics(value in ".{0,140}", memo in proptest::option::of(".{0,130}")) {
            for currency in Currency::all() {
                for payway in currency.payways() {
                    let _ = validate_address(ChainKind::Sandbox, currency, *payway, &value, memo.as_deref());
                }
            }
        }
    }
}
