//! Source of funds, over HTTP: a declaration and its approval by an operator lead to T3.

use axum::http::StatusCode;
use identity::operator::Role;
use serde_json::{Value, json};

use super::kyc_documents::{picture, send};
use super::operators::{Colleague, colleague};
use super::support::{Person, TestApp};

const WHY: &str = "because the test says so";
const CANARY: &str = "My aunt Olena left me a app";

fn answer() -> Value {
    json!({ "occupation": "employed", "sources": ["inheritance", "salary"], "yearly_turnover": "up_to_1m",
        "details": CANARY })
}

/// A customer who needs only the source of funds for T3. The sandbox puts the submission on hold.
async fn nearly_t3(app: &TestApp) -> Person {
    let ada = app.person("ada").await;
    let about = json!({ "first_name": "Ada", "last_name": "Onhold", "residence_country": "UA", "date_of_birth": "1990-12-10",
        "address": { "street": "Main 1", "city": "Kyiv", "postcode": "01001" } });
    ada.call("PUT", "user", Some(&about), &[]).await.expect(StatusCode::OK);
    let verified = "INSERT INTO verifications (tenant_id, user_id, kind, status, updated_at)
                    SELECT tenant_id, id, kind, 'COMPLETED', now() FROM users, unnest(ARRAY['PHONE', 'IDENTITY', 'ADDRESS']) kind
                    WHERE email = 'ada@example.test'";
    sqlx::query(verified).execute(&mut app.db.connect().await).await.unwrap();
    ada
}

/// Waits until the verification is on hold for an operator.
async fn is_held(app: &TestApp, ada: &Person) {
    let come = async {
        loop {
            let now = ada.get("user/documents?of=source_of_funds").await.expect(StatusCode::OK);
            if now["verification"]["status"] == "ON_HOLD" {
                return;
            }
            app.db.store.health().await.unwrap();
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), come).await.expect("within a minute");
}

async fn opened(officer: &mut Colleague, id: &str) -> Value {
    let look = json!({ "kind": "SOURCE_OF_FUNDS", "reason": WHY });
    officer.post(&format!("customers/{id}/documents"), &look).await.expect(StatusCode::OK)
}

#[tokio::test(flavor = "multi_thread")]
async fn t3_is_reached_when_an_officer_accepts_the_source_of_funds() {
    let app = TestApp::new().await;
    let ada = nearly_t3(&app).await;
    let limits = ada.get("user/limits").await.expect(StatusCode::OK);
    assert_eq!(
        (&limits["tier"], &limits["next"]["requirements"]),
        (&json!("T2"), &json!(["source_of_funds"])),
        "an address alone is not enough"
    );
    send(&ada, "part=evidence_1", picture()).await.expect(StatusCode::OK);
    let sent = ada.post("user/source-of-funds", &answer()).await.expect(StatusCode::OK);
    assert_eq!((&sent["verification"]["kind"], &sent["missing"]), (&json!("SOURCE_OF_FUNDS"), &json!([])));
    is_held(&app, &ada).await;
    assert_eq!(ada.get("user/limits").await.expect(StatusCode::OK)["tier"], "T2", "nobody has accepted it yet");

    let mut officer = colleague(&app, Role::ComplianceOfficer).await;
    let waiting = officer.call("GET", "verifications", None).await.expect(StatusCode::OK);
    assert_eq!(waiting["data"][0]["kind"], "SOURCE_OF_FUNDS");
    let id = waiting["data"][0]["customer_id"].as_str().unwrap().to_owned();
    let seen = opened(&mut officer, &id).await;
    assert_eq!(seen["data"][0]["part"], "evidence_1");
    let said = json!({ "occupation": "employed", "sources": ["salary", "inheritance"], "yearly_turnover": "up_to_1m",
        "details": CANARY });
    assert_eq!(seen["source_of_funds"], said);
    let decide = json!({ "kind": "SOURCE_OF_FUNDS", "verdict": "approve", "reason": WHY });
    let done = officer.post(&format!("customers/{id}/verifications"), &decide).await.expect(StatusCode::OK);
    assert_eq!(done["state"], "done");
    let limits = ada.get("user/limits").await.expect(StatusCode::OK);
    assert_eq!((&limits["tier"], limits.get("next")), (&json!("T3"), None));
    let log = officer.call("GET", &format!("log?subject={id}"), None).await.expect(StatusCode::OK);
    let actions: Vec<&str> =
        log["data"].as_array().unwrap().iter().map(|line| line["action"].as_str().unwrap()).collect();
    assert!(actions.contains(&"customers.documents") && actions.contains(&"verifications.decide"), "{actions:?}");
    assert!(!log.to_string().contains(CANARY), "the log has what was done, not what was said");

    let mut support = colleague(&app, Role::SupportL1).await;
    let look = json!({ "kind": "SOURCE_OF_FUNDS", "reason": WHY });
    let refused = support.post(&format!("customers/{id}/documents"), &look).await;
    assert_eq!(refused.problem(), (403, "ACCESS_DENIED"), "nobody reads it who may not see who customers are");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invalid_answer_is_refused_with_its_field_and_not_submitted() {
    let app = TestApp::new().await;
    let ada = nearly_t3(&app).await;
    for (field, value, pointer) in [
        ("sources", json!([]), "/sources"),
        ("sources", json!(["gift", "gift"]), "/sources"),
        ("sources", json!(["other"]), "/details"),
        ("sources", json!(["lottery"]), ""),
        ("details", json!("x".repeat(501)), "/details"),
        ("yearly_turnover", json!("much"), ""),
        ("occupation", Value::Null, ""),
    ] {
        let mut body = answer();
        body.as_object_mut().unwrap().remove("details");
        body[field] = value;
        let refused = ada.post("user/source-of-funds", &body).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{body} {}", refused.body);
        let told = refused.body["errors"][0]["pointer"].as_str().unwrap_or_default();
        assert!(told.starts_with(pointer), "{body} {}", refused.body);
    }
    let alone = ada.post("user/documents/submit?of=source_of_funds", &json!({})).await;
    assert_eq!(alone.problem(), (400, "VALIDATION_ERROR"));
    let now = ada.get("user/documents?of=source_of_funds").await.expect(StatusCode::OK);
    assert_eq!(now["verification"]["status"], "NONE");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_data_export_contains_the_source_of_funds() {
    let app = TestApp::new().await;
    let ada = nearly_t3(&app).await;
    ada.post("user/source-of-funds", &answer()).await.expect(StatusCode::OK);
    ada.post("user/exports", &json!({})).await.expect(StatusCode::ACCEPTED);
    let copy = super::exports::made(&ada).await;
    let file = ada.get(&format!("user/exports/{}/file", copy["id"].as_str().unwrap())).await;
    let file: Value = serde_json::from_slice(&file.bytes).unwrap();
    let row = &file["source_of_funds"][0];
    assert_eq!((&row["answer"]["details"], &row["answer"]["sources"][0]), (&json!(CANARY), &json!("salary")));
    assert!(row["handed_in_at"].is_string() && row["replaced_at"].is_null());
    app.close().await;
}
