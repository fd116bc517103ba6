//! Policies published from the command line, and payouts failed from there.

use std::path::PathBuf;

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::support::{Person, Replica, TestApp};
use crate::cli::manual_resolution::ManualResolution;
use crate::cli::policies::run;
use crate::cli::{OnPolicy, OnTransaction, PolicyCommand};
use crate::tests::scratch::Scratch;

pub async fn said(app: &TestApp, what: PolicyCommand) -> Result<String, String> {
    let mut out = Vec::new();
    let done = run(&app.db.store, &app.world, what, &mut out).await;
    done.map(|()| String::from_utf8(out).unwrap()).map_err(|error| format!("{error:#}"))
}

pub async fn shown(app: &TestApp) -> Value {
    let what = PolicyCommand::Show { tenant: identity::DEMO_TENANT_SLUG.into() };
    serde_json::from_str(&said(app, what).await.unwrap()).unwrap()
}

pub fn on(file: PathBuf, dry_run: bool) -> PolicyCommand {
    let (tenant, reason) = (identity::DEMO_TENANT_SLUG.to_owned(), "the board decided so in May".to_owned());
    PolicyCommand::Publish(OnPolicy { file, tenant, at: None, reason, dry_run })
}

pub fn written(folder: &Scratch, policy: &Value) -> PathBuf {
    let path = folder.path().join("policy.json");
    std::fs::write(&path, policy.to_string()).unwrap();
    path
}

pub fn our_fee(quote: &Value) -> Option<&str> {
    quote["lines"].as_array()?.iter().find(|line| line["kind"] == "our_fee")?["amount"].as_str()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fee_change_is_previewed_before_publishing_and_charged_afterwards() {
    let (app, folder) = (TestApp::new().await, Scratch::new().unwrap());
    let mut policy = shown(&app).await;
    policy["our_fee"]["mult_ppm"] = 20_000.into();
    policy["mica"] = json!({ "USDT": "BLOCKED" });
    let file = written(&folder, &policy);
    let diff = "  mica.USDT: \"BLOCKED\" is new\n  our_fee.mult_ppm: 10000 -> 20000\n  version: 1 -> 2\n";
    let tried = said(&app, on(file.clone(), true)).await.unwrap();
    assert_eq!(tried, format!("{diff}Nothing was done: --dry-run.\n"));
    assert_eq!(shown(&app).await["version"], 1);
    let told = said(&app, on(file.clone(), false)).await.unwrap();
    assert_eq!(told, format!("{diff}Version 2 of the policy of agio holds within half a minute everywhere.\n"));

    let elsewhere = Replica::beside(&app).await;
    let visitor = Person { router: elsewhere.router.clone(), token: None, host: "localhost" };
    let quote = json!({ "side": "BUY", "from_currency": "EUR", "from_payway": "visamc", "to_currency": "LTC",
        "to_payway": "ltc", "from_amount": "1000.00" });
    let quote = visitor.post("quotes", &quote).await.expect(StatusCode::CREATED);
    assert_eq!(our_fee(&quote), Some("20.00"), "{quote}");
    elsewhere.close().await;

    let late = said(&app, on(file, false)).await.unwrap_err();
    assert!(late.contains("version 2 is in force, and this was changed from version 1"), "{late}");
    let logged = "SELECT after->>'changes' FROM operator_log WHERE subject = 'policy 2' AND reason LIKE 'the board%'";
    let logged: String = sqlx::query_scalar(logged).fetch_one(&mut app.db.connect().await).await.unwrap();
    assert_eq!(logged, diff);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invalid_policy_is_refused_with_its_field() {
    let (app, folder) = (TestApp::new().await, Scratch::new().unwrap());
    let policy = shown(&app).await;
    let with = |change: fn(&mut Value)| {
        let mut other = policy.clone();
        change(&mut other);
        other
    };
    for (error, policy) in [
        ("policy spread_ppm must be 10000 (1 %) or less", with(|policy| policy["spread_ppm"] = 10_001.into())),
        (
            "policy tiers must have T0, T1, T2 and T3",
            with(|policy| drop(policy["tiers"].as_object_mut().unwrap().remove("T2"))),
        ),
        ("unknown field `spred_ppm`", with(|policy| policy["spred_ppm"] = 1.into())),
        ("nothing would change", with(|_| ())),
    ] {
        let refused = said(&app, on(written(&folder, &policy), false)).await.unwrap_err();
        assert!(refused.contains(error), "{refused}, not {error}");
    }
    assert_eq!(shown(&app).await, policy);
    app.close().await;
}

/// Blocks the planning of payouts, as if the node could not be asked for a fee.
async fn nothing_is_built(app: &TestApp) {
    let stops = "CREATE FUNCTION no_builds() RETURNS trigger LANGUAGE plpgsql AS $$
                     BEGIN RAISE EXCEPTION 'no node'; END $$;
                 CREATE TRIGGER no_builds BEFORE UPDATE ON payouts FOR EACH ROW WHEN (NEW.state = 'built')
                     EXECUTE FUNCTION no_builds()";
    sqlx::raw_sql(stops).execute(&mut app.db.connect().await).await.unwrap();
}

/// A paid purchase.
async fn bought(ada: &Person, key: &str) -> String {
    let order = ada.order("visamc", key).await;
    let id = order["id"].as_str().unwrap().to_owned();
    let card = json!({ "number": "4242 4242 4242 4242", "expiry_month": 12, "expiry_year": 2034, "cvv": "123",
        "holder": "Ada Lovelace", "return_url": format!("/transaction/exchange/{id}") });
    ada.post_once(&format!("transactions/{id}/payment/card"), key, &card).await.expect(StatusCode::OK);
    id
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payout_that_nobody_has_signed_is_given_up_and_one_that_went_is_not() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let went = bought(&ada, "goes").await;
    ada.until(&app, &went, |t| t["status"] == "DONE").await;
    let fail = async |id: &str| {
        let (tenant, reason) = (identity::DEMO_TENANT_SLUG.to_owned(), "the node is gone for good".to_owned());
        let about = OnTransaction { transaction: id.to_owned(), tenant, reason };
        let mut out = Vec::new();
        let done = ManualResolution::of(&app.installation).fail_payout(&about, &mut out).await;
        done.map(|()| String::from_utf8(out).unwrap()).map_err(|error| format!("{error:#}"))
    };
    let refused = fail(&went).await.unwrap_err();
    assert!(refused.ends_with("what is signed may have been sent"), "{refused}");

    nothing_is_built(&app).await;
    let waits = bought(&ada, "waits").await;
    ada.until(&app, &waits, |t| t["sub_state"] == "sending").await;
    // The payout is requested by a job, so it appears after the order.
    let asked = async {
        loop {
            match fail(&waits).await {
                Ok(told) => break told,
                Err(_) => tokio::task::yield_now().await,
            }
        }
    };
    let told = tokio::time::timeout(std::time::Duration::from_secs(60), asked).await.expect("custody has heard of it");
    assert!(told.contains("is given up: nobody had signed it"), "{told}");
    ada.until(&app, &waits, |t| t["status"] == "MANUAL").await;
    let refused = fail(&waits).await.unwrap_err();
    assert!(refused.contains("has no payout in coins that is still unsigned"), "once is enough: {refused}");
    app.close().await;
}
