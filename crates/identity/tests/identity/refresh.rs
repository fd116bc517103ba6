//! Session refresh.

use chrono::TimeDelta;
use identity::{IdentityError, Tokens};

use crate::house::{ANNA, House, here};
use crate::login::futures;

async fn renew(house: &House, tokens: &Tokens) -> Result<Tokens, IdentityError> {
    house.identity.refresh(house.tenant.id, tokens.refresh.expose(), &here()).await.map(|renewed| renewed.tokens)
}

async fn works(house: &House, tokens: &Tokens) -> bool {
    house.identity.authenticate(house.tenant.id, tokens.access.expose()).await.is_ok()
}

#[tokio::test]
async fn an_access_token_lasts_ten_minutes_and_is_renewed() {
    let house = House::new().await;
    let first = house.sign_in(ANNA).await.tokens;
    assert!(works(&house, &first).await);
    house.wait(TimeDelta::minutes(10));
    assert!(!works(&house, &first).await);
    let second = renew(&house, &first).await.unwrap();
    assert!(works(&house, &second).await);
}

/// Both tokens, for comparison.
fn pair(tokens: &Tokens) -> [&str; 2] {
    [tokens.access.expose(), tokens.refresh.expose()]
}

#[tokio::test]
async fn a_repeated_refresh_within_a_minute_returns_the_same_pair_on_any_server() {
    let house = House::new().await;
    let beside = house.beside().await;
    let first = house.sign_in(ANNA).await.tokens;
    let lost = renew(&house, &first).await.unwrap();
    assert!(works(&house, &lost).await, "that it is used changes nothing");
    house.wait(TimeDelta::seconds(60));
    let again = beside.refresh(house.tenant.id, first.refresh.expose(), &here()).await.unwrap().tokens;
    assert_eq!(pair(&again), pair(&lost));
    assert_eq!(again.access_expires_at, lost.access_expires_at);
    assert_eq!(again.refresh_expires_at, lost.refresh_expires_at);
    assert!(works(&house, &again).await);
    assert!(renew(&house, &again).await.is_ok());
    assert_eq!(house.count("SELECT count(*) FROM audit_log WHERE action = 'session.reuse_detected'").await, 0);
}

#[tokio::test]
async fn a_late_tab_gets_the_newest_token_pair() {
    let house = House::new().await;
    let first = house.sign_in(ANNA).await.tokens;
    let second = renew(&house, &first).await.unwrap();
    house.wait(TimeDelta::seconds(30));
    let third = renew(&house, &second).await.unwrap();
    let late = renew(&house, &first).await.unwrap();
    assert_eq!(pair(&late), pair(&third));
    house.wait(TimeDelta::seconds(31));
    assert!(renew(&house, &first).await.is_err(), "its own minute is over");
    assert!(!works(&house, &third).await);
}

#[tokio::test]
async fn after_a_pepper_change_a_used_token_gives_no_pair_and_ends_no_session() {
    let house = House::new().await;
    let first = house.sign_in(ANNA).await.tokens;
    let second = renew(&house, &first).await.unwrap();
    let peppered = house.with_pepper(9).await;
    assert!(peppered.refresh(house.tenant.id, first.refresh.expose(), &here()).await.is_err());
    assert!(works(&house, &second).await);
    assert!(peppered.refresh(house.tenant.id, second.refresh.expose(), &here()).await.is_ok());
}

#[tokio::test]
async fn late_reuse_of_a_refresh_token_ends_the_session() {
    let house = House::new().await;
    let stolen = house.sign_in(ANNA).await.tokens;
    let mine = renew(&house, &stolen).await.unwrap();
    house.wait(TimeDelta::seconds(61));
    assert_eq!(renew(&house, &stolen).await.unwrap_err().code(), "UNAUTHORIZED_REQUEST");
    assert!(!works(&house, &mine).await);
    assert!(renew(&house, &mine).await.is_err());
    assert_eq!(house.count("SELECT count(*) FROM audit_log WHERE action = 'session.reuse_detected'").await, 1);
    assert!(renew(&house, &stolen).await.is_err());
    let told = "SELECT count(*) FROM jobs WHERE payload->'notice'->>'notice' = 'session_reused' AND payload->>'former' = 'false'";
    assert_eq!(house.count(told).await, 1, "its owner is told, once");
}

#[tokio::test]
async fn fifty_renewals_at_once_all_give_the_same_pair() {
    let house = House::new().await;
    let first = house.sign_in(ANNA).await.tokens;
    let answers = futures(50, |_| renew(&house, &first)).await;
    let given: Vec<Tokens> = answers.into_iter().map(|answer| answer.unwrap()).collect();
    let live = "SELECT count(*) FROM refresh_tokens WHERE used_at IS NULL AND superseded_at IS NULL";
    assert_eq!(house.count(live).await, 1);
    assert!(given.iter().all(|tokens| pair(tokens) == pair(&given[0])));
    assert!(works(&house, &given[0]).await);
    let next = renew(&house, &given[1]).await.unwrap();
    assert_ne!(pair(&next), pair(&given[0]));
    assert!(works(&house, &given[0]).await, "who goes on ends nothing for the others");
}

#[tokio::test]
async fn a_week_without_use_or_a_month_at_all_ends_it() {
    let house = House::new().await;
    let idle = house.sign_in(ANNA).await.tokens;
    house.wait(TimeDelta::days(7));
    assert!(renew(&house, &idle).await.is_err());

    let mut tokens = house.sign_in(ANNA).await.tokens;
    for _ in 0..5 {
        house.wait(TimeDelta::days(6) - TimeDelta::minutes(1));
        tokens = renew(&house, &tokens).await.unwrap();
    }
    // Five minutes before the absolute end of the session, new tokens end with it.
    assert_eq!(tokens.access_expires_at, house.now() + TimeDelta::minutes(5));
    house.wait(TimeDelta::minutes(5));
    assert!(!works(&house, &tokens).await);
    assert!(renew(&house, &tokens).await.is_err());
}

#[tokio::test]
async fn a_session_is_renewed_at_most_sixty_times_a_minute() {
    let house = House::new().await;
    let mut tokens = house.sign_in(ANNA).await.tokens;
    for _ in 0..60 {
        tokens = renew(&house, &tokens).await.unwrap();
    }
    assert_eq!(crate::house::retry_after_s(renew(&house, &tokens).await.unwrap_err()), 60);
    house.wait(TimeDelta::seconds(60));
    assert!(renew(&house, &tokens).await.is_ok());
}
