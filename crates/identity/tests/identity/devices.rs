//! The list of sessions, and notices of new devices.

use identity::{ClientContext, Login, Principal};

use crate::house::{ANNA, House, from, here, read_mail};

const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0";

fn abroad() -> ClientContext {
    ClientContext { user_agent: Some(FIREFOX.into()), ..from([198, 51, 100, 9]) }
}

async fn sign_in_from(house: &House, email: &str, context: &ClientContext) -> Login {
    let challenge = house.identity.start_login(&house.tenant, email, context).await.unwrap();
    let code = house.read_code(email).await;
    house.identity.finish_login(&house.tenant, challenge.id, &code, context).await.unwrap()
}

async fn principal(house: &House, login: &Login) -> Option<Principal> {
    house.identity.authenticate(house.tenant.id, login.tokens.access.expose()).await.ok()
}

#[tokio::test]
async fn a_person_sees_where_they_are_signed_in_and_ends_what_they_do_not_know() {
    let house = House::new().await;
    let mine = sign_in_from(&house, ANNA, &here()).await;
    let other = sign_in_from(&house, ANNA, &abroad()).await;
    let stranger = sign_in_from(&house, "ben@example.com", &here()).await;
    let me = principal(&house, &mine).await.unwrap();
    let seen = house.identity.sessions(house.tenant.id, &me).await.unwrap();
    let told: Vec<_> = seen.iter().map(|s| (s.device.name(), s.network.as_str(), s.current)).collect();
    assert_eq!(told, [(String::new(), "192.0.2.0/24", true), ("Firefox, Linux".into(), "198.51.100.0/24", false)]);

    let theirs = principal(&house, &stranger).await.unwrap();
    let refused = house.identity.end_session(house.tenant.id, &me, theirs.session, &here()).await.unwrap_err();
    assert_eq!(refused.code(), "NOT_FOUND");
    house.identity.end_session(house.tenant.id, &me, seen[1].id, &here()).await.unwrap();
    assert!(principal(&house, &other).await.is_none());
    assert!(house.identity.refresh(house.tenant.id, other.tokens.refresh.expose(), &here()).await.is_err());
    assert!(principal(&house, &mine).await.is_some() && principal(&house, &stranger).await.is_some());
    assert_eq!(house.identity.sessions(house.tenant.id, &me).await.unwrap().len(), 1);
    let again = house.identity.end_session(house.tenant.id, &me, seen[1].id, &here()).await.unwrap_err();
    assert_eq!(again.code(), "NOT_FOUND");
}

#[tokio::test]
async fn ending_all_other_sessions_keeps_the_current_one() {
    let house = House::new().await;
    let mine = sign_in_from(&house, ANNA, &here()).await;
    let others = [sign_in_from(&house, ANNA, &abroad()).await, sign_in_from(&house, ANNA, &here()).await];
    let stranger = sign_in_from(&house, "ben@example.com", &here()).await;
    let me = principal(&house, &mine).await.unwrap();
    assert_eq!(house.identity.end_other_sessions(house.tenant.id, &me, &here()).await.unwrap(), 2);
    for other in &others {
        assert!(principal(&house, other).await.is_none());
    }
    assert!(principal(&house, &mine).await.is_some() && principal(&house, &stranger).await.is_some());
    assert_eq!(house.identity.end_other_sessions(house.tenant.id, &me, &here()).await.unwrap(), 0);
}

#[tokio::test]
async fn an_expired_session_is_not_listed() {
    let house = House::new().await;
    sign_in_from(&house, ANNA, &abroad()).await;
    house.wait(chrono::TimeDelta::days(8));
    let mine = sign_in_from(&house, ANNA, &here()).await;
    let me = principal(&house, &mine).await.unwrap();
    let seen = house.identity.sessions(house.tenant.id, &me).await.unwrap();
    assert_eq!(seen.len(), 1);
    assert!(seen[0].current);
}

#[tokio::test]
async fn a_sign_in_from_a_new_device_is_mailed_in_the_customers_language() {
    let house = House::new().await;
    let first = sign_in_from(&house, ANNA, &ClientContext { language: identity::Language::Pl, ..here() }).await;
    sign_in_from(&house, ANNA, &here()).await;
    house.worker.run_until_idle().await.unwrap();
    let about = |mail: &identity::Mail| mail.subject.starts_with("Nowe logowanie");
    assert!(!house.mailbox.0.lock().unwrap().iter().any(about), "the first sign-in, and one from the same place");

    sign_in_from(&house, ANNA, &abroad()).await;
    let mail = read_mail(&house, ANNA, "Nowe logowanie do The Bank").await;
    assert!(mail.contains("Firefox, Linux") && mail.contains("198.51.100.0/24"), "{mail}");
    assert!(mail.contains("2026-03-01 12:00:00 UTC"), "{mail}");
    // The device is known from now on.
    let before = house.mailbox.0.lock().unwrap().len();
    sign_in_from(&house, ANNA, &abroad()).await;
    house.worker.run_until_idle().await.unwrap();
    assert_eq!(house.mailbox.0.lock().unwrap().len(), before + 1, "its code and nothing else");
    assert!(principal(&house, &first).await.is_some());
}
