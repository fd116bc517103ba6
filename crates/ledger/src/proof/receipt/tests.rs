//! The example in docs/ledger.md, which the web app's verifier is tested with: built from fixed facts, so that its
//! bytes never change.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::TenantId;
use uuid::Uuid;

use super::*;
use crate::proof::commit::{Commit, CommitBuilder};
use crate::proof::entry::{ChangeEntry, ChangeFacts, Side, StepFacts, state_hash};
use crate::proof::{Checkpoint, Hash, origin};

const EXAMPLE: &str = include_str!("../../../../../docs/receipt-example.json");

fn at(micros: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::microseconds(1_795_000_000_000_000 + micros)
}

fn transfer(
    n: u128,
    code: &'static str,
    debit: i64,
    credit: i64,
    expires_at: Option<DateTime<Utc>>,
) -> TransferFacts<'static> {
    let posted = if expires_at.is_some() { 0 } else { 12_500 };
    TransferFacts {
        id: Uuid::from_u128(0x0190_0000_0000_7000_8000_0000_0000_1000 + n),
        kind: if expires_at.is_some() { "hold" } else { "post" },
        code,
        currency: "EUR",
        posted,
        pending: 12_500 - posted,
        hold: None,
        expires_at,
        debit: Side { account: debit, version: 7, balance: -170_141_183_460_469_231_731_687_303_715 },
        credit: Side { account: credit, version: n as i64 + 1, balance: 12_500 },
    }
}

/// A commit of `size` changes, the second of which is `step` if there is a second one.
fn commit(n: u128, size: u128, step: &ChangeFacts<'_>) -> (Commit, Vec<Hash>, ChangeEntry) {
    let salt = [n as u8; 16];
    let mut builder = CommitBuilder::new(salt);
    let mut leaves = Vec::new();
    for other in 0..size {
        let idle =
            ChangeFacts { id: Uuid::from_u128(n << 8 | other), key: "idle", step: None, transfers: &[], ..*step };
        let facts = if other == 1 { step } else { &idle };
        let private = builder.add(facts);
        leaves.push(facts.leaf(&salt, &private));
    }
    let id = Uuid::from_u128(0x0190_0000_0000_7000_8000_0000_0000_2000 + n);
    (builder.finish(id, step.committed_at), leaves, step.entry(&salt))
}

fn path(leaves: &[Hash], index: u64) -> Vec<Hash> {
    let ranges = tree::inclusion(index, leaves.len() as u64);
    ranges.iter().map(|range| tree::root(&leaves[range.start as usize..range.end as usize])).collect()
}

fn example() -> Receipt {
    let record = Uuid::from_u128(0x0190_0000_0000_7000_8000_0000_0000_0001);
    let own = 4_242_424_242_424_242_424;
    let all = [
        vec![transfer(1, "deposit", -5, own, None)],
        vec![transfer(2, "payout", own, 6, Some(at(60_000_000)))],
        Vec::new(),
    ];
    let mut log: Vec<Hash> = (0..9_u8).map(|n| Hash::leaf(&[n])).collect();
    let mut changes = Vec::new();
    for ((n, transfers), status) in (1..).zip(&all).zip(["NEW", "PROCESSING", "DONE"]) {
        let state = state_hash(("transaction", Uuid::nil()), status, n, None, &serde_json::json!({ "version": n }));
        let step = StepFacts { record, version: n, status, actor: "system", reason: "an example", state };
        let change = ChangeFacts {
            id: Uuid::from_u128(0x0190_0000_0000_7000_8000_0000_0000_3000 + n as u128),
            key: "example",
            // Whole seconds, milliseconds and microseconds, whose text forms differ.
            committed_at: at([0, 250_000, 1_000_007][n as usize - 1]),
            step: Some(step),
            transfers,
        };
        let (commit, leaves, entry) = commit(n as u128, n as u128 * 2, &change);
        let index = log.len() as u64;
        // The last one is not sealed yet.
        let log = (n < 3).then(|| {
            log.push(commit.log_leaf());
            log.extend((0..n as u8 * 3).map(|m| Hash::leaf(&[n as u8, m])));
            InLog { index, path: Vec::new() }
        });
        changes.push(ProvenChange {
            shown: transfers.iter().flat_map(|transfer| shown(&commit.salt, transfer, &[own])).collect(),
            change: entry,
            commit: InCommit {
                id: commit.id,
                committed_at: commit.committed_at,
                changes: commit.changes,
                position: 1,
                path: path(&leaves, 1),
            },
            log,
        });
    }
    for proved in &mut changes {
        if let Some(in_log) = &mut proved.log {
            in_log.path = path(&log, in_log.index);
        }
    }
    let tenant = TenantId::from_uuid(Uuid::from_u128(0x0190_0000_0000_7000_8000_0000_0000_0002));
    let signer = LogKeys::new([1; 32]).signer(tenant);
    let checkpoint =
        Checkpoint { origin: origin(tenant), size: log.len() as u64, root: tree::root(&log), previous: Some(13) };
    Receipt {
        format: FORMAT.to_owned(),
        record,
        key: signer.verifier().to_string(),
        checkpoint: Some(signer.sign(&checkpoint.text())),
        changes,
    }
}

#[test]
fn the_example_of_the_documentation_is_what_this_program_makes_and_accepts() {
    let made = serde_json::to_string_pretty(&example()).expect("a receipt is JSON") + "\n";
    if std::env::var_os("AGIO_WRITE_EXAMPLE").is_some() {
        let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/receipt-example.json");
        std::fs::write(file, &made).expect("docs can be written");
        return;
    }
    assert_eq!(made, EXAMPLE);
    let read: Receipt = serde_json::from_str(EXAMPLE).expect("it reads");
    let checked = check(&read, None, None).expect("it holds");
    assert_eq!((checked.sealed, checked.unsealed, checked.first, checked.last), (2, 1, 1, 3));
    assert_eq!(checked.checkpoint.map(|checkpoint| checkpoint.size), Some(20));
}
