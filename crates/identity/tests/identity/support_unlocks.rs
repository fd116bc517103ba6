//! Waiting times that support can lift.

use chrono::TimeDelta;
use identity::operator::{OperatorAction, OperatorPrincipal, Outcome, Role};
use identity::{Challenge, IdentityError, Principal, Way};

use crate::house::{ANNA, House, here, read_mail};
use crate::mfa::{enrolled, principal};
use crate::operators::{act, actions, colleague};

const SECURITY: &str = "Your account at The Bank: security";

async fn lifts(house: &House, who: &OperatorPrincipal, action: OperatorAction) -> Result<(), &'static str> {
    let done = act(house, who, action).await.map_err(|refused| refused.code())?;
    assert!(matches!(done, Outcome::Done(_)), "it is for one");
    Ok(())
}

#[tokio::test]
async fn support_unlocks_codes_and_the_customer_is_notified() {
    let house = House::new().await;
    let (anna, app, _) = enrolled(&house).await;
    let (tenant, identity) = (house.tenant.id, &house.identity);
    let half = principal(&house, &house.sign_in(ANNA).await).await;
    let show = async |code: &str| identity.show_factor(tenant, &half, code, &here()).await.map(drop);
    let (_, sam) = colleague(&house, "sam", Role::SupportL1).await;
    let unlock = OperatorAction::UnlockFactor { customer: anna.user };
    assert_eq!(lifts(&house, &sam, unlock.clone()).await, Err("CONFLICT_ERROR"), "nothing rests");
    for _ in 0..10 {
        show("AAAAAA").await.unwrap_err();
    }
    assert_eq!(show(&app.next(&house)).await.unwrap_err().code(), "AUTH_2FA_ATTEMPTS_EXCEEDED");
    let waits = identity.customer_waits(tenant, anna.user).await.unwrap();
    assert!(waits.codes_until.is_some() && waits.phone_from.is_none(), "{waits:?}");

    let (_, olga) = colleague(&house, "olga", Role::ComplianceOfficer).await;
    assert_eq!(lifts(&house, &olga, unlock.clone()).await, Err("ACCESS_DENIED"));
    let (_, glass) = colleague(&house, "glass", Role::BreakGlass).await;
    assert!(matches!(act(&house, &glass, unlock.clone()).await.unwrap(), Outcome::Proposed(_)));
    lifts(&house, &sam, unlock.clone()).await.unwrap();
    show(&app.next(&house)).await.expect("the right code counts again");
    assert!(read_mail(&house, ANNA, SECURITY).await.contains("Support has allowed your second-factor codes again"));
    assert_eq!(lifts(&house, &sam, unlock).await, Err("CONFLICT_ERROR"));
    assert_eq!(actions(&house).await.iter().filter(|action| *action == "factors.unlock").count(), 1);
}

#[tokio::test]
async fn unlocking_needs_a_recent_operator_confirmation() {
    let house = House::new().await;
    let (anna, _, _) = enrolled(&house).await;
    let (_, lea) = colleague(&house, "lea", Role::SupportL2).await;
    house.wait(TimeDelta::minutes(6));
    for action in
        [OperatorAction::UnlockFactor { customer: anna.user }, OperatorAction::AllowPhoneChange { customer: anna.user }]
    {
        assert_eq!(lifts(&house, &lea, action).await, Err("AUTH_2FA_REQUIRED"));
    }
}

async fn ask(house: &House, who: &Principal, number: &str) -> Result<Challenge, IdentityError> {
    let refused = std::collections::BTreeSet::new();
    house.identity.start_phone_change(&house.tenant, who, number, Way::Sms, &refused, &here()).await
}

async fn proves(house: &House, who: &Principal, number: &str) {
    let asked = ask(house, who, number).await.unwrap();
    let text = read_mail(house, &number.replace(' ', ""), "sms").await;
    let code: String = text.chars().take_while(char::is_ascii_digit).collect();
    house.identity.confirm_phone_change(&house.tenant, who, asked.id, &code, &here()).await.unwrap();
}

#[tokio::test]
async fn a_telephone_changes_twice_in_a_day_where_support_allows_it_and_never_without_its_code() {
    let house = House::new().await;
    let anna = principal(&house, &house.sign_in(ANNA).await).await;
    let (_, sam) = colleague(&house, "sam", Role::SupportL1).await;
    let (_, lea) = colleague(&house, "lea", Role::SupportL2).await;
    let allow = OperatorAction::AllowPhoneChange { customer: anna.user };
    assert_eq!(lifts(&house, &lea, allow.clone()).await, Err("CONFLICT_ERROR"), "it can be changed");
    proves(&house, &anna, "+48 512 345 678").await;
    assert_eq!(ask(&house, &anna, "+48 512 345 679").await.unwrap_err().code(), "PHONE_CHANGE_LIMIT_EXCEEDED");
    let waits = house.identity.customer_waits(house.tenant.id, anna.user).await.unwrap();
    assert_eq!((waits.phone_from, waits.codes_until), (Some(house.now() + TimeDelta::hours(24)), None));

    assert_eq!(lifts(&house, &sam, allow.clone()).await, Err("ACCESS_DENIED"));
    lifts(&house, &lea, allow.clone()).await.unwrap();
    assert!(read_mail(&house, ANNA, SECURITY).await.contains("Support has allowed your phone number to be changed"));
    let user = house.identity.user(house.tenant.id, anna.user).await.unwrap();
    assert_eq!(user.phone.as_deref(), Some("+48512345678"), "nothing changes without the person");
    house.wait(TimeDelta::minutes(2));
    proves(&house, &anna, "+48 512 345 679").await;
    assert_eq!(ask(&house, &anna, "+48 512 345 670").await.unwrap_err().code(), "PHONE_CHANGE_LIMIT_EXCEEDED");
    assert_eq!(actions(&house).await.iter().filter(|action| *action == "phones.allow").count(), 1);
}
