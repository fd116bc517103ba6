//! The encryption itself, without a database: the caller passes keys and nonces. Pure.

use aes_gcm::aead::{Aead, KeyInit, Payload};
use aes_gcm::{Aes256Gcm, Key, Nonce};
use hkdf::Hkdf;
use kernel::TenantId;
use sha2::Sha256;
use uuid::Uuid;
use zeroize::Zeroizing;

/// A key of AES-256, wiped when it is dropped.
pub(super) type Bytes32 = Zeroizing<[u8; 32]>;

const FORMAT: u8 = 1;
const NONCE_BYTES: usize = 12;
/// The header in front of the ciphertext: format, generation and nonce.
const HEADER_BYTES: usize = 1 + 4 + NONCE_BYTES;

/// The class of data that a key is for. A key of one class decrypts nothing of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Seeds of authenticator apps.
    Totp,
    /// Personal data: names, addresses, phone numbers.
    Pii,
    /// Data of identity checks: documents and provider results.
    Kyc,
    /// Secrets that sign what partners receive.
    Partner,
    /// Secrets of the tenant's connections to banks and acquirers.
    Rail,
    /// Keys that sign web push messages.
    Push,
    /// Codes that were paid out and may not be redeemed yet.
    PayoutCode,
}

impl Class {
    /// Its name in the database.
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Totp => "totp",
            Self::Pii => "pii",
            Self::Kyc => "kyc",
            Self::Partner => "partner",
            Self::Rail => "rail",
            Self::Push => "push",
            Self::PayoutCode => "payout_code",
        }
    }
}

/// The owner and type of a ciphertext. It is authenticated, so bytes that are moved elsewhere do not decrypt.
#[derive(Clone, Copy, Debug)]
pub(super) struct CiphertextContext {
    pub tenant: TenantId,
    pub class: Class,
    /// Nil for a wrapped data key: no record has that id.
    pub record: Uuid,
    pub generation: i32,
}

impl CiphertextContext {
    /// An unambiguous encoding of the fields: all but the last have a fixed length.
    fn associated(&self) -> Vec<u8> {
        let mut bytes = b"agio envelope 1".to_vec();
        bytes.extend(self.tenant.uuid().as_bytes());
        bytes.extend(self.record.as_bytes());
        bytes.extend(self.generation.to_be_bytes());
        bytes.extend(self.class.as_str().as_bytes());
        bytes
    }
}

/// The bytes were not encrypted under this key for this place, or were modified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DecryptionFailed;

fn encrypt(
    key: &Bytes32,
    nonce: &[u8; NONCE_BYTES],
    place: &CiphertextContext,
    plain: &[u8],
) -> Result<Vec<u8>, DecryptionFailed> {
    let aad = place.associated();
    let cipher = Aes256Gcm::new(Key::<Aes256Gcm>::from_slice(&**key));
    cipher.encrypt(Nonce::from_slice(nonce), Payload { msg: plain, aad: &aad }).map_err(|_| DecryptionFailed)
}

fn decrypt(
    key: &Bytes32,
    nonce: &[u8],
    place: &CiphertextContext,
    sealed: &[u8],
) -> Result<Zeroizing<Vec<u8>>, DecryptionFailed> {
    let aad = place.associated();
    let cipher = Aes256Gcm::new(Key::<Aes256Gcm>::from_slice(&**key));
    let payload = Payload { msg: sealed, aad: &aad };
    cipher.decrypt(Nonce::from_slice(nonce), payload).map(Zeroizing::new).map_err(|_| DecryptionFailed)
}

/// Derives the key of a record. Random nonces are safe for about four billion messages under one key, and no record has
/// that many.
fn record_key(data_key: &Bytes32, record: Uuid) -> Bytes32 {
    let mut key = Zeroizing::new([0; 32]);
    let derived =
        Hkdf::<Sha256>::new(None, &**data_key).expand_multi_info(&[b"agio record", record.as_bytes()], &mut *key);
    derived.expect("32 bytes are less than 255 hashes");
    key
}

/// Encrypts a data key under the key-encryption key: nonce, then ciphertext.
pub(super) fn wrap(
    kek: &Bytes32,
    place: &CiphertextContext,
    nonce: [u8; NONCE_BYTES],
    data_key: &Bytes32,
) -> Result<Vec<u8>, DecryptionFailed> {
    let mut wrapped = nonce.to_vec();
    wrapped.extend(encrypt(kek, &nonce, place, &**data_key)?);
    Ok(wrapped)
}

/// The reverse of [`wrap`].
pub(super) fn unwrap(kek: &Bytes32, place: &CiphertextContext, wrapped: &[u8]) -> Result<Bytes32, DecryptionFailed> {
    let (nonce, sealed) = wrapped.split_at_checked(NONCE_BYTES).ok_or(DecryptionFailed)?;
    let plain = decrypt(kek, nonce, place, sealed)?;
    let mut key = Zeroizing::new([0; 32]);
    if plain.len() != key.len() {
        return Err(DecryptionFailed);
    }
    key.copy_from_slice(&plain);
    Ok(key)
}

/// Encrypts a record: format, generation and nonce, then ciphertext.
pub(super) fn seal(
    data_key: &Bytes32,
    place: &CiphertextContext,
    nonce: [u8; NONCE_BYTES],
    plain: &[u8],
) -> Result<Vec<u8>, DecryptionFailed> {
    let mut sealed = vec![FORMAT];
    sealed.extend(place.generation.to_be_bytes());
    sealed.extend(nonce);
    sealed.extend(encrypt(&record_key(data_key, place.record), &nonce, place, plain)?);
    Ok(sealed)
}

