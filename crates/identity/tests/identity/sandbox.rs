//! The sandbox: fixed codes that simulate each outcome, and the outbox in place of emails.

use std::collections::BTreeSet;

use identity::{Challenge, IdentityError, Login, Way};

use crate::setup::{Setup, code_in, field, here};

async fn ask(setup: &Setup, email: &str) -> Challenge {
    setup.identity.start_login(&setup.sandbox, email, &here()).await.unwrap()
}

async fn answer(setup: &Setup, challenge: &Challenge, code: &str) -> Result<Login, IdentityError> {
    setup.identity.finish_login(&setup.sandbox, challenge.id, code, &here()).await
}

async fn outbox_code(setup: &Setup, to: &str) -> String {
    setup.worker.run_until_idle().await.unwrap();
    let mails = setup.identity.outbox(&setup.sandbox, Some(to)).await.unwrap();
    code_in(&mails[0].text).expect("a mail with a code came")
}

#[tokio::test]
async fn test_mailboxes_take_the_sandbox_codes_beside_their_own() {
    let setup = Setup::new().await;
    let challenge = ask(&setup, "a@example.test").await;
    assert_eq!(field(answer(&setup, &challenge, "222222").await.unwrap_err()), ("code", "wrong", Some(4)));
    assert_eq!(field(answer(&setup, &challenge, "333333").await.unwrap_err()), ("code", "expired", None));
    assert_eq!(answer(&setup, &challenge, "444444").await.unwrap_err().code(), "TOO_MANY_REQUESTS");
    answer(&setup, &challenge, "111111").await.unwrap();

    let challenge = ask(&setup, "a@example.test").await;
    let own = outbox_code(&setup, "a@example.test").await;
    answer(&setup, &challenge, &own).await.unwrap();
}

#[tokio::test]
async fn sandbox_codes_work_for_test_mailboxes_of_sandboxes_only() {
    let setup = Setup::new().await;
    let challenge = ask(&setup, "a@example.com").await;
    assert_eq!(field(answer(&setup, &challenge, "111111").await.unwrap_err()).1, "wrong");
    let challenge = setup.ask("a@example.test").await.unwrap();
    assert_eq!(field(setup.answer(&challenge, "111111").await.unwrap_err()).1, "wrong");
}

#[tokio::test]
async fn the_outbox_shows_the_sandboxs_mails_newest_first_and_keeps_a_bounded_number() {
    let setup = Setup::new().await;
    for n in 0..505 {
        setup.wait(chrono::TimeDelta::milliseconds(1));
        ask(&setup, &format!("p{n}@example.test")).await;
        setup.worker.run_until_idle().await.unwrap();
    }
    assert_eq!(setup.count("SELECT count(*) FROM mail_outbox").await, 500);
    let shown = setup.identity.outbox(&setup.sandbox, None).await.unwrap();
    assert_eq!((shown.len(), shown[0].to.as_str()), (50, "p504@example.test"));
    let to_one = setup.identity.outbox(&setup.sandbox, Some("P503@example.test")).await.unwrap();
    assert_eq!(to_one.len(), 1);
    assert!(!format!("{to_one:?}").contains(&to_one[0].text));
}

/// The fixture's mailbox acts as the email and text providers of the whole installation.
#[tokio::test]
async fn a_sandbox_sends_nothing_by_a_real_provider() {
    let setup = Setup::new().await;
    ask(&setup, "a@example.test").await;
    ask(&setup, "somebody@example.com").await;
    let login = answer(&setup, &ask(&setup, "ada@example.test").await, "111111").await.unwrap();
    let ada = setup.identity.authenticate(setup.sandbox.id, login.tokens.access.expose()).await.unwrap();
    let phone = "+447400643621";
    let (refused, from) = (BTreeSet::new(), here());
    let texted = setup.identity.start_phone_change(&setup.sandbox, &ada, phone, Way::Sms, &refused, &from);
    texted.await.unwrap();
    setup.worker.run_until_idle().await.unwrap();
    for to in ["a@example.test", "somebody@example.com", phone] {
        let kept = setup.identity.outbox(&setup.sandbox, Some(to)).await.unwrap();
        assert_eq!(kept.len(), 1, "{to}");
    }
    assert_eq!(setup.mailbox.0.lock().unwrap().len(), 0, "nobody outside hears of it");
    setup.ask("somebody@example.com").await.unwrap();
    setup.worker.run_until_idle().await.unwrap();
    assert_eq!(setup.mailbox.0.lock().unwrap().len(), 1, "a real tenant's mail is sent");
}

#[tokio::test]
async fn a_live_tenant_has_no_outbox() {
    let setup = Setup::new().await;
    assert_eq!(setup.identity.outbox(&setup.tenant, None).await.unwrap_err().code(), "NOT_FOUND");
}
