//! Profiles of a customer: separate balances and orders, shared verification and limits.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::support::{Answer, LTC_ADDRESS, Person, TestApp};

impl Person {
    /// Sends a request for a profile.
    async fn call_as(&self, profile: &str, method: &str, path: &str, body: Option<&Value>, key: &str) -> Answer {
        self.call(method, path, body, &[("profile-id", profile), ("idempotency-key", key)]).await
    }

    async fn another(&self, name: &str) -> String {
        let made = self.post("profiles", &json!({ "name": name })).await.expect(StatusCode::CREATED);
        made["id"].as_str().unwrap().to_owned()
    }

    pub async fn order_as(&self, profile: &str, amount: &str, key: &str) -> Answer {
        let asked = json!({ "side": "BUY", "from_currency": "EUR", "from_payway": "iban", "to_currency": "LTC",
            "to_payway": "ltc", "from_amount": amount, "firm": true });
        let quote = self.call_as(profile, "POST", "quotes", Some(&asked), key).await.expect(StatusCode::CREATED);
        let requisite = json!({ "kind": "address", "value": LTC_ADDRESS });
        let body = json!({ "quote_id": quote["id"], "requisite": requisite });
        self.call_as(profile, "POST", "orders", Some(&body), key).await
    }

    async fn close_profile(&self, id: &str) -> Answer {
        self.call("POST", &format!("profiles/{id}/close"), None, &[]).await
    }

    async fn profiles(&self) -> Vec<Value> {
        self.get("profiles").await.expect(StatusCode::OK)["data"].as_array().unwrap().clone()
    }
}

/// Lets the bank transfer of an order arrive late, and waits until it needs a decision.
async fn pay_late(app: &TestApp, person: &Person, profile: &str, id: &str) {
    for lever in ["expire", "pay_late"] {
        let path = format!("sandbox/transactions/{id}/{lever}");
        person.call_as(profile, "POST", &path, Some(&json!({})), lever).await.expect(StatusCode::OK);
    }
    let mut hub = app.db.store.event_hub().subscribe();
    let wants = async {
        loop {
            let path = format!("transactions/{id}");
            let seen = person.call_as(profile, "GET", &path, None, "look").await.expect(StatusCode::OK);
            if seen["status"] == "ACTION_REQUIRED" {
                return;
            }
            let _ = hub.recv().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), wants).await.expect("it wants its owner within a minute");
}

