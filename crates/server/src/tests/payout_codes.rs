//! Codes of another service as payouts, over HTTP: who sees them, and where they do not stand.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::support::{Answer, Person, TestApp};

/// A sale of Bitcoin for a WhiteBIT code of this worth, whose coins have arrived. Returns the order's id.
async fn sold(person: &Person, worth: &str) -> String {
    let asked = json!({ "side": "SELL", "from_currency": "BTC", "from_payway": "btc", "to_currency": "UAH",
        "to_payway": "whitebit", "to_amount": worth, "firm": true });
    let quote = person.post("quotes", &asked).await.expect(StatusCode::CREATED);
    let order = json!({ "quote_id": quote["id"] });
    let order = person.post_once("orders", worth, &order).await.expect(StatusCode::CREATED);
    let id = order["id"].as_str().unwrap().to_owned();
    for action in ["pay", "confirm"] {
        person.post(&format!("sandbox/transactions/{id}/{action}"), &json!({})).await.expect(StatusCode::OK);
    }
    id
}

async fn show(person: &Person, id: &str) -> Answer {
    person.call("POST", &format!("transactions/{id}/payout-code"), None, &[]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_owner_sees_the_code_as_often_as_asked_and_nobody_else_does() {
    let app = TestApp::new().await;
    let (ada, eve) = (app.person("ada").await, app.person("eve").await);
    let id = sold(&ada, "9000.00").await;
    let done = ada.until(&app, &id, |order| order["status"] == "DONE").await;
    assert_eq!(done["requisite"]["kind"], "code");
    let first = show(&ada, &id).await;
    assert_eq!(first.header("cache-control"), "no-store");
    let first = first.expect(StatusCode::OK);
    let code = first["code"].as_str().unwrap().to_owned();
    assert!(code.starts_with("WB-") && code.len() > 20, "{code}");
    assert_eq!(show(&ada, &id).await.expect(StatusCode::OK), first, "the same code, and the time of the first look");
    assert_eq!(show(&eve, &id).await.status, StatusCode::NOT_FOUND);
    let known = [done, ada.get("transactions").await.body, ada.get(&format!("transactions/{id}/receipt")).await.body];
    assert!(known.iter().all(|answer| !answer.to_string().contains(&code)), "the code is in no other answer");
    let mails = "SELECT count(*) FROM mail_outbox WHERE mail_outbox::text LIKE '%' || $1 || '%'";
    let mails: i64 = sqlx::query_scalar(mails).bind(&code).fetch_one(&mut app.db.connect().await).await.unwrap();
    assert_eq!(mails, 0);
    let looks = "SELECT count(*) FROM audit_log WHERE action = 'payout_code.shown' AND details->>'transaction' = $1";
    let looks: i64 = sqlx::query_scalar(looks).bind(&id).fetch_one(&mut app.db.connect().await).await.unwrap();
    assert_eq!(looks, 2);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_without_a_code_and_a_destination_for_one_are_refused() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let order = ada.order("visamc", "purchase").await;
    assert_eq!(show(&ada, order["id"].as_str().unwrap()).await.status, StatusCode::CONFLICT);
    let id = sold(&ada, "9000.13").await;
    let stuck = ada.until(&app, &id, |order| order["status"] == "MANUAL").await;
    assert_eq!(stuck["requisite"]["kind"], "code");
    assert_eq!(show(&ada, &id).await.status, StatusCode::CONFLICT, "the service refused, so there is no code");
    let quote = ada.firm_quote(("BTC", "btc"), ("UAH", "whitebit"), "0.01").await;
    let wrong = |requisite: Value| json!({ "quote_id": quote["id"], "requisite": requisite });
    for requisite in [json!({ "kind": "code" }), json!({ "kind": "address", "value": "ada" })] {
        let refused = ada.post_once("orders", &requisite["kind"].to_string().replace('"', ""), &wrong(requisite)).await;
        assert_eq!(refused.problem(), (400, "VALIDATION_ERROR"), "{}", refused.body);
    }
    app.close().await;
}
