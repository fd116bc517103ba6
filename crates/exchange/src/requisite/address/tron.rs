//! TRON: base58check of 0x41 and 20 bytes.

use super::Address;

const VERSION: u8 = 0x41;

pub(super) fn read(value: &str) -> Option<Address> {
    let mut account = bs58::decode(value).with_check(Some(VERSION)).into_vec().ok()?;
    if account.len() != 21 {
        return None;
    }
    // The version byte is not part of the account.
    account.remove(0);
    Some(Address { text: value.to_owned(), account })
}
