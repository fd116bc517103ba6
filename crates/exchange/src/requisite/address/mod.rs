//! Addresses on chains. One file per family; each knows how its addresses are written, and nothing else.

mod ethereum;
mod solana;
mod ton;
mod tron;
mod utxo;

use kernel::{AddressFamily, Currency, Network, Payway};

use super::{ChainKind, Normalised, RequisiteError};

/// Longer than any address of any family.
const LENGTH_MAX: usize = 128;
/// A TON comment that fits one cell is 123 bytes; shorter than that, 120 characters (reference defaults, C6).
const MEMO_MAX: usize = 120;

const fn refuse(field: &'static str, code: &'static str, message: &'static str) -> RequisiteError {
    RequisiteError { field, code, message }
}

/// Checks an address for a currency on a payway, and writes it the canonical way.
///
/// Where memos are known, one must be given; an empty one says that the address needs none.
///
/// # Errors
/// [`RequisiteError`] about `value` or `memo`. An address that some other network would take is told apart from one
/// that none would (specification, section 5).
pub fn validate_address(
    chains: ChainKind,
    currency: Currency,
    payway: Payway,
    value: &str,
    memo: Option<&str>,
) -> Result<Normalised, RequisiteError> {
    let value = value.trim();
    if value.is_empty() {
        return Err(refuse("value", "required", "Field is required"));
    }
    let network = payway.network().filter(|_| payway.supports(currency));
    let Some(network) = network else {
        return Err(refuse("value", "payway_not_for_currency", "This currency cannot be sent over this network"));
    };
    let address = canonical(network.family(), chains, value).ok_or_else(|| {
        if fits_elsewhere(chains, value) {
            refuse("value", "address_not_for_currency", "Cannot send to this address for the currency")
        } else {
            refuse("value", "incorrect_address", "Incorrect address")
        }
    })?;
    Ok(Normalised { value: address, memo: checked_memo(network, memo)? })
}

fn checked_memo(network: Network, memo: Option<&str>) -> Result<Option<String>, RequisiteError> {
    let memo = memo.map(str::trim);
    if !network.needs_memo() {
        let stray = memo.is_some_and(|memo| !memo.is_empty());
        return if stray { Err(refuse("memo", "memo_not_supported", "This network has no memo")) } else { Ok(None) };
    }
    let memo = memo.ok_or(refuse("memo", "required", "Field is required"))?;
    if memo.chars().count() > MEMO_MAX || memo.len() > MEMO_MAX {
        return Err(refuse("memo", "max_length", "The memo is too long"));
    }
    if memo.chars().any(char::is_control) {
        return Err(refuse("memo", "invalid_character", "Invalid character"));
    }
    Ok(if memo.is_empty() { None } else { Some(memo.to_owned()) })
}

fn fits_elsewhere(chains: ChainKind, value: &str) -> bool {
    Network::all().any(|network| canonical(network.family(), chains, value).is_some())
}

/// The address as its network writes it, or nothing where it is none of the family's.
fn canonical(family: AddressFamily, chains: ChainKind, value: &str) -> Option<String> {
    if value.len() > LENGTH_MAX || !value.is_ascii() {
        return None;
    }
    match family {
        AddressFamily::Bitcoin => utxo::canonical(&utxo::BITCOIN, chains, value),
        AddressFamily::Litecoin => utxo::canonical(&utxo::LITECOIN, chains, value),
        AddressFamily::Ethereum => ethereum::canonical(value),
        AddressFamily::Tron => tron::canonical(value),
        AddressFamily::Solana => solana::canonical(value),
        AddressFamily::Ton => ton::canonical(chains, value),
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
        (Currency::USDT, Payway::Trc20, "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"),
        (Currency::SOL, Payway::Sol, "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk"),
        (Currency::USDC, Payway::Spl, "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"),
        (Currency::TRX, Payway::Tron, "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"),
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
    fn test_addresses_do_not_take_real_money() {
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
        let stray = validate_address(ChainKind::Main, Currency::ETH, Payway::Eth, MAIN[4].2, Some("1"));
        assert_eq!(stray.expect_err("no memo there").code, "memo_not_supported");
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(value in ".{0,140}", memo in proptest::option::of(".{0,130}")) {
            for currency in Currency::all() {
                for payway in currency.payways() {
                    let _ = validate_address(ChainKind::Sandbox, currency, *payway, &value, memo.as_deref());
                }
            }
        }
    }
}
