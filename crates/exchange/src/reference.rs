//! The short reference of a transaction, such as `7K2M-94QD`, derived from its id.

use kernel::TransactionId;

/// Crockford's Base32 alphabet. It omits I, L, O and U, so that a reference can be read out over the telephone.
const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// The short reference of a transaction, such as `7K2M-94QD`, for telephone calls and bank transfers. It encodes the
/// last 40 bits of the id, which are random in a UUIDv7 (RFC 9562). It helps to find a transaction; it does not
/// identify one.
#[must_use]
pub fn short_reference(id: TransactionId) -> String {
    let bits = id.uuid().as_u128();
    let mut text = String::with_capacity(9);
    for place in (0..8).rev() {
        let letter = usize::try_from((bits >> (place * 5)) & 31).unwrap_or(0);
        text.push(char::from(LETTERS[letter]));
        if place == 4 {
            text.push('-');
        }
    }
    text
}

/// The last ten hexadecimal digits of the ids with this short reference; `None` if the text is not a short reference.
/// Accepts lower case, a missing hyphen, O for 0, and I or L for 1.
pub(crate) fn reference_ending(text: &str) -> Option<String> {
    let plain: String = text.trim().chars().filter(|letter| *letter != '-').collect();
    if plain.chars().count() != 8 {
        return None;
    }
    let bits = plain.chars().try_fold(0_u64, |bits, letter| {
        let letter = match letter.to_ascii_uppercase() {
            'O' => '0',
            'I' | 'L' => '1',
            other => other,
        };
        let place = LETTERS.iter().position(|known| char::from(*known) == letter)?;
        Some(bits << 5 | u64::try_from(place).ok()?)
    })?;
    Some(format!("{bits:010x}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_reads_back_however_it_is_typed() {
        let id = TransactionId::from_uuid(uuid::Uuid::from_u128(0x0197_0000_0000_7000_8000_0012_3456_789a));
        for typed in ["28T5-CY4T", " 28t5cy4t ", "28t5-cy4t"] {
            assert_eq!(reference_ending(typed).unwrap(), "123456789a", "{typed}");
        }
        assert_eq!(reference_ending("OIL0-0000"), reference_ending("0110-0000"));
        for wrong in ["", "28T5-CY4", "28T5-CY4TT", "28T5-CY4U", "28T5-CYé4", "%8T5-CY4T"] {
            assert_eq!(reference_ending(wrong), None, "{wrong}");
        }
        assert!(id.to_string().ends_with("123456789a"));
    }

    #[test]
    fn a_reference_is_two_groups_of_four_plain_characters() {
        let id = TransactionId::from_uuid(uuid::Uuid::from_u128(0x0197_0000_0000_7000_8000_0012_3456_789a));
        assert_eq!(short_reference(id), "28T5-CY4T");
    }
}
