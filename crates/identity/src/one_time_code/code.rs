//! One-time codes. A code is not stored. It is derived by HMAC-SHA-256 under the pepper from the challenge's id and
//! random seed, when the email is written and when an answer is checked. So a copy of the database contains no codes.

use hmac::{Hmac, Mac};
use kernel::{ChallengeId, TenantId};
use sha2::Sha256;
use subtle::ConstantTimeEq;

use crate::{Pepper, Secret};

const DIGITS: &[u8] = b"0123456789";
/// Capital letters and digits without similar ones: 32 characters, 5 bits each.
const LETTERS: &[u8] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const TYPED_CHARS_MAX: usize = 32;

/// The alphabet of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CodeKind {
    /// Six digits.
    Digits,
    /// Eight letters and digits, 40 bits: for a tenant under brute-force attack.
    Letters,
}

impl CodeKind {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Digits => "digits",
            Self::Letters => "letters",
        }
    }

    pub(crate) fn from_str(text: &str) -> Self {
        if text == "letters" { Self::Letters } else { Self::Digits }
    }
}

/// Derives the code of a challenge.
pub(crate) fn code_for(pepper: &Pepper, tenant: TenantId, id: ChallengeId, seed: &[u8; 16], kind: CodeKind) -> Secret {
    let mut mac = Hmac::<Sha256>::new_from_slice(pepper.bytes()).expect("HMAC takes keys of any length");
    mac.update(b"agio one-time code 1");
    for part in [tenant.uuid().as_bytes(), id.uuid().as_bytes(), seed] {
        mac.update(part);
    }
    let tag = mac.finalize().into_bytes();
    // 128 bits, of which a code takes at most 40, so the modulo bias is negligible.
    let mut number = u128::from_be_bytes(tag[..16].try_into().expect("a tag has 32 bytes"));
    let (alphabet, length) = match kind {
        CodeKind::Digits => (DIGITS, 6),
        CodeKind::Letters => (LETTERS, 8),
    };
    let base = alphabet.len() as u128;
    let mut code = String::with_capacity(length);
    for _ in 0..length {
        let at = usize::try_from(number % base).expect("less than the alphabet's length");
        code.push(char::from(alphabet[at]));
        number /= base;
    }
    Secret::new(code)
}

/// Normalizes a typed code: no spaces or dashes, upper case. `None` if it cannot be a code.
pub(crate) fn typed(text: &str) -> Option<String> {
    if text.len() > TYPED_CHARS_MAX {
        return None;
    }
    let code: String = text.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
    let plain = !code.is_empty() && code.bytes().all(|b| b.is_ascii_alphanumeric());
    plain.then(|| code.to_ascii_uppercase())
}

/// Compares in constant time.
pub(crate) fn matches(expected: &Secret, typed: &str) -> bool {
    expected.expose().as_bytes().ct_eq(typed.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn code(pepper: u8, tenant: u128, id: u128, seed: u8, kind: CodeKind) -> String {
        let (tenant, id) = (TenantId::from_uuid(Uuid::from_u128(tenant)), ChallengeId::from_uuid(Uuid::from_u128(id)));
        code_for(&Pepper::new([pepper; 32]), tenant, id, &[seed; 16], kind).expose().to_owned()
    }

    #[test]
    fn a_code_depends_on_everything_it_is_bound_to() {
        let base = code(1, 1, 1, 1, CodeKind::Digits);
        assert_eq!(base.len(), 6);
        assert!(base.bytes().all(|b| b.is_ascii_digit()));
        assert_eq!(base, code(1, 1, 1, 1, CodeKind::Digits));
        let others = [(2, 1, 1, 1), (1, 2, 1, 1), (1, 1, 2, 1), (1, 1, 1, 2)];
        for (pepper, tenant, id, seed) in others {
            assert_ne!(base, code(pepper, tenant, id, seed, CodeKind::Digits));
        }
        assert_eq!(code(1, 1, 1, 1, CodeKind::Letters).len(), 8);
    }

    #[test]
    fn codes_are_spread_over_all_of_their_range() {
        let mut first_digits = [0_u32; 10];
        for id in 0..2_000 {
            let code = code(1, 1, id, 1, CodeKind::Digits);
            first_digits[usize::from(code.as_bytes()[5] - b'0')] += 1;
        }
        assert!(first_digits.iter().all(|n| (130..=270).contains(n)), "{first_digits:?}");
    }

    #[test]
    fn spaces_and_small_letters_do_not_spoil_a_code() {
        assert_eq!(typed(" 123 456 ").as_deref(), Some("123456"));
        assert_eq!(typed("ab3d-efgh").as_deref(), Some("AB3DEFGH"));
        for odd in ["", " ", "12345é", "1234\u{0}56", &"1".repeat(33)] {
            assert_eq!(typed(odd), None);
        }
    }
}
