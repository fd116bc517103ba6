//! Limit rules by payway: they hold under concurrent orders, count their own direction, and free after a day.

use axum::http::StatusCode;
use exchange::limits::LimitBounds;
use exchange::policy::Policy;
use kernel::{Amount, Currency};
use serde_json::{Value, json};

use super::support::{Answer, LTC_ADDRESS, Person, TestApp};

/// The sandbox's policy with limits of a day, in euro.
async fn publish(app: &TestApp, rules: &[(&str, i128)]) {
    let tenant = identity::tenant_by_slug(&app.db.store, identity::DEMO_TENANT_SLUG).await.unwrap().unwrap();
    let mut policy = Policy { version: 2, ..Policy::sandbox() };
    for (scope, euros) in rules {
        let day = Some(Amount::new(euros * 100, Currency::EUR));
        policy.limits.0.insert(scope.parse().unwrap(), LimitBounds { day, ..LimitBounds::default() });
    }
    exchange::publish_policy(&app.db.store, &app.world, tenant, &policy, app.now()).await.unwrap();
}

async fn quote(person: &Person, payway: &str, amount: &str) -> Answer {
    let asked = json!({ "side": "BUY", "from_currency": "EUR", "from_payway": payway, "to_currency": "LTC",
        "to_payway": "ltc", "from_amount": amount, "firm": true });
    person.post("quotes", &asked).await
}

async fn order(person: &Person, quote: &Value, key: &str) -> Answer {
    let requisite = json!({ "kind": "address", "value": LTC_ADDRESS });
    person.post_once("orders", key, &json!({ "quote_id": quote["id"], "requisite": requisite })).await
}

/// The daily limit of a payway and a direction as the customer's page shows it.
async fn shown(person: &Person, payway: &str, direction: &str) -> Value {
    let told = person.get("user/limits").await.expect(StatusCode::OK);
    let mut all = told["payways"].as_array().unwrap().iter();
    all.find(|one| one["payway"] == payway && one["direction"] == direction).cloned().unwrap()
}

#[tokio::test]
async fn orders_at_once_do_not_pass_the_limit_of_a_payway_together_and_a_day_later_it_is_free() {
    let app = TestApp::new().await;
    publish(&app, &[("visamc in", 500), ("visamc out", 20)]).await;
    let ada = app.person("ada").await;
    let mut quotes = Vec::new();
    for _ in 0..4 {
        let quote = quote(&ada, "visamc", "200.00").await.expect(StatusCode::CREATED);
        assert_eq!(quote["payway_limits_after"][0]["used"], "200.00", "{quote}");
        quotes.push(quote);
    }
    let mut orders = tokio::task::JoinSet::new();
    for (number, quote) in quotes.into_iter().enumerate() {
        let ada = ada.clone();
        orders.spawn(async move { order(&ada, &quote, &format!("order-{number}")).await });
    }
    let answers = orders.join_all().await;
    let made = answers.iter().filter(|one| one.status == StatusCode::CREATED).count();
    assert_eq!(made, 2, "twice 200 of 500");
    let refused = answers.iter().find(|one| one.status != StatusCode::CREATED).unwrap();
    assert_eq!(refused.problem(), (422, "DAILY_LIMIT_EXCEEDED"));
    let meta = &refused.body["meta"];
    assert_eq!(
        (&meta["limit"], &meta["used"], &meta["payway"]),
        (&json!("500.00"), &json!("400.00"), &json!("visamc"))
    );
    assert!(meta["resets_at"].is_string(), "{meta}");

    let card = shown(&ada, "visamc", "in").await;
    assert_eq!(
        (&card["used"], &card["limit"], &card["resets_at"]),
        (&json!("400.00"), &json!("500.00"), &meta["resets_at"])
    );
    assert_eq!(shown(&ada, "visamc", "out").await["used"], "0.00", "the other direction");
    assert_eq!(quote(&ada, "visamc", "200.00").await.problem(), (422, "DAILY_LIMIT_EXCEEDED"), "told before the order");
    let bank = quote(&ada, "iban", "200.00").await.expect(StatusCode::CREATED);
    order(&ada, &bank, "bank").await.expect(StatusCode::CREATED);

    let day = "UPDATE limit_uses SET at = at - interval '24 hours'";
    sqlx::query(day).execute(&mut app.db.connect().await).await.unwrap();
    assert_eq!(shown(&ada, "visamc", "in").await["used"], "0.00");
    let again = quote(&ada, "visamc", "200.00").await.expect(StatusCode::CREATED);
    order(&ada, &again, "again").await.expect(StatusCode::CREATED);
    app.close().await;
}
