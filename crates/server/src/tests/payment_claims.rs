//! Coins that came without a memo, claimed by the customer who names their transaction.

use axum::http::StatusCode;
use identity::operator::Role;
use serde_json::{Value, json};

use super::operators::colleague;
use super::support::{Answer, Person, TestApp};

/// An order that is paid with TON and credited to the balance.
async fn sale(person: &Person, amount: &str) -> Value {
    let quote = person.firm_quote(("TON", "ton"), ("EUR", "balance"), amount).await;
    let body = json!({ "quote_id": quote["id"] });
    person.post_once("orders", &format!("sale-{amount}"), &body).await.expect(StatusCode::CREATED)
}

fn path(order: &Value, rest: &str) -> String {
    format!("transactions/{}/{rest}", order["id"].as_str().unwrap())
}

/// Pays the order without its memo, and returns the hash that the payer's wallet would show.
async fn pay_without_memo(person: &Person, order: &Value) -> String {
    let id = order["id"].as_str().unwrap();
    person.post(&format!("sandbox/transactions/{id}/missing_memo"), &json!({})).await.expect(StatusCode::OK);
    let found = person.get(&format!("sandbox/transactions/{id}/transfers")).await.expect(StatusCode::OK);
    assert_eq!(found["data"][0].get("memo"), None);
    found["data"][0]["transaction_hash"].as_str().unwrap().to_owned()
}

async fn claim(person: &Person, order: &Value, hash: &str, key: &str) -> Answer {
    person.post_once(&path(order, "claim-payment"), key, &json!({ "transaction_hash": hash })).await
}

/// The answer to a claim once the network has confirmed the payment.
async fn confirmed(app: &TestApp, person: &Person, order: &Value, hash: &str) -> Value {
    let mut hub = app.db.store.event_hub().subscribe();
    let answered = async {
        for number in 0.. {
            let answer = claim(person, order, hash, &format!("claim-{number}-{}", &hash[..8])).await;
            if answer.status == StatusCode::OK {
                return answer.body;
            }
            let _ = hub.recv().await;
        }
        unreachable!()
    };
    tokio::time::timeout(std::time::Duration::from_secs(90), answered).await.expect("it is confirmed")
}

async fn balance(person: &Person) -> Value {
    person.get("balances").await.expect(StatusCode::OK)["data"][0]["posted"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn coins_without_a_memo_are_credited_to_the_only_customer_who_could_expect_them() {
    let app = TestApp::new().await;
    let (ada, bob) = (app.person("ada").await, app.person("bob").await);
    let order = sale(&ada, "50").await;
    let hash = pay_without_memo(&ada, &order).await;
    let made_up = claim(&ada, &order, &"f".repeat(64), "made-up").await;
    assert_eq!(made_up.problem(), (400, "VALIDATION_ERROR"));
    assert_eq!(made_up.body["errors"][0]["pointer"], "/transaction_hash");
    let mut hub = app.db.store.event_hub().subscribe();
    let mut tries = 0;
    while claim(&ada, &order, &hash, &format!("seen-{tries}")).await.status == StatusCode::BAD_REQUEST {
        let _ = hub.recv().await;
        tries += 1;
    }
    // He read the hash on the chain, and only then made an order of the same amount.
    let late = sale(&bob, "50").await;
    let credited = confirmed(&app, &ada, &order, &hash).await;
    assert_eq!((&credited["state"], &credited["deposited"]["amount"]), (&json!("credited"), &json!("50.000000000")));
    assert_eq!(credited["received"], credited["deposited"], "it costs nothing");
    assert_eq!(balance(&ada).await, "50.000000000");
    let shown = ada.get(&format!("transactions/{}", credited["transaction"].as_str().unwrap())).await;
    assert_eq!(shown.expect(StatusCode::OK)["status"], "DONE");
    assert_eq!(claim(&ada, &order, &hash, "again").await.expect(StatusCode::OK)["state"], "credited");
    assert_eq!(balance(&ada).await, "50.000000000", "once");
    let refused = claim(&bob, &late, &hash, "bob").await;
    assert_eq!(refused.problem(), (400, "VALIDATION_ERROR"), "a payment has one claimant");
    assert_eq!(claim(&bob, &order, &hash, "not-his").await.problem(), (404, "NOT_FOUND"));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_proves_one_payment_and_none_that_was_seen_before_it() {
    let app = TestApp::new().await;
    let (ada, bob) = (app.person("ada").await, app.person("bob").await);
    let order = sale(&ada, "50").await;
    let first = pay_without_memo(&ada, &order).await;
    assert_eq!(confirmed(&app, &ada, &order, &first).await["state"], "credited");
    let second = pay_without_memo(&ada, &order).await;
    assert_ne!(first, second);
    let answer = confirmed(&app, &ada, &order, &second).await;
    assert_eq!((&answer["state"], answer.get("deposited")), (&json!("under_review"), None));
    let late = sale(&bob, "50").await;
    let refused = claim(&bob, &late, &second, "late").await;
    assert_eq!(refused.problem(), (400, "VALIDATION_ERROR"), "he read the hash on the chain");
    assert_eq!(balance(&ada).await, "50.000000000");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_claim_that_proves_nothing_goes_to_operators() {
    let app = TestApp::new().await;
    let (ada, bob) = (app.person("ada").await, app.person("bob").await);
    let (order, same) = (sale(&ada, "60").await, sale(&bob, "70").await);
    let hash = pay_without_memo(&ada, &order).await;
    for (person, order) in [(&bob, &same), (&ada, &order)] {
        let answer = confirmed(&app, person, order, &hash).await;
        assert_eq!((&answer["state"], answer.get("deposited")), (&json!("under_review"), None));
        assert!(answer["deadline"].is_string());
    }
    let mut sue = colleague(&app, Role::SupportL2).await;
    let work = sue.call("GET", "work", None).await.expect(StatusCode::OK);
    let id = work["data"][0]["id"].as_str().unwrap().to_owned();
    let whole = sue.call("GET", &format!("movements/{id}"), None).await.expect(StatusCode::OK);
    let detail = whole["review"]["detail"].as_str().unwrap();
    for order in [&order, &same] {
        assert!(detail.contains(order["reference"].as_str().unwrap()), "{detail}");
    }
    for person in [&ada, &bob] {
        assert_eq!(balance(person).await, Value::Null);
    }
    let paid_by_bank = ada.order("iban", "bank").await;
    assert_eq!(claim(&ada, &paid_by_bank, &hash, "bank").await.problem(), (409, "CONFLICT_ERROR"));
    app.close().await;
}
