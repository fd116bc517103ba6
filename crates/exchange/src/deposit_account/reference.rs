//! Finds short references in the remittance information of a bank transfer.

use crate::reference_ending;

/// The maximum number of characters to scan: the remittance information of a SEPA transfer has 140.
const READ_MAX: usize = 140;
/// The length of each half of a short reference.
const HALF: usize = 4;

/// Every candidate for a short reference in the text, in canonical form and without duplicates. Banks drop the hyphen,
/// replace it by a space, or join it with other words.
pub(crate) fn references_in(text: &str) -> Vec<String> {
    let read: String = text.chars().take(READ_MAX).collect();
    let words: Vec<&str> =
        read.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let whole = words.iter().map(|word| (*word).to_owned());
    let halves = words.windows(2).filter(|pair| pair.iter().all(|half| half.len() == HALF)).map(<[&str]>::concat);
    let mut found: Vec<String> = whole.chain(halves).filter_map(|word| canonical(&word)).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// The canonical form of the reference; `None` if the word is not one.
fn canonical(word: &str) -> Option<String> {
    let ending = u128::from_str_radix(&reference_ending(word)?, 16).ok()?;
    Some(crate::short_reference(kernel::TransactionId::from_uuid(uuid::Uuid::from_u128(ending))))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_reference_is_found_however_a_bank_writes_it() {
        for text in ["7K2M-94QD", "7k2m94qd", "INVOICE 7K2M 94QD", "/RFB/7K2M-94QD//thanks", "7K2M\u{2013}94QD"] {
            assert_eq!(references_in(text), ["7K2M-94QD"], "{text}");
        }
        assert_eq!(references_in("7K2M-94QD or 28T5-CY4T"), ["28T5-CY4T", "7K2M-94QD"]);
        for text in ["", "rent", "7K2M-94Q", "7K2M9-4QD1"] {
            assert_eq!(references_in(text), [""; 0], "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_text_panics_and_every_found_reference_is_valid(text in "\\PC{0,300}") {
            for found in references_in(&text) {
                prop_assert_eq!(references_in(&found), [found]);
            }
        }
    }
}
