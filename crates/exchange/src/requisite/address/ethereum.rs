//! Addresses of Ethereum and of the chains that share its format.

use sha3::{Digest, Keccak256};

use super::Address;

/// `0x` and 40 hexadecimal digits. A single case is accepted; mixed case must match the EIP-55 checksum. The output is
/// checksummed.
pub(super) fn read(value: &str) -> Option<Address> {
    let digits = value.strip_prefix("0x")?;
    if digits.len() != 40 {
        return None;
    }
    let lower = digits.to_ascii_lowercase();
    let account = hex::decode(&lower).ok()?;
    let checksummed = checksum(&lower);
    let one_case = digits == lower || digits == digits.to_ascii_uppercase();
    (one_case || digits == checksummed).then(|| Address { text: format!("0x{checksummed}"), account })
}

/// EIP-55: a letter is upper case if the hash of the lower-case digits has a nibble of 8 or more.
fn checksum(lower: &str) -> String {
    let hash = Keccak256::digest(lower.as_bytes());
    let nibble = |at: usize| if at.is_multiple_of(2) { hash[at / 2] >> 4 } else { hash[at / 2] & 0x0f };
    let cased = |(at, digit): (usize, char)| if nibble(at) >= 8 { digit.to_ascii_uppercase() } else { digit };
    lower.chars().enumerate().map(cased).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canonical(value: &str) -> Option<String> {
        read(value).map(|address| address.text)
    }

    #[test]
    fn the_vectors_of_eip_55() {
        for address in [
            "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
            "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
            "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
            "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
        ] {
            assert_eq!(canonical(address).as_deref(), Some(address));
            assert_eq!(canonical(&address.to_lowercase()).as_deref(), Some(address));
            let slipped = address.replace("E9", "e9").replace("bB", "Bb").replace("DbF", "dbf").replace("D12", "d12");
            if slipped != address {
                assert_eq!(canonical(&slipped), None);
            }
        }
        assert_eq!(canonical("0x70997970C51812dc3A010C7d01b50e0d17dc79Zz"), None);
    }
}
