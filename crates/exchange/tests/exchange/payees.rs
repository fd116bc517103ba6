//! Verification of payee before a euro payout: the bank's answer, the customer's choice, and the stored evidence.

use crate::support::*;
use exchange::payee::{ANSWER_MINUTES, ASKS_PER_HOUR, PayeeChoice, PayeeConsent};
use exchange::rails::{PayeeMatch, RailError};
use exchange::requisite::Requisite;
use exchange::{CreateOrder, ExchangeError, PayeeQuestion, RequisiteInput, Transaction};
use identity::CustomerStatus;
use kernel::{Currency, PayeeCheckId, Payway, ProfileId, UserId};
use uuid::Uuid;

fn says(setup: &Setup, answer: Answer<PayeeMatch>) {
    *setup.outside.payee.lock().unwrap() = Some(answer);
}

fn close() -> PayeeMatch {
    PayeeMatch::CloseMatch { suggested: "O. Shevchenko".to_owned() }
}

async fn sell(setup: &Setup, requisite: RequisiteInput) -> Result<Transaction, ExchangeError> {
    setup.prices();
    let quote = setup.firm((Currency::LTC, Payway::Ltc), (Currency::EUR, Payway::Iban), "2").await;
    let order = CreateOrder {
        quote_id: quote.id,
        requisite: Some(requisite),
        refund_to: None,
        customer_status: CustomerStatus::nobody(),
        idempotency: None,
        preset: None,
        plan: None,
        refund_of: None,
    };
    setup.exchange.create(setup.tenant, setup.profile, order).await
}

fn rule(refused: Result<Transaction, ExchangeError>) -> &'static str {
    match refused.expect_err("refused") {
        ExchangeError::Payee(refusal) => refusal.code(),
        other => panic!("{other}"),
    }
}

/// The paid name of an order, with its verification.
fn kept(order: &Transaction) -> (&str, &PayeeMatch, PayeeChoice) {
    let Some(Requisite::Iban { full_name, payee: Some(payee), .. }) = order.requisite() else {
        panic!("no verified account")
    };
    (full_name, &payee.answer, payee.choice)
}

#[tokio::test]
async fn a_confirmed_payee_is_paid_and_the_result_is_stored_with_the_order() {
    let setup = Setup::new().await;
    let check = setup.ask_payee("  Olena   Shevchenko ").await.unwrap();
    let sold = sell(&setup, account(&check, false)).await.unwrap();
    let read_back = setup.now(sold.id).await;
    assert_eq!(kept(&read_back), ("Olena Shevchenko", &PayeeMatch::Match, PayeeChoice::Matched));
    assert_eq!(read_back, sold);
}

#[tokio::test]
async fn an_unverified_payee_account_is_refused() {
    let setup = Setup::new().await;
    let check = setup.ask_payee("Olena Shevchenko").await.unwrap();
    let RequisiteInput::Iban { value, full_name, payee } = account(&check, true) else { unreachable!() };
    let input = |value: &str, full_name: &str, payee| {
        let (value, full_name) = (value.to_owned(), full_name.to_owned());
        sell(&setup, RequisiteInput::Iban { value, full_name, payee })
    };
    assert_eq!(rule(input(&value, &full_name, None).await), "payee_check_required");
    let unknown = PayeeConsent { check: PayeeCheckId::from_uuid(Uuid::from_u128(5)), acknowledged: true };
    assert_eq!(rule(input(&value, &full_name, Some(unknown)).await), "payee_check_required");
    assert_eq!(rule(input(&value, "Jan Kowalski", payee).await), "payee_check_of_another");
    assert_eq!(rule(input("NL91ABNA0417164300", &full_name, payee).await), "payee_check_of_another");
    setup.pass(ANSWER_MINUTES * 60);
    assert_eq!(rule(input(&value, &full_name, payee).await), "payee_check_expired");
}

