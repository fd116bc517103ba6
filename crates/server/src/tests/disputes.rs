//! Card payments that need an operator: a dispute with its deadline, and a charge that is unclear after 3-D Secure.

use axum::http::StatusCode;
use identity::operator::Role;
use serde_json::{Value, json};

use super::cards::Live;
use super::operators::{Colleague, colleague_at};
use super::orchestrator::{APPROVED, CHALLENGED};

/// A live tenant with an orchestrator, a treasury operator and an approver.
async fn live() -> (Live, Colleague, Colleague) {
    let (live, (tom, pat)) = Live::with(async |app| {
        let tom = colleague_at(app, "localhost", "tom", Role::TreasuryOperator).await;
        (tom, colleague_at(app, "localhost", "pat", Role::TreasuryApprover).await)
    })
    .await;
    (live, tom, pat)
}

async fn until(tom: &mut Colleague, order: &str, there: impl Fn(&Value) -> bool) -> Value {
    let found = async {
        loop {
            let movement = tom.call("GET", &format!("movements/{order}"), None).await.expect(StatusCode::OK);
            if there(&movement) {
                return movement;
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), found).await.expect("an operator sees it")
}

async fn approve(pat: &mut Colleague, proposed: &Value) {
    let path = format!("proposals/{}/approve", proposed["proposal_id"].as_str().unwrap());
    pat.post(&path, &json!({ "reason": "I have looked at it too" })).await.expect(StatusCode::OK);
}

/// The debited and the credited account of each posting of a dispute, with its amount.
fn chargebacks(movement: &Value) -> Vec<[String; 3]> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let booked = movement["postings"].as_array().unwrap().iter().filter(|posting| posting["code"] == "chargeback");
    booked.map(|one| [&one["debit"]["book"], &one["credit"]["book"], &one["amount"]["amount"]].map(text)).collect()
}

