//! Statements and letters: asked for in the app or by API key, made in the background, checked by anyone.

use std::time::Duration;

use axum::http::StatusCode;
use documents::seal;
use ledger::proof::VerifierKey;
use serde_json::{Value, json};

use super::partners::{Server, key};
use super::support::{Answer, Person, TestHouse};

/// A customer with a verified identity and 250 euro on the balance.
async fn verified(house: &TestHouse, name: &str) -> Person {
    let person = house.person(name).await;
    let names = json!({ "first_name": "Ada", "last_name": "Lovelace" });
    person.call("PUT", "user", Some(&names), &[]).await.expect(StatusCode::OK);
    identify(house, name).await;
    let order = person.order("iban", "bybank").await;
    let id = order["id"].as_str().unwrap();
    person.post(&format!("sandbox/transactions/{id}/expire"), &json!({})).await.expect(StatusCode::OK);
    person.post(&format!("sandbox/transactions/{id}/pay_late"), &json!({})).await.expect(StatusCode::OK);
    person.until(house, id, |transaction| transaction["status"] == "ACTION_REQUIRED").await;
    person.post_once(&format!("transactions/{id}/deposit"), "keep", &json!({})).await.expect(StatusCode::OK);
    person
}

async fn identify(house: &TestHouse, name: &str) {
    let done = "INSERT INTO verifications (tenant_id, user_id, kind, status, updated_at)
                SELECT tenant_id, id, 'IDENTITY', 'COMPLETED', now() FROM users WHERE email = $1 || '@example.test'
                ON CONFLICT (tenant_id, user_id, kind) DO UPDATE SET status = 'COMPLETED'";
    sqlx::query(done).bind(name).execute(&mut house.db.connect().await).await.unwrap();
}

fn asked(house: &TestHouse, kind: &str, format: &str) -> Value {
    let today = house.now().date_naive();
    json!({ "kind": kind, "format": format, "language": "pl",
            "from": today - chrono::TimeDelta::days(30), "to": today })
}

