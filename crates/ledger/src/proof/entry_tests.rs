//! Properties of the hash of a change: it covers every field, and a receipt's form has the same hash as the ledger's.

use chrono::TimeDelta;
use proptest::prelude::*;

use super::*;
use crate::proof::commit::{CommitBuilder, items};
use crate::proof::tree;

fn at(micros: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::microseconds(micros)
}

/// The fields of a random transfer that are not text. Amounts are in the currency's smallest unit.
#[derive(Debug, Clone)]
struct Numbers {
    id: Uuid,
    posted: i128,
    pending: i128,
    hold: Option<Uuid>,
    expires_at: Option<DateTime<Utc>>,
    debit: Side,
    credit: Side,
}

type Texts = (String, String, String);

fn numbers() -> impl Strategy<Value = Numbers> {
    let id = any::<u128>().prop_map(Uuid::from_u128);
    let hold = proptest::option::of(any::<u128>().prop_map(Uuid::from_u128));
    let expires_at = proptest::option::of((0..1_i64 << 50).prop_map(at));
    (id, any::<i128>(), any::<i128>(), hold, expires_at, side(), side()).prop_map(
        |(id, posted, pending, hold, expires_at, debit, credit)| Numbers {
            id,
            posted,
            pending,
            hold,
            expires_at,
            debit,
            credit,
        },
    )
}

fn side() -> impl Strategy<Value = Side> {
    (any::<i64>(), any::<i64>(), any::<i128>()).prop_map(|(account, version, balance)| Side {
        account,
        version,
        balance,
    })
}

fn transfer<'a>(numbers: &Numbers, texts: &'a Texts) -> TransferFacts<'a> {
    TransferFacts {
        id: numbers.id,
        kind: &texts.0,
        code: &texts.1,
        currency: &texts.2,
        posted: numbers.posted,
        pending: numbers.pending,
        hold: numbers.hold,
        expires_at: numbers.expires_at,
        debit: numbers.debit,
        credit: numbers.credit,
    }
}

