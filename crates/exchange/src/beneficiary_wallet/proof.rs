//! Proofs of ownership: whether a message was signed with the key of an address. Pure; each address family has the
//! signature format of its wallets.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bitcoin_hashes::{Hash, hash160, sha256d};
use ed25519_dalek::{Signature, VerifyingKey};
use kernel::{AddressFamily, Network};
use secp256k1::ecdsa::{RecoverableSignature, RecoveryId};
use secp256k1::{Message, PublicKey, Secp256k1};
use sha3::{Digest, Keccak256};

use super::bip322;

/// The maximum length of a signature in characters: a recoverable signature in hexadecimal has 132.
pub const SIGNATURE_CHARS_MAX: usize = 256;
/// A header byte and both numbers: the length of a legacy Bitcoin signature.
const RECOVERABLE_BYTES: usize = 65;

/// The method of proof for `address`, in the canonical form of `network`; `None` if there is none. An address of a
/// script hash is provable only if it wraps a single key in the oldest form (P2SH-P2WPKH), which only the signature
/// shows.
#[must_use]
pub fn method(network: Network, address: &str) -> Option<&'static str> {
    match network.family() {
        AddressFamily::Bitcoin | AddressFamily::Litecoin => payload(address).map(|_| "signed_message"),
        AddressFamily::Ethereum => Some("personal_sign"),
        AddressFamily::Tron => Some("sign_message_v2"),
        // A program-derived address has no key.
        AddressFamily::Solana => public_key(address).map(|_| "sign_message"),
        AddressFamily::Ton => None,
    }
}

/// Whether `signature` over `message` was made with the key of `address`, in the canonical form of `network`. Taproot
/// and multi-key scripts cannot be verified.
#[must_use]
pub fn proves(network: Network, address: &str, message: &str, signature: &str) -> bool {
    let signature = signature.trim();
    if signature.len() > SIGNATURE_CHARS_MAX {
        return false;
    }
    let shown = match network.family() {
        AddressFamily::Bitcoin => signed_message("Bitcoin Signed Message:\n", address, message, signature),
        AddressFamily::Litecoin => signed_message("Litecoin Signed Message:\n", address, message, signature),
        AddressFamily::Ethereum => personal_sign(address, message, signature),
        AddressFamily::Tron => sign_message_v2(address, message, signature),
        AddressFamily::Solana => ed25519(address, message, signature),
        AddressFamily::Ton => None,
    };
    shown.unwrap_or(false)
}

/// Recovers the public key of a signature over `digest`; `header` counts from 27.
fn signer(digest: [u8; 32], header: u8, compact: &[u8]) -> Option<PublicKey> {
    let recovery = RecoveryId::from_i32(i32::from(header.checked_sub(27)? & 3)).ok()?;
    let signature = RecoverableSignature::from_compact(compact, recovery).ok()?;
    Secp256k1::verification_only().recover_ecdsa(&Message::from_digest(digest), &signature).ok()
}

/// The legacy format of Bitcoin wallets, also for SegWit addresses (BIP-137). The address type in the header is
/// ignored; only the key counts. Newer wallets use BIP-322 for SegWit addresses.
fn signed_message(magic: &str, address: &str, message: &str, signature: &str) -> Option<bool> {
    let bytes = STANDARD.decode(signature.strip_prefix(bip322::PREFIX).unwrap_or(signature)).ok()?;
    if let Payload::Witness(program) = payload(address)?
        && bytes.len() != RECOVERABLE_BYTES
    {
        return bip322::proves(program, message, &bytes);
    }
    let (header, compact) =
        bytes.split_first().filter(|(header, rest)| (27..=42).contains(*header) && rest.len() == 64)?;
    let mut said = Vec::with_capacity(magic.len() + message.len() + 10);
    for text in [magic, message] {
        prefix_length(text.len(), &mut said)?;
        said.extend_from_slice(text.as_bytes());
    }
    let key = signer(sha256d::Hash::hash(&said).to_byte_array(), *header, compact)?;
    let short = hash160::Hash::hash(&key.serialize()).to_byte_array();
    let long = hash160::Hash::hash(&key.serialize_uncompressed()).to_byte_array();
    let nested = hash160::Hash::hash(&[&[0x00, 0x14], &short[..]].concat()).to_byte_array();
    Some(match payload(address)? {
        Payload::Key(hash) => hash == short || hash == long,
        Payload::Script(hash) => hash == nested,
        Payload::Witness(hash) => hash == short,
    })
}

/// Bitcoin's variable-length integer, as far as these messages need it.
fn prefix_length(length: usize, out: &mut Vec<u8>) -> Option<()> {
    match length {
        0..=0xfc => out.push(u8::try_from(length).ok()?),
        _ => {
            out.push(0xfd);
            out.extend_from_slice(&u16::try_from(length).ok()?.to_le_bytes());
        }
    }
    Some(())
}

enum Payload {
    Key([u8; 20]),
    Script([u8; 20]),
    Witness([u8; 20]),
}

