//! The proof of liabilities for customers and auditors, over HTTP.

use std::time::Duration;

use axum::http::StatusCode;
use ledger::proof::VerifierKey;
use ledger::proof::liabilities::{ProofOfBalances, check, check_published};
use serde_json::{Value, json};

use super::support::{Person, TestApp};

/// A customer with 250 euro on the balance, from a duplicate payment that was credited.
async fn with_money(app: &TestApp, name: &str) -> Person {
    let person = app.person(name).await;
    let order = person.order("iban", "first").await;
    let id = order["id"].as_str().unwrap();
    person.post(&format!("sandbox/transactions/{id}/double"), &json!({})).await.expect(StatusCode::OK);
    let second = soon(async || {
        let all = person.get("transactions").await.expect(StatusCode::OK);
        let second = all["data"].as_array().unwrap().iter().find(|t| t["id"] != id)?.clone();
        second["action"].is_object().then_some(second)
    })
    .await;
    let path = format!("transactions/{}/deposit", second["id"].as_str().unwrap());
    person.post_once(&path, "keep", &json!({})).await.expect(StatusCode::OK);
    soon(async || {
        let all = person.get("balances").await.expect(StatusCode::OK);
        all["data"].as_array().unwrap().iter().any(|one| one["posted"] == "250.00").then_some(())
    })
    .await;
    person
}

/// Polls until there is a result.
async fn soon<T>(look: impl AsyncFn() -> Option<T>) -> T {
    let found = async {
        loop {
            if let Some(found) = look().await {
                return found;
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), found).await.expect("it comes within a minute")
}

async fn publish(person: &Person) {
    let answer = person.post("sandbox/liabilities", &json!({})).await;
    assert_eq!(answer.status, StatusCode::NO_CONTENT, "{}", answer.body);
}

async fn proof(person: &Person) -> ProofOfBalances {
    serde_json::from_value(person.get("liabilities").await.expect(StatusCode::OK)).unwrap()
}

async fn key(anybody: &Person) -> VerifierKey {
    let answer = anybody.get("/.well-known/agio/key").await;
    String::from_utf8(answer.bytes).unwrap().parse().unwrap()
}

/// The latest publication, once it has this number.
async fn published(anybody: &Person, number: u64) -> Value {
    soon(async || {
        let list = anybody.get("/.well-known/agio/liabilities").await.expect(StatusCode::OK);
        let newest = list["data"][0].clone();
        newest["number"].as_u64().is_some_and(|newest| newest >= number).then_some(newest)
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_customer_verifies_the_own_balance_in_the_published_liabilities_offline() {
    let app = TestApp::new().await;
    let anybody = Person { token: None, ..app.person("nobody").await };
    // The first publication happens automatically, soon after the start.
    assert_eq!(published(&anybody, 1).await["currencies"], json!([]));
    let ada = with_money(&app, "ada").await;
    publish(&ada).await;
    let key = key(&anybody).await;
    let checked = check(&proof(&ada).await, Some(&key), None).unwrap();
    assert_eq!(checked.balances.into_iter().collect::<Vec<_>>(), [("EUR".to_owned(), 25_000)]);

    let newest = published(&anybody, 2).await;
    let euro = newest["currencies"].as_array().unwrap().iter().find(|line| line["currency"] == "EUR").unwrap().clone();
    assert_eq!((euro["owed"].as_str(), euro["held"].as_str()), (Some("25000"), Some("1000050000")));
    assert_eq!((euro["covered_percent"].as_str(), euro["leaves"].as_u64()), (Some("4000200"), Some(16)));
    let statement = check_published(&serde_json::from_value(newest.clone()).unwrap(), Some(&key)).unwrap();
    assert_eq!(statement.number, newest["number"].as_u64().unwrap());
    // The publication refers to the log that is published next to it.
    let path = format!("/.well-known/agio/checkpoint?size={}", statement.log_size);
    let note = String::from_utf8(anybody.get(&path).await.bytes).unwrap();
    assert_eq!(key.checkpoint(&note).unwrap().root, statement.log_root);
    let one = anybody.get(&format!("/.well-known/agio/liabilities/{}", statement.number)).await.expect(StatusCode::OK);
    assert_eq!(one, newest);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_gets_anothers_proof_and_a_tenant_publishes_its_own() {
    let app = TestApp::new().await;
    let ada = with_money(&app, "ada").await;
    let bob = app.person("bob").await;
    publish(&bob).await;
    let (own, other) = (proof(&ada).await, proof(&bob).await);
    assert_eq!((own.own.len(), other.own.len()), (1, 0));
    assert_ne!(own.owner, other.owner);
    let nobody = Person { token: None, ..ada.clone() };
    assert_eq!(nobody.get("liabilities").await.problem(), (401, "UNAUTHORIZED_REQUEST"));
    assert_eq!(nobody.post("sandbox/liabilities", &json!({})).await.problem(), (401, "UNAUTHORIZED_REQUEST"));

    app.neighbour("neighbour.localhost").await;
    let eve = app.person_at("eve", "neighbour.localhost").await;
    assert_eq!(eve.get("liabilities").await.problem(), (404, "NOT_FOUND"), "nothing is published there yet");
    assert_eq!(eve.get("/.well-known/agio/liabilities").await.expect(StatusCode::OK)["data"], json!([]));
    assert_eq!(eve.get("/.well-known/agio/liabilities/1").await.problem(), (404, "NOT_FOUND"));
    publish(&eve).await;
    let theirs = proof(&eve).await;
    assert!(check(&theirs, Some(&key(&nobody).await), None).is_err(), "signed by another key");
    assert!(check(&theirs, Some(&key(&eve).await), None).is_ok());
    for (path, status) in [
        ("liabilities/0", 404),
        ("liabilities/18446744073709551615", 404),
        ("liabilities/one", 404),
        ("liabilities?limit=0", 200),
        ("liabilities?limit=4294967295&below=2", 200),
        ("liabilities?below=-1", 400),
    ] {
        let answer = nobody.get(&format!("/.well-known/agio/{path}")).await;
        assert_eq!(answer.status.as_u16(), status, "{path}: {}", answer.body);
    }
    app.close().await;
}
