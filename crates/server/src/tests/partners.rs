//! Partners: keys in the app, and what a server does with one.

use std::net::SocketAddr;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Request, StatusCode};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ed25519_dalek::{Signer, SigningKey};
use serde_json::{Value, json};

use super::account_closure::{cool_off_passes, leave};
use super::sign_in::mail;
use super::step_up::{confirm, enrol};
use super::support::{Answer, LTC_ADDRESS, Person, Replica, TestApp};
use super::transfers::deposit;

/// The address of the partner's server.
pub const HOME: &str = "192.0.2.7";

/// A partner's server with an API key.
#[derive(Clone)]
pub struct Server {
    pub router: Router,
    pub secret: String,
    pub host: &'static str,
    pub from: &'static str,
}

impl Server {
    pub fn new(router: &Router, secret: &str) -> Self {
        Self { router: router.clone(), secret: secret.to_owned(), host: "localhost", from: HOME }
    }

    pub async fn call(&self, method: &str, path: &str, body: Option<&Value>, headers: &[(&str, &str)]) -> Answer {
        let path = if path.starts_with('/') { path.to_owned() } else { format!("/api/partner/v1/{path}") };
        let mut request = Request::builder().method(method).uri(path).header("host", self.host);
        if !self.secret.is_empty() {
            request = request.header("api-key", &self.secret);
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if body.is_some() {
            request = request.header("content-type", "application/json");
        }
        let peer: SocketAddr = format!("{}:4000", self.from).parse().unwrap();
        let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
        let request = request.extension(ConnectInfo(peer)).body(body).unwrap();
        Person { router: self.router.clone(), token: None, host: self.host }.send(request).await
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.call("GET", path, None, &[]).await
    }

    pub async fn post(&self, path: &str, key: &str, body: &Value) -> Answer {
        self.call("POST", path, Some(body), &[("idempotency-key", key)]).await
    }

    pub(super) async fn quote(&self, from: (&str, &str), to: (&str, &str), amount: &str) -> Value {
        let asked = json!({ "from_currency": from.0, "from_payway": from.1, "to_currency": to.0, "to_payway": to.1,
            "from_amount": amount, "firm": true });
        self.call("POST", "quotes", Some(&asked), &[]).await.expect(StatusCode::CREATED)
    }
}

/// The private key of a partner who signs.
pub fn signer() -> SigningKey {
    SigningKey::from_bytes(&[9; 32])
}

/// A key of the person with everything that its kind may do, usable from [`HOME`].
pub async fn key(person: &Person, kind: &str, scopes: &[&str]) -> (String, String) {
    let public = STANDARD.encode(signer().verifying_key().as_bytes());
    let asked =
        json!({ "kind": kind, "name": "Backend", "scopes": scopes, "addresses": [HOME], "signing_key": public });
    let made = person.post("partner-keys", &asked).await.expect(StatusCode::CREATED);
    (made["key"]["id"].as_str().unwrap().to_owned(), made["secret"].as_str().unwrap().to_owned())
}

/// Everything of orders.
pub const EXCHANGER: [&str; 6] = [
    "exchanger:read",
    "exchanger:prevalidate",
    "exchanger:buy",
    "exchanger:sell_swap",
    "exchanger:orders_read",
    "exchanger:orders_manage",
];

#[tokio::test(flavor = "multi_thread")]
async fn a_partner_goes_from_a_new_key_to_a_completed_order() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let (_, secret) = key(&ada, "exchanger", &EXCHANGER).await;
    assert!(secret.starts_with("sk_test_"), "a sandbox gives test keys");
    let shop = Server::new(&app.router, &secret);
    let currencies = shop.get("currencies").await;
    assert!(currencies.header("ratelimit-policy").starts_with("\"read\";q=100"), "{:?}", currencies.headers);
    assert!(currencies.header("ratelimit").starts_with("\"read\";r="));
    let quote = shop.quote(("EUR", "visamc"), ("LTC", "ltc"), "250.00").await;
    let requisite = json!({ "kind": "address", "value": LTC_ADDRESS });
    let order = json!({ "quote_id": quote["id"], "requisite": requisite, "external_transaction_id": "cart-1" });
    let ahead = shop.post("orders/prevalidate", "p", &order).await.expect(StatusCode::OK);
    assert_eq!(ahead, json!({ "executable": true, "requirements": [], "violations": [] }));
    let wrong = shop.post("orders/sell", "s", &order).await;
    assert_eq!(
        (wrong.problem(), &wrong.body["errors"][0]["pointer"]),
        ((400, "VALIDATION_ERROR"), &json!("/quote_id"))
    );

