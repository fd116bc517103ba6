//! Encryption of web push messages (RFC 8291, over the content coding `aes128gcm` of RFC 8188) and their signature
//! (VAPID, RFC 8292).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
use ring::rand::{SecureRandom, SystemRandom};
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair};
use serde_json::json;
use url::Url;

const SALT_BYTES: usize = 16;
/// The only record: push services take 4,096 bytes in all.
const RECORD_BYTES: u32 = 4_096;
/// Marks the last record.
const LAST: u8 = 2;
/// The longest validity that RFC 8292 allows is 24 hours.
const VALID_FOR: TimeDelta = TimeDelta::hours(12);

/// The message cannot be encrypted or signed with these keys.
#[derive(Debug, thiserror::Error)]
#[error("the keys of the message are not usable")]
pub(super) struct BadKeys;

impl From<ring::error::Unspecified> for BadKeys {
    fn from(_: ring::error::Unspecified) -> Self {
        Self
    }
}

struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

/// Encrypts `plain` for the browser with this public key and shared secret.
pub(super) fn encrypt(browser: &[u8], auth: &[u8], plain: &[u8]) -> Result<Vec<u8>, BadKeys> {
    let random = SystemRandom::new();
    let private = EphemeralPrivateKey::generate(&ECDH_P256, &random)?;
    let public = private.compute_public_key()?;
    let mut salt = [0; SALT_BYTES];
    random.fill(&mut salt)?;
    let peer = UnparsedPublicKey::new(&ECDH_P256, browser);
    agree_ephemeral(private, &peer, |shared| seal(shared, (browser, auth), public.as_ref(), salt, plain))?
}

/// The message of an agreed secret. Pure.
fn seal(
    shared: &[u8],
    (browser, auth): (&[u8], &[u8]),
    public: &[u8],
    salt: [u8; SALT_BYTES],
    plain: &[u8],
) -> Result<Vec<u8>, BadKeys> {
    let (key, nonce) = keys(shared, (browser, auth), public, salt)?;
    let mut record = [plain, &[LAST]].concat();
    let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key)?);
    key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut record)?;
    let length = u8::try_from(public.len()).map_err(|_| BadKeys)?;
    Ok([&salt, RECORD_BYTES.to_be_bytes().as_slice(), &[length], public, &record].concat())
}

/// The content-encryption key and the nonce.
fn keys(
    shared: &[u8],
    (browser, auth): (&[u8], &[u8]),
    public: &[u8],
    salt: [u8; SALT_BYTES],
) -> Result<([u8; 16], [u8; 12]), BadKeys> {
    let mut input = [0; 32];
    let info: [&[u8]; 3] = [b"WebPush: info\0", browser, public];
    Salt::new(HKDF_SHA256, auth).extract(shared).expand(&info, Length(input.len()))?.fill(&mut input)?;
    let pseudorandom = Salt::new(HKDF_SHA256, &salt).extract(&input);
    let (mut key, mut nonce) = ([0; 16], [0; 12]);
    pseudorandom.expand(&[b"Content-Encoding: aes128gcm\0"], Length(key.len()))?.fill(&mut key)?;
    pseudorandom.expand(&[b"Content-Encoding: nonce\0"], Length(nonce.len()))?.fill(&mut nonce)?;
    Ok((key, nonce))
}

/// The value of `Authorization`. `private` is PKCS #8.
pub(super) fn authorization(
    (public, private): (&[u8], &[u8]),
    endpoint: &Url,
    subject: &str,
    now: DateTime<Utc>,
) -> Result<String, BadKeys> {
    let random = SystemRandom::new();
    let key = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, private, &random).map_err(|_| BadKeys)?;
    let header = json!({"typ": "JWT", "alg": "ES256"}).to_string();
    let audience = endpoint.origin().ascii_serialization();
    let claims = json!({"aud": audience, "exp": (now + VALID_FOR).timestamp(), "sub": subject}).to_string();
    let signed = format!("{}.{}", URL_SAFE_NO_PAD.encode(header), URL_SAFE_NO_PAD.encode(claims));
    let signature = key.sign(&random, signed.as_bytes())?;
    let (signature, public) = (URL_SAFE_NO_PAD.encode(signature), URL_SAFE_NO_PAD.encode(public));
    Ok(format!("vapid t={signed}.{signature}, k={public}"))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        URL_SAFE_NO_PAD.decode(text).unwrap()
    }

    /// The plain text of a message for this browser.
    pub fn opened(private: EphemeralPrivateKey, browser: &[u8], auth: &[u8], message: &[u8]) -> Vec<u8> {
        let (salt, rest) = message.split_at(SALT_BYTES);
        let (public, record) = rest[5..].split_at(usize::from(rest[4]));
        let peer = UnparsedPublicKey::new(&ECDH_P256, public);
        let shared = agree_ephemeral(private, &peer, <[u8]>::to_vec).unwrap();
        let (key, nonce) = keys(&shared, (browser, auth), public, salt.try_into().unwrap()).unwrap();
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).unwrap());
        let mut record = record.to_vec();
        let plain = key.open_in_place(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut record).unwrap();
        let (last, plain) = plain.split_last().unwrap();
        assert_eq!(*last, LAST);
        plain.to_vec()
    }

    #[test]
    fn the_example_of_rfc_8291_is_encrypted_as_it_says() {
        let shared = bytes("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs");
        let auth = bytes("BTBZMqHH6r4Tts7J_aSIgg");
        let browser = bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4");
        let public = bytes("BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8");
        let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().unwrap();
        let plain = b"When I grow up, I want to be a watermelon";
        let sealed = seal(&shared, (&browser, &auth), &public, salt, plain).unwrap();
        let expected = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
        assert_eq!(URL_SAFE_NO_PAD.encode(sealed), expected);
    }

    #[test]
    fn a_key_that_is_no_point_of_the_curve_is_refused() {
        assert!(encrypt(&[4; 65], &[1; 16], b"hello").is_err());
        assert!(encrypt(&[], &[1; 16], b"hello").is_err());
    }
}
