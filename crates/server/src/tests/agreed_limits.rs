//! Individual limits at tier T4: they need two operators, and they apply.

use axum::http::StatusCode;
use exchange::limits::{Tier, TierLimits, TierRule};
use exchange::policy::Policy;
use identity::operator::Role;
use kernel::{Amount, Currency};
use serde_json::{Value, json};

use super::operators::{Colleague, colleague_at};
use super::support::{Answer, LTC_ADDRESS, Person, TestApp};

const WHY: &str = "because the test says so";

/// Limits T3 to 500 euro a day and 800 a month, so that an order can reach the individual limits above.
async fn publish(app: &TestApp) {
    let tenant = identity::tenant_by_slug(&app.db.store, identity::DEMO_TENANT_SLUG).await.unwrap().unwrap();
    let euro = |euro: i128| Some(Amount::new(euro * 100, Currency::EUR));
    let (day, month) = (euro(500), euro(800));
    let limits = TierLimits { fiat_day: day, fiat_month: month, crypto_out_day: day, crypto_out_month: month };
    let mut policy = Policy { version: 2, ..Policy::sandbox() };
    policy.tiers.0.insert(Tier::T3, TierRule { limits, eea: None });
    exchange::publish_policy(&app.db.store, &app.world, tenant, &policy, app.now()).await.unwrap();
}

/// The order, or the refusal. A refusal that the customer cannot resolve comes before the order.
async fn buys(person: &Person, amount: &str, key: &str) -> Answer {
    let asked = json!({ "side": "BUY", "from_currency": "EUR", "from_payway": "visamc", "to_currency": "LTC",
        "to_payway": "ltc", "from_amount": amount, "firm": true });
    let quote = person.post("quotes", &asked).await;
    if quote.status != StatusCode::CREATED {
        return quote;
    }
    let requisite = json!({ "kind": "address", "value": LTC_ADDRESS });
    person.post_once("orders", key, &json!({ "quote_id": quote.body["id"], "requisite": requisite })).await
}

/// The customer's limits in the order of the page, and whether they are individual.
async fn limits(person: &Person) -> (Vec<String>, bool) {
    let told = person.get("user/limits").await.expect(StatusCode::OK);
    let limit = |one: &Value| one["limit"].as_str().unwrap().to_owned();
    (told["limits"].as_array().unwrap().iter().map(limit).collect(), told["is_individual"].as_bool().unwrap())
}

/// One compliance officer proposes it, and the other approves.
async fn both((olga, oleg): (&mut Colleague, &mut Colleague), path: &str, body: &Value) -> Answer {
    let asked = olga.post(path, body).await.expect(StatusCode::OK);
    assert_eq!(asked["state"], "proposed", "an officer does not do it alone");
    let agree = format!("proposals/{}/approve", asked["proposal_id"].as_str().unwrap());
    oleg.post(&agree, &json!({ "reason": WHY })).await
}

