//! The text that an operator signs to approve a proposal, and the WebAuthn challenge derived from it. Pure.

use kernel::{OperatorId, TenantId};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::proposal::Proposal;
use super::store::passkeys::NONCE_BYTES;
use crate::auth::passkey::model::CHALLENGE_BYTES;

/// The format version. A new format gets a new name, so that a text has only one interpretation.
const FORM: &str = "agio.approval.v1";

pub(super) type Hash = [u8; 32];

/// The canonical text of an approval. The same proposal, approver and comment give the same bytes.
pub(super) fn payload(tenant: TenantId, kept: &Proposal, (approver, words): (OperatorId, &str)) -> String {
    let host = kept.maker.is_none().then_some(&kept.maker_name);
    let all = json!({
        "form": FORM,
        "tenant": tenant.to_string(),
        "proposal": kept.id.to_string(),
        "operator_action": kept.written,
        "maker": kept.maker.map(|maker| maker.to_string()),
        "host": host,
        "reason": kept.reason,
        "approver": approver.to_string(),
        "answer": "approve",
        "words": words,
    });
    let mut text = String::new();
    canonical(&all, &mut text);
    text
}

/// The SHA-256 hash of the text.
pub(super) fn hash(payload: &str) -> Hash {
    Sha256::digest(payload).into()
}

/// The challenge: SHA-256(nonce ‖ hash of the text), truncated to the length of a challenge.
pub(super) fn challenge(nonce: &[u8; NONCE_BYTES], hash: &Hash) -> [u8; CHALLENGE_BYTES] {
    let digest: Hash = Sha256::new().chain_update(nonce).chain_update(hash).finalize().into();
    std::array::from_fn(|at| digest[at])
}

/// Canonical JSON: no whitespace, object keys in byte order.
fn canonical(value: &Value, text: &mut String) {
    match value {
        Value::Object(fields) => {
            let mut fields: Vec<(&String, &Value)> = fields.iter().collect();
            fields.sort_unstable_by_key(|(name, _)| *name);
            all_of(('{', '}'), &fields, text, |(name, value), text| {
                text.push_str(&Value::from(name.as_str()).to_string());
                text.push(':');
                canonical(value, text);
            });
        }
        Value::Array(items) => all_of(('[', ']'), items, text, canonical),
        plain => text.push_str(&plain.to_string()),
    }
}

fn all_of<T>((open, close): (char, char), items: &[T], text: &mut String, write: impl Fn(&T, &mut String)) {
    text.push(open);
    for (at, item) in items.iter().enumerate() {
        if at > 0 {
            text.push(',');
        }
        write(item, text);
    }
    text.push(close);
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use kernel::{Id, ProposalId};
    use uuid::Uuid;

    use super::super::operator_action::tests::every_action;
    use super::super::proposal::ProposalState;
    use super::*;

    fn kept() -> Proposal {
        let action = every_action().remove(2);
        Proposal {
            id: ProposalId::from_uuid(Uuid::from_u128(5)),
            written: serde_json::to_value(&action).unwrap(),
            action,
            reason: "she said \"please\"\n".into(),
            maker: Some(Id::from_uuid(Uuid::from_u128(6))),
            maker_name: "olga@bank.example".into(),
            made_at: DateTime::UNIX_EPOCH,
            expires_at: DateTime::UNIX_EPOCH,
            state: ProposalState::Open,
            checker_email: None,
            closed_at: None,
            answer: None,
            signed: None,
        }
    }

    fn text(kept: &Proposal, approver: u128, words: &str) -> String {
        payload(Id::from_uuid(Uuid::from_u128(4)), kept, (Id::from_uuid(Uuid::from_u128(approver)), words))
    }

    #[test]
    fn the_text_is_the_documented_one_to_the_last_byte() {
        let zeros = "0".repeat(31);
        let text = text(&kept(), 7, "seen and agreed");
        let said = format!(
            "{{\"answer\":\"approve\",\"approver\":\"opr_{zeros}7\",\
             \"form\":\"agio.approval.v1\",\"host\":null,\"maker\":\"opr_{zeros}6\",\
             \"operator_action\":{{\"customer\":\"usr_{zeros}1\",\"kind\":\"raise_tier\",\"tier\":4}},\
             \"proposal\":\"prp_{zeros}5\",\"reason\":\"she said \\\"please\\\"\\n\",\
             \"tenant\":\"ten_{zeros}4\",\"words\":\"seen and agreed\"}}"
        );
        assert_eq!(text, said);
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap()["operator_action"], kept().written);
    }

    #[test]
    fn any_change_gives_another_text_and_another_challenge() {
        let (first, other) = (kept(), Id::from_uuid(Uuid::from_u128(8)));
        let plain = text(&first, 7, "seen and agreed");
        let written = json!({ "kind": "raise_tier", "customer": first.written["customer"], "tier": 3 });
        let others = [
            text(&Proposal { id: Id::from_uuid(Uuid::from_u128(9)), ..first.clone() }, 7, "seen and agreed"),
            text(&Proposal { written, ..first.clone() }, 7, "seen and agreed"),
            text(&Proposal { reason: "she said please".into(), ..first.clone() }, 7, "seen and agreed"),
            text(&Proposal { maker: Some(other), ..first.clone() }, 7, "seen and agreed"),
            text(&Proposal { maker: None, ..first.clone() }, 7, "seen and agreed"),
            text(&first, 8, "seen and agreed"),
            text(&first, 7, "seen, and agreed"),
            payload(Id::from_uuid(Uuid::from_u128(3)), &first, (Id::from_uuid(Uuid::from_u128(7)), "seen and agreed")),
        ];
        let nonce = [1; NONCE_BYTES];
        for other in others {
            assert_ne!(challenge(&nonce, &hash(&other)), challenge(&nonce, &hash(&plain)), "{other}");
        }
        assert_ne!(challenge(&[2; NONCE_BYTES], &hash(&plain)), challenge(&nonce, &hash(&plain)));
    }
}
