//! The code of a referral link. Pure.

use std::fmt;

/// The characters of a code: digits and capital letters without those that are read for another (0, 1, I, L, O).
const ALPHABET: &[u8; 31] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";
/// The length of a code. There are 850 thousand million codes, so a guess almost never finds one.
const CHARS: usize = 8;

/// A referral code, unique in its tenant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Code(String);

impl Code {
    /// A code from random bytes. `None` if too few of them fit without favouring a character; the caller tries again.
    #[must_use]
    pub fn from_random(bytes: &[u8]) -> Option<Self> {
        // 248 is the largest multiple of 31 in a byte.
        let fair = bytes.iter().filter(|byte| **byte < 248);
        let chars: String = fair.take(CHARS).map(|byte| char::from(ALPHABET[usize::from(*byte) % 31])).collect();
        (chars.len() == CHARS).then_some(Self(chars))
    }

    /// Reads a typed code: case, spaces and dashes do not count. `None` for everything else.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        if text.len() > 40 {
            return None;
        }
        let typed = text.chars().filter(|c| !c.is_whitespace() && *c != '-').map(|c| c.to_ascii_uppercase());
        let code: String = typed.collect();
        let is_code = code.len() == CHARS && code.bytes().all(|byte| ALPHABET.contains(&byte));
        is_code.then_some(Self(code))
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_code_reads_back_however_it_is_typed(bytes in any::<[u8; 32]>()) {
            let Some(code) = Code::from_random(&bytes) else { return Ok(()) };
            prop_assert_eq!(Code::read(code.as_str()), Some(code.clone()));
            let (head, tail) = code.as_str().split_at(4);
            prop_assert_eq!(Code::read(&format!(" {}-{} ", head.to_lowercase(), tail)), Some(code));
        }

        #[test]
        fn no_other_text_is_a_code_and_none_panics(text in ".{0,60}") {
            if let Some(code) = Code::read(&text) {
                prop_assert_eq!(code.as_str().len(), CHARS);
            }
        }
    }

    #[test]
    fn a_code_has_no_character_that_is_read_for_another() {
        for text in ["ABCDEFG0", "ABCDEFG1", "ABCDEFGI", "ABCDEFGO", "ABCDEFGL", "ABCDEFG", "ABCDEFGHJ", ""] {
            assert_eq!(Code::read(text), None, "{text}");
        }
    }
}
