//! A passkey's public key as `SubjectPublicKeyInfo` (RFC 5280), the format of `getPublicKey` in WebAuthn. Curve points
//! are compressed, as they are stored.

use webauthn_rp::bin::Decode;
use webauthn_rp::response::register::{CompressedPubKey, StaticState};

use super::model::{InvalidResponse, refused};

/// A stored public key.
pub(super) type Key = CompressedPubKey<[u8; 32], [u8; 32], [u8; 48], Vec<u8>>;

/// An `AlgorithmIdentifier` with its COSE number.
type Algorithm = (&'static [u8], i32);
const ED25519: Algorithm = (b"\x30\x05\x06\x03\x2b\x65\x70", -8);
const P256: Algorithm = (b"\x30\x13\x06\x07\x2a\x86\x48\xce\x3d\x02\x01\x06\x08\x2a\x86\x48\xce\x3d\x03\x01\x07", -7);
const P384: Algorithm = (b"\x30\x10\x06\x07\x2a\x86\x48\xce\x3d\x02\x01\x06\x05\x2b\x81\x04\x00\x22", -35);
const RSA: Algorithm = (b"\x30\x0d\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x01\x01\x05\x00", -257);

const INTEGER: u8 = 0x02;
const BIT_STRING: u8 = 0x03;
const SEQUENCE: u8 = 0x30;

/// The public key of a stored passkey, and its COSE algorithm number.
pub(crate) fn public_key(credential: &[u8]) -> Result<(Vec<u8>, i32), InvalidResponse> {
    let state = StaticState::<Key>::decode(credential).map_err(refused)?;
    Ok(info(&state.credential_public_key))
}

fn info<A: AsRef<[u8]>, B: AsRef<[u8]>, C: AsRef<[u8]>, D: AsRef<[u8]>>(
    key: &CompressedPubKey<A, B, C, D>,
) -> (Vec<u8>, i32) {
    let ((algorithm, number), key) = match key {
        CompressedPubKey::Ed25519(key) => (ED25519, key.inner().as_ref().to_vec()),
        CompressedPubKey::P256(key) => (P256, point(key.x().as_ref(), key.y_is_odd())),
        CompressedPubKey::P384(key) => (P384, point(key.x().as_ref(), key.y_is_odd())),
        CompressedPubKey::Rsa(key) => {
            let (n, e) = (integer(key.n().as_ref()), integer(&key.e().to_be_bytes()));
            (RSA, der(SEQUENCE, &[n, e].concat()))
        }
    };
    let bits = der(BIT_STRING, &[&[0], key.as_slice()].concat());
    (der(SEQUENCE, &[algorithm, &bits].concat()), number)
}

/// A compressed point (SEC 1, 2.3.3).
fn point(x: &[u8], y_is_odd: bool) -> Vec<u8> {
    [&[2 + u8::from(y_is_odd)], x].concat()
}

/// A positive DER integer: no leading zeros, except one that keeps the sign positive.
fn integer(bytes: &[u8]) -> Vec<u8> {
    let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
    let bytes = bytes.get(zeros..).unwrap_or_default();
    let sign: &[u8] = if bytes.first().is_some_and(|byte| *byte >= 0x80) { &[0] } else { &[] };
    der(INTEGER, &[sign, bytes].concat())
}

/// A DER value with tag and length.
fn der(tag: u8, value: &[u8]) -> Vec<u8> {
    let length = value.len().to_be_bytes();
    let zeros = length.iter().take_while(|byte| **byte == 0).count();
    let length = length.get(zeros..).unwrap_or_default();
    let mut out = vec![tag];
    if value.len() >= 0x80 {
        out.push(0x80 | u8::try_from(length.len()).unwrap_or_default());
    }
    out.extend(if value.is_empty() { &[0] } else { length });
    out.extend(value);
    out
}

#[cfg(test)]
mod tests {
    use webauthn_rp::response::register::{CompressedP256PubKey, CompressedP384PubKey, Ed25519PubKey, RsaPubKey};

    use super::*;

    type Borrowed<'a> = CompressedPubKey<&'a [u8], &'a [u8], &'a [u8], &'a [u8]>;

    /// The expected bytes are the output of `openssl pkey -pubout -outform DER`, with `-conv_form compressed` for
    /// curves.
    #[test]
    fn a_key_is_written_as_every_other_program_writes_it() {
        let (short, long) = ([0xc3; 32], [0xc3; 48]);
        let keys: [(Borrowed<'_>, &str, &[u8], i32); 4] = [
            (
                CompressedPubKey::Ed25519(Ed25519PubKey::try_from(short.as_slice()).unwrap()),
                "302a300506032b6570032100",
                &short,
                -8,
            ),
            (
                CompressedPubKey::P256(CompressedP256PubKey::try_from((short.as_slice(), false)).unwrap()),
                "3039301306072a8648ce3d020106082a8648ce3d03010703220002",
                &short,
                -7,
            ),
            (
                CompressedPubKey::P256(CompressedP256PubKey::try_from((short.as_slice(), true)).unwrap()),
                "3039301306072a8648ce3d020106082a8648ce3d03010703220003",
                &short,
                -7,
            ),
            (
                CompressedPubKey::P384(CompressedP384PubKey::try_from((long.as_slice(), true)).unwrap()),
                "3046301006072a8648ce3d020106052b8104002203320003",
                &long,
                -35,
            ),
        ];
        for (key, head, bytes, algorithm) in keys {
            let said = [hex::decode(head).unwrap().as_slice(), bytes].concat();
            assert_eq!(info(&key), (said, algorithm));
        }
    }

    #[test]
    fn numbers_of_rsa_stay_above_zero() {
        // One value with the highest bit set, and one with leading zeros.
        let (high, low) = ([0xc3; 256], [&[0, 0x43], [0xc3; 255].as_slice()].concat());
        let head = "30820122300d06092a864886f70d01010105000382010f003082010a02820101";
        let shorter = "30820121300d06092a864886f70d01010105000382010e003082010902820100".to_owned();
        let numbers = [(high.as_slice(), format!("{head}00"), high.as_slice()), (&low, shorter, &low[1..])];
        for (n, head, body) in numbers {
            let key: Borrowed<'_> = CompressedPubKey::Rsa(RsaPubKey::try_from((n, 65_537)).unwrap());
            let said = [hex::decode(head).unwrap().as_slice(), body, &[2, 3, 1, 0, 1]].concat();
            assert_eq!(info(&key), (said, -257));
        }
    }
}
