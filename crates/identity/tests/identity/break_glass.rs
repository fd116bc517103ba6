//! The recipients of break-glass reports.

use chrono::TimeDelta;
use identity::operator::{OperatorAction, Role};

use crate::house::House;
use crate::operators::{WHY, act, anna, colleague, propose};

const SUBJECT: &str = "Break-glass was used in the console of The Bank";

#[tokio::test]
async fn break_glass_actions_are_mailed_to_possible_approvers_once_a_minute() {
    let house = House::new().await;
    let (user, _) = anna(&house).await;
    let (_, olga) = colleague(&house, "olga", Role::ComplianceOfficer).await;
    colleague(&house, "adam", Role::TenantAdmin).await;
    colleague(&house, "sam", Role::SupportL1).await;
    let told = |house: &House| -> Vec<(String, String)> {
        let mails = house.mailbox.0.lock().unwrap();
        let found = mails.iter().filter(|mail| mail.subject == SUBJECT);
        found.map(|mail| (mail.to.clone(), mail.text.clone())).collect()
    };
    act(&house, &olga, OperatorAction::BlockCustomer { customer: user }).await.unwrap();
    house.wait(TimeDelta::minutes(2));
    house.worker.run_until_idle().await.unwrap();
    assert!(told(&house).is_empty(), "operators are not informed of what others do");

    let (_, glass) = colleague(&house, "glass", Role::BreakGlass).await;
    propose(&house, &glass, OperatorAction::UnblockCustomer { customer: user }).await;
    house.worker.run_until_idle().await.unwrap();
    assert!(told(&house).is_empty(), "the minute is not over");
    house.wait(TimeDelta::seconds(66));
    house.worker.run_until_idle().await.unwrap();
    let first = told(&house);
    let [(to, text)] = first.as_slice() else { panic!("{first:?}") };
    assert_eq!(to, "olga@bank.example");
    let line = format!("proposals.make (unblock_customer)  {user}: {WHY}");
    for part in ["glass@bank.example", "operators.join", "operators.sign_in", &line] {
        assert!(text.contains(part), "{part} in {text}");
    }

    propose(&house, &glass, OperatorAction::RaiseTier { customer: user, tier: 3 }).await;
    house.wait(TimeDelta::minutes(10));
    house.worker.run_until_idle().await.unwrap();
    let both = told(&house);
    assert!(both.len() == 2 && both[1].1.contains("raise_tier") && !both[1].1.contains("unblock"), "{both:?}");
}

#[tokio::test]
async fn without_approvers_break_glass_mails_go_to_administrators_and_then_to_the_host() {
    let house = House::new().await;
    let (mut glass, _) = colleague(&house, "glass", Role::BreakGlass).await;
    let mut told = async |house: &House| -> Vec<String> {
        glass.back(house).await;
        house.wait(TimeDelta::seconds(66));
        house.worker.run_until_idle().await.unwrap();
        let mut mails = house.mailbox.0.lock().unwrap();
        let found = mails.iter().filter(|mail| mail.subject == SUBJECT).map(|mail| mail.to.clone()).collect();
        mails.clear();
        found
    };
    colleague(&house, "sam", Role::SupportL1).await;
    assert_eq!(told(&house).await, [] as [&str; 0], "nobody is there who is to know");
    colleague(&house, "host", Role::PlatformOwner).await;
    assert_eq!(told(&house).await, ["host@bank.example"]);
    let (_, adam) = colleague(&house, "adam", Role::TenantAdmin).await;
    assert_eq!(told(&house).await, ["adam@bank.example"]);
    colleague(&house, "olga", Role::ComplianceOfficer).await;
    assert_eq!(told(&house).await, ["olga@bank.example"], "an operator who may approve is informed first");
    let olga = house.identity.operators(house.tenant.id, &adam).await.unwrap();
    let olga = olga.into_iter().find(|one| one.role == Role::ComplianceOfficer).unwrap();
    act(&house, &adam, OperatorAction::RemoveOperator { operator: olga.id }).await.unwrap();
    assert_eq!(told(&house).await, ["adam@bank.example"], "she works here no more");
}
