//! The same for partners: every operation of their document with every kind of key.

use axum::http::StatusCode;
use chrono::TimeDelta;
use identity::KeySecret;
use serde_json::{Value, json};

use super::callers::{Expected, wrong};
use super::database_snapshot::Everything;
use crate::tests::partner_customers::KYC;
use crate::tests::partners::{EXCHANGER, Server, key};
use crate::tests::support::{Answer, TestApp};

/// An operation, and the scopes that it names as alternatives.
struct Operation {
    name: String,
    method: String,
    path: String,
    ways: Vec<Vec<String>>,
}

fn operations() -> Vec<Operation> {
    let document = serde_json::to_value(api::partner_openapi()).unwrap();
    let mut found = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, said) in item.as_object().unwrap() {
            let (name, method) = (format!("{method} {path}"), method.to_uppercase());
            let ways = said["security"].as_array().unwrap_or_else(|| panic!("{name} names no scope"));
            let words = |way: &Value| {
                let all = way["key"].as_array().unwrap_or_else(|| panic!("{name} is open to others than keys"));
                all.iter().map(|scope| scope.as_str().unwrap().to_owned()).collect::<Vec<_>>()
            };
            let ways: Vec<Vec<String>> = ways.iter().map(words).collect();
            assert!(!ways.is_empty() && ways.iter().all(|way| !way.is_empty()), "{name}");
            found.push(Operation { name: name.clone(), method, path: path.clone(), ways });
        }
    }
    assert!(found.len() > 20, "{}", found.len());
    found
}

/// A caller: why it is refused everywhere, or what its key holds.
struct Caller {
    who: &'static str,
    server: Server,
    headers: Vec<(&'static str, String)>,
    is: Standing,
}

enum Standing {
    Refused(u16, &'static str),
    Holds(Vec<String>),
}

impl Caller {
    fn refused(who: &'static str, server: Server, status: u16, code: &'static str) -> Self {
        Self { who, server, headers: vec![], is: Standing::Refused(status, code) }
    }

    fn expected(&self, operation: &Operation) -> Expected {
        match &self.is {
            Standing::Refused(status, code) => Expected::Refusal(*status, code),
            Standing::Holds(held) => {
                let may = operation.ways.iter().any(|way| way.iter().all(|one| partners::scope::grants(held, one)));
                match may {
                    false => Expected::Refusal(403, "ACCESS_DENIED"),
                    true if operation.path.contains("{id}") => Expected::Refusal(404, "NOT_FOUND"),
                    true if operation.path.ends_with("/withdrawals") => Expected::Refusal(403, "SIGNATURE_REQUIRED"),
                    true => Expected::Passes,
                }
            }
        }
    }

