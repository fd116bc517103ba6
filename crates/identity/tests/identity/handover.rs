//! Session handover to a phone.

use chrono::TimeDelta;
use identity::{Asking, Carrier, ClientContext, HandoverInfo, HandoverState, IdentityError, Login, Principal, Stage};

use crate::mfa::{enrolled, principal};
use crate::setup::{ANNA, Setup, from, here, read_mail};

const HOST: &str = "bank.example";

/// A phone's client context.
fn phone() -> ClientContext {
    let agent = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36";
    ClientContext { user_agent: Some(agent.into()), ..from([198, 51, 100, 9]) }
}

async fn code(setup: &Setup, who: &Principal) -> String {
    let made = setup.identity.hand_over(&setup.tenant, who, (HOST, Carrier::Page), &here()).await.unwrap();
    made.code.expose().to_owned()
}

async fn look(setup: &Setup, code: &str) -> Result<HandoverInfo, IdentityError> {
    setup.identity.look_at_handover(&setup.tenant, HOST, code).await
}

async fn take(setup: &Setup, code: &str) -> Result<Login, IdentityError> {
    setup.identity.take_over(&setup.tenant, HOST, code, &phone()).await
}

#[tokio::test]
async fn a_handover_code_lasts_half_a_minute_shows_its_account_and_works_once() {
    let setup = Setup::new().await;
    let anna = principal(&setup, &setup.sign_in(ANNA).await).await;
    let first = code(&setup, &anna).await;
    setup.wait(TimeDelta::seconds(29));
    for _ in 0..3 {
        let seen = look(&setup, &first).await.unwrap();
        assert_eq!(seen.state, HandoverState::Good, "looking uses nothing up");
        assert_eq!(seen.whose, Some((anna.user, "a•••@example.com".to_owned())));
    }
    let elsewhere = setup.identity.look_at_handover(&setup.tenant, "www.bank.example", &first).await.unwrap_err();
    assert_eq!(elsewhere.code(), "SIGN_IN_EXPIRED", "it is a code for one host");
    let login = take(&setup, &first).await.unwrap();
    assert_eq!(login.user, anna.user);
    let seen = look(&setup, &first).await.unwrap();
    assert_eq!((seen.state, seen.whose), (HandoverState::Used, None), "a later visitor learns nothing about her");
    assert_eq!(take(&setup, &first).await.unwrap_err().code(), "SIGN_IN_EXPIRED");

    let second = code(&setup, &anna).await;
    setup.wait(TimeDelta::seconds(30));
    let seen = look(&setup, &second).await.unwrap();
    assert_eq!((seen.state, seen.whose), (HandoverState::Expired, None));
    assert_eq!(take(&setup, &second).await.unwrap_err().code(), "SIGN_IN_EXPIRED");
    assert_eq!(look(&setup, "agh_nothing").await.unwrap_err().code(), "SIGN_IN_EXPIRED");
}

#[tokio::test]
async fn a_sign_in_on_a_phone_is_told_by_mail_and_written_down_with_where_it_came_from() {
    let setup = Setup::new().await;
    let anna = principal(&setup, &setup.sign_in(ANNA).await).await;
    take(&setup, &code(&setup, &anna).await).await.unwrap();
    let mail = read_mail(&setup, ANNA, "New sign-in to The Bank").await;
    assert!(mail.contains("Chrome, Android") && mail.contains("198.51.100.0/24"), "{mail}");
    let noted = "SELECT count(*) FROM audit_log a JOIN audit_log b
                     ON b.action = 'login.succeeded' AND b.details->>'from' = 'ses_' || replace(a.session_id::text, '-', '')
                 WHERE a.action = 'session.handover' AND a.details->>'carrier' = 'page'";
    assert_eq!(setup.count(noted).await, 1);
}

#[tokio::test]
async fn signing_out_invalidates_handover_codes() {
    let setup = Setup::new().await;
    let anna = principal(&setup, &setup.sign_in(ANNA).await).await;
    let made = code(&setup, &anna).await;
    setup.identity.logout_session(setup.tenant.id, anna.session, &here()).await.unwrap();
    assert_eq!(look(&setup, &made).await.unwrap().state, HandoverState::Expired);
    assert_eq!(take(&setup, &made).await.unwrap_err().code(), "SIGN_IN_EXPIRED");
}

#[tokio::test]
async fn a_protected_sign_in_needs_the_second_factor_on_the_phone_too() {
    let setup = Setup::new().await;
    let (anna, app, _) = enrolled(&setup).await;
    let login = take(&setup, &code(&setup, &anna).await).await.unwrap();
    assert!(login.factor_required);
    let half = principal(&setup, &login).await;
    assert_eq!(half.stage, Stage::AwaitsFactor);
    setup.identity.show_factor(setup.tenant.id, &half, &app.next(&setup), &phone()).await.unwrap();
    assert_ne!(principal(&setup, &login).await.stage, Stage::AwaitsFactor);
}

