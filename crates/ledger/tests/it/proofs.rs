//! Sealing, proofs from the log, receipts, and the restrictions of the application's database role.

use kernel::{Currency, TenantId};
use ledger::proof::receipt::{self, Receipt, ReceiptProblem};
use ledger::proof::{Checkpoint, LogKeys, VerifierKey, log, oldest_unsealed, origin, seal, seal_all, tree};
use ledger::{Account, Change};
use sqlx::{AssertSqlSafe, Executor};
use store::testing::tenant;
use uuid::Uuid;

use crate::support::{Setup, card, change, customer, profile, record};

fn keys() -> LogKeys {
    LogKeys::new([5; 32])
}

impl Setup {
    /// A deposit through transit, in two changes of one record.
    async fn order(&self, owner: u128) -> Uuid {
        let (id, transit) = (self.world.uuid(), Account::transit(Currency::EUR));
        for (version, status) in [(1, "NEW"), (2, "DONE")] {
            let transfers = match version {
                1 => vec![self.post(card(), transit.clone(), 50)],
                _ => vec![self.post(transit.clone(), customer(profile(owner)), 50)],
            };
            let key = format!("{id}:{version}");
            self.commit(Change { record: Some(record(id, version, status)), ..change(&key, transfers) }).await.unwrap();
        }
        id
    }

    async fn receipt(&self, record: Uuid, owner: u128, size: Option<u64>) -> Option<Receipt> {
        let mut tx = self.store().tenant_read(self.tenant).await.unwrap();
        let owner = profile(owner).uuid();
        receipt::receipt(tx.conn(), self.tenant, &keys(), record, owner, size).await.unwrap()
    }

    async fn sealed(&self) -> u64 {
        seal_all(self.store(), &keys()).await.unwrap()
    }

    fn key(&self) -> VerifierKey {
        keys().signer(self.tenant).verifier()
    }

