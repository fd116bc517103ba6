//! A firm quote is signed, so that whoever holds one can show what was promised.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use ed25519_dalek::{Signature, Signer, SigningKey, Verifier};
use sha2::{Digest, Sha256};

use super::Quote;

/// Signs quotes as compact JWS with EdDSA (RFC 7515, RFC 8037). The key comes from configuration.
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
    /// The signer with this 32-byte secret.
    #[must_use]
    pub fn from_seed(seed: [u8; 32]) -> Self {
        let key = SigningKey::from_bytes(&seed);
        let digest = Sha256::digest(key.verifying_key().as_bytes());
        Self { key, kid: BASE64.encode(&digest[..8]) }
    }

    /// The name of the key, as it stands in each signature.
    #[must_use]
    pub fn kid(&self) -> &str {
        &self.kid
    }

    /// The public key, for `/.well-known/jwks.json`.
    #[must_use]
    pub fn public_key(&self) -> [u8; 32] {
        self.key.verifying_key().to_bytes()
    }

    /// The signature over everything in the quote but itself.
    #[must_use]
    pub fn sign(&self, quote: &Quote) -> String {
        let text = self.signed_text(quote);
        let signature = self.key.sign(text.as_bytes());
        format!("{text}.{}", BASE64.encode(signature.to_bytes()))
    }

    /// Whether the quote carries our signature over what it says.
    #[must_use]
    pub fn verify(&self, quote: &Quote) -> bool {
        let text = self.signed_text(quote);
        let Some(signed) = quote.signature.as_deref().and_then(|signature| signature.rsplit_once('.')) else {
            return false;
        };
        let bytes = BASE64.decode(signed.1).ok().and_then(|bytes| Signature::from_slice(&bytes).ok());
        signed.0 == text && bytes.is_some_and(|bytes| self.key.verifying_key().verify(text.as_bytes(), &bytes).is_ok())
    }

    fn signed_text(&self, quote: &Quote) -> String {
        let header = serde_json::json!({ "alg": "EdDSA", "kid": self.kid, "typ": "JWT" });
        let unsigned = Quote { signature: None, ..quote.clone() };
        // The fields stand in the order of the struct, so the same quote always gives the same text.
        let body = serde_json::to_vec(&unsigned).expect("a quote is plain data");
        format!("{}.{}", BASE64.encode(header.to_string()), BASE64.encode(body))
    }
}