async fn waits_for(tom: &mut Colleague, order: &str) -> Option<Value> {
    let work = tom.call("GET", "work", None).await.expect(StatusCode::OK);
    work["data"].as_array().unwrap().iter().find(|line| line["id"] == order).cloned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dispute_is_booked_once_and_waits_with_its_deadline_until_it_is_decided() {
    let (live, mut tom, _) = live().await;
    let (order, _) = live.deposit(APPROVED, "250.00").await;
    live.until(&order, |transaction| transaction["status"] == "DONE").await;
    let payment = live.orchestrator.made_for(&order)[0].clone();
    let dispute = live.orchestrator.dispute(&payment);
    for _ in 0..2 {
        let looked = live.orchestrator.next_look(&dispute);
        live.hear(&live.orchestrator.webhook(&dispute, "dispute_opened", "")).await;
        looked.await;
    }
    let seen = until(&mut tom, &order, |movement| movement["review"]["reason"] == "disputed").await;
    let known = &seen["disputes"][0];
    assert_eq!(
        (&known["state"], &known["money"], &known["reason"]),
        (&json!("open"), &json!("held"), &json!("fraudulent"))
    );
    assert_eq!(chargebacks(&seen), [["chargeback", "rail", "250.00"]], "told twice, booked once");
    let waiting = waits_for(&mut tom, &order).await.expect("it is in the work list");
    assert_eq!(waiting["waits"]["until"], "2099-05-01T12:00:00Z");
    // The customer's own view has nothing of it.
    let own = live.ada.get(&format!("transactions/{order}")).await.expect(StatusCode::OK);
    assert_eq!((&own["status"], own.get("disputes")), (&json!("DONE"), None));

    live.orchestrator.decides(&dispute, "dispute_won");
    live.hear(&live.orchestrator.webhook(&dispute, "dispute_won", "")).await;
    let won = until(&mut tom, &order, |movement| movement["disputes"][0]["state"] == "won").await;
    assert_eq!(chargebacks(&won), [["chargeback", "rail", "250.00"], ["rail", "chargeback", "250.00"]]);
    assert_eq!((won.get("review"), waits_for(&mut tom, &order).await), (None, None));
    live.app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dispute_is_written_off_by_two() {
    let (live, mut tom, mut pat) = live().await;
    let (order, _) = live.deposit(APPROVED, "250.00").await;
    live.until(&order, |transaction| transaction["status"] == "DONE").await;
    let dispute = live.orchestrator.dispute(&live.orchestrator.made_for(&order)[0]);
    live.hear(&live.orchestrator.webhook(&dispute, "dispute_opened", "")).await;
    let seen = until(&mut tom, &order, |movement| movement["review"]["reason"] == "disputed").await;
    assert_eq!(seen["resolutions"][0], json!({ "act": "write_off", "route": "with_second" }), "{seen}");
    let asked = json!({ "act": "write_off", "reason": "The cardholder is right" });
    let proposed = tom.post(&format!("movements/{order}/resolve"), &asked).await.expect(StatusCode::OK);
    approve(&mut pat, &proposed).await;
    let lost = until(&mut tom, &order, |movement| movement["disputes"][0]["money"] == "lost").await;
    assert_eq!(chargebacks(&lost), [["chargeback", "rail", "250.00"], ["adjustment", "chargeback", "250.00"]]);
    assert_eq!(waits_for(&mut tom, &order).await, None);
    live.app.close().await;
}

/// The charge's last look-up is so old that an operator must see it.
async fn ages(live: &Live) {
    let older = "UPDATE jobs SET created_at = created_at - interval '1 hour', due_at = now()
                 WHERE kind = 'cards.look' AND state = 'ready'";
    sqlx::query(older).execute(&mut live.app.db.connect().await).await.unwrap();
}

/// A deposit whose charge is unclear after the cardholder has approved.
async fn unclear(live: &Live, tom: &mut Colleague) -> (String, String) {
    let (order, _) = live.deposit(CHALLENGED, "100.00").await;
    live.until(&order, |transaction| transaction["source"]["instructions"]["card"]["state"] == "challenge").await;
    let payment = live.orchestrator.made_for(&order)[0].clone();
    live.orchestrator.becomes(&payment, "processing");
    ages(live).await;
    until(tom, &order, |movement| movement["review"]["reason"] == "charge_unknown").await;
    (order, payment)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unclear_charge_is_looked_up_by_an_operator_and_accepted_by_two() {
    let (live, mut tom, mut pat) = live().await;
    let (order, _) = unclear(&live, &mut tom).await;
    let waiting = waits_for(&mut tom, &order).await.expect("it is in the work list");
    assert_eq!((&waiting["status"], &waiting["review"]["claimed"]["amount"]), (&json!("MANUAL"), &json!("100.00")));
    let path = format!("movements/{order}/resolve");
    let look = json!({ "act": "look_up", "reason": "The customer has called" });
    tom.post(&path, &look).await.expect(StatusCode::OK);
    let says =
        |text: &'static str| move |movement: &Value| movement["review"]["detail"].as_str().unwrap_or("").contains(text);
    until(&mut tom, &order, says("looked up again: there is no clear outcome")).await;
    let accept = json!({ "act": "accept", "reason": "The acquirer confirmed it by telephone" });
    let proposed = tom.post(&path, &accept).await.expect(StatusCode::OK);
    assert_eq!(proposed["state"], "proposed");
    approve(&mut pat, &proposed).await;
    live.until(&order, |transaction| transaction["status"] == "DONE").await;
    live.app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clear_answer_to_a_look_up_takes_effect() {
    let (live, mut tom, _) = live().await;
    let (order, payment) = unclear(&live, &mut tom).await;
    // The webhook is lost, and the job's next look is an hour away.
    live.orchestrator.becomes(&payment, "failed");
    let look = json!({ "act": "look_up", "reason": "The customer has called" });
    tom.post(&format!("movements/{order}/resolve"), &look).await.expect(StatusCode::OK);
    live.until(&order, |transaction| transaction["status"] == "FAIL").await;
    live.app.close().await;
}
