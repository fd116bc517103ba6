//! Promo codes: made by one operator, published by a second one, and used by customers within their limits.

use axum::http::StatusCode;
use futures_util::future::join_all;
use identity::operator::Role;
use serde_json::{Value, json};

use super::operators::{Colleague, colleague};
use super::support::{Answer, LTC_ADDRESS, Person, TestApp};
use super::transfers::deposit;

const WHY: &str = "because the test says so";

/// Makes a campaign, and publishes it with a second operator.
async fn published(app: &TestApp, change: Value) -> (Colleague, String) {
    let mut admin = colleague(app, Role::TenantAdmin).await;
    let mut olga = colleague(app, Role::ComplianceOfficer).await;
    let mut body = json!({ "name": "Spring", "code": "spring", "percent": 50, "currency": "EUR" });
    body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
    if body.get("code_count").is_some() {
        body.as_object_mut().unwrap().remove("code");
    }
    let made = admin.post("campaigns", &body).await.expect(StatusCode::CREATED);
    let id = made["campaign"]["id"].as_str().unwrap().to_owned();
    assert_eq!(made["campaign"]["state"], "draft");
    let on = json!({ "is_on": true, "reason": WHY });
    let asked = admin.post(&format!("campaigns/{id}/switch"), &on).await.expect(StatusCode::OK);
    let approve = format!("proposals/{}/approve", asked["proposal_id"].as_str().unwrap());
    assert_eq!(admin.post(&approve, &json!({ "reason": WHY })).await.problem(), (403, "ACCESS_DENIED"));
    olga.post(&approve, &json!({ "reason": WHY })).await.expect(StatusCode::OK);
    until_state(app, &mut admin, &id, "on").await;
    (admin, id)
}

/// Waits until the job has switched the campaign.
async fn until_state(app: &TestApp, who: &mut Colleague, id: &str, state: &str) {
    let mut hub = app.db.store.event_hub().subscribe();
    let switched = async {
        loop {
            let found = who.call("GET", &format!("campaigns/{id}"), None).await.expect(StatusCode::OK);
            if found["campaign"]["state"] == state {
                return;
            }
            let pause = std::time::Duration::from_millis(50);
            let _ = tokio::time::timeout(pause, hub.recv()).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), switched).await.expect("the job switches it");
}

fn asked(code: &str, amount: &str) -> Value {
    json!({ "from_currency": "EUR", "from_payway": "visamc", "to_currency": "LTC", "to_payway": "ltc",
        "from_amount": amount, "firm": true, "promo_code": code })
}

/// The reason why a code was refused.
fn reason(answer: &Answer) -> &str {
    assert_eq!(answer.problem(), (422, "PROMO_CODE_REFUSED"), "{}", answer.body);
    assert_eq!(answer.body["errors"][0]["pointer"], "/promo_code");
    answer.body["errors"][0]["code"].as_str().unwrap()
}

fn fee(lines: &Value) -> (&str, Option<&str>) {
    let line = lines.as_array().unwrap().iter().find(|line| line["kind"] == "our_fee").unwrap();
    (line["amount"].as_str().unwrap(), line["before_discount"].as_str())
}

