//! A tenant with real customers whose cards go through a payment orchestrator: charges, 3-D Secure, webhooks, refunds and
//! payouts.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use ring::hmac;
use serde_json::{Value, json};

use super::bank::{euro, goes_live, until_euro};
use super::orchestrator::{APPROVED, CHALLENGED, DECLINED, HALTED, LOST, Orchestrator, PROCESSING, SLOW, WEBHOOK_KEY};
use super::support::{Person, TestApp, config};
use crate::wiring::config::Config;

fn status(transaction: &Value) -> &str {
    transaction["status"].as_str().unwrap()
}

/// The browser of a payer.
fn device() -> Value {
    json!({ "color_depth": 24, "java_enabled": false, "language": "uk-UA", "screen_width": 390, "screen_height": 844,
        "window_width": 390, "window_height": 664, "time_zone_offset": -120, "channel": "mobile" })
}

/// A live tenant with a customer, and its orchestrator.
pub(super) struct Live {
    pub app: TestApp,
    pub ada: Person,
    pub orchestrator: Orchestrator,
}

impl Live {
    pub async fn new() -> Self {
        Self::with(async |_| ()).await.0
    }

    /// Like [`Live::new`], with what is made while the tenant is a sandbox.
    pub async fn with<T>(before: impl AsyncFnOnce(&TestApp) -> T) -> (Self, T) {
        let orchestrator = Orchestrator::start().await;
        let app = TestApp::with(Config { cards: orchestrator.variables(), ..config() }).await;
        let ada = app.person("ada").await;
        let made = before(&app).await;
        goes_live(&app, &ada).await;
        (Self { app, ada, orchestrator }, made)
    }

    /// Orders a deposit by card and pays it. Returns its id and the amount that will arrive.
    pub async fn deposit(&self, number: &str, amount: &str) -> (String, String) {
        let asked = json!({ "from_currency": "EUR", "from_payway": "visamc", "to_currency": "EUR",
            "to_payway": "balance", "from_amount": amount, "firm": true });
        let quote = self.ada.post("quotes", &asked).await.expect(StatusCode::CREATED);
        let body = json!({ "quote_id": quote["id"] });
        let key = format!("in-{}", &number[15..]);
        let order = self.ada.post_once("orders", &key, &body).await.expect(StatusCode::CREATED);
        let id = order["id"].as_str().unwrap().to_owned();
        self.pay(&id, number).await;
        (id, order["to"]["amount"].as_str().unwrap().to_owned())
    }

    async fn pay(&self, order: &str, number: &str) {
        let card = json!({ "number": number, "expiry_month": 12, "expiry_year": 2034, "cvv": "737",
            "holder": "Ada Lovelace", "return_url": format!("/transaction/exchange/{order}"), "device": device() });
        let path = format!("transactions/{order}/payment/card");
        self.ada.post_once(&path, &number[15..], &card).await.expect(StatusCode::OK);
    }

    /// Withdraws euro to a card. Returns the order.
    async fn withdraw(&self, number: &str, amount: &str) -> String {
        let card = json!({ "number": number, "expiry_month": 12, "expiry_year": 2034, "holder": "Ada Lovelace" });
        let card = self.ada.post("requisites/card", &card).await.expect(StatusCode::CREATED);
        let asked = json!({ "from_currency": "EUR", "from_payway": "balance", "to_currency": "EUR",
            "to_payway": "visamc", "from_amount": amount, "firm": true });
        let quote = self.ada.post("quotes", &asked).await.expect(StatusCode::CREATED);
        let requisite = json!({ "kind": "card", "card_token": card["card_token"] });
        let body = json!({ "quote_id": quote["id"], "requisite": requisite });
        let order =
            self.ada.post_once("orders", &format!("out-{}", &number[15..]), &body).await.expect(StatusCode::CREATED);
        order["id"].as_str().unwrap().to_owned()
    }

    pub async fn until(&self, id: &str, there: impl Fn(&Value) -> bool) -> Value {
        self.ada.until(&self.app, id, there).await
    }

    /// Sends a webhook with its signature.
    pub async fn hear(&self, body: &str) {
        let answer = post(&self.ada, body, &signed(body)).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    }
}

