//! Session refresh.

use chrono::TimeDelta;
use identity::{IdentityError, Tokens};

use crate::login::futures;
use crate::setup::{ANNA, Setup, here};

async fn renew(setup: &Setup, tokens: &Tokens) -> Result<Tokens, IdentityError> {
    setup.identity.refresh(setup.tenant.id, tokens.refresh.expose(), &here()).await.map(|renewed| renewed.tokens)
}

async fn works(setup: &Setup, tokens: &Tokens) -> bool {
    setup.identity.authenticate(setup.tenant.id, tokens.access.expose()).await.is_ok()
}

#[tokio::test]
async fn an_access_token_lasts_ten_minutes_and_is_renewed() {
    let setup = Setup::new().await;
    let first = setup.sign_in(ANNA).await.tokens;
    assert!(works(&setup, &first).await);
    setup.wait(TimeDelta::minutes(10));
    assert!(!works(&setup, &first).await);
    let second = renew(&setup, &first).await.unwrap();
    assert!(works(&setup, &second).await);
}

/// Both tokens, for comparison.
fn pair(tokens: &Tokens) -> [&str; 2] {
    [tokens.access.expose(), tokens.refresh.expose()]
}

#[tokio::test]
async fn a_repeated_refresh_within_a_minute_returns_the_same_pair_on_any_server() {
    let setup = Setup::new().await;
    let beside = setup.beside().await;
    let first = setup.sign_in(ANNA).await.tokens;
    let lost = renew(&setup, &first).await.unwrap();
    assert!(works(&setup, &lost).await, "that it is used changes nothing");
    setup.wait(TimeDelta::seconds(60));
    let again = beside.refresh(setup.tenant.id, first.refresh.expose(), &here()).await.unwrap().tokens;
    assert_eq!(pair(&again), pair(&lost));
    assert_eq!(again.access_expires_at, lost.access_expires_at);
    assert_eq!(again.refresh_expires_at, lost.refresh_expires_at);
    assert!(works(&setup, &again).await);
    assert!(renew(&setup, &again).await.is_ok());
    assert_eq!(setup.count("SELECT count(*) FROM audit_log WHERE action = 'session.reuse_detected'").await, 0);
}

#[tokio::test]
async fn a_late_tab_gets_the_newest_token_pair() {
    let setup = Setup::new().await;
    let first = setup.sign_in(ANNA).await.tokens;
    let second = renew(&setup, &first).await.unwrap();
    setup.wait(TimeDelta::seconds(30));
    let third = renew(&setup, &second).await.unwrap();
    let late = renew(&setup, &first).await.unwrap();
    assert_eq!(pair(&late), pair(&third));
    setup.wait(TimeDelta::seconds(31));
    assert!(renew(&setup, &first).await.is_err(), "its own minute is over");
    assert!(!works(&setup, &third).await);
}

#[tokio::test]
async fn after_a_pepper_change_a_used_token_gives_no_pair_and_ends_no_session() {
    let setup = Setup::new().await;
    let first = setup.sign_in(ANNA).await.tokens;
    let second = renew(&setup, &first).await.unwrap();
    let peppered = setup.with_pepper(9).await;
    assert!(peppered.refresh(setup.tenant.id, first.refresh.expose(), &here()).await.is_err());
    assert!(works(&setup, &second).await);
    assert!(peppered.refresh(setup.tenant.id, second.refresh.expose(), &here()).await.is_ok());
}

#[tokio::test]
async fn late_reuse_of_a_refresh_token_ends_the_session() {
    let setup = Setup::new().await;
    let stolen = setup.sign_in(ANNA).await.tokens;
    let mine = renew(&setup, &stolen).await.unwrap();
    setup.wait(TimeDelta::seconds(61));
    assert_eq!(renew(&setup, &stolen).await.unwrap_err().code(), "UNAUTHORIZED_REQUEST");
    assert!(!works(&setup, &mine).await);
    assert!(renew(&setup, &mine).await.is_err());
    assert_eq!(setup.count("SELECT count(*) FROM audit_log WHERE action = 'session.reuse_detected'").await, 1);
    assert!(renew(&setup, &stolen).await.is_err());
    let told = "SELECT count(*) FROM jobs WHERE payload->'notice'->>'notice' = 'session_reused' AND payload->>'former' = 'false'";
    assert_eq!(setup.count(told).await, 1, "its owner is told, once");
}

#[tokio::test]
async fn fifty_renewals_at_once_all_give_the_same_pair() {
    let setup = Setup::new().await;
    let first = setup.sign_in(ANNA).await.tokens;
    let answers = futures(50, |_| renew(&setup, &first)).await;
    let given: Vec<Tokens> = answers.into_iter().map(|answer| answer.unwrap()).collect();
    let live = "SELECT count(*) FROM refresh_tokens WHERE used_at IS NULL AND superseded_at IS NULL";
    assert_eq!(setup.count(live).await, 1);
    assert!(given.iter().all(|tokens| pair(tokens) == pair(&given[0])));
    assert!(works(&setup, &given[0]).await);
    let next = renew(&setup, &given[1]).await.unwrap();
    assert_ne!(pair(&next), pair(&given[0]));
    assert!(works(&setup, &given[0]).await, "who goes on ends nothing for the others");
}

#[tokio::test]
async fn a_week_without_use_or_a_month_at_all_ends_it() {
    let setup = Setup::new().await;
    let idle = setup.sign_in(ANNA).await.tokens;
    setup.wait(TimeDelta::days(7));
    assert!(renew(&setup, &idle).await.is_err());

    let mut tokens = setup.sign_in(ANNA).await.tokens;
    for _ in 0..5 {
        setup.wait(TimeDelta::days(6) - TimeDelta::minutes(1));
        tokens = renew(&setup, &tokens).await.unwrap();
    }
    // Five minutes before the absolute end of the session, new tokens end with it.
    assert_eq!(tokens.access_expires_at, setup.now() + TimeDelta::minutes(5));
    setup.wait(TimeDelta::minutes(5));
    assert!(!works(&setup, &tokens).await);
    assert!(renew(&setup, &tokens).await.is_err());
}

#[tokio::test]
async fn a_session_is_renewed_at_most_sixty_times_a_minute() {
    let setup = Setup::new().await;
    let mut tokens = setup.sign_in(ANNA).await.tokens;
    for _ in 0..60 {
        tokens = renew(&setup, &tokens).await.unwrap();
    }
    assert_eq!(crate::setup::retry_after_s(renew(&setup, &tokens).await.unwrap_err()), 60);
    setup.wait(TimeDelta::seconds(60));
    assert!(renew(&setup, &tokens).await.is_ok());
}
