//! Payments of merchants, from the link to the settled balance.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::partners::{Server, key};
use super::support::{Answer, LTC_ADDRESS, Person, TestApp};

const SECRET: &str = "0123456789abcdef0123456789abcdef";

/// A browser with the link of a payment.
pub(super) struct Payer {
    visitor: Person,
    token: String,
    secret: String,
}

impl Payer {
    pub fn of(app: &TestApp, payment: &Value) -> Self {
        let token = payment["url"].as_str().unwrap().split_once("/pay/payment#").unwrap().1.to_owned();
        let visitor = Person { router: app.router.clone(), token: None, host: "localhost" };
        Self { visitor, token, secret: SECRET.to_owned() }
    }

    pub async fn ask(&self, what: &str, more: Value) -> Answer {
        let mut body = json!({ "token": self.token, "payer": self.secret });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.visitor.post(&format!("pay/{what}"), &body).await
    }

    pub async fn look(&self) -> Value {
        self.ask("look", json!({})).await.expect(StatusCode::OK)
    }

    pub async fn choose(&self, attempt: u8, currency: &str, payway: &str) -> Value {
        let terms = self.look().await["terms_version"].as_i64().unwrap_or(0);
        let asked = json!({ "attempt": attempt, "currency": currency, "payway": payway, "terms_version": terms });
        self.ask("choose", asked).await.expect(StatusCode::OK)
    }

    pub async fn play(&self, action: &str) {
        let body = json!({ "token": self.token, "action": action });
        self.visitor.post("sandbox/pay", &body).await.expect(StatusCode::OK);
    }

    /// Another browser with the same link.
    pub fn another(&self) -> Self {
        Self { visitor: self.visitor.clone(), token: self.token.clone(), secret: "x".repeat(32) }
    }

    /// Simulates an event of an attempt, or of other money.
    pub async fn play_part(&self, action: &str, part: &str) {
        let body = json!({ "token": self.token, "action": action, "part": part });
        self.visitor.post("sandbox/pay", &body).await.expect(StatusCode::OK);
    }

    /// Waits until the other money has these states.
    pub async fn until_others(&self, app: &TestApp, expected: &[(&str, &str)]) -> Value {
        let mut hub = app.db.store.event_hub().subscribe();
        let found = async {
            loop {
                let page = self.look().await;
                let others = page["others"].as_array().unwrap();
                let states: Vec<(&str, &str)> = others
                    .iter()
                    .map(|other| (other["part"].as_str().unwrap(), other["state"].as_str().unwrap()))
                    .collect();
                if states == expected {
                    return page;
                }
                for attempt in expected.iter().map(|(part, _)| part.split('.').next().unwrap()) {
                    let body = json!({ "token": self.token, "action": "confirm", "part": attempt });
                    self.visitor.post("sandbox/pay", &body).await;
                }
                let _ = tokio::time::timeout(std::time::Duration::from_secs(1), hub.recv()).await;
            }
        };
        let found = tokio::time::timeout(std::time::Duration::from_secs(60), found).await;
        found.unwrap_or_else(|_| panic!("{expected:?}"))
    }

    /// Waits for a state. Blocks are mined meanwhile, because a payment may be seen after the first ones.
    pub async fn until(&self, app: &TestApp, state: &str) -> Value {
        let mut hub = app.db.store.event_hub().subscribe();
        let found = async {
            loop {
                let page = self.look().await;
                if page["state"] == state {
                    return page;
                }
                if page["state"] == "seen" {
                    let body = json!({ "token": self.token, "action": "confirm" });
                    self.visitor.post("sandbox/pay", &body).await;
                }
                let _ = tokio::time::timeout(std::time::Duration::from_secs(1), hub.recv()).await;
            }
        };
        tokio::time::timeout(std::time::Duration::from_secs(60), found).await.unwrap_or_else(|_| panic!("{state}"))
    }
}

/// A merchant that receives this currency.
pub(super) async fn merchant(app: &TestApp, name: &str, currency: &str) -> (Person, String) {
    let person = app.person(name).await;
    let asked = json!({ "name": "Bean & Leaf", "settlement_currency": currency, "tolerance_percent": "1",
        "return_hosts": ["shop.example"] });
    let made = person.call("PUT", "merchant", Some(&asked), &[]).await.expect(StatusCode::OK);
    (person, made["id"].as_str().unwrap().to_owned())
}

pub(super) async fn payment(person: &Person, order: &str, amount: &str) -> Value {
    let asked = json!({ "amount": amount, "currency": "EUR", "order_id": order, "description": "Two bags of coffee",
        "return_url": "https://shop.example/done" });
    person.post_once("merchant/payments", order, &asked).await.expect(StatusCode::CREATED)
}

