//! Price and value history, and the spending order, over HTTP.

use std::time::Duration;

use axum::http::StatusCode;
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};

use super::statement::deposited;
use super::support::{Person, TestApp};

/// The prices of a period, once the market history is recorded.
async fn prices(person: &Person, range: &str, least: usize) -> Vec<Value> {
    let asked = async {
        loop {
            let answer = person.get(&format!("rates/history?from=BTC&to=PLN&range={range}")).await;
            assert_eq!(answer.header("cache-control"), "public, max-age=60");
            let points = answer.expect(StatusCode::OK)["points"].as_array().unwrap().clone();
            if points.len() >= least {
                return points;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(60), asked).await.expect("the past is recorded within a minute")
}

fn at(point: &Value) -> DateTime<Utc> {
    point["at"].as_str().unwrap().parse().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pair_has_prices_of_the_past_for_people_who_have_not_signed_in() {
    let app = TestApp::recording().await;
    let anybody = app.newcomer("ada").await;
    for (range, least, span) in [
        ("1D", 200, TimeDelta::days(1)),
        ("1W", 160, TimeDelta::days(7)),
        ("1M", 170, TimeDelta::days(30)),
        ("1Y", 180, TimeDelta::days(365)),
        ("ALL", 180, TimeDelta::days(366)),
    ] {
        let points = prices(&anybody, range, least).await;
        assert!(points.len() <= 301, "{range} has {}", points.len());
        assert!(points.windows(2).all(|pair| at(&pair[0]) < at(&pair[1])), "{range} is in order");
        let (first, last) = (at(&points[0]), at(points.last().unwrap()));
        assert!(last - first <= span && last - first > span * 9 / 10, "{range} spans {}", last - first);
    }
    for (query, pointer) in [
        ("from=BTC&to=FOO&range=1D", "to"),
        ("from=btc&to=EUR&range=1D", "from"),
        ("from=BTC&to=EUR&range=2D", "range"),
    ] {
        let refused = anybody.get(&format!("rates/history?{query}")).await;
        assert_eq!(refused.problem(), (400, "VALIDATION_ERROR"), "{query}");
        assert_eq!(refused.body["errors"][0]["pointer"], pointer, "{query}");
    }
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_balance_has_a_value_over_time_and_a_change_of_the_day() {
    let app = TestApp::recording().await;
    let ada = app.person("ada").await;
    prices(&ada, "1D", 200).await;
    prices(&ada, "1M", 170).await;
    deposited(&app, &ada).await;
    let balances = ada.get("balances").await.expect(StatusCode::OK);
    let posted = balances["data"][0]["posted"].clone();
    for path in ["balances/history?range=1D", "balances/history?range=1M&currency=EUR"] {
        let history = ada.get(path).await.expect(StatusCode::OK);
        let points = history["points"].as_array().unwrap();
        assert!((80..=101).contains(&points.len()), "{path} has {}", points.len());
        assert_eq!((&history["currency"], &points[0]["value"]), (&json!("EUR"), &json!("0.00")), "{path}");
        assert_eq!(points.last().unwrap()["value"], posted, "{path}");
    }
    // The price of the euro in euro is constant.
    assert_eq!(balances["day_change"], json!({ "amount": "0.00", "percent": "0.00" }));
    ada.call("PUT", "user/settings", Some(&json!({ "main_currency": "PLN" })), &[]).await.expect(StatusCode::OK);
    let balances = ada.get("balances").await.expect(StatusCode::OK);
    let (row, day) = (&balances["data"][0]["day_change_percent"], &balances["day_change"]["percent"]);
    assert!(row.is_string() && day.is_string(), "{balances}");
    let history = ada.get("balances/history?range=1D").await.expect(StatusCode::OK);
    assert_eq!(history["currency"], "PLN");

    let bob = app.person("bob").await;
    let history = bob.get("balances/history?range=1D").await.expect(StatusCode::OK);
    assert!(history["points"].as_array().unwrap().iter().all(|point| point["value"] == "0.00"), "{history}");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn balances_are_spent_in_the_order_that_their_owner_sets() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    assert_eq!(ada.get("balances/spending").await.expect(StatusCode::OK), json!({ "balances": [] }));
    deposited(&app, &ada).await;
    let euro = json!({ "currency": "EUR", "enabled": true });
    assert_eq!(ada.get("balances/spending").await.expect(StatusCode::OK), json!({ "balances": [euro] }));

    let wanted =
        json!({ "balances": [{ "currency": "BTC", "enabled": true }, { "currency": "EUR", "enabled": false }] });
    let set = ada.call("PUT", "balances/spending", Some(&wanted), &[]).await;
    assert_eq!(set.expect(StatusCode::OK), wanted);
    assert_eq!(ada.get("balances/spending").await.expect(StatusCode::OK), wanted);
    // A held balance that the order omits comes last.
    let only = json!({ "balances": [{ "currency": "BTC", "enabled": false }] });
    let set = ada.call("PUT", "balances/spending", Some(&only), &[]).await.expect(StatusCode::OK);
    assert_eq!(set["balances"][1], euro);

    let twice = json!({ "balances": [euro, euro] });
    let refused = ada.call("PUT", "balances/spending", Some(&twice), &[]).await;
    assert_eq!(refused.problem(), (400, "VALIDATION_ERROR"));
    assert_eq!(refused.body["errors"][0]["pointer"], "/balances", "{}", refused.body);
    let bob = app.person("bob").await;
    assert_eq!(bob.get("balances/spending").await.expect(StatusCode::OK), json!({ "balances": [] }));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_balance_that_covers_what_should_arrive_pays_for_it() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let wanted = "routes?to_currency=EUR&to_payway=iban&to_amount=60.00";
    assert_eq!(ada.get(wanted).await.expect(StatusCode::OK), json!({ "routes": [] }));
    deposited(&app, &ada).await;
    let found = ada.get(wanted).await.expect(StatusCode::OK);
    let best = &found["routes"][0];
    assert_eq!((&best["quote"]["to_amount"], &best["is_covered"]), (&json!("60.00"), &json!(true)), "{found}");
    assert_eq!(best["quote"]["from_currency"], "EUR");
    let much = ada.get("routes?to_currency=EUR&to_payway=iban&to_amount=5000.00").await.expect(StatusCode::OK);
    assert_eq!(much["routes"][0]["is_covered"], false, "{much}");

    // The order from a route has a type of its own.
    let body = json!({ "from_currency": "EUR", "from_payway": "balance", "to_currency": "EUR", "to_payway": "iban",
        "to_amount": "60.00", "unified": true, "firm": true });
    let quote = ada.post("quotes", &body).await.expect(StatusCode::CREATED);
    let requisite = ada.account("DE89370400440532013000").await;
    let order = json!({ "quote_id": quote["id"], "requisite": requisite });
    let order = ada.post_once("orders", "one", &order).await;
    assert_eq!(order.expect(StatusCode::CREATED)["type"], "UPAYOUT");

    // The balance that should receive it cannot pay for it, and payways bring it in.
    let paid_in = ada.get("routes?to_currency=EUR&to_payway=balance&to_amount=60.00").await.expect(StatusCode::OK);
    let from = |route: &Value| (route["quote"]["from_payway"].clone(), route["is_covered"].clone());
    let ways: Vec<_> = paid_in["routes"].as_array().unwrap().iter().map(from).collect();
    assert!(ways.contains(&(json!("visamc"), json!(true))), "{paid_in}");
    assert!(ways.iter().all(|(payway, _)| payway != "balance"), "{paid_in}");
    let body = json!({ "from_currency": "EUR", "from_payway": "visamc", "to_currency": "EUR", "to_payway": "balance",
        "to_amount": "60.00", "unified": true, "firm": true });
    let quote = ada.post("quotes", &body).await.expect(StatusCode::CREATED);
    let order = ada.post_once("orders", "two", &json!({ "quote_id": quote["id"] })).await.expect(StatusCode::CREATED);
    let told = (&order["type"], &order["unified"], &order["allowed"]);
    assert_eq!(told, (&json!("UDEPOSIT"), &json!(true), &json!(["cancel", "pay_card"])));
    let path = format!("transactions/{}/cancel", order["id"].as_str().unwrap());
    let cancelled = ada.post_once(&path, "three", &json!({})).await.expect(StatusCode::OK);
    assert_eq!(cancelled["allowed"], json!(["repeat"]));

    for (query, pointer) in [
        ("to_currency=XXX&to_payway=iban&to_amount=1", "to_currency"),
        ("to_currency=EUR&to_payway=pigeon&to_amount=1", "to_payway"),
        ("to_currency=EUR&to_payway=iban&to_amount=1.001", "to_amount"),
    ] {
        let refused = ada.get(&format!("routes?{query}")).await;
        assert_eq!(refused.problem(), (400, "VALIDATION_ERROR"), "{query}");
        assert_eq!(refused.body["errors"][0]["pointer"], pointer, "{}", refused.body);
    }
    app.close().await;
}
