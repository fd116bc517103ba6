//! Recovery codes: a set of ten, shown once. Each replaces the second factor once. Pure.

use data_encoding::BASE32_NOPAD;
use hmac::{Hmac, Mac};
use kernel::{TenantId, UserId};
use sha2::Sha256;

use crate::{Pepper, Secret};

/// Codes in a set.
pub(super) const CODES: usize = 10;
/// Random bytes in a code: 80 bits, 16 letters.
pub(super) const BYTES: usize = 10;
const LETTERS: usize = 16;

/// The display form of a code: four groups of four letters.
pub(super) fn shown(bytes: &[u8; BYTES]) -> Secret {
    let letters = BASE32_NOPAD.encode(bytes);
    let groups: Vec<&str> = (0..4).map(|group| &letters[group * 4..group * 4 + 4]).collect();
    Secret::new(groups.join("-"))
}

/// The letters of a typed code; `None` if it cannot be one. Base 32 has no 0, 1 or 8, so they are read as similar
/// letters.
pub(super) fn typed(text: &str) -> Option<String> {
    if text.len() > 64 {
        return None;
    }
    let letters: String = text
        .chars()
        .filter(|c| !c.is_whitespace() && *c != '-')
        .map(|c| match c.to_ascii_uppercase() {
            '0' => 'O',
            '1' => 'I',
            '8' => 'B',
            letter => letter,
        })
        .collect();
    let good =
        letters.len() == LETTERS && letters.bytes().all(|b| b.is_ascii_uppercase() || (b'2'..=b'7').contains(&b));
    good.then_some(letters)
}

/// The stored hash of a code.
pub(super) fn hash(pepper: &Pepper, tenant: TenantId, user: UserId, letters: &str) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(pepper.bytes()).expect("HMAC takes keys of any length");
    mac.update(b"agio recovery code");
    mac.update(tenant.uuid().as_bytes());
    mac.update(user.uuid().as_bytes());
    mac.update(letters.as_bytes());
    mac.finalize().into_bytes().into()
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_code_reads_back_however_it_is_typed() {
        let code = shown(&[0xff; BYTES]);
        assert_eq!(code.expose(), "7777-7777-7777-7777");
        let code = shown(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
        let letters = typed(code.expose()).unwrap();
        assert_eq!(typed(&code.expose().to_lowercase().replace('-', " ")), Some(letters.clone()));
        assert_eq!(typed(&letters.replace('B', "8").replace('I', "1").replace('O', "0")), Some(letters));
        for odd in ["", "123456", "7777-7777-7777-777", "7777-7777-7777-7777-7", "7777777777777+77"] {
            assert_eq!(typed(odd), None, "{odd}");
        }
    }

    #[test]
    fn a_recovery_code_belongs_to_one_person_at_one_tenant() {
        let hash = |tenant, user, pepper| {
            let (tenant, user) =
                (TenantId::from_uuid(Uuid::from_u128(tenant)), UserId::from_uuid(Uuid::from_u128(user)));
            super::hash(&Pepper::new([pepper; 32]), tenant, user, "7777777777777777")
        };
        assert_eq!(hash(1, 1, 1), hash(1, 1, 1));
        for other in [hash(2, 1, 1), hash(1, 2, 1), hash(1, 1, 2)] {
            assert_ne!(hash(1, 1, 1), other);
        }
    }
}
