//! Signed tokens in compact form (RFC 7515). Reads RS256, the only algorithm of Google and Apple, and writes ES256,
//! which Apple requires for client secrets. No other algorithm is implemented, so `none` and all others are refused.

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use ring::rand::SystemRandom;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Tokens of both providers have about 1,500 bytes.
const TOKEN_BYTES_MAX: usize = 16 * 1024;

/// Why a token is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum JwsError {
    /// The token is malformed, has another algorithm, or has an invalid signature.
    Refused,
    /// The key of the signature is not known (yet).
    UnknownKey,
}

/// A provider's public key (RFC 7517).
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Jwk {
    kty: String,
    #[serde(default)]
    kid: Option<String>,
    #[serde(default, rename = "use")]
    purpose: Option<String>,
    #[serde(default)]
    alg: Option<String>,
    #[serde(default)]
    n: Option<String>,
    #[serde(default)]
    e: Option<String>,
}

#[derive(Deserialize)]
struct Header {
    alg: String,
    #[serde(default)]
    kid: Option<String>,
    /// Critical extensions (`crit`), of which none is supported.
    #[serde(default)]
    crit: Option<Value>,
}

/// The payload of a token, if one of `keys` signed it.
///
/// # Errors
/// [`JwsError`].
pub(super) fn read<T: DeserializeOwned>(token: &str, keys: &[Jwk]) -> Result<T, JwsError> {
    if token.len() > TOKEN_BYTES_MAX {
        return Err(JwsError::Refused);
    }
    let (signed, signature) = token.rsplit_once('.').ok_or(JwsError::Refused)?;
    let (header, content) = signed.split_once('.').ok_or(JwsError::Refused)?;
    let header: Header = json(header)?;
    if header.alg != "RS256" || header.crit.is_some() {
        return Err(JwsError::Refused);
    }
    let key = keys.iter().find(|key| key.signs_as(header.kid.as_deref())).ok_or(JwsError::UnknownKey)?;
    let part = |text: &Option<String>| text.as_deref().and_then(|text| decode(text).ok()).ok_or(JwsError::Refused);
    let public = RsaPublicKeyComponents { n: part(&key.n)?, e: part(&key.e)? };
    let signature = decode(signature)?;
    let checked = public.verify(&RSA_PKCS1_2048_8192_SHA256, signed.as_bytes(), &signature);
    checked.map_err(|_| JwsError::Refused)?;
    json(content)
}

impl Jwk {
    fn signs_as(&self, kid: Option<&str>) -> bool {
        let fits = |word: &Option<String>, wanted: &str| word.as_deref().is_none_or(|word| word == wanted);
        self.kty == "RSA" && fits(&self.purpose, "sig") && fits(&self.alg, "RS256") && self.kid.as_deref() == kid
    }
}

/// A key for ES256 signatures: a PKCS#8 file from Apple.
pub(super) struct SigningKey(EcdsaKeyPair);

impl SigningKey {
    /// Parses a PEM key on the curve P-256.
    pub(super) fn from_pem(pem: &str) -> Option<Self> {
        let body: String = pem.lines().filter(|line| !line.starts_with("-----")).map(str::trim).collect();
        let der = STANDARD.decode(body).ok()?;
        EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &der, &SystemRandom::new()).ok().map(Self)
    }

    /// Signs a token with this content; `None` if the system has no random numbers.
    pub(super) fn sign(&self, header: &Value, content: &Value) -> Option<String> {
        let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let signed = format!("{}.{}", part(header), part(content));
        let signature = self.0.sign(&SystemRandom::new(), signed.as_bytes()).ok()?;
        Some(format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature)))
    }
}

fn decode(text: &str) -> Result<Vec<u8>, JwsError> {
    URL_SAFE_NO_PAD.decode(text).map_err(|_| JwsError::Refused)
}

fn json<T: DeserializeOwned>(text: &str) -> Result<T, JwsError> {
    serde_json::from_slice(&decode(text)?).map_err(|_| JwsError::Refused)
}

#[cfg(test)]
mod tests {
    use ring::signature::{ECDSA_P256_SHA256_FIXED, KeyPair, UnparsedPublicKey};
    use serde_json::json;

    use super::*;

    /// RFC 7515, appendix A.2: a token and the key that signed it.
    const TOKEN: &str = "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw";
    const N: &str = "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ";

    fn key(change: impl Fn(&mut Value)) -> Vec<Jwk> {
        let mut key = json!({ "kty": "RSA", "n": N, "e": "AQAB" });
        change(&mut key);
        vec![serde_json::from_value(key).unwrap()]
    }

    #[test]
    fn the_token_of_the_standard_is_read() {
        let content: Value = read(TOKEN, &key(|_| ())).unwrap();
        assert_eq!(content["iss"], "joe");
    }

    #[test]
    fn a_changed_token_an_unsigned_one_and_another_algorithm_are_refused() {
        let keys = key(|_| ());
        let (signed, signature) = TOKEN.rsplit_once('.').unwrap();
        let encode = |text: &str| URL_SAFE_NO_PAD.encode(text);
        let content = signed.split_once('.').unwrap().1;
        for token in [
            TOKEN.replacen("eyJpc3MiOiJqb2Ui", "eyJpc3MiOiJqb2Uj", 1),
            format!("{signed}."),
            format!("{}.{content}.", encode(r#"{"alg":"none"}"#)),
            format!("{}.{content}.{signature}", encode(r#"{"alg":"HS256"}"#)),
            format!("{}.{content}.{signature}", encode(r#"{"alg":"RS256","crit":["exp"]}"#)),
            signed.to_owned(),
            String::new(),
            "a.b.c".into(),
            "a".repeat(TOKEN_BYTES_MAX + 1),
        ] {
            assert_eq!(read::<Value>(&token, &keys), Err(JwsError::Refused), "{token}");
        }
    }

    #[test]
    fn a_key_signs_under_its_own_name_and_for_its_own_purpose_only() {
        for change in [("kid", json!("2026")), ("use", json!("enc")), ("alg", json!("RS512")), ("kty", json!("EC"))] {
            let keys = key(|key| key[change.0] = change.1.clone());
            assert_eq!(read::<Value>(TOKEN, &keys), Err(JwsError::UnknownKey), "{change:?}");
        }
        assert!(read::<Value>(TOKEN, &key(|key| key["use"] = json!("sig"))).is_ok());
    }

    #[test]
    fn an_own_signature_verifies() {
        let made = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new()).unwrap();
        let pem = format!("-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----\n", STANDARD.encode(&made));
        let key = SigningKey::from_pem(&pem).unwrap();
        let token = key.sign(&json!({ "alg": "ES256", "kid": "K" }), &json!({ "iss": "T" })).unwrap();
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let public = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, key.0.public_key().as_ref());
        assert!(public.verify(signed.as_bytes(), &decode(signature).unwrap()).is_ok());
        assert!(SigningKey::from_pem("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----").is_none());
    }
}
