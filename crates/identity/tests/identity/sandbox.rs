//! The sandbox: fixed codes that simulate each outcome, and the outbox in place of emails.

use std::collections::BTreeSet;

use identity::{Challenge, IdentityError, Login, Way};

use crate::house::{House, code_in, field, here};

async fn ask(house: &House, email: &str) -> Challenge {
    house.identity.start_login(&house.sandbox, email, &here()).await.unwrap()
}

async fn answer(house: &House, challenge: &Challenge, code: &str) -> Result<Login, IdentityError> {
    house.identity.finish_login(&house.sandbox, challenge.id, code, &here()).await
}

async fn outbox_code(house: &House, to: &str) -> String {
    house.worker.run_until_idle().await.unwrap();
    let mails = house.identity.outbox(&house.sandbox, Some(to)).await.unwrap();
    code_in(&mails[0].text).expect("a mail with a code came")
}

#[tokio::test]
async fn test_mailboxes_take_the_sandbox_codes_beside_their_own() {
    let house = House::new().await;
    let challenge = ask(&house, "a@example.test").await;
    assert_eq!(field(answer(&house, &challenge, "222222").await.unwrap_err()), ("code", "wrong", Some(4)));
    assert_eq!(field(answer(&house, &challenge, "333333").await.unwrap_err()), ("code", "expired", None));
    assert_eq!(answer(&house, &challenge, "444444").await.unwrap_err().code(), "TOO_MANY_REQUESTS");
    answer(&house, &challenge, "111111").await.unwrap();

    let challenge = ask(&house, "a@example.test").await;
    let own = outbox_code(&house, "a@example.test").await;
    answer(&house, &challenge, &own).await.unwrap();
}

#[tokio::test]
async fn sandbox_codes_work_for_test_mailboxes_of_sandboxes_only() {
    let house = House::new().await;
    let challenge = ask(&house, "a@example.com").await;
    assert_eq!(field(answer(&house, &challenge, "111111").await.unwrap_err()).1, "wrong");
    let challenge = house.ask("a@example.test").await.unwrap();
    assert_eq!(field(house.answer(&challenge, "111111").await.unwrap_err()).1, "wrong");
}

#[tokio::test]
async fn the_outbox_shows_the_sandboxs_mails_newest_first_and_keeps_a_bounded_number() {
    let house = House::new().await;
    for n in 0..505 {
        house.wait(chrono::TimeDelta::milliseconds(1));
        ask(&house, &format!("p{n}@example.test")).await;
        house.worker.run_until_idle().await.unwrap();
    }
    assert_eq!(house.count("SELECT count(*) FROM mail_outbox").await, 500);
    let shown = house.identity.outbox(&house.sandbox, None).await.unwrap();
    assert_eq!((shown.len(), shown[0].to.as_str()), (50, "p504@example.test"));
    let to_one = house.identity.outbox(&house.sandbox, Some("P503@example.test")).await.unwrap();
    assert_eq!(to_one.len(), 1);
    assert!(!format!("{to_one:?}").contains(&to_one[0].text));
}

/// The fixture's mailbox acts as the email and text providers of the whole installation.
#[tokio::test]
async fn a_sandbox_sends_nothing_by_a_real_provider() {
    let house = House::new().await;
    ask(&house, "a@example.test").await;
    ask(&house, "somebody@example.com").await;
    let login = answer(&house, &ask(&house, "ada@example.test").await, "111111").await.unwrap();
    let ada = house.identity.authenticate(house.sandbox.id, login.tokens.access.expose()).await.unwrap();
    let phone = "+447400643621";
    let (refused, from) = (BTreeSet::new(), here());
    let texted = house.identity.start_phone_change(&house.sandbox, &ada, phone, Way::Sms, &refused, &from);
    texted.await.unwrap();
    house.worker.run_until_idle().await.unwrap();
    for to in ["a@example.test", "somebody@example.com", phone] {
        let kept = house.identity.outbox(&house.sandbox, Some(to)).await.unwrap();
        assert_eq!(kept.len(), 1, "{to}");
    }
    assert_eq!(house.mailbox.0.lock().unwrap().len(), 0, "nobody outside hears of it");
    house.ask("somebody@example.com").await.unwrap();
    house.worker.run_until_idle().await.unwrap();
    assert_eq!(house.mailbox.0.lock().unwrap().len(), 1, "a real tenant's mail is sent");
}

#[tokio::test]
async fn a_live_tenant_has_no_outbox() {
    let house = House::new().await;
    assert_eq!(house.identity.outbox(&house.tenant, None).await.unwrap_err().code(), "NOT_FOUND");
}
