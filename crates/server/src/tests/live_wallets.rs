//! Apple Pay and Google Pay on a tenant with real customers: the sessions for the browser, and the charge of what a wallet
//! approved.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::cards::Live;
use super::support::Person;

/// The answer of Google Pay in a browser.
fn google() -> Value {
    json!({ "type": "CARD", "description": "Visa 1111", "info": { "cardNetwork": "VISA", "cardDetails": "1111" },
        "tokenizationData": { "type": "PAYMENT_GATEWAY", "token": "{\"signature\":\"the-wallets-signature\"}" } })
}

async fn order(ada: &Person, amount: &str) -> String {
    let quote = ada.firm_quote(("EUR", "visamc"), ("EUR", "balance"), amount).await;
    let order = ada.post_once("orders", amount, &json!({ "quote_id": quote["id"] })).await.expect(StatusCode::CREATED);
    order["id"].as_str().unwrap().to_owned()
}

async fn wallets(ada: &Person, order: &str) -> Value {
    ada.get(&format!("transactions/{order}/payment/wallets")).await.expect(StatusCode::OK)["data"].clone()
}

fn payment(kind: &str, token: &str) -> Value {
    json!({ "wallet": { "kind": kind, "token": token }, "return_url": "/" })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wallet_of_the_browser_pays_an_order_once_and_its_token_is_not_stored() {
    let (live, simulated) = Live::with(async |app| {
        let eve = app.person("eve").await;
        wallets(&eve, &order(&eve, "90.00").await).await
    })
    .await;
    assert_eq!(simulated, json!([]), "a sandbox has a sheet of its own");
    let id = order(&live.ada, "250.00").await;
    let path = format!("transactions/{id}/payment/card");
    // The page is opened twice: the sessions are of the same payment.
    for _ in 0..2 {
        let offered = wallets(&live.ada, &id).await;
        assert_eq!(
            (&offered[0]["kind"], &offered[1]["kind"], &offered[2]),
            (&json!("google"), &json!("apple"), &Value::Null)
        );
        let methods = &offered[0]["data"]["allowedPaymentMethods"];
        assert_eq!(methods[0]["parameters"]["allowedCardNetworks"], json!(["VISA"]), "{offered}");
        assert_eq!(offered[1]["merchant_session"]["merchantSessionIdentifier"], "SSH1", "{offered}");
    }
    assert_eq!(live.orchestrator.session_hosts(), ["localhost"; 2]);
    assert_eq!(live.orchestrator.made_for(""), [""; 0], "nothing is charged");

    let approved = google().to_string();
    for (kind, token) in [("google", "no-json"), ("apple", approved.as_str()), ("samsung", "{}")] {
        let refused = live.ada.post_once(&path, kind, &payment(kind, token)).await;
        assert_eq!((refused.problem().0, &refused.body["errors"][0]["pointer"]), (400, &json!("/wallet/token")));
    }
    live.ada.post_once(&path, "paid", &payment("google", &approved)).await.expect(StatusCode::OK);
    let done = live.until(&id, |order| order["status"] == "DONE").await;
    let card = &done["source"]["instructions"]["card"];
    assert_eq!((&card["brand"], &card["last4"]), (&json!("visa"), &json!("1111")));
    let made = live.orchestrator.made_for(&id);
    let asked = live.orchestrator.requests(&made[0]);
    assert_eq!((made.len(), asked.len()), (1, 1), "one charge");
    assert_eq!((&asked[0]["payment_method_type"], &asked[0]["amount"]), (&json!("google_pay"), &json!(25000)));
    let sent = &asked[0]["payment_method_data"]["wallet"]["google_pay"];
    assert_eq!(sent["tokenization_data"]["token"], google()["tokenizationData"]["token"], "{sent}");
    assert_eq!(wallets(&live.ada, &id).await, json!([]), "it is paid");
    let kept = "SELECT string_agg(text, '') FROM (SELECT payload::text AS text FROM jobs UNION ALL SELECT body::text FROM records) AS kept";
    let kept: String = sqlx::query_scalar(kept).fetch_one(&mut live.app.db.connect().await).await.unwrap();
    assert!(!kept.contains("the-wallets-signature"), "a wallet's token is not stored");
    live.app.close().await;
}
