//! Webhooks: proved by an HMAC-SHA512 over the body. Only the id of the object is used.

use ring::hmac;
use serde::Deserialize;

use super::{Object, disputes};

#[derive(Deserialize)]
struct Event {
    content: Content,
}

#[derive(Deserialize)]
struct Content {
    #[serde(rename = "type")]
    kind: String,
    object: Ids,
}

#[derive(Deserialize)]
struct Ids {
    payment_id: Option<String>,
    refund_id: Option<String>,
    payout_id: Option<String>,
    dispute_id: Option<String>,
}

/// Whether the signature, in hexadecimal, is over exactly this body. Compares in constant time.
pub(super) fn is_theirs(key: &[u8], signature: &str, body: &[u8]) -> bool {
    let Ok(digest) = hex::decode(signature) else { return false };
    hmac::verify(&hmac::Key::new(hmac::HMAC_SHA512, key), body, &digest).is_ok()
}

/// The subject of a webhook.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Subject {
    /// An object of the platform.
    Ours(Object, String),
    /// A refund of the platform's payment with this id that the platform did not make.
    ForeignRefund(String),
    /// A dispute of a payment of the platform.
    Dispute {
        /// The id of the dispute.
        id: String,
        /// The id of the payment.
        payment: String,
    },
}

/// The subject of a webhook; `None` if it has nothing to do with the platform.
pub(super) fn subject(body: &[u8]) -> Option<Subject> {
    let Content { kind, object: ids } = serde_json::from_slice::<Event>(body).ok()?.content;
    let ours = |object: Object, id: Option<String>| id.filter(|id| object.owns(id));
    let payment = |id| ours(Object::Payment, id);
    match kind.as_str() {
        "payment_details" => payment(ids.payment_id).map(|id| Subject::Ours(Object::Payment, id)),
        "refund_details" => match ours(Object::Refund, ids.refund_id) {
            Some(id) => Some(Subject::Ours(Object::Refund, id)),
            None => payment(ids.payment_id).map(Subject::ForeignRefund),
        },
        "payout_details" => ours(Object::Payout, ids.payout_id).map(|id| Subject::Ours(Object::Payout, id)),
        "dispute_details" => {
            let id = ids.dispute_id.filter(|id| disputes::is_id(id))?;
            payment(ids.payment_id).map(|payment| Subject::Dispute { id, payment })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &[u8] = b"the payment response hash key";

    fn signed(body: &str) -> String {
        hex::encode(hmac::sign(&hmac::Key::new(hmac::HMAC_SHA512, KEY), body.as_bytes()))
    }

    /// The digest is by an independent implementation (Python's hmac).
    #[test]
    fn the_signature_is_over_the_body_alone() {
        let body = r#"{"event_type":"payment_succeeded"}"#;
        let known = "8c11a086abc608212631b80f22d806ffab72be40ed874356693e7a234f44c7a55853a2a47cf7702958d4c7c581b35d6005eb6e49d966baf83bf88629343555c0";
        assert_eq!(signed(body), known);
        assert!(is_theirs(KEY, known, body.as_bytes()));
        assert!(is_theirs(KEY, &known.to_uppercase(), body.as_bytes()));
        assert!(!is_theirs(KEY, known, format!("{body} ").as_bytes()), "one space more");
        assert!(!is_theirs(b"another key of the same kind", known, body.as_bytes()));
        for wrong in ["", "zz", &known[..64], &format!("{known}00")] {
            assert!(!is_theirs(KEY, wrong, body.as_bytes()), "{wrong}");
        }
    }

    #[test]
    fn the_object_is_what_the_content_says_and_only_if_it_is_ours() {
        let about = |kind: &str, ids: &str| {
            subject(format!(r#"{{"content":{{"type":"{kind}","object":{{{ids}}}}}}}"#).as_bytes())
        };
        let [payment, refund, payout] = Object::ALL.map(|object| object.id("key"));
        let of_payment = format!(r#""payment_id":"{payment}","status":"failed""#);
        assert_eq!(about("payment_details", &of_payment), Some(Subject::Ours(Object::Payment, payment.clone())));
        let of_refund = format!(r#""refund_id":"{refund}","payment_id":"{payment}""#);
        assert_eq!(about("refund_details", &of_refund), Some(Subject::Ours(Object::Refund, refund)));
        let of_payout = format!(r#""payout_id":"{payout}""#);
        assert_eq!(about("payout_details", &of_payout), Some(Subject::Ours(Object::Payout, payout)));
        let foreign = format!(r#""refund_id":"ref_mbabizu24mvu3mela5","payment_id":"{payment}""#);
        assert_eq!(about("refund_details", &foreign), Some(Subject::ForeignRefund(payment.clone())));
        let of_dispute = format!(r#""dispute_id":"dp_1","payment_id":"{payment}""#);
        let disputed = Subject::Dispute { id: "dp_1".to_owned(), payment };
        assert_eq!(about("dispute_details", &of_dispute), Some(disputed));
        assert_eq!(about("dispute_details", &of_dispute.replace("dp_1", "../payments")), None, "no id");
        let others = r#""refund_id":"ref_mbabizu24mvu3mela5","payment_id":"pay_mbabizu24mvu3mela5njyhpit4""#;
        assert_eq!((about("refund_details", others), about("dispute_details", others)), (None, None));
        assert_eq!(about("payment_details", r#""payment_id":"pay_mbabizu24mvu3mela5njyhpit4""#), None, "another's");
        for odd in ["", "{}", "[]", r#"{"content":{}}"#] {
            assert_eq!(subject(odd.as_bytes()), None, "{odd}");
        }
    }
}