/// The same transfer with one field changed, for every field.
fn altered(t: TransferFacts<'_>) -> Vec<TransferFacts<'_>> {
    let side = |s: Side| {
        let Side { account, version, balance } = s;
        [Side { account: account ^ 1, ..s }, Side { version: version ^ 1, ..s }, Side { balance: balance ^ 1, ..s }]
    };
    let mut all = vec![
        TransferFacts { id: Uuid::from_u128(t.id.as_u128() ^ 1), ..t },
        TransferFacts { kind: "other", ..t },
        TransferFacts { code: "other", ..t },
        TransferFacts { currency: "other", ..t },
        TransferFacts { posted: t.posted ^ 1, ..t },
        TransferFacts { pending: t.pending ^ 1, ..t },
        TransferFacts { hold: t.hold.is_none().then(Uuid::nil), ..t },
        TransferFacts { expires_at: t.expires_at.is_none().then(|| at(0)), ..t },
    ];
    all.extend(side(t.debit).map(|debit| TransferFacts { debit, ..t }));
    all.extend(side(t.credit).map(|credit| TransferFacts { credit, ..t }));
    if t.debit != t.credit {
        all.push(TransferFacts { debit: t.credit, credit: t.debit, ..t });
    }
    all
}

fn leaf(change: &ChangeFacts<'_>, salt: &Salt) -> Hash {
    change.leaf(salt, &change.private(salt))
}

proptest! {
    #[test]
    fn every_field_of_a_change_is_hashed_and_a_receipt_has_the_same_hash(
        first in numbers(), second in numbers(), texts: Texts, key: String, salt: Salt, words: [String; 3], n: [u64; 2],
    ) {
        let transfers = [transfer(&first, &texts), transfer(&second, &texts)];
        let step = StepFacts {
            record: Uuid::from_u128(5),
            version: n[0] as i64,
            status: &words[0],
            actor: &words[1],
            reason: &words[2],
            state: Hash([4; 32]),
        };
        let change = ChangeFacts {
            id: Uuid::from_u128(u128::from(n[1])),
            key: &key,
            committed_at: at(77),
            step: Some(step),
            transfers: &transfers,
        };
        let hash = leaf(&change, &salt);
        let entry = change.entry(&salt);
        prop_assert_eq!(entry.leaf(), hash);
        let text = serde_json::to_string(&entry).expect("an entry is JSON");
        prop_assert_eq!(serde_json::from_str::<ChangeEntry>(&text).expect("and reads back"), entry);

        for other in altered(transfers[0]) {
            let transfers = [other, transfers[1]];
            prop_assert_ne!(leaf(&ChangeFacts { transfers: &transfers, ..change }, &salt), hash);
        }
        let swapped = [transfers[1], transfers[0]];
        let longer = format!("{key}x");
        let mut other_salt = salt;
        other_salt[0] ^= 1;
        prop_assert_ne!(leaf(&change, &other_salt), hash);
        for other in [
            ChangeFacts { transfers: &transfers[..1], ..change },
            ChangeFacts { transfers: &swapped, ..change },
            ChangeFacts { id: Uuid::nil(), committed_at: at(78), ..change },
            ChangeFacts { key: &longer, ..change },
            ChangeFacts { step: None, ..change },
            ChangeFacts { step: Some(StepFacts { record: Uuid::nil(), ..step }), ..change },
            ChangeFacts { step: Some(StepFacts { version: step.version ^ 1, ..step }), ..change },
            ChangeFacts { step: Some(StepFacts { status: &longer, actor: "", ..step }), ..change },
            ChangeFacts { step: Some(StepFacts { actor: &longer, reason: "", ..step }), ..change },
            ChangeFacts { step: Some(StepFacts { state: Hash([5; 32]), ..step }), ..change },
        ] {
            prop_assert!(leaf(&other, &salt) != hash || transfers[0].id == transfers[1].id);
        }
    }

    #[test]
    fn a_commit_hash_covers_all_its_changes(sizes in proptest::collection::vec(0..4_usize, 0..20), first in numbers()) {
        let texts = (String::new(), String::new(), String::new());
        let transfers = [transfer(&first, &texts); 4];
        let mut commit = CommitBuilder::new([1; 16]);
        let mut leaves = Vec::new();
        for (id, size) in (0..).zip(&sizes) {
            let id = Uuid::from_u128(id);
            let change = ChangeFacts { id, key: "k", committed_at: at(5), step: None, transfers: &transfers[..*size] };
            commit.add(&change);
            leaves.push(leaf(&change, &[1; 16]));
        }
        let commit = commit.finish(Uuid::nil(), at(5));
        prop_assert_eq!(commit.root, tree::root(&leaves));
        let items = items(&commit.manifest).expect("it reads back");
        prop_assert_eq!(items.iter().map(|item| item.leaf).collect::<Vec<_>>(), leaves);
        prop_assert_eq!(items.iter().map(|item| item.transfers.len()).collect::<Vec<_>>(), sizes);
        prop_assert_eq!(super::super::commit::items(&commit.manifest[..commit.manifest.len().saturating_sub(1)]).is_none(),
            !commit.manifest.is_empty());
    }
}

#[test]
fn a_state_hash_covers_the_whole_state() {
    let body = serde_json::json!({ "amount": "5.00", "lines": [1, 2] });
    let owner = Uuid::from_u128(1);
    let hash = state_hash(("transaction", owner), "NEW", 1, None, &body);
    assert_eq!(hash, state_hash(("transaction", owner), "NEW", 1, None, &body.clone()));
    for other in [
        state_hash(("other", owner), "NEW", 1, None, &body),
        state_hash(("transaction", Uuid::nil()), "NEW", 1, None, &body),
        state_hash(("transaction", owner), "DONE", 1, None, &body),
        state_hash(("transaction", owner), "NEW", 2, None, &body),
        state_hash(("transaction", owner), "NEW", 1, Some(at(0)), &body),
        state_hash(("transaction", owner), "NEW", 1, None, &serde_json::json!({ "amount": "5.01", "lines": [1, 2] })),
    ] {
        assert_ne!(other, hash);
    }
}

/// Immutable: if one byte changed, existing ledgers could no longer be proved. The web app's verifier is tested with
/// the same values.
#[test]
fn version_1_of_the_hashes_never_changes() {
    let transfer = TransferFacts {
        id: Uuid::from_u128(2),
        kind: "post",
        code: "deposit",
        currency: "EUR",
        posted: 12_345,
        pending: -1,
        hold: Some(Uuid::from_u128(3)),
        expires_at: Some(at(1_000_001)),
        debit: Side { account: -5, version: 6, balance: -12_345 },
        credit: Side { account: 7, version: 1, balance: 12_345 },
    };
    let step = StepFacts {
        record: Uuid::from_u128(4),
        version: 1,
        status: "NEW",
        actor: "customer",
        reason: "created",
        state: state_hash(("transaction", Uuid::from_u128(9)), "NEW", 1, None, &serde_json::json!({"a": [1, "b"]})),
    };
    let change = ChangeFacts {
        id: Uuid::from_u128(1),
        key: "order:1",
        committed_at: at(1_700_000_000_123_456),
        step: Some(step),
        transfers: &[transfer],
    };
    assert_eq!(leaf(&change, &[9; 16]).to_string(), "fea1086b13500c547755ce5a07d641a516eb1fcc784f781892e02aa5175e7b7b");
}
