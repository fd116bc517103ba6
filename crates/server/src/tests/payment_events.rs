//! What a shop's server hears of its payments, and what the merchant sees of a period.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::merchant_payments::{Payer, merchant, payment};
use super::merchants::paid;
use super::partners::{Server, key};
use super::support::{LTC_ADDRESS, TestApp};
use super::webhooks::Receiver;

/// The next events of the payment until this type, by type.
async fn until(shop: &mut Receiver, kind: &str) -> Vec<Value> {
    let mut heard = Vec::new();
    loop {
        let event = shop.next().await.event();
        let is_last = event["type"] == kind;
        heard.push(event);
        if is_last {
            return heard;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shop_hears_of_its_payment_from_the_link_to_the_refund() {
    let app = TestApp::new().await;
    let (ada, _) = merchant(&app, "ada", "EUR").await;
    let (_, secret) = key(&ada, "wallet", &["wallet:payment_read", "webhooks:write"]).await;
    let (server, mut shop) = (Server::new(&app.router, &secret), Receiver::new().await);
    let asked = json!({ "url": shop.url(), "types": ["payment.*"] });
    server.call("POST", "webhook-endpoints", Some(&asked), &[]).await.expect(StatusCode::CREATED);
    // The fees of the refund are on the balance.
    paid(&app, &ada, "before", "100.00").await;
    until(&mut shop, "payment.settled").await;

    let made = payment(&ada, "a", "50.00").await;
    let first = until(&mut shop, "payment.created").await.pop().unwrap();
    assert_eq!(first["data"]["object"]["payment"]["order_id"], "a");
    assert_eq!((&first["sequence"], first.get("previous_event_id")), (&json!(1), None));
    let payer = Payer::of(&app, &made);
    payer.choose(1, "LTC", "ltc").await;
    payer.play("underpay").await;
    payer.until(&app, "paid_partly").await;
    let partly = until(&mut shop, "payment.paid_partly").await.pop().unwrap();
    assert!(partly["data"]["object"]["paid"]["amount"].is_string(), "{partly}");
    payer.play("underpay").await;
    payer.until(&app, "paid").await;
    // Two deliveries may arrive in the other order; each names the event before it.
    let mut heard = until(&mut shop, "payment.settled").await;
    if !heard.iter().any(|event| event["type"] == "payment.paid") {
        heard.splice(0..0, until(&mut shop, "payment.paid").await);
    }
    let of = |kind: &str| heard.iter().rfind(|event| event["type"] == kind).unwrap();
    let (paid, settled) = (of("payment.paid"), of("payment.settled"));
    assert_eq!(settled["previous_event_id"], paid["id"], "{heard:?}");
    assert_eq!(settled["data"]["object"]["settled"]["currency"], "EUR");

    let id = made["id"].as_str().unwrap();
    let back = json!({ "amount": "30.00", "address": LTC_ADDRESS });
    let refund =
        ada.post_once(&format!("merchant/payments/{id}/refunds"), "r", &back).await.expect(StatusCode::CREATED);
    let refund = refund["transaction_id"].as_str().unwrap();
    ada.until(&app, refund, |transaction| transaction["status"] == "DONE").await;
    // Either this look or the job reports it, and only one of them.
    ada.get(&format!("merchant/payments/{id}")).await.expect(StatusCode::OK);
    ada.get(&format!("merchant/payments/{id}")).await.expect(StatusCode::OK);
    let refunded = until(&mut shop, "payment.refunded").await.pop().unwrap();
    assert_eq!(refunded["data"]["object"]["refunds"][0]["state"], "sent");
    assert_eq!(refunded["previous_event_id"], settled["id"]);

    let feed = server.get("events?type=payment.*&limit=200").await.expect(StatusCode::OK);
    let of_this: Vec<i64> = feed["data"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|event| event["data"]["object"]["payment"]["id"] == made["id"])
        .map(|event| event["sequence"].as_i64().unwrap())
        .collect();
    let without_gap: Vec<i64> = (1..).take(of_this.len()).collect();
    assert_eq!(of_this, without_gap);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_merchant_sees_what_a_period_brought_and_nobody_elses() {
    let app = TestApp::new().await;
    let (ada, _) = merchant(&app, "ada", "EUR").await;
    let (bob, _) = merchant(&app, "bob", "EUR").await;
    let start = app.now() - chrono::TimeDelta::hours(1);
    let (id, _) = paid(&app, &ada, "a", "50.00").await;
    let payer = Payer::of(&app, &payment(&ada, "b", "20.00").await);
    payer.choose(1, "LTC", "ltc").await;
    payer.play("underpay").await;
    payer.until(&app, "paid_partly").await;
    let back = json!({ "amount": "30.00", "address": LTC_ADDRESS });
    ada.post_once(&format!("merchant/payments/{id}/refunds"), "r", &back).await.expect(StatusCode::CREATED);

    let period = |days: i64| {
        let time = |at: chrono::DateTime<chrono::Utc>| at.to_rfc3339_opts(chrono::SecondsFormat::Secs, true);
        format!("from={}&to={}", time(start), time(start + chrono::TimeDelta::days(days)))
    };
    let path = format!("merchant/overview?{}", period(1));
    let seen = ada.get(&path).await.expect(StatusCode::OK);
    let eur = |amount: &str| json!([{ "amount": amount, "currency": "EUR" }]);
    assert_eq!((&seen["paid"], &seen["taken"], &seen["settled"]), (&json!(1), &eur("50.00"), &eur("50.00")));
    assert_eq!((&seen["refunds"], &seen["refunded"]), (&json!(1), &eur("30.00")));
    assert_eq!((&seen["waiting"], &seen["waits"]), (&json!(1), &eur("20.00")));
    assert!(!seen["fees"].as_array().unwrap().is_empty());
    let others = bob.get(&path).await.expect(StatusCode::OK);
    assert_eq!((&others["paid"], &others["taken"], &others["waiting"]), (&json!(0), &json!([]), &json!(0)));
    let long = ada.get(&format!("merchant/overview?{}", period(32))).await;
    assert_eq!((long.problem(), &long.body["errors"][0]["pointer"]), ((400, "VALIDATION_ERROR"), &json!("to")));

    let (key_id, secret) = key(&ada, "wallet", &["wallet:read"]).await;
    let server = Server::new(&app.router, &secret);
    assert_eq!(server.get(&format!("payments/overview?{}", period(1))).await.body["taken"], eur("50.00"));
    let profile = server.get("profile").await.expect(StatusCode::OK);
    assert_eq!((&profile["key_id"], &profile["livemode"]), (&json!(key_id), &json!(false)));
    assert!(!profile.to_string().contains("ada@example.test"), "no personal data");
    app.close().await;
}
