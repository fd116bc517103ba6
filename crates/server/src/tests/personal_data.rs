//! Personal data, verifications and limits.

use axum::http::StatusCode;
use identity::operator::Role;
use serde_json::{Value, json};

use super::operators::colleague_at;
use super::support::{LTC_ADDRESS, Person, Replica, TestApp};

async fn quote(person: &Person, amount: &str) -> super::support::Answer {
    let asked = json!({ "side": "BUY", "from_currency": "EUR", "from_payway": "visamc", "to_currency": "LTC",
        "to_payway": "ltc", "from_amount": amount, "firm": true });
    person.post("quotes", &asked).await
}

async fn order(person: &Person, quote: &Value, key: &str) -> super::support::Answer {
    let requisite = json!({ "kind": "address", "value": LTC_ADDRESS });
    person.post_once("orders", key, &json!({ "quote_id": quote["id"], "requisite": requisite })).await
}

fn home() -> Value {
    json!({ "first_name": "Ada", "last_name": "Lovelace", "residence_country": "UA", "date_of_birth": "1990-12-10",
        "address": { "street": "Khreshchatyk 1", "city": "Kyiv", "postcode": "01001" } })
}

/// Verifies a phone number of the sandbox.
async fn verify_phone(person: &Person, number: &str) {
    let asked = person.post("user/phone", &json!({ "phone": number, "channel": "sms" })).await;
    let asked = asked.expect(StatusCode::ACCEPTED);
    let code = json!({ "challenge_id": asked["challenge_id"], "code": "111111" });
    person.post("user/phone/confirm", &code).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn a_newcomer_buys_a_little_at_once_and_more_after_saying_who_they_are() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let small = quote(&ada, "600.00").await.expect(StatusCode::CREATED);
    assert_eq!(small["requirements"], json!([]));
    order(&ada, &small, "first").await.expect(StatusCode::CREATED);
    assert!(quote(&ada, "199.00").await.expect(StatusCode::CREATED).get("near_limit").is_none(), "a fifth is left");
    let near = &quote(&ada, "200.00").await.expect(StatusCode::CREATED)["near_limit"];
    assert_eq!((&near["bucket"], &near["period"]), (&json!("fiat"), &json!("day")));
    assert_eq!((&near["used"], &near["limit"]), (&json!("800.00"), &json!("1000.00")));
    let second = quote(&ada, "600.00").await.expect(StatusCode::CREATED);
    assert_eq!(second["requirements"], json!(["personal_data", "phone", "declared_address"]));
    assert!(second.get("near_limit").is_none(), "it is above it");
    let refused = order(&ada, &second, "second").await;
    assert_eq!(refused.problem(), (422, "DAILY_LIMIT_EXCEEDED"));
    let meta = &refused.body["meta"];
    assert_eq!((&meta["limit"], &meta["used"]), (&json!("1000.00"), &json!("600.00")));
    assert_eq!(meta["requirements"], second["requirements"]);
    assert!(meta["resets_at"].is_string(), "{meta}");
    ada.call("PUT", "user", Some(&home()), &[]).await.expect(StatusCode::OK);
    verify_phone(&ada, "+999 000 0001").await;
    let limits = ada.get("user/limits").await.expect(StatusCode::OK);
    assert_eq!((&limits["tier"], &limits["limits"][0]["used"]), (&json!("T1"), &json!("600.00")));
    assert_eq!(limits["next"]["requirements"], json!(["identity"]));
    let second = quote(&ada, "600.00").await.expect(StatusCode::CREATED);
    order(&ada, &second, "second-again").await.expect(StatusCode::CREATED);
    app.close().await;
}

#[tokio::test]
async fn twenty_orders_at_once_do_not_pass_the_limit_together_and_what_is_cancelled_comes_back() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let mut orders = tokio::task::JoinSet::new();
    for number in 0..20 {
        let quote = quote(&ada, "300.00").await.expect(StatusCode::CREATED);
        let ada = ada.clone();
        orders.spawn(async move { order(&ada, &quote, &format!("order-{number}")).await });
    }
    let answers = orders.join_all().await;
    let made: Vec<&Value> =
        answers.iter().filter(|one| one.status == StatusCode::CREATED).map(|one| &one.body).collect();
    assert_eq!(made.len(), 3, "three times 300 of 1000");
    let refused = answers.iter().filter(|one| one.status == StatusCode::UNPROCESSABLE_ENTITY).count();
    assert_eq!(refused, 17);
    let id = made[0]["id"].as_str().unwrap();
    ada.post_once(&format!("transactions/{id}/cancel"), "cancel", &json!({})).await.expect(StatusCode::OK);
    let limits = ada.get("user/limits").await.expect(StatusCode::OK);
    assert_eq!(limits["limits"][0]["used"], "600.00");
    let again = quote(&ada, "300.00").await.expect(StatusCode::CREATED);
    order(&ada, &again, "again").await.expect(StatusCode::CREATED);
    app.close().await;
}

