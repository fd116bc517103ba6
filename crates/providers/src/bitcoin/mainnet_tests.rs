//! The parameters of main and test networks: what customers may name as an address is what can be paid, on its own chain
//! and on no other.

use bech32::{Fe32, Hrp, segwit};
use bitcoin::base58;
use custody::chain::{AddressPath, Branch};
use exchange::requisite::{ChainKind, validate_address};
use kernel::{Currency, Network, Payway};
use proptest::prelude::*;

use super::address::{derive, script_of};
use super::params::{Chain, CoinParams};
use super::sign::key_account;
use crate::signer::Vault;

const ABOUT: &str = "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about";
const CHAINS: [(Chain, ChainKind); 3] =
    [(Chain::Main, ChainKind::Main), (Chain::Test, ChainKind::Test), (Chain::Regtest, ChainKind::Regtest)];
const COINS: [(Network, Payway, Currency); 2] =
    [(Network::Bitcoin, Payway::Btc, Currency::BTC), (Network::Litecoin, Payway::Ltc, Currency::LTC)];

/// An address of each form on a chain.
fn addresses(params: &CoinParams, hash: [u8; 32]) -> Vec<String> {
    let hrp = Hrp::parse(params.hrp).unwrap();
    let version = |version: u8| Fe32::try_from(version).unwrap();
    let mut all = vec![
        segwit::encode(hrp, version(0), &hash[..20]).unwrap(),
        segwit::encode(hrp, version(0), &hash).unwrap(),
        segwit::encode(hrp, version(1), &hash).unwrap(),
    ];
    for byte in std::iter::once(&params.key_version).chain(params.script_versions) {
        let payload: Vec<u8> = std::iter::once(*byte).chain(hash[..20].iter().copied()).collect();
        all.push(base58::encode_check(&payload));
    }
    all
}

proptest! {
    #[test]
    fn what_a_customer_may_name_can_be_paid_on_its_own_chain_alone(hash in any::<[u8; 32]>()) {
        for (network, payway, currency) in COINS {
            for (chain, _) in CHAINS {
                for address in addresses(&CoinParams::of(network, chain).unwrap(), hash) {
                    for (node, kind) in CHAINS {
                        let params = CoinParams::of(network, node).unwrap();
                        let named = validate_address(kind, currency, payway, &address, None);
                        let paid = script_of(&params, &address);
                        // A named address that cannot be paid would hold the customer's money.
                        prop_assert!(named.is_err() || paid.is_ok(), "{address} on {node:?}: {paid:?}");
                        if chain == Chain::Main || node == Chain::Main {
                            let is_own = chain == node;
                            prop_assert!(is_own || (named.is_err() && paid.is_err()), "{address} burns on {node:?}");
                        }
                        prop_assert!(chain != node || paid.is_ok(), "{address}");
                    }
                }
            }
        }
    }

    #[test]
    fn an_address_of_the_platform_is_valid_on_its_own_chain_alone(index in 0_u32..1_000_000, is_change in any::<bool>()) {
        let vault = Vault::from_phrase(ABOUT).unwrap();
        let branch = if is_change { Branch::Change } else { Branch::Deposit };
        for (network, payway, currency) in COINS {
            for (chain, _) in CHAINS {
                let params = CoinParams::of(network, chain).unwrap();
                let key = vault.account_xpub(&key_account(&params, 0)).unwrap();
                let address = derive(&params, &key, AddressPath { branch, index }).unwrap().address;
                for (node, kind) in CHAINS {
                    let named = validate_address(kind, currency, payway, &address, None);
                    prop_assert_eq!(named.is_ok(), chain == node, "{} on {:?}", address, node);
                }
            }
        }
    }
}
