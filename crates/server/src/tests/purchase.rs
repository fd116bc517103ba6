//! The main flow, from the sign-in to the payout, and the ledger afterwards.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use ring::signature::{ED25519, UnparsedPublicKey};
use serde_json::{Value, json};

use super::support::{Person, TestApp};

fn status(transaction: &Value) -> &str {
    transaction["status"].as_str().unwrap()
}

async fn pay_by_card(ada: &Person, id: &str, number: &str) -> Value {
    let card = json!({ "number": number, "expiry_month": 12, "expiry_year": 2034, "cvv": "123",
        "holder": "Ada Lovelace", "return_url": format!("/transaction/exchange/{id}") });
    let key = number.replace(' ', "");
    ada.post_once(&format!("transactions/{id}/payment/card"), &key, &card).await.expect(StatusCode::OK)
}

async fn answer_challenge(ada: &Person, url: &str, answer: &str) -> super::support::Answer {
    let request = Request::post(url).header("host", "localhost");
    let request = request.header("content-type", "application/x-www-form-urlencoded");
    ada.send(request.body(Body::from(format!("answer={answer}"))).unwrap()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_purchase_by_card_goes_through_the_banks_page_and_the_coins_arrive() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let order = ada.order("visamc", "first").await;
    assert_eq!((status(&order), order["sub_state"].as_str()), ("NEW", Some("waiting_for_payment")));
    let id = order["id"].as_str().unwrap();
    pay_by_card(&ada, id, "4000 0000 0000 3220").await;
    let asked = ada.until(&app, id, |t| t["source"]["instructions"]["card"]["state"] == "challenge").await;
    let url = asked["source"]["instructions"]["card"]["launch"]["url"].as_str().unwrap();
    let page = ada.get(url).await;
    assert_eq!(page.status, StatusCode::OK);
    let html = String::from_utf8_lossy(&page.bytes);
    assert!(html.contains("250.00") && html.contains("Approve"));
    assert!(page.header("content-security-policy").contains("frame-ancestors 'none'"));
    let back = answer_challenge(&ada, url, "approve").await;
    assert_eq!(back.status, StatusCode::SEE_OTHER);
    assert_eq!(back.header("location"), format!("/transaction/exchange/{id}"));
    let done = ada.until(&app, id, |t| status(t) == "DONE").await;
    assert_eq!(done["payout"]["state"], "settled");
    assert_eq!(done["progress"], 100);
    let received = json!({ "kind": "received", "amount": done["to"]["amount"], "currency": "LTC" });
    assert_eq!((&done["headline"], &done["paid"]["amount"]), (&received, &json!("250.00")));
    assert_eq!(answer_challenge(&ada, url, "decline").await.status, StatusCode::SEE_OTHER, "too late, and no harm");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bank_is_reached_by_a_form_or_in_a_frame() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let asked = async |key: &str, number: &str| {
        let order = ada.order("visamc", key).await;
        let id = order["id"].as_str().unwrap().to_owned();
        pay_by_card(&ada, &id, number).await;
        let shown = ada.until(&app, &id, |t| t["source"]["instructions"]["card"]["state"] == "challenge").await;
        (id, shown["source"]["instructions"]["card"]["launch"].clone())
    };

    let (id, launch) = asked("form", "4000 0000 0000 3063").await;
    assert_eq!((&launch["kind"], &launch["fields"][0]["name"]), (&json!("POST"), &json!("creq")));
    let reference = launch["fields"][0]["value"].as_str().unwrap();
    let form = Request::post(launch["url"].as_str().unwrap()).header("host", "localhost");
    let form = form.header("content-type", "application/x-www-form-urlencoded");
    let page = ada.send(form.body(Body::from(format!("creq={reference}"))).unwrap()).await;
    assert!(page.status == StatusCode::OK && String::from_utf8_lossy(&page.bytes).contains("Approve"));
    answer_challenge(&ada, &format!("/sandbox/3ds/{reference}"), "approve").await;
    ada.until(&app, &id, |t| status(t) == "DONE").await;

    let (id, launch) = asked("frame", "4000 0000 0000 3055").await;
    let url = launch["url"].as_str().unwrap();
    assert_eq!(launch["kind"], "IFRAME");
    let frame = ada.get(url).await;
    assert!(frame.header("content-security-policy").contains("frame-ancestors 'self'"));
    let answered = answer_challenge(&ada, url, "approve").await;
    assert_eq!(answered.status, StatusCode::OK, "the frame stays, and the page around it goes on");
    ada.until(&app, &id, |t| status(t) == "DONE").await;
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_that_cannot_be_names_its_field() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let order = ada.order("visamc", "first").await;
    let path = format!("transactions/{}/payment/card", order["id"].as_str().unwrap());
    let device = json!({ "color_depth": 24, "java_enabled": false, "language": "uk-UA", "screen_width": 390,
        "screen_height": 844, "window_width": 390, "window_height": 664, "time_zone_offset": -120, "channel": "mobile" });
    let with = |field: &str, value: Value| {
        let mut device = device.clone();
        device[field] = value;
        json!({ "number": "4242424242424242", "expiry_month": 12, "expiry_year": 2034, "cvv": "123",
            "holder": "Ada Lovelace", "return_url": "/", "device": device })
    };
    for (field, value) in [
        ("color_depth", json!(0)),
        ("screen_width", json!(65_536)),
        ("window_height", json!(0)),
        ("time_zone_offset", json!(901)),
        ("language", json!("uk UA")),
        ("channel", json!("watch")),
        ("java_enabled", json!("no")),
    ] {
        let refused = ada.post_once(&path, field, &with(field, value)).await;
        assert_eq!(refused.problem(), (400, "VALIDATION_ERROR"), "{field}: {}", refused.body);
        assert_eq!(refused.body["errors"][0]["pointer"], format!("/device/{field}"), "{}", refused.body);
    }
    ada.post_once(&path, "good", &with("color_depth", json!(30))).await.expect(StatusCode::OK);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn other_services_are_paid_by_their_code_or_in_their_app() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    for (payway, code, launch) in [
        ("mono", None, Some("DEEPLINK")),
        ("bybitpay", None, Some("QRCODE")),
        ("whitebit", Some("WHITEBIT-PAID"), None),
    ] {
        let quote = ada.firm_quote(("UAH", payway), ("BTC", "btc"), "9000.00").await;
        let requisite = json!({ "kind": "address", "value": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4" });
        let body = json!({ "quote_id": quote["id"], "requisite": requisite });
        let order = ada.post_once("orders", payway, &body).await.expect(StatusCode::CREATED);
        let id = order["id"].as_str().unwrap();
        assert_eq!(order["allowed"], json!(["cancel", "pay_code"]), "{payway}");
        assert_eq!(
            order["source"]["instructions"]["code"].get("form"),
            code.map(|_| json!("voucher")).as_ref(),
            "{payway}"
        );
        let path = format!("transactions/{id}/payment/code");
        // A code is wrong where none is asked for, and missing where one is.
        let wrong = if code.is_some() { json!({}) } else { json!({ "code": "777123" }) };
        let refused = ada.post_once(&path, "wrong", &wrong).await;
        assert_eq!(refused.problem(), (400, "VALIDATION_ERROR"), "{payway}: {}", refused.body);
        assert_eq!(refused.body["errors"][0]["pointer"], "/code", "{payway}");
        let mut pay = json!({ "return_url": format!("/transaction/exchange/{id}") });
        if let Some(code) = code {
            pay["code"] = json!(code);
        }
        ada.post_once(&path, "pay", &pay).await.expect(StatusCode::OK);
        if let Some(kind) = launch {
            let asked = ada.until(&app, id, |t| t["source"]["instructions"]["code"]["launch"].is_object()).await;
            let launch = &asked["source"]["instructions"]["code"]["launch"];
            assert_eq!(launch["kind"], kind, "{payway}");
            let back = answer_challenge(&ada, launch["url"].as_str().unwrap(), "approve").await;
            assert_eq!(back.header("location"), format!("/transaction/exchange/{id}"), "{payway}");
        }
        let done = ada.until(&app, id, |t| status(t) == "DONE").await;
        assert_eq!(done["source"]["instructions"]["code"].get("launch"), None, "{payway}");
    }
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wallet_pays_with_one_of_its_cards() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    for (kind, token, there) in [("apple", "sandbox-4242", "DONE"), ("google", "sandbox-0002", "NEW")] {
        let order = ada.order("visamc", kind).await;
        let path = format!("transactions/{}/payment/card", order["id"].as_str().unwrap());
        let pay = |token: &str| json!({ "wallet": { "kind": kind, "token": token }, "return_url": "/exchange" });
        let refused = ada.post_once(&path, "bad", &pay("stolen")).await;
        assert_eq!(refused.body["errors"][0]["pointer"], "/wallet/token", "{}", refused.body);
        ada.post_once(&path, "pay", &pay(token)).await.expect(StatusCode::OK);
        let over = |t: &Value| status(t) == there && t["source"]["instructions"]["card"]["state"] != "authorizing";
        let paid = ada.until(&app, order["id"].as_str().unwrap(), over).await;
        assert_eq!(paid["source"]["instructions"]["card"]["last4"], token.trim_start_matches("sandbox-"), "{kind}");
        assert!(!paid.to_string().contains("sandbox-"), "the token is not kept");
    }
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_token_is_verified_and_bound_to_its_customer() {
    let app = TestApp::new().await;
    let (ada, eve) = (app.person("ada").await, app.person("eve").await);
    let card = json!({ "number": "4242 4242 4242 4242", "expiry_month": 12, "expiry_year": 2034, "cvv": "123",
        "holder": "Ada Lovelace" });
    let made = ada.post("requisites/card", &card).await.expect(StatusCode::CREATED);
    let token = made["card_token"].as_str().unwrap();
    let pay = |person: Person, token: String| async move {
        let order = person.order("visamc", &token[..8]).await;
        let body = json!({ "card_token": token, "return_url": "/exchange" });
        person.post_once(&format!("transactions/{}/payment/card", order["id"].as_str().unwrap()), "pay", &body).await
    };
    for (person, text) in [(&ada, token.replace(".4242.", ".0001.")), (&eve, token.to_owned())] {
        let refused = pay(person.clone(), text).await;
        assert_eq!(refused.problem(), (400, "VALIDATION_ERROR"));
        assert_eq!(refused.body["errors"][0]["pointer"], "/card_token");
    }
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_card_fails_the_order_and_takes_no_money() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let order = ada.order("visamc", "first").await;
    let id = order["id"].as_str().unwrap();
    pay_by_card(&ada, id, "4000 0000 0000 3220").await;
    let asked = ada.until(&app, id, |t| t["source"]["instructions"]["card"]["state"] == "challenge").await;
    answer_challenge(&ada, asked["source"]["instructions"]["card"]["launch"]["url"].as_str().unwrap(), "decline").await;
    let declined = ada.until(&app, id, |t| t["source"]["instructions"]["card"]["state"] == "declined").await;
    assert_eq!((status(&declined), &declined["failure"]["code"]), ("NEW", &json!("ORDER_CARD_DECLINED")));
    assert_eq!(declined["source"]["instructions"]["card"]["launch"], Value::Null);
    let balances = ada.get("balances").await.expect(StatusCode::OK);
    assert_eq!(balances["data"], json!([]));
    pay_by_card(&ada, id, "4242 4242 4242 4242").await;
    let done = ada.until(&app, id, |t| status(t) == "DONE").await;
    assert_eq!(done["failure"], Value::Null);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payment_that_the_bank_refuses_says_why() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    for (number, code, message) in [
        ("4000 0000 0000 0002", "ORDER_CARD_DECLINED", "The bank declined the payment and did not say why"),
        ("4000 0000 0000 9995", "NOT_ENOUGH_FUNDS", "Not enough funds"),
        ("4000 0000 0000 0069", "ORDER_CARD_DECLINED", "The card has expired"),
    ] {
        let order = ada.order("visamc", &number[15..]).await;
        let id = order["id"].as_str().unwrap();
        pay_by_card(&ada, id, number).await;
        let declined = ada.until(&app, id, |t| t["source"]["instructions"]["card"]["state"] == "declined").await;
        assert_eq!(
            (declined["failure"]["code"].as_str(), declined["failure"]["message"].as_str()),
            (Some(code), Some(message)),
            "{number}"
        );
        assert_eq!((status(&declined), &declined["allowed"]), ("NEW", &json!(["cancel", "pay_card"])), "{number}");
        // An open order counts towards the limits.
        ada.post_once(&format!("transactions/{id}/cancel"), "c", &json!({})).await.expect(StatusCode::OK);
    }
    for (blik, message) in
        [("777999", "The bank declined the payment and did not say why"), ("777000", "The code has expired")]
    {
        let quote = ada.firm_quote(("PLN", "blik"), ("BTC", "btc"), "1000.00").await;
        let requisite = json!({ "kind": "address", "value": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4" });
        let body = json!({ "quote_id": quote["id"], "requisite": requisite });
        let order = ada.post_once("orders", blik, &body).await.expect(StatusCode::CREATED);
        let id = order["id"].as_str().unwrap();
        let paid = ada.post_once(&format!("transactions/{id}/payment/code"), blik, &json!({ "code": blik })).await;
        paid.expect(StatusCode::OK);
        let declined = ada.until(&app, id, |t| t["source"]["instructions"]["code"]["state"] == "declined").await;
        assert_eq!(
            (declined["failure"]["code"].as_str(), declined["failure"]["message"].as_str()),
            (Some("PROVIDER_DECLINED"), Some(message)),
            "{blik}"
        );
        assert_eq!(status(&declined), "NEW", "{blik}");
        ada.post_once(&format!("transactions/{id}/cancel"), "c", &json!({})).await.expect(StatusCode::OK);
    }
    let balances = ada.get("balances").await.expect(StatusCode::OK);
    assert_eq!(balances["data"], json!([]));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_partial_bank_transfer_needs_a_decision_and_is_refunded() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let order = ada.order("iban", "first").await;
    let id = order["id"].as_str().unwrap();
    let nothing = ada.post(&format!("sandbox/transactions/{id}/confirm"), &json!({})).await;
    assert_eq!(nothing.problem(), (409, "CONFLICT_ERROR"));
    ada.post(&format!("sandbox/transactions/{id}/underpay"), &json!({})).await.expect(StatusCode::OK);
    let asked = ada.until(&app, id, |t| status(t) == "ACTION_REQUIRED").await;
    assert_eq!(asked["action"]["reason"], "underpaid");
    assert_eq!(asked["action"]["received"], "125.00");
    let half = json!({ "amount": "125.00", "currency": "EUR" });
    assert_eq!(asked["headline"], json!({ "kind": "held", "amount": "125.00", "currency": "EUR" }));
    assert_eq!((&asked["paid"], &asked["held"], &asked["fees_taken"]), (&half, &half, &json!([])));
    ada.post_once(&format!("transactions/{id}/refund"), "back", &json!({})).await.expect(StatusCode::OK);
    let back = ada.until(&app, id, |t| status(t) == "RESOLVED").await;
    assert_eq!(back["sub_state"], "refunded");
    assert_eq!(back["headline"], json!({ "kind": "refunded", "amount": "125.00", "currency": "EUR" }));
    assert_eq!((&back["refund"]["amount"], &back["refund"]["cost"]), (&json!("125.00"), &Value::Null));
    assert_eq!(back["fees_taken"], json!([]), "nothing was exchanged");
    let kinds = |t: &Value| t["steps"].as_array().unwrap().iter().map(|s| s["kind"].clone()).collect::<Vec<_>>();
    assert_eq!(kinds(&back), ["created", "payment", "refund"]);
    // Each final state is reported once, with the actual amount.
    let reference = back["reference"].as_str().unwrap();
    let told = mails(&app, reference, 2).await;
    assert!(
        told.iter().any(|mail| mail.contains("125.00\u{a0}EUR arrived. The order was for 250.00\u{a0}EUR.")),
        "{told:?}"
    );
    assert!(told.iter().any(|mail| mail.contains("125.00\u{a0}EUR was sent back the way you paid.")), "{told:?}");
    app.close().await;
}

/// The emails about an order, once there are `count`. They are sent by jobs, so their order can vary.
async fn mails(app: &TestApp, reference: &str, count: usize) -> Vec<String> {
    let mut sql = app.db.connect().await;
    let found = async {
        loop {
            let all =
                "SELECT body FROM mail_outbox WHERE recipient = 'ada@example.test' AND subject LIKE '%' || $1 || '%'";
            let told: Vec<String> = sqlx::query_scalar(all).bind(reference).fetch_all(&mut sql).await.unwrap();
            if told.len() >= count {
                return told;
            }
        }
    };
    let told = tokio::time::timeout(std::time::Duration::from_secs(20), found).await.expect("the mails come");
    assert_eq!(told.len(), count, "{told:?}");
    told
}

#[tokio::test(flavor = "multi_thread")]
async fn a_late_payment_is_credited_by_the_owners_choice() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let order = ada.order("iban", "first").await;
    let id = order["id"].as_str().unwrap();
    let expired = ada.post(&format!("sandbox/transactions/{id}/expire"), &json!({})).await.expect(StatusCode::OK);
    assert_eq!(status(&expired), "EXPIRED");
    ada.post(&format!("sandbox/transactions/{id}/pay_late"), &json!({})).await.expect(StatusCode::OK);
    ada.until(&app, id, |t| status(t) == "ACTION_REQUIRED").await;
    let kept = ada.post_once(&format!("transactions/{id}/deposit"), "keep", &json!({})).await.expect(StatusCode::OK);
    assert_eq!(kept["sub_state"], "deposited");
    assert_eq!(kept["headline"], json!({ "kind": "deposited", "amount": "250.00", "currency": "EUR" }));
    let balances = ada.get("balances").await.expect(StatusCode::OK);
    assert_eq!(balances["data"][0]["available"], "250.00");
    let told = mails(&app, kept["reference"].as_str().unwrap(), 2).await;
    assert!(told.iter().any(|mail| mail.contains("250.00\u{a0}EUR was added to your balance.")), "{told:?}");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_firm_quote_carries_a_verifiable_signature() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let quote = ada.firm_quote(("EUR", "visamc"), ("LTC", "ltc"), "250.00").await;
    let nobody = Person { token: None, ..ada.clone() };
    let published = nobody.get("/.well-known/jwks.json").await.expect(StatusCode::OK);
    let key = &published["keys"][0];
    assert_eq!((key["kty"].as_str(), key["crv"].as_str()), (Some("OKP"), Some("Ed25519")));

    let decode = |text: &str| BASE64.decode(text).unwrap();
    let (signed, signature) = quote["signature"].as_str().unwrap().rsplit_once('.').unwrap();
    let public = UnparsedPublicKey::new(&ED25519, decode(key["x"].as_str().unwrap()));
    assert!(public.verify(signed.as_bytes(), &decode(signature)).is_ok());
    let [header, content] =
        [0, 1].map(|at| serde_json::from_slice::<Value>(&decode(signed.split('.').nth(at).unwrap())).unwrap());
    assert_eq!((&header["alg"], &header["kid"]), (&json!("EdDSA"), &key["kid"]));
    assert_eq!((&content["id"], &content["from_amount"]["amount"]), (&quote["id"], &json!("250.00")));
    app.close().await;
}
