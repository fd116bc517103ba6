//! Addresses from which coins can never be recovered.

use std::sync::LazyLock;

use kernel::{AddressFamily as Family, Network};

use super::{Address, ChainKind, read, refuse, tokens};
use crate::requisite::RequisiteError;

/// Contracts and programs that customers mistake for wallets, besides the catalogue's tokens: wrapped coins, bridged
/// and former tokens, and the programs of Solana.
const CONTRACTS: &[(Family, &str)] = &[
    (Family::Ethereum, "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2"), // WETH on Ethereum
    (Family::Ethereum, "0x82aF49447D8a07e3bd95BD0d56f35241523fBab1"), // WETH on Arbitrum
    (Family::Ethereum, "0x4200000000000000000000000000000000000006"), // WETH on Base
    (Family::Ethereum, "0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c"), // WBNB
    (Family::Ethereum, "0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8"), // USDC.e on Arbitrum
    (Family::Ethereum, "0x13616F44Ba82D63c8C0DC3Ff843D36a8ec1c05a9"), // the former AVA
    (Family::Tron, "TNUC9Qb1rRpS5CbWLmNMxXBjyFoydXjWFR"),             // WTRX
    (Family::Tron, "TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8"),             // USDC on TRON
    (Family::Tron, "TPYmHEhy5n8TCEfYGqW2rPxsghSfzghPDn"),             // the former USDD
    (Family::Solana, "So11111111111111111111111111111111111111112"),  // wrapped SOL
    (Family::Solana, "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"),
    (Family::Solana, "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb"),
    (Family::Solana, "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL"),
    (Family::Solana, "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr"),
    (Family::Solana, "Vote111111111111111111111111111111111111111"),
    (Family::Solana, "Stake11111111111111111111111111111111111111"),
    (Family::Solana, "Config1111111111111111111111111111111111111"),
    (Family::Solana, "ComputeBudget111111111111111111111111111111"),
    (Family::Solana, "BPFLoaderUpgradeab1e11111111111111111111111"),
    (Family::Solana, "SysvarRent111111111111111111111111111111111"),
];

/// Burn addresses, which have no known private key.
const BURNS: &[(Family, &str)] = &[
    (Family::Bitcoin, "1BitcoinEaterAddressDontSendf59kuE"),
    (Family::Bitcoin, "1CounterpartyXXXXXXXXXXXXXXXUWLpVr"),
    (Family::Ethereum, "0xdEAD000000000000000042069420694206942069"),
    (Family::Tron, "TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy"),
    (Family::Solana, "1nc1nerator11111111111111111111111111111111"),
];

/// The number of leading zero bytes that rules out a private key: precompiled contracts and `0x…dEaD` have them.
const ZEROS: usize = 16;

type Accounts = Vec<(Family, Vec<u8>)>;

static CONTRACT_ACCOUNTS: LazyLock<Accounts> = LazyLock::new(|| {
    let tokens = tokens::all().iter().map(|token| (token.network.family(), token.account.clone()));
    tokens.chain(accounts(CONTRACTS)).collect()
});
static BURN_ACCOUNTS: LazyLock<Accounts> = LazyLock::new(|| accounts(BURNS));

fn accounts(written: &[(Family, &str)]) -> Accounts {
    let account = |&(family, text): &(Family, &str)| {
        (family, read(family, ChainKind::Main, text).expect("a list of the program").account)
    };
    written.iter().map(account).collect()
}

/// Rejects token contracts and addresses without a private key. A contract address of one network has no key on other
/// networks of the same family either.
pub(super) fn check(network: Network, address: &Address) -> Result<(), RequisiteError> {
    let family = network.family();
    let is_in = |accounts: &Accounts| accounts.iter().any(|(of, account)| *of == family && *account == address.account);
    if is_in(&CONTRACT_ACCOUNTS) {
        let message = "This is the contract of a token, not a wallet: what is sent there is lost";
        return Err(refuse("value", "token_contract", message));
    }
    if is_in(&BURN_ACCOUNTS) || has_no_key(&address.account) {
        let message = "Nobody has the key of this address: what is sent there is lost";
        return Err(refuse("value", "burn_address", message));
    }
    Ok(())
}

/// Repeats of one byte, or almost only leading zeros: no private key leads to such an account.
fn has_no_key(account: &[u8]) -> bool {
    let same = account.windows(2).all(|pair| pair[0] == pair[1]);
    same || account.iter().take_while(|byte| **byte == 0).count() >= ZEROS
}

#[cfg(test)]
mod tests {
    use kernel::{Currency, Payway};

    use super::*;
    use crate::requisite::address::validate_address;

    fn code(currency: Currency, payway: Payway, value: &str) -> &'static str {
        validate_address(ChainKind::Main, currency, payway, value, Some("")).err().map_or("ok", |refused| refused.code)
    }

    #[test]
    fn no_payway_pays_to_the_contract_of_a_token() {
        for (payway, currency, value) in [
            (Payway::Erc20, Currency::USDT, "0xdac17f958d2ee523a2206206994597c13d831ec7"),
            (Payway::Erc20, Currency::USDC, "0xdAC17F958D2ee523a2206206994597C13D831ec7"),
            (Payway::Bep20, Currency::USDT, "0xdAC17F958D2ee523a2206206994597C13D831ec7"),
            (Payway::Bep20, Currency::USDT, "0x55d398326f99059fF775485246999027B3197955"),
            (Payway::Trc20, Currency::USDT, "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"),
            (Payway::Tron, Currency::TRX, "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"),
            (Payway::Ton, Currency::USDT, "EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs"),
            (Payway::Ton, Currency::TON, "EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id/sDs"),
            (Payway::Ton, Currency::USDT, "0:b113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe"),
            (Payway::Spl, Currency::USDC, "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"),
            (Payway::Sol, Currency::SOL, "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"),
            (Payway::Base, Currency::ETH, "0x4200000000000000000000000000000000000006"),
        ] {
            assert_eq!(code(currency, payway, value), "token_contract", "{value} by {payway}");
        }
    }

    #[test]
    fn no_payway_pays_to_a_burn_address() {
        for (payway, currency, value) in [
            (Payway::Eth, Currency::ETH, "0x0000000000000000000000000000000000000000"),
            (Payway::Eth, Currency::ETH, "0x000000000000000000000000000000000000dEaD"),
            (Payway::Erc20, Currency::SHIB, "0xdead000000000000000042069420694206942069"),
            (Payway::Eth, Currency::ETH, "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE"),
            (Payway::Bsc, Currency::BNB, "0x0000000000000000000000000000000000000004"),
            (Payway::Tron, Currency::TRX, "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb"),
            (Payway::Tron, Currency::TRX, "TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy"),
            (Payway::Ton, Currency::TON, "EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c"),
            (Payway::Ton, Currency::TON, "Ef8zMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzM0vF"),
            (Payway::Sol, Currency::SOL, "11111111111111111111111111111111"),
            (Payway::Sol, Currency::SOL, "1nc1nerator11111111111111111111111111111111"),
            (Payway::Btc, Currency::BTC, "1111111111111111111114oLvT2"),
            (Payway::Btc, Currency::BTC, "1BitcoinEaterAddressDontSendf59kuE"),
        ] {
            assert_eq!(code(currency, payway, value), "burn_address", "{value} by {payway}");
        }
    }

    #[test]
    fn each_token_of_the_table_is_refused_on_its_own_network() {
        for token in tokens::all() {
            let address = Address { text: String::new(), account: token.account.clone() };
            let refused = check(token.network, &address).expect_err("it is a contract");
            assert_eq!(refused.code, "token_contract");
        }
    }
}