#[tokio::test]
async fn a_payee_check_of_another_customer_cannot_be_used() {
    let setup = Setup::new().await;
    let question = PayeeQuestion {
        asker: UserId::from_uuid(Uuid::from_u128(76)),
        currency: Currency::EUR,
        payway: Payway::Iban,
        iban: IBAN.to_owned(),
        full_name: "Olena Shevchenko".to_owned(),
    };
    let stranger = ProfileId::from_uuid(Uuid::from_u128(77));
    let theirs = setup.exchange.verify_payee(setup.tenant, stranger, question.clone()).await.unwrap().unwrap();
    assert_eq!(rule(sell(&setup, account(&theirs, true)).await), "payee_check_required");
    let elsewhere = store::testing::tenant(2);
    let theirs = setup.exchange.verify_payee(elsewhere, setup.profile, question).await.unwrap().unwrap();
    assert_eq!(rule(sell(&setup, account(&theirs, true)).await), "payee_check_required");
}

#[tokio::test]
async fn after_a_close_match_the_customer_takes_the_suggested_name_or_confirms_the_typed_one() {
    let setup = Setup::new().await;
    says(&setup, Ok(close()));
    let check = setup.ask_payee("Olena Shevchenko").await.unwrap();
    assert_eq!(rule(sell(&setup, account(&check, false)).await), "payee_unacknowledged");
    let own = sell(&setup, account(&check, true)).await.unwrap();
    assert_eq!(kept(&own), ("Olena Shevchenko", &close(), PayeeChoice::Acknowledged));
    let RequisiteInput::Iban { value, payee, .. } = account(&check, false) else { unreachable!() };
    let suggested = RequisiteInput::Iban { value, full_name: "O. Shevchenko".to_owned(), payee };
    let sold = sell(&setup, suggested).await.unwrap();
    assert_eq!(kept(&sold), ("O. Shevchenko", &close(), PayeeChoice::Suggested));
}

#[tokio::test]
async fn a_payee_mismatch_is_refused_before_any_money_moves() {
    let setup = Setup::new().await;
    says(&setup, Ok(PayeeMatch::NoMatch));
    let check = setup.ask_payee("Olena Shevchenko").await.unwrap();
    for acknowledged in [false, true] {
        assert_eq!(rule(sell(&setup, account(&check, acknowledged)).await), "payee_no_match");
    }
    let page = setup.exchange.list(setup.tenant, setup.profile, &[], None, 50).await.unwrap();
    assert_eq!(page.transactions, []);
}

#[tokio::test]
async fn an_unavailable_bank_is_no_obstacle_after_the_customers_confirmation() {
    let setup = Setup::new().await;
    says(&setup, Err(RailError::Unavailable { rail: "iban".to_owned(), reason: "down".to_owned() }));
    let check = setup.ask_payee("Olena Shevchenko").await.unwrap();
    assert_eq!(rule(sell(&setup, account(&check, false)).await), "payee_unacknowledged");
    let sold = sell(&setup, account(&check, true)).await.unwrap();
    assert_eq!(kept(&sold), ("Olena Shevchenko", &PayeeMatch::NotPossible, PayeeChoice::Acknowledged));
}

#[tokio::test]
async fn payee_checks_are_rate_limited_against_enumeration() {
    let setup = Setup::new().await;
    for _ in 0..ASKS_PER_HOUR {
        setup.pass(1);
        setup.ask_payee("Olena Shevchenko").await.unwrap();
    }
    let Err(ExchangeError::TooMany { retry_after_s, .. }) = setup.ask_payee("Olena Shevchenko").await else {
        panic!("let through")
    };
    assert!(i64::from(retry_after_s) <= 3_600 - ASKS_PER_HOUR + 2, "{retry_after_s}");
    setup.pass(i64::from(retry_after_s));
    // The first check is an hour old, so one more is permitted; of many concurrent ones, exactly one succeeds.
    let ask = || setup.ask_payee("Olena Shevchenko");
    let (a, b, c, d) = tokio::join!(ask(), ask(), ask(), ask());
    assert_eq!([a, b, c, d].iter().filter(|answer| answer.is_ok()).count(), 1);
}