async fn order(who: &Person, quote: &Value, key: &str) -> Answer {
    let requisite = json!({ "kind": "address", "value": LTC_ADDRESS });
    who.post_once("orders", key, &json!({ "quote_id": quote["id"], "requisite": requisite })).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_halves_the_fee_and_the_order_is_carried_out_as_quoted() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let before = ada.firm_quote(("EUR", "visamc"), ("LTC", "ltc"), "250.00").await;
    assert_eq!(reason(&ada.post("quotes", &asked("spring", "250.00")).await), "promo_unknown");
    let (mut admin, id) = published(&app, json!({ "per_person": 1 })).await;

    let quote = ada.post("quotes", &asked(" Spring ", "250.00")).await.expect(StatusCode::CREATED);
    assert_eq!((fee(&before["lines"]), fee(&quote["lines"])), (("2.50", None), ("1.25", Some("2.50"))));
    assert_eq!(quote["promo_code"], "SPRING");
    let made = order(&ada, &quote, "first").await.expect(StatusCode::CREATED);
    assert_eq!(fee(&made["price"]["lines"]), ("1.25", Some("2.50")));
    assert_eq!(made["price"]["promo_code"], "SPRING");
    let path = made["id"].as_str().unwrap();
    let card = json!({ "number": "4242424242424242", "expiry_month": 12, "expiry_year": 2034, "cvv": "123",
        "holder": "Ada Lovelace", "return_url": "/exchange" });
    ada.post_once(&format!("transactions/{path}/payment/card"), "pay", &card).await.expect(StatusCode::OK);
    let done = ada.until(&app, path, |t| t["status"] == "DONE").await;
    assert_eq!(done["to"]["amount"], quote["to_amount"], "to the last unit");
    // The fee account got the discounted fee, and no other account paid for it.
    let booked = sqlx::query_scalar::<_, String>("SELECT sum(posted)::text FROM transfers WHERE code = 'our_fee'");
    let booked = booked.fetch_one(&mut app.db.connect().await).await.unwrap();
    assert_eq!(booked, "125", "in cents");

    assert_eq!(reason(&ada.post("quotes", &asked("SPRING", "250.00")).await), "promo_used_by_you");
    let shown = admin.call("GET", &format!("campaigns/{id}"), None).await.expect(StatusCode::OK);
    assert_eq!((&shown["codes"][0]["uses"], &shown["campaign"]["uses"]), (&json!(1), &json!(1)));
    let stop = json!({ "is_on": false, "reason": WHY });
    let stopped = admin.post(&format!("campaigns/{id}/switch"), &stop).await.expect(StatusCode::OK);
    assert_eq!(stopped["state"], "done", "one operator stops it");
    until_state(&app, &mut admin, &id, "stopped").await;
    let bob = app.person("bob").await;
    assert_eq!(reason(&bob.post("quotes", &asked("SPRING", "250.00")).await), "promo_stopped");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn five_uses_are_five_orders_however_many_are_made_at_once_and_a_cancelled_one_gives_its_use_back() {
    let app = TestApp::new().await;
    let (mut admin, id) = published(&app, json!({ "uses_max": 5 })).await;
    let (ada, bob) = (app.person("ada").await, app.person("bob").await);
    let mut quotes = Vec::new();
    for at in 0..20 {
        let who = if at % 2 == 0 { &ada } else { &bob };
        quotes.push((who, who.post("quotes", &asked("SPRING", "50.00")).await.expect(StatusCode::CREATED)));
    }
    let keys: Vec<String> = (0..20).map(|at| format!("at-once-{at}")).collect();
    let answers = join_all(quotes.iter().zip(&keys).map(|((who, quote), key)| order(who, quote, key))).await;
    let (made, refused): (Vec<_>, Vec<_>) =
        answers.iter().zip(&quotes).partition(|(answer, _)| answer.status == StatusCode::CREATED);
    assert_eq!(made.len(), 5, "{:?}", answers.iter().map(|answer| answer.status).collect::<Vec<_>>());
    for (answer, _) in &refused {
        assert_eq!(reason(answer), "promo_used_up");
    }
    let uses = "SELECT count(*) FROM campaign_uses";
    let count: i64 = sqlx::query_scalar(uses).fetch_one(&mut app.db.connect().await).await.unwrap();
    assert_eq!(count, 5);
    assert_eq!(reason(&ada.post("quotes", &asked("SPRING", "50.00")).await), "promo_used_up");

    let (answer, (who, _)) = made[0];
    let path = answer.body["id"].as_str().unwrap();
    who.post_once(&format!("transactions/{path}/cancel"), "cancel", &json!({})).await.expect(StatusCode::OK);
    let quote = ada.post("quotes", &asked("SPRING", "50.00")).await.expect(StatusCode::CREATED);
    order(&ada, &quote, "instead").await.expect(StatusCode::CREATED);
    assert_eq!(reason(&bob.post("quotes", &asked("SPRING", "50.00")).await), "promo_used_up");
    let shown = admin.call("GET", &format!("campaigns/{id}"), None).await.expect(StatusCode::OK);
    assert_eq!(shown["campaign"]["uses"], 5, "what came to nothing does not count");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_that_is_paid_after_its_end_has_lost_the_code() {
    let app = TestApp::new().await;
    published(&app, json!({ "per_person": 1 })).await;
    let ada = app.person("ada").await;
    let mut bank = asked("SPRING", "250.00");
    bank["from_payway"] = json!("iban");
    let quote = ada.post("quotes", &bank).await.expect(StatusCode::CREATED);
    let late = order(&ada, &quote, "late").await.expect(StatusCode::CREATED)["id"].as_str().unwrap().to_owned();
    ada.post(&format!("sandbox/transactions/{late}/expire"), &json!({})).await.expect(StatusCode::OK);
    // The expired order gave its use back, and another order has it.
    let quote = ada.post("quotes", &asked("SPRING", "250.00")).await.expect(StatusCode::CREATED);
    order(&ada, &quote, "second").await.expect(StatusCode::CREATED);
    ada.post(&format!("sandbox/transactions/{late}/pay_late"), &json!({})).await.expect(StatusCode::OK);
    ada.until(&app, &late, |t| t["status"] == "ACTION_REQUIRED").await;
    ada.post_once(&format!("transactions/{late}/update-amount"), "go-on", &json!({})).await.expect(StatusCode::OK);
    let done = ada.until(&app, &late, |t| t["status"] == "DONE").await;
    assert_eq!(fee(&done["price"]["lines"]), ("2.50", None), "the whole fee");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_of_the_first_order_works_for_a_conversion_which_is_completed_at_once() {
    let app = TestApp::new().await;
    published(&app, json!({ "first_order_only": true })).await;
    let ada = app.person("ada").await;
    deposit(&app, &ada).await;
    let mut convert = asked("SPRING", "40.00");
    convert["from_payway"] = json!("balance");
    convert["to_payway"] = json!("balance");
    let quote = ada.post("quotes", &convert).await.expect(StatusCode::CREATED);
    assert_eq!(fee(&quote["lines"]), ("0.10", Some("0.20")));
    let made = ada.post_once("orders", "first", &json!({ "quote_id": quote["id"] })).await.expect(StatusCode::CREATED);
    assert_eq!(made["status"], "DONE");
    assert_eq!(reason(&ada.post("quotes", &convert).await), "promo_not_first_order");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_budget_a_minimum_and_a_payment_method_are_kept_and_codes_of_one_use_work_once() {
    let app = TestApp::new().await;
    let terms = json!({ "code_count": 3, "budget": "2.00", "minimum": "100.00", "payways": ["visamc"] });
    let (mut admin, id) = published(&app, terms).await;
    let ada = app.person("ada").await;
    let shown = admin.call("GET", &format!("campaigns/{id}"), None).await.expect(StatusCode::OK);
    let codes: Vec<&str> = shown["codes"].as_array().unwrap().iter().map(|one| one["code"].as_str().unwrap()).collect();
    assert_eq!(codes.len(), 3);

    let small = ada.post("quotes", &asked(codes[0], "99.99")).await;
    assert_eq!(reason(&small), "promo_below_minimum");
    assert_eq!(small.body["errors"][0]["params"]["min"], "100.00");
    let mut bank = asked(codes[0], "250.00");
    bank["from_payway"] = json!("iban");
    assert_eq!(reason(&ada.post("quotes", &bank).await), "promo_other_payway");
    let quote = ada.post("quotes", &asked(codes[0], "250.00")).await.expect(StatusCode::CREATED);
    order(&ada, &quote, "first").await.expect(StatusCode::CREATED);
    assert_eq!(reason(&ada.post("quotes", &asked(codes[0], "250.00")).await), "promo_used_up");
    // 0.75 of the budget is left, and half the fee of 250 euro is 1.25.
    assert_eq!(reason(&ada.post("quotes", &asked(codes[1], "250.00")).await), "promo_budget_used_up");
    ada.post("quotes", &asked(codes[1], "120.00")).await.expect(StatusCode::CREATED);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_tenants_code_is_unknown_and_a_taken_code_or_an_odd_time_is_named() {
    let app = TestApp::new().await;
    app.neighbour("neighbour.test").await;
    let (mut admin, _) = published(&app, json!({})).await;
    let bob = app.person_at("bob", "neighbour.test").await;
    assert_eq!(reason(&bob.post("quotes", &asked("SPRING", "50.00")).await), "promo_unknown");
    let body = |change: Value| {
        let mut body = json!({ "name": "Other", "code": "OTHER", "percent": 10, "currency": "EUR" });
        body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        body
    };
    for (change, pointer) in [
        (json!({ "code": "spring" }), "/code"),
        (json!({ "code": "a b" }), "/code"),
        (json!({ "percent": 101 }), "/percent"),
        (json!({ "from": "tomorrow" }), "/from"),
        (json!({ "until": "2020-01-01T00:00" }), "/until"),
        (json!({ "from": "2100-01-02T00:00", "until": "2100-01-01T00:00" }), "/until"),
        (json!({ "budget": "0" }), "/budget"),
        (json!({ "countries": ["Mars"] }), "/countries/0"),
    ] {
        let refused = admin.post("campaigns", &body(change)).await;
        assert_eq!(refused.problem(), (400, "VALIDATION_ERROR"), "{pointer}: {}", refused.body);
        assert_eq!(refused.body["errors"][0]["pointer"], pointer, "{}", refused.body);
    }
    let later = body(json!({ "from": "2100-01-01T00:00" }));
    admin.post("campaigns/clock", &json!({ "time_zone": "Europe/Warsaw" })).await;
    let made = admin.post("campaigns", &later).await.expect(StatusCode::CREATED);
    assert_eq!(made["campaign"]["from_at"], "2099-12-31T23:00:00Z", "by the tenant's clock");
    let id = made["campaign"]["id"].as_str().unwrap();
    let gone = admin.call("DELETE", &format!("campaigns/{id}"), None).await;
    assert_eq!(gone.status, StatusCode::NO_CONTENT);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_article_of_help_is_read_in_the_persons_language_while_it_is_shown() {
    let app = TestApp::new().await;
    let mut editor = colleague(&app, Role::ContentEditor).await;
    let text = |title: &str| json!({ "title": title, "text": "One euro.\n- always", "keywords": "price" });
    let body = json!({ "kind": "article", "slug": "fees", "topic": "money", "is_on": true,
        "texts": { "en": text("Our fees"), "uk": text("Наші комісії") } });
    let made = editor.post("content", &body).await.expect(StatusCode::CREATED);
    assert_eq!((&made["slug"], &made["topic"]), (&json!("fees"), &json!("money")));
    let twice = editor.post("content", &body).await;
    assert_eq!((twice.problem().0, &twice.body["errors"][0]["pointer"]), (400, &json!("/slug")));
    let visitor = Person { token: None, ..app.person("ada").await };
    let read = async |language: &str| {
        let found = visitor.get(&format!("content/articles?language={language}")).await.expect(StatusCode::OK);
        let one = &found["data"][0];
        (one["title"].clone(), one["text"].clone())
    };
    assert_eq!(read("uk").await, (json!("Наші комісії"), json!("One euro.\n- always")));
    assert_eq!(read("pl").await.0, "Our fees");
    let mut later = body;
    later["from"] = json!("2100-01-01T00:00");
    let path = format!("content/{}", made["id"].as_str().unwrap());
    editor.call("PUT", &path, Some(&later)).await.expect(StatusCode::OK);
    assert_eq!(read("uk").await.0, Value::Null, "it begins later");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_banner_is_seen_in_the_persons_language_until_they_close_it() {
    let app = TestApp::new().await;
    let mut editor = colleague(&app, Role::ContentEditor).await;
    let mut support = colleague(&app, Role::SupportL1).await;
    let body = json!({ "kind": "banner", "places": ["home"], "is_on": true, "picture": "wallet", "link": "/exchange",
        "texts": { "en": { "title": "Half <b>the</b> fee", "button": "Use it" }, "uk": { "title": "Половина комісії" } } });
    assert_eq!(support.post("content", &body).await.problem(), (403, "ACCESS_DENIED"));
    let mut odd = body.clone();
    odd["link"] = json!("javascript:alert(1)");
    let refused = editor.post("content", &odd).await;
    assert_eq!((refused.problem().0, &refused.body["errors"][0]["pointer"]), (400, &json!("/link")));
    let made = editor.post("content", &body).await.expect(StatusCode::CREATED);

    let (ada, bob) = (app.person("ada").await, app.person("bob").await);
    let seen = ada.get("content?place=home&language=uk").await.expect(StatusCode::OK);
    assert_eq!(seen["data"][0]["title"], "Половина комісії");
    let seen = ada.get("content?place=home&language=pl").await.expect(StatusCode::OK);
    assert_eq!(
        (&seen["data"][0]["title"], &seen["data"][0]["language"]),
        (&json!("Half <b>the</b> fee"), &json!("en"))
    );
    for _ in 0..2 {
        let closed = ada.post("content/dismissals", &json!({ "ids": [made["id"]] })).await;
        assert_eq!(closed.status, StatusCode::NO_CONTENT);
    }
    let titles = |answer: Value| answer["data"].as_array().unwrap().len();
    assert_eq!(titles(ada.get("content?place=home").await.expect(StatusCode::OK)), 0);
    assert_eq!(titles(bob.get("content?place=home").await.expect(StatusCode::OK)), 1);
    let mut off = body;
    off["is_on"] = json!(false);
    let path = format!("content/{}", made["id"].as_str().unwrap());
    editor.call("PUT", &path, Some(&off)).await.expect(StatusCode::OK);
    assert_eq!(titles(bob.get("content?place=home").await.expect(StatusCode::OK)), 0);
    assert_eq!(editor.call("DELETE", &path, None).await.status, StatusCode::NO_CONTENT);
    let mut auditor = colleague(&app, Role::Auditor).await;
    let log = auditor.call("GET", "log", None).await.expect(StatusCode::OK);
    let acts: Vec<&str> = log["data"].as_array().unwrap().iter().map(|one| one["action"].as_str().unwrap()).collect();
    assert_eq!(acts.iter().filter(|act| act.starts_with("content.")).count(), 3, "{acts:?}");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sources_of_customers_say_what_they_brought_and_the_file_executes_nothing() {
    let app = TestApp::new().await;
    let (ada, bob) = (app.person("ada").await, app.person("bob").await);
    let came = json!({ "utm_source": "=cmd", "utm_medium": "mail", "utm_campaign": "spring", "utm_term": "fees" });
    assert_eq!(ada.post("utm-params", &came).await.status, StatusCode::NO_CONTENT);
    let order = ada.order("visamc", "first").await;
    let id = order["id"].as_str().unwrap();
    let pay = json!({ "wallet": { "kind": "google", "token": "sandbox-4242" }, "return_url": "/exchange" });
    ada.post_once(&format!("transactions/{id}/payment/card"), "pay", &pay).await.expect(StatusCode::OK);
    ada.until(&app, id, |t| t["status"] == "DONE").await;
    bob.order("visamc", "unpaid").await;

    let mut admin = colleague(&app, Role::TenantAdmin).await;
    let today = app.now().date_naive();
    let days = format!("from={}&to={}", today - chrono::TimeDelta::days(1), today + chrono::TimeDelta::days(1));
    let found = admin.call("GET", &format!("campaigns/sources?{days}"), None).await.expect(StatusCode::OK);
    let of = |source: Value| found["data"].as_array().unwrap().iter().find(|row| row["source"] == source).unwrap();
    let row = of(json!("=cmd"));
    assert_eq!((&row["sign_ups"], &row["with_order"], &row["orders"]), (&json!(1), &json!(1), &json!(1)), "{found}");
    assert_eq!((&row["volume"], &row["fees"]), (&json!("250.00"), &json!("2.50")));
    assert_eq!(row["term"], "fees");
    let others = of(Value::Null);
    assert_eq!((&others["sign_ups"], &others["orders"], &others["volume"]), (&json!(1), &json!(0), &json!("0.00")));
    let (status, file) = admin.file("GET", &format!("campaigns/sources/export?{days}"), "").await;
    assert_eq!(status, StatusCode::OK);
    assert!(file.contains("\"'=cmd\",\"mail\",\"spring\",\"fees\",\"1\""), "{file}");
    let long = admin.call("GET", "campaigns/sources?from=2025-01-01&to=2026-06-01", None).await;
    assert_eq!((long.problem().0, &long.body["errors"][0]["pointer"]), (400, &json!("/to")));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bonus_is_booked_once_for_a_completed_order_and_never_for_another() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let mut admin = colleague(&app, Role::TenantAdmin).await;
    let body = json!({ "name": "Hello", "code": "hello", "percent": 0, "bonus": "5", "currency": "EUR" });
    let refused = admin.post("campaigns", &body).await;
    assert_eq!((refused.problem().0, &refused.body["errors"][0]["pointer"]), (400, &json!("/per_person")));
    let terms = json!({ "name": "Hello", "percent": 0, "bonus": "5", "per_person": 1, "budget": "12" });
    let (mut admin, id) = published(&app, terms).await;

    let ask = async || ada.post("quotes", &asked("spring", "250.00")).await;
    let (cancelled, kept) = (ask().await.expect(StatusCode::CREATED), ask().await.expect(StatusCode::CREATED));
    assert_eq!(kept["promo_bonus"], json!({ "amount": "5.00", "currency": "EUR" }));
    assert_eq!(fee(&kept["lines"]), ("2.50", None), "the fee is whole");
    let first = order(&ada, &cancelled, "first").await.expect(StatusCode::CREATED);
    let path = format!("transactions/{}/cancel", first["id"].as_str().unwrap());
    ada.post_once(&path, "cancel", &json!({})).await.expect(StatusCode::OK);
    let made = order(&ada, &kept, "second").await.expect(StatusCode::CREATED);
    assert_eq!(made["price"]["promo_bonus"]["amount"], "5.00");
    let path = made["id"].as_str().unwrap();
    let card = json!({ "number": "4242424242424242", "expiry_month": 12, "expiry_year": 2034, "cvv": "123",
        "holder": "Ada Lovelace", "return_url": "/exchange" });
    ada.post_once(&format!("transactions/{path}/payment/card"), "pay", &card).await.expect(StatusCode::OK);
    ada.until(&app, path, |t| t["status"] == "DONE").await;

    let booked = "SELECT count(*), coalesce(sum(amount), 0)::text FROM promo_bonuses";
    let booked =
        async || sqlx::query_as::<_, (i64, String)>(booked).fetch_one(&mut app.db.connect().await).await.unwrap();
    let comes = async {
        while booked().await.0 == 0 {
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), comes).await.expect("the bonus is booked");
    assert_eq!(booked().await, (1, "500".to_owned()), "in cents, for one of the two orders");
    let rewards = ada.get("referral").await.expect(StatusCode::OK);
    let available = rewards["sums"].as_array().unwrap().iter().find(|sum| sum["available"]["currency"] == "EUR");
    assert_eq!(available.unwrap()["available"]["amount"], "5.00", "{rewards}");
    assert_eq!(reason(&ada.post("quotes", &asked("SPRING", "250.00")).await), "promo_used_by_you");
    let shown = admin.call("GET", &format!("campaigns/{id}"), None).await.expect(StatusCode::OK);
    assert_eq!(shown["campaign"]["spent"], "5.00", "the cancelled order gave its part of the budget back");
    let mut out = Vec::new();
    assert!(rewards::verify(&app.db.store, &mut out).await.unwrap(), "{}", String::from_utf8_lossy(&out));
    app.close().await;
}
