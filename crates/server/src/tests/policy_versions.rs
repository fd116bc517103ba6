//! The versions of a tenant's policy in the console: listed with who made them, compared, and proposed again.

use axum::http::StatusCode;
use identity::operator::Role;
use serde_json::{Value, json};

use super::operators::{Colleague, colleague_at};
use super::support::TestApp;

const WHY: &str = "fewer blocks are not safe";
const AGREED: &str = "the blocks were counted";

/// Proposes changed rules, and lets the other operator approve them.
async fn published(admin: &mut Colleague, olga: &mut Colleague, path: &str, asked: &Value) {
    let proposed = admin.post(path, asked).await.expect(StatusCode::OK);
    let approve = format!("proposals/{}/approve", proposed["proposal_id"].as_str().unwrap());
    olga.post(&approve, &json!({ "reason": AGREED })).await.expect(StatusCode::OK);
}

async fn get(who: &mut Colleague, path: &str) -> Value {
    who.call("GET", path, None).await.expect(StatusCode::OK)
}

#[tokio::test(flavor = "multi_thread")]
async fn operators_read_what_a_version_changed_and_go_back_to_an_earlier_one() {
    let app = TestApp::new().await;
    let mut admin = colleague_at(&app, "localhost", "admin", Role::TenantAdmin).await;
    let mut olga = colleague_at(&app, "localhost", "olga", Role::ComplianceOfficer).await;
    let mut changed = get(&mut admin, "rules").await;
    changed["rules"]["confirmations"] = json!([{ "network": "litecoin", "at_least": 6 }]);
    changed["rules"]["forbidden"].as_array_mut().unwrap().push(json!("FR"));
    changed["reason"] = json!(WHY);
    published(&mut admin, &mut olga, "rules", &changed).await;

    let ada = app.person("ada").await;
    let quote = ada.firm_quote(("LTC", "ltc"), ("EUR", "iban"), "2.5").await;
    let account = ada.account("DE89370400440532013000").await;
    let sale = json!({ "quote_id": quote["id"], "requisite": account });
    let order = ada.post_once("orders", "sale", &sale).await.expect(StatusCode::CREATED);
    assert_eq!(order["source"]["instructions"]["crypto"]["required"], 6, "{order}");

    let versions = get(&mut olga, "rules/versions").await;
    let [second, first] = [0, 1].map(|at| versions["data"][at].clone());
    let who =
        |one: &Value| ["version", "state", "proposer", "reason", "approver", "answer"].map(|name| one[name].clone());
    let [proposer, approver] = ["proposer", "approver"].map(|name| second[name].clone());
    assert!(proposer.as_str().unwrap().starts_with("admin") && approver.as_str().unwrap().starts_with("olga"));
    assert_eq!(who(&second), [json!(2), json!("in_force"), proposer, json!(WHY), approver, json!(AGREED)]);
    assert_eq!(who(&first)[..3], [json!(1), json!("past"), Value::Null], "it came with the tenant");
    let page = get(&mut olga, "rules/versions?limit=1").await;
    let cursor = page["next_cursor"].as_str().unwrap();
    let rest = get(&mut olga, &format!("rules/versions?limit=1&cursor={cursor}")).await;
    assert_eq!((&rest["data"][0]["version"], &rest["has_more"]), (&json!(1), &json!(false)));

    let compared = get(&mut olga, "rules/versions/2").await;
    let rows =
        json!([{ "path": ["confirmations", "litecoin"], "after": "6" }, { "path": ["forbidden"], "after": "FR" }]);
    assert_eq!((&compared["against"], &compared["differences"]), (&json!(1), &rows));
    let back = get(&mut olga, "rules/versions/1?against=2").await;
    assert_eq!(back["differences"][0], json!({ "path": ["confirmations", "litecoin"], "before": "6" }));
    assert_eq!(get(&mut olga, "rules/versions/1").await["differences"], json!([]), "nothing was before the first");
    for missing in ["rules/versions/9", "rules/versions/0", "rules/versions/2?against=9", "rules/versions/99999999999"]
    {
        assert_eq!(olga.call("GET", missing, None).await.problem(), (404, "NOT_FOUND"), "{missing}");
    }

    let tried = admin.post("rules/versions/1/preview", &json!({ "base": 2 })).await.expect(StatusCode::OK);
    let row = json!({ "path": ["confirmations", "litecoin"], "before": "6" });
    assert!(tried["differences"].as_array().unwrap().contains(&row), "{tried}");
    let again = json!({ "base": 2, "reason": "the count was too high" });
    assert_eq!(olga.post("rules/versions/1/propose", &again).await.problem(), (403, "ACCESS_DENIED"));
    published(&mut admin, &mut olga, "rules/versions/1/propose", &again).await;
    let third = get(&mut olga, "rules/versions/3?against=1").await;
    assert_eq!((&third["version"]["state"], &third["differences"]), (&json!("in_force"), &json!([])));
    let stale = admin.post("rules/versions/2/propose", &again).await;
    assert_eq!(stale.problem(), (409, "CONFLICT_ERROR"), "version 3 is in force");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn operators_see_which_rule_decides_a_fee_before_it_is_published() {
    let app = TestApp::new().await;
    let mut admin = colleague_at(&app, "localhost", "admin", Role::TenantAdmin).await;
    let ada = app.person("ada").await;
    let profile = ada.get("user").await.expect(StatusCode::OK)["profiles_id"][0].clone();
    let key = json!({ "kind": "exchanger", "name": "Price page", "scopes": ["exchanger:kyc_import"] });
    ada.post("partner-keys", &key).await.expect(StatusCode::CREATED);
    let mut asked = get(&mut admin, "rules").await;
    assert_eq!(asked["partners"], json!([{ "profile": profile, "keys": ["Price page"] }]));
    let free = json!({ "currency": "EUR", "fixed": "0.00", "percent": "0" });
    let rule = |name: &str, more: Value| {
        let mut rule = json!({ "name": name, "line": "our_fee", "fee": free });
        rule.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        rule
    };
    let band = json!({ "currency": "EUR", "from": "1000" });
    asked["rules"]["fee_rules"] =
        json!([rule("Partner", json!({ "partner": profile })), rule("Large", json!({ "amount": band }))]);
    let order = [("from_currency", "EUR"), ("from_payway", "visamc"), ("to_currency", "BTC"), ("to_payway", "btc")];
    order.into_iter().for_each(|(name, value)| asked[name] = json!(value));
    for (amount, partner, wins) in
        [("100", Value::Null, Value::Null), ("1000", Value::Null, json!("Large")), ("1000", profile, json!("Partner"))]
    {
        asked["from_amount"] = json!(amount);
        if !partner.is_null() {
            asked["partner"] = partner;
        }
        let told = admin.post("rules/fees", &asked).await.expect(StatusCode::OK);
        let lines: Vec<&Value> = told["fees"].as_array().unwrap().iter().map(|fee| &fee["line"]).collect();
        assert_eq!(lines, ["our_fee", "processing_fee", "network_fee"], "{told}");
        assert_eq!((&told["operation"], &told["fees"][0]["rule"]), (&json!("buy"), &wins), "{told}");
    }
    asked["from_amount"] = json!("much");
    let refused = admin.post("rules/fees", &asked).await;
    assert_eq!(refused.body["errors"][0]["pointer"], "/from_amount", "{}", refused.body);
    app.close().await;
}
