//! The tenant's rules in the console: read, previewed, proposed by one operator and approved by another.

use axum::http::StatusCode;
use identity::operator::Role;
use serde_json::{Value, json};

use super::operators::{Colleague, colleague_at};
use super::support::TestApp;

const WHY: &str = "because the test says so";

async fn rules(who: &mut Colleague) -> Value {
    who.call("GET", "rules", None).await.expect(StatusCode::OK)
}

#[tokio::test(flavor = "multi_thread")]
async fn changed_rules_are_previewed_on_past_orders_and_apply_after_approval() {
    let app = TestApp::new().await;
    let mut admin = colleague_at(&app, "localhost", "admin", Role::TenantAdmin).await;
    let mut olga = colleague_at(&app, "localhost", "olga", Role::ComplianceOfficer).await;
    let mut support = colleague_at(&app, "localhost", "support", Role::SupportL1).await;
    let ada = app.person("ada").await;
    for key in ["first", "second"] {
        let order = ada.order("visamc", key).await;
        let id = order["id"].as_str().unwrap();
        let pay = json!({ "wallet": { "kind": "google", "token": "sandbox-4242" }, "return_url": "/exchange" });
        ada.post_once(&format!("transactions/{id}/payment/card"), "pay", &pay).await.expect(StatusCode::OK);
        ada.until(&app, id, |t| t["status"] == "DONE").await;
    }
    ada.order("visamc", "unpaid").await;

    let mut changed = rules(&mut admin).await;
    assert_eq!((&changed["version"], &changed["rules"]["our_fee"]["percent"]), (&json!(1), &json!("1.0000")));
    changed["rules"]["our_fee"]["percent"] = json!("2");
    assert_eq!(support.post("rules/preview", &changed).await.problem(), (403, "ACCESS_DENIED"));
    let tried = admin.post("rules/preview", &changed).await.expect(StatusCode::OK);
    let run = &tried["dry_run"];
    assert_eq!((&run["orders"], &run["refused"], &run["dearer"]), (&json!(2), &json!(0), &json!(2)), "{tried}");
    let row = json!({ "path": ["our_fee", "mult_ppm"], "before": "10000", "after": "20000" });
    assert!(tried["differences"].as_array().unwrap().contains(&row), "{tried}");
    let mut ruled = rules(&mut admin).await;
    let free = json!({ "currency": "EUR", "fixed": "0.00", "percent": "0" });
    ruled["rules"]["fee_rules"] =
        json!([{ "name": "Cards are free", "line": "our_fee", "paid_by": "visamc", "fee": free }]);
    let tried = admin.post("rules/preview", &ruled).await.expect(StatusCode::OK);
    assert_eq!(tried["dry_run"]["cheaper"], 2, "{tried}");
    let mut closed = changed.clone();
    let payways = closed["rules"]["payways"].as_array_mut().unwrap();
    payways.iter_mut().find(|one| one["payway"] == "visamc").unwrap().as_object_mut().unwrap().remove("fee_in");
    let tried = admin.post("rules/preview", &closed).await.expect(StatusCode::OK);
    let run = &tried["dry_run"];
    assert_eq!((&run["refused"], &run["fees_after"]), (&json!(2), &json!("0.00")), "{tried}");
    assert_eq!(rules(&mut admin).await["version"], 1, "a preview writes nothing");

    let mut limited = changed.clone();
    let limits = limited["rules"]["limits"].as_array_mut().unwrap();
    limits.push(json!({ "payway": "visamc", "direction": "in", "currency": "EUR", "day": "300" }));
    let tried = admin.post("rules/preview", &limited).await.expect(StatusCode::OK);
    assert_eq!(tried["dry_run"]["refused"], 1, "the second of the day: {tried}");
    let row = json!({ "path": ["limits", "visamc in", "day"], "after": "300.00 EUR" });
    assert!(tried["differences"].as_array().unwrap().contains(&row), "{tried}");

    changed["reason"] = json!(WHY);
    assert_eq!(olga.post("rules", &changed).await.problem(), (403, "ACCESS_DENIED"), "who approves proposes nothing");
    let proposed = admin.post("rules", &changed).await.expect(StatusCode::OK);
    assert_eq!((&proposed["state"], &rules(&mut olga).await["version"]), (&json!("proposed"), &json!(1)));
    let approve = format!("proposals/{}/approve", proposed["proposal_id"].as_str().unwrap());
    assert_eq!(admin.post(&approve, &json!({ "reason": WHY })).await.problem(), (403, "ACCESS_DENIED"));
    olga.post(&approve, &json!({ "reason": WHY })).await.expect(StatusCode::OK);
    let now = rules(&mut olga).await;
    assert_eq!((&now["version"], &now["rules"]["our_fee"]["percent"]), (&json!(2), &json!("2.0000")));
    let stale = admin.post("rules", &changed).await;
    assert_eq!(stale.problem(), (409, "CONFLICT_ERROR"), "it was made from version 1");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_rules_name_their_field() {
    let app = TestApp::new().await;
    let mut admin = colleague_at(&app, "localhost", "admin", Role::TenantAdmin).await;
    let asked = rules(&mut admin).await;
    let free = json!({ "currency": "EUR", "fixed": "0.00", "percent": "0" });
    let rule = |name: &str| json!({ "name": name, "line": "our_fee", "tier": "T2", "fee": free });
    let mut tied = asked.clone();
    tied["rules"]["fee_rules"] = json!([rule("Gold"), rule("Silver")]);
    let refused = admin.post("rules/preview", &tied).await;
    assert_eq!(refused.body["errors"][0]["pointer"], "/rules", "{}", refused.body);
    let both = "fee_rules.Gold and fee_rules.Silver are equally specific";
    assert!(refused.body.to_string().contains(both), "{}", refused.body);
    for (name, rule) in
        [("travel_rule", json!({ "above": "3000.01" })), ("new_addresses", json!({ "above": "1000.00", "hours": 73 }))]
    {
        let mut bad = asked.clone();
        bad["rules"][name] = rule;
        let refused = admin.post("rules/preview", &bad).await;
        assert_eq!(refused.body["errors"][0]["pointer"], "/rules", "{}", refused.body);
        assert!(refused.body.to_string().contains(name), "{}", refused.body);
    }
    for (place, value, pointer) in [
        ("/rules/our_fee/percent", json!("0.00001"), "/rules/our_fee/percent"),
        ("/rules/currencies/0/min_payout", json!("1e3"), "/rules/currencies/0/min_payout"),
        ("/rules/forbidden/0", json!("Mars"), "/rules/forbidden/0"),
        ("/rules/limits/0/min", json!("60000"), "/rules/limits/0"),
        ("/rules/limits/1/day", json!("much"), "/rules/limits/1/day"),
        ("/rules/spread_percent", json!("5"), "/rules"),
        ("/rules/confirmations", json!([{ "network": "litecoin", "at_least": 2 }]), "/rules/confirmations/0/at_least"),
        ("/rules/lifetimes/crypto", json!(60), "/rules"),
        ("/rules/tiers/0/limits/fiat_day", json!("much"), "/rules/tiers/0/limits/fiat_day"),
    ] {
        let mut bad = asked.clone();
        *bad.pointer_mut(place).unwrap() = value;
        let refused = admin.post("rules/preview", &bad).await;
        assert_eq!(refused.problem(), (400, "VALIDATION_ERROR"), "{place}: {}", refused.body);
        assert_eq!(refused.body["errors"][0]["pointer"], pointer, "{place}: {}", refused.body);
    }
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn operators_see_partners_that_import_and_rely_on_one_after_approval() {
    let app = TestApp::new().await;
    let mut admin = colleague_at(&app, "localhost", "admin", Role::TenantAdmin).await;
    let mut olga = colleague_at(&app, "localhost", "olga", Role::ComplianceOfficer).await;
    let ada = app.person("ada").await;
    let profile = ada.get("user").await.expect(StatusCode::OK)["profiles_id"][0].clone();
    let mut changed = rules(&mut admin).await;
    assert_eq!((&changed["importers"], &changed["rules"]["relied_on"]), (&json!([]), &json!([])));
    changed["rules"]["relied_on"] = json!([profile]);
    changed["reason"] = json!(WHY);
    let refused = admin.post("rules", &changed).await;
    assert_eq!(refused.body["errors"][0]["pointer"], "/rules/relied_on/0", "a profile without a key that imports");

    let key = json!({ "kind": "exchanger", "name": "Checks", "scopes": ["exchanger:kyc_import"] });
    ada.post("partner-keys", &key).await.expect(StatusCode::CREATED);
    let known = rules(&mut admin).await["importers"].clone();
    assert_eq!(known, json!([{ "profile": profile, "keys": ["Checks"], "domains": [] }]));
    let proposed = admin.post("rules", &changed).await.expect(StatusCode::OK);
    let approve = format!("proposals/{}/approve", proposed["proposal_id"].as_str().unwrap());
    olga.post(&approve, &json!({ "reason": WHY })).await.expect(StatusCode::OK);
    assert_eq!(rules(&mut olga).await["rules"]["relied_on"], json!([profile]));
    app.close().await;
}
