//! Customers whom a partner sends here to verify.

use std::collections::BTreeSet;

use axum::http::StatusCode;
use exchange::policy::Policy;
use identity::operator::Role;
use serde_json::{Value, json};

use super::operators::{Colleague, colleague_at};
use super::partners::{Server, key};
use super::support::{Answer, Person, TestApp};

/// Everything that concerns a partner's customers.
pub const KYC: [&str; 5] = [
    "exchanger:kyc_check",
    "exchanger:kyc_import",
    "exchanger:kyc_initialize",
    "exchanger:kyc_manage",
    "exchanger:kyc_confirm",
];
const DONE: &str = "http://localhost:4000/done?cart=1";

/// A partner with a verified domain: a page on its own machine needs no proof in a sandbox.
async fn partner(app: &TestApp) -> (Person, Server) {
    let ada = app.person("ada").await;
    let page = json!({ "kind": "widget", "name": "Page", "domains": ["localhost:4000"] });
    ada.post("partner-keys", &page).await.expect(StatusCode::CREATED);
    let (_, secret) = key(&ada, "exchanger", &KYC).await;
    (ada, Server::new(&app.router, &secret))
}

/// The customer `c-1` of the partner.
fn path(act: &str) -> String {
    format!("customers/c-1/verification{act}")
}

/// The value of a parameter of an address.
fn parameter(address: &Value, name: &str) -> String {
    let url = url::Url::parse(address.as_str().unwrap()).unwrap();
    url.query_pairs().find(|(key, _)| key == name).map(|(_, value)| value.into_owned()).unwrap()
}

async fn link(shop: &Server) -> String {
    let made = shop.post(&path("/initialize"), "i", &json!({ "return_url": DONE })).await.expect(StatusCode::CREATED);
    assert!(made["url"].as_str().unwrap().starts_with("http://localhost/profile/partner-verification?token=vl_"));
    parameter(&made["url"], "token")
}

/// Bob opens the link, agrees, and returns with a code.
async fn code(shop: &Server, bob: &Person) -> String {
    let token = json!({ "token": link(shop).await });
    let asked = bob.post("partner-verification", &token).await.expect(StatusCode::OK);
    assert_eq!(asked["partner"], "http://localhost:4000");
    let agreed = bob.post("partner-verification/agree", &token).await.expect(StatusCode::OK);
    assert_eq!(parameter(&agreed["return_url"], "external_customer_id"), "c-1");
    // The link served once.
    assert_eq!(bob.post("partner-verification/agree", &token).await.problem(), (404, "NOT_FOUND"));
    parameter(&agreed["return_url"], "code")
}

async fn confirm(shop: &Server, code: &str) -> Answer {
    shop.post(&path("/confirm"), code, &json!({ "code": code })).await
}

/// The customer `c-1`, confirmed as Bob.
async fn linked(shop: &Server, bob: &Person) {
    confirm(shop, &code(shop, bob).await).await.expect(StatusCode::OK);
}

/// Bob's consents, as the app lists them.
async fn consents(bob: &Person) -> Vec<Value> {
    bob.get("partner-consents").await.expect(StatusCode::OK)["data"].as_array().unwrap().clone()
}

/// The operators rely on Ada's verifications from now on.
async fn rely_on(app: &TestApp, ada: &Person) {
    let profile = ada.get("user").await.expect(StatusCode::OK)["profiles_id"][0].as_str().unwrap().parse().unwrap();
    let tenant = identity::tenant_by_slug(&app.db.store, identity::DEMO_TENANT_SLUG).await.unwrap().unwrap();
    let policy = Policy { version: 2, relied_on: BTreeSet::from([profile]), ..Policy::sandbox() };
    exchange::publish_policy(&app.db.store, &app.world, tenant, &policy, app.now()).await.unwrap();
    // A policy is cached for half a minute.
    app.skip(chrono::TimeDelta::seconds(31));
}

fn bobs_identity(app: &TestApp) -> Value {
    json!({ "first_name": "Bob", "last_name": "Example", "birth_date": "1990-02-03", "residence": "PL",
        "verified_at": app.now(), "reference": "kyc-1" })
}

