//! Keys of the MACs that the API issues. They derive from the installation's secret and are not stored.

use hkdf::Hkdf;
use hmac::{Hmac, Mac};
use sha2::Sha256;

/// Keys of the MACs for request bodies, card tokens, pay codes, and the signing secrets and launches of widgets. No `Debug`, so that they cannot be logged.
#[derive(Clone)]
pub struct RequestKeys {
    body: [u8; 32],
    card: [u8; 32],
    pay_code: [u8; 32],
    widget: [u8; 32],
    launch: [u8; 32],
}

impl RequestKeys {
    /// Derives the keys from the installation's pepper (HKDF, RFC 5869). All processes of an installation have the same
    /// keys.
    #[must_use]
    pub fn derive(pepper: &[u8; 32]) -> Self {
        let source = Hkdf::<Sha256>::new(None, pepper);
        let key = |label: &str| {
            let mut key = [0; 32];
            source.expand(label.as_bytes(), &mut key).expect("32 bytes are within what HKDF gives");
            key
        };
        Self {
            body: key("idempotency"),
            card: key("card token"),
            pay_code: key("pay code"),
            widget: key("widget signature"),
            launch: key("widget launch"),
        }
    }

    /// The stored form of `body_hash`. A plain hash would allow a search for a card number, which has few digits; a
    /// keyed one does not.
    pub(crate) fn body(&self, body_hash: &[u8]) -> [u8; 32] {
        mac(&self.body, body_hash).finalize().into_bytes().into()
    }

    /// The MAC of a pay code.
    pub(crate) fn pay_code(&self, what: &[u8]) -> [u8; 32] {
        mac(&self.pay_code, what).finalize().into_bytes().into()
    }

    /// The MAC of a card token, in hexadecimal.
    pub(crate) fn card(&self, what: &str) -> String {
        hexadecimal(mac(&self.card, what.as_bytes()))
    }

    /// The secret with which a partner's server signs the launches of a widget's public key. Nothing of it is stored,
    /// and another public key has another one.
    pub(crate) fn widget(&self, public_key: &str) -> String {
        format!("wsk_{}", hexadecimal(mac(&self.widget, public_key.as_bytes())))
    }

    /// The MAC of what was launched with a widget's public key, in hexadecimal.
    pub(crate) fn launch(&self, what: &str) -> String {
        hexadecimal(mac(&self.launch, what.as_bytes()))
    }
}

fn hexadecimal(mac: Hmac<Sha256>) -> String {
    mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect()
}

fn mac(key: &[u8; 32], what: &[u8]) -> Hmac<Sha256> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of any length");
    mac.update(what);
    mac
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seals_differ_by_secret_purpose_and_content() {
        let (one, other) = (RequestKeys::derive(&[1; 32]), RequestKeys::derive(&[2; 32]));
        assert_eq!(one.body(b"x"), RequestKeys::derive(&[1; 32]).body(b"x"));
        assert_ne!(one.body(b"x"), other.body(b"x"));
        assert_ne!(one.body(b"x"), one.body(b"y"));
        assert_ne!(one.widget("pk_test_1"), one.widget("pk_test_2"));
        assert_ne!(one.widget("pk_test_1"), other.widget("pk_test_1"));
        assert_ne!(one.card("x"), one.body(b"x").iter().map(|byte| format!("{byte:02x}")).collect::<String>());
    }
}
