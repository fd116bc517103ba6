//! Statements and letters: asked for in the app or by API key, made in the background, checked by anyone.

use std::time::Duration;

use axum::http::StatusCode;
use documents::seal;
use ledger::proof::VerifierKey;
use serde_json::{Value, json};

use super::gate::Gate;
use super::partners::{Server, key};
use super::support::{Answer, Person, TestApp};

/// A customer with a verified identity and 250 euro on the balance.
pub(super) async fn verified(app: &TestApp, name: &str) -> Person {
    let person = app.person(name).await;
    let names = json!({ "first_name": "Ada", "last_name": "Lovelace" });
    person.call("PUT", "user", Some(&names), &[]).await.expect(StatusCode::OK);
    identify(app, name).await;
    let order = person.order("iban", "bybank").await;
    let id = order["id"].as_str().unwrap();
    person.post(&format!("sandbox/transactions/{id}/expire"), &json!({})).await.expect(StatusCode::OK);
    person.post(&format!("sandbox/transactions/{id}/pay_late"), &json!({})).await.expect(StatusCode::OK);
    person.until(app, id, |transaction| transaction["status"] == "ACTION_REQUIRED").await;
    person.post_once(&format!("transactions/{id}/deposit"), "keep", &json!({})).await.expect(StatusCode::OK);
    person
}

pub(super) async fn identify(app: &TestApp, name: &str) {
    let done = "INSERT INTO verifications (tenant_id, user_id, kind, status, updated_at)
                SELECT tenant_id, id, 'IDENTITY', 'COMPLETED', now() FROM users WHERE email = $1 || '@example.test'
                ON CONFLICT (tenant_id, user_id, kind) DO UPDATE SET status = 'COMPLETED'";
    sqlx::query(done).bind(name).execute(&mut app.db.connect().await).await.unwrap();
}

fn asked(app: &TestApp, kind: &str, format: &str) -> Value {
    let today = app.now().date_naive();
    json!({ "kind": kind, "format": format, "language": "pl",
            "from": today - chrono::TimeDelta::days(30), "to": today })
}