async fn said_of_bob(bob: &Person) {
    let user = json!({ "first_name": "Bob", "last_name": "Example", "date_of_birth": "1990-02-03",
        "residence_country": "PL" });
    bob.call("PUT", "user", Some(&user), &[]).await.expect(StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_partner_sees_how_far_a_customer_is_verified_after_both_agreed() {
    let app = TestApp::new().await;
    let (ada, shop) = partner(&app).await;
    let bob = app.person("bob").await;
    assert_eq!(shop.get(&path("")).await.problem(), (404, "NOT_FOUND"));
    let elsewhere = json!({ "return_url": "https://evil.example/" });
    let refused = shop.post(&path("/initialize"), "e", &elsewhere).await;
    assert_eq!(refused.body["errors"][0]["code"], "domain_not_verified");

    let code = code(&shop, &bob).await;
    let waits = shop.get(&path("")).await.expect(StatusCode::OK);
    assert_eq!((&waits["state"], &waits["verifications"]), (&json!("agreed"), &json!([])), "nothing before the code");
    assert_eq!(confirm(&shop, "vc_other").await.problem(), (400, "VALIDATION_ERROR"));
    let confirmed = confirm(&shop, &code).await.expect(StatusCode::OK);
    assert_eq!(confirmed["state"], "confirmed");
    assert_eq!(confirm(&shop, &code).await.header("idempotency-replayed"), "true");
    let again = shop.post(&path("/initialize"), "x", &json!({ "return_url": DONE })).await;
    assert_eq!(again.problem(), (409, "CONFLICT_ERROR"));

    let small = shop.get(&path("?side=BUY&amount=50.00&currency=EUR")).await.expect(StatusCode::OK);
    assert_eq!(small["requirements"], json!([]));
    let large = shop.get(&path("?side=BUY&amount=4000&currency=EUR")).await.expect(StatusCode::OK);
    assert!(large["requirements"].as_array().unwrap().contains(&json!("identity")), "{large}");
    assert_eq!(shop.get(&path("?side=BUY")).await.problem(), (400, "VALIDATION_ERROR"));

    // Another key of the same owner knows nothing of the customer.
    let (_, other) = key(&ada, "exchanger", &KYC).await;
    assert_eq!(Server::new(&app.router, &other).get(&path("")).await.problem(), (404, "NOT_FOUND"));
    let ended = shop.post(&path("/cancel"), "c", &json!({})).await.expect(StatusCode::OK);
    assert_eq!((&ended["state"], &ended["verifications"]), (&json!("cancelled"), &json!([])));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_partner_imports_a_verification_only_where_operators_rely_on_it() {
    let app = TestApp::new().await;
    let (ada, shop) = partner(&app).await;
    let bob = app.person("bob").await;
    linked(&shop, &bob).await;
    let given = bobs_identity(&app);
    let import = path("/import");
    assert_eq!(shop.post(&import, "1", &given).await.problem(), (403, "RELIANCE_NOT_ALLOWED"));

    rely_on(&app, &ada).await;
    // Bob has said nothing of himself.
    assert_eq!(shop.post(&import, "2", &given).await.problem(), (422, "PERSONAL_DATA_MISMATCH"));
    said_of_bob(&bob).await;
    let mut older = given.clone();
    older["birth_date"] = json!("1980-02-03");
    assert_eq!(shop.post(&import, "3", &older).await.problem(), (422, "PERSONAL_DATA_MISMATCH"));
    let done = shop.post(&import, "4", &given).await.expect(StatusCode::OK);
    let identity = json!({ "kind": "IDENTITY", "status": "COMPLETED" });
    assert!(done["verifications"].as_array().unwrap().contains(&identity), "{done}");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_customer_sees_a_partner_with_access_and_withdraws_it() {
    let app = TestApp::new().await;
    let (ada, shop) = partner(&app).await;
    let (bob, eve) = (app.person("bob").await, app.person("eve").await);
    assert!(consents(&bob).await.is_empty());
    linked(&shop, &bob).await;
    let one = consents(&bob).await.pop().unwrap();
    let told = (&one["partner"], &one["site"], &one["state"], &one["rights"]);
    let rights = json!(["see_verifications"]);
    assert_eq!(told, (&json!("http://localhost:4000"), &json!("http://localhost"), &json!("confirmed"), &rights));
    rely_on(&app, &ada).await;
    assert_eq!(consents(&bob).await[0]["rights"], json!(["see_verifications", "confirm_identity"]));

    let withdraw = format!("partner-consents/{}", one["id"].as_str().unwrap());
    assert!(consents(&eve).await.is_empty());
    assert_eq!(eve.call("DELETE", &withdraw, None, &[]).await.problem(), (404, "NOT_FOUND"));
    assert_eq!(bob.call("DELETE", &withdraw, None, &[]).await.status, StatusCode::NO_CONTENT);
    assert_eq!(bob.call("DELETE", &withdraw, None, &[]).await.problem(), (404, "NOT_FOUND"));
    assert!(consents(&bob).await.is_empty());

    let seen = shop.get(&path("")).await.expect(StatusCode::OK);
    assert_eq!((&seen["state"], &seen["verifications"]), (&json!("withdrawn"), &json!([])));
    assert_eq!(confirm(&shop, "vc_other").await.problem(), (403, "CONSENT_WITHDRAWN"));
    let import = shop.post(&path("/import"), "w", &bobs_identity(&app)).await;
    assert_eq!(import.problem(), (403, "CONSENT_WITHDRAWN"));
    let ended = shop.post(&path("/cancel"), "w", &json!({})).await.expect(StatusCode::OK);
    assert_eq!(ended["state"], "withdrawn", "the customer ended it first");
    // Asking again is allowed, and the customer decides again.
    linked(&shop, &bob).await;
    assert_eq!(consents(&bob).await.len(), 1);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_partner_hears_of_each_change_and_operators_see_it() {
    let app = TestApp::new().await;
    let (ada, shop) = partner(&app).await;
    let bob = app.person("bob").await;
    linked(&shop, &bob).await;
    let id = consents(&bob).await[0]["id"].clone();
    let withdraw = format!("partner-consents/{}", id.as_str().unwrap());
    assert_eq!(bob.call("DELETE", &withdraw, None, &[]).await.status, StatusCode::NO_CONTENT);

    let mut olga = colleague_at(&app, "localhost", "olga", Role::ComplianceOfficer).await;
    let person = bob.get("user").await.expect(StatusCode::OK)["uuid"].as_str().unwrap().to_owned();
    let customer = operators_see(&mut olga, &person).await;
    assert_eq!((&customer[0]["id"], &customer[0]["state"]), (&id, &json!("withdrawn")), "{customer}");

    linked(&shop, &bob).await;
    shop.post(&path("/cancel"), "c", &json!({})).await.expect(StatusCode::OK);
    assert_eq!(operators_see(&mut olga, &person).await, json!([]), "the partner gave it back");
    let (_, reader) = key(&ada, "exchanger", &["exchanger:orders_read"]).await;
    let heard = Server::new(&app.router, &reader).get("events?type=customer.verification.*").await;
    let heard = heard.expect(StatusCode::OK)["data"].as_array().unwrap().clone();
    let types: Vec<&str> = heard.iter().map(|event| event["type"].as_str().unwrap()).collect();
    let of = |state| format!("customer.verification.{state}");
    assert_eq!(types, ["confirmed", "withdrawn", "confirmed", "cancelled"].map(of));
    let object = &heard[1]["data"]["object"];
    assert_eq!((&object["external_customer_id"], &object["state"]), (&json!("c-1"), &json!("withdrawn")));
    assert_eq!(heard[1]["previous_event_id"], heard[0]["id"]);
    app.close().await;
}

async fn operators_see(olga: &mut Colleague, person: &str) -> Value {
    olga.call("GET", &format!("customers/{person}"), None).await.expect(StatusCode::OK)["partner_consents"].clone()
}

/// Waits until a query of the installation waits for a lock.
async fn until_somebody_waits(sql: &mut sqlx::PgConnection) {
    let waits = "SELECT EXISTS (SELECT FROM pg_stat_activity
                 WHERE wait_event_type = 'Lock' AND datname = current_database())";
    while !sqlx::query_scalar::<_, bool>(waits).fetch_one(&mut *sql).await.unwrap() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_compares_with_what_the_customer_is_just_changing() {
    let app = TestApp::new().await;
    let (ada, shop) = partner(&app).await;
    let bob = app.person("bob").await;
    linked(&shop, &bob).await;
    said_of_bob(&bob).await;
    rely_on(&app, &ada).await;
    // Another request changes the name, and has not committed.
    let (mut other, mut watch) = (app.db.connect().await, app.db.connect().await);
    sqlx::query("BEGIN").execute(&mut other).await.unwrap();
    let renamed = "UPDATE users SET first_name = 'Robert' WHERE first_name = 'Bob'";
    assert_eq!(sqlx::query(renamed).execute(&mut other).await.unwrap().rows_affected(), 1);
    let (given, import) = (bobs_identity(&app), path("/import"));
    let committed = async {
        until_somebody_waits(&mut watch).await;
        sqlx::query("COMMIT").execute(&mut other).await.unwrap();
    };
    let asked = async {
        let (answer, ()) = tokio::join!(shop.post(&import, "race", &given), committed);
        answer
    };
    let answer = tokio::time::timeout(std::time::Duration::from_secs(20), asked).await.unwrap();
    assert_eq!(answer.problem(), (422, "PERSONAL_DATA_MISMATCH"));
    app.close().await;
}
