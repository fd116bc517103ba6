//! Resets of lost second factors.

use chrono::{DateTime, TimeDelta, Utc};
use identity::operator::{
    LostFactor, Operator, OperatorAction, Outcome, ProposalAnswer, Role, reset_factors_by_command_line,
};
use identity::{IdentityError, Switches};

use crate::mfa::{enrolled, principal};
use crate::operators::{act, actions, answer, colleague};
use crate::setup::{ANNA, Setup, here, read_mail};

const SUBJECT: &str = "Your account at The Bank: security";

async fn wants(setup: &Setup, email: &str, reason: &str) -> Result<LostFactor, IdentityError> {
    let world = kernel::World::with_clock(setup.clock.clone());
    let host = Operator { name: "account 0 of this machine".into(), role: Role::ComplianceOfficer };
    reset_factors_by_command_line(&setup.db.store, &world, &host, (setup.tenant.id, email), reason).await
}

/// Approves a reset for a tenant without operators.
async fn approve(setup: &Setup, email: &str, reason: &str) -> Result<DateTime<Utc>, IdentityError> {
    match wants(setup, email, reason).await? {
        LostFactor::Approved { due_at } => Ok(due_at),
        LostFactor::Proposed { .. } => panic!("nobody could agree to it"),
    }
}

/// Runs the scheduled job.
async fn run_due(setup: &Setup) {
    let job = store::JobSpec::new("identity.factor_resets", None, serde_json::json!({}));
    let mut tx = setup.db.store.system().await.unwrap();
    tx.enqueue(setup.now(), &[job]).await.unwrap();
    tx.commit().await.unwrap();
    setup.worker.run_until_idle().await.unwrap();
}

#[tokio::test]
async fn what_support_approves_happens_three_days_later_and_the_person_hears_of_every_step() {
    let setup = Setup::new().await;
    let (owner, _, _) = enrolled(&setup).await;
    let tenant = setup.tenant.id;
    let lost = principal(&setup, &setup.sign_in(ANNA).await).await;
    let none = approve(&setup, ANNA, "I said so").await.unwrap_err();
    assert_eq!(none.code(), "NOT_FOUND", "nobody asked");
    assert!(setup.identity.ask_factor_reset(tenant, &owner, &here()).await.is_err(), "who is signed in needs none");
    let asked = setup.identity.ask_factor_reset(tenant, &lost, &here()).await.unwrap();
    assert_eq!(setup.identity.ask_factor_reset(tenant, &lost, &here()).await.unwrap(), asked);
    assert!(read_mail(&setup, ANNA, SUBJECT).await.contains("was lost"));

    let due = approve(&setup, ANNA, "passport seen").await.unwrap();
    assert_eq!(due, setup.now() + TimeDelta::hours(72));
    assert!(approve(&setup, ANNA, "once again").await.is_err());
    assert!(read_mail(&setup, ANNA, SUBJECT).await.contains("2026-03-04"));
    setup.wait(TimeDelta::hours(72) - TimeDelta::seconds(1));
    run_due(&setup).await;
    assert!(setup.sign_in(ANNA).await.factor_required, "not a second early");
    setup.wait(TimeDelta::seconds(1));
    run_due(&setup).await;
    run_due(&setup).await;
    let login = setup.sign_in(ANNA).await;
    assert!(!login.factor_required);
    let again = principal(&setup, &login).await;
    let factors = setup.identity.factors(tenant, &again).await.unwrap();
    assert_eq!((factors.switches, factors.totp_since, factors.recovery_codes_left), (Switches::default(), None, 0));
    assert!(read_mail(&setup, ANNA, SUBJECT).await.contains("was removed"));
    let customer_status = setup.identity.customer_status(&setup.tenant, owner.user).await.unwrap();
    assert_eq!(
        customer_status.payouts_held_until,
        Some(setup.now() + TimeDelta::hours(24)),
        "the person who asked waits one more day"
    );
    let audited = "SELECT count(*) FROM audit_log WHERE action LIKE 'factor.reset_%'";
    assert_eq!(setup.count(audited).await, 3);
    let told = "SELECT count(*) FROM operator_log WHERE action = 'factors.reset' AND reason = 'passport seen'";
    assert_eq!(setup.count(told).await, 1, "the tenant reads what was done at the machine");
}

#[tokio::test]
async fn a_holder_of_the_factor_or_of_a_session_can_stop_the_reset() {
    let setup = Setup::new().await;
    let (owner, app, _) = enrolled(&setup).await;
    let tenant = setup.tenant.id;
    let thief = principal(&setup, &setup.sign_in(ANNA).await).await;
    let ask = async || {
        setup.identity.ask_factor_reset(tenant, &thief, &here()).await.unwrap();
        approve(&setup, ANNA, "was fooled").await.unwrap();
    };
    ask().await;
    setup.identity.cancel_factor_reset(tenant, &owner, &here()).await.unwrap();
    assert_eq!(setup.identity.factor_reset(tenant, &owner).await.unwrap(), None);

    ask().await;
    let mine = principal(&setup, &setup.sign_in(ANNA).await).await;
    setup.identity.show_factor(tenant, &mine, &app.next(&setup), &here()).await.unwrap();
    setup.wait(TimeDelta::hours(100));
    run_due(&setup).await;
    assert!(setup.sign_in(ANNA).await.factor_required);
}