#[tokio::test(flavor = "multi_thread")]
async fn two_officers_agree_on_limits_with_a_customer_who_meets_them_and_one_takes_them_back() {
    let app = TestApp::new().await;
    publish(&app).await;
    let ada = app.person("ada").await;
    let mut olga = colleague_at(&app, "localhost", "olga", Role::ComplianceOfficer).await;
    let mut oleg = colleague_at(&app, "localhost", "oleg", Role::ComplianceOfficer).await;
    let found = olga.call("GET", "customers?search=ada%40ex", None).await.expect(StatusCode::OK);
    let id = found["data"][0]["id"].as_str().unwrap().to_owned();
    let verified = "INSERT INTO verifications (tenant_id, user_id, kind, status, updated_at)
                    SELECT tenant_id, id, 'IDENTITY', 'COMPLETED', now() FROM users WHERE email = 'ada@example.test'
                    ON CONFLICT (tenant_id, user_id, kind) DO UPDATE SET status = 'COMPLETED'";
    sqlx::query(verified).execute(&mut app.db.connect().await).await.unwrap();

    let path = format!("customers/{id}/limits");
    let agreed = json!({ "fiat_day": "700", "fiat_month": "750.00", "crypto_out_day": "1000", "crypto_out_month": "9000",
                         "reason": WHY });
    let mut wrong = agreed.clone();
    wrong["fiat_month"] = json!("699.99");
    let refused = olga.post(&path, &wrong).await;
    assert_eq!(refused.problem(), (400, "VALIDATION_ERROR"));
    assert_eq!(refused.body["errors"][0]["pointer"], "/fiat_month", "a month's limit is no less than a day's");
    let early = both((&mut olga, &mut oleg), &path, &agreed).await;
    assert_eq!(early.problem(), (409, "CONFLICT_ERROR"), "she is not at T4");

    let raise = json!({ "tier": "T4", "reason": WHY });
    both((&mut olga, &mut oleg), &format!("customers/{id}/raise-tier"), &raise).await.expect(StatusCode::OK);
    let t3 = (["500.00", "800.00", "500.00", "800.00"].map(String::from).to_vec(), false);
    assert_eq!(limits(&ada).await, t3, "nobody is without limits because nothing was agreed on");
    assert_eq!(buys(&ada, "500.01", "too-much").await.problem(), (422, "DAILY_LIMIT_EXCEEDED"));

    let mut again = agreed.clone();
    again["crypto_out_month"] = json!("2000");
    both((&mut oleg, &mut olga), &path, &again).await.expect(StatusCode::OK);
    let own = (["700.00", "800.00", "1000.00", "2000.00"].map(String::from).to_vec(), true);
    assert_eq!(limits(&ada).await, own, "and nothing that was agreed on is less than at T3");
    let refused = buys(&ada, "700.01", "more-than-agreed").await;
    assert_eq!((refused.problem(), &refused.body["meta"]["limit"]), ((422, "DAILY_LIMIT_EXCEEDED"), &json!("700.00")));
    buys(&ada, "700.00", "agreed").await.expect(StatusCode::CREATED);
    let told = ada.get("user/limits").await.expect(StatusCode::OK);
    assert_eq!((&told["limits"][0]["used"], told["limits"][0]["resets_at"].is_string()), (&json!("700.00"), true));
    assert_eq!(buys(&ada, "20.00", "one-more").await.problem(), (422, "DAILY_LIMIT_EXCEEDED"));

    let seen = oleg.call("GET", &format!("customers/{id}"), None).await.expect(StatusCode::OK);
    assert_eq!((&seen["tier"], &seen["agreed_limits"]["fiat_day"]), (&json!("T4"), &json!("700.00")));
    let log = olga.call("GET", &format!("log?subject={id}"), None).await.expect(StatusCode::OK);
    let line =
        log["data"].as_array().unwrap().iter().find(|line| line["action"] == "customers.limits").unwrap().clone();
    assert_eq!(line["after"]["limits"]["fiat_day"]["amount"], "700.00", "{line}");
    assert_eq!(ada.call("POST", "user/exports", None, &[]).await.status, StatusCode::ACCEPTED);
    let copy = super::exports::made(&ada).await;
    let file = ada.get(&format!("user/exports/{}/file", copy["id"].as_str().unwrap())).await;
    let file: Value = serde_json::from_slice(&file.bytes).unwrap();
    assert_eq!(file["profile"][0]["agreed_limits"]["fiat_day"]["amount"], "700.00", "{}", file["profile"]);

    let back = olga.post(&format!("customers/{id}/lower-tier"), &json!({ "reason": WHY })).await;
    assert_eq!(back.expect(StatusCode::OK)["state"], "done", "to narrow is for one");
    both((&mut olga, &mut oleg), &format!("customers/{id}/raise-tier"), &raise).await.expect(StatusCode::OK);
    assert_eq!(limits(&ada).await, t3, "they went with the tier");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mailbox_of_the_sandbox_that_names_t4_has_no_limits() {
    let app = TestApp::new().await;
    let anna = app.person("anna+t4").await;
    let told = anna.get("user/limits").await.expect(StatusCode::OK);
    assert_eq!((&told["tier"], told["is_individual"].as_bool()), (&json!("T4"), Some(false)));
    assert!(told["limits"].as_array().unwrap().iter().all(|one| one.get("limit").is_none()), "{told}");
    app.close().await;
}
