//! Movements of one balance at once, through a server that is killed.

use std::sync::mpsc::channel;

use serde_json::{Value, json};
use store::testing::TestDb;

use crate::process::{Folder, ended, until};
use crate::up;
use crate::web::{call, sign_in, try_call};

/// The movements that race. Each takes the whole balance.
const RACERS: usize = 51;

/// Puts 300 euro on the balance by bank transfer. Returns what is available.
fn deposit(port: u16, token: &str) -> Value {
    let asked = json!({ "from_currency": "EUR", "from_payway": "iban", "to_currency": "EUR", "to_payway": "balance",
        "from_amount": "300.00", "firm": true });
    let (_, quote) = call(port, "POST", "quotes", Some(token), None, &asked);
    let (status, order) =
        call(port, "POST", "orders", Some(token), Some("deposit"), &json!({ "quote_id": quote["id"] }));
    assert_eq!(status, 201, "{order}");
    let id = order["id"].as_str().unwrap().to_owned();
    call(port, "POST", &format!("sandbox/transactions/{id}/pay"), Some(token), None, &json!({}));
    until("a deposit", || available(port, token))
}

/// The available amount of the first balance; `None` without a balance.
fn available(port: u16, token: &str) -> Option<Value> {
    let (_, balances) = call(port, "GET", "balances", Some(token), None, &Value::Null);
    balances["data"].as_array()?.first().map(|balance| balance["available"].clone())
}

/// An order that takes all of the balance: a withdrawal, a conversion or a transfer.
fn taking_all(port: u16, token: &str, all: &Value, number: usize) -> Value {
    let (currency, payway, requisite) = match number % 3 {
        0 => ("LTC", "ltc", json!({ "kind": "address", "value": "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9" })),
        1 => ("BTC", "balance", Value::Null),
        _ => ("EUR", "customer", json!({ "kind": "customer", "value": "bob@example.test" })),
    };
    let asked = json!({ "from_currency": "EUR", "from_payway": "balance", "to_currency": currency,
        "to_payway": payway, "from_amount": all, "firm": true });
    let (status, quote) = call(port, "POST", "quotes", Some(token), None, &asked);
    assert_eq!(status, 201, "{quote}");
    let mut order = json!({ "quote_id": quote["id"] });
    if !requisite.is_null() {
        order["requisite"] = requisite;
    }
    order
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_withdrawals_of_the_whole_balance_make_one_across_a_crash() {
    let (db, folder) = (TestDb::new().await, Folder::new());
    let url = db.url();
    let environment = [("AGIO_DATABASE_URL", url.as_str())];
    let first = up(&folder, &environment);
    let token = sign_in(first.port);
    let all = deposit(first.port, &token);
    let orders: Vec<Value> = (0..RACERS).map(|number| taking_all(first.port, &token, &all, number)).collect();

    let (heard, hears) = channel();
    let race = |(number, order): (usize, Value)| {
        let (port, token, heard) = (first.port, token.clone(), heard.clone());
        std::thread::spawn(move || {
            let key = format!("race-{number}");
            let answer = try_call(port, "POST", "orders", Some(&token), Some(&key), &order);
            heard.send(answer.is_ok()).unwrap();
        })
    };
    let racers: Vec<_> = orders.iter().cloned().enumerate().map(race).collect();
    // The first response shows that the race is on.
    hears.recv().unwrap();
    first.agio.kill();
    racers.into_iter().for_each(|racer| racer.join().unwrap());
    let unanswered = hears.try_iter().filter(|is_answered| !is_answered).count();
    println!("{unanswered} of {RACERS} got no response");

    // Everybody repeats the request with the same key.
    let second = up(&folder, &environment);
    let mut made = Vec::new();
    for (number, order) in orders.iter().enumerate() {
        let key = format!("race-{number}");
        // A request that the killed server had begun is its own until its lease ends.
        let (status, answer) = until("an answer", || {
            let answered = call(second.port, "POST", "orders", Some(&token), Some(&key), order);
            (answered.0 != 409).then_some(answered)
        });
        match status {
            201 => made.push(answer["type"].clone()),
            _ => assert_eq!((status, &answer["code"]), (422, &json!("INSUFFICIENT_BALANCE")), "{answer}"),
        }
    }
    assert_eq!(made.len(), 1, "{made:?}");
    let (_, balances) = call(second.port, "GET", "balances", Some(&token), None, &Value::Null);
    let euro = balances["data"].as_array().unwrap().iter().find(|balance| balance["currency"] == "EUR").unwrap();
    assert_eq!(euro["available"], "0.00", "{balances}");
    assert!(second.agio.stop().success());
    let (code, said) = ended(&["verify"], &folder.0, &environment);
    assert_eq!((code, said.lines().last()), (Some(0), Some("the books are right")), "{said}");
}