#[tokio::test]
async fn an_email_counts_as_verified_from_the_first_sign_in_and_no_operator_decides_on_it() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let all = ada.get("user/verifications").await.expect(StatusCode::OK);
    let stands: Vec<_> =
        all["data"].as_array().unwrap().iter().map(|one| (one["kind"].as_str().unwrap(), &one["status"])).collect();
    assert_eq!(stands[..2], [("EMAIL", &json!("COMPLETED")), ("PHONE", &json!("NONE"))]);
    assert_eq!((&all["data"][0]["shown"], &all["data"][0]["is_open"]), (&json!("verified"), &json!(false)));

    let mut olga = colleague_at(&app, "localhost", "olga", Role::ComplianceOfficer).await;
    let found = olga.call("GET", "customers?search=ada%40ex", None).await.expect(StatusCode::OK);
    let path = format!("customers/{}/verifications", found["data"][0]["id"].as_str().unwrap());
    let taken_back = json!({ "kind": "EMAIL", "verdict": "reset", "reason": "the mail came back" });
    let refused = olga.post(&path, &taken_back).await;
    assert_eq!(refused.problem(), (400, "VALIDATION_ERROR"));
    assert_eq!(refused.body["errors"][0]["pointer"], "/kind");
    app.close().await;
}

#[tokio::test]
async fn a_resident_of_the_eea_is_not_sold_what_mica_forbids_and_a_forbidden_country_is_refused() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let usdt = json!({ "side": "BUY", "from_currency": "EUR", "from_payway": "visamc", "to_currency": "USDT",
        "to_payway": "trc20", "from_amount": "100.00", "firm": true });
    ada.post("quotes", &usdt).await.expect(StatusCode::CREATED);
    let refused = ada.call("PUT", "user", Some(&json!({ "residence_country": "ZZ" })), &[]).await;
    assert_eq!(refused.problem(), (451, "COUNTRY_NOT_ALLOWED"));
    ada.call("PUT", "user", Some(&json!({ "residence_country": "XE" })), &[]).await.expect(StatusCode::OK);
    assert_eq!(ada.post("quotes", &usdt).await.problem(), (451, "MICA_COMPLIANCE_ERROR"));
    let currencies = ada.get("currencies").await.expect(StatusCode::OK);
    let tether = currencies["data"].as_array().unwrap().iter().find(|one| one["code"] == "USDT").unwrap();
    assert_eq!((&tether["can_buy"], &tether["can_sell"]), (&json!(false), &json!(true)));
    let countries = ada.get("countries").await.expect(StatusCode::OK);
    let allowed = |code: &str| {
        let found = countries["data"].as_array().unwrap().iter().find(|one| one["code"] == code).unwrap();
        found["is_allowed"].as_bool().unwrap()
    };
    assert!(allowed("UA") && allowed("PL") && !allowed("RU") && !allowed("ZZ"));
    app.close().await;
}