    async fn asks(&self, operation: &Operation, order: &str) -> Answer {
        let path = operation.path.replace("{id}", order).replace("{currency}", "EUR").replace("{action}", "pay");
        let path = path.replace("{external_customer_id}", "nobody");
        let body = (operation.method != "GET").then(|| json!({}));
        let mut headers = vec![("idempotency-key", "authorization")];
        headers.extend(self.headers.iter().map(|(name, value)| (*name, value.as_str())));
        self.server.call(&operation.method, &path, body.as_ref(), &headers).await
    }
}

async fn refused_everywhere(app: &TestApp) -> Vec<Caller> {
    let ada = app.person("ada").await;
    let server = |secret: &str| Server::new(&app.router, secret);
    let nobody = |who, server| Caller::refused(who, server, 401, "UNAUTHORIZED_REQUEST");
    let denied = |who, server| Caller::refused(who, server, 403, "ACCESS_DENIED");
    let more = ["wallet:full", "exchanger:test", "webhooks:read", "webhooks:write"];
    let all = [EXCHANGER.as_slice(), &KYC, &more].concat();
    let (_, good) = key(&ada, "white_label", &all).await;
    let (revoked_id, revoked) = key(&ada, "white_label", &all).await;
    let gone = ada.call("DELETE", &format!("partner-keys/{revoked_id}"), None, &[]).await;
    assert_eq!(gone.status, StatusCode::NO_CONTENT);
    let (rotated_id, former) = key(&ada, "white_label", &all).await;
    let rotate = format!("partner-keys/{rotated_id}/rotate");
    ada.post(&rotate, &json!({ "overlap_hours": 0 })).await.expect(StatusCode::OK);
    let carol = app.person_at("carol", "nova.localhost").await;
    let (_, of_another) = key(&carol, "white_label", &all).await;
    let live = KeySecret::generate(&app.world, "sk_live_");
    let unknown = KeySecret::generate(&app.world, "sk_test_");
    let page = json!({ "kind": "widget", "name": "Page" });
    let page = ada.post("partner-keys", &page).await.expect(StatusCode::CREATED);
    let blocked = app.person("blocked").await;
    let (_, of_blocked) = key(&blocked, "white_label", &all).await;
    let block = "UPDATE users SET status = 'blocked' WHERE email = 'blocked@example.test'";
    sqlx::query(block).execute(&mut app.db.connect().await).await.unwrap();
    let token = ada.token.clone().unwrap();
    let mut from_page = denied("a page with a secret key", server(&good));
    from_page.headers = vec![("origin", "https://shop.example".to_owned())];
    let mut two = nobody("two different keys", server(&good));
    two.headers = vec![("authorization", format!("Bearer {}", unknown.secret.expose()))];
    let mut customer = nobody("a customer's token", server(""));
    customer.headers = vec![("authorization", format!("Bearer {token}"))];
    vec![
        nobody("no key", server("")),
        nobody("a key made up", server("sk_test_made_up")),
        nobody("a key that does not exist", server(unknown.secret.expose())),
        nobody("a live key in a sandbox", server(live.secret.expose())),
        nobody("a revoked key", server(&revoked)),
        nobody("the former secret of a rotated key", server(&former)),
        nobody("a key of another tenant", server(&of_another)),
        nobody("a customer's token as a key", server(&token)),
        customer,
        two,
        from_page,
        denied("a key from another address", Server { from: "192.0.2.8", ..server(&good) }),
        denied("the public key of a widget", server(page["secret"].as_str().unwrap())),
        Caller::refused("a key of a blocked person", server(&of_blocked), 403, "USER_BLOCKED"),
    ]
}

async fn with_scopes(app: &TestApp) -> Vec<Caller> {
    let bob = app.person("bob").await;
    let mut all = Vec::new();
    for (who, kind, scopes) in [
        ("a key that opens nothing", "exchanger", vec!["exchanger:test"]),
        ("a key that looks at verifications", "exchanger", vec!["exchanger:kyc_check"]),
        (
            "a key that verifies customers",
            "exchanger",
            vec!["exchanger:kyc_initialize", "exchanger:kyc_confirm", "exchanger:kyc_import", "exchanger:kyc_manage"],
        ),
        ("a key that reads prices", "exchanger", vec!["exchanger:read"]),
        ("a key that buys", "exchanger", vec!["exchanger:buy"]),
        ("a key that manages orders", "exchanger", vec!["exchanger:orders_manage", "exchanger:orders_read"]),
        ("a key that reads balances", "wallet", vec!["wallet:read"]),
        ("a key that converts", "wallet", vec!["wallet:converts"]),
        ("a key with everything of a wallet", "wallet", vec!["wallet:full"]),
        ("a key that reads its webhooks", "wallet", vec!["webhooks:read"]),
        ("a key that manages its webhooks", "exchanger", vec!["webhooks:write"]),
    ] {
        let (_, secret) = key(&bob, kind, &scopes).await;
        let held = scopes.into_iter().map(str::to_owned).collect();
        let mut caller = Caller::refused(who, Server::new(&app.router, &secret), 0, "");
        caller.is = Standing::Holds(held);
        all.push(caller);
    }
    let page = json!({ "kind": "widget", "name": "Page", "domains": ["localhost:4455"],
        "scopes": ["exchanger:read", "exchanger:buy", "exchanger:prevalidate"] });
    let page = bob.post("partner-keys", &page).await.expect(StatusCode::CREATED);
    let server = Server::new(&app.router, page["secret"].as_str().unwrap());
    let mut caller = Caller::refused("a page with a public key", server, 0, "");
    caller.headers = vec![("origin", "http://localhost:4455".to_owned())];
    // The other scopes of the key are for its widget.
    caller.is = Standing::Holds(vec!["exchanger:read".to_owned()]);
    all.push(caller);
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn a_partner_key_does_what_its_scopes_permit_and_nothing_else() {
    let mut app = TestApp::new().await;
    let mut callers = refused_everywhere(&app).await;
    callers.extend(with_scopes(&app).await);
    let olga = app.person("olga").await;
    let order = olga.order("visamc", "first").await;
    let order = order["id"].as_str().unwrap();
    app.rest().await;
    let (all, mut wrongs) = (operations(), Vec::new());
    for caller in &callers {
        let before = Everything::of(&app.db).await;
        let refused =
            all.iter().filter(|operation| matches!(caller.expected(operation), Expected::Refusal(401 | 403, _)));
        let refused = refused.filter(|operation| !operation.path.ends_with("/withdrawals"));
        for (index, operation) in refused.enumerate() {
            // A key writes ten times a second, after twenty at once.
            if index % 10 == 9 {
                app.skip(TimeDelta::seconds(1));
            }
            let heard = wrong(caller.expected(operation), &caller.asks(operation, order).await);
            wrongs.extend(heard.map(|heard| format!("{}, {}: {heard}", caller.who, operation.name)));
        }
        for table in Everything::of(&app.db).await.changed_since(&before) {
            wrongs.push(format!("{} changed {table}", caller.who));
        }
        let others = all.iter().filter(|operation| {
            operation.path.ends_with("/withdrawals")
                || !matches!(caller.expected(operation), Expected::Refusal(401 | 403, _))
        });
        for operation in others {
            let heard = wrong(caller.expected(operation), &caller.asks(operation, order).await);
            wrongs.extend(heard.map(|heard| format!("{}, {}: {heard}", caller.who, operation.name)));
        }
    }
    assert!(wrongs.is_empty(), "{}", wrongs.join("\n"));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_partner_key_is_not_accepted_by_the_client_api() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let (_, secret) = key(&ada, "white_label", &["exchanger:read", "wallet:full"]).await;
    let bearer = format!("Bearer {secret}");
    for path in ["balances", "user", "partner-keys", "transactions"] {
        let path = format!("/api/client/v1/{path}");
        let by_header = Server::new(&app.router, &secret).get(&path).await;
        assert_eq!(by_header.problem(), (403, "ACCESS_DENIED"), "{path}");
        let by_token = Server::new(&app.router, "").call("GET", &path, None, &[("authorization", &bearer)]).await;
        assert_eq!(by_token.problem(), (401, "UNAUTHORIZED_REQUEST"), "{path}");
    }
    app.close().await;
}