/// The content of an address. Its prefix was validated when it was declared.
fn payload(address: &str) -> Option<Payload> {
    if let Ok((_, version, program)) = bech32::segwit::decode(address) {
        let program = <[u8; 20]>::try_from(program.as_slice()).ok()?;
        return (version.to_u8() == 0).then_some(Payload::Witness(program));
    }
    let bytes = bs58::decode(address).with_check(None).into_vec().ok()?;
    let (version, hash) = bytes.split_first()?;
    let hash = <[u8; 20]>::try_from(hash).ok()?;
    match *version {
        0x00 | 0x30 | 0x6f => Some(Payload::Key(hash)),
        0x05 | 0x32 | 0xc4 | 0x3a => Some(Payload::Script(hash)),
        _ => None,
    }
}

/// The last 20 bytes of the signer's key hash: the account of Ethereum and TRON.
fn keccak_signer(magic: &str, message: &str, signature: &str) -> Option<[u8; 20]> {
    let bytes = hex::decode(signature.strip_prefix("0x").unwrap_or(signature)).ok()?;
    let (compact, header) = bytes.split_at_checked(64)?;
    let [header] = *header else { return None };
    // Some wallets count from 0.
    let header = if header < 4 { header + 27 } else { header };
    if !(27..=30).contains(&header) {
        return None;
    }
    let said = format!("{magic}{}{message}", message.len());
    let key = signer(Keccak256::digest(said.as_bytes()).into(), header, compact)?;
    let hash = Keccak256::digest(key.serialize_uncompressed().get(1..)?);
    hash.get(12..)?.try_into().ok()
}

/// EIP-191, version 0x45.
fn personal_sign(address: &str, message: &str, signature: &str) -> Option<bool> {
    let ours = hex::decode(address.strip_prefix("0x")?).ok()?;
    Some(keccak_signer("\x19Ethereum Signed Message:\n", message, signature)? == ours.as_slice())
}

/// TIP-191: the same with TRON's prefix.
fn sign_message_v2(address: &str, message: &str, signature: &str) -> Option<bool> {
    let ours = bs58::decode(address).with_check(Some(0x41)).into_vec().ok()?;
    Some(keccak_signer("\x19TRON Signed Message:\n", message, signature)? == ours.get(1..)?)
}

/// Solana's addresses are the public keys; wallets encode the signature in base58 or base64.
fn ed25519(address: &str, message: &str, signature: &str) -> Option<bool> {
    let key = public_key(address)?;
    let in_base58 = bs58::decode(signature).into_vec().ok().filter(|bytes| bytes.len() == 64);
    let bytes = in_base58.or_else(|| STANDARD.decode(signature).ok())?;
    let signature = Signature::from_slice(&bytes).ok()?;
    Some(key.verify_strict(message.as_bytes(), &signature).is_ok())
}

