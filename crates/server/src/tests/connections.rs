//! Connections that operators make in the console: made by one, tested, switched by two, and used without a restart.

use axum::http::StatusCode;
use identity::operator::Role;
use serde_json::{Value, json};

use super::bank::{euro, goes_live, until_euro};
use super::operators::{Colleague, colleague_at};
use super::orchestrator::{APPROVED, KEY, Orchestrator, WEBHOOK_KEY};
use super::support::{Person, TestApp, config};

const WHY: &str = "the contract is signed";

/// A live tenant without any connection.
struct Live {
    app: TestApp,
    ada: Person,
    tom: Colleague,
    pat: Colleague,
}

async fn live() -> Live {
    let app = TestApp::with(config()).await;
    let ada = app.person("ada").await;
    let mut tom = colleague_at(&app, "localhost", "tom", Role::TreasuryOperator).await;
    let pat = colleague_at(&app, "localhost", "pat", Role::TreasuryApprover).await;
    assert_eq!(
        tom.call("GET", "connections", None).await.problem(),
        (404, "NOT_FOUND"),
        "a sandbox has simulated rails"
    );
    goes_live(&app, &ada).await;
    Live { app, ada, tom, pat }
}

fn cards(orchestrator: &Orchestrator, key: Option<&str>) -> Value {
    json!({ "url": format!("{}/api/", orchestrator.address), "currencies": ["EUR"], "key": key, "webhook_key": key.map(|_| WEBHOOK_KEY) })
}

/// The connection of a kind.
async fn of(colleague: &mut Colleague, kind: &str) -> Value {
    let listed = colleague.call("GET", "connections", None).await.expect(StatusCode::OK);
    listed["data"].as_array().unwrap().iter().find(|one| one["kind"] == kind).unwrap().clone()
}

/// Proposes a switch and approves it as another operator. Waits until it is done.
async fn switch(tom: &mut Colleague, pat: &mut Colleague, (kind, id): (&str, &str), on: bool) {
    let asked = json!({ "is_on": on, "reason": WHY });
    let proposed = tom.post(&format!("connections/{id}/switch"), &asked).await.expect(StatusCode::OK);
    assert_eq!(proposed["state"], "proposed", "{proposed}");
    let path = format!("proposals/{}/approve", proposed["proposal_id"].as_str().unwrap());
    let why = json!({ "reason": "checked with the acquirer" });
    assert_eq!(tom.post(&path, &why).await.status, StatusCode::FORBIDDEN, "not by who proposed it");
    pat.post(&path, &why).await.expect(StatusCode::OK);
    let switched = async {
        while of(pat, kind).await["current"]["state"] != if on { "on" } else { "off" } {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), switched).await.expect("it is switched");
}

fn deposit(payway: &str) -> Value {
    json!({ "from_currency": "EUR", "from_payway": payway, "to_currency": "EUR", "to_payway": "balance",
        "from_amount": "250.00", "firm": true })
}