#[tokio::test(flavor = "multi_thread")]
async fn each_profile_has_money_and_orders_of_its_own_and_is_closed_when_nothing_is_in_it() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let savings = ada.another("  Savings ").await;
    let all = ada.profiles().await;
    assert_eq!(
        (&all[0]["kind"], &all[0]["name"], &all[1]["kind"], &all[1]["name"]),
        (&json!("main"), &Value::Null, &json!("extra"), &json!("Savings"))
    );
    let main = all[0]["id"].as_str().unwrap().to_owned();
    assert_eq!(ada.get("user").await.expect(StatusCode::OK)["profiles_id"], json!([main, savings]));

    let order = ada.order_as(&savings, "250.00", "first").await.expect(StatusCode::CREATED);
    let id = order["id"].as_str().unwrap();
    let listed = |profile: String| {
        let ada = ada.clone();
        async move {
            ada.call_as(&profile, "GET", "transactions", None, "list").await.expect(StatusCode::OK)["data"].clone()
        }
    };
    assert_eq!(listed(savings.clone()).await.as_array().unwrap().len(), 1);
    assert_eq!(listed(main.clone()).await, json!([]));
    ada.call_as(&main, "GET", &format!("transactions/{id}"), None, "look").await.expect(StatusCode::NOT_FOUND);

    let refused = ada.close_profile(&savings).await;
    assert_eq!(refused.problem(), (409, "CONFLICT_ERROR"));
    assert_eq!(refused.body["meta"]["transactions"][0]["id"], order["id"]);
    pay_late(&app, &ada, &savings, id).await;
    let kept = ada.call_as(&savings, "POST", &format!("transactions/{id}/deposit"), Some(&json!({})), "keep").await;
    kept.expect(StatusCode::OK);
    let refused = ada.close_profile(&savings).await;
    assert_eq!(refused.problem(), (409, "NON_ZERO_BALANCE"));
    assert_eq!(refused.body["meta"]["balances"][0]["posted"], "250.00");
    assert_eq!(ada.close_profile(&main).await.problem(), (409, "CONFLICT_ERROR"));
    // A balance in any profile blocks the account closure.
    assert_eq!(ada.post("user/closing", &json!({})).await.problem(), (409, "NON_ZERO_BALANCE"));

    let empty = ada.another("Empty").await;
    ada.close_profile(&empty).await.expect(StatusCode::NO_CONTENT);
    ada.close_profile(&empty).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(ada.call_as(&empty, "GET", "balances", None, "look").await.problem(), (403, "ACCESS_DENIED"));
    assert_eq!(ada.get("user").await.expect(StatusCode::OK)["profiles_id"], json!([main, savings]));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_late_payment_for_a_closed_profile_is_shown_after_it_reopens() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let savings = ada.another("Savings").await;
    let order = ada.order_as(&savings, "250.00", "first").await.expect(StatusCode::CREATED);
    let id = order["id"].as_str().unwrap();
    let expire = format!("sandbox/transactions/{id}/expire");
    ada.call_as(&savings, "POST", &expire, Some(&json!({})), "expire").await.expect(StatusCode::OK);
    ada.close_profile(&savings).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(ada.profiles().await[1]["is_unsettled"], false);
    // The bank transfer arrives while the profile is closed.
    let reopen = format!("profiles/{savings}/reopen");
    ada.call("POST", &reopen, None, &[]).await.expect(StatusCode::NO_CONTENT);
    let late = format!("sandbox/transactions/{id}/pay_late");
    ada.call_as(&savings, "POST", &late, Some(&json!({})), "late").await.expect(StatusCode::OK);
    sqlx::query("UPDATE profiles SET closed_at = now() WHERE position = 2")
        .execute(&mut app.db.connect().await)
        .await
        .unwrap();
    let mut hub = app.db.store.event_hub().subscribe();
    while ada.profiles().await[1]["is_unsettled"] != true {
        let _ = hub.recv().await;
    }
    // It also blocks the account closure.
    assert_eq!(ada.post("user/closing", &json!({})).await.status, StatusCode::CONFLICT);
    ada.call("POST", &reopen, None, &[]).await.expect(StatusCode::NO_CONTENT);
    let seen = ada.call_as(&savings, "GET", &format!("transactions/{id}"), None, "look").await;
    assert_eq!(seen.expect(StatusCode::OK)["id"], order["id"]);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_orders_at_once_over_five_profiles_do_not_pass_the_persons_limit() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let makes = (0..20).map(|number| {
        let ada = ada.clone();
        tokio::spawn(async move { ada.post("profiles", &json!({ "name": format!("Number {number}") })).await.status })
    });
    let mut made = 0;
    for make in makes.collect::<Vec<_>>() {
        match make.await.unwrap() {
            StatusCode::CREATED => made += 1,
            status => assert_eq!(status, StatusCode::CONFLICT),
        }
    }
    let all = ada.profiles().await;
    assert_eq!((made, all.len()), (4, 5), "twenty at once make no more than there may be");
    let mut orders = tokio::task::JoinSet::new();
    for number in 0..50 {
        let (ada, profile) = (ada.clone(), all[number % 5]["id"].as_str().unwrap().to_owned());
        orders.spawn(async move { ada.order_as(&profile, "300.00", &format!("order-{number}")).await });
    }
    let answers = orders.join_all().await;
    let count = |status| answers.iter().filter(|one| one.status == status).count();
    assert_eq!(count(StatusCode::CREATED), 3, "three times 300 of 1000");
    assert_eq!(count(StatusCode::UNPROCESSABLE_ENTITY), 47);
    for profile in &all {
        let limits = ada.call_as(profile["id"].as_str().unwrap(), "GET", "user/limits", None, "look").await;
        assert_eq!(limits.expect(StatusCode::OK)["limits"][0]["used"], "900.00");
    }
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn payee_checks_are_rate_limited_per_person_across_profiles() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let main = ada.profiles().await[0]["id"].as_str().unwrap().to_owned();
    let savings = ada.another("Savings").await;
    let ask = |profile: String, number: usize| {
        let ada = ada.clone();
        let asked = json!({ "currency": "EUR", "payway": "iban", "value": "ES9121000418450200051332",
            "full_name": "Ada Lovelace" });
        async move { ada.call_as(&profile, "POST", "requisites/payee", Some(&asked), &number.to_string()).await }
    };
    for number in 0..30 {
        let profile = if number % 2 == 0 { &main } else { &savings };
        ask(profile.clone(), number).await.expect(StatusCode::OK);
    }
    for profile in [main, savings] {
        assert_eq!(ask(profile, 31).await.problem(), (429, "TOO_MANY_REQUESTS"));
    }
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_persons_profile_is_not_there_and_a_name_has_its_rule() {
    let app = TestApp::new().await;
    let (ada, bob) = (app.person("ada").await, app.person("bob").await);
    let savings = ada.another("Savings").await;
    let name = json!({ "name": "Mine" });
    bob.call("PUT", &format!("profiles/{savings}"), Some(&name), &[]).await.expect(StatusCode::NOT_FOUND);
    bob.close_profile(&savings).await.expect(StatusCode::NOT_FOUND);
    bob.call("POST", &format!("profiles/{savings}/reopen"), None, &[]).await.expect(StatusCode::NOT_FOUND);
    assert_eq!(bob.call_as(&savings, "GET", "balances", None, "look").await.problem(), (403, "ACCESS_DENIED"));
    for wrong in ["", "   ", "a\u{0}b", &"x".repeat(51)] {
        let refused = ada.post("profiles", &json!({ "name": wrong })).await;
        assert_eq!((refused.problem().0, &refused.body["errors"][0]["pointer"]), (400, &json!("/name")), "{wrong:?}");
    }
    ada.call("PUT", &format!("profiles/{savings}"), Some(&json!({ "name": "Rainy days" })), &[])
        .await
        .expect(StatusCode::NO_CONTENT);
    let all = ada.profiles().await;
    assert_eq!((all.len(), &all[1]["name"]), (2, &json!("Rainy days")));
    app.close().await;
}
