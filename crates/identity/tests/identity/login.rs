//! Sign-in with a code.

use chrono::TimeDelta;
use identity::{IdentityError, Language};

use crate::setup::{ANNA, Setup, field, here, other_than, retry_after_s};

#[tokio::test]
async fn a_new_person_signs_in_with_the_code_from_the_mail_and_is_the_same_person_next_time() {
    let setup = Setup::new().await;
    let challenge = setup.ask(" Anna@Example.com ").await.unwrap();
    assert_eq!((challenge.resend_after_s, challenge.expires_at), (60, setup.now() + TimeDelta::minutes(10)));
    setup.worker.run_until_idle().await.unwrap();
    let mail = setup.mailbox.0.lock().unwrap()[0].clone();
    assert_eq!((mail.to.as_str(), mail.subject.as_str()), ("Anna@example.com", "Your code for The Bank"));
    assert!(mail.text.contains("Never tell anyone this code"));
    let login = setup.answer(&challenge, &crate::setup::code_in(&mail.text).unwrap()).await.unwrap();
    assert_eq!(login.email, "Anna@example.com");
    assert!(login.consent_required);
    assert_eq!(login.profiles.len(), 1);

    // A finished sign-in resets the resend delay.
    let again = setup.sign_in(ANNA).await;
    assert_eq!((again.user, again.profiles), (login.user, login.profiles));
    assert_eq!(setup.count("SELECT count(*) FROM users").await, 1);
    let seen = "SELECT count(*) FROM audit_log WHERE action IN ('login.code_sent', 'login.succeeded')
                AND network = '192.0.2.0/24' AND user_agent = 'Test/1.0'";
    assert_eq!(setup.count(seen).await, 4);
}

#[tokio::test]
async fn the_mail_is_in_the_language_of_the_person_who_asked() {
    let setup = Setup::new().await;
    let context = identity::ClientContext { language: Language::Pl, ..here() };
    setup.identity.start_login(&setup.tenant, ANNA, &context).await.unwrap();
    setup.worker.run_until_idle().await.unwrap();
    assert!(setup.mailbox.0.lock().unwrap()[0].text.starts_with("Twój kod logowania do The Bank"));
}

#[tokio::test]
async fn five_wrong_codes_use_up_the_attempts_and_the_right_one_comes_too_late() {
    let setup = Setup::new().await;
    let challenge = setup.ask(ANNA).await.unwrap();
    let code = setup.read_code(ANNA).await;
    let wrong = other_than(&code);
    for left in [4, 3, 2, 1, 0] {
        let refused = setup.answer(&challenge, &wrong).await.unwrap_err();
        assert_eq!(field(refused), ("code", "wrong", Some(left)));
    }
    assert_eq!(retry_after_s(setup.answer(&challenge, &code).await.unwrap_err()), 60);
    setup.wait(TimeDelta::seconds(60));
    setup.sign_in(ANNA).await;
}

#[tokio::test]
async fn a_code_is_good_for_ten_minutes() {
    let setup = Setup::new().await;
    let challenge = setup.ask(ANNA).await.unwrap();
    let code = setup.read_code(ANNA).await;
    setup.wait(TimeDelta::minutes(10));
    assert_eq!(field(setup.answer(&challenge, &code).await.unwrap_err()), ("code", "expired", None));
    assert_eq!(setup.count("SELECT count(*) FROM users").await, 0);
}

#[tokio::test]
async fn another_code_is_sent_after_a_minute_and_ends_the_first() {
    let setup = Setup::new().await;
    let first = setup.ask(ANNA).await.unwrap();
    let first_code = setup.read_code(ANNA).await;
    setup.wait(TimeDelta::milliseconds(59_001));
    assert_eq!(retry_after_s(setup.ask(ANNA).await.unwrap_err()), 1);
    setup.wait(TimeDelta::milliseconds(999));
    let second = setup.ask(ANNA).await.unwrap();
    assert_eq!(second.resend_after_s, 90);
    let second_code = setup.read_code(ANNA).await;
    assert_eq!(field(setup.answer(&first, &first_code).await.unwrap_err()).1, "expired");
    setup.answer(&second, &second_code).await.unwrap();
}

#[tokio::test]
async fn a_code_works_once() {
    let setup = Setup::new().await;
    let challenge = setup.ask(ANNA).await.unwrap();
    let code = setup.read_code(ANNA).await;
    setup.answer(&challenge, &code).await.unwrap();
    assert_eq!(field(setup.answer(&challenge, &code).await.unwrap_err()), ("code", "expired", None));
}

#[tokio::test]
async fn twenty_answers_with_the_same_right_code_open_one_session() {
    let setup = Setup::new().await;
    let challenge = setup.ask(ANNA).await.unwrap();
    let code = setup.read_code(ANNA).await;
    let answers = futures(20, |_| setup.answer(&challenge, &code)).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    assert_eq!(setup.count("SELECT count(*) FROM sessions").await, 1);
    assert_eq!(setup.count("SELECT count(*) FROM profiles").await, 1);
}