#[tokio::test]
async fn a_handed_over_session_ends_no_later_than_the_first_one() {
    let setup = Setup::new().await;
    let mut login = setup.sign_in(ANNA).await;
    let ends_at = setup.now() + TimeDelta::days(30);
    for _ in 0..5 {
        // Both sessions are used within the idle lifetime of seven days, so they stay open.
        setup.wait(TimeDelta::days(5));
        let renewed = setup.identity.refresh(setup.tenant.id, login.tokens.refresh.expose(), &here()).await.unwrap();
        login.tokens = renewed.tokens;
        let who = principal(&setup, &login).await;
        login = take(&setup, &code(&setup, &who).await).await.unwrap();
        assert!(login.tokens.refresh_expires_at <= ends_at);
    }
    assert_eq!(login.tokens.refresh_expires_at, ends_at);
    setup.wait(TimeDelta::days(5));
    let late = setup.identity.refresh(setup.tenant.id, login.tokens.refresh.expose(), &here()).await;
    assert_eq!(late.unwrap_err().code(), "UNAUTHORIZED_REQUEST");
}

/// A code for another device, and what that device gets when it asks.
async fn asked(setup: &Setup, who: &Principal) -> (String, Asking) {
    let to = (HOST, Carrier::Device);
    let made = setup.identity.hand_over(&setup.tenant, who, to, &here()).await.unwrap();
    let code = made.code.expose().to_owned();
    let asking = setup.identity.ask_to_take_over(&setup.tenant, HOST, &code, &phone()).await.unwrap();
    (code, asking)
}

async fn open(setup: &Setup, code: &str, asking: &Asking) -> Result<Login, IdentityError> {
    setup.identity.take_over_by(&setup.tenant, HOST, (code, Some(asking.secret.expose())), &phone()).await
}

async fn answer(setup: &Setup, who: &Principal, code: &str, is_allowed: bool) -> Result<(), IdentityError> {
    setup.identity.answer_handover(&setup.tenant, who, (code, is_allowed), &here()).await
}

#[tokio::test]
async fn another_device_is_let_in_only_on_the_one_that_made_the_code() {
    let setup = Setup::new().await;
    let anna = principal(&setup, &setup.sign_in(ANNA).await).await;
    let elsewhere = principal(&setup, &setup.sign_in(ANNA).await).await;
    let (code, asking) = asked(&setup, &anna).await;
    let seen = look(&setup, &code).await.unwrap();
    let device = seen.asking.unwrap();
    assert_eq!((seen.state, seen.whose), (HandoverState::Asked, None));
    assert_eq!((device.number, device.name.as_str()), (asking.number, "Chrome, Android"));
    assert!((10..=99).contains(&asking.number));
    assert_eq!(open(&setup, &code, &asking).await.unwrap_err().code(), "SIGN_IN_EXPIRED", "not yet");
    let other = answer(&setup, &elsewhere, &code, true).await.unwrap_err();
    assert_eq!(other.code(), "CONFLICT_ERROR", "another session of hers has not made it");
    answer(&setup, &anna, &code, true).await.unwrap();
    assert_eq!(look(&setup, &code).await.unwrap().state, HandoverState::Allowed);
    assert_eq!(take(&setup, &code).await.unwrap_err().code(), "SIGN_IN_EXPIRED", "without its secret");
    assert_eq!(open(&setup, &code, &asking).await.unwrap().user, anna.user);
    assert_eq!(open(&setup, &code, &asking).await.unwrap_err().code(), "SIGN_IN_EXPIRED", "once");
    assert_eq!(look(&setup, &code).await.unwrap().state, HandoverState::Used);
}

#[tokio::test]
async fn a_device_that_was_refused_or_came_late_is_not_let_in() {
    let setup = Setup::new().await;
    let anna = principal(&setup, &setup.sign_in(ANNA).await).await;
    let (code, asking) = asked(&setup, &anna).await;
    let second = setup.identity.ask_to_take_over(&setup.tenant, HOST, &code, &phone()).await;
    assert_eq!(second.unwrap_err().code(), "SIGN_IN_EXPIRED", "only the first device that asks");
    answer(&setup, &anna, &code, false).await.unwrap();
    assert_eq!(look(&setup, &code).await.unwrap().state, HandoverState::Refused);
    assert_eq!(answer(&setup, &anna, &code, true).await.unwrap_err().code(), "CONFLICT_ERROR", "the answer stands");
    assert_eq!(open(&setup, &code, &asking).await.unwrap_err().code(), "SIGN_IN_EXPIRED");

    let (late, asking) = asked(&setup, &anna).await;
    answer(&setup, &anna, &late, true).await.unwrap();
    setup.wait(TimeDelta::minutes(5));
    assert_eq!(open(&setup, &late, &asking).await.unwrap_err().code(), "SIGN_IN_EXPIRED");

    let (gone, asking) = asked(&setup, &anna).await;
    answer(&setup, &anna, &gone, true).await.unwrap();
    setup.identity.logout_session(setup.tenant.id, anna.session, &here()).await.unwrap();
    assert_eq!(open(&setup, &gone, &asking).await.unwrap_err().code(), "SIGN_IN_EXPIRED");
}
