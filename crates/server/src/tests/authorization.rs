//! Who may do what: for every operation of the OpenAPI document, so that a new one cannot be forgotten.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::support::{Person, TestHouse};

/// Operations that anybody may call. A new one without authority must be put here on purpose.
const OPEN: [&str; 22] = [
    "GET /api/client/v1/config",
    "GET /api/client/v1/countries",
    "GET /api/client/v1/currencies",
    "GET /api/client/v1/directions",
    "GET /api/client/v1/payways",
    "GET /api/client/v1/rates",
    "GET /api/client/v1/sandbox/mails",
    "GET /api/client/v1/ws",
    "POST /api/client/v1/apple-login",
    "POST /api/client/v1/auth/seamless",
    "POST /api/client/v1/google-login",
    "POST /api/client/v1/login",
    "POST /api/client/v1/login/passkey",
    "POST /api/client/v1/login/passkey/begin",
    "POST /api/client/v1/login/{provider}",
    "POST /api/client/v1/logout",
    "POST /api/client/v1/quotes",
    "POST /api/client/v1/telegram-login",
    "POST /api/client/v1/telegram-register",
    "POST /bot/user-source",
    "PUT /api/client/v1/auth",
    "PUT /api/client/v1/login",
];
/// What a person may do before accepting the terms (reference defaults C5).
const BEFORE_TERMS: [&str; 7] = [
    "GET /api/client/v1/user/terms",
    "POST /api/client/v1/login/second-factor",
    "POST /api/client/v1/login/second-factor/lost",
    "POST /api/client/v1/login/second-factor/passkey",
    "POST /api/client/v1/login/second-factor/passkey/begin",
    "POST /api/client/v1/user/accept-terms",
    "POST /api/client/v1/utm-params",
];

struct Operation {
    name: String,
    method: String,
    path: String,
    open: bool,
}

fn operations() -> Vec<Operation> {
    let document = serde_json::to_value(api::openapi()).unwrap();
    let mut found = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let method = method.to_uppercase();
            let needs = operation["security"].as_array().is_some_and(|all| all.iter().all(|one| one != &json!({})));
            found.push(Operation { name: format!("{method} {path}"), method, path: path.clone(), open: !needs });
        }
    }
    found
}

/// A body that reads, so that the refusal is about the person and not about the body.
fn body_for(path: &str) -> Value {
    match path.rsplit('/').next().unwrap() {
        "card" => json!({ "number": "4242424242424242", "expiry_month": 12, "expiry_year": 2034, "cvv": "123",
            "holder": "Ada Lovelace", "return_url": "/" }),
        "blik" => json!({ "code": "777123" }),
        "passkey" => json!({ "request_id": "cer_019a0000000070008000000000000001", "credential": {} }),
        "confirm" | "second-factor" => json!({ "code": "000000" }),
        _ => json!({}),
    }
}

async fn try_it(person: &Person, operation: &Operation, id: &str) -> super::support::Answer {
    let path = operation.path.replace("{id}", id).replace("{action}", "pay").replace("{method}", "google");
    let body = (operation.method != "GET").then(|| body_for(&operation.path));
    // Passkeys answer to the page of their own host only.
    let scheme = if person.host == "localhost" { "http" } else { "https" };
    let headers = [("idempotency-key", "authorization"), ("origin", &format!("{scheme}://{}", person.host))];
    person.call(&operation.method, &path, body.as_ref(), &headers).await
}

#[tokio::test(flavor = "multi_thread")]
async fn every_operation_asks_who_it_is_and_shows_nobody_what_is_anothers() {
    let house = TestHouse::new().await;
    let (ada, bob) = (house.person("ada").await, house.person("bob").await);
    let newcomer = house.newcomer("new").await;
    let order = ada.order("visamc", "first").await;
    let id = order["id"].as_str().unwrap();
    let nobody = Person { token: None, ..ada.clone() };
    let liar = Person { token: Some("kxa_made_up".into()), ..ada.clone() };
    let mut open: Vec<String> = operations().into_iter().filter(|op| op.open).map(|op| op.name).collect();
    open.sort();
    assert_eq!(open, OPEN);
    let closed: Vec<Operation> = operations().into_iter().filter(|operation| !operation.open).collect();
    assert!(closed.len() >= 15);
    for operation in &closed {
        let name = &operation.name;
        for stranger in [&nobody, &liar] {
            assert_eq!(try_it(stranger, operation, id).await.problem(), (401, "UNAUTHORIZED_REQUEST"), "{name}");
        }
        let early = try_it(&newcomer, operation, id).await;
        if BEFORE_TERMS.contains(&name.as_str()) {
            assert!(!matches!(early.status.as_u16(), 401 | 403), "{name} {}", early.body);
        } else {
            assert_eq!(early.problem(), (403, "ACCESS_DENIED"), "{name}");
        }
        if operation.path.contains("{id}") {
            assert_eq!(try_it(&bob, operation, id).await.problem(), (404, "NOT_FOUND"), "{name}");
            assert_eq!(try_it(&bob, operation, "ord_1").await.problem(), (404, "NOT_FOUND"), "{name}");
        }
    }
    let untouched = ada.get(&format!("transactions/{id}")).await.expect(StatusCode::OK);
    assert_eq!(untouched["version"], order["version"]);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_acts_for_their_own_profiles_only_and_lists_only_their_own() {
    let house = TestHouse::new().await;
    let (ada, bob) = (house.person("ada").await, house.person("bob").await);
    ada.order("iban", "first").await;
    assert_eq!(bob.get("transactions").await.expect(StatusCode::OK)["data"], json!([]));
    assert_eq!(ada.get("transactions").await.expect(StatusCode::OK)["data"].as_array().unwrap().len(), 1);
    for strange in ["prf_00000000000000000000000000000001", "nonsense"] {
        let refused = ada.call("GET", "balances", None, &[("profile-id", strange)]).await;
        assert_eq!(refused.problem(), (403, "ACCESS_DENIED"));
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_one_tenants_is_not_there_for_another() {
    let house = TestHouse::new().await;
    house.neighbour("neighbour.test").await;
    let ada = house.person("ada").await;
    let order = ada.order("iban", "first").await;
    let (id, reference) = (order["id"].as_str().unwrap(), order["reference"].as_str().unwrap());
    // The same address at another tenant is another person.
    let carol = house.person_at("ada", "neighbour.test").await;
    for operation in operations().iter().filter(|operation| operation.path.contains("{id}")) {
        let answer = try_it(&carol, operation, id).await;
        assert_eq!(answer.problem(), (404, "NOT_FOUND"), "{}", operation.name);
    }
    let seen = carol.get("transactions").await.expect(StatusCode::OK);
    assert_eq!(seen["data"], json!([]));
    let carried = Person { host: "neighbour.test", ..ada.clone() };
    for path in ["transactions", "user", "balances"] {
        let answer = carried.get(path).await;
        assert_eq!(answer.problem(), (401, "UNAUTHORIZED_REQUEST"), "{path}");
        assert!(!answer.body.to_string().contains(reference));
    }
    house.close().await;
}