#[tokio::test]
async fn a_country_that_a_tenant_does_not_serve_cannot_be_chosen_and_who_lives_there_is_sold_nothing_more() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    ada.call("PUT", "user", Some(&json!({ "residence_country": "CA" })), &[]).await.expect(StatusCode::OK);
    let usdt = json!({ "side": "BUY", "from_currency": "EUR", "from_payway": "visamc", "to_currency": "USDC",
        "to_payway": "erc20", "from_amount": "100.00", "firm": true });
    ada.post("quotes", &usdt).await.expect(StatusCode::CREATED);
    sqlx::query("UPDATE tenants SET excluded_countries = '{US,CA}'")
        .execute(&mut app.db.connect().await)
        .await
        .unwrap();
    // A new process, because tenants are cached for a while.
    let fresh = Replica::beside(&app).await;
    let ada = Person { router: fresh.router.clone(), ..ada };
    let countries = ada.get("countries").await.expect(StatusCode::OK);
    let listed = countries["data"].as_array().unwrap();
    let allowed = |code: &str| listed.iter().find(|one| one["code"] == code).unwrap()["is_allowed"].clone();
    assert_eq!(["US", "CA", "UA"].map(allowed), [json!(false), json!(false), json!(true)]);
    let refused = ada.call("PUT", "user", Some(&json!({ "residence_country": "US" })), &[]).await;
    assert_eq!(refused.problem(), (451, "COUNTRY_NOT_ALLOWED"));
    assert_eq!(ada.post("quotes", &usdt).await.problem(), (451, "COUNTRY_NOT_ALLOWED"));
    fresh.close().await;
    app.close().await;
}

#[tokio::test]
async fn an_invalid_personal_field_is_named() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    for (change, pointer, code) in [
        (json!({ "first_name": "R2" }), "/first_name", "invalid_character"),
        (json!({ "first_name": "Ann😀" }), "/first_name", "invalid_character"),
        (json!({ "residence_country": "Poland" }), "/residence_country", "one_of"),
        (json!({ "date_of_birth": "2020-01-01" }), "/date_of_birth", "age"),
        (json!({ "date_of_birth": "01/02/1990" }), "/date_of_birth", "invalid"),
        (json!({ "address": { "city": "Kyiv" } }), "/date_of_birth", "required"),
    ] {
        let refused = ada.call("PUT", "user", Some(&change), &[]).await;
        assert_eq!(refused.problem(), (400, "VALIDATION_ERROR"), "{change}");
        let first = &refused.body["errors"][0];
        assert_eq!((first["pointer"].as_str(), first["code"].as_str()), (Some(pointer), Some(code)), "{change}");
    }
    let anonymous = ada.post("user/phone", &json!({ "phone": "+888 0123 4567", "channel": "sms" })).await;
    assert_eq!(anonymous.problem(), (406, "NOT_ACCEPTABLE"));
    let region = ada.post("user/phone", &json!({ "phone": "+7 495 123-45-67", "channel": "sms" })).await;
    assert_eq!(region.problem(), (422, "UNPROCESSABLE_ENTITY"));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn late_money_is_exchanged_only_within_the_limits_of_the_day_it_came() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let late = ada.order("iban", "late").await;
    let id = late["id"].as_str().unwrap();
    ada.post(&format!("sandbox/transactions/{id}/expire"), &json!({})).await.expect(StatusCode::OK);
    let large = quote(&ada, "900.00").await.expect(StatusCode::CREATED);
    let large = order(&ada, &large, "large").await.expect(StatusCode::CREATED);
    ada.post(&format!("sandbox/transactions/{id}/pay_late"), &json!({})).await.expect(StatusCode::OK);
    ada.until(&app, id, |t| t["status"] == "ACTION_REQUIRED").await;
    let refused = ada.post_once(&format!("transactions/{id}/update-amount"), "go-on", &json!({})).await;
    assert_eq!(refused.problem(), (422, "DAILY_LIMIT_EXCEEDED"));
    let large = large["id"].as_str().unwrap();
    ada.post_once(&format!("transactions/{large}/cancel"), "cancel", &json!({})).await.expect(StatusCode::OK);
    let path = format!("transactions/{id}/update-amount");
    ada.post_once(&path, "go-on-after-all", &json!({})).await.expect(StatusCode::OK);
    let limits = ada.get("user/limits").await.expect(StatusCode::OK);
    assert_eq!(limits["limits"][0]["used"], "250.00");
    app.close().await;
}

#[tokio::test]
async fn a_firm_quote_belongs_to_one_customer() {
    let app = TestApp::new().await;
    let (ada, eve) = (app.person("ada").await, app.person("eve").await);
    let promised = quote(&ada, "300.00").await.expect(StatusCode::CREATED);
    assert_eq!(order(&eve, &promised, "stolen").await.problem(), (404, "NOT_FOUND"));
    order(&ada, &promised, "own").await.expect(StatusCode::CREATED);
    assert_eq!(order(&eve, &promised, "stolen-again").await.problem(), (404, "NOT_FOUND"));
    app.close().await;
}