    let made = shop.post("orders/buy", "o", &order).await;
    let again = shop.post("orders/buy", "o", &order).await;
    assert_eq!((again.header("idempotency-replayed"), &again.bytes), ("true", &made.bytes));
    let made = made.expect(StatusCode::CREATED);
    let id = made["transaction"]["id"].as_str().unwrap().to_owned();
    assert_eq!(made["external_transaction_id"], "cart-1");

    // The same id of the partner's names no second order.
    let other = shop.quote(("EUR", "visamc"), ("LTC", "ltc"), "300.00").await;
    let second = json!({ "quote_id": other["id"], "requisite": requisite, "external_transaction_id": "cart-1" });
    assert_eq!(shop.post("orders/buy", "o2", &second).await.problem(), (409, "CONFLICT_ERROR"));

    let card = json!({ "number": "4242 4242 4242 4242", "expiry_month": 12, "expiry_year": 2034, "cvv": "123",
        "holder": "Ada Lovelace", "return_url": "/" });
    ada.post_once(&format!("transactions/{id}/payment/card"), "pay", &card).await.expect(StatusCode::OK);
    ada.until(&app, &id, |transaction| transaction["status"] == "DONE").await;
    let found = shop.get("orders?external_transaction_id=cart-1").await.expect(StatusCode::OK);
    assert_eq!(found["data"][0]["transaction"]["status"], "DONE");
    let listed = shop.get("orders?status=DONE&limit=1").await.expect(StatusCode::OK);
    assert_eq!(listed["data"][0]["external_transaction_id"], "cart-1");
    let one = shop.get(&format!("orders/{id}")).await.expect(StatusCode::OK);
    assert_eq!(one["transaction"]["id"], json!(id));
    let nothing = shop.get("orders?external_transaction_id=cart-2").await.expect(StatusCode::OK);
    assert_eq!(nothing["data"], json!([]));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_order_leaves_the_partners_id_free() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let (_, secret) = key(&ada, "exchanger", &EXCHANGER).await;
    let shop = Server::new(&app.router, &secret);
    let quote = shop.quote(("EUR", "visamc"), ("LTC", "ltc"), "250.00").await;
    let order = |address: &str| {
        json!({ "quote_id": quote["id"], "requisite": { "kind": "address", "value": address },
            "external_transaction_id": "cart-1" })
    };
    let refused = shop.post("orders/buy", "o", &order("nowhere")).await;
    assert_eq!(refused.problem().0, 400);
    let other = shop.quote(("EUR", "visamc"), ("LTC", "ltc"), "260.00").await;
    let mut again = order(LTC_ADDRESS);
    again["quote_id"] = other["id"].clone();
    shop.post("orders/buy", "o2", &again).await.expect(StatusCode::CREATED);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rotated_secret_works_beside_the_new_one_and_a_revoked_key_is_dead_on_every_replica() {
    let app = TestApp::new().await;
    let beside = Replica::beside(&app).await;
    let ada = app.person("ada").await;
    let (id, old) = key(&ada, "exchanger", &["exchanger:read"]).await;
    let rotate = format!("partner-keys/{id}/rotate");
    let made = ada.post(&rotate, &json!({ "overlap_hours": 24 })).await.expect(StatusCode::OK);
    let new = made["secret"].as_str().unwrap().to_owned();
    assert_eq!(made["key"]["secrets"].as_array().unwrap().len(), 2);
    assert_eq!(made["key"]["secrets"][0].get("expires_at"), None);
    let uses = (0..50).map(|n| {
        let router = if n % 2 == 0 { &app.router } else { &beside.router };
        let server = Server::new(router, if n % 3 == 0 { &old } else { &new });
        async move { server.get("payways").await.status }
    });
    let answers: Vec<StatusCode> = futures_util::future::join_all(uses).await;
    assert!(answers.iter().all(|status| *status == StatusCode::OK), "{answers:?}");

    // Without an overlap the former ones end at once.
    let made = ada.post(&rotate, &json!({ "overlap_hours": 0 })).await.expect(StatusCode::OK);
    let newest = Server::new(&app.router, made["secret"].as_str().unwrap());
    for secret in [&old, &new] {
        assert_eq!(Server::new(&app.router, secret).get("payways").await.problem(), (401, "UNAUTHORIZED_REQUEST"));
    }
    newest.get("payways").await.expect(StatusCode::OK);
    let there = Server { router: beside.router.clone(), ..newest.clone() };
    there.get("payways").await.expect(StatusCode::OK);
    let shown = ada.get(&format!("partner-keys/{id}")).await.expect(StatusCode::OK);
    assert!(shown["used_at"].is_string(), "{shown}");
    let gone = ada.call("DELETE", &format!("partner-keys/{id}"), None, &[]).await;
    assert_eq!(gone.status, StatusCode::NO_CONTENT);
    assert_eq!(newest.get("payways").await.problem(), (401, "UNAUTHORIZED_REQUEST"));
    let dies = async { while there.get("payways").await.status != StatusCode::UNAUTHORIZED {} };
    tokio::time::timeout(std::time::Duration::from_secs(10), dies).await.expect("the other process hears of it");
    for words in ["An API key was created", "has a new secret", "was revoked"] {
        mail(&app, "ada@example.test", words).await;
    }
    beside.close().await;
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn making_rotating_and_widening_a_key_ask_for_the_second_factor_and_narrowing_does_not() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let codes = enrol(&app, &ada).await;
    let asked = json!({ "kind": "exchanger", "name": "Shop", "scopes": ["exchanger:read", "exchanger:buy"],
        "addresses": ["192.0.2.0/24"] });
    let refused = ada.post("partner-keys", &asked).await;
    let token = confirm(&ada, &refused, &codes[0]).await;
    let made = ada.call("POST", "partner-keys", Some(&asked), &[("auth-2fa-token", &token)]).await;
    let id = made.expect(StatusCode::CREATED)["key"]["id"].as_str().unwrap().to_owned();
    let path = format!("partner-keys/{id}");
    let change = |body: Value| {
        let (ada, path) = (ada.clone(), path.clone());
        async move { ada.call("PUT", &path, Some(&body), &[]).await }
    };
    change(json!({ "name": "Other", "scopes": ["exchanger:read"] })).await.expect(StatusCode::OK);
    change(json!({ "addresses": ["192.0.2.1"] })).await.expect(StatusCode::OK);
    for wider in
        [json!({ "scopes": ["exchanger:buy"] }), json!({ "addresses": [] }), json!({ "addresses": ["2001:db8::1"] })]
    {
        assert_eq!(change(wider.clone()).await.problem(), (403, "AUTH_2FA_REQUIRED"), "{wider}");
    }
    let rotated = ada.post(&format!("{path}/rotate"), &json!({ "overlap_hours": 1 })).await;
    assert_eq!(rotated.problem(), (403, "AUTH_2FA_REQUIRED"));
    // A key that was stolen is revoked without a second factor.
    assert_eq!(ada.call("DELETE", &path, None, &[]).await.status, StatusCode::NO_CONTENT);
    app.close().await;
}

/// The headers of a signed request (RFC 9421).
pub fn signed(server: &Server, path: &str, key: &str, body: &Value, now: i64) -> Vec<(&'static str, String)> {
    let digest = partners::signature::content_digest(body.to_string().as_bytes());
    let params = format!(
        "(\"@method\" \"@authority\" \"@path\" \"content-digest\" \"idempotency-key\");created={now};alg=\"ed25519\""
    );
    let base = format!(
        "\"@method\": POST\n\"@authority\": {}\n\"@path\": {path}\n\"content-digest\": {digest}\n\"idempotency-key\": {key}\n\"@signature-params\": {params}",
        server.host
    );
    let signature = STANDARD.encode(signer().sign(base.as_bytes()).to_bytes());
    vec![
        ("idempotency-key", key.to_owned()),
        ("content-digest", digest),
        ("signature-input", format!("sig={params}")),
        ("signature", format!("sig=:{signature}:")),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn a_withdrawal_is_signed_and_goes_to_a_saved_requisite() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    deposit(&app, &ada).await;
    let (_, secret) = key(&ada, "wallet", &["wallet:full"]).await;
    let shop = Server::new(&app.router, &secret);
    let balances = shop.get("balances").await.expect(StatusCode::OK);
    assert_eq!(balances["data"][0]["available"], "97.35");
    let saved = json!({ "currency": "LTC", "payway": "ltc", "kind": "address", "value": LTC_ADDRESS });
    let saved = shop.call("POST", "requisites", Some(&saved), &[]).await.expect(StatusCode::CREATED);
    let quote = shop.quote(("EUR", "balance"), ("LTC", "ltc"), "50.00").await;
    let body = json!({ "quote_id": quote["id"], "requisite_id": saved["id"], "external_transaction_id": "out-1" });
    let path = "/api/partner/v1/withdrawals";
    assert_eq!(shop.post(path, "w", &body).await.problem(), (403, "SIGNATURE_REQUIRED"));
    let now = app.now().timestamp();
    let send = |headers: Vec<(&'static str, String)>, body: Value| {
        let shop = shop.clone();
        async move {
            let headers: Vec<(&str, &str)> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
            shop.call("POST", path, Some(&body), &headers).await
        }
    };
    let good = signed(&shop, path, "w", &body, now);
    let elsewhere = json!({ "quote_id": quote["id"], "requisite_id": "req_019a0000000070008000000000000001" });
    assert_eq!(send(good.clone(), elsewhere.clone()).await.problem(), (403, "SIGNATURE_INVALID"));
    let old = signed(&shop, path, "w", &body, now - 3_600);
    assert_eq!(send(old, body.clone()).await.problem(), (403, "SIGNATURE_INVALID"));
    let unknown = send(signed(&shop, path, "w", &elsewhere, now), elsewhere).await;
    assert_eq!((unknown.problem().0, &unknown.body["errors"][0]["pointer"]), (400, &json!("/requisite_id")));
    let made = send(good, body).await.expect(StatusCode::CREATED);
    let id = made["transaction"]["id"].as_str().unwrap().to_owned();
    ada.until(&app, &id, |transaction| transaction["status"] == "DONE").await;

    // Money of a balance leaves in no other way.
    let quote = shop.quote(("EUR", "balance"), ("LTC", "ltc"), "20.00").await;
    let order = json!({ "quote_id": quote["id"], "requisite": { "kind": "address", "value": LTC_ADDRESS } });
    assert_eq!(shop.post("orders/buy", "b", &order).await.problem(), (400, "VALIDATION_ERROR"));
    let convert = shop.quote(("EUR", "balance"), ("LTC", "balance"), "20.00").await;
    let made = shop.post("converts", "c", &json!({ "quote_id": convert["id"] })).await.expect(StatusCode::CREATED);
    assert_eq!(made["transaction"]["status"], "DONE");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_that_asks_too_often_waits_and_others_do_not() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let (_, busy) = key(&ada, "exchanger", &["exchanger:prevalidate", "exchanger:read"]).await;
    let (_, calm) = key(&ada, "exchanger", &["exchanger:read"]).await;
    let busy = Server::new(&app.router, &busy);
    let asks = (0..400).map(|_| busy.get("payways"));
    let answers: Vec<Answer> = futures_util::future::join_all(asks).await;
    let refused = answers.iter().find(|answer| answer.status == StatusCode::TOO_MANY_REQUESTS).unwrap();
    assert_eq!(refused.problem(), (429, "TOO_MANY_REQUESTS"));
    assert!(!refused.header("retry-after").is_empty() && refused.header("ratelimit").starts_with("\"read\";r="));
    Server::new(&app.router, &calm).get("payways").await.expect(StatusCode::OK);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_name_the_field_that_is_wrong_and_have_a_maximum() {
    let app = TestApp::new().await;
    let (ada, bob) = (app.person("ada").await, app.person("bob").await);
    let plain = json!({ "kind": "exchanger", "name": "Shop", "scopes": ["exchanger:read"] });
    let with = |field: &str, value: Value| {
        let mut asked = plain.clone();
        asked[field] = value;
        asked
    };
    for (asked, pointer) in [
        (with("name", json!("")), "/name"),
        (with("scopes", json!(["wallet:full"])), "/scopes"),
        (with("addresses", json!(["10.0.0.0/8"])), "/addresses"),
        (with("signing_key", json!("AAAA")), "/signing_key"),
        (with("domains", json!(["shop.example"])), "/domains"),
    ] {
        let refused = ada.post("partner-keys", &asked).await;
        assert_eq!(
            (refused.problem(), &refused.body["errors"][0]["pointer"]),
            ((400, "VALIDATION_ERROR"), &json!(pointer))
        );
    }
    let widget = json!({ "kind": "widget", "name": "Page", "domains": ["Shop.Example"] });
    let made = ada.post("partner-keys", &widget).await.expect(StatusCode::CREATED);
    assert!(made["secret"].as_str().unwrap().starts_with("pk_test_"));
    assert_eq!(made["key"]["domains"], json!([{ "domain": "shop.example", "state": "in_progress" }]));
    for _ in 1..20 {
        ada.post("partner-keys", &plain).await.expect(StatusCode::CREATED);
    }
    assert_eq!(ada.post("partner-keys", &plain).await.problem(), (409, "CONFLICT_ERROR"));
    let path = format!("partner-keys/{}", made["key"]["id"].as_str().unwrap());
    assert_eq!(bob.get(&path).await.problem(), (404, "NOT_FOUND"));
    assert_eq!(bob.get("partner-keys").await.expect(StatusCode::OK)["data"], json!([]));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_ends_with_its_owner_and_its_secret_is_nowhere() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let (_, secret) = key(&ada, "exchanger", &["exchanger:read"]).await;
    let shop = Server::new(&app.router, &secret);
    shop.get("payways").await.expect(StatusCode::OK);
    let mut sql = app.db.connect().await;
    let rows = "SELECT (SELECT string_agg(k::text, '') FROM partner_keys k) || (SELECT string_agg(s::text, '') FROM partner_secrets s)
                || coalesce((SELECT string_agg(i::text || convert_from(coalesce(i.body, ''), 'UTF8'), '') FROM idempotency i), '')
                || (SELECT string_agg(a::text, '') FROM audit_log a)";
    let stored: String = sqlx::query_scalar(rows).fetch_one(&mut sql).await.unwrap();
    assert!(stored.contains("partner_key.made") && !stored.contains(&secret));
    leave(&ada).await.expect(StatusCode::OK);
    cool_off_passes(&app).await;
    assert_eq!(shop.get("payways").await.problem(), (401, "UNAUTHORIZED_REQUEST"));
    let left: (i64, i64) = sqlx::query_as(
        "SELECT (SELECT count(*) FROM partner_secrets), (SELECT count(*) FROM partner_keys WHERE name <> 'Deleted')",
    )
    .fetch_one(&mut sql)
    .await
    .unwrap();
    assert_eq!(left, (0, 0));
    app.close().await;
}
