//! Email and telephone changes.

use std::collections::BTreeSet;

use chrono::TimeDelta;
use identity::{Challenge, IdentityError, Principal, Step, Tokens, Way};
use kernel::Country;

use crate::setup::*;

const PHONE: &str = "+48 512 345 678";

async fn who(setup: &Setup, tokens: &Tokens) -> Principal {
    setup.identity.authenticate(setup.tenant.id, tokens.access.expose()).await.unwrap()
}

async fn ask_phone(setup: &Setup, who: &Principal, number: &str, way: Way) -> Result<Challenge, IdentityError> {
    let refused: BTreeSet<Country> = BTreeSet::from(["RU".parse().unwrap()]);
    setup.identity.start_phone_change(&setup.tenant, who, number, way, &refused, &here()).await
}

/// The code in the newest text message.
async fn texted(setup: &Setup, to: &str, channel: &str) -> String {
    let text = read_mail(setup, to, channel).await;
    text.chars().take_while(char::is_ascii_digit).collect()
}

#[tokio::test]
async fn a_new_email_is_confirmed_by_its_code_and_the_old_one_is_notified() {
    let setup = Setup::new().await;
    let anna = who(&setup, &setup.sign_in(ANNA).await.tokens).await;
    let (identity, tenant) = (&setup.identity, &setup.tenant);
    let change = identity.start_email_change(tenant, &anna, "Anna.New@example.com", &here()).await.unwrap();
    assert_eq!(identity.user(tenant.id, anna.user).await.unwrap().email, ANNA, "nothing changes before the code");
    let code = setup.read_code("Anna.New@example.com").await;
    let wrong = identity.confirm_email_change(tenant, &anna, change.id, &other_than(&code), &here()).await;
    assert_eq!(field(wrong.unwrap_err()), ("code", "wrong", Some(4)));
    let user = identity.confirm_email_change(tenant, &anna, change.id, &code, &here()).await.unwrap();
    assert_eq!(user.email, "Anna.New@example.com");
    assert!(read_mail(&setup, ANNA, "Your email at The Bank was changed").await.contains("192.0.2.0/24"));
    let again = identity.confirm_email_change(tenant, &anna, change.id, &code, &here()).await;
    assert_eq!(field(again.unwrap_err()).1, "expired", "a code works once");
    assert_eq!(setup.sign_in("anna.new@example.com").await.user, anna.user);
}

#[tokio::test]
async fn an_email_of_another_account_is_refused_only_after_its_code_is_entered() {
    let setup = Setup::new().await;
    setup.sign_in("bob@example.com").await;
    let anna = who(&setup, &setup.sign_in(ANNA).await.tokens).await;
    let (identity, tenant) = (&setup.identity, &setup.tenant);
    let change = identity.start_email_change(tenant, &anna, "bob@example.com", &here()).await.unwrap();
    let code = setup.read_code("bob@example.com").await;
    let taken = identity.confirm_email_change(tenant, &anna, change.id, &code, &here()).await;
    assert_eq!(taken.unwrap_err().code(), "EMAIL_ALREADY_LINKED_ERROR");
    assert_eq!(identity.user(tenant.id, anna.user).await.unwrap().email, ANNA);
}

#[tokio::test]
async fn a_telephone_is_verified_by_sms_or_messenger_and_changes_once_in_a_day() {
    let setup = Setup::new().await;
    let anna = who(&setup, &setup.sign_in(ANNA).await.tokens).await;
    let (identity, tenant) = (&setup.identity, &setup.tenant);
    let asked = ask_phone(&setup, &anna, PHONE, Way::Sms).await.unwrap();
    let code = texted(&setup, "+48512345678", "sms").await;
    let user = identity.confirm_phone_change(tenant, &anna, asked.id, &code, &here()).await.unwrap();
    assert_eq!(user.phone.as_deref(), Some("+48512345678"));
    assert!(identity.customer_status(tenant, anna.user).await.unwrap().done.contains(&Step::Phone));
    let early = ask_phone(&setup, &anna, "+48 512 345 679", Way::Sms).await.unwrap_err();
    assert_eq!((early.code(), early.retry_after_s()), ("PHONE_CHANGE_LIMIT_EXCEEDED", Some(86_400)));
    setup.wait(TimeDelta::hours(24));
    let asked = ask_phone(&setup, &anna, "+48 512 345 679", Way::Messenger).await.unwrap();
    let code = texted(&setup, "+48512345679", "messenger").await;
    let user = identity.confirm_phone_change(tenant, &anna, asked.id, &code, &here()).await.unwrap();
    assert_eq!(user.phone.as_deref(), Some("+48512345679"));
}

#[tokio::test]
async fn each_telephone_that_cannot_be_used_has_the_specifications_answer() {
    let setup = Setup::new().await;
    let anna = who(&setup, &setup.sign_in(ANNA).await.tokens).await;
    for (number, code) in [
        ("+888 0123 4567", "NOT_ACCEPTABLE"),
        ("+7 495 123-45-67", "UNPROCESSABLE_ENTITY"),
        ("512 345 678", "VALIDATION_ERROR"),
        ("+999 000 0001", "VALIDATION_ERROR"),
    ] {
        assert_eq!(ask_phone(&setup, &anna, number, Way::Sms).await.unwrap_err().code(), code, "{number}");
    }
    ask_phone(&setup, &anna, PHONE, Way::Sms).await.unwrap();
    assert_eq!(retry_after_s(ask_phone(&setup, &anna, PHONE, Way::Sms).await.unwrap_err()), 60);
}

#[tokio::test]
async fn a_code_is_bound_to_its_person_and_allows_five_attempts() {
    let setup = Setup::new().await;
    let anna = who(&setup, &setup.sign_in(ANNA).await.tokens).await;
    let bob = who(&setup, &setup.sign_in("bob@example.com").await.tokens).await;
    let (identity, tenant) = (&setup.identity, &setup.tenant);
    let asked = ask_phone(&setup, &anna, PHONE, Way::Sms).await.unwrap();
    let code = texted(&setup, "+48512345678", "sms").await;
    let stolen = identity.confirm_phone_change(tenant, &bob, asked.id, &code, &here()).await;
    assert_eq!(field(stolen.unwrap_err()).1, "expired");
    let crossed = identity.confirm_email_change(tenant, &anna, asked.id, &code, &here()).await;
    assert_eq!(field(crossed.unwrap_err()).1, "expired", "a telephone's code changes no email");
    for left in (0..4).rev() {
        let wrong = identity.confirm_phone_change(tenant, &anna, asked.id, &other_than(&code), &here()).await;
        assert_eq!(field(wrong.unwrap_err()), ("code", "wrong", Some(left)));
    }
    let late = identity.confirm_phone_change(tenant, &anna, asked.id, &code, &here()).await;
    retry_after_s(late.unwrap_err());
}

#[tokio::test]
async fn codes_sent_to_another_persons_number_use_up_none_of_that_persons_codes() {
    let setup = Setup::new().await;
    let anna = setup.sign_in(ANNA).await.tokens;
    let eve = setup.sign_in("eve@example.com").await.tokens;
    let (anna, eve) = (who(&setup, &anna).await, who(&setup, &eve).await);
    for _ in 0..4 {
        ask_phone(&setup, &eve, PHONE, Way::Sms).await.unwrap();
        setup.wait(TimeDelta::hours(1));
    }
    ask_phone(&setup, &eve, PHONE, Way::Sms).await.unwrap_err();
    ask_phone(&setup, &anna, PHONE, Way::Sms).await.unwrap();
}
