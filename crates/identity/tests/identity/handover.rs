//! Session handover to a phone.

use chrono::TimeDelta;
use identity::{Carrier, ClientContext, HandoverInfo, HandoverState, IdentityError, Login, Principal, Stage};

use crate::house::{ANNA, House, from, here, read_mail};
use crate::mfa::{enrolled, principal};

const HOST: &str = "bank.example";

/// A phone's client context.
fn phone() -> ClientContext {
    let agent = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36";
    ClientContext { user_agent: Some(agent.into()), ..from([198, 51, 100, 9]) }
}

async fn code(house: &House, who: &Principal) -> String {
    let made = house.identity.hand_over(&house.tenant, who, (HOST, Carrier::Phone), &here()).await.unwrap();
    made.code.expose().to_owned()
}

async fn look(house: &House, code: &str) -> Result<HandoverInfo, IdentityError> {
    house.identity.look_at_handover(&house.tenant, HOST, code).await
}

async fn take(house: &House, code: &str) -> Result<Login, IdentityError> {
    house.identity.take_over(&house.tenant, HOST, code, &phone()).await
}

#[tokio::test]
async fn a_phone_has_two_minutes_sees_whose_account_it_is_and_goes_on_once() {
    let house = House::new().await;
    let anna = principal(&house, &house.sign_in(ANNA).await).await;
    let first = code(&house, &anna).await;
    house.wait(TimeDelta::seconds(119));
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
    house.wait(TimeDelta::minutes(2));
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
                 WHERE a.action = 'session.handover' AND a.details->>'carrier' = 'phone'";
    assert_eq!(house.count(noted).await, 1);
}

#[tokio::test]
async fn who_signs_out_at_the_desk_has_made_no_code() {
    let house = House::new().await;
    let anna = principal(&house, &house.sign_in(ANNA).await).await;
    let made = code(&house, &anna).await;
    house.identity.logout_session(house.tenant.id, anna.session, &here()).await.unwrap();
    assert_eq!(look(&house, &made).await.unwrap().state, HandoverState::Expired);
    assert_eq!(take(&house, &made).await.unwrap_err().code(), "SIGN_IN_EXPIRED");
}

#[tokio::test]
async fn who_guards_signing_in_shows_the_second_factor_on_the_phone_too() {
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
async fn however_often_a_session_is_handed_on_it_ends_when_the_first_one_does() {
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
