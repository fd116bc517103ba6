//! Merchants and payers besides the payment: refunds, further payments, cancellation, emails, exports.

use axum::http::StatusCode;
use chrono::TimeDelta;
use identity::operator::Role;
use serde_json::{Value, json};

use super::gate::Gate;
use super::merchant_payments::{Payer, balance, merchant, payment};
use super::new_address;
use super::operators::colleague;
use super::partners::{Server, key, signed};
use super::support::{LTC_ADDRESS, Person, TestApp};

/// Sets a column of a person.
async fn update(app: &TestApp, name: &str, what: &str) {
    let sql = format!("UPDATE users SET {what} WHERE email = $1");
    let done = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(format!("{name}@example.test"));
    assert_eq!(done.execute(&mut app.db.connect().await).await.unwrap().rows_affected(), 1);
}

async fn count(app: &TestApp, sql: &'static str) -> i64 {
    sqlx::query_scalar(sql).fetch_one(&mut app.db.connect().await).await.unwrap()
}

fn option<'a>(choices: &'a Value, name: &str) -> Option<&'a Value> {
    choices.as_array().unwrap().iter().find(|one| one["option"] == name)
}

/// A payment that a stranger has paid in Litecoin.
pub(super) async fn paid(app: &TestApp, person: &Person, order: &str, amount: &str) -> (String, Payer) {
    let made = payment(person, order, amount).await;
    let payer = Payer::of(app, &made);
    payer.choose(1, "LTC", "ltc").await;
    payer.play("pay").await;
    payer.until(app, "paid").await;
    (made["id"].as_str().unwrap().to_owned(), payer)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payer_takes_money_back_whatever_happens_to_the_merchants_own_account() {
    let app = TestApp::new().await;
    new_address::publish(&app).await;
    let (ada, _) = merchant(&app, "ada", "EUR").await;
    let payer = Payer::of(&app, &payment(&ada, "a", "25.00").await);
    payer.choose(1, "LTC", "ltc").await;
    payer.play("underpay").await;
    let partly = payer.until(&app, "paid_partly").await;
    let cost = option(&partly["choices"], "refund").unwrap()["cost"]["amount"].clone();
    let asked = json!({ "address": LTC_ADDRESS, "cost": cost });
    update(&app, "ada", "status = 'blocked'").await;
    assert_eq!(payer.ask("take-back", asked.clone()).await.problem().0, 422, "an operator holds the merchant's money");
    // The merchant's changed protection holds the merchant's withdrawals, but the money was never the merchant's.
    update(&app, "ada", "status = 'active', guards_changed_at = now()").await;
    payer.ask("take-back", asked).await.expect(StatusCode::OK);
    payer.until(&app, "returned").await;
    assert_eq!(count(&app, "SELECT count(*) FROM payout_addresses").await, 0, "it is no address of the merchant");
    assert_eq!(count(&app, "SELECT count(*) FROM limit_uses WHERE refunded IS NOT NULL").await, 0);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payer_says_whose_wallet_gets_a_large_amount_back() {
    let (app, anna) = super::wallets::app().await;
    let shop = json!({ "name": "Bean & Leaf", "settlement_currency": "EUR", "return_hosts": ["shop.example"] });
    anna.call("PUT", "merchant", Some(&shop), &[]).await.expect(StatusCode::OK);
    // Below the threshold of the travel rule, but what arrives is above it.
    let payer = Payer::of(&app, &payment(&anna, "a", "900.00").await);
    payer.choose(1, "LTC", "ltc").await;
    payer.play("overpay").await;
    let over = payer.until(&app, "paid_over").await;
    let cost = option(&over["choices"], "refund").unwrap()["cost"]["amount"].clone();
    let pointer = async |more: Value| {
        let mut asked = json!({ "address": LTC_ADDRESS, "cost": cost });
        asked.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let answer = payer.ask("take-back", asked).await;
        answer.body["errors"][0]["pointer"].as_str().unwrap_or_default().to_owned()
    };
    assert_eq!(pointer(json!({})).await, "/wallet");
    let nameless = json!({ "wallet": { "name": "x", "holding": "self_hosted" } });
    assert_eq!(pointer(nameless).await, "/wallet/name");
    let no_service = json!({ "wallet": { "name": "Olena Kovalenko", "holding": "service" } });
    assert_eq!(pointer(no_service).await, "/wallet/service");
    let whole = json!({ "wallet": { "name": "Olena Kovalenko", "holding": "service", "service": "Kraken" } });
    assert_eq!(pointer(whole).await, "");
    payer.until(&app, "returned").await;
    let kept = "SELECT count(*) FROM records WHERE body #>> '{legs}' LIKE '%Olena Kovalenko%'";
    assert_eq!(count(&app, kept).await, 1, "the statement stays with the refund");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn late_money_of_an_earlier_choice_is_decided_on_its_own_after_another_choice_was_paid() {
    let app = TestApp::new().await;
    let (ada, _) = merchant(&app, "ada", "EUR").await;
    let payer = Payer::of(&app, &payment(&ada, "a", "25.00").await);
    payer.choose(1, "LTC", "ltc").await;
    payer.play("expire").await;
    payer.choose(2, "LTC", "ltc").await;
    payer.play("pay").await;
    payer.until(&app, "paid").await;
    // The same payer pays the expired address, and the paid one once more.
    payer.play_part("pay", "1").await;
    payer.play_part("pay", "2").await;
    let page = payer.until_others(&app, &[("1", "paid_late"), ("2.1", "paid_over")]).await;
    assert_eq!(page["state"], "paid");
    for other in page["others"].as_array().unwrap() {
        assert_eq!(other["is_payer"], true);
        let options: Vec<&Value> = other["choices"].as_array().unwrap().iter().map(|one| &one["option"]).collect();
        assert_eq!(options, ["refund"], "this shop takes no more than the price");
        let refused = payer.ask("accept", json!({ "part": other["part"] })).await;
        assert_eq!(refused.problem(), (409, "CONFLICT_ERROR"));
    }
    let stranger = payer.another();
    let seen = stranger.look().await;
    assert_eq!((&seen["others"][0]["is_payer"], &seen["others"][0]["choices"]), (&json!(false), &json!([])));
    let cost = option(&page["others"][0]["choices"], "refund").unwrap()["cost"]["amount"].clone();
    let asked = json!({ "part": "1", "address": LTC_ADDRESS, "cost": cost });
    assert_eq!(stranger.ask("take-back", asked.clone()).await.problem(), (403, "ACCESS_DENIED"));
    let none = json!({ "part": "7", "address": LTC_ADDRESS, "cost": cost });
    assert_eq!(payer.ask("take-back", none).await.problem(), (403, "ACCESS_DENIED"));
    payer.ask("take-back", asked).await.expect(StatusCode::OK);
    payer.until_others(&app, &[("1", "returned"), ("2.1", "paid_over")]).await;
    assert_eq!(balance(&ada, "EUR").await, "25.00", "the merchant keeps the price alone");
    // A shop that takes more gets it as it came.
    let more = json!({ "name": "Bean & Leaf", "settlement_currency": "EUR", "takes_more": true });
    ada.call("PUT", "merchant", Some(&more), &[]).await.expect(StatusCode::OK);
    payer.ask("accept", json!({ "part": "2.1" })).await.expect(StatusCode::OK);
    assert_ne!(balance(&ada, "LTC").await, "");
    app.close().await;
}

/// The addresses of a payment that wait for money.
async fn waiting(app: &TestApp) -> i64 {
    count(app, "SELECT count(*) FROM records WHERE kind = 'transaction' AND status = 'NEW'").await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_choice_that_fails_leaves_the_address_and_choices_at_once_leave_one() {
    let app = TestApp::new().await;
    let (ada, _) = merchant(&app, "ada", "EUR").await;
    let payer = Payer::of(&app, &payment(&ada, "a", "25.00").await);
    let first = payer.choose(1, "LTC", "ltc").await;
    // No order can be opened after the quote: the merchant's account is being deleted.
    let closing = "INSERT INTO account_closings (tenant_id, id, user_id, requested_at, due_at, checked_at)
                   SELECT tenant_id, gen_random_uuid(), id, now(), now() + interval '30 days', now() FROM users";
    sqlx::query(closing).execute(&mut app.db.connect().await).await.unwrap();
    let asked = json!({ "attempt": 2, "currency": "USDT", "payway": "trc20", "terms_version": 1 });
    let refused = payer.ask("choose", asked).await;
    assert!(refused.status.is_client_error(), "{}", refused.body);
    sqlx::query("DELETE FROM account_closings").execute(&mut app.db.connect().await).await.unwrap();
    let page = payer.look().await;
    assert_eq!((&page["state"], &page["attempt"]["address"]), (&json!("waiting"), &first["attempt"]["address"]));
    let next = u8::try_from(page["next_attempt"].as_u64().unwrap()).unwrap();
    let ask = |attempt: u8, currency: &'static str, payway: &'static str| {
        payer.ask("choose", json!({ "attempt": attempt, "currency": currency, "payway": payway, "terms_version": 1 }))
    };
    let answers = tokio::join!(
        ask(next, "LTC", "ltc"),
        ask(next, "USDT", "trc20"),
        ask(next + 1, "LTC", "ltc"),
        ask(next, "BTC", "btc"),
        ask(next + 1, "USDT", "trc20"),
        ask(next, "LTC", "ltc"),
    );
    assert!([answers.0, answers.1, answers.3, answers.5].iter().any(|answer| answer.status == StatusCode::OK));
    let page = payer.look().await;
    assert_eq!((waiting(&app).await, &page["state"]), (1, &json!("waiting")), "one address waits");
    payer.play("pay").await;
    payer.until(&app, "paid").await;
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_merchant_has_at_most_a_thousand_payments_that_can_be_paid() {
    let app = TestApp::new().await;
    let (ada, _) = merchant(&app, "ada", "EUR").await;
    let made = payment(&ada, "first", "25.00").await;
    let fill = "INSERT INTO merchant_payments (tenant_id, id, merchant_id, client_key, token_hash, terms, state,
                                               created_at, expires_at, looked_at)
                SELECT tenant_id, gen_random_uuid(), merchant_id, sha256(n::text::bytea), sha256(('t' || n)::bytea),
                       terms, 'open', created_at, expires_at, looked_at
                FROM merchant_payments, generate_series(1, 999) n";
    sqlx::query(fill).execute(&mut app.db.connect().await).await.unwrap();
    let asked = json!({ "amount": "9.99", "currency": "EUR" });
    let refused = ada.post_once("merchant/payments", "k", &asked).await;
    assert_eq!(refused.problem(), (409, "CONFLICT_ERROR"));
    assert!(refused.body["detail"].as_str().unwrap().contains("1000"), "{}", refused.body);
    let cancel = format!("merchant/payments/{}/cancel", made["id"].as_str().unwrap());
    ada.post_once(&cancel, "c", &json!({})).await.expect(StatusCode::OK);
    ada.post_once("merchant/payments", "k", &asked).await.expect(StatusCode::CREATED);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancelled_payment_says_so_and_takes_no_money() {
    let app = TestApp::new().await;
    let (ada, _) = merchant(&app, "ada", "EUR").await;
    let made = payment(&ada, "a", "25.00").await;
    let payer = Payer::of(&app, &made);
    payer.choose(1, "LTC", "ltc").await;
    let path = format!("merchant/payments/{}/cancel", made["id"].as_str().unwrap());
    let (bob, _) = merchant(&app, "bob", "EUR").await;
    assert_eq!(bob.post_once(&path, "c", &json!({})).await.problem(), (404, "NOT_FOUND"));
    let cancelled = ada.post_once(&path, "c", &json!({})).await.expect(StatusCode::OK);
    assert_eq!(cancelled["payment"]["state"], "cancelled");
    ada.post_once(&path, "again", &json!({})).await.expect(StatusCode::OK);
    let page = payer.look().await;
    assert_eq!((&page["state"], &page["may_choose"]), (&json!("cancelled"), &json!(false)));
    assert_eq!(waiting(&app).await, 0, "the address waits no longer");
    let again = json!({ "attempt": 2, "currency": "LTC", "payway": "ltc", "terms_version": 1 });
    assert_eq!(payer.ask("choose", again).await.problem(), (409, "CONFLICT_ERROR"));
    // Coins that were on their way come back to their payer.
    payer.play_part("pay", "1").await;
    let page = payer.until_others(&app, &[("1.1", "paid_late")]).await;
    assert!(option(&page["others"][0]["choices"], "refund").is_some());
    // What is paid cannot be cancelled.
    let (id, _) = paid(&app, &ada, "b", "25.00").await;
    let refused = ada.post_once(&format!("merchant/payments/{id}/cancel"), "d", &json!({})).await;
    assert_eq!(refused.problem(), (409, "CONFLICT_ERROR"));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_merchant_sends_money_back_in_parts_at_the_rate_of_its_choice() {
    let app = TestApp::new().await;
    let (ada, _) = merchant(&app, "ada", "EUR").await;
    let (id, payer) = paid(&app, &ada, "a", "50.00").await;
    paid(&app, &ada, "b", "50.00").await;
    let path = format!("merchant/payments/{id}");
    let coins = payer.look().await["attempt"]["paid"].as_str().unwrap().to_owned();
    let offer = ada.post(&format!("{path}/refund-offer"), &json!({ "rate": "paid" })).await.expect(StatusCode::OK);
    assert_eq!((&offer["amount"]["amount"], &offer["gets"]["amount"]), (&json!("50.00"), &json!(coins)));
    let half = json!({ "amount": "25.00", "rate": "paid", "address": LTC_ADDRESS });
    let first = ada.post_once(&format!("{path}/refunds"), "r", &half).await.expect(StatusCode::CREATED);
    let again = ada.post_once(&format!("{path}/refunds"), "r", &half).await.expect(StatusCode::CREATED);
    assert_eq!(again, first, "the same key sends nothing twice");
    let atoms = |text: &str| text.replace('.', "").parse::<u64>().unwrap();
    assert_eq!(atoms(first["gets"]["amount"].as_str().unwrap()), atoms(&coins) / 2);
    for (pointer, change) in [
        ("/amount", json!({ "amount": "25.01" })),
        ("/amount", json!({ "amount": "0.00" })),
        ("/address", json!({ "address": "nonsense" })),
        ("/address", json!({ "address": null })),
    ] {
        let mut body = half.clone();
        body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        let refused = ada.post_once(&format!("{path}/refunds"), &change.to_string().replace(' ', ""), &body).await;
        assert_eq!((refused.problem().0, &refused.body["errors"][0]["pointer"]), (400, &json!(pointer)), "{change}");
    }
    let dear = json!({ "address": LTC_ADDRESS, "cost": "1.00" });
    assert_eq!(ada.post_once(&format!("{path}/refunds"), "d", &dear).await.problem(), (409, "CONFLICT_ERROR"));
    let rest = json!({ "rate": "today", "address": LTC_ADDRESS });
    let second = ada.post_once(&format!("{path}/refunds"), "s", &rest).await.expect(StatusCode::CREATED);
    assert_eq!(second["amount"]["amount"], "25.00", "all that is left");
    let details = ada.get(&path).await.expect(StatusCode::OK);
    assert_eq!(
        (&details["refundable"]["refunded"]["amount"], &details["refundable"]["left"]["amount"]),
        (&json!("50.00"), &json!("0.00"))
    );
    let more = ada.post_once(&format!("{path}/refunds"), "t", &rest).await;
    assert_eq!(more.problem(), (409, "CONFLICT_ERROR"), "nothing is left");
    let refund = first["transaction_id"].as_str().unwrap();
    let sent = ada.until(&app, refund, |transaction| transaction["status"] == "DONE").await;
    assert_eq!((&sent["display_type"], &sent["parent"]), (&json!("refund"), &details["transaction_ids"][0]));
    assert_eq!(ada.get(&path).await.body["refunds"][0]["state"], "sent");
    // An operator who looks for refunds finds it, and does not find it among the withdrawals, whose legs it has.
    let mut tom = colleague(&app, Role::TreasuryOperator).await;
    for (display, is_listed) in [("refund", true), ("withdraw", false)] {
        let found = tom.call("GET", &format!("movements?display_type={display}"), None).await.expect(StatusCode::OK);
        let listed = found["data"].as_array().unwrap().iter().any(|line| line["id"] == sent["id"]);
        assert_eq!(listed, is_listed, "{display}");
    }
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refund_that_is_cancelled_or_refused_leaves_its_part_for_another() {
    let app = TestApp::new().await;
    let (ada, _) = merchant(&app, "ada", "EUR").await;
    let (id, _) = paid(&app, &ada, "a", "50.00").await;
    let path = format!("merchant/payments/{id}/refunds");
    // The balance does not cover the fees.
    let all = json!({ "address": LTC_ADDRESS });
    assert_eq!(ada.post_once(&path, "r", &all).await.problem(), (422, "INSUFFICIENT_BALANCE"));
    update(&app, "ada", "guards_changed_at = now()").await;
    let most = json!({ "amount": "40.00", "address": LTC_ADDRESS });
    assert_eq!(ada.post_once(&path, "s", &most).await.problem(), (422, "PAYOUTS_HELD"), "a refund is a withdrawal");
    update(&app, "ada", "guards_changed_at = NULL").await;
    let made = ada.post_once(&path, "t", &most).await.expect(StatusCode::CREATED);
    let taken = ada.post_once(&path, "u", &json!({ "amount": "10.01", "address": LTC_ADDRESS })).await;
    assert_eq!(taken.body["errors"][0]["pointer"], "/amount");
    let cancel = format!("transactions/{}/cancel", made["transaction_id"].as_str().unwrap());
    ada.post_once(&cancel, "c", &json!({})).await.expect(StatusCode::OK);
    let details = ada.get(&format!("merchant/payments/{id}")).await.expect(StatusCode::OK);
    assert_eq!(
        (&details["refunds"][0]["state"], &details["refundable"]["left"]["amount"]),
        (&json!("cancelled"), &json!("50.00"))
    );
    ada.post_once(&path, "v", &most).await.expect(StatusCode::CREATED);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refund_that_took_longer_than_its_price_holds_leaves_its_part_for_another() {
    let app = TestApp::new().await;
    let (ada, _) = merchant(&app, "ada", "EUR").await;
    let (id, _) = paid(&app, &ada, "a", "50.00").await;
    let mut gate = Gate::before(&app, "INSERT ON merchant_refunds FOR EACH ROW").await;
    let path = format!("merchant/payments/{id}/refunds");
    let slow = ada.clone();
    let call =
        tokio::spawn(
            async move { slow.post_once(&path, "r", &json!({ "amount": "40.00", "address": LTC_ADDRESS })).await },
        );
    gate.reached().await;
    app.skip(TimeDelta::minutes(2));
    gate.open().await;
    assert_eq!(call.await.unwrap().problem(), (409, "QUOTE_EXPIRED"));
    let details = ada.get(&format!("merchant/payments/{id}")).await.expect(StatusCode::OK);
    assert_eq!((&details["refunds"], &details["refundable"]["left"]["amount"]), (&json!([]), &json!("50.00")));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_refunds_at_once_send_back_no_more_than_was_received() {
    let app = TestApp::new().await;
    let (ada, _) = merchant(&app, "ada", "EUR").await;
    let (id, _) = paid(&app, &ada, "a", "100.00").await;
    paid(&app, &ada, "b", "100.00").await;
    let path = format!("merchant/payments/{id}/refunds");
    let body = json!({ "amount": "21.00", "address": LTC_ADDRESS });
    let calls = (0..50).map(|call| {
        let (ada, path, body) = (ada.clone(), path.clone(), body.clone());
        tokio::spawn(async move { ada.post_once(&path, &format!("refund-{call}"), &body).await.status })
    });
    let mut made = 0;
    for call in calls.collect::<Vec<_>>() {
        made += usize::from(call.await.unwrap() == StatusCode::CREATED);
    }
    assert!((1..=4).contains(&made), "{made} of 21.00 in 100.00");
    let details = ada.get(&format!("merchant/payments/{id}")).await.expect(StatusCode::OK);
    assert_eq!(details["refunds"].as_array().unwrap().len(), made);
    let sum = count(&app, "SELECT sum((amount ->> 'amount')::numeric * 100)::bigint FROM merchant_refunds").await;
    assert_eq!(sum, i64::try_from(made).unwrap() * 2_100, "nothing is reserved for refused ones");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shops_server_cancels_and_refunds_by_its_key() {
    let app = TestApp::new().await;
    let (ada, _) = merchant(&app, "ada", "EUR").await;
    let (id, _) = paid(&app, &ada, "a", "50.00").await;
    let (_, secret) = key(&ada, "wallet", &["wallet:full"]).await;
    let shop = Server::new(&app.router, &secret);
    let saved = json!({ "currency": "LTC", "payway": "ltc", "kind": "address", "value": LTC_ADDRESS });
    let saved = shop.call("POST", "requisites", Some(&saved), &[]).await.expect(StatusCode::CREATED);
    // An API key pays to a requisite that has been kept long enough.
    let old = "UPDATE saved_requisites SET created_at = created_at - interval '60 days'";
    sqlx::query(old).execute(&mut app.db.connect().await).await.unwrap();
    let path = format!("/api/partner/v1/payments/{id}/refunds");
    let body = json!({ "amount": "20.00", "rate": "paid", "requisite_id": saved["id"] });
    assert_eq!(shop.post(&path, "r", &body).await.problem(), (403, "SIGNATURE_REQUIRED"));
    let headers = signed(&shop, &path, "r", &body, app.now().timestamp());
    let headers: Vec<(&str, &str)> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let made = shop.call("POST", &path, Some(&body), &headers).await.expect(StatusCode::CREATED);
    let again = shop.call("POST", &path, Some(&body), &headers).await.expect(StatusCode::CREATED);
    assert_eq!((&made["state"], &again["number"]), (&json!("pending"), &made["number"]));
    let open = shop.post("payments", "p", &json!({ "amount": "9.99", "currency": "EUR" })).await;
    let open = open.expect(StatusCode::CREATED);
    let cancel = format!("payments/{}/cancel", open["id"].as_str().unwrap());
    let cancelled = shop.post(&cancel, "c", &json!({})).await.expect(StatusCode::OK);
    assert_eq!(cancelled["payment"]["state"], "cancelled");
    app.close().await;
}

async fn mails(visitor: &Person, to: &str) -> Vec<String> {
    let found = visitor.get(&format!("sandbox/mails?to={to}")).await.expect(StatusCode::OK);
    found["data"].as_array().unwrap().iter().map(|mail| mail["subject"].as_str().unwrap().to_owned()).collect()
}

/// Waits for an email to an address with such a subject.
async fn mails_until(app: &TestApp, visitor: &Person, to: &str, is_it: impl Fn(&str) -> bool) {
    let mut hub = app.db.store.event_hub().subscribe();
    let found = async {
        while !mails(visitor, to).await.iter().any(|subject| is_it(subject)) {
            let _ = tokio::time::timeout(std::time::Duration::from_millis(300), hub.recv()).await;
        }
    };
    let found = tokio::time::timeout(std::time::Duration::from_secs(30), found).await;
    found.unwrap_or_else(|_| panic!("no email to {to}"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_paid_payment_is_told_to_the_merchant_who_wants_it_and_to_a_payer_who_asked() {
    let app = TestApp::new().await;
    let (ada, _) = merchant(&app, "ada", "EUR").await;
    let payer = Payer::of(&app, &payment(&ada, "a", "25.00").await);
    payer.choose(1, "LTC", "ltc").await;
    let wrong = payer.ask("receipt", json!({ "email": "nonsense" })).await;
    assert_eq!((wrong.problem().0, &wrong.body["errors"][0]["pointer"]), (400, &json!("/email")));
    let asked = json!({ "email": "payer@example.test", "language": "pl" });
    assert_eq!(payer.another().ask("receipt", asked.clone()).await.problem(), (403, "ACCESS_DENIED"));
    let page = payer.ask("receipt", asked.clone()).await.expect(StatusCode::OK);
    assert_eq!(page["has_receipt"], true);
    payer.play("pay").await;
    payer.until(&app, "paid").await;
    let is_receipt = |subject: &str| subject.contains("Bean & Leaf") && subject.starts_with("Twoje");
    mails_until(&app, &ada, "payer@example.test", is_receipt).await;
    mails_until(&app, &ada, "ada@example.test", |subject| subject.starts_with("Payment received: ")).await;
    let kept = "SELECT count(*) FROM merchant_payments WHERE receipt::text LIKE '%payer@%'";
    assert_eq!(count(&app, kept).await, 0, "the address is deleted");
    assert_eq!(payer.ask("receipt", asked).await.problem(), (409, "CONFLICT_ERROR"), "one receipt");
    // A merchant who turned the emails off gets none; the payer may still ask afterwards.
    let off = json!({ "name": "Bean & Leaf", "settlement_currency": "EUR", "mails": false,
        "return_hosts": ["shop.example"] });
    ada.call("PUT", "merchant", Some(&off), &[]).await.expect(StatusCode::OK);
    let before = mails(&ada, "ada@example.test").await;
    let (_, payer) = paid(&app, &ada, "b", "25.00").await;
    payer.ask("receipt", json!({ "email": "late@example.test" })).await.expect(StatusCode::OK);
    mails_until(&app, &ada, "late@example.test", |subject| subject.contains("Bean & Leaf")).await;
    let paid_mails = |all: &[String]| all.iter().filter(|one| one.starts_with("Payment received")).count();
    assert_eq!(paid_mails(&mails(&ada, "ada@example.test").await), paid_mails(&before));
    app.close().await;
}

async fn text(person: &Person, path: &str) -> String {
    let answer = person.get(path).await;
    assert_eq!((answer.status, answer.header("content-type")), (StatusCode::OK, "text/csv; charset=utf-8"));
    String::from_utf8(answer.bytes).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_payments_of_a_period_are_a_file_that_no_spreadsheet_executes() {
    let app = TestApp::new().await;
    let (ada, _) = merchant(&app, "ada", "EUR").await;
    paid(&app, &ada, "cart-1", "25.00").await;
    let evil = json!({ "amount": "9.99", "currency": "EUR", "order_id": "=HYPERLINK(\"https://evil.example\")",
        "description": "+1\nsecond" });
    ada.post_once("merchant/payments", "evil", &evil).await.expect(StatusCode::CREATED);
    let (bob, _) = merchant(&app, "bob", "EUR").await;
    let (from, to) = (app.now() - chrono::TimeDelta::days(1), app.now() + chrono::TimeDelta::days(1));
    let period = format!("from={}&to={}", from.format("%FT%TZ"), to.format("%FT%TZ"));
    let file = text(&ada, &format!("merchant/payments/export?{period}")).await;
    let lines: Vec<&str> = file.lines().collect();
    assert_eq!(lines.len(), 3, "{file}");
    assert!(lines[1].contains("\"cart-1\"") && lines[1].contains("\"paid\",\"25.00\",\"EUR\""), "{file}");
    assert!(lines[2].contains("\"'=HYPERLINK(\"\"https://evil.example\"\")\"") && lines[2].contains("\"'+1 second\""));
    assert_eq!(text(&bob, &format!("merchant/payments/export?{period}")).await.lines().count(), 1);
    let turned = format!("from={}&to={}", to.format("%FT%TZ"), from.format("%FT%TZ"));
    let refused = ada.get(&format!("merchant/payments/export?{turned}")).await;
    assert_eq!(refused.body["errors"][0]["pointer"], "to");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payer_agrees_to_the_terms_in_force_and_the_choice_says_which() {
    let app = TestApp::new().await;
    let (ada, _) = merchant(&app, "ada", "EUR").await;
    let payer = Payer::of(&app, &payment(&ada, "a", "25.00").await);
    let terms = payer.ask("terms", json!({})).await.expect(StatusCode::OK);
    assert_eq!(terms["version"], payer.look().await["terms_version"]);
    assert!(terms["text"].as_str().is_some_and(|text| text.len() > 100));
    for version in [json!(0), json!(terms["version"].as_i64().unwrap() + 1)] {
        let asked = json!({ "attempt": 1, "currency": "LTC", "payway": "ltc", "terms_version": version });
        let refused = payer.ask("choose", asked).await;
        assert_eq!((refused.problem().0, &refused.body["errors"][0]["pointer"]), (400, &json!("/terms_version")));
    }
    payer.choose(1, "LTC", "ltc").await;
    let kept = count(&app, "SELECT terms_version::bigint FROM merchant_attempts").await;
    assert_eq!(json!(kept), terms["version"]);
    app.close().await;
}
