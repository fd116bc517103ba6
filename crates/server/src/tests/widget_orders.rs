//! Orders that visitors make through a widget: what the partner learns of them, and what a returning visitor proves.

use axum::http::StatusCode;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use ring::signature::{ED25519, UnparsedPublicKey};
use serde_json::{Value, json};
use store::JobSpec;

use super::partners::{EXCHANGER, Server, key};
use super::support::{Answer, LTC_ADDRESS, Person, TestApp};
use super::widget::{SHOP, Widget};

/// A visitor who signed in through the widget, and accepted the terms.
struct Visitor<'a> {
    widget: &'a Widget,
    bearer: String,
    launched: String,
}

impl Visitor<'_> {
    async fn post(&self, path: &str, body: Value, more: &[(&str, &str)]) -> Answer {
        let own = [("authorization", self.bearer.as_str()), ("widget-launch", self.launched.as_str())];
        self.widget.send(SHOP, "POST", path, Some(&body), &[&own, more].concat()).await
    }

    async fn order(&self, key: &str) -> Value {
        let asked = json!({ "side": "BUY", "from_currency": "EUR", "from_payway": "visamc", "to_currency": "LTC",
            "to_payway": "ltc", "from_amount": "250.00", "firm": true });
        let quote = self.post("quotes", asked, &[]).await.expect(StatusCode::CREATED);
        let order = json!({ "quote_id": quote["id"], "requisite": { "kind": "address", "value": LTC_ADDRESS } });
        self.post("orders", order, &[("idempotency-key", key)]).await.expect(StatusCode::CREATED)
    }
}

impl Widget {
    async fn visitor(&self, email: &str, launch: &str) -> Visitor<'_> {
        let launched = self.launch(launch).await.expect(StatusCode::OK)["launched"].as_str().unwrap().to_owned();
        let begin = Some(json!({ "email": email }));
        let begun = self.send(SHOP, "POST", "login?method=email", begin.as_ref(), &[]).await;
        let begun = begun.expect(StatusCode::ACCEPTED);
        let code = json!({ "challenge_id": begun["challenge_id"], "code": "111111" });
        let login = self.send(SHOP, "PUT", "login?method=email", Some(&code), &[]).await.expect(StatusCode::OK);
        let bearer = format!("Bearer {}", login["access_token"].as_str().unwrap());
        let terms = self.send(SHOP, "GET", "user/terms", None, &[("authorization", &bearer)]).await;
        let visitor = Visitor { widget: self, bearer, launched };
        let version = terms.expect(StatusCode::OK)["version"].clone();
        visitor.post("user/accept-terms", json!({ "version": version }), &[]).await;
        visitor
    }
}

/// The orders of a partner's widgets, newest first, once there are so many.
async fn orders_of(partner: &Person, count: usize) -> Vec<Value> {
    let found = async {
        loop {
            let list = partner.get("widget-orders").await.expect(StatusCode::OK)["data"].as_array().unwrap().clone();
            if list.len() == count {
                return list;
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), found).await.expect("the orders are listed")
}

async fn notes(app: &TestApp, which: &str) -> i64 {
    let count = format!("SELECT count(*) FROM partner_widget_orders WHERE {which}");
    sqlx::query_scalar(sqlx::AssertSqlSafe(count)).fetch_one(&mut app.db.connect().await).await.unwrap()
}

/// Changes the notes of orders by widget, runs the housekeeping, and waits until no note is as `gone` says.
async fn housekeeping(app: &TestApp, change: &'static str, gone: &str) {
    sqlx::query(change).execute(&mut app.db.connect().await).await.unwrap();
    assert!(notes(app, gone).await > 0, "the housekeeping has work");
    let mut tx = app.db.store.system().await.unwrap();
    tx.enqueue(app.now(), &[JobSpec::new("partners.housekeeping", None, json!({}))]).await.unwrap();
    tx.commit().await.unwrap();
    let done = async {
        while notes(app, gone).await > 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), done).await.expect("the housekeeping has run");
}

