//! The users' actions with money.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::Instant;

use crate::exports;
use crate::history::Action;
use crate::http::{Answer, Ask};
use crate::person::Person;

/// Side, source currency and payway, target currency and payway, and the source amount.
type Wish = (&'static str, &'static str, &'static str, &'static str, &'static str, &'static str);

const WISHES: [Wish; 9] = [
    ("BUY", "EUR", "visamc", "LTC", "ltc", "250.00"),
    ("BUY", "EUR", "visamc", "BTC", "btc", "120.00"),
    ("BUY", "EUR", "iban", "LTC", "ltc", "300.00"),
    ("BUY", "EUR", "iban", "LTC", "ltc", "75.50"),
    ("BUY", "PLN", "blik", "LTC", "ltc", "900.00"),
    ("SELL", "LTC", "ltc", "EUR", "iban", "3"),
    ("SELL", "LTC", "ltc", "EUR", "iban", "1.25"),
    ("SWAP", "LTC", "ltc", "BTC", "btc", "2"),
    ("SWAP", "BTC", "btc", "LTC", "ltc", "0.01"),
];
/// The same with a target amount: a fixed rate then leaves a rounding difference.
const RECEIVED: [Wish; 5] = [
    ("BUY", "EUR", "visamc", "LTC", "ltc", "1.23456789"),
    ("BUY", "EUR", "visamc", "LTC", "ltc", "2.34567891"),
    ("BUY", "PLN", "blik", "LTC", "ltc", "1.98765432"),
    ("BUY", "EUR", "iban", "LTC", "ltc", "0.98765432"),
    ("SELL", "LTC", "ltc", "EUR", "iban", "83.11"),
];
const LTC_ADDRESS: &str = "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9";
const BTC_ADDRESS: &str = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
/// Published sample accounts. The second one's bank takes ten minutes of the sandbox's clock, so that its payouts stay
/// in progress.
const PROMPT_IBAN: &str = "ES9121000418450200051332";
const SLOW_IBAN: &str = "DE89370400440532013000";
const NAME: &str = "Ada Lovelace";
/// Final states.
const ENDED: [&str; 4] = ["DONE", "RESOLVED", "REJECT", "CANCELLED"];
/// How long a verification of payee is used; the server accepts it a little longer.
const PAYEE_LIFE: Duration = Duration::from_secs(10 * 60);
/// The maximum number of open transactions of a user.
const OPEN_MAX: usize = 12;

/// An open transaction.
#[derive(Clone, Debug)]
pub struct Open {
    pub id: String,
    payway: &'static str,
    decided: bool,
    /// A reorganisation removed the payment, and it was paid once more.
    paid_again: bool,
}

/// Creates orders and acts on them until `end`; returns the open transactions.
pub async fn live(person: &mut Person, end: Instant) -> Vec<Open> {
    let mut open = Vec::new();
    if person.sign_in().await.is_none() {
        return open;
    }
    while Instant::now() < end {
        let lived = if open.len() >= OPEN_MAX || person.chance.percent(40) {
            visit(person, &mut open).await
        } else if person.chance.percent(4) {
            be_somebody(person).await
        } else {
            order(person, &mut open).await
        };
        if lived.is_none() {
            if Instant::now() < end {
                person.note_stuck();
            }
            break;
        }
    }
    open
}

/// The users' other actions: session, name, settings.
async fn be_somebody(person: &mut Person) -> Option<()> {
    let ask = match person.chance.below(6) {
        0 => return person.renew_early().await,
        1 => return person.sign_out_and_in().await,
        5 => return exports::have(person).await,
        // Publishes the liabilities; of concurrent calls all but one are refused.
        2 => Ask::bare("POST", "sandbox/liabilities"),
        3 => Ask::send("PUT", "user", json!({ "first_name": "Ada", "last_name": "Lovelace" })),
        _ => Ask::send("PUT", "user/settings", json!({ "theme": "dark", "language": "uk" })),
    };
    person.insist(&ask).await.map(|_| ())
}

fn address(currency: &str) -> Value {
    let value = if currency == "LTC" { LTC_ADDRESS } else { BTC_ADDRESS };
    json!({ "kind": "address", "value": value })
}

