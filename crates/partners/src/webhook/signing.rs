//! Signatures of webhooks (standardwebhooks.com): HMAC-SHA256 over `id.timestamp.body`. Pure.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, Mac};
use identity::Secret;
use sha2::Sha256;

const PREFIX: &str = "whsec_";
/// Random bytes of a secret: the scheme permits 24 to 64.
pub(super) const SECRET_BYTES: usize = 32;

/// The secret in the form that its owner gets.
pub(super) fn shown(key: &[u8; SECRET_BYTES]) -> Secret {
    Secret::new(format!("{PREFIX}{}", STANDARD.encode(key)))
}

/// The header `webhook-signature`: one signature for each key, separated by spaces.
pub(super) fn signatures(keys: &[Vec<u8>], id: &str, timestamp: i64, body: &str) -> String {
    let signed: Vec<String> = keys.iter().filter_map(|key| signature(key, id, timestamp, body)).collect();
    signed.join(" ")
}

/// `None` never happens: an HMAC takes a key of any length.
fn signature(key: &[u8], id: &str, timestamp: i64, body: &str) -> Option<String> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).ok()?;
    mac.update(format!("{id}.{timestamp}.").as_bytes());
    mac.update(body.as_bytes());
    Some(format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The check vector of the scheme.
    #[test]
    fn the_signature_is_the_one_of_the_scheme() {
        let key = STANDARD.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let (id, body) = ("msg_p5jXN8AQM9LWM0D4loKWxJek", r#"{"test": 2432232314}"#);
        let header = signatures(&[key], id, 1_614_265_330, body);
        assert_eq!(header, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    #[test]
    fn during_a_rotation_both_keys_sign() {
        let header = signatures(&[vec![1; 32], vec![2; 32]], "evt_1", 7, "{}");
        let parts: Vec<&str> = header.split(' ').collect();
        assert_eq!(parts.len(), 2);
        assert!(parts[0] != parts[1] && parts.iter().all(|part| part.starts_with("v1,")));
    }

    #[test]
    fn a_secret_has_the_prefix_of_the_scheme() {
        let secret = shown(&[7; 32]);
        let key = STANDARD.decode(secret.expose().strip_prefix("whsec_").unwrap()).unwrap();
        assert_eq!(key, [7; 32]);
    }
}