/// Waits until a document has ended. Each step of its job is a commit, so polling misses nothing.
async fn made(person: &Person, id: &str) -> Value {
    let found = async {
        loop {
            let one = person.get(&format!("documents/{id}")).await.expect(StatusCode::OK);
            if one["state"] != "QUEUED" && one["state"] != "PROCESSING" {
                return one;
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), found).await.expect("it is made within a minute")
}

async fn make(house: &TestHouse, person: &Person, kind: &str, format: &str) -> (Value, Answer) {
    let one = person.post("documents", &asked(house, kind, format)).await.expect(StatusCode::ACCEPTED);
    let one = made(person, one["id"].as_str().unwrap()).await;
    assert_eq!((&one["state"], &one["progress"]), (&json!("READY"), &json!(100)), "{one}");
    let file = person.get(&format!("documents/{}/file", one["id"].as_str().unwrap())).await;
    (one, file)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_verified_customer_gets_every_document_and_it_carries_the_signature_of_the_house() {
    let house = TestHouse::new().await;
    let ada = verified(&house, "ada").await;
    let published = ada.call("GET", "/.well-known/agio/key", None, &[]).await;
    let published: VerifierKey = String::from_utf8(published.bytes).unwrap().parse().unwrap();
    let all = [
        ("ACCOUNT_STATEMENT", "PDF", "application/pdf", "%PDF-1.7"),
        ("ACCOUNT_STATEMENT", "XLSX", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "PK"),
        ("ACCOUNT_STATEMENT", "CSV", "text/csv; charset=utf-8", "\u{feff}"),
        ("WALLET_STATEMENT", "PDF", "application/pdf", "%PDF-1.7"),
        ("LETTER_OF_GOOD_STANDING", "PDF", "application/pdf", "%PDF-1.7"),
    ];
    for (kind, format, media_type, begins) in all {
        let (one, file) = make(&house, &ada, kind, format).await;
        assert_eq!(file.status, StatusCode::OK, "{kind} {format}");
        assert_eq!(file.header("content-type"), media_type);
        assert!(file.header("content-disposition").contains(one["file_name"].as_str().unwrap()));
        assert!(file.bytes.starts_with(begins.as_bytes()), "{kind} {format}");
        assert_eq!(one["bytes"], file.bytes.len());
        assert!(seal::is_sealed_by(&file.bytes, &published), "{kind} {format}");
        if format == "CSV" {
            let text = String::from_utf8(file.bytes.clone()).unwrap();
            assert!(text.contains(",250.00,250.00,"), "{text}");
        }
        let mut changed = file.bytes;
        let middle = changed.len() / 2;
        changed[middle] ^= 1;
        assert!(!seal::is_sealed_by(&changed, &published), "{kind} {format}");
    }
    let listed = ada.get("documents").await.expect(StatusCode::OK);
    assert_eq!(listed["data"].as_array().unwrap().len(), all.len());
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_document_is_its_owners_and_needs_a_verified_identity() {
    let house = TestHouse::new().await;
    let ada = verified(&house, "ada").await;
    let bob = house.person("bob").await;
    let refused = bob.post("documents", &asked(&house, "ACCOUNT_STATEMENT", "PDF")).await;
    assert_eq!(refused.problem(), (403, "ACCESS_DENIED"));
    assert_eq!(refused.body["meta"]["verification_required"], "IDENTITY");
    let (one, _) = make(&house, &ada, "ACCOUNT_STATEMENT", "CSV").await;
    let id = one["id"].as_str().unwrap();
    identify(&house, "bob").await;
    for path in [format!("documents/{id}"), format!("documents/{id}/file")] {
        assert_eq!(bob.get(&path).await.problem(), (404, "NOT_FOUND"), "{path}");
    }
    for (field, value) in [("to", json!("2001-01-01")), ("to", json!("2999-01-01")), ("from", json!("2001-01-01"))] {
        let mut wrong = asked(&house, "ACCOUNT_STATEMENT", "PDF");
        wrong[field] = value;
        let refused = ada.post("documents", &wrong).await;
        assert_eq!(refused.problem(), (400, "VALIDATION_ERROR"), "{wrong}");
        assert_eq!(refused.body["errors"][0]["pointer"], "/to", "{wrong}");
    }
    let letter = ada.post("documents", &asked(&house, "LETTER_OF_GOOD_STANDING", "CSV")).await;
    assert_eq!(letter.body["errors"][0]["pointer"], "/format");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_is_deleted_after_thirty_days_and_its_code_still_matches() {
    let house = TestHouse::new().await;
    let ada = verified(&house, "ada").await;
    let (one, _) = make(&house, &ada, "WALLET_STATEMENT", "CSV").await;
    let id = one["id"].as_str().unwrap();
    let mut sql = house.db.connect().await;
    let code: String = sqlx::query_scalar("SELECT code FROM documents").fetch_one(&mut sql).await.unwrap();
    let nobody = Person { token: None, ..ada.clone() };
    let check =
        async |code: &str| nobody.post("documents/check", &json!({ "code": code })).await.expect(StatusCode::OK);
    assert_eq!(check(&code.to_lowercase()).await, json!({ "is_match": true }));
    let wrong = code.replace(&code[..1], if code.starts_with('0') { "1" } else { "0" });
    assert_eq!(check(&wrong).await, json!({ "is_match": false }));
    assert_eq!(check("nonsense").await, json!({ "is_match": false }));
    let past =
        "UPDATE documents SET ready_at = ready_at - interval '31 days', expires_at = expires_at - interval '31 days'";
    sqlx::query(past).execute(&mut sql).await.unwrap();
    let gone = ada.get(&format!("documents/{id}")).await.expect(StatusCode::OK);
    assert_eq!(gone["state"], "EXPIRED");
    assert_eq!(ada.get(&format!("documents/{id}/file")).await.problem(), (404, "NOT_FOUND"));
    assert_eq!(check(&code).await, json!({ "is_match": true }));
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_partner_makes_a_balance_sheet_statement_with_its_scope() {
    let house = TestHouse::new().await;
    let ada = verified(&house, "ada").await;
    let (_, without) = key(&ada, "wallet", &["wallet:balances_read"]).await;
    let (_, with) = key(&ada, "wallet", &["wallet:statement"]).await;
    let body = asked(&house, "ACCOUNT_STATEMENT", "XLSX");
    let (without, with) = (Server::new(&house.app, &without), Server::new(&house.app, &with));
    let path = "/api/partner/v1/documents";
    assert_eq!(without.call("POST", path, Some(&body), &[]).await.problem(), (403, "ACCESS_DENIED"));
    let one = with.call("POST", path, Some(&body), &[]).await.expect(StatusCode::ACCEPTED);
    let id = one["id"].as_str().unwrap();
    assert_eq!(made(&ada, id).await["state"], "READY");
    let file = with.call("GET", &format!("{path}/{id}/file"), None, &[]).await;
    assert_eq!(file.status, StatusCode::OK);
    assert!(file.bytes.starts_with(b"PK"));
    house.close().await;
}