/// The destination of an order's result. For a bank account the payee is verified first; the answer is valid for 15
/// minutes.
async fn requisite(person: &mut Person, currency: &str) -> Option<Value> {
    if currency != "EUR" {
        return Some(address(currency));
    }
    let iban = if person.paid_slowly { SLOW_IBAN } else { PROMPT_IBAN };
    if person.payee.as_ref().is_none_or(|(_, asked)| asked.elapsed() > PAYEE_LIFE) {
        let asked = json!({ "currency": "EUR", "payway": "iban", "value": iban, "full_name": NAME });
        let verdict = person.insist(&Ask::send("POST", "requisites/payee", asked)).await?;
        person.payee = Some((verdict.body["id"].clone(), Instant::now()));
    }
    let check = person.payee.as_ref().map(|(id, _)| id.clone());
    Some(json!({ "kind": "iban", "value": iban, "full_name": NAME, "payee_check_id": check }))
}

/// Requests a quote, creates an order, and pays or cancels it.
async fn order(person: &mut Person, open: &mut Vec<Open>) -> Option<()> {
    let arrives = person.chance.percent(35);
    let (side, from, payway, to, to_payway, amount) =
        person.chance.pick(if arrives { RECEIVED.as_slice() } else { WISHES.as_slice() });
    let mut request = json!({ "side": side, "from_currency": from, "from_payway": payway, "to_currency": to,
        "to_payway": to_payway, "firm": true });
    request[if arrives { "to_amount" } else { "from_amount" }] = json!(amount);
    let quote = person.insist(&Ask::send("POST", "quotes", request)).await?;
    if !quote.is_ok() {
        person.history.note(|seen| seen.broken.push(("WISH", format!("{from} to {to}: {}", quote.shown()))));
        return Some(());
    }
    let requisite = requisite(person, to).await?;
    let body = json!({ "quote_id": quote.body["id"], "requisite": requisite });
    let Some(made) = person.act(Action::Order, "orders".into(), Some(body), None).await else {
        return Some(());
    };
    let Some(id) = made.text("/id").map(str::to_owned) else { return Some(()) };
    open.push(Open { id: id.clone(), payway, decided: false, paid_again: false });
    if person.chance.percent(8) {
        person.act(Action::Cancel, format!("transactions/{id}/cancel"), None, Some(&id)).await;
        return Some(());
    }
    pay(person, &id, payway).await;
    Some(())
}

async fn pay(person: &mut Person, id: &str, payway: &str) {
    match payway {
        "visamc" => {
            let number = person.chance.pick(&[
                "4242 4242 4242 4242",
                "5555 5555 5555 4444",
                "4242 4242 4242 4242",
                "4000 0000 0000 3220",
                "4000 0000 0000 0002",
            ]);
            let card = json!({ "number": number, "expiry_month": 12, "expiry_year": 2034, "cvv": "123",
                "holder": "Ada Lovelace", "return_url": format!("/transaction/exchange/{id}") });
            person.act(Action::Card, format!("transactions/{id}/payment/card"), Some(card), Some(id)).await;
        }
        "blik" => {
            let code = person.chance.pick(&["777123", "777123", "777123", "777999", "123456"]);
            let body = json!({ "code": code });
            person.act(Action::Blik, format!("transactions/{id}/payment/code"), Some(body), Some(id)).await;
        }
        "iban" => {
            let how = person.chance.pick(&["pay", "pay", "pay", "underpay", "overpay", "double", "pay_late"]);
            play(person, id, how).await;
        }
        _ => {
            let how = person.chance.pick(&["pay", "pay", "pay", "underpay", "overpay", "double"]);
            play(person, id, how).await;
        }
    }
}

/// Uses a sandbox control. Never repeated, because a repeated payment would pay twice.
async fn play(person: &mut Person, id: &str, action: &str) -> Option<Answer> {
    if action == "reorg" {
        person.history.note(|seen| seen.reorganised.push(id.to_owned()));
    }
    person.nudge(&Ask::send("POST", format!("sandbox/transactions/{id}/{action}"), json!({}))).await
}

