//! Addresses and transaction ids in each family's format, checksums included. Pure.
//!
//! They have no private keys. Where a family has a test prefix, they use it: real wallets then refuse to pay them.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE;
use bech32::{Hrp, segwit};
use ed25519_dalek::SigningKey;
use kernel::AddressFamily;
use sha2::{Digest, Sha256};
use sha3::Keccak256;

/// TON's tag of a non-bounceable address for test networks.
const TON_TAG: u8 = 0x51 | 0x80;

/// The address derived from these 32 bytes.
pub(super) fn address(family: AddressFamily, bytes: &[u8; 32]) -> String {
    let [.., a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t] = *bytes;
    let short = [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t];
    match family {
        AddressFamily::Bitcoin => segwit_address("tb", &short),
        AddressFamily::Litecoin => segwit_address("tltc", &short),
        AddressFamily::Ethereum => eip55(&short),
        AddressFamily::Tron => tron(&short),
        AddressFamily::Solana => bs58::encode(SigningKey::from_bytes(bytes).verifying_key().as_bytes()).into_string(),
        AddressFamily::Ton => ton(bytes),
    }
}

/// The transaction id derived from these 32 bytes.
pub(super) fn txid(family: AddressFamily, bytes: &[u8; 32]) -> String {
    match family {
        AddressFamily::Ethereum => format!("0x{}", hex::encode(bytes)),
        AddressFamily::Solana => bs58::encode([bytes.as_slice(), &Sha256::digest(bytes)].concat()).into_string(),
        AddressFamily::Bitcoin | AddressFamily::Litecoin | AddressFamily::Tron | AddressFamily::Ton => {
            hex::encode(bytes)
        }
    }
}

fn segwit_address(hrp: &str, program: &[u8; 20]) -> String {
    let hrp = Hrp::parse(hrp).expect("a constant of lower-case letters");
    segwit::encode_v0(hrp, program).expect("20 bytes are a program of version 0")
}

fn eip55(bytes: &[u8; 20]) -> String {
    let plain = hex::encode(bytes);
    let hash = hex::encode(Keccak256::digest(plain.as_bytes()));
    let cased = plain.chars().zip(hash.chars());
    let cased = cased.map(|(letter, nibble)| if nibble >= '8' { letter.to_ascii_uppercase() } else { letter });
    format!("0x{}", cased.collect::<String>())
}

fn tron(bytes: &[u8; 20]) -> String {
    let mut payload = vec![0x41];
    payload.extend_from_slice(bytes);
    let check = Sha256::digest(Sha256::digest(&payload));
    payload.extend(check.iter().take(4));
    bs58::encode(payload).into_string()
}

fn ton(bytes: &[u8; 32]) -> String {
    let mut payload = vec![TON_TAG, 0];
    payload.extend_from_slice(bytes);
    let check = crc16(&payload);
    payload.extend_from_slice(&check.to_be_bytes());
    URL_SAFE.encode(payload)
}

/// CRC-16/XMODEM.
fn crc16(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0, |crc, byte| {
        (0..8).fold(
            crc ^ (u16::from(*byte) << 8),
            |crc, _| {
                if crc & 0x8000 == 0 { crc << 1 } else { (crc << 1) ^ 0x1021 }
            },
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_those_of_each_family() {
        // The zero key hash as wallets write it.
        assert_eq!(tron(&[0; 20]), "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb");
        let known: [u8; 20] = hex::decode("5aaeb6053f3e94c9b9a09f33669435e7ef1beaed").unwrap().try_into().unwrap();
        assert_eq!(eip55(&known), "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed");
        assert_eq!(crc16(b"123456789"), 0x31c3);
        assert!(segwit_address("tb", &[7; 20]).starts_with("tb1q"));
        assert!(ton(&[9; 32]).starts_with("0Q") && ton(&[9; 32]).len() == 48);
        assert_eq!(bs58::decode(address(AddressFamily::Solana, &[3; 32])).into_vec().unwrap().len(), 32);
        assert_eq!(bs58::decode(txid(AddressFamily::Solana, &[3; 32])).into_vec().unwrap().len(), 64);
    }
}
