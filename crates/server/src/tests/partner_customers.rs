//! Customers whom a partner sends here to verify.

use std::collections::BTreeSet;

use axum::http::StatusCode;
use exchange::policy::Policy;
use serde_json::{Value, json};

use super::partners::{Server, key};
use super::support::{Answer, Person, TestHouse};

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
async fn partner(house: &TestHouse) -> (Person, Server) {
    let ada = house.person("ada").await;
    let page = json!({ "kind": "widget", "name": "Page", "domains": ["localhost:4000"] });
    ada.post("partner-keys", &page).await.expect(StatusCode::CREATED);
    let (_, secret) = key(&ada, "exchanger", &KYC).await;
    (ada, Server::new(&house.app, &secret))
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

async fn said_of_bob(bob: &Person) {
    let user = json!({ "first_name": "Bob", "last_name": "Example", "date_of_birth": "1990-02-03",
        "residence_country": "PL" });
    bob.call("PUT", "user", Some(&user), &[]).await.expect(StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_partner_sees_how_far_a_customer_is_verified_after_both_agreed() {
    let house = TestHouse::new().await;
    let (ada, shop) = partner(&house).await;
    let bob = house.person("bob").await;
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
    assert_eq!(Server::new(&house.app, &other).get(&path("")).await.problem(), (404, "NOT_FOUND"));
    let ended = shop.post(&path("/cancel"), "c", &json!({})).await.expect(StatusCode::OK);
    assert_eq!((&ended["state"], &ended["verifications"]), (&json!("cancelled"), &json!([])));
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_partner_imports_a_verification_only_where_operators_rely_on_it() {
    let house = TestHouse::new().await;
    let (ada, shop) = partner(&house).await;
    let bob = house.person("bob").await;
    let code = code(&shop, &bob).await;
    confirm(&shop, &code).await.expect(StatusCode::OK);
    let given = json!({ "first_name": "Bob", "last_name": "Example", "birth_date": "1990-02-03", "residence": "PL",
        "verified_at": house.now(), "reference": "kyc-1" });
    let import = path("/import");
    assert_eq!(shop.post(&import, "1", &given).await.problem(), (403, "RELIANCE_NOT_ALLOWED"));

    let profile = ada.get("user").await.expect(StatusCode::OK)["profiles_id"][0].as_str().unwrap().parse().unwrap();
    let tenant = identity::tenant_by_slug(&house.db.store, identity::DEMO_TENANT_SLUG).await.unwrap().unwrap();
    let policy = Policy { version: 2, relied_on: BTreeSet::from([profile]), ..Policy::sandbox() };
    exchange::publish_policy(&house.db.store, &house.world, tenant, &policy, house.now()).await.unwrap();
    // A policy is cached for half a minute.
    house.skip(chrono::TimeDelta::seconds(31));
    // Bob has said nothing of himself.
    assert_eq!(shop.post(&import, "2", &given).await.problem(), (422, "PERSONAL_DATA_MISMATCH"));
    said_of_bob(&bob).await;
    let mut older = given.clone();
    older["birth_date"] = json!("1980-02-03");
    assert_eq!(shop.post(&import, "3", &older).await.problem(), (422, "PERSONAL_DATA_MISMATCH"));
    let done = shop.post(&import, "4", &given).await.expect(StatusCode::OK);
    let identity = json!({ "kind": "IDENTITY", "status": "COMPLETED" });
    assert!(done["verifications"].as_array().unwrap().contains(&identity), "{done}");
    house.close().await;
}