/// The generation of the data key, read from the header of `sealed`.
pub(super) fn generation(sealed: &[u8]) -> Result<i32, DecryptionFailed> {
    let (header, _) = sealed.split_at_checked(HEADER_BYTES).ok_or(DecryptionFailed)?;
    match header {
        [FORMAT, a, b, c, d, ..] => Ok(i32::from_be_bytes([*a, *b, *c, *d])),
        _ => Err(DecryptionFailed),
    }
}

/// The reverse of [`seal`]; `place` holds the generation that [`generation`] has read.
pub(super) fn open(
    data_key: &Bytes32,
    place: &CiphertextContext,
    sealed: &[u8],
) -> Result<Zeroizing<Vec<u8>>, DecryptionFailed> {
    let (header, text) = sealed.split_at_checked(HEADER_BYTES).ok_or(DecryptionFailed)?;
    decrypt(&record_key(data_key, place.record), &header[HEADER_BYTES - NONCE_BYTES..], place, text)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn place() -> impl Strategy<Value = CiphertextContext> {
        let class =
            prop_oneof![Just(Class::Totp), Just(Class::Pii), Just(Class::Kyc), Just(Class::Partner), Just(Class::Push)];
        (any::<u128>(), class, any::<u128>(), 1..i32::MAX).prop_map(|(tenant, class, record, generation)| {
            CiphertextContext {
                tenant: TenantId::from_uuid(Uuid::from_u128(tenant)),
                class,
                record: Uuid::from_u128(record),
                generation,
            }
        })
    }

    fn others(place: CiphertextContext) -> [CiphertextContext; 4] {
        let class = if place.class == Class::Pii { Class::Kyc } else { Class::Pii };
        let next = |uuid: Uuid| Uuid::from_u128(uuid.as_u128().wrapping_add(1));
        [
            CiphertextContext { tenant: TenantId::from_uuid(next(place.tenant.uuid())), ..place },
            CiphertextContext { class, ..place },
            CiphertextContext { record: next(place.record), ..place },
            CiphertextContext { generation: place.generation - 1, ..place },
        ]
    }

    proptest! {
        #[test]
        fn a_ciphertext_opens_only_for_its_own_row(
            place in place(),
            key in any::<[u8; 32]>(),
            nonce in any::<[u8; 12]>(),
            plain in proptest::collection::vec(any::<u8>(), 0..200),
        ) {
            let key = Zeroizing::new(key);
            let sealed = seal(&key, &place, nonce, &plain).unwrap();
            prop_assert_eq!(generation(&sealed), Ok(place.generation));
            prop_assert_eq!(&**open(&key, &place, &sealed).unwrap(), &plain[..]);
            for other in others(place) {
                prop_assert!(open(&key, &other, &sealed).is_err(), "opened at {other:?}");
            }
            let mut wrong = key.clone();
            wrong[7] ^= 1;
            prop_assert!(open(&wrong, &place, &sealed).is_err());
        }

        #[test]
        fn a_bit_that_flips_anywhere_is_noticed(
            place in place(),
            key in any::<[u8; 32]>(),
            plain in proptest::collection::vec(any::<u8>(), 0..40),
            at in any::<prop::sample::Index>(),
            bit in 0..8_u8,
        ) {
            let key = Zeroizing::new(key);
            let mut sealed = seal(&key, &place, [3; 12], &plain).unwrap();
            let at = at.index(sealed.len());
            sealed[at] ^= 1 << bit;
            // Like the caller: the generation is read first and is part of the place.
            let opened = generation(&sealed)
                .and_then(|generation| open(&key, &CiphertextContext { generation, ..place }, &sealed).map(|_| ()));
            prop_assert_eq!(opened, Err(DecryptionFailed), "byte {}", at);
        }

        #[test]
        fn nonsense_is_refused(place in place(), bytes in proptest::collection::vec(any::<u8>(), 0..80)) {
            let key = Zeroizing::new([1; 32]);
            prop_assert!(open(&key, &place, &bytes).is_err());
            prop_assert!(unwrap(&key, &place, &bytes).is_err());
        }

        #[test]
        fn a_data_key_unwraps_only_for_its_own_record(place in place(), kek in any::<[u8; 32]>()) {
            let (kek, data_key) = (Zeroizing::new(kek), Zeroizing::new([9; 32]));
            let mut wrapped = wrap(&kek, &place, [5; 12], &data_key).unwrap();
            prop_assert_eq!(wrapped.len(), 60);
            prop_assert_eq!(&*unwrap(&kek, &place, &wrapped).unwrap(), &*data_key);
            for other in others(place) {
                prop_assert!(unwrap(&kek, &other, &wrapped).is_err(), "unwrapped at {other:?}");
            }
            wrapped[20] ^= 1;
            prop_assert!(unwrap(&kek, &place, &wrapped).is_err());
        }
    }

    #[test]
    fn records_have_keys_of_their_own() {
        let key = Zeroizing::new([1; 32]);
        assert_ne!(record_key(&key, Uuid::from_u128(1)), record_key(&key, Uuid::from_u128(2)));
    }
}