#[tokio::test(flavor = "multi_thread")]
async fn notes_about_orders_by_widget_do_not_pile_up() {
    let app = TestApp::new().await;
    let widget = Widget::of(&app.person("ada").await, &["shop.example"]).await;
    widget.prove(&app).await;
    let visitor = widget.visitor("vera@example.test", &format!("?apiKey={}", widget.public)).await;
    let order = json!({ "quote_id": "qt_00000000000000000000000000000001",
        "requisite": { "kind": "address", "value": LTC_ADDRESS } });
    assert_eq!(visitor.post("orders", order, &[("idempotency-key", "none")]).await.problem(), (404, "NOT_FOUND"));
    assert_eq!(notes(&app, "true").await, 0, "an order from no quote leaves no note");
    visitor.order("one").await;
    assert_eq!(notes(&app, "true").await, 1);
    let old = "UPDATE partner_widget_orders SET created_at = created_at - interval '91 days'";
    housekeeping(&app, old, "NOT is_final").await;
    // Two days are too young for the end of the watch, which the run above may still look for.
    let unmade = "UPDATE partner_widget_orders SET is_final = false, is_seen = false, seen_seq = 1000000,
                  created_at = created_at + interval '89 days'";
    housekeeping(&app, unmade, "true").await;
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_partner_follows_the_orders_of_its_widget_and_learns_nothing_else_about_the_visitor() {
    let app = TestApp::new().await;
    let (ada, eve) = (app.person("ada").await, app.person("eve").await);
    let widget = Widget::of(&ada, &["shop.example"]).await;
    widget.prove(&app).await;
    let (_, secret) = key(&ada, "exchanger", &EXCHANGER).await;
    let server = Server::new(&app.router, &secret);
    let named = widget.sign(&format!("?apiKey={}&externalTransactionId=cart-7&externalCustomerId=u-8", widget.public));
    let visitor = widget.visitor("vera@example.test", &named).await;
    let order = visitor.order("one").await;

    // The event comes to the partner's feed, with what the partner may see.
    orders_of(&ada, 1).await;
    let events = server.get("events?type=widget_order.*").await.expect(StatusCode::OK)["data"].clone();
    assert_eq!(events[0]["type"], "widget_order.created");
    let shown = &events[0]["data"]["object"];
    assert_eq!(shown["transaction_id"], order["id"]);
    assert_eq!((&shown["external_transaction_id"], &shown["external_customer_id"]), (&json!("cart-7"), &json!("u-8")));
    assert_eq!((&shown["from"]["amount"], &shown["key_id"]), (&json!("250.00"), &json!(widget.id)));
    assert!(!events[0].to_string().contains(LTC_ADDRESS), "the visitor's address is not the partner's");

    let lists = [ada.get("widget-orders").await, server.get("widget-orders").await];
    for list in lists.map(|list| list.expect(StatusCode::OK)) {
        assert_eq!((list["data"].as_array().unwrap().len(), &list["data"][0]["transaction_id"]), (1, &order["id"]));
    }
    assert_eq!(eve.get("widget-orders").await.expect(StatusCode::OK)["data"], json!([]));
    let whole = server.get(&format!("orders/{}", order["id"].as_str().unwrap())).await;
    assert_eq!(whole.problem(), (404, "NOT_FOUND"), "the transaction itself stays the visitor's");

    // An id that needs a signature is not taken without it; a changed note of the launch has none.
    let plain = format!("?apiKey={}&externalTransactionId=cart-9&externalCustomerId=forged", widget.public);
    let mut other = widget.visitor("olga@example.test", &plain).await;
    other.order("two").await;
    other.launched = format!("x{}", visitor.launched);
    other.order("three").await;
    let all = orders_of(&ada, 3).await;
    assert_eq!((&all[1]["external_transaction_id"], all[1].get("external_customer_id")), (&json!("cart-9"), None));
    assert_eq!(all[0].get("external_transaction_id"), None);
    app.close().await;
}

/// The claims of a statement whose signature is by the tenant's published key.
fn verified(url: &str, keys: &Value) -> Value {
    let token = url::Url::parse(url).unwrap().query_pairs().find(|(name, _)| name == "token").unwrap().1.into_owned();
    let decode = |text: &str| BASE64.decode(text).unwrap();
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let public = UnparsedPublicKey::new(&ED25519, decode(keys["keys"][0]["x"].as_str().unwrap()));
    public.verify(signed.as_bytes(), &decode(signature)).unwrap();
    let [header, content] =
        [0, 1].map(|at| serde_json::from_slice::<Value>(&decode(signed.split('.').nth(at).unwrap())).unwrap());
    assert_eq!(header["typ"], "agio-widget+jwt");
    content
}

#[tokio::test(flavor = "multi_thread")]
async fn a_visitor_returns_with_a_statement_that_the_partner_verifies_offline() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let (widget, other) = (Widget::of(&ada, &["shop.example"]).await, Widget::of(&ada, &["shop.example"]).await);
    widget.prove(&app).await;
    other.prove(&app).await;
    let launch = format!("?apiKey={}&externalTransactionId=cart-7", widget.public);
    let visitor = widget.visitor("vera@example.test", &launch).await;
    let order = visitor.order("one").await;
    let asked = |url: &str| json!({ "transaction_id": order["id"], "return_url": url });
    let done = "https://shop.example/done?a=1&token=forged";
    let back = visitor.post("return", asked(done), &[]).await.expect(StatusCode::OK);
    let again = visitor.post("return", asked(done), &[]).await.expect(StatusCode::OK);
    let keys = ada.get("/.well-known/jwks.json").await.expect(StatusCode::OK);
    let (claims, second) =
        (verified(back["url"].as_str().unwrap(), &keys), verified(again["url"].as_str().unwrap(), &keys));
    assert!(back["url"].as_str().unwrap().starts_with("https://shop.example/done?a=1&token="));
    assert_eq!((&claims["aud"], &claims["sub"]), (&json!(widget.id), &order["id"]));
    assert_eq!((&claims["external_transaction_id"], &claims["status"]), (&json!("cart-7"), &json!("NEW")));
    assert_eq!((&claims["from"]["amount"], &claims["to"]["currency"]), (&json!("250.00"), &json!("LTC")));
    assert_eq!(claims["exp"].as_i64().unwrap() - claims["iat"].as_i64().unwrap(), 600);
    assert_ne!(claims["jti"], second["jti"], "a repeated statement is recognised");
    for url in ["https://evil.example/", "http://shop.example/", "https://shop.example@evil.example/", "/done", ""] {
        let refused = visitor.post("return", asked(url), &[]).await;
        assert_eq!((refused.problem().0, &refused.body["errors"][0]["pointer"]), (400, &json!("/return_url")), "{url}");
    }
    // Neither another visitor nor another widget gets a statement about it.
    let stranger = widget.visitor("olga@example.test", &launch).await;
    assert_eq!(stranger.post("return", asked(done), &[]).await.problem(), (404, "NOT_FOUND"));
    let elsewhere = Visitor { widget: &other, bearer: visitor.bearer.clone(), launched: visitor.launched.clone() };
    assert_eq!(elsewhere.post("return", asked(done), &[]).await.problem(), (404, "NOT_FOUND"));
    app.close().await;
}
