use kernel::TransactionId;

/// Crockford's alphabet: no I, L, O or U, so that it can be read out over a telephone.
const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// The short name of a transaction that people read out and write on bank transfers, like `7K2M-94QD`: the last 40 bits
/// of its id, which are random in a UUIDv7. It helps to find a transaction; it does not identify one.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_is_two_groups_of_four_plain_characters() {
        let id = TransactionId::from_uuid(uuid::Uuid::from_u128(0x0197_0000_0000_7000_8000_0012_3456_789a));
        assert_eq!(short_reference(id), "28T5-CY4T");
    }
}
