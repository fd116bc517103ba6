//! Signatures of firm quotes, by which a customer can prove the promised price.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use ed25519_dalek::{Signer, SigningKey};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::Quote;

/// Signs quotes as compact JWS with EdDSA (RFC 7515, RFC 8037). The key comes from the configuration.
#[derive(Clone)]
pub struct QuoteSigner {
    key: SigningKey,
    kid: String,
}

impl std::fmt::Debug for QuoteSigner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("QuoteSigner").field("kid", &self.kid).finish_non_exhaustive()
    }
}

impl QuoteSigner {
    /// A signer with this 32-byte secret key.
    #[must_use]
    pub fn from_seed(seed: [u8; 32]) -> Self {
        let key = SigningKey::from_bytes(&seed);
        let digest = Sha256::digest(key.verifying_key().as_bytes());
        Self { key, kid: BASE64.encode(&digest[..8]) }
    }

    /// The key id in the header of each signature.
    #[must_use]
    pub fn kid(&self) -> &str {
        &self.kid
    }

    /// The public key, for `/.well-known/jwks.json`.
    #[must_use]
    pub fn public_key(&self) -> [u8; 32] {
        self.key.verifying_key().to_bytes()
    }

    /// Signs all fields of the quote except the signature, as a JWS with detached content (RFC 7515, appendix F). The
    /// quote itself is the content; an embedded copy would take three quarters of the stored size.
    #[must_use]
    pub fn sign(&self, quote: &Quote) -> String {
        let (header, body) = (self.header(), body(quote));
        let signature = self.key.sign(format!("{header}.{body}").as_bytes());
        format!("{header}..{}", BASE64.encode(signature.to_bytes()))
    }

    /// Whether the quote carries a valid signature of this signer. Ed25519 is deterministic (RFC 8032), so the
    /// signature is recomputed and compared, at half the cost of a verification.
    #[must_use]
    pub fn verify(&self, quote: &Quote) -> bool {
        let (given, ours) = (quote.signature.as_deref().and_then(parts), self.sign(quote));
        given
            .zip(parts(&ours))
            .is_some_and(|(given, ours)| given.0 == ours.0 && bool::from(given.1.as_bytes().ct_eq(ours.1.as_bytes())))
    }

    /// Signs claims for a third party as a compact JWS. `typ` in the header keeps the kinds of statements apart: a
    /// verifier of one kind must refuse the others (RFC 8725, section 3.11).
    #[must_use]
    pub fn sign_claims(&self, typ: &str, claims: &serde_json::Value) -> String {
        let (header, body) = (self.header_of(typ), BASE64.encode(claims.to_string()));
        let signature = self.key.sign(format!("{header}.{body}").as_bytes());
        format!("{header}.{body}.{}", BASE64.encode(signature.to_bytes()))
    }

    fn header(&self) -> String {
        self.header_of("JWT")
    }

    fn header_of(&self, typ: &str) -> String {
        BASE64.encode(serde_json::json!({ "alg": "EdDSA", "kid": self.kid, "typ": typ }).to_string())
    }
}

impl Quote {
    /// The signature with its content embedded, as a compact JWS for the customer. `None` for an unsigned quote.
    #[must_use]
    pub fn compact_jws(&self) -> Option<String> {
        let (header, signature) = self.signature.as_deref().and_then(parts)?;
        Some(format!("{header}.{}.{signature}", body(self)))
    }
}

/// The header and signature of a JWS, with or without embedded content.
fn parts(jws: &str) -> Option<(&str, &str)> {
    let (header, rest) = jws.split_once('.')?;
    Some((header, rest.rsplit_once('.')?.1))
}

/// The signed content. Serde writes the fields in the order of the struct, so the same quote always gives the same
/// text.
fn body(quote: &Quote) -> String {
    let unsigned = Quote { signature: None, ..quote.clone() };
    BASE64.encode(serde_json::to_vec(&unsigned).expect("a quote is plain data"))
}

#[cfg(test)]
mod tests {
    use ed25519_dalek::{Signature, Verifier};

    use super::*;
    use crate::quote::tests::firm;

    #[test]
    fn a_signed_quote_shows_its_terms_and_its_signer() {
        let signer = QuoteSigner::from_seed([7; 32]);
        let mut quote = firm();
        assert_eq!(quote.compact_jws(), None);
        quote.signature = Some(signer.sign(&quote));
        let compact = quote.compact_jws().unwrap_or_default();
        let [header, content, signature] = <[_; 3]>::try_from(compact.split('.').collect::<Vec<_>>()).unwrap();
        let key = ed25519_dalek::VerifyingKey::from_bytes(&signer.public_key()).unwrap();
        let bytes = Signature::from_slice(&BASE64.decode(signature).unwrap()).unwrap();
        assert!(key.verify(format!("{header}.{content}").as_bytes(), &bytes).is_ok());
        let content: Quote = serde_json::from_slice(&BASE64.decode(content).unwrap()).unwrap();
        assert_eq!(Quote { signature: None, ..quote }, content);
    }

    #[test]
    fn a_signature_covers_every_field_and_only_the_own_key_verifies() {
        let signer = QuoteSigner::from_seed([7; 32]);
        let mut quote = firm();
        quote.signature = Some(signer.sign(&quote));
        assert!(signer.verify(&quote));
        let compact = Quote { signature: quote.compact_jws(), ..quote.clone() };
        assert!(signer.verify(&compact), "one that was kept with its content before");
        assert!(
            !signer.verify(&Quote { expires_at: quote.expires_at + chrono::TimeDelta::seconds(1), ..quote.clone() })
        );
        assert!(!signer.verify(&Quote { signature: None, ..quote.clone() }));
        assert!(!signer.verify(&Quote { signature: Some("a.b".to_owned()), ..quote.clone() }));
        assert!(!QuoteSigner::from_seed([8; 32]).verify(&quote));
    }
}
