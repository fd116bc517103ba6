//! Session handover to a phone.

use chrono::TimeDelta;
use identity::{Asking, Carrier, ClientContext, HandoverInfo, HandoverState, IdentityError, Login, Principal, Stage};

use crate::house::{ANNA, House, from, here, read_mail};
use crate::mfa::{enrolled, principal};

const HOST: &str = "bank.example";

/// A phone's client context.
fn phone() -> ClientContext {
    let agent = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36";
    ClientContext { user_agent: Some(agent.into()), ..from([198, 51, 100, 9]) }
}

async fn code(house: &House, who: &Principal) -> String {
    let made = house.identity.hand_over(&house.tenant, who, (HOST, Carrier::Page), &here()).await.unwrap();
    made.code.expose().to_owned()
}

async fn look(house: &House, code: &str) -> Result<HandoverInfo, IdentityError> {
    house.identity.look_at_handover(&house.tenant, HOST, code).await
}

async fn take(house: &House, code: &str) -> Result<Login, IdentityError> {
    house.identity.take_over(&house.tenant, HOST, code, &phone()).await
}

#[tokio::test]
async fn a_handover_code_lasts_half_a_minute_shows_its_account_and_works_once() {
    let house = House::new().await;
    let anna = principal(&house, &house.sign_in(ANNA).await).await;
    let first = code(&house, &anna).await;
    house.wait(TimeDelta::seconds(29));
    for _ in 0..3 {
        let seen = look(&house, &first).await.unwrap();
        assert_eq!(seen.state, HandoverState::Good, "looking uses nothing up");
        assert_eq!(seen.whose, Some((anna.user, "a•••@example.com".to_owned())));
    }
    let elsewhere = house.identity.look_at_handover(&house.tenant, "www.bank.example", &first).await.unwrap_err();
    assert_eq!(elsewhere.code(), "SIGN_IN_EXPIRED", "it is a code for one host");
    let login = take(&house, &first).await.unwrap();
    assert_eq!(login.user, anna.user);
    let seen = look(&house, &first).await.unwrap();
    assert_eq!((seen.state, seen.whose), (HandoverState::Used, None), "a later visitor learns nothing about her");
    assert_eq!(take(&house, &first).await.unwrap_err().code(), "SIGN_IN_EXPIRED");

    let second = code(&house, &anna).await;
    house.wait(TimeDelta::seconds(30));
    let seen = look(&house, &second).await.unwrap();
    assert_eq!((seen.state, seen.whose), (HandoverState::Expired, None));
    assert_eq!(take(&house, &second).await.unwrap_err().code(), "SIGN_IN_EXPIRED");
    assert_eq!(look(&house, "agh_nothing").await.unwrap_err().code(), "SIGN_IN_EXPIRED");
}

#[tokio::test]
async fn a_sign_in_on_a_phone_is_told_by_mail_and_written_down_with_where_it_came_from() {
    let house = House::new().await;
    let anna = principal(&house, &house.sign_in(ANNA).await).await;
    take(&house, &code(&house, &anna).await).await.unwrap();
    let mail = read_mail(&house, ANNA, "New sign-in to The Bank").await;
    assert!(mail.contains("Chrome, Android") && mail.contains("198.51.100.0/24"), "{mail}");
    let noted = "SELECT count(*) FROM audit_log a JOIN audit_log b
                     ON b.action = 'login.succeeded' AND b.details->>'from' = 'ses_' || replace(a.session_id::text, '-', '')
                 WHERE a.action = 'session.handover' AND a.details->>'carrier' = 'page'";
    assert_eq!(house.count(noted).await, 1);
}

#[tokio::test]
async fn signing_out_invalidates_handover_codes() {
    let house = House::new().await;
    let anna = principal(&house, &house.sign_in(ANNA).await).await;
    let made = code(&house, &anna).await;
    house.identity.logout_session(house.tenant.id, anna.session, &here()).await.unwrap();
    assert_eq!(look(&house, &made).await.unwrap().state, HandoverState::Expired);
    assert_eq!(take(&house, &made).await.unwrap_err().code(), "SIGN_IN_EXPIRED");
}

#[tokio::test]
async fn a_protected_sign_in_needs_the_second_factor_on_the_phone_too() {
    let house = House::new().await;
    let (anna, app, _) = enrolled(&house).await;
    let login = take(&house, &code(&house, &anna).await).await.unwrap();
    assert!(login.factor_required);
    let half = principal(&house, &login).await;
    assert_eq!(half.stage, Stage::AwaitsFactor);
    house.identity.show_factor(house.tenant.id, &half, &app.next(&house), &phone()).await.unwrap();
    assert_ne!(principal(&house, &login).await.stage, Stage::AwaitsFactor);
}

