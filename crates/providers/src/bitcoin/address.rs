//! Addresses and scripts. Pure.

use bech32::{Hrp, segwit};
use bitcoin::bip32::{ChildNumber, Xpub};
use bitcoin::hashes::Hash;
use bitcoin::key::Secp256k1;
use bitcoin::{CompressedPublicKey, PubkeyHash, ScriptBuf, ScriptHash, WitnessProgram, WitnessVersion, base58};
use custody::chain::{AddressPath, ChainError, Derived};

use super::params::CoinParams;

/// The address at `place` of an extended public key.
///
/// # Errors
/// [`ChainError::Malformed`] if `account_key` is not an extended public key.
pub(super) fn derive(params: &CoinParams, account_key: &str, place: AddressPath) -> Result<Derived, ChainError> {
    let malformed = |_| ChainError::Malformed("the account key is no extended public key".into());
    let account: Xpub = account_key.parse().map_err(malformed)?;
    let step = |number| ChildNumber::from_normal_idx(number).map_err(malformed);
    let path = [step(place.branch.step())?, step(place.index)?];
    let child = account.derive_pub(&Secp256k1::verification_only(), &path).map_err(malformed)?;
    let script = p2wpkh(&child.to_pub());
    let address = encode(params, &script)?;
    Ok(Derived { place, address, memo: None, watch_key: script.to_hex_string() })
}

/// The script that pays to a public key.
pub(crate) fn p2wpkh(key: &CompressedPublicKey) -> ScriptBuf {
    ScriptBuf::new_p2wpkh(&key.wpubkey_hash())
}

fn encode(params: &CoinParams, script: &ScriptBuf) -> Result<String, ChainError> {
    let malformed = || ChainError::Malformed("the script has no address".into());
    let hrp = Hrp::parse(params.hrp).map_err(|_| malformed())?;
    // The witness script is the version, the length and the program.
    let program = script.as_bytes().get(2..).ok_or_else(malformed)?;
    segwit::encode_v0(hrp, program).map_err(|_| malformed())
}

/// The script of an address.
///
/// # Errors
/// The rule that the address breaks, in plain language.
pub(super) fn script_of(params: &CoinParams, address: &str) -> Result<ScriptBuf, String> {
    if address.len() > 100 {
        return Err("the address is too long".into());
    }
    if address.to_ascii_lowercase().contains("mweb1") {
        return Err("MWEB addresses cannot be paid; use one that starts with ltc1, L or M".into());
    }
    let name = params.network.name();
    if let Ok((hrp, version, program)) = segwit::decode(address) {
        if hrp.to_lowercase() != params.hrp {
            return Err(format!("the address belongs to another network than {name}"));
        }
        let version = WitnessVersion::try_from(version).map_err(|_| "the address has an unknown version".to_owned())?;
        let program =
            WitnessProgram::new(version, &program).map_err(|_| "the address has a wrong length".to_owned())?;
        return Ok(ScriptBuf::new_witness_program(&program));
    }
    let payload = base58::decode_check(address).map_err(|_| "the address has a typing error".to_owned())?;
    let (version, hash) = payload.split_first().ok_or("the address is too short")?;
    let hash: [u8; 20] = hash.try_into().map_err(|_| "the address has a wrong length")?;
    if *version == params.key_version {
        Ok(ScriptBuf::new_p2pkh(&PubkeyHash::from_byte_array(hash)))
    } else if params.script_versions.contains(version) {
        Ok(ScriptBuf::new_p2sh(&ScriptHash::from_byte_array(hash)))
    } else {
        Err(format!("the address belongs to another network than {name}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitcoin::params::Chain;
    use crate::bitcoin::sign::key_account;
    use crate::signer::Vault;
    use custody::chain::Branch;
    use kernel::Network;

    const ABOUT: &str = "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about";

    fn first(network: Network, chain: Chain, branch: Branch, index: u32) -> String {
        let params = CoinParams::of(network, chain).unwrap();
        let xpub = Vault::from_phrase(ABOUT).unwrap().account_xpub(&key_account(&params, 0)).unwrap();
        derive(&params, &xpub, AddressPath { branch, index }).unwrap().address
    }

    #[test]
    fn the_addresses_of_bip84_come_out() {
        let bitcoin = Network::Bitcoin;
        assert_eq!(first(bitcoin, Chain::Main, Branch::Deposit, 0), "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu");
        assert_eq!(first(bitcoin, Chain::Main, Branch::Deposit, 1), "bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g");
        assert_eq!(first(bitcoin, Chain::Main, Branch::Change, 0), "bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el");
        // The addresses that other wallets derive from the same words on m/84'/2'/0'/0/0 and on test networks.
        let litecoin = Network::Litecoin;
        assert_eq!(first(litecoin, Chain::Main, Branch::Deposit, 0), "ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh");
        assert_eq!(first(bitcoin, Chain::Test, Branch::Deposit, 0), "tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl");
        let rltc = first(litecoin, Chain::Regtest, Branch::Deposit, 0);
        assert!(rltc.starts_with("rltc1q"), "{rltc}");
    }

    #[test]
    fn payees_are_read_in_every_spelling_of_their_own_network_only() {
        let ltc = CoinParams::of(Network::Litecoin, Chain::Main).unwrap();
        let btc = CoinParams::of(Network::Bitcoin, Chain::Main).unwrap();
        assert!(script_of(&ltc, "ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh").unwrap().is_p2wpkh());
        assert!(script_of(&ltc, "LTC1QJMXNZ78NMC8NQ77WUXH25N2ES7RZM5C2RKK4WH").unwrap().is_p2wpkh());
        assert!(script_of(&btc, "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa").unwrap().is_p2pkh());
        assert!(script_of(&btc, "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy").unwrap().is_p2sh());
        let taproot = "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr";
        assert!(script_of(&btc, taproot).unwrap().is_p2tr());
        for (params, bad, word) in [
            (&ltc, "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu", "another network"),
            (&ltc, "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "another network"),
            (&btc, "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb", "typing error"),
            (&btc, "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyv", "typing error"),
            (&ltc, "ltcmweb1qq0000", "MWEB"),
            (&btc, "", "typing error"),
        ] {
            let refused = script_of(params, bad).unwrap_err();
            assert!(refused.contains(word) || refused.contains("short"), "{bad}: {refused}");
        }
    }
}
