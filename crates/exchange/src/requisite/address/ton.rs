//! TON: raw (`0:` and 64 hexadecimal digits), or 48 characters of base64 with flags and a checksum.

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE};

use super::{Address, ChainKind};

const NOT_BOUNCEABLE: u8 = 0x51;
const BOUNCEABLE: u8 = 0x11;
const TEST_ONLY: u8 = 0x80;

/// The canonical form of a raw address is lower case; that of other addresses uses the URL-safe alphabet and keeps the
/// bounce flag. The account is the hash without the workchain, so a burn address is recognised on both workchains.
pub(super) fn read(chains: ChainKind, value: &str) -> Option<Address> {
    if let Some((workchain, hash)) = value.split_once(':') {
        let account = hex::decode(hash).ok()?;
        let known = account.len() == 32 && matches!(workchain, "0" | "-1");
        return known.then(|| Address { text: value.to_ascii_lowercase(), account });
    }
    if value.len() != 48 {
        return None;
    }
    let bytes = URL_SAFE.decode(value).or_else(|_| STANDARD.decode(value)).ok()?;
    let (body, sum) = bytes.split_at_checked(34)?;
    let tag = body[0];
    let test = tag & TEST_ONLY != 0;
    let known = matches!(tag & !TEST_ONLY, BOUNCEABLE | NOT_BOUNCEABLE) && matches!(body[1], 0x00 | 0xff);
    let allowed = !test || chains != ChainKind::Main;
    let fits = known && allowed && sum == crc16(body).to_be_bytes();
    fits.then(|| Address { text: URL_SAFE.encode(&bytes), account: body[2..].to_vec() })
}

/// CRC-16/XMODEM, the checksum of TON addresses.
fn crc16(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0, |mut crc, byte| {
        crc ^= u16::from(*byte) << 8;
        for _ in 0..8 {
            crc = if crc & 0x8000 == 0 { crc << 1 } else { (crc << 1) ^ 0x1021 };
        }
        crc
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canonical(chains: ChainKind, value: &str) -> Option<String> {
        read(chains, value).map(|address| address.text)
    }

    #[test]
    fn one_address_in_its_three_writings() {
        let raw = "0:ca6e321c7cce9ecedf0a8ca2492ec8592494aa5fb5ce0387dff96ef6af982a3e";
        let bounceable = "EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF";
        for address in [raw, bounceable] {
            assert_eq!(canonical(ChainKind::Main, address).as_deref(), Some(address));
        }
        let standard = bounceable.replace('-', "+").replace('_', "/");
        assert_eq!(canonical(ChainKind::Main, &standard).as_deref(), Some(bounceable));
        assert_eq!(canonical(ChainKind::Main, "EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHG"), None);
    }

    #[test]
    fn a_test_address_is_not_for_the_main_chain() {
        let test = "kQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPgpP";
        assert_eq!(canonical(ChainKind::Main, test), None);
        assert!(canonical(ChainKind::Sandbox, test).is_some());
    }
}
