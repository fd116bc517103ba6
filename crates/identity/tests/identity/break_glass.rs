//! The recipients of break-glass reports.

use chrono::TimeDelta;
use identity::operator::{OperatorAction, Role};

use crate::operators::{WHY, act, anna, colleague, propose};
use crate::setup::Setup;

const SUBJECT: &str = "Break-glass was used in the console of The Bank";

#[tokio::test]
async fn break_glass_actions_are_mailed_to_possible_approvers_once_a_minute() {
    let setup = Setup::new().await;
    let (user, _) = anna(&setup).await;
    let (_, olga) = colleague(&setup, "olga", Role::ComplianceOfficer).await;
    colleague(&setup, "adam", Role::TenantAdmin).await;
    colleague(&setup, "sam", Role::SupportL1).await;
    let told = |setup: &Setup| -> Vec<(String, String)> {
        let mails = setup.mailbox.0.lock().unwrap();
        let found = mails.iter().filter(|mail| mail.subject == SUBJECT);
        found.map(|mail| (mail.to.clone(), mail.text.clone())).collect()
    };
    act(&setup, &olga, OperatorAction::BlockCustomer { customer: user }).await.unwrap();
    setup.wait(TimeDelta::minutes(2));
    setup.worker.run_until_idle().await.unwrap();
    assert!(told(&setup).is_empty(), "operators are not informed of what others do");

    let (_, glass) = colleague(&setup, "glass", Role::BreakGlass).await;
    propose(&setup, &glass, OperatorAction::UnblockCustomer { customer: user }).await;
    setup.worker.run_until_idle().await.unwrap();
    assert!(told(&setup).is_empty(), "the minute is not over");
    setup.wait(TimeDelta::seconds(66));
    setup.worker.run_until_idle().await.unwrap();
    let first = told(&setup);
    let [(to, text)] = first.as_slice() else { panic!("{first:?}") };
    assert_eq!(to, "olga@bank.example");
    let line = format!("proposals.make (unblock_customer)  {user}: {WHY}");
    for part in ["glass@bank.example", "operators.join", "operators.sign_in", &line] {
        assert!(text.contains(part), "{part} in {text}");
    }

    propose(&setup, &glass, OperatorAction::RaiseTier { customer: user, tier: 3 }).await;
    setup.wait(TimeDelta::minutes(10));
    setup.worker.run_until_idle().await.unwrap();
    let both = told(&setup);
    assert!(both.len() == 2 && both[1].1.contains("raise_tier") && !both[1].1.contains("unblock"), "{both:?}");
}

#[tokio::test]
async fn without_approvers_break_glass_mails_go_to_administrators_and_then_to_the_host() {
    let setup = Setup::new().await;
    let (mut glass, _) = colleague(&setup, "glass", Role::BreakGlass).await;
    let mut told = async |setup: &Setup| -> Vec<String> {
        glass.back(setup).await;
        setup.wait(TimeDelta::seconds(66));
        setup.worker.run_until_idle().await.unwrap();
        let mut mails = setup.mailbox.0.lock().unwrap();
        let found = mails.iter().filter(|mail| mail.subject == SUBJECT).map(|mail| mail.to.clone()).collect();
        mails.clear();
        found
    };
    colleague(&setup, "sam", Role::SupportL1).await;
    assert_eq!(told(&setup).await, [] as [&str; 0], "nobody is there who is to know");
    colleague(&setup, "host", Role::PlatformOwner).await;
    assert_eq!(told(&setup).await, ["host@bank.example"]);
    let (_, adam) = colleague(&setup, "adam", Role::TenantAdmin).await;
    assert_eq!(told(&setup).await, ["adam@bank.example"]);
    colleague(&setup, "olga", Role::ComplianceOfficer).await;
    assert_eq!(told(&setup).await, ["olga@bank.example"], "an operator who may approve is informed first");
    let olga = setup.identity.operators(setup.tenant.id, &adam).await.unwrap();
    let olga = olga.into_iter().find(|one| one.role == Role::ComplianceOfficer).unwrap();
    act(&setup, &adam, OperatorAction::RemoveOperator { operator: olga.id }).await.unwrap();
    assert_eq!(told(&setup).await, ["adam@bank.example"], "she works here no more");
}