pub(super) async fn balance(person: &Person, currency: &str) -> String {
    let found = person.get("balances").await.expect(StatusCode::OK);
    let found = found["data"].as_array().unwrap().iter().find(|one| one["currency"] == currency).cloned();
    found.map_or_else(String::new, |one| one["posted"].as_str().unwrap().to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payer_without_an_account_pays_in_coins_and_the_merchant_gets_the_exact_price() {
    let app = TestApp::new().await;
    let (ada, _) = merchant(&app, "ada", "EUR").await;
    for (order, currency, payway, settled) in [("a", "LTC", "ltc", "25.00"), ("b", "USDT", "trc20", "50.00")] {
        let made = payment(&ada, order, "25.00").await;
        let payer = Payer::of(&app, &made);
        let offers = payer.ask("offers", json!({})).await;
        assert_eq!(offers.status, StatusCode::OK, "{}", offers.body);
        let offers = offers.body["data"].as_array().unwrap().clone();
        assert!(offers.iter().any(|one| one["currency"] == currency && one["payway"] == payway), "{offers:?}");
        let page = payer.choose(1, currency, payway).await;
        assert_eq!((&page["state"], &page["is_payer"]), (&json!("waiting"), &json!(true)));
        assert_eq!(payer.choose(1, currency, payway).await["attempt"]["address"], page["attempt"]["address"]);
        payer.play("pay").await;
        let paid = payer.until(&app, "paid").await;
        assert_eq!(paid["attempt"]["paid"], page["attempt"]["amount"]);
        assert_eq!(balance(&ada, "EUR").await, settled);
        let details = ada.get(&format!("merchant/payments/{}", made["id"].as_str().unwrap())).await;
        assert_eq!(details.body["settled"]["amount"], "25.00", "{}", details.body);
        let (text, profile) = (paid.to_string(), details.body["transaction_ids"][0].as_str().unwrap());
        for secret in ["ada@", "prf_", "mer_", profile] {
            assert!(!text.contains(secret), "{secret} in {text}");
        }
        let refused =
            payer.ask("choose", json!({ "attempt": 2, "currency": "LTC", "payway": "ltc", "terms_version": 1 })).await;
        assert_eq!(refused.problem(), (409, "CONFLICT_ERROR"), "nobody pays twice");
    }
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payer_who_sent_too_little_adds_the_rest_to_the_same_address() {
    let app = TestApp::new().await;
    let (ada, _) = merchant(&app, "ada", "EUR").await;
    let payer = Payer::of(&app, &payment(&ada, "a", "25.00").await);
    let page = payer.choose(1, "LTC", "ltc").await;
    payer.play("underpay").await;
    let partly = payer.until(&app, "paid_partly").await;
    let number = |value: &Value| value.as_str().unwrap().replace('.', "").parse::<i64>().unwrap();
    let (paid, missing) = (number(&partly["attempt"]["paid"]), number(&partly["attempt"]["missing"]));
    assert_eq!(paid + missing, number(&page["attempt"]["amount"]));
    assert_eq!(balance(&ada, "EUR").await, "", "the merchant has nothing yet");
    payer.play("underpay").await;
    let paid = payer.until(&app, "paid").await;
    assert_eq!(paid["attempt"]["address"], page["attempt"]["address"]);
    assert_eq!(balance(&ada, "EUR").await, "25.00");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payer_takes_back_what_they_sent_and_nobody_else_does() {
    let app = TestApp::new().await;
    let (ada, _) = merchant(&app, "ada", "EUR").await;
    let payer = Payer::of(&app, &payment(&ada, "a", "25.00").await);
    payer.choose(1, "LTC", "ltc").await;
    payer.play("underpay").await;
    let partly = payer.until(&app, "paid_partly").await;
    let back = partly["choices"].as_array().unwrap().iter().find(|one| one["option"] == "refund").unwrap().clone();
    let asked = json!({ "address": LTC_ADDRESS, "cost": back["cost"]["amount"] });
    let other = Payer { visitor: payer.visitor.clone(), token: payer.token.clone(), secret: "x".repeat(32) };
    assert_eq!(other.look().await["choices"], json!([]), "another browser with the link decides nothing");
    assert_eq!(other.ask("take-back", asked.clone()).await.problem(), (403, "ACCESS_DENIED"));
    assert_eq!(other.ask("accept", json!({})).await.problem(), (403, "ACCESS_DENIED"));
    let wrong = payer.ask("take-back", json!({ "address": "nonsense", "cost": back["cost"]["amount"] })).await;
    assert_eq!((wrong.problem().0, &wrong.body["errors"][0]["pointer"]), (400, &json!("/address")));
    let cheap = payer.ask("take-back", json!({ "address": LTC_ADDRESS, "cost": "0.00000001" })).await;
    assert_eq!(cheap.problem(), (409, "CONFLICT_ERROR"), "the fee is higher than agreed");
    payer.ask("take-back", asked.clone()).await.expect(StatusCode::OK);
    let page = payer.until(&app, "returned").await;
    assert_eq!(page["attempt"]["returned"]["amount"], back["gets"]["amount"]);
    assert_eq!(payer.ask("take-back", asked).await.problem(), (409, "CONFLICT_ERROR"), "once");
    assert_eq!((balance(&ada, "EUR").await, balance(&ada, "LTC").await), (String::new(), String::new()));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_underpayment_within_the_tolerance_settles_by_itself_and_never_below_the_minimum() {
    let app = TestApp::new().await;
    let (ada, _) = merchant(&app, "ada", "EUR").await;
    let made = payment(&ada, "a", "100.00").await;
    // The sandbox's payer sends half; so this merchant accepts a little less than that.
    let accepts = "UPDATE merchant_payments SET terms = jsonb_set(terms, '{tolerance_bps}', '5200')";
    sqlx::query(accepts).execute(&mut app.db.connect().await).await.unwrap();
    let payer = Payer::of(&app, &made);
    payer.choose(1, "LTC", "ltc").await;
    payer.play("underpay").await;
    payer.until(&app, "paid").await;
    let cents: i64 = balance(&ada, "EUR").await.replace('.', "").parse().unwrap();
    assert!((4_800..10_000).contains(&cents), "{cents}");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rate_that_ended_is_asked_for_again_and_a_late_payment_waits_for_its_payer() {
    let app = TestApp::new().await;
    let (ada, _) = merchant(&app, "ada", "EUR").await;
    let payer = Payer::of(&app, &payment(&ada, "a", "25.00").await);
    let first = payer.choose(1, "LTC", "ltc").await;
    payer.play("expire").await;
    let ended = payer.look().await;
    assert_eq!((&ended["state"], &ended["may_choose"]), (&json!("rate_expired"), &json!(true)));
    let second = payer.choose(2, "LTC", "ltc").await;
    assert_ne!(first["attempt"]["address"], second["attempt"]["address"]);
    payer.play("pay_late").await;
    let late = payer.until(&app, "paid_late").await;
    let options: Vec<&str> =
        late["choices"].as_array().unwrap().iter().map(|one| one["option"].as_str().unwrap()).collect();
    assert_eq!(options, ["refund", "update_amount"], "{late}");
    assert_eq!(late["may_choose"], false);
    payer.ask("accept", json!({})).await.expect(StatusCode::OK);
    payer.until(&app, "paid").await;
    assert!(balance(&ada, "EUR").await.starts_with("2"));
    // A payment that nobody began ends with its time.
    let made = payment(&ada, "b", "25.00").await;
    let over = "UPDATE merchant_payments SET expires_at = created_at + interval '1 second' WHERE order_id = 'b'";
    sqlx::query(over).execute(&mut app.db.connect().await).await.unwrap();
    let late = Payer::of(&app, &made);
    let page = late.until(&app, "expired").await;
    assert_eq!(page["may_choose"], false);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_merchants_payment_is_not_found_and_bad_input_names_its_field() {
    let app = TestApp::new().await;
    app.neighbour("neighbour.test").await;
    let (ada, _) = merchant(&app, "ada", "EUR").await;
    let (bob, _) = merchant(&app, "bob", "USDT").await;
    let made = payment(&ada, "cart-1", "25.00").await;
    let path = format!("merchant/payments/{}", made["id"].as_str().unwrap());
    assert_eq!(bob.get(&path).await.problem(), (404, "NOT_FOUND"));
    assert_eq!(bob.get("merchant/payments").await.body["data"], json!([]));
    let (_, secret) = key(&bob, "wallet", &["wallet:payins", "wallet:payment_read"]).await;
    let shop = Server::new(&app.router, &secret);
    let id = made["id"].as_str().unwrap();
    assert_eq!(shop.get(&format!("payments/{id}")).await.problem(), (404, "NOT_FOUND"));
    let asked = json!({ "amount": "9.99", "currency": "EUR", "order_id": "cart-1" });
    let first = shop.post("payments", "k", &asked).await.expect(StatusCode::CREATED);
    assert_eq!(shop.post("payments", "k", &asked).await.body["id"], first["id"]);
    assert_eq!(shop.post("payments", "l", &asked).await.problem(), (409, "CONFLICT_ERROR"));
    let listed = shop.get("payments?order_id=cart-1&state=open").await.expect(StatusCode::OK);
    assert_eq!((listed["data"].as_array().unwrap().len(), &listed["data"][0]["id"]), (1, &first["id"]));
    for (pointer, change) in [
        ("/amount", json!({ "amount": "0.00" })),
        ("/amount", json!({ "amount": "1.234" })),
        ("/return_url", json!({ "return_url": "https://evil.example/" })),
        ("/description", json!({ "description": "a\u{7}b" })),
        ("/expires_in_minutes", json!({ "expires_in_minutes": 1 })),
    ] {
        let mut body = json!({ "amount": "9.99", "currency": "EUR" });
        body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        let refused = shop.post("payments", "m", &body).await;
        assert_eq!((refused.problem().0, &refused.body["errors"][0]["pointer"]), (400, &json!(pointer)), "{body}");
    }
    let payer = Payer::of(&app, &made);
    let elsewhere = Person { host: "neighbour.test", ..payer.visitor.clone() };
    let body = json!({ "token": payer.token });
    assert_eq!(elsewhere.post("pay/look", &body).await.problem(), (404, "NOT_FOUND"));
    assert_eq!(payer.visitor.post("pay/look", &json!({ "token": "agp_x" })).await.problem(), (404, "NOT_FOUND"));
    app.close().await;
}

/// Runs a sample of the docs. `None` where its interpreter or library is missing.
fn sample(name: &str, arguments: &[&str]) -> Option<(bool, String)> {
    let file = format!("{}/../../docs/samples/{name}", env!("CARGO_MANIFEST_DIR"));
    let (program, run, probe): (_, &[&str], &[&str]) = match name.rsplit('.').next() {
        Some("py") => ("python3", &[], &["-c", "import cryptography"]),
        Some("go") => ("go", &["run"], &["version"]),
        Some("java") => ("java", &[], &["-m", "jdk.compiler/com.sun.tools.javac.Main", "-version"]),
        _ => ("node", &[], &["-e", ""]),
    };
    let has_it = std::process::Command::new(program).args(probe).output().is_ok_and(|out| out.status.success());
    if !has_it {
        println!("{name} is not run: {program} is missing");
        return None;
    }
    let out = std::process::Command::new(program).args(run).arg(file).args(arguments).output().unwrap();
    Some((out.status.success(), String::from_utf8_lossy(&out.stdout).trim().to_owned()))
}

fn statement(page: &Value) -> String {
    page["return_url"].as_str().unwrap().strip_prefix("https://shop.example/done?token=").unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shop_verifies_the_payers_return_offline_and_refuses_forged_repeated_and_foreign_statements() {
    let app = TestApp::new().await;
    let (ada, merchant_id) = merchant(&app, "ada", "EUR").await;
    let (bob, _) = merchant(&app, "bob", "EUR").await;
    let payer = Payer::of(&app, &payment(&ada, "cart-1", "25.00").await);
    payer.choose(1, "LTC", "ltc").await;
    payer.play("pay").await;
    let (paid, again) = (statement(&payer.until(&app, "paid").await), statement(&payer.look().await));
    let foreign = statement(&Payer::of(&app, &payment(&bob, "cart-1", "25.00").await).look().await);
    let other_order = statement(&Payer::of(&app, &payment(&ada, "cart-2", "25.00").await).look().await);
    let quote = ada.firm_quote(("EUR", "visamc"), ("LTC", "ltc"), "250.00").await;
    let mut parts: Vec<String> = paid.split('.').map(str::to_owned).collect();
    parts[1] = foreign.split('.').nth(1).unwrap().to_owned();
    let forged = parts.join(".");
    let jwks = payer.visitor.get("/.well-known/jwks.json").await.expect(StatusCode::OK);
    let file = app.data().join("jwks.json");
    std::fs::write(&file, jwks.to_string()).unwrap();
    let file = file.to_str().unwrap();
    for name in ["verify-payment.mjs", "verify_payment.py", "verify_payment.go", "VerifyPayment.java"] {
        let run = |tokens: &[&str]| sample(name, &[&[file, &merchant_id, "cart-1"], tokens].concat());
        let Some(right) = run(&[&paid, &again]) else { continue };
        assert_eq!(right, (true, "paid\npaid".to_owned()), "{name}");
        assert!(!run(&[&paid, &paid]).unwrap().0, "{name}: repeated");
        let signed = quote["signature"].as_str().unwrap();
        for (what, token) in
            [("forged", &*forged), ("foreign", &foreign), ("of another order", &other_order), ("a quote", signed)]
        {
            assert!(!run(&[token]).unwrap().0, "{name}: {what}");
        }
        assert!(!sample(name, &[file, "mer_019a0000000070008000000000000001", "cart-1", &paid]).unwrap().0, "{name}");
    }
    app.close().await;
}
