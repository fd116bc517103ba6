//! Dual control: one operator proposes, another answers.

use chrono::TimeDelta;
use identity::kyc_documents::REASONS;
use identity::operator::{
    LogFilter, OperatorAction, Outcome, ProposalAnswer, ProposalReply, ReviewVerdict, Role, Signing,
};
use identity::verification::Kind;
use serde_json::json;

use crate::login::futures;
use crate::operators::{WHY, act, anna, answer, colleague, join, propose, sent};
use crate::setup::{ANNA, NoPolicies, Setup, field, here};

#[tokio::test]
async fn a_blocked_customer_is_signed_out_at_once_and_unblocked_by_two_operators() {
    let setup = Setup::new().await;
    let (user, token) = anna(&setup).await;
    let (kept, left) = (setup.sign_in(ANNA).await, setup.sign_in(ANNA).await);
    setup.identity.logout(setup.tenant.id, left.tokens.refresh.expose(), &here()).await.unwrap();
    let (_, olga) = colleague(&setup, "olga", Role::ComplianceOfficer).await;
    let (_, oleg) = colleague(&setup, "oleg", Role::ComplianceOfficer).await;
    let (_, sam) = colleague(&setup, "sam", Role::SupportL1).await;
    let block = OperatorAction::BlockCustomer { customer: user };
    assert_eq!(act(&setup, &sam, block.clone()).await.unwrap_err().code(), "ACCESS_DENIED");
    let short =
        setup.identity.act_as_operator(setup.tenant.id, &olga, block.clone(), " why ", &here()).await.unwrap_err();
    assert_eq!(field(short).0, "reason");
    act(&setup, &olga, block.clone()).await.unwrap();
    let refused = setup.identity.authenticate(setup.tenant.id, &token).await.unwrap_err();
    assert_eq!(refused.code(), "UNAUTHORIZED_REQUEST");
    let renew = async || setup.identity.refresh(setup.tenant.id, kept.tokens.refresh.expose(), &here()).await;
    assert_eq!(renew().await.unwrap_err().code(), "USER_BLOCKED", "the page is told why");
    let renewed = setup.identity.refresh(setup.tenant.id, left.tokens.refresh.expose(), &here()).await;
    assert_eq!(renewed.unwrap_err().code(), "UNAUTHORIZED_REQUEST", "but not who had left before");
    assert_eq!(act(&setup, &olga, block).await.unwrap_err().code(), "CONFLICT_ERROR");

    let unblock = OperatorAction::UnblockCustomer { customer: user };
    let id = propose(&setup, &olga, unblock.clone()).await;
    let same = act(&setup, &olga, unblock).await.unwrap_err();
    assert_eq!(same.code(), "NON_UNIQUE_VALUE", "the same waits once");
    assert_eq!(
        answer(&setup, &olga, id, ProposalAnswer::Approve).await.unwrap_err().code(),
        "ACCESS_DENIED",
        "never one's own"
    );
    assert_eq!(answer(&setup, &sam, id, ProposalAnswer::Approve).await.unwrap_err().code(), "ACCESS_DENIED");
    answer(&setup, &oleg, id, ProposalAnswer::Approve).await.unwrap();
    assert_eq!(answer(&setup, &oleg, id, ProposalAnswer::Approve).await.unwrap_err().code(), "CONFLICT_ERROR");
    assert_eq!(renew().await.unwrap_err().code(), "UNAUTHORIZED_REQUEST", "what was ended stays so: they sign in");
    setup.sign_in(ANNA).await;
    let filter = LogFilter { subject: Some(user.to_string()), ..LogFilter::default() };
    let (lines, more) = setup.identity.operator_log(setup.tenant.id, &olga, &filter, None, 50).await.unwrap();
    let mut told: Vec<(&str, &str)> = lines.iter().map(|line| (line.action.as_str(), line.operator.as_str())).collect();
    told.sort_unstable();
    assert_eq!(
        told,
        [
            ("customers.block", "olga@bank.example"),
            ("customers.unblock", "oleg@bank.example"),
            ("proposals.approve", "oleg@bank.example"),
            ("proposals.make", "olga@bank.example"),
        ]
    );
    assert!(!more && lines.iter().all(|line| line.reason.as_deref() == Some(WHY)));
    let freed = lines.iter().find(|line| line.action == "customers.unblock").unwrap();
    assert_eq!((&freed.before, &freed.after), (&json!({"blocked": true}), &json!({"blocked": false})));
    assert_eq!(freed.proposal, Some(id));
}

