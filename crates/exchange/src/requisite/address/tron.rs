//! TRON: base58check of 0x41 and 20 bytes.

const VERSION: u8 = 0x41;

pub(super) fn canonical(value: &str) -> Option<String> {
    let bytes = bs58::decode(value).with_check(Some(VERSION)).into_vec().ok()?;
    (bytes.len() == 21).then(|| value.to_owned())
}