/// Waits until a quote has this status: what is connected is known within seconds, and the policy with it for half a
/// minute.
async fn until_quoted(ada: &Person, payway: &str, status: StatusCode) -> Value {
    let quoted = async {
        loop {
            let answer = ada.post("quotes", &deposit(payway)).await;
            if answer.status == status {
                return answer.body;
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), quoted).await.expect("it comes to that")
}

#[tokio::test(flavor = "multi_thread")]
async fn cards_are_connected_in_the_console_and_a_customer_pays_without_a_restart() {
    let (orchestrator, Live { app, ada, mut tom, mut pat }) = (Orchestrator::start().await, live().await);
    assert_eq!(ada.post("quotes", &deposit("visamc")).await.problem(), (422, "UNAVAILABLE_CONVERT_DIRECTION"));
    assert_eq!(pat.post("connections/cards", &cards(&orchestrator, Some(KEY))).await.status, StatusCode::FORBIDDEN);
    let made = tom.post("connections/cards", &cards(&orchestrator, Some("snd_wrong"))).await.expect(StatusCode::OK);
    let id = made["id"].as_str().unwrap().to_owned();
    let on = json!({ "is_on": true, "reason": WHY });
    let untested = tom.post(&format!("connections/{id}/switch"), &on).await;
    assert_eq!(untested.problem(), (409, "CONFLICT_ERROR"), "what was not tested is not switched on");
    let said = tom.post(&format!("connections/{id}/test"), &json!({})).await.expect(StatusCode::OK);
    assert_eq!(
        (&said["is_passed"], &said["answer"]),
        (&json!(false), &json!("The orchestrator cannot be used: it refuses our key."))
    );
    assert_eq!(tom.post(&format!("connections/{id}/switch"), &on).await.problem(), (409, "CONFLICT_ERROR"));

    let made = tom.post("connections/cards", &cards(&orchestrator, Some(KEY))).await.expect(StatusCode::OK);
    let id = made["id"].as_str().unwrap().to_owned();
    let said = tom.post(&format!("connections/{id}/test"), &json!({})).await.expect(StatusCode::OK);
    assert_eq!(
        (&said["is_passed"], &said["answer"]),
        (&json!(true), &json!("The orchestrator answers, and it knows the key."))
    );
    switch(&mut tom, &mut pat, ("cards", &id), true).await;
    let quote = until_quoted(&ada, "visamc", StatusCode::CREATED).await;
    let order = ada.post_once("orders", "in", &json!({ "quote_id": quote["id"] })).await.expect(StatusCode::CREATED);
    let order = order["id"].as_str().unwrap().to_owned();
    let card = json!({ "number": APPROVED, "expiry_month": 12, "expiry_year": 2034, "cvv": "737",
        "holder": "Ada Lovelace", "return_url": format!("/transaction/exchange/{order}") });
    ada.post_once(&format!("transactions/{order}/payment/card"), "pay", &card).await.expect(StatusCode::OK);
    let paid = ada.until(&app, &order, |one| one["status"] == "DONE").await;
    until_euro(&app, &ada, paid["to"]["amount"].as_str().unwrap()).await;

    // A change keeps the keys for the same address, and another address does not get them.
    let kept = json!({ "url": format!("{}/api/", orchestrator.address), "currencies": ["EUR", "PLN"] });
    let draft = tom.post("connections/cards", &kept).await.expect(StatusCode::OK);
    let path = format!("connections/{}/test", draft["id"].as_str().unwrap());
    assert_eq!(tom.post(&path, &json!({})).await.expect(StatusCode::OK)["is_passed"], true);
    let moved = json!({ "url": "https://evil.example/api", "currencies": ["EUR"] });
    let refused = tom.post("connections/cards", &moved).await.expect(StatusCode::BAD_REQUEST);
    assert_eq!(refused["errors"][0]["pointer"], "/key", "{refused}");

    // Off: no new payment begins, and the page shows it.
    switch(&mut tom, &mut pat, ("cards", &id), false).await;
    until_quoted(&ada, "visamc", StatusCode::UNPROCESSABLE_ENTITY).await;
    assert_eq!(euro(&ada).await, paid["to"]["amount"]);
    secrets_stay_here(&app, &mut tom, &mut pat).await;
    app.close().await;
}

/// No key is in an answer, in the log, or readable in the database.
async fn secrets_stay_here(app: &TestApp, tom: &mut Colleague, pat: &mut Colleague) {
    let mut amy = colleague_at(app, "localhost", "amy", Role::Auditor).await;
    let logged = amy.call("GET", "log?limit=100", None).await.expect(StatusCode::OK);
    let actions: Vec<&str> =
        logged["data"].as_array().unwrap().iter().map(|line| line["action"].as_str().unwrap()).collect();
    for expected in ["connections.make", "connections.test", "connections.switch"] {
        assert!(actions.contains(&expected), "{expected}: {actions:?}");
    }
    let answers = [
        logged.to_string(),
        of(tom, "cards").await.to_string(),
        pat.call("GET", "proposals?all=true", None).await.body.to_string(),
    ];
    let stored: Vec<String> = sqlx::query_scalar("SELECT to_jsonb(c)::text FROM tenant_connections c")
        .fetch_all(&mut app.db.connect().await)
        .await
        .unwrap();
    let stored = stored.join("\n");
    for secret in [KEY, WEBHOOK_KEY, "snd_wrong"] {
        assert!(answers.iter().all(|answer| !answer.contains(secret)), "{secret}");
        assert!(!stored.contains(secret) && !stored.contains(&hex::encode(secret)), "{secret}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bank_is_connected_in_the_console_and_another_account_is_used_only_after_two_agree() {
    let Live { app, ada, mut tom, mut pat } = live().await;
    let bank = |iban: &str| json!({ "holder": "North Bank", "bic": "BYLADEM1001", "accounts": [{ "currency": "EUR", "iban": iban }] });
    let wrong = tom.post("connections/bank", &bank("DE02120300000000202052")).await.expect(StatusCode::BAD_REQUEST);
    assert_eq!(wrong["errors"][0]["pointer"], "/accounts", "{wrong}");
    let connect = async |tom: &mut Colleague, pat: &mut Colleague, iban: &str| {
        let made = tom.post("connections/bank", &bank(iban)).await.expect(StatusCode::OK);
        let id = made["id"].as_str().unwrap().to_owned();
        tom.post(&format!("connections/{id}/test"), &json!({})).await.expect(StatusCode::OK);
        switch(tom, pat, ("bank", &id), true).await;
    };
    connect(&mut tom, &mut pat, "DE02 1203 0000 0000 2020 51").await;
    until_quoted(&ada, "iban", StatusCode::CREATED).await;
    let account = json!({ "currency": "EUR", "payway": "iban" });
    let shown = ada.post("deposit-accounts", &account).await.expect(StatusCode::OK);
    assert_eq!(shown["bank"]["iban"], "DE02120300000000202051", "{shown}");

    // Another tenant cannot book the payments of this account.
    let live = "UPDATE tenants SET sandbox = false WHERE slug = 'nova'";
    sqlx::query(live).execute(&mut app.db.connect().await).await.unwrap();
    let mut nora = colleague_at(&app, "nova.localhost", "nora", Role::TreasuryOperator).await;
    let known = async {
        loop {
            // A tenant is cached for five seconds, with whether it is a sandbox.
            let answer = nora.post("connections/bank", &bank("DE02120300000000202051")).await;
            if answer.status != StatusCode::NOT_FOUND {
                return answer.expect(StatusCode::BAD_REQUEST);
            }
            tokio::task::yield_now().await;
        }
    };
    let refused = tokio::time::timeout(std::time::Duration::from_secs(60), known).await.expect("it is known soon");
    assert_eq!(refused["errors"][0]["message"], "This account cannot be connected here", "{refused}");

    // A draft changes nothing for customers.
    let second = "DE89370400440532013000";
    tom.post("connections/bank", &bank(second)).await.expect(StatusCode::OK);
    let shown = ada.post("deposit-accounts", &account).await.expect(StatusCode::OK);
    assert_eq!(shown["bank"]["iban"], "DE02120300000000202051");
    connect(&mut tom, &mut pat, second).await;
    let used = async {
        while pat.call("GET", "bank", None).await.expect(StatusCode::OK)["accounts"][0]["iban"] != second {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), used)
        .await
        .expect("what is connected is known in seconds");
    app.close().await;
}