#[tokio::test]
async fn of_two_concurrent_answers_to_a_proposal_one_counts() {
    let setup = Setup::new().await;
    let (user, _) = anna(&setup).await;
    let (_, olga) = colleague(&setup, "olga", Role::ComplianceOfficer).await;
    act(&setup, &olga, OperatorAction::BlockCustomer { customer: user }).await.unwrap();
    let id = propose(&setup, &olga, OperatorAction::UnblockCustomer { customer: user }).await;
    let mut officers = Vec::new();
    for name in ["oleg", "oona", "otto", "odra"] {
        officers.push(colleague(&setup, name, Role::ComplianceOfficer).await.1);
    }
    let (setup, officers) = (&setup, &officers);
    let done = futures(officers.len(), |n| async move {
        answer(setup, &officers[n], id, if n % 2 == 0 { ProposalAnswer::Approve } else { ProposalAnswer::Refuse }).await
    })
    .await;
    assert_eq!(done.iter().filter(|one| one.is_ok()).count(), 1, "{done:?}");
    let closing = "SELECT count(*) FROM operator_log WHERE action IN ('proposals.approve', 'proposals.refuse')";
    assert_eq!(setup.count(closing).await, 1);
    let unblocked = setup.count("SELECT count(*) FROM operator_log WHERE action = 'customers.unblock'").await;
    assert_eq!(unblocked, setup.count("SELECT count(*) FROM operator_proposals WHERE state = 'approved'").await);
    assert_eq!(unblocked, setup.count("SELECT count(*) FROM users WHERE status = 'active'").await);
}

#[tokio::test]
async fn a_proposal_ends_after_a_day_and_with_the_rights_of_who_made_it() {
    let setup = Setup::new().await;
    let (user, _) = anna(&setup).await;
    let (mut oleg, checker) = colleague(&setup, "oleg", Role::ComplianceOfficer).await;
    let (_, olga) = colleague(&setup, "olga", Role::ComplianceOfficer).await;
    let (_, admin) = colleague(&setup, "adam", Role::TenantAdmin).await;
    act(&setup, &olga, OperatorAction::BlockCustomer { customer: user }).await.unwrap();
    let unblock = OperatorAction::UnblockCustomer { customer: user };
    let id = propose(&setup, &olga, unblock.clone()).await;
    act(&setup, &admin, OperatorAction::RemoveOperator { operator: olga.id }).await.unwrap();
    let refused = answer(&setup, &checker, id, ProposalAnswer::Approve).await.unwrap_err();
    assert_eq!(refused.to_string(), "Who proposed this may no longer.");
    setup.wait(TimeDelta::hours(24));
    let back = oleg.back(&setup).await;
    assert_eq!(answer(&setup, &back, id, ProposalAnswer::Approve).await.unwrap_err().code(), "CONFLICT_ERROR");
    propose(&setup, &back, unblock).await;
    assert_eq!(setup.count("SELECT count(*) FROM users WHERE status = 'blocked'").await, 1);
}

