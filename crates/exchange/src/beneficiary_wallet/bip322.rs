//! Verifies signed messages in the simple format of BIP-322, for P2WPKH addresses (SegWit version 0). The signature is
//! the witness of a virtual transaction that spends an output committing to the message. Pure.

use bitcoin_hashes::{Hash, hash160, sha256, sha256d};
use secp256k1::ecdsa::Signature;
use secp256k1::{Message, PublicKey, Secp256k1};

const TAG: &[u8] = b"BIP0322-signed-message";
/// The prefix of the simple format; older wallets omit it.
pub(super) const PREFIX: &str = "smp";
/// The only signature hash type of the simple format.
const SIGHASH_ALL: u8 = 1;
const ZERO_AMOUNT: [u8; 8] = [0; 8];
/// Version, sequence and lock time are all zero.
const ZERO: [u8; 4] = [0; 4];

/// Whether `witness` signs `message` with the key whose hash is `program`.
pub(super) fn proves(program: [u8; 20], message: &str, witness: &[u8]) -> Option<bool> {
    let (signature, key) = stack(witness)?;
    let (kind, der) = signature.split_last()?;
    if *kind != SIGHASH_ALL || hash160::Hash::hash(key).to_byte_array() != program {
        return Some(false);
    }
    let key = PublicKey::from_slice(key).ok()?;
    let signature = Signature::from_der(der).ok()?;
    let digest = Message::from_digest(sighash(program, to_spend(program, message)));
    Some(Secp256k1::verification_only().verify_ecdsa(&digest, &signature, &key).is_ok())
}

/// Parses a witness of exactly two items: a signature and a compressed key.
fn stack(witness: &[u8]) -> Option<(&[u8], &[u8])> {
    let rest = witness.strip_prefix(&[2])?;
    let (length, rest) = rest.split_first()?;
    let (signature, rest) = rest.split_at_checked(usize::from(*length))?;
    let key = rest.strip_prefix(&[33])?;
    (key.len() == 33).then_some((signature, key))
}

/// The id of the virtual transaction whose only output pays to the address, and whose only input commits to the
/// message.
fn to_spend(program: [u8; 20], message: &str) -> [u8; 32] {
    let tag = sha256::Hash::hash(TAG).to_byte_array();
    let commitment = sha256::Hash::hash(&[&tag, &tag, message.as_bytes()].concat()).to_byte_array();
    let input = [&[0; 32][..], &[0xff; 4], &[34, 0x00, 0x20], &commitment, &ZERO].concat();
    let output = [&ZERO_AMOUNT[..], &[22, 0x00, 0x14], &program].concat();
    sha256d::Hash::hash(&[&ZERO[..], &[1], &input, &[1], &output, &ZERO].concat()).to_byte_array()
}

/// The signature hash (BIP-143) of the transaction that spends it and has only an OP_RETURN output.
fn sighash(program: [u8; 20], spent: [u8; 32]) -> [u8; 32] {
    let outpoint = [&spent[..], &ZERO].concat();
    let hashed = |bytes: &[u8]| sha256d::Hash::hash(bytes).to_byte_array();
    // The script code of a P2WPKH program, as BIP-143 defines it; then a script with only OP_RETURN.
    let script = [&[25, 0x76, 0xa9, 0x14][..], &program, &[0x88, 0xac]].concat();
    let outputs = [&ZERO_AMOUNT[..], &[1, 0x6a]].concat();
    hashed(
        &[
            &ZERO[..],
            &hashed(&outpoint),
            &hashed(&ZERO),
            &outpoint,
            &script,
            &ZERO_AMOUNT,
            &ZERO,
            &hashed(&outputs),
            &ZERO,
            &[SIGHASH_ALL, 0, 0, 0],
        ]
        .concat(),
    )
}

#[cfg(test)]
mod tests {
    use kernel::Network;

    use crate::beneficiary_wallet::proves;

    const ADDRESS: &str = "bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l";

    /// Test vectors of BIP-322.
    #[test]
    fn a_message_signed_in_the_simple_form() {
        let vectors = [
            (
                "",
                "AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=",
            ),
            (
                "",
                "AkgwRQIhAPkJ1Q4oYS0htvyuSFHLxRQpFAY56b70UvE7Dxazen0ZAiAtZfFz1S6T6I23MWI2lK/pcNTWncuyL8UL+oMdydVgzAEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy",
            ),
            (
                "Hello World",
                "AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=",
            ),
            (
                "Hello World",
                "AkgwRQIhAOzyynlqt93lOKJr+wmmxIens//zPzl9tqIOua93wO6MAiBi5n5EyAcPScOjf1lAqIUIQtr3zKNeavYabHyR8eGhowEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy",
            ),
        ];
        for (message, signed) in vectors {
            assert!(proves(Network::Bitcoin, ADDRESS, message, signed), "{message:?}");
            assert!(proves(Network::Bitcoin, ADDRESS, message, &format!("smp{signed}")), "as newer wallets write it");
            assert!(!proves(Network::Bitcoin, ADDRESS, "hello world", signed));
            assert!(!proves(Network::Bitcoin, "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu", message, signed));
            let cut = format!("{}A=", &signed[..signed.len() - 3]);
            assert!(!proves(Network::Bitcoin, ADDRESS, message, &cut));
        }
    }
}
