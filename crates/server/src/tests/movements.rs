//! Transactions in the console: visible to operators of the tenant with all details, and to none of another tenant.

use axum::http::StatusCode;
use identity::operator::Role;
use serde_json::{Value, json};

use super::operators::{Colleague, colleague, colleague_at};
use super::support::{LTC_ADDRESS, Person, TestApp};

const WHY: &str = "because the test says so";

async fn get(one: &mut Colleague, path: &str) -> Value {
    one.call("GET", path, None).await.expect(StatusCode::OK)
}

fn ids(page: &Value) -> Vec<&str> {
    page["data"].as_array().unwrap().iter().map(|line| line["id"].as_str().unwrap()).collect()
}

/// A completed order with payment by bank transfer.
async fn bought(app: &TestApp, person: &Person, key: &str) -> String {
    let order = person.order("iban", key).await;
    let id = order["id"].as_str().unwrap().to_owned();
    person.post(&format!("sandbox/transactions/{id}/pay"), &json!({})).await.expect(StatusCode::OK);
    person.until(app, &id, |transaction| transaction["status"] == "DONE").await;
    id
}

/// A half-paid order, which waits for a decision of its owner.
async fn underpaid(app: &TestApp, person: &Person, key: &str) -> String {
    let quote = person.firm_quote(("LTC", "ltc"), ("EUR", "iban"), "3").await;
    let body = json!({ "quote_id": quote["id"], "requisite": person.account("DE89370400440532013000").await });
    let order = person.post_once("orders", key, &body).await.expect(StatusCode::CREATED);
    let id = order["id"].as_str().unwrap();
    for act in ["underpay", "confirm"] {
        person.post(&format!("sandbox/transactions/{id}/{act}"), &json!({})).await.expect(StatusCode::OK);
    }
    person.until(app, id, |transaction| transaction["status"] == "ACTION_REQUIRED").await;
    id.to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operator_finds_a_movement_by_reference_and_by_filters() {
    let app = TestApp::new().await;
    let (ada, eve) = (app.person("ada").await, app.person("eve").await);
    let first = ada.order("iban", "first").await;
    let second = eve.order("visamc", "second").await;
    let (first_id, second_id) = (first["id"].as_str().unwrap(), second["id"].as_str().unwrap());
    let mut sam = colleague(&app, Role::SupportL1).await;
    let all = get(&mut sam, "movements").await;
    assert_eq!(ids(&all), [second_id, first_id], "the newest first");
    assert_eq!(all["data"][1]["customer"]["email"], "a•••@example.test");
    let reference = first["reference"].as_str().unwrap().to_lowercase().replace('-', "");
    for name in [reference.as_str(), first_id] {
        assert_eq!(ids(&get(&mut sam, &format!("movements?search={name}")).await), [first_id], "{name}");
    }
    let day = (app.now() - chrono::TimeDelta::days(1)).to_rfc3339_opts(chrono::SecondsFormat::Secs, true);
    let customer = all["data"][1]["customer"]["id"].as_str().unwrap();
    for (query, expected) in [
        ("payway=iban".to_owned(), vec![first_id]),
        ("payway=balance".to_owned(), vec![]),
        ("type=EXCHANGE&display_type=purchase&status=NEW&currency=LTC".to_owned(), vec![second_id, first_id]),
        ("display_type=sale".to_owned(), vec![]),
        ("type=PAYIN".to_owned(), vec![]),
        ("status=DONE".to_owned(), vec![]),
        ("currency=PLN".to_owned(), vec![]),
        ("currency=EUR&min=250&max=250.00".to_owned(), vec![second_id, first_id]),
        ("currency=EUR&min=250.01".to_owned(), vec![]),
        ("currency=EUR&max=249.99".to_owned(), vec![]),
        (format!("from={day}"), vec![second_id, first_id]),
        (format!("until={day}"), vec![]),
        (format!("customer={customer}"), vec![first_id]),
    ] {
        assert_eq!(ids(&get(&mut sam, &format!("movements?{query}")).await), expected, "{query}");
    }
    let page = get(&mut sam, "movements?limit=1").await;
    assert_eq!((ids(&page), &page["has_more"]), (vec![second_id], &json!(true)));
    let rest = get(&mut sam, &format!("movements?limit=1&cursor={}", page["next_cursor"].as_str().unwrap())).await;
    assert_eq!((ids(&rest), &rest["has_more"]), (vec![first_id], &json!(false)));
    for (query, field) in [
        ("search=7K2M", "search"),
        ("customer=ord_1", "customer"),
        ("min=1", "min"),
        ("currency=EUR&max=1.001", "max"),
        ("status=LOST", "status"),
        ("from=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z", "until"),
    ] {
        let refused = sam.call("GET", &format!("movements?{query}"), None).await;
        assert_eq!(refused.problem(), (400, "VALIDATION_ERROR"), "{query}");
        assert_eq!(refused.body["errors"][0]["pointer"], field, "{query} {}", refused.body);
    }
    let mut accountant = colleague(&app, Role::Accountant).await;
    let masked = get(&mut accountant, "movements").await;
    assert!(masked["data"][0].get("customer").is_none(), "who may not see customers sees none here");
    let refused = accountant.call("GET", &format!("movements?customer={customer}"), None).await;
    assert_eq!(refused.problem(), (403, "ACCESS_DENIED"));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_movement_is_shown_without_destinations_and_every_access_is_logged() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let id = bought(&app, &ada, "first").await;
    let mut sue = colleague(&app, Role::SupportL2).await;
    let whole = get(&mut sue, &format!("movements/{id}")).await;
    assert_eq!((&whole["status"], &whole["display_type"]), (&json!("DONE"), &json!("purchase")));
    let kinds: Vec<&str> = whole["legs"].as_array().unwrap().iter().map(|leg| leg["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["collect", "convert", "pay_out"]);
    assert!(whole["legs"].as_array().unwrap().iter().all(|leg| leg["state"] == "done"), "{}", whole["legs"]);
    let codes: Vec<&str> =
        whole["postings"].as_array().unwrap().iter().map(|posting| posting["code"].as_str().unwrap()).collect();
    assert!(codes.contains(&"our_fee") && codes.len() > 5, "{codes:?}");
    let first = &whole["postings"][0];
    assert_eq!((&first["debit"]["book"], &first["credit"]["book"]), (&json!("rail"), &json!("transit")), "{first}");
    assert_eq!((&first["amount"]["amount"], &first["amount"]["currency"]), (&json!("250.00"), &json!("EUR")));
    let history = whole["history"].as_array().unwrap();
    assert_eq!((&history[0]["actor"], &history[0]["status"]), (&json!("customer"), &json!("NEW")));
    assert_eq!(history.last().unwrap()["version"], whole["version"]);
    let job = whole["jobs"].as_array().unwrap().iter().find(|job| job["kind"] == "payout.chain").unwrap();
    assert_eq!((&job["state"], &job["attempt"]), (&json!("done"), &json!(1)), "{}", whole["jobs"]);
    assert!(!whole.to_string().contains(LTC_ADDRESS), "where it goes is not shown");
    let path = format!("movements/{id}/reveal");
    assert_eq!(sue.post(&path, &json!({ "reason": "no" })).await.problem(), (400, "VALIDATION_ERROR"));
    let parties = sue.post(&path, &json!({ "reason": WHY })).await.expect(StatusCode::OK);
    assert_eq!(parties["payees"][0]["value"], LTC_ADDRESS);
    let mut auditor = colleague(&app, Role::Auditor).await;
    let log = get(&mut auditor, &format!("log?subject={id}")).await;
    let actions: Vec<&str> =
        log["data"].as_array().unwrap().iter().map(|line| line["action"].as_str().unwrap()).collect();
    assert_eq!(actions, ["movements.reveal", "movements.read"]);
    assert_eq!(log["data"][0]["reason"], WHY);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_work_list_shows_waiting_movements_with_their_deadlines() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    ada.order("iban", "unpaid").await;
    let id = underpaid(&app, &ada, "half").await;
    let mut tom = colleague(&app, Role::TreasuryOperator).await;
    let work = get(&mut tom, "work").await;
    assert_eq!(ids(&work), [id.as_str()], "what waits for nobody is not work");
    let line = &work["data"][0];
    assert_eq!((&line["action"], &line["waits"]["is_overdue"]), (&json!("underpaid"), &json!(false)));
    assert!(line["waits"]["since"].as_str().unwrap() < line["waits"]["until"].as_str().unwrap(), "{line}");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn operators_of_another_tenant_see_nothing_of_it() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let id = underpaid(&app, &ada, "half").await;
    let seen = ada.get(&format!("transactions/{id}")).await.expect(StatusCode::OK);
    let reference = seen["reference"].as_str().unwrap();
    let mut boss = colleague(&app, Role::SupportL2).await;
    let customer = get(&mut boss, "movements").await["data"][0]["customer"]["id"].as_str().unwrap().to_owned();
    let mut nora = colleague_at(&app, "nova.localhost", "nora", Role::SupportL2).await;
    for list in ["movements", "work", &format!("movements?search={reference}"), &format!("movements?search={id}")] {
        assert_eq!(ids(&get(&mut nora, list).await), Vec::<&str>::new(), "{list}");
    }
    for one in
        [format!("movements/{id}"), format!("movements?customer={customer}"), format!("customers/{customer}/balances")]
    {
        assert_eq!(nora.call("GET", &one, None).await.problem().0, 404, "{one}");
    }
    let reveal = nora.post(&format!("movements/{id}/reveal"), &json!({ "reason": WHY })).await;
    assert_eq!(reveal.problem().0, 404);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn support_reads_a_customers_balances_and_the_access_is_logged() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let id = underpaid(&app, &ada, "half").await;
    ada.post_once(&format!("transactions/{id}/deposit"), "keep", &json!({})).await.expect(StatusCode::OK);
    let mut sam = colleague(&app, Role::SupportL1).await;
    let customer = get(&mut sam, "movements").await["data"][0]["customer"]["id"].as_str().unwrap().to_owned();
    let balances = get(&mut sam, &format!("customers/{customer}/balances")).await;
    let one = &balances["data"][0];
    assert_eq!(
        (&one["currency"], &one["posted"], &one["pending"]),
        (&json!("LTC"), &json!("1.50000000"), &json!("0.00000000"))
    );
    let mut auditor = colleague(&app, Role::Auditor).await;
    let log = get(&mut auditor, &format!("log?subject={customer}")).await;
    assert_eq!(log["data"][0]["action"], "customers.balances");
    app.close().await;
}

/// An account whose bank returns every payment.
const RETURNED: &str = "GB29NWBK60161331926819";

/// A sale with a returned payout, which waits for an operator.
async fn returned(app: &TestApp, person: &Person, coins: &str, key: &str) -> String {
    let mut account = person.account(RETURNED).await;
    account["payee_acknowledged"] = json!(true);
    let quote = person.firm_quote(("LTC", "ltc"), ("EUR", "iban"), coins).await;
    let body = json!({ "quote_id": quote["id"], "requisite": account });
    let order = person.post_once("orders", key, &body).await.expect(StatusCode::CREATED);
    let id = order["id"].as_str().unwrap().to_owned();
    person.post(&format!("sandbox/transactions/{id}/pay"), &json!({})).await.expect(StatusCode::OK);
    person.until(app, &id, |transaction| transaction["status"] == "MANUAL").await;
    id
}

fn resolution<'a>(whole: &'a Value, act: &str) -> &'a Value {
    whole["resolutions"].as_array().unwrap().iter().find(|one| one["act"] == act).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_operators_credit_a_returned_payout_and_the_movement_records_both() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let id = returned(&app, &ada, "2", "large").await;
    let mut sue = colleague(&app, Role::SupportL2).await;
    let mut ann = colleague(&app, Role::TreasuryApprover).await;
    let path = format!("movements/{id}");
    let whole = get(&mut sue, &path).await;
    assert_eq!((&whole["status"], &whole["review"]["reason"]), (&json!("MANUAL"), &json!("payout_failed")));
    assert_eq!(resolution(&whole, "credit")["route"], "with_second");
    assert_eq!(resolution(&whole, "retry")["route"], "refused", "a payout is for treasury to order");
    assert!(resolution(&whole, "credit").get("refused").is_none(), "{}", whole["resolutions"]);
    assert!(resolution(&whole, "refund")["refused"].is_string(), "what was exchanged is not refunded");
    let resolve = format!("{path}/resolve");
    let credit = json!({ "act": "credit", "reason": WHY });
    let denied = json!({ "act": "retry", "reason": WHY });
    assert_eq!(sue.post(&resolve, &denied).await.problem(), (403, "ACCESS_DENIED"));
    let unfit = json!({ "act": "refund", "reason": WHY });
    assert_eq!(sue.post(&resolve, &unfit).await.problem(), (409, "CONFLICT_ERROR"));
    for wrong in
        [json!({ "act": "close", "reason": WHY }), json!({ "act": "credit", "closed_as": "failed", "reason": WHY })]
    {
        let refused = sue.post(&resolve, &wrong).await;
        assert_eq!(
            (refused.problem(), &refused.body["errors"][0]["pointer"]),
            ((400, "VALIDATION_ERROR"), &json!("/closed_as"))
        );
    }
    assert_eq!(ann.post(&resolve, &credit).await.problem(), (403, "ACCESS_DENIED"), "who agrees prepares nothing");
    let mut nora = colleague_at(&app, "nova.localhost", "nora", Role::SupportL2).await;
    assert_eq!(nora.post(&resolve, &credit).await.problem().0, 404);
    let asked = sue.post(&resolve, &credit).await.expect(StatusCode::OK);
    assert_eq!(asked["state"], "proposed");
    let proposal = asked["proposal_id"].as_str().unwrap();
    let approve = format!("proposals/{proposal}/approve");
    assert_eq!(sue.post(&approve, &json!({ "reason": WHY })).await.problem(), (403, "ACCESS_DENIED"));
    assert_eq!(ada.get(&format!("transactions/{id}")).await.expect(StatusCode::OK)["status"], "MANUAL");
    let waiting = get(&mut ann, "proposals").await;
    assert_eq!(waiting["data"][0]["operator_action"]["amount"]["currency"], "EUR", "{waiting}");
    ann.post(&approve, &json!({ "reason": "the account is closed" })).await.expect(StatusCode::OK);
    ada.until(&app, &id, |transaction| transaction["status"] == "RESOLVED").await;
    let balances = ada.get("balances").await.expect(StatusCode::OK);
    assert_eq!(balances["data"][0]["posted"], waiting["data"][0]["operator_action"]["amount"]["amount"]);
    let whole = get(&mut sue, &path).await;
    assert_eq!(whole["resolutions"], json!([]), "nothing is left to decide");
    let actor = whole["history"].as_array().unwrap().last().unwrap()["actor"].as_str().unwrap();
    assert_eq!(actor.strip_prefix("operator:"), whole["acts"][0]["operator_id"].as_str(), "{}", whole["acts"]);
    let acts: Vec<&str> = whole["acts"].as_array().unwrap().iter().map(|act| act["action"].as_str().unwrap()).collect();
    assert_eq!(acts, ["proposals.approve", "movements.credit", "proposals.make"]);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_small_amount_is_credited_by_support_alone() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let id = returned(&app, &ada, "0.4", "small").await;
    let mut sue = colleague(&app, Role::SupportL2).await;
    let whole = get(&mut sue, &format!("movements/{id}")).await;
    assert_eq!(resolution(&whole, "credit")["route"], "alone", "{}", whole["held"]);
    let credit = json!({ "act": "credit", "reason": WHY });
    let done = sue.post(&format!("movements/{id}/resolve"), &credit).await.expect(StatusCode::OK);
    assert_eq!(done["state"], "done");
    ada.until(&app, &id, |transaction| transaction["status"] == "RESOLVED").await;
    let again = sue.post(&format!("movements/{id}/resolve"), &credit).await;
    assert_eq!(again.problem(), (409, "CONFLICT_ERROR"), "once");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_approved_resolution_is_not_executed_on_a_changed_movement() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let id = returned(&app, &ada, "2", "large").await;
    let mut tom = colleague(&app, Role::TreasuryOperator).await;
    let mut ann = colleague(&app, Role::TreasuryApprover).await;
    let resolve = format!("movements/{id}/resolve");
    let mut ask = async |body: Value| {
        let asked = tom.post(&resolve, &body).await.expect(StatusCode::OK);
        format!("proposals/{}/approve", asked["proposal_id"].as_str().unwrap())
    };
    let close = ask(json!({ "act": "close", "closed_as": "failed", "reason": WHY })).await;
    let retry = ask(json!({ "act": "retry", "reason": WHY })).await;
    ann.post(&close, &json!({ "reason": WHY })).await.expect(StatusCode::OK);
    ada.until(&app, &id, |transaction| transaction["status"] == "FAIL").await;
    assert_eq!(ann.post(&retry, &json!({ "reason": WHY })).await.problem(), (409, "CONFLICT_ERROR"));
    app.close().await;
}