fn public_key(address: &str) -> Option<VerifyingKey> {
    let bytes: [u8; 32] = bs58::decode(address).into_vec().ok()?.try_into().ok()?;
    VerifyingKey::from_bytes(&bytes).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use secp256k1::{All, SecretKey};

    use super::*;

    #[test]
    fn an_address_of_one_key_has_a_way_of_proof_and_others_have_none() {
        let one_key = [
            (Network::Bitcoin, "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"),
            (Network::Bitcoin, "3P14159f73E4gFr7JterCCQh9QjiTjiZrG"),
            (Network::Bitcoin, "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu"),
            (Network::Litecoin, "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9"),
            (Network::Ethereum, "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"),
            (Network::Tron, "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"),
            (Network::Solana, "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk"),
        ];
        assert!(one_key.iter().all(|(network, address)| method(*network, address).is_some()));
        let others = [
            // Taproot, and a version 0 script, both from BIP-350.
            (Network::Bitcoin, "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0"),
            (Network::Bitcoin, "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3"),
            (Network::Ton, "UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA"),
        ];
        assert!(others.iter().all(|(network, address)| method(*network, address).is_none()));
        // A program-derived account is not a point on the curve; about half of all values are not.
        let texts = (0_u8..=255).map(|seed| bs58::encode([seed; 32]).into_string());
        let (keys, accounts): (Vec<_>, Vec<_>) = texts.partition(|text| method(Network::Solana, text).is_some());
        assert!(keys.len() > 50 && accounts.len() > 50);
    }

    /// The wallet's side of the proof, for formats without published test vectors.
    fn sign(digest: [u8; 32], key: &SecretKey) -> (u8, [u8; 64]) {
        let signed = Secp256k1::<All>::new().sign_ecdsa_recoverable(&Message::from_digest(digest), key);
        let (recovery, compact) = signed.serialize_compact();
        (u8::try_from(recovery.to_i32()).unwrap(), compact)
    }

    fn key() -> (SecretKey, PublicKey) {
        let secret = SecretKey::from_slice(&[0x2a; 32]).unwrap();
        (secret, secret.public_key(&Secp256k1::new()))
    }

    fn utxo(magic: &str, message: &str, header: u8) -> String {
        let mut said = vec![u8::try_from(magic.len()).unwrap()];
        said.extend(magic.bytes());
        said.push(u8::try_from(message.len()).unwrap());
        said.extend(message.bytes());
        let (recovery, compact) = sign(sha256d::Hash::hash(&said).to_byte_array(), &key().0);
        STANDARD.encode([&[header + recovery][..], &compact[..]].concat())
    }

    /// From the tests of bitcoinjs-message.
    #[test]
    fn a_message_signed_by_an_old_bitcoin_wallet() {
        let message = "This is an example of a signed message.";
        let address = "1HZwkjkeaoZfTSaJxDw6aKkxp45agDiEzN";
        let signed = "G9L5yLFjti0QTHhPyFrZCT1V/MMnBtXKmoiKDZ78NDBjERki6ZTQZdSMCtkgoNmp17By9ItJr8o7ChX0XxY91nk=";
        assert!(proves(Network::Bitcoin, address, message, signed));
        assert!(!proves(Network::Bitcoin, address, "This is another message.", signed));
        assert!(!proves(Network::Bitcoin, "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", message, signed));
        assert!(!proves(Network::Litecoin, address, message, signed), "another network's words");
    }

    /// From the documentation of web3.js, `eth.accounts.sign`.
    #[test]
    fn a_message_signed_as_eip_191_says() {
        let address = "0x2c7536E3605D9C16a7a3D7b1898e529396a65c23";
        let signed = "0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c";
        for network in [Network::Ethereum, Network::Bsc, Network::Arbitrum, Network::Base] {
            assert!(proves(network, address, "Some data", signed));
        }
        assert!(!proves(Network::Ethereum, address, "Some date", signed));
        assert!(!proves(Network::Ethereum, "0x70997970C51812dc3A010C7d01b50e0d17dc79C8", "Some data", signed));
        assert!(!proves(Network::Ethereum, address, "Some data", &signed[..130]));
    }

    /// RFC 8032, section 7.1, test 2.
    #[test]
    fn a_message_signed_with_ed25519() {
        let key = hex::decode("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c").unwrap();
        let signed = hex::decode("92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00").unwrap();
        let address = bs58::encode(&key).into_string();
        assert!(proves(Network::Solana, &address, "r", &bs58::encode(&signed).into_string()));
        assert!(proves(Network::Solana, &address, "r", &STANDARD.encode(&signed)));
        assert!(!proves(Network::Solana, &address, "s", &STANDARD.encode(&signed)));
    }

    #[test]
    fn every_kind_of_address_that_one_key_has() {
        let short = hash160::Hash::hash(&key().1.serialize()).to_byte_array();
        let nested = hash160::Hash::hash(&[&[0x00, 0x14], &short[..]].concat()).to_byte_array();
        let base58 = |version: u8, hash: &[u8]| bs58::encode([&[version], hash].concat()).with_check().into_string();
        let segwit = |hrp| bech32::segwit::encode_v0(bech32::Hrp::parse(hrp).unwrap(), &short).unwrap();
        let bitcoin = utxo("Bitcoin Signed Message:\n", "mine", 31);
        for address in [base58(0x00, &short), base58(0x05, &nested), segwit("bc")] {
            assert!(proves(Network::Bitcoin, &address, "mine", &bitcoin), "{address}");
            assert!(!proves(Network::Bitcoin, &address, "yours", &bitcoin), "{address}");
        }
        let litecoin = utxo("Litecoin Signed Message:\n", "mine", 39);
        for address in [base58(0x30, &short), base58(0x32, &nested), segwit("ltc")] {
            assert!(proves(Network::Litecoin, &address, "mine", &litecoin), "{address}");
            assert!(!proves(Network::Litecoin, &address, "mine", &bitcoin), "{address}");
        }
        let hash = Keccak256::digest(&key().1.serialize_uncompressed()[1..]);
        let tron = base58(0x41, &hash[12..]);
        let (recovery, compact) = sign(Keccak256::digest("\x19TRON Signed Message:\n4mine").into(), &key().0);
        let signed = hex::encode([&compact[..], &[recovery]].concat());
        assert!(proves(Network::Tron, &tron, "mine", &signed));
        assert!(!proves(Network::Tron, &tron, "mind", &signed));
        assert!(!proves(Network::Tron, "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", "mine", &signed));
    }

    proptest! {
        #[test]
        fn no_text_proves_anything_or_makes_it_panic(signature in ".{0,140}", bytes in prop::collection::vec(any::<u8>(), 60..70)) {
            let cases = [
                (Network::Bitcoin, "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu"),
                (Network::Litecoin, "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9"),
                (Network::Ethereum, "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"),
                (Network::Tron, "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"),
                (Network::Solana, "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk"),
                (Network::Ton, "UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA"),
            ];
            for (network, address) in cases {
                for said in [signature.clone(), STANDARD.encode(&bytes), hex::encode(&bytes), bs58::encode(&bytes).into_string()] {
                    prop_assert!(!proves(network, address, "mine", &said));
                }
            }
        }
    }
}