#[tokio::test]
async fn a_handed_over_session_ends_no_later_than_the_first_one() {
    let house = House::new().await;
    let mut login = house.sign_in(ANNA).await;
    let ends_at = house.now() + TimeDelta::days(30);
    for _ in 0..5 {
        // Both sessions are used within the idle lifetime of seven days, so they stay open.
        house.wait(TimeDelta::days(5));
        let renewed = house.identity.refresh(house.tenant.id, login.tokens.refresh.expose(), &here()).await.unwrap();
        login.tokens = renewed.tokens;
        let who = principal(&house, &login).await;
        login = take(&house, &code(&house, &who).await).await.unwrap();
        assert!(login.tokens.refresh_expires_at <= ends_at);
    }
    assert_eq!(login.tokens.refresh_expires_at, ends_at);
    house.wait(TimeDelta::days(5));
    let late = house.identity.refresh(house.tenant.id, login.tokens.refresh.expose(), &here()).await;
    assert_eq!(late.unwrap_err().code(), "UNAUTHORIZED_REQUEST");
}

/// A code for another device, and what that device gets when it asks.
async fn asked(house: &House, who: &Principal) -> (String, Asking) {
    let to = (HOST, Carrier::Device);
    let made = house.identity.hand_over(&house.tenant, who, to, &here()).await.unwrap();
    let code = made.code.expose().to_owned();
    let asking = house.identity.ask_to_take_over(&house.tenant, HOST, &code, &phone()).await.unwrap();
    (code, asking)
}

async fn open(house: &House, code: &str, asking: &Asking) -> Result<Login, IdentityError> {
    house.identity.take_over_by(&house.tenant, HOST, (code, Some(asking.secret.expose())), &phone()).await
}

async fn answer(house: &House, who: &Principal, code: &str, is_allowed: bool) -> Result<(), IdentityError> {
    house.identity.answer_handover(&house.tenant, who, (code, is_allowed), &here()).await
}

#[tokio::test]
async fn another_device_is_let_in_only_on_the_one_that_made_the_code() {
    let house = House::new().await;
    let anna = principal(&house, &house.sign_in(ANNA).await).await;
    let elsewhere = principal(&house, &house.sign_in(ANNA).await).await;
    let (code, asking) = asked(&house, &anna).await;
    let seen = look(&house, &code).await.unwrap();
    let device = seen.asking.unwrap();
    assert_eq!((seen.state, seen.whose), (HandoverState::Asked, None));
    assert_eq!((device.number, device.name.as_str()), (asking.number, "Chrome, Android"));
    assert!((10..=99).contains(&asking.number));
    assert_eq!(open(&house, &code, &asking).await.unwrap_err().code(), "SIGN_IN_EXPIRED", "not yet");
    let other = answer(&house, &elsewhere, &code, true).await.unwrap_err();
    assert_eq!(other.code(), "CONFLICT_ERROR", "another session of hers has not made it");
    answer(&house, &anna, &code, true).await.unwrap();
    assert_eq!(look(&house, &code).await.unwrap().state, HandoverState::Allowed);
    assert_eq!(take(&house, &code).await.unwrap_err().code(), "SIGN_IN_EXPIRED", "without its secret");
    assert_eq!(open(&house, &code, &asking).await.unwrap().user, anna.user);
    assert_eq!(open(&house, &code, &asking).await.unwrap_err().code(), "SIGN_IN_EXPIRED", "once");
    assert_eq!(look(&house, &code).await.unwrap().state, HandoverState::Used);
}

#[tokio::test]
async fn a_device_that_was_refused_or_came_late_is_not_let_in() {
    let house = House::new().await;
    let anna = principal(&house, &house.sign_in(ANNA).await).await;
    let (code, asking) = asked(&house, &anna).await;
    let second = house.identity.ask_to_take_over(&house.tenant, HOST, &code, &phone()).await;
    assert_eq!(second.unwrap_err().code(), "SIGN_IN_EXPIRED", "only the first device that asks");
    answer(&house, &anna, &code, false).await.unwrap();
    assert_eq!(look(&house, &code).await.unwrap().state, HandoverState::Refused);
    assert_eq!(answer(&house, &anna, &code, true).await.unwrap_err().code(), "CONFLICT_ERROR", "the answer stands");
    assert_eq!(open(&house, &code, &asking).await.unwrap_err().code(), "SIGN_IN_EXPIRED");

    let (late, asking) = asked(&house, &anna).await;
    answer(&house, &anna, &late, true).await.unwrap();
    house.wait(TimeDelta::minutes(5));
    assert_eq!(open(&house, &late, &asking).await.unwrap_err().code(), "SIGN_IN_EXPIRED");

    let (gone, asking) = asked(&house, &anna).await;
    answer(&house, &anna, &gone, true).await.unwrap();
    house.identity.logout_session(house.tenant.id, anna.session, &here()).await.unwrap();
    assert_eq!(open(&house, &gone, &asking).await.unwrap_err().code(), "SIGN_IN_EXPIRED");
}