/// Waits until a document has ended. Each step of its job is a commit, so polling misses nothing.
pub(super) async fn made(person: &Person, id: &str) -> Value {
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

async fn make(app: &TestApp, person: &Person, kind: &str, format: &str) -> (Value, Answer) {
    let one = person.post("documents", &asked(app, kind, format)).await.expect(StatusCode::ACCEPTED);
    let one = made(person, one["id"].as_str().unwrap()).await;
    assert_eq!((&one["state"], &one["progress"]), (&json!("READY"), &json!(100)), "{one}");
    let file = person.get(&format!("documents/{}/file", one["id"].as_str().unwrap())).await;
    (one, file)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_verified_customer_gets_every_document_and_it_carries_the_signature_of_the_installation() {
    let app = TestApp::new().await;
    let ada = verified(&app, "ada").await;
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
        let (one, file) = make(&app, &ada, kind, format).await;
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
    app.close().await;
}

/// Exchanges an amount of the balance.
pub(super) async fn convert(person: &Person, key: &str, from: &str, to: &str, amount: &str) {
    let asked = json!({ "from_currency": from, "from_payway": "balance", "to_currency": to, "to_payway": "balance",
        "from_amount": amount, "firm": true });
    let quote = person.post("quotes", &asked).await.expect(StatusCode::CREATED);
    let order = json!({ "quote_id": quote["id"] });
    let made = person.post_once("orders", key, &order).await.expect(StatusCode::CREATED);
    assert_eq!(made["status"], "DONE");
}

/// The closing balances of a CSV file of a wallet statement.
fn closing(file: &Answer) -> Vec<(String, String)> {
    let text = String::from_utf8(file.bytes.clone()).unwrap();
    let rows = text.lines().skip(1).map(|row| row.split(',').map(str::to_owned).collect::<Vec<_>>());
    let rows = rows.filter(|row| row[0].len() == 3 && row[0].is_ascii());
    rows.map(|row| (row[0].clone(), row[4].clone())).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn all_balances_of_a_statement_are_of_one_moment_although_money_is_exchanged_while_it_is_made() {
    let app = TestApp::new().await;
    let ada = verified(&app, "ada").await;
    convert(&ada, "before", "EUR", "PLN", "100.00").await;
    let (_, file) = make(&app, &ada, "WALLET_STATEMENT", "CSV").await;
    let before = closing(&file);
    assert_eq!(before.len(), 2, "{before:?}");
    // The job has read the first balance when it notes its progress.
    let mut gate = Gate::before(&app, "UPDATE ON documents FOR EACH ROW WHEN (NEW.progress > 0)").await;
    let one = ada.post("documents", &asked(&app, "WALLET_STATEMENT", "CSV")).await.expect(StatusCode::ACCEPTED);
    gate.reached().await;
    convert(&ada, "meanwhile", "EUR", "PLN", "100.00").await;
    gate.open().await;
    let id = one["id"].as_str().unwrap();
    assert_eq!(made(&ada, id).await["state"], "READY");
    let file = ada.get(&format!("documents/{id}/file")).await;
    assert_eq!(closing(&file), before, "all balances of the moment when it was asked for");
    let (_, file) = make(&app, &ada, "WALLET_STATEMENT", "CSV").await;
    assert_ne!(closing(&file), before, "the next one has the exchange");
    app.close().await;
}

/// The kinds of the person's notifications about documents, once one of this kind is there.
async fn told(person: &Person, kind: &str) -> Vec<String> {
    let found = async {
        loop {
            let list = person.get("notifications?topic=documents").await.expect(StatusCode::OK);
            let kinds = list["data"].as_array().unwrap().iter().map(|one| one["kind"].as_str().unwrap().to_owned());
            let kinds: Vec<String> = kinds.collect();
            if kinds.iter().any(|one| one == kind) {
                return kinds;
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), found).await.expect("they are told within a minute")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_customer_is_told_once_that_a_document_is_ready_or_was_not_made() {
    let app = TestApp::new().await;
    let ada = verified(&app, "ada").await;
    make(&app, &ada, "WALLET_STATEMENT", "CSV").await;
    assert_eq!(told(&ada, "document_ready").await, ["document_ready"]);
    let list = ada.get("notifications?topic=documents").await.expect(StatusCode::OK);
    assert_eq!(list["data"][0]["link"], "/profile/documents");
    // The identity is taken back after the letter was asked for, so the letter would not be true.
    let mut gate = Gate::before(&app, "UPDATE ON documents FOR EACH ROW WHEN (OLD.state = 'QUEUED')").await;
    let letter = ada.post("documents", &asked(&app, "LETTER_OF_GOOD_STANDING", "PDF")).await;
    let letter = letter.expect(StatusCode::ACCEPTED);
    gate.reached().await;
    let mut sql = app.db.connect().await;
    let back = "UPDATE verifications SET status = 'EXPIRED' WHERE kind = 'IDENTITY'";
    sqlx::query(back).execute(&mut sql).await.unwrap();
    gate.open().await;
    let one = made(&ada, letter["id"].as_str().unwrap()).await;
    assert_eq!((&one["state"], &one["failure"]), (&json!("FAILED"), &json!("NOT_VERIFIED")));
    assert_eq!(told(&ada, "document_failed").await, ["document_failed", "document_ready"]);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_purge_deletes_expired_files_and_tells_of_what_no_job_makes_any_more() {
    let app = TestApp::new().await;
    let ada = verified(&app, "ada").await;
    make(&app, &ada, "WALLET_STATEMENT", "CSV").await;
    let (kept, _) = make(&app, &ada, "WALLET_STATEMENT", "CSV").await;
    let mut sql = app.db.connect().await;
    let past = "WITH old AS (UPDATE documents SET ready_at = ready_at - interval '31 days',
                                expires_at = expires_at - interval '31 days'
                             WHERE id <> $1 RETURNING id),
                     files AS (UPDATE document_files SET expires_at = expires_at - interval '31 days'
                               WHERE document_id <> $1)
                INSERT INTO documents (tenant_id, id, profile_id, user_id, code, kind, format, language, from_day,
                                       to_day, origin, requested_at)
                SELECT tenant_id, gen_random_uuid(), profile_id, user_id, '0000-0000-0000-0000', kind, format,
                       language, from_day, to_day, origin, requested_at - interval '25 hours'
                FROM documents WHERE id = $1";
    let kept: kernel::DocumentId = serde_json::from_value(kept["id"].clone()).unwrap();
    sqlx::query(past).bind(kept.uuid()).execute(&mut sql).await.unwrap();
    let mut tx = app.db.store.system().await.unwrap();
    tx.enqueue(app.now(), &[store::JobSpec::new("document.purge", None, json!({}))]).await.unwrap();
    tx.commit().await.unwrap();
    let kinds = told(&ada, "document_failed").await;
    assert_eq!(kinds.iter().filter(|kind| *kind == "document_failed").count(), 1, "{kinds:?}");
    let files: Vec<uuid::Uuid> =
        sqlx::query_scalar("SELECT document_id FROM document_files").fetch_all(&mut sql).await.unwrap();
    assert_eq!(files, [kept.uuid()]);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_document_is_its_owners_and_needs_a_verified_identity() {
    let app = TestApp::new().await;
    let ada = verified(&app, "ada").await;
    let bob = app.person("bob").await;
    let refused = bob.post("documents", &asked(&app, "ACCOUNT_STATEMENT", "PDF")).await;
    assert_eq!(refused.problem(), (403, "ACCESS_DENIED"));
    assert_eq!(refused.body["meta"]["verification_required"], "IDENTITY");
    let (one, _) = make(&app, &ada, "ACCOUNT_STATEMENT", "CSV").await;
    let id = one["id"].as_str().unwrap();
    identify(&app, "bob").await;
    for path in [format!("documents/{id}"), format!("documents/{id}/file")] {
        assert_eq!(bob.get(&path).await.problem(), (404, "NOT_FOUND"), "{path}");
    }
    for (field, value) in [("to", json!("2001-01-01")), ("to", json!("2999-01-01")), ("from", json!("2001-01-01"))] {
        let mut wrong = asked(&app, "ACCOUNT_STATEMENT", "PDF");
        wrong[field] = value;
        let refused = ada.post("documents", &wrong).await;
        assert_eq!(refused.problem(), (400, "VALIDATION_ERROR"), "{wrong}");
        assert_eq!(refused.body["errors"][0]["pointer"], "/to", "{wrong}");
    }
    let letter = ada.post("documents", &asked(&app, "LETTER_OF_GOOD_STANDING", "CSV")).await;
    assert_eq!(letter.body["errors"][0]["pointer"], "/format");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_is_deleted_after_thirty_days_and_its_code_still_matches() {
    let app = TestApp::new().await;
    let ada = verified(&app, "ada").await;
    let (one, _) = make(&app, &ada, "WALLET_STATEMENT", "CSV").await;
    let id = one["id"].as_str().unwrap();
    let mut sql = app.db.connect().await;
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
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_partner_makes_a_balance_sheet_statement_with_its_scope() {
    let app = TestApp::new().await;
    let ada = verified(&app, "ada").await;
    let (_, without) = key(&ada, "wallet", &["wallet:balances_read"]).await;
    let (_, with) = key(&ada, "wallet", &["wallet:statement"]).await;
    let body = asked(&app, "ACCOUNT_STATEMENT", "XLSX");
    let (without, with) = (Server::new(&app.router, &without), Server::new(&app.router, &with));
    let path = "/api/partner/v1/documents";
    assert_eq!(without.call("POST", path, Some(&body), &[]).await.problem(), (403, "ACCESS_DENIED"));
    let one = with.call("POST", path, Some(&body), &[]).await.expect(StatusCode::ACCEPTED);
    let id = one["id"].as_str().unwrap();
    assert_eq!(made(&ada, id).await["state"], "READY");
    let file = with.call("GET", &format!("{path}/{id}/file"), None, &[]).await;
    assert_eq!(file.status, StatusCode::OK);
    assert!(file.bytes.starts_with(b"PK"));
    app.close().await;
}
