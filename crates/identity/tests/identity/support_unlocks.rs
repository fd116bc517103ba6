//! Waiting times that support can lift.

use chrono::TimeDelta;
use identity::operator::{OperatorAction, OperatorPrincipal, Outcome, Role};
use identity::{Challenge, IdentityError, Principal, Way};

use crate::mfa::{enrolled, principal};
use crate::operators::{act, actions, colleague};
use crate::setup::{ANNA, Setup, here, read_mail};

const SECURITY: &str = "Your account at The Bank: security";

async fn lifts(setup: &Setup, who: &OperatorPrincipal, action: OperatorAction) -> Result<(), &'static str> {
    let done = act(setup, who, action).await.map_err(|refused| refused.code())?;
    assert!(matches!(done, Outcome::Done(_)), "it is for one");
    Ok(())
}

#[tokio::test]
async fn support_unlocks_codes_and_the_customer_is_notified() {
    let setup = Setup::new().await;
    let (anna, app, _) = enrolled(&setup).await;
    let (tenant, identity) = (setup.tenant.id, &setup.identity);
    let half = principal(&setup, &setup.sign_in(ANNA).await).await;
    let show = async |code: &str| identity.show_factor(tenant, &half, code, &here()).await.map(drop);
    let (_, sam) = colleague(&setup, "sam", Role::SupportL1).await;
    let unlock = OperatorAction::UnlockFactor { customer: anna.user };
    assert_eq!(lifts(&setup, &sam, unlock.clone()).await, Err("CONFLICT_ERROR"), "nothing rests");
    for _ in 0..10 {
        show("AAAAAA").await.unwrap_err();
    }
    assert_eq!(show(&app.next(&setup)).await.unwrap_err().code(), "AUTH_2FA_ATTEMPTS_EXCEEDED");
    let waits = identity.customer_waits(tenant, anna.user).await.unwrap();
    assert!(waits.codes_until.is_some() && waits.phone_from.is_none(), "{waits:?}");

    let (_, olga) = colleague(&setup, "olga", Role::ComplianceOfficer).await;
    assert_eq!(lifts(&setup, &olga, unlock.clone()).await, Err("ACCESS_DENIED"));
    let (_, glass) = colleague(&setup, "glass", Role::BreakGlass).await;
    assert!(matches!(act(&setup, &glass, unlock.clone()).await.unwrap(), Outcome::Proposed(_)));
    lifts(&setup, &sam, unlock.clone()).await.unwrap();
    show(&app.next(&setup)).await.expect("the right code counts again");
    assert!(read_mail(&setup, ANNA, SECURITY).await.contains("Support has allowed your second-factor codes again"));
    assert_eq!(lifts(&setup, &sam, unlock).await, Err("CONFLICT_ERROR"));
    assert_eq!(actions(&setup).await.iter().filter(|action| *action == "factors.unlock").count(), 1);
}

#[tokio::test]
async fn unlocking_needs_a_recent_operator_confirmation() {
    let setup = Setup::new().await;
    let (anna, _, _) = enrolled(&setup).await;
    let (_, lea) = colleague(&setup, "lea", Role::SupportL2).await;
    setup.wait(TimeDelta::minutes(6));
    for action in
        [OperatorAction::UnlockFactor { customer: anna.user }, OperatorAction::AllowPhoneChange { customer: anna.user }]
    {
        assert_eq!(lifts(&setup, &lea, action).await, Err("AUTH_2FA_REQUIRED"));
    }
}

async fn ask(setup: &Setup, who: &Principal, number: &str) -> Result<Challenge, IdentityError> {
    let refused = std::collections::BTreeSet::new();
    setup.identity.start_phone_change(&setup.tenant, who, number, Way::Sms, &refused, &here()).await
}

async fn proves(setup: &Setup, who: &Principal, number: &str) {
    let asked = ask(setup, who, number).await.unwrap();
    let text = read_mail(setup, &number.replace(' ', ""), "sms").await;
    let code: String = text.chars().take_while(char::is_ascii_digit).collect();
    setup.identity.confirm_phone_change(&setup.tenant, who, asked.id, &code, &here()).await.unwrap();
}

#[tokio::test]
async fn a_telephone_changes_twice_in_a_day_where_support_allows_it_and_never_without_its_code() {
    let setup = Setup::new().await;
    let anna = principal(&setup, &setup.sign_in(ANNA).await).await;
    let (_, sam) = colleague(&setup, "sam", Role::SupportL1).await;
    let (_, lea) = colleague(&setup, "lea", Role::SupportL2).await;
    let allow = OperatorAction::AllowPhoneChange { customer: anna.user };
    assert_eq!(lifts(&setup, &lea, allow.clone()).await, Err("CONFLICT_ERROR"), "it can be changed");
    proves(&setup, &anna, "+48 512 345 678").await;
    assert_eq!(ask(&setup, &anna, "+48 512 345 679").await.unwrap_err().code(), "PHONE_CHANGE_LIMIT_EXCEEDED");
    let waits = setup.identity.customer_waits(setup.tenant.id, anna.user).await.unwrap();
    assert_eq!((waits.phone_from, waits.codes_until), (Some(setup.now() + TimeDelta::hours(24)), None));

    assert_eq!(lifts(&setup, &sam, allow.clone()).await, Err("ACCESS_DENIED"));
    lifts(&setup, &lea, allow.clone()).await.unwrap();
    assert!(read_mail(&setup, ANNA, SECURITY).await.contains("Support has allowed your phone number to be changed"));
    let user = setup.identity.user(setup.tenant.id, anna.user).await.unwrap();
    assert_eq!(user.phone.as_deref(), Some("+48512345678"), "nothing changes without the person");
    setup.wait(TimeDelta::minutes(2));
    proves(&setup, &anna, "+48 512 345 679").await;
    assert_eq!(ask(&setup, &anna, "+48 512 345 670").await.unwrap_err().code(), "PHONE_CHANGE_LIMIT_EXCEEDED");
    assert_eq!(actions(&setup).await.iter().filter(|action| *action == "phones.allow").count(), 1);
}