/// Reads one transaction, and executes the action that it waits for.
async fn visit(person: &mut Person, open: &mut Vec<Open>) -> Option<()> {
    if open.is_empty() {
        return Some(());
    }
    let place = person.chance.place(open.len());
    let looked = person.insist(&Ask::get(format!("transactions/{}", open[place].id))).await?;
    let mut chosen = open.swap_remove(place);
    let Some(status) = looked.text("/status").map(str::to_owned) else {
        let text = format!("{}: {}", chosen.id, looked.shown());
        person.history.note(|seen| seen.broken.push(("I7", text)));
        return Some(());
    };
    if ENDED.contains(&status.as_str()) {
        person.history.note(|seen| seen.ended.insert(chosen.id.clone(), status));
        return Some(());
    }
    match status.as_str() {
        "EXPIRED" | "FAIL" | "MANUAL" => return Some(()),
        "ACTION_REQUIRED" if !chosen.decided => decide(person, &mut chosen).await,
        "WAIT" if looked.text("/sub_state") == Some("waiting_for_approval") => {
            let action = person.chance.pick(&["confirm", "confirm", "confirm", "decline"]);
            play(person, &chosen.id, action).await;
        }
        // An order without payment is cancelled, because an open order blocks a slot of the user.
        "NEW" if person.chance.percent(15) => {
            let path = format!("transactions/{}/cancel", chosen.id);
            person.act(Action::Cancel, path, None, Some(&chosen.id)).await;
        }
        "NEW" if person.chance.percent(30) => pay(person, &chosen.id, chosen.payway).await,
        "WAIT" | "PROCESSING" if chosen.payway == "ltc" && person.chance.percent(20) => {
            play(person, &chosen.id, "reorg").await;
        }
        _ => {}
    }
    open.push(chosen);
    Some(())
}

/// Decides about a payment that differs from the order.
async fn decide(person: &mut Person, chosen: &mut Open) {
    let id = chosen.id.clone();
    let (action, name, body) = match person.chance.below(3) {
        0 => (Action::Deposit, "deposit", None),
        1 => (Action::UpdateAmount, "update-amount", None),
        _ if chosen.payway == "ltc" => (Action::Refund, "refund", Some(json!({ "requisite": address("LTC") }))),
        _ if chosen.payway == "btc" => (Action::Refund, "refund", Some(json!({ "requisite": address("BTC") }))),
        _ => (Action::Refund, "refund", Some(json!({}))),
    };
    chosen.decided = person.act(action, format!("transactions/{id}/{name}"), body, Some(&id)).await.is_some();
}

/// After the faults: decides about everything that waits for its owner, so that no transaction stays in progress.
pub async fn settle(person: &mut Person, mut open: Vec<Open>) {
    while !open.is_empty() && Instant::now() < person.until {
        let mut left = Vec::new();
        for mut chosen in open {
            let Some(looked) = person.insist(&Ask::get(format!("transactions/{}", chosen.id))).await else {
                return person.note_stuck();
            };
            let id = chosen.id.clone();
            match looked.text("/status") {
                Some("NEW") => {
                    person.act(Action::Cancel, format!("transactions/{id}/cancel"), None, Some(&id)).await;
                }
                Some("ACTION_REQUIRED") if looked.text("/sub_state") != Some("refunding") => {
                    let path = format!("transactions/{id}/deposit");
                    let done = person.act(Action::Deposit, path, None, Some(&id)).await;
                    chosen.decided = done.is_some();
                }
                Some("WAIT") if looked.text("/sub_state") == Some("waiting_for_approval") => {
                    play(person, &id, "confirm").await;
                }
                // A reorganisation removed the payment, so the order is unpaid again: the owner pays once more.
                Some("WAIT") if looked.text("/sub_state") == Some("waiting_for_payment") && !chosen.paid_again => {
                    chosen.paid_again = play(person, &id, "pay").await.is_some_and(|answer| answer.is_ok());
                }
                Some("PROCESSING" | "WAIT" | "ACTION_REQUIRED") => {}
                Some(status) => {
                    if ENDED.contains(&status) {
                        person.history.note(|seen| seen.ended.insert(id, status.to_owned()));
                    }
                    continue;
                }
                None => continue,
            }
            left.push(chosen);
        }
        open = left;
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
    let _ = exports::have(person).await;
}