    async fn newest(&self, whose: TenantId) -> Option<Checkpoint> {
        let mut tx = self.store().tenant_read(whose).await.unwrap();
        let signed = log::latest_checkpoint(tx.conn()).await.unwrap()?;
        Some(keys().signer(whose).verifier().checkpoint(&signed.note).unwrap())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_commit_is_sealed_once_and_every_log_stays_the_beginning_of_its_later_self() {
    let setup = Setup::open().await;
    let mut known: Vec<Checkpoint> = Vec::new();
    for round in 0..12_u64 {
        for n in 0..=round {
            setup
                .commit(change(&format!("{round}:{n}"), vec![setup.post(card(), customer(profile(1)), 5)]))
                .await
                .unwrap();
        }
        let oldest = oldest_unsealed(setup.store()).await.unwrap().expect("what was committed waits");
        assert!(oldest <= setup.world.now());
        assert_eq!(setup.sealed().await, round + 1);
        assert_eq!(oldest_unsealed(setup.store()).await.unwrap(), None);
        assert_eq!(setup.sealed().await, 0);
        let newest = setup.newest(setup.tenant).await.unwrap();
        assert_eq!((newest.origin.clone(), newest.size), (origin(setup.tenant), (round + 1) * (round + 2) / 2));
        known.push(newest);
    }
    let mut tx = setup.store().tenant_read(setup.tenant).await.unwrap();
    let new = known.last().unwrap().clone();
    for old in &known {
        let proof = log::consistency(tx.conn(), old.size, new.size).await.unwrap().unwrap();
        assert!(tree::is_consistent(old.size, &old.root, new.size, &new.root, &proof), "{old:?}");
    }
    let leaves = log::leaves(tx.conn(), 0, 1_000).await.unwrap();
    assert_eq!(tree::root(&leaves), new.root);
    assert_eq!(log::leaves(tx.conn(), 3, 2).await.unwrap(), leaves[3..5]);
    assert_eq!(log::consistency(tx.conn(), 1, new.size + 1).await.unwrap(), None);
    assert_eq!(log::inclusion(tx.conn(), new.size, new.size).await.unwrap(), None);
    for (index, leaf) in (0..).zip(&leaves) {
        let path = log::inclusion(tx.conn(), index, new.size).await.unwrap().unwrap();
        assert_eq!(tree::root_by_inclusion(*leaf, index, new.size, &path), Some(new.root));
    }
    assert!(setup.verified().await.contains("78 commits are in the logs under 12 checkpoints; 0 wait"));
}

#[tokio::test(flavor = "multi_thread")]
async fn replicas_that_seal_at_once_make_one_log() {
    let setup = Setup::open().await;
    for n in 0..40 {
        setup.fund(profile(n), 5).await;
        let (keys, whose) = (keys(), setup.tenant);
        let at_once = (0..4).map(|_| {
            let (store, keys) = (setup.store().clone(), keys.clone());
            tokio::spawn(async move { seal(&store, &keys, whose).await.unwrap() })
        });
        let mut sealed = 0;
        for one in at_once.collect::<Vec<_>>() {
            sealed += one.await.unwrap();
        }
        assert_eq!(sealed, 1);
    }
    assert_eq!(setup.newest(setup.tenant).await.unwrap().size, 40);
    setup.verified().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_tenant_has_a_log_and_a_key_of_its_own() {
    let mut setup = Setup::open().await;
    setup.fund(profile(1), 5).await;
    setup.tenant = tenant(2);
    setup.fund(profile(1), 5).await;
    setup.fund(profile(1), 5).await;
    assert_eq!(setup.sealed().await, 3);
    let (one, two) = (setup.newest(tenant(1)).await.unwrap(), setup.newest(tenant(2)).await.unwrap());
    assert_eq!((one.size, two.size), (1, 2));
    assert_ne!(keys().signer(tenant(1)).verifier(), keys().signer(tenant(2)).verifier());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_customer_verifies_a_receipt_offline() {
    let setup = Setup::open().await;
    setup.order(2).await;
    let id = setup.order(1).await;
    let early = setup.receipt(id, 1, None).await.unwrap();
    let found = receipt::check(&early, Some(&setup.key()), None).unwrap();
    assert_eq!((found.sealed, found.unsealed, found.checkpoint), (0, 2, None));

    setup.sealed().await;
    let receipt = setup.receipt(id, 1, None).await.unwrap();
    let found = receipt::check(&receipt, Some(&setup.key()), None).unwrap();
    assert_eq!((found.sealed, found.unsealed, found.first, found.last), (2, 0, 1, 2));
    let checkpoint = found.checkpoint.unwrap();
    assert_eq!(checkpoint.size, 4);

    // Only the customer's own account is disclosed.
    let shown: Vec<_> = receipt.changes.iter().flat_map(|proved| &proved.shown).collect();
    assert_eq!(shown.len(), 1);
    assert_eq!((shown[0].account, shown[0].balance), (customer(profile(1)).key(), 50));
    let text = serde_json::to_string(&receipt).unwrap();
    assert!(
        !text.contains(&card().key().to_string()) && !text.contains(&Account::transit(Currency::EUR).key().to_string())
    );
    assert_eq!(serde_json::from_str::<Receipt>(&text).unwrap(), receipt);

    // Later, against the customer's stored checkpoint.
    setup.order(3).await;
    setup.sealed().await;
    let later = setup.receipt(id, 1, None).await.unwrap();
    let other = receipt::check(&later, None, Some(&checkpoint)).unwrap_err();
    assert_eq!(other, ReceiptProblem::OtherSize { given: 4, found: 6 });
    let then = setup.receipt(id, 1, Some(4)).await.unwrap();
    assert_eq!(receipt::check(&then, Some(&setup.key()), Some(&checkpoint)).unwrap().sealed, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_receipt_in_which_anything_was_altered_is_refused() {
    let setup = Setup::open().await;
    let id = setup.order(1).await;
    setup.sealed().await;
    let receipt = setup.receipt(id, 1, None).await.unwrap();
    let value = serde_json::to_value(&receipt).unwrap();
    let mut refused = 0;
    for pointer in leaves_of(&value, "") {
        let mut altered = value.clone();
        let place = altered.pointer_mut(&pointer).unwrap();
        let instead = match &*place {
            serde_json::Value::String(text) => tweaked(text).into(),
            other => (other.as_i64().unwrap() + 1).into(),
        };
        *place = instead;
        let Ok(altered) = serde_json::from_value::<Receipt>(altered) else { continue };
        let said = receipt::check(&altered, Some(&setup.key()), None);
        assert!(said.is_err(), "{pointer} was altered and nothing was said");
        refused += 1;
    }
    assert!(refused > 40, "{refused}");
    let missing = Receipt { changes: receipt.changes[1..].to_vec(), ..receipt.clone() };
    assert_eq!(receipt::check(&missing, None, None).unwrap().first, 2, "and the reader is told from which version on");
    let empty = Receipt { changes: Vec::new(), ..receipt.clone() };
    assert_eq!(receipt::check(&empty, None, None), Err(ReceiptProblem::Steps));
    let twice = Receipt { changes: [receipt.changes.clone(), receipt.changes.clone()].concat(), ..receipt };
    assert_eq!(receipt::check(&twice, None, None), Err(ReceiptProblem::Steps));
}

/// The paths of all texts and numbers.
fn leaves_of(value: &serde_json::Value, at: &str) -> Vec<String> {
    match value {
        serde_json::Value::Object(fields) => {
            fields.iter().flat_map(|(name, value)| leaves_of(value, &format!("{at}/{name}"))).collect()
        }
        serde_json::Value::Array(items) => {
            items.iter().enumerate().flat_map(|(n, value)| leaves_of(value, &format!("{at}/{n}"))).collect()
        }
        _ => vec![at.to_owned()],
    }
}

/// The text with one letter changed, so that it still parses if possible.
fn tweaked(text: &str) -> String {
    let at = text.rfind(|c: char| c.is_ascii_digit()).unwrap_or(0);
    let other = if text[at..].starts_with('1') { "2" } else { "1" };
    format!("{}{other}{}", &text[..at], &text[at + 1..])
}

#[tokio::test(flavor = "multi_thread")]
async fn commits_from_before_the_first_seal_are_counted_without_a_fault() {
    let setup = Setup::open().await;
    setup.order(1).await;
    let mut conn = setup.superuser().await;
    let before =
        "BEGIN; SET LOCAL session_replication_role = replica; DELETE FROM commits; DELETE FROM commits_unsealed;
                  UPDATE record_history SET state = NULL, private = NULL; COMMIT";
    conn.execute(before).await.unwrap();
    assert!(setup.verified().await.contains("0 changes are proved by their hashes; 2 are from before sealing began"));
    setup.clock.advance(chrono::TimeDelta::seconds(1));
    let id = setup.order(1).await;
    setup.sealed().await;
    assert!(setup.verified().await.contains("2 changes are proved by their hashes; 2 are from before sealing began"));
    assert!(setup.receipt(id, 1, None).await.is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_applications_role_adds_to_the_proofs_and_changes_nothing() {
    let setup = Setup::open().await;
    setup.fund(profile(1), 5).await;
    setup.sealed().await;
    for table in ["transfers", "changes", "record_history", "commits", "log_leaves", "log_nodes", "log_checkpoints"] {
        for statement in ["UPDATE {} SET tenant_id = tenant_id", "DELETE FROM {}", "TRUNCATE {}"] {
            let statement = statement.replace("{}", table);
            let mut tx = setup.store().tenant(setup.tenant).await.unwrap();
            let refused = tx.conn().execute(AssertSqlSafe(statement.clone())).await.unwrap_err().to_string();
            assert!(refused.contains("permission denied"), "{statement}: {refused}");
            drop(tx);
            let refused = setup.superuser().await.execute(AssertSqlSafe(statement.clone())).await.unwrap_err();
            assert!(refused.to_string().contains("are written once and stay"), "{statement}: {refused}");
        }
    }
}
