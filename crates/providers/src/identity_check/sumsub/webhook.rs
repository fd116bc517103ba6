//! Sumsub's webhooks: authenticated by an HMAC over the body. Only the identity of the applicant is used.

use identity::kyc_documents::{KycWebhook, Message};
use identity::verification::Kind;
use kernel::UserId;
use ring::hmac;
use serde::Deserialize;

/// The external id of a customer's verification at the provider.
pub(super) fn external_id(user: UserId, kind: Kind) -> String {
    format!("{user}-{}", kind.code())
}

fn read_external_id(text: &str) -> Option<(UserId, Kind)> {
    let (user, kind) = text.rsplit_once('-')?;
    Some((user.parse().ok()?, Kind::from_code(kind)?))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Event {
    external_user_id: Option<String>,
}

/// Verifies the digest in constant time. Refuses SHA-1, which the provider still offers.
fn is_theirs(secret: &[u8], message: &Message<'_>) -> bool {
    let algorithm = match message.algorithm.unwrap_or("HMAC_SHA256_HEX") {
        "HMAC_SHA256_HEX" => hmac::HMAC_SHA256,
        "HMAC_SHA512_HEX" => hmac::HMAC_SHA512,
        _ => return false,
    };
    let Ok(digest) = hex::decode(message.digest) else { return false };
    hmac::verify(&hmac::Key::new(algorithm, secret), message.body, &digest).is_ok()
}

/// Authenticates a webhook and reads its subject.
pub(super) fn read_webhook(secret: &[u8], message: &Message<'_>) -> KycWebhook {
    if !is_theirs(secret, message) {
        return KycWebhook::Unauthenticated;
    }
    let event = serde_json::from_slice::<Event>(message.body).ok();
    let about = event.and_then(|event| read_external_id(&event.external_user_id?));
    about.map_or(KycWebhook::Unrelated, |(user, kind)| KycWebhook::Verification(user, kind))
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    const SECRET: &[u8] = b"webhook secret";

    fn said(algorithm: Option<&str>, digest: &str, body: &str) -> KycWebhook {
        read_webhook(SECRET, &Message { digest, algorithm, body: body.as_bytes() })
    }

    fn signed(algorithm: hmac::Algorithm, body: &str) -> String {
        hex::encode(hmac::sign(&hmac::Key::new(algorithm, SECRET), body.as_bytes()))
    }

    #[test]
    fn a_webhook_is_authenticated_by_its_digest_only() {
        let user = UserId::from_uuid(Uuid::nil());
        let body = format!(
            r#"{{"type":"applicantReviewed","applicantId":"5cb56e8e0a975a35f333cb83","externalUserId":"{user}-IDENTITY",
                "reviewResult":{{"reviewAnswer":"GREEN"}},"reviewStatus":"completed"}}"#
        );
        let about = KycWebhook::Verification(user, Kind::Identity);
        let (short, long) = (signed(hmac::HMAC_SHA256, &body), signed(hmac::HMAC_SHA512, &body));
        assert_eq!(said(None, &short, &body), about, "SHA-256 is the usual one");
        assert_eq!(said(Some("HMAC_SHA256_HEX"), &short, &body), about);
        assert_eq!(said(Some("HMAC_SHA512_HEX"), &long, &body), about);
        for (algorithm, digest) in [
            (Some("HMAC_SHA512_HEX"), short.as_str()),
            (Some("HMAC_SHA1_HEX"), short.as_str()),
            (Some("NONE"), short.as_str()),
            (None, ""),
            (None, "zz"),
            (None, &short[..62]),
        ] {
            assert_eq!(said(algorithm, digest, &body), KycWebhook::Unauthenticated, "{algorithm:?} {digest}");
        }
        assert_eq!(
            said(None, &short, &body.replace("GREEN", "green")),
            KycWebhook::Unauthenticated,
            "one letter was changed"
        );
    }

    #[test]
    fn a_webhook_about_an_unknown_applicant_is_ignored() {
        for body in ["", "{}", "[]", r#"{"externalUserId":"somebody"}"#, r#"{"externalUserId":"usr_1-PASSPORT"}"#] {
            assert_eq!(said(None, &signed(hmac::HMAC_SHA256, body), body), KycWebhook::Unrelated, "{body}");
        }
    }
}
