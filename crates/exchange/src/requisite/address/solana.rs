//! Solana: 32 bytes in base58. There is no checksum; only the length can be checked.

use super::Address;

pub(super) fn read(value: &str) -> Option<Address> {
    let account = bs58::decode(value).into_vec().ok()?;
    (account.len() == 32).then(|| Address { text: value.to_owned(), account })
}