#[tokio::test]
async fn the_previous_email_is_notified_of_a_reset_for_three_days() {
    let setup = Setup::new().await;
    let (owner, _, _) = enrolled(&setup).await;
    let (identity, tenant) = (&setup.identity, &setup.tenant);
    let change = identity.start_email_change(tenant, &owner, "thief@example.com", &here()).await.unwrap();
    let code = setup.read_code("thief@example.com").await;
    identity.confirm_email_change(tenant, &owner, change.id, &code, &here()).await.unwrap();
    let mails_to_anna = |words: &'static str| {
        let mails = setup.mailbox.0.lock().unwrap();
        mails.iter().filter(|mail| mail.to == ANNA && mail.text.contains(words)).count()
    };
    let thief = principal(&setup, &setup.sign_in("thief@example.com").await).await;
    identity.ask_factor_reset(tenant.id, &thief, &here()).await.unwrap();
    assert!(read_mail(&setup, "thief@example.com", SUBJECT).await.contains("was lost"));
    assert_eq!(mails_to_anna("was lost"), 1, "the former address is informed too");
    approve(&setup, "thief@example.com", "was fooled").await.unwrap();
    setup.worker.run_until_idle().await.unwrap();
    assert_eq!(mails_to_anna("will remove"), 1);
    setup.wait(TimeDelta::hours(72));
    run_due(&setup).await;
    assert!(read_mail(&setup, "thief@example.com", SUBJECT).await.contains("was removed"));
    assert_eq!(mails_to_anna("was removed"), 0, "a former address is not informed");
}

#[tokio::test]
async fn with_an_approver_command_line_and_console_only_propose_a_reset() {
    let setup = Setup::new().await;
    let (owner, _, _) = enrolled(&setup).await;
    let tenant = setup.tenant.id;
    let lost = principal(&setup, &setup.sign_in(ANNA).await).await;
    setup.identity.ask_factor_reset(tenant, &lost, &here()).await.unwrap();
    let (_, helper) = colleague(&setup, "helper", Role::SupportL2).await;
    let (_, officer) = colleague(&setup, "officer", Role::ComplianceOfficer).await;
    let LostFactor::Proposed { id, .. } = wants(&setup, ANNA, "passport seen").await.unwrap() else {
        panic!("one alone ended a factor");
    };
    assert_eq!(setup.identity.factor_reset(tenant, &owner).await.unwrap().unwrap().due_at, None, "nothing ends yet");
    assert!(matches!(wants(&setup, ANNA, "and once more").await, Err(IdentityError::Exists(_))), "it waits once");
    let action = OperatorAction::ResetFactors { customer: owner.user };
    assert!(act(&setup, &officer, action.clone()).await.is_err(), "nor twice in another way");
    let agree = async |who, id| answer(&setup, who, id, ProposalAnswer::Approve).await;
    let (waiting, _) = setup.identity.operator_proposals(tenant, &officer, true, None, 10).await.unwrap();
    assert_eq!((waiting[0].maker, waiting[0].maker_name.as_str()), (None, "account 0 of this machine"));
    assert_eq!(agree(&helper, id).await.unwrap_err().code(), "ACCESS_DENIED");
    agree(&officer, id).await.unwrap();
    let due = setup.identity.factor_reset(tenant, &owner).await.unwrap().unwrap().due_at;
    assert_eq!(due, Some(setup.now() + TimeDelta::hours(72)));
    assert!(read_mail(&setup, ANNA, SUBJECT).await.contains("will remove"));
    let written = actions(&setup).await;
    for action in ["proposals.make", "factors.reset", "proposals.approve"] {
        assert_eq!(written.iter().filter(|one| *one == action).count(), 1, "{action} of {written:?}");
    }

    setup.identity.cancel_factor_reset(tenant, &owner, &here()).await.unwrap();
    assert_eq!(act(&setup, &officer, action.clone()).await.unwrap_err().code(), "NOT_FOUND", "nobody asks any more");
    setup.identity.ask_factor_reset(tenant, &lost, &here()).await.unwrap();
    let Outcome::Proposed(own) = act(&setup, &officer, action).await.unwrap() else { panic!("it was done alone") };
    assert_eq!(agree(&officer, own).await.unwrap_err().code(), "ACCESS_DENIED", "nobody agrees to their own");
    let (_, second) = colleague(&setup, "second", Role::ComplianceOfficer).await;
    agree(&second, own).await.unwrap();
}

#[tokio::test]
async fn support_proposes_a_reset_and_an_officer_approves_it() {
    let setup = Setup::new().await;
    let (owner, _, _) = enrolled(&setup).await;
    let tenant = setup.tenant.id;
    let lost = principal(&setup, &setup.sign_in(ANNA).await).await;
    let (_, first_line) = colleague(&setup, "first", Role::SupportL1).await;
    let (_, helper) = colleague(&setup, "helper", Role::SupportL2).await;
    let (_, officer) = colleague(&setup, "officer", Role::ComplianceOfficer).await;
    let action = OperatorAction::ResetFactors { customer: owner.user };
    assert_eq!(act(&setup, &helper, action.clone()).await.unwrap_err().code(), "NOT_FOUND", "the customer asks first");
    setup.identity.ask_factor_reset(tenant, &lost, &here()).await.unwrap();
    assert_eq!(act(&setup, &first_line, action.clone()).await.unwrap_err().code(), "ACCESS_DENIED");
    let Outcome::Proposed(id) = act(&setup, &helper, action).await.unwrap() else { panic!("one alone ended a factor") };
    let agree = async |who| answer(&setup, who, id, ProposalAnswer::Approve).await;
    assert_eq!(agree(&helper).await.unwrap_err().code(), "ACCESS_DENIED", "nobody agrees to their own");
    assert_eq!(setup.identity.factor_reset(tenant, &owner).await.unwrap().unwrap().due_at, None);
    agree(&officer).await.unwrap();
    let due = setup.identity.factor_reset(tenant, &owner).await.unwrap().unwrap().due_at;
    assert_eq!(due, Some(setup.now() + TimeDelta::hours(72)));
}