fn signed(body: &str) -> String {
    hex::encode(hmac::sign(&hmac::Key::new(hmac::HMAC_SHA512, WEBHOOK_KEY.as_bytes()), body.as_bytes()))
}

async fn post(person: &Person, body: &str, signature: &str) -> super::support::Answer {
    let request = Request::post("/api/hooks/v1/cards").header("host", person.host);
    let request = request.header("x-webhook-signature-512", signature).header("content-type", "application/json");
    person.send(request.body(Body::from(body.to_owned())).unwrap()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deposit_by_card_reaches_the_balance_once_whatever_the_webhooks_say() {
    let live = Live::new().await;
    let (order, arrives) = live.deposit(APPROVED, "250.00").await;
    live.until(&order, |transaction| status(transaction) == "DONE").await;
    until_euro(&live.app, &live.ada, &arrives).await;
    let made = live.orchestrator.made_for(&order);
    let asked = live.orchestrator.requests(&made[0]);
    assert_eq!((made.len(), asked.len()), (1, 1), "one charge");
    assert_eq!((&asked[0]["amount"], &asked[0]["currency"]), (&json!(25000), &json!("EUR")));
    assert_eq!(asked[0]["payment_method_data"]["card_token"]["card_cvc"], "737");
    let back = format!("http://localhost/transaction/exchange/{order}");
    assert_eq!((&asked[0]["return_url"], &asked[0]["authentication_type"]), (&json!(back), &json!("three_ds")));

    let browser = &asked[0]["browser_info"];
    assert_eq!((&browser["screen_width"], &browser["time_zone"]), (&json!(390), &json!(-120)), "{browser}");
    assert_eq!((&browser["language"], &browser["color_depth"]), (&json!("uk-UA"), &json!(24)), "{browser}");

    // Double, late and out of order: the payment is looked up, and nothing changes.
    for (event, said) in
        [("payment_succeeded", "succeeded"), ("payment_succeeded", "succeeded"), ("payment_failed", "failed")]
    {
        let looked = live.orchestrator.next_look(&made[0]);
        live.hear(&live.orchestrator.webhook(&made[0], event, said)).await;
        looked.await;
    }
    let body = live.orchestrator.webhook(&made[0], "payment_succeeded", "succeeded");
    assert_eq!(post(&live.ada, &body, &signed("{}")).await.problem(), (401, "UNAUTHORIZED_REQUEST"));
    assert_eq!(post(&live.ada, &body, "").await.problem(), (401, "UNAUTHORIZED_REQUEST"));
    live.hear(&live.orchestrator.webhook("pay_mbabizu24mvu3mela5njyhpit4", "payment_succeeded", "succeeded")).await;
    live.hear(r#"{"event_type":"something_new"}"#).await;
    let long = "x".repeat(70_000);
    assert_eq!(post(&live.ada, &long, &signed(&long)).await.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(euro(&live.ada).await, json!(arrives), "once");
    let kept = "SELECT string_agg(text, '') FROM (SELECT payload::text AS text FROM jobs UNION ALL SELECT body::text FROM records) AS kept";
    let kept: String = sqlx::query_scalar(kept).fetch_one(&mut live.app.db.connect().await).await.unwrap();
    assert!(kept.contains("agio_") && !kept.contains("42424242") && !kept.contains("\"737\""), "{kept}");
    live.app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sandbox_and_another_tenant_never_reach_the_orchestrator() {
    let orchestrator = Orchestrator::start().await;
    let app = TestApp::with(Config { cards: orchestrator.variables(), ..config() }).await;
    let ada = app.person("ada").await;
    let order = ada.order("visamc", "first").await;
    let id = order["id"].as_str().unwrap();
    let card = json!({ "number": APPROVED, "expiry_month": 12, "expiry_year": 2034, "cvv": "123",
        "holder": "Ada Lovelace", "return_url": "/exchange" });
    ada.post_once(&format!("transactions/{id}/payment/card"), "pay", &card).await.expect(StatusCode::OK);
    ada.until(&app, id, |transaction| status(transaction) == "DONE").await;
    assert_eq!(orchestrator.made_for(""), [""; 0], "a sandbox has a simulated acquirer");
    let body = r#"{"event_type":"payment_succeeded"}"#;
    assert_eq!(post(&ada, body, &signed(body)).await.problem(), (404, "NOT_FOUND"));
    goes_live(&app, &ada).await;
    app.neighbour("neighbour.test").await;
    let other = Person { host: "neighbour.test", ..ada };
    assert_eq!(post(&other, body, &signed(body)).await.problem(), (404, "NOT_FOUND"));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cardholder_confirms_at_the_bank_and_a_lost_webhook_loses_nothing() {
    let live = Live::new().await;
    let (order, arrives) = live.deposit(CHALLENGED, "100.00").await;
    let asked =
        live.until(&order, |transaction| transaction["source"]["instructions"]["card"]["state"] == "challenge").await;
    let payment = live.orchestrator.made_for(&order)[0].clone();
    let page = format!("{}/redirect/{payment}", live.orchestrator.address);
    assert_eq!(asked["source"]["instructions"]["card"]["launch"]["url"], json!(page));
    // The customer has not answered yet, whatever a webhook says.
    let looked = live.orchestrator.next_look(&payment);
    live.hear(&live.orchestrator.webhook(&payment, "payment_succeeded", "succeeded")).await;
    looked.await;
    assert_eq!(euro(&live.ada).await, json!("0.00"));
    live.orchestrator.becomes(&payment, "succeeded");
    live.until(&order, |transaction| status(transaction) == "DONE").await;
    until_euro(&live.app, &live.ada, &arrives).await;
    live.app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_declined_card_says_why_and_a_late_capture_of_it_goes_back() {
    let live = Live::new().await;
    let (order, arrives) = live.deposit(DECLINED, "100.00").await;
    let declined =
        live.until(&order, |transaction| transaction["source"]["instructions"]["card"]["state"] == "declined").await;
    let failure = &declined["failure"];
    assert_eq!((&failure["code"], &failure["message"]), (&json!("NOT_ENOUGH_FUNDS"), &json!("Not enough funds")));
    live.pay(&order, APPROVED).await;
    live.until(&order, |transaction| status(transaction) == "DONE").await;
    let made = live.orchestrator.made_for(&order);
    assert_eq!(made.len(), 2, "each charge is a payment of its own");

    // The acquirer captured the first charge after all: the customer sends it back.
    live.orchestrator.becomes(&made[0], "succeeded");
    let hook = live.orchestrator.webhook(&made[0], "payment_succeeded", "succeeded");
    live.hear(&hook).await;
    live.hear(&hook).await;
    let mut hub = live.app.db.store.event_hub().subscribe();
    let late = async {
        loop {
            let listed = live.ada.get("transactions?status=ACTION_REQUIRED").await.expect(StatusCode::OK);
            if let Some(id) = listed["data"][0]["id"].as_str() {
                return id.to_owned();
            }
            let _ = hub.recv().await;
        }
    };
    let late = tokio::time::timeout(std::time::Duration::from_secs(60), late).await.expect("the customer is asked");
    live.ada.post_once(&format!("transactions/{late}/refund"), "back", &json!({})).await.expect(StatusCode::OK);
    let refund = live.orchestrator.until_made(&late, 1).await[0].clone();
    let asked = live.orchestrator.requests(&refund);
    assert_eq!((&asked[0]["payment_id"], &asked[0]["amount"]), (&json!(made[0]), &json!(10000)));
    live.orchestrator.becomes(&refund, "succeeded");
    live.hear(&live.orchestrator.webhook(&refund, "refund_succeeded", "succeeded")).await;
    live.until(&late, |transaction| status(transaction) == "RESOLVED").await;
    assert_eq!(euro(&live.ada).await, json!(arrives));
    live.app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payment_under_way_ends_by_its_webhook_and_a_lost_answer_charges_once() {
    let live = Live::new().await;
    let (order, _) = live.deposit(PROCESSING, "100.00").await;
    let payment = live.orchestrator.until_made(&order, 1).await[0].clone();
    let stale = live.orchestrator.webhook(&payment, "payment_failed", "failed");
    live.hear(&stale).await;
    live.orchestrator.next_look(&payment).await;
    live.orchestrator.becomes(&payment, "succeeded");
    live.hear(&live.orchestrator.webhook(&payment, "payment_succeeded", "succeeded")).await;
    live.until(&order, |transaction| status(transaction) == "DONE").await;

    // The orchestrator made the payment, confirmed or not, and its answer was lost.
    for number in [LOST, HALTED] {
        let (order, _) = live.deposit(number, "100.00").await;
        live.until(&order, |transaction| status(transaction) == "DONE").await;
        assert_eq!(live.orchestrator.made_for(&order).len(), 1, "{number}");
    }
    // The webhook comes before the answer.
    let (order, _) = live.deposit(SLOW, "100.00").await;
    let payment = live.orchestrator.until_made(&order, 1).await[0].clone();
    let hook = live.orchestrator.webhook(&payment, "payment_succeeded", "succeeded");
    live.hear(&hook).await;
    live.until(&order, |transaction| status(transaction) == "DONE").await;
    let there = euro(&live.ada).await;
    live.orchestrator.release();
    live.hear(&hook).await;
    live.orchestrator.next_look(&payment).await;
    assert_eq!(euro(&live.ada).await, there, "the answer changes nothing any more");
    live.app.close().await;
}

/// Delays the looks that wait by a day; returns how many.
async fn delay_looks(live: &Live) -> u64 {
    let later = "UPDATE jobs SET due_at = due_at + interval '1 day'
        WHERE kind = 'cards.look' AND state = 'ready' AND due_at > now()";
    sqlx::query(later).execute(&mut live.app.db.connect().await).await.unwrap().rows_affected()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_webhook_triggers_the_scheduled_look_up() {
    let live = Live::new().await;
    let (order, _) = live.deposit(PROCESSING, "100.00").await;
    let payment = live.orchestrator.until_made(&order, 1).await[0].clone();
    let eventually = std::time::Duration::from_secs(60);
    let delayed = async { while delay_looks(&live).await == 0 {} };
    tokio::time::timeout(eventually, delayed).await.expect("the look waits");
    live.orchestrator.becomes(&payment, "succeeded");
    live.hear(&live.orchestrator.webhook(&payment, "payment_succeeded", "succeeded")).await;
    let count = "SELECT count(*) FROM jobs WHERE kind = 'cards.look' AND state IN ('ready', 'running')";
    let looked = async {
        let mut conn = live.app.db.connect().await;
        while sqlx::query_scalar::<_, i64>(count).fetch_one(&mut conn).await.unwrap() > 0 {}
    };
    tokio::time::timeout(eventually, looked).await.expect("every look has ended");
    live.until(&order, |transaction| status(transaction) == "DONE").await;
    live.app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn euro_is_withdrawn_to_a_card_and_what_fails_or_is_unclear_waits() {
    let live = Live::new().await;
    let (order, arrives) = live.deposit(APPROVED, "250.00").await;
    live.until(&order, |transaction| status(transaction) == "DONE").await;
    until_euro(&live.app, &live.ada, &arrives).await;

    let order = live.withdraw(APPROVED, "50.00").await;
    let sent = live.until(&order, |transaction| transaction["payout"]["state"] == "sent").await;
    let payout = live.orchestrator.made_for(&order)[0].clone();
    let asked = live.orchestrator.requests(&payout);
    assert_eq!(asked[0]["amount"], json!(4910), "{}", sent["payout"]);
    assert_eq!((&asked[0]["auto_fulfill"], &asked[0]["confirm"]), (&json!(true), &json!(true)));
    live.orchestrator.becomes(&payout, "success");
    for _ in 0..2 {
        live.hear(&live.orchestrator.webhook(&payout, "payout_success", "success")).await;
    }
    live.until(&order, |transaction| status(transaction) == "DONE").await;

    let order = live.withdraw(DECLINED, "30.00").await;
    live.until(&order, |transaction| status(transaction) == "MANUAL").await;
    assert_eq!(live.orchestrator.made_for(&order).len(), 1);

    // An unclear payout is looked up and never repeated.
    let order = live.withdraw(LOST, "25.00").await;
    let payout = live.orchestrator.until_made(&order, 1).await[0].clone();
    live.orchestrator.next_look(&payout).await;
    live.orchestrator.next_look(&payout).await;
    let unclear = live.until(&order, |transaction| transaction["payout"].is_object()).await;
    assert_eq!((status(&unclear), live.orchestrator.requests(&payout).len()), ("PROCESSING", 1), "{unclear}");
    live.orchestrator.becomes(&payout, "success");
    live.until(&order, |transaction| status(transaction) == "DONE").await;
    live.app.close().await;
}