#[tokio::test]
async fn twenty_guesses_at_once_get_no_more_than_five_attempts() {
    let setup = Setup::new().await;
    let challenge = setup.ask(ANNA).await.unwrap();
    let wrong = other_than(&setup.read_code(ANNA).await);
    let answers = futures(20, |_| setup.answer(&challenge, &wrong)).await;
    let looked_at =
        answers.into_iter().filter(|answer| matches!(answer, Err(IdentityError::Field { rule: "wrong", .. })));
    assert_eq!(looked_at.count(), 5);
}

#[tokio::test]
async fn known_and_unknown_addresses_get_the_same_answer_and_cost_the_same_rows() {
    let setup = Setup::new().await;
    setup.sign_in(ANNA).await;
    let rows = "SELECT (SELECT count(*) FROM login_challenges) * 10000 + (SELECT count(*) FROM audit_log) * 100
                + (SELECT count(*) FROM jobs WHERE state = 'ready')";
    let before = setup.count(rows).await;
    let known = setup.ask(ANNA).await.unwrap();
    let between = setup.count(rows).await;
    let unknown = setup.ask("nobody@example.com").await.unwrap();
    let after = setup.count(rows).await;
    assert_eq!((known.resend_after_s, known.expires_at), (unknown.resend_after_s, unknown.expires_at));
    assert_eq!(between - before, after - between);
}

#[tokio::test]
async fn a_blocked_person_is_told_so_only_with_the_right_code() {
    let setup = Setup::new().await;
    setup.sign_in(ANNA).await;
    setup.change("UPDATE users SET status = 'blocked'").await;
    let challenge = setup.ask(ANNA).await.unwrap();
    let code = setup.read_code(ANNA).await;
    assert_eq!(field(setup.answer(&challenge, &other_than(&code)).await.unwrap_err()).1, "wrong");
    assert_eq!(setup.answer(&challenge, &code).await.unwrap_err().code(), "USER_BLOCKED");
    assert_eq!(setup.count("SELECT count(*) FROM sessions").await, 1);
}

#[tokio::test]
async fn a_code_is_valid_at_its_own_tenant_only() {
    let setup = Setup::new().await;
    let challenge = setup.ask(ANNA).await.unwrap();
    let code = setup.read_code(ANNA).await;
    let refused = setup.identity.finish_login(&setup.sandbox, challenge.id, &code, &here()).await.unwrap_err();
    assert_eq!(field(refused), ("code", "expired", None));
    setup.answer(&challenge, &code).await.unwrap();
}

#[tokio::test]
async fn neither_code_nor_token_can_be_read_from_the_database() {
    let setup = Setup::new().await;
    let challenge = setup.ask(ANNA).await.unwrap();
    let code = setup.read_code(ANNA).await;
    let login = setup.answer(&challenge, &code).await.unwrap();
    let everything: String = sqlx::query_scalar(
        "SELECT string_agg(t::text, ' ') FROM (
             SELECT x::text FROM jobs x UNION ALL SELECT x::text FROM login_challenges x UNION ALL
             SELECT x::text FROM access_tokens x UNION ALL SELECT x::text FROM refresh_tokens x UNION ALL
             SELECT x::text FROM sessions x UNION ALL SELECT x::text FROM audit_log x) t",
    )
    .fetch_one(&mut setup.sql().await)
    .await
    .unwrap();
    assert!(everything.contains("mail.send") && everything.contains("login.succeeded"));
    for secret in [login.tokens.access.expose(), login.tokens.refresh.expose()] {
        assert!(!everything.contains(secret));
        assert!(!format!("{login:?}").contains(secret));
    }
    // The digits of a timestamp or a hash may contain the code by chance, so only whole words count.
    let words = everything.split(|c: char| !c.is_ascii_alphanumeric());
    assert!(!words.into_iter().any(|word| word == code));
    assert!(!format!("{:?}", setup.mailbox.0.lock().unwrap()).contains(&code));
}

/// Runs `n` calls at the same time.
pub async fn futures<T, F: Future<Output = T>>(n: usize, call: impl Fn(usize) -> F) -> Vec<T> {
    let mut waiting: Vec<_> = (0..n).map(|i| Box::pin(call(i))).collect();
    let mut done: Vec<Option<T>> = (0..n).map(|_| None).collect();
    std::future::poll_fn(|context| {
        for (future, slot) in waiting.iter_mut().zip(&mut done) {
            if slot.is_none()
                && let std::task::Poll::Ready(value) = future.as_mut().poll(context)
            {
                *slot = Some(value);
            }
        }
        if done.iter().all(Option::is_some) { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
    })
    .await;
    done.into_iter().flatten().collect()
}