#[tokio::test]
async fn no_operator_grants_roles_alone_or_changes_the_own_role() {
    let setup = Setup::new().await;
    let (_, adam) = colleague(&setup, "adam", Role::TenantAdmin).await;
    let (_, olga) = colleague(&setup, "olga", Role::ComplianceOfficer).await;
    let invite = |email: &str, role| OperatorAction::InviteOperator { email: email.into(), role, ends_on: None };
    let done = act(&setup, &adam, invite("sam@bank.example", Role::SupportL1)).await.unwrap();
    let Outcome::Done(Some(made)) = done else { panic!("{done:?}") };
    assert_eq!(made.email, "sam@bank.example");
    let sam = join(&setup, &sent(&setup, "sam@bank.example").await).await.who(&setup).await.unwrap();
    let rise = act(&setup, &adam, invite("sam@bank.example", Role::Auditor)).await;
    assert!(matches!(rise, Ok(Outcome::Proposed(_))), "{rise:?}");
    let id = propose(
        &setup,
        &adam,
        OperatorAction::ChangeRole { operator: sam.id, role: Role::ComplianceOfficer, ends_on: None },
    )
    .await;
    answer(&setup, &olga, id, ProposalAnswer::Approve).await.unwrap();
    assert_eq!(setup.count("SELECT count(*) FROM operators WHERE role = 'compliance_officer'").await, 2);
    let own = act(&setup, &adam, OperatorAction::RemoveOperator { operator: adam.id }).await.unwrap_err();
    assert_eq!(own.code(), "CONFLICT_ERROR");
    let id = propose(&setup, &adam, invite("olga@bank.example", Role::ComplianceOfficer)).await;
    let own = answer(&setup, &olga, id, ProposalAnswer::Approve).await.unwrap_err();
    assert_eq!(own.code(), "ACCESS_DENIED", "nobody agrees to a new way in of their own");
    let (_, oleg) = colleague(&setup, "oleg", Role::ComplianceOfficer).await;
    let approval =
        ProposalReply { proposal: id, answer: ProposalAnswer::Approve, reason: WHY, signing: Signing::default() };
    let made = setup.identity.answer_proposal(setup.tenant.id, &oleg, approval, &NoPolicies, &here()).await.unwrap();
    assert_eq!(made.unwrap().operator, olga.id, "a new way in for somebody with power takes two as well");
    let again = join(&setup, &sent(&setup, "olga@bank.example").await).await.who(&setup).await.unwrap();
    assert_eq!(again.id, olga.id, "and goes to its owner");
    let id = propose(
        &setup,
        &adam,
        OperatorAction::ChangeRole { operator: again.id, role: Role::TenantAdmin, ends_on: None },
    )
    .await;
    assert_eq!(answer(&setup, &again, id, ProposalAnswer::Approve).await.unwrap_err().code(), "ACCESS_DENIED");
    answer(&setup, &again, id, ProposalAnswer::Refuse).await.expect("saying no is anybody's");
}

#[tokio::test]
async fn an_analyst_proposes_and_an_officer_agrees() {
    let setup = Setup::new().await;
    let (user, _) = anna(&setup).await;
    setup
        .change(
            "INSERT INTO verifications (tenant_id, user_id, kind, status, submitted_at, updated_at)
             SELECT tenant_id, id, 'ADDRESS', 'PROCESSING', now(), now() FROM users",
        )
        .await;
    let (_, nina) = colleague(&setup, "nina", Role::ComplianceAnalyst).await;
    let (_, olga) = colleague(&setup, "olga", Role::ComplianceOfficer).await;
    let decide = |verdict, reasons: &[&str]| OperatorAction::DecideVerification {
        customer: user,
        verification: Kind::Address,
        verdict,
        reasons: reasons.iter().map(|word| (*word).to_owned()).collect(),
    };
    let odd = act(&setup, &nina, decide(ReviewVerdict::Reject, &["Très mauvais"])).await.unwrap_err();
    assert_eq!(field(odd).0, "reasons");
    let id = propose(&setup, &nina, decide(ReviewVerdict::Reject, &[REASONS[0]])).await;
    let still = "SELECT count(*) FROM verifications WHERE status = 'PROCESSING'";
    assert_eq!(setup.count(still).await, 1);
    answer(&setup, &olga, id, ProposalAnswer::Approve).await.unwrap();
    assert_eq!(setup.count("SELECT count(*) FROM verifications WHERE status = 'REJECTED'").await, 1);
    let again = act(&setup, &olga, decide(ReviewVerdict::Approve, &[])).await.unwrap_err();
    assert_eq!(again.code(), "CONFLICT_ERROR");
}
