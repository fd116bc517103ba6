//! The token contracts of the catalogue, by network. The web reads the same file for payment links.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use kernel::{Currency, Network};
use serde::Deserialize;

use super::{ChainKind, read};

/// A token on a network.
pub(super) struct Token {
    /// The network.
    pub network: Network,
    /// The currency.
    pub currency: Currency,
    /// The account bytes of its contract.
    pub account: Vec<u8>,
    /// The decimals of its contract, which often differ from the catalogue's.
    pub decimals: u8,
}

#[derive(Deserialize)]
struct Row {
    currency: Currency,
    contract: String,
    decimals: u8,
}

/// The file is embedded, and a test parses it, so an invalid row cannot reach production.
static TOKENS: LazyLock<Vec<Token>> = LazyLock::new(|| {
    let text = include_str!("../../../../../web/src/rules/tokens.json");
    let networks: BTreeMap<Network, Vec<Row>> =
        serde_json::from_str(text).expect("tokens.json is the file of the program");
    let token = |network: Network, row: Row| {
        let contract = read(network.family(), ChainKind::Main, &row.contract).expect("a contract has an address");
        Token { network, currency: row.currency, account: contract.account, decimals: row.decimals }
    };
    networks.into_iter().flat_map(|(network, rows)| rows.into_iter().map(move |row| token(network, row))).collect()
});

/// All tokens.
pub(super) fn all() -> &'static [Token] {
    &TOKENS
}

/// The token of a currency on a network; `None` for the network's own coin.
pub(super) fn of(network: Network, currency: Currency) -> Option<&'static Token> {
    all().iter().find(|token| token.network == network && token.currency == currency)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_token_of_the_catalogue_has_its_contract_on_each_of_its_networks() {
        let mut expected = 0;
        for currency in Currency::all() {
            for network in currency.payways().iter().filter_map(|payway| payway.network()) {
                let is_token = network.native() != currency;
                assert_eq!(of(network, currency).is_some(), is_token, "{currency} on {network}");
                expected += usize::from(is_token);
            }
        }
        assert_eq!(all().len(), expected, "a row stands twice, or for nothing that can be sent");
    }

    #[test]
    fn contracts_stand_in_canonical_writing() {
        let text = include_str!("../../../../../web/src/rules/tokens.json");
        let networks: BTreeMap<Network, Vec<Row>> = serde_json::from_str(text).unwrap();
        for (network, row) in networks.iter().flat_map(|(network, rows)| rows.iter().map(move |row| (network, row))) {
            let written = read(network.family(), ChainKind::Main, &row.contract).expect("its checksum is right");
            assert_eq!(written.text, row.contract, "{} on {network}", row.currency);
        }
    }
}
