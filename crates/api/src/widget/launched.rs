//! The partner's ids of a launch on their way from the launch to the transaction: a text that the frame keeps and returns,
//! sealed so that a visitor cannot change the ids that a signature guards. Pure.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use subtle::ConstantTimeEq;

use crate::seal::RequestKeys;

/// The maximum length of the text in bytes. Two ids of 100 letters of four bytes make about 1,200.
const BYTES_MAX: usize = 2_000;

/// The ids.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Launched {
    /// The partner's id of the transaction.
    #[serde(rename = "t", skip_serializing_if = "Option::is_none")]
    pub external: Option<String>,
    /// The partner's id of the visitor.
    #[serde(rename = "c", skip_serializing_if = "Option::is_none")]
    pub external_customer: Option<String>,
}

impl Launched {
    /// The text for launches of this public key.
    pub(super) fn write(&self, keys: &RequestKeys, public_key: &str) -> String {
        let content = URL_SAFE_NO_PAD.encode(serde_json::to_vec(self).unwrap_or_default());
        let mark = keys.launch(&format!("{public_key}.{content}"));
        format!("{content}.{mark}")
    }

    /// Reads the text; `None` for one that was not made for this public key.
    pub(super) fn read(keys: &RequestKeys, public_key: &str, text: &str) -> Option<Self> {
        let (content, mark) = text.split_once('.').filter(|_| text.len() <= BYTES_MAX)?;
        let own = keys.launch(&format!("{public_key}.{content}"));
        let is_own = bool::from(own.as_bytes().ct_eq(mark.as_bytes()));
        let bytes = URL_SAFE_NO_PAD.decode(content).ok().filter(|_| is_own)?;
        serde_json::from_slice(&bytes).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_ids_read_back() {
        let keys = RequestKeys::derive(&[7; 32]);
        for letter in ["𐍈", "\"", "\u{7f}"] {
            let id = Some(letter.repeat(partners::EXTERNAL_CHARS_MAX));
            let ids = Launched { external: id.clone(), external_customer: id };
            let text = ids.write(&keys, "pk_test_a");
            assert_eq!(Launched::read(&keys, "pk_test_a", &text), Some(ids), "{letter}: {} bytes", text.len());
        }
    }

    #[test]
    fn ids_read_back_for_their_own_key_only() {
        let keys = RequestKeys::derive(&[7; 32]);
        let ids = Launched { external: Some("cart-7".into()), external_customer: None };
        let text = ids.write(&keys, "pk_test_a");
        assert_eq!(Launched::read(&keys, "pk_test_a", &text), Some(ids));
        assert_eq!(Launched::read(&keys, "pk_test_b", &text), None);
        let other = Launched { external: Some("cart-8".into()), external_customer: None }.write(&keys, "pk_test_a");
        let mixed = format!("{}.{}", other.split_once('.').unwrap().0, text.split_once('.').unwrap().1);
        assert_eq!(Launched::read(&keys, "pk_test_a", &mixed), None);
        assert_eq!(Launched::read(&keys, "pk_test_a", "nothing"), None);
    }
}
