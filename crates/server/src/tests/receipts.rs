//! Receipts and the log, for customers and auditors, over HTTP.

use std::time::Duration;

use axum::http::StatusCode;
use ledger::proof::receipt::{Receipt, check};
use ledger::proof::{Hash, VerifierKey, tree};
use serde_json::{Value, json};

use super::support::{Person, TestApp};

/// A completed order of Ada.
async fn done(app: &TestApp, ada: &Person) -> String {
    let order = ada.order("iban", "first").await;
    let id = order["id"].as_str().unwrap().to_owned();
    ada.post(&format!("sandbox/transactions/{id}/pay"), &json!({})).await.expect(StatusCode::OK);
    ada.until(app, &id, |t| t["status"] == "DONE").await;
    id
}

/// The receipt once all its entries are sealed, which takes at most a second.
async fn sealed(ada: &Person, id: &str) -> Value {
    let sealed = async {
        loop {
            let receipt = ada.get(&format!("transactions/{id}/receipt")).await.expect(StatusCode::OK);
            if receipt["changes"].as_array().unwrap().iter().all(|change| change["log"].is_object()) {
                return receipt;
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), sealed).await.expect("it is sealed within a minute")
}

async fn text(anybody: &Person, path: &str) -> String {
    let answer = anybody.get(path).await;
    assert_eq!(answer.status, StatusCode::OK, "{path}");
    assert_eq!(answer.header("content-type"), "text/plain; charset=utf-8");
    String::from_utf8(answer.bytes).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transaction_has_a_receipt_that_is_checked_against_what_is_published() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let id = done(&app, &ada).await;
    let receipt: Receipt = serde_json::from_value(sealed(&ada, &id).await).unwrap();

    let anybody = Person { token: None, ..ada.clone() };
    let key: VerifierKey = text(&anybody, "/.well-known/agio/key").await.parse().unwrap();
    let checked = check(&receipt, Some(&key), None).unwrap();
    let versions = ada.get(&format!("transactions/{id}")).await.body["version"].as_i64().unwrap();
    assert_eq!((checked.first, checked.last, checked.unsealed), (1, versions, 0));
    let old = checked.checkpoint.unwrap();

    // An auditor with all leaves can compute the published root, and check that the log is append-only.
    let note = text(&anybody, "/.well-known/agio/checkpoint").await;
    let new = key.checkpoint(&note).unwrap();
    assert_eq!(text(&anybody, &format!("/.well-known/log-checkpoint?size={}", new.size)).await, note);
    let leaves = anybody.get("/.well-known/agio/leaves").await.expect(StatusCode::OK);
    let leaves: Vec<Hash> = serde_json::from_value(leaves["hashes"].clone()).unwrap();
    assert_eq!(tree::root(&leaves[..new.size as usize]), new.root);
    let path = format!("/.well-known/agio/consistency?from={}&to={}", old.size, new.size);
    let proof = anybody.get(&path).await.expect(StatusCode::OK);
    let proof: Vec<Hash> = serde_json::from_value(proof["hashes"].clone()).unwrap();
    assert!(tree::is_consistent(old.size, &old.root, new.size, &new.root, &proof));
    let again = text(&anybody, &format!("/.well-known/agio/checkpoint?size={}", old.size)).await;
    assert_eq!(key.checkpoint(&again), Ok(old.clone()));
    let same: Receipt = serde_json::from_value(
        ada.get(&format!("transactions/{id}/receipt?size={}", old.size)).await.expect(StatusCode::OK),
    )
    .unwrap();
    assert_eq!(check(&same, Some(&key), Some(&old)).unwrap().unsealed, 0);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_gets_anothers_receipt_and_a_tenant_has_its_own_log() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let id = done(&app, &ada).await;
    sealed(&ada, &id).await;
    let bob = app.person("bob").await;
    assert_eq!(bob.get(&format!("transactions/{id}/receipt")).await.problem(), (404, "NOT_FOUND"));
    let nobody = Person { token: None, ..ada.clone() };
    assert_eq!(nobody.get(&format!("transactions/{id}/receipt")).await.problem(), (401, "UNAUTHORIZED_REQUEST"));

    app.neighbour("neighbour.localhost").await;
    let neighbour = Person { host: "neighbour.localhost", ..nobody.clone() };
    assert_ne!(text(&neighbour, "/.well-known/agio/key").await, text(&nobody, "/.well-known/agio/key").await);
    assert_eq!(neighbour.get("/.well-known/agio/checkpoint").await.problem().0, 404);
    let leaves = neighbour.get("/.well-known/agio/leaves").await.expect(StatusCode::OK);
    assert_eq!(leaves["hashes"], json!([]));
    for (path, status) in [
        ("consistency?from=2&to=1", 400),
        ("consistency?from=1", 400),
        ("consistency?from=0&to=99999999999", 404),
        ("checkpoint?size=-1", 400),
        ("leaves?start=18446744073709551615", 200),
    ] {
        let answer = nobody.get(&format!("/.well-known/agio/{path}")).await;
        assert_eq!(answer.status.as_u16(), status, "{path}: {}", answer.body);
    }
    app.close().await;
}
