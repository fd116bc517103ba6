//! Solana: 32 bytes in base58. There is no checksum; the length is all that can be checked.

pub(super) fn canonical(value: &str) -> Option<String> {
    let bytes = bs58::decode(value).into_vec().ok()?;
    let zero = bytes.iter().all(|byte| *byte == 0);
    (bytes.len() == 32 && !zero).then(|| value.to_owned())
}
