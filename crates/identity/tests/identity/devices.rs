//! The list of sessions, and notices of new devices.

use identity::{ClientContext, Login, Principal};

use crate::setup::{ANNA, Setup, from, here, read_mail};

const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0";

fn abroad() -> ClientContext {
    ClientContext { user_agent: Some(FIREFOX.into()), ..from([198, 51, 100, 9]) }
}

async fn sign_in_from(setup: &Setup, email: &str, context: &ClientContext) -> Login {
    let challenge = setup.identity.start_login(&setup.tenant, email, context).await.unwrap();
    let code = setup.read_code(email).await;
    setup.identity.finish_login(&setup.tenant, challenge.id, &code, context).await.unwrap()
}

async fn principal(setup: &Setup, login: &Login) -> Option<Principal> {
    setup.identity.authenticate(setup.tenant.id, login.tokens.access.expose()).await.ok()
}

#[tokio::test]
async fn a_person_sees_where_they_are_signed_in_and_ends_what_they_do_not_know() {
    let setup = Setup::new().await;
    let mine = sign_in_from(&setup, ANNA, &here()).await;
    let other = sign_in_from(&setup, ANNA, &abroad()).await;
    let stranger = sign_in_from(&setup, "ben@example.com", &here()).await;
    let me = principal(&setup, &mine).await.unwrap();
    let seen = setup.identity.sessions(setup.tenant.id, &me).await.unwrap();
    let told: Vec<_> = seen.iter().map(|s| (s.device.name(), s.network.as_str(), s.current)).collect();
    assert_eq!(told, [(String::new(), "192.0.2.0/24", true), ("Firefox, Linux".into(), "198.51.100.0/24", false)]);

    let theirs = principal(&setup, &stranger).await.unwrap();
    let refused = setup.identity.end_session(setup.tenant.id, &me, theirs.session, &here()).await.unwrap_err();
    assert_eq!(refused.code(), "NOT_FOUND");
    setup.identity.end_session(setup.tenant.id, &me, seen[1].id, &here()).await.unwrap();
    assert!(principal(&setup, &other).await.is_none());
    assert!(setup.identity.refresh(setup.tenant.id, other.tokens.refresh.expose(), &here()).await.is_err());
    assert!(principal(&setup, &mine).await.is_some() && principal(&setup, &stranger).await.is_some());
    assert_eq!(setup.identity.sessions(setup.tenant.id, &me).await.unwrap().len(), 1);
    let again = setup.identity.end_session(setup.tenant.id, &me, seen[1].id, &here()).await.unwrap_err();
    assert_eq!(again.code(), "NOT_FOUND");
}

#[tokio::test]
async fn ending_all_other_sessions_keeps_the_current_one() {
    let setup = Setup::new().await;
    let mine = sign_in_from(&setup, ANNA, &here()).await;
    let others = [sign_in_from(&setup, ANNA, &abroad()).await, sign_in_from(&setup, ANNA, &here()).await];
    let stranger = sign_in_from(&setup, "ben@example.com", &here()).await;
    let me = principal(&setup, &mine).await.unwrap();
    assert_eq!(setup.identity.end_other_sessions(setup.tenant.id, &me, &here()).await.unwrap(), 2);
    for other in &others {
        assert!(principal(&setup, other).await.is_none());
    }
    assert!(principal(&setup, &mine).await.is_some() && principal(&setup, &stranger).await.is_some());
    assert_eq!(setup.identity.end_other_sessions(setup.tenant.id, &me, &here()).await.unwrap(), 0);
}

#[tokio::test]
async fn an_expired_session_is_not_listed() {
    let setup = Setup::new().await;
    sign_in_from(&setup, ANNA, &abroad()).await;
    setup.wait(chrono::TimeDelta::days(8));
    let mine = sign_in_from(&setup, ANNA, &here()).await;
    let me = principal(&setup, &mine).await.unwrap();
    let seen = setup.identity.sessions(setup.tenant.id, &me).await.unwrap();
    assert_eq!(seen.len(), 1);
    assert!(seen[0].current);
}

#[tokio::test]
async fn a_sign_in_from_a_new_device_is_mailed_in_the_customers_language() {
    let setup = Setup::new().await;
    let first = sign_in_from(&setup, ANNA, &ClientContext { language: identity::Language::Pl, ..here() }).await;
    sign_in_from(&setup, ANNA, &here()).await;
    setup.worker.run_until_idle().await.unwrap();
    let about = |mail: &identity::Mail| mail.subject.starts_with("Nowe logowanie");
    assert!(!setup.mailbox.0.lock().unwrap().iter().any(about), "the first sign-in, and one from the same place");

    sign_in_from(&setup, ANNA, &abroad()).await;
    let mail = read_mail(&setup, ANNA, "Nowe logowanie do The Bank").await;
    assert!(mail.contains("Firefox, Linux") && mail.contains("198.51.100.0/24"), "{mail}");
    assert!(mail.contains("2026-03-01 12:00:00 UTC"), "{mail}");
    // The device is known from now on.
    let before = setup.mailbox.0.lock().unwrap().len();
    sign_in_from(&setup, ANNA, &abroad()).await;
    setup.worker.run_until_idle().await.unwrap();
    assert_eq!(setup.mailbox.0.lock().unwrap().len(), before + 1, "its code and nothing else");
    assert!(principal(&setup, &first).await.is_some());
}
