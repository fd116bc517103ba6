//! Signed approvals under dual control: the second operator signs exactly the text that was read, so that anyone can
//! verify the signature later without trusting the platform.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use chrono::TimeDelta;
use identity::operator::{
    OperatorAction, OperatorPrincipal, ProposalAnswer, ProposalReply, Role, SignedApproval, Signing,
};
use identity::{IdentityError, PasskeyRequest, PasskeySite};
use kernel::ProposalId;
use p256::ecdsa::signature::Verifier;
use p256::ecdsa::{Signature, VerifyingKey};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::authenticator::Authenticator;
use crate::login::futures;
use crate::mfa::principal;
use crate::operator_passkey::{add, answer, confirm, refused, site};
use crate::operators::{self, Colleague, act, anna, colleague, propose};
use crate::setup::{NoPolicies, Setup, here};

const WORDS: &str = "her passport was on my desk";
/// The `SubjectPublicKeyInfo` prefix of P-256, up to the compressed point.
const P256: &str = "3039301306072a8648ce3d020106082a8648ce3d030107032200";

/// Anna is blocked, Olga proposes to unblock her, and Oleg, who has a passkey, may approve.
struct Scene {
    setup: Setup,
    olga: OperatorPrincipal,
    colleague: Colleague,
    oleg: OperatorPrincipal,
    device: Authenticator,
    proposal: ProposalId,
}

fn approval<'a>(proposal: ProposalId, reason: &'a str, signing: Signing<'a>) -> ProposalReply<'a> {
    ProposalReply { proposal, answer: ProposalAnswer::Approve, reason, signing }
}

impl Scene {
    async fn new() -> Self {
        let setup = Setup::new().await;
        let (customer, _) = anna(&setup).await;
        let (_, olga) = colleague(&setup, "olga", Role::ComplianceOfficer).await;
        let (colleague, oleg) = colleague(&setup, "oleg", Role::ComplianceOfficer).await;
        let mut device = Authenticator::new(1);
        add(&setup, &oleg, &mut device).await.unwrap();
        act(&setup, &olga, OperatorAction::BlockCustomer { customer }).await.unwrap();
        let proposal = propose(&setup, &olga, OperatorAction::UnblockCustomer { customer }).await;
        Self { setup, olga, colleague, oleg, device, proposal }
    }

    /// The signing request for Oleg's browser, at the usual page.
    async fn asked(&self) -> PasskeyRequest {
        self.asked_for(self.proposal).await
    }

    async fn asked_for(&self, proposal: ProposalId) -> PasskeyRequest {
        let (identity, tenant) = (&self.setup.identity, self.setup.tenant.id);
        let asked = identity.begin_approval(tenant, &self.oleg, proposal, WORDS, Some(&site())).await.unwrap();
        asked.request.expect("Oleg has a passkey here")
    }

    /// Oleg approves with the signature.
    async fn agree(&self, asked: &PasskeyRequest, signed: &Value) -> Result<(), IdentityError> {
        self.agree_as(&self.oleg, asked, signed, (WORDS, &site())).await
    }

    async fn agree_as(
        &self,
        who: &OperatorPrincipal,
        asked: &PasskeyRequest,
        signed: &Value,
        (words, site): (&str, &PasskeySite),
    ) -> Result<(), IdentityError> {
        let signing = Signing { site: Some(site), answer: Some(answer(asked, signed)) };
        let (identity, tenant) = (&self.setup.identity, self.setup.tenant.id);
        let reply = approval(self.proposal, words, signing);
        identity.answer_proposal(tenant, who, reply, &NoPolicies, &here()).await.map(|_| ())
    }

    /// Oleg approves without a signature, at this page or at none.
    async fn agree_plainly(&self, site: Option<&PasskeySite>) -> Result<(), IdentityError> {
        let signing = Signing { site, answer: None };
        let (identity, tenant) = (&self.setup.identity, self.setup.tenant.id);
        let reply = approval(self.proposal, WORDS, signing);
        identity.answer_proposal(tenant, &self.oleg, reply, &NoPolicies, &here()).await.map(|_| ())
    }

    async fn kept(&self) -> SignedApproval {
        let (identity, tenant) = (&self.setup.identity, self.setup.tenant.id);
        identity.approval_signature(tenant, &self.olga, self.proposal).await.unwrap()
    }

    /// The numbers of executed unblocks and of signatures.
    async fn done(&self) -> (i64, i64) {
        let let_in = "SELECT count(*) FROM operator_log WHERE action = 'customers.unblock'";
        (self.setup.count(let_in).await, self.setup.count("SELECT count(*) FROM approval_signatures").await)
    }
}

fn sha256(bytes: impl AsRef<[u8]>) -> Vec<u8> {
    Sha256::digest(bytes).to_vec()
}

/// Verifies a signature as an outsider, with the exported data only: the text, each step, and the key.
fn verify(kept: &SignedApproval) {
    assert_eq!(kept.payload_hash, sha256(&kept.payload));
    let challenge = sha256([kept.nonce.as_slice(), &kept.payload_hash].concat());
    let client: Value = serde_json::from_slice(&kept.client_data_json).unwrap();
    let said = json!({ "type": "webauthn.get", "challenge": BASE64.encode(&challenge[..16]),
        "origin": "https://bank.example", "crossOrigin": false });
    assert_eq!(client, said);
    assert_eq!(kept.authenticator_data[..32], sha256("bank.example"));
    assert_eq!(kept.authenticator_data[32] & 0x05, 0x05, "its owner was there, and was verified");
    let key = hex::encode(&kept.public_key);
    let point = hex::decode(key.strip_prefix(P256).unwrap()).unwrap();
    let message = [kept.authenticator_data.clone(), sha256(&kept.client_data_json)].concat();
    let signature = Signature::from_der(&kept.signature).unwrap();
    VerifyingKey::from_sec1_bytes(&point).unwrap().verify(&message, &signature).unwrap();
}

#[tokio::test]
async fn a_signed_approval_is_carried_out_and_anybody_can_verify_its_signature() {
    let mut scene = Scene::new().await;
    let (tenant, identity) = (scene.setup.tenant.id, scene.setup.identity.clone());
    let to_sign = identity.begin_approval(tenant, &scene.oleg, scene.proposal, WORDS, Some(&site())).await.unwrap();
    let asked = to_sign.request.unwrap();
    let signed = scene.device.sign(&asked);
    scene.agree(&asked, &signed).await.unwrap();
    assert_eq!(scene.done().await, (1, 1));

    let kept = scene.kept().await;
    verify(&kept);
    assert_eq!((kept.operator, kept.passkey_name.as_str(), kept.algorithm), (scene.oleg.id, "Laptop", -7));
    assert_eq!(kept.payload, to_sign.payload, "what was read is what is kept");
    let read: Value = serde_json::from_str(&kept.payload).unwrap();
    let told = |name: &str| read[name].as_str().unwrap().to_owned();
    assert_eq!(told("proposal"), scene.proposal.to_string());
    assert_eq!((told("maker"), told("approver")), (scene.olga.id.to_string(), scene.oleg.id.to_string()));
    assert_eq!((told("reason"), told("words")), (operators::WHY.to_owned(), WORDS.to_owned()));
    assert_eq!(read["operator_action"]["kind"], "unblock_customer");

    // The list and the log show it. It can be verified after the passkey is removed, and it is immutable.
    let (listed, _) = identity.operator_proposals(tenant, &scene.olga, false, None, 10).await.unwrap();
    let shown = listed[0].signed.as_ref().unwrap();
    assert_eq!((shown.passkey.as_str(), shown.at), ("Laptop", kept.signed_at));
    let line = "SELECT after FROM operator_log WHERE action = 'proposals.approve'";
    let line: Value = sqlx::query_scalar(line).fetch_one(&mut scene.setup.sql().await).await.unwrap();
    assert_eq!(line["signed_with"], kept.passkey.to_string());
    assert_eq!(line["payload_sha256"], kept.payload_sha256());
    let made = "SELECT after FROM operator_log WHERE action = 'operators.passkey_add'";
    let made: Value = sqlx::query_scalar(made).fetch_one(&mut scene.setup.sql().await).await.unwrap();
    let key = hex::encode(sha256(&kept.public_key));
    assert_eq!((&made["passkey"], &made["public_key_sha256"]), (&line["signed_with"], &json!(key)), "whose key it is");
    identity.remove_operator_passkey(tenant, &scene.oleg, kept.passkey, &here()).await.unwrap();
    for change in ["UPDATE approval_signatures SET payload = '{}'", "DELETE FROM approval_signatures"] {
        let refused = sqlx::query(change).execute(&mut scene.setup.sql().await).await.unwrap_err();
        assert!(refused.to_string().contains("written once"), "{refused}");
    }
    assert_eq!(scene.kept().await, kept);
    let (_, sam) = colleague(&scene.setup, "sam", Role::SupportL1).await;
    let curious = identity.approval_signature(tenant, &sam, scene.proposal).await.unwrap_err();
    assert_eq!(curious.code(), "ACCESS_DENIED");
}

#[tokio::test]
async fn a_signature_is_for_one_proposal_and_one_purpose() {
    let mut scene = Scene::new().await;
    let (tenant, identity) = (scene.setup.tenant.id, scene.setup.identity.clone());
    let sam =
        OperatorAction::InviteOperator { email: "sam@bank.example".into(), role: Role::TenantAdmin, ends_on: None };
    let (_, adam) = colleague(&scene.setup, "adam", Role::TenantAdmin).await;
    let other = propose(&scene.setup, &adam, sam).await;

    // Signed for the other proposal and sent to this one; and this one's ceremony with the other one's challenge.
    let of_other = scene.asked_for(other).await;
    let signed = scene.device.sign(&of_other);
    refused(scene.agree(&of_other, &signed).await);
    let (here_asked, of_other) = (scene.asked().await, scene.asked_for(other).await);
    let signed = scene.device.sign(&of_other);
    refused(scene.agree(&here_asked, &signed).await);

    // A confirmation or sign-in assertion cannot approve, and an approval cannot confirm.
    let asked = identity.begin_operator_passkey_confirmation(tenant, &scene.oleg, &site()).await.unwrap();
    let signed = scene.device.sign(&asked);
    refused(scene.agree(&asked, &signed).await);
    let asked = identity.begin_operator_passkey_sign_in(tenant, &site(), &here()).await.unwrap();
    let signed = scene.device.sign(&asked);
    refused(scene.agree(&asked, &signed).await);
    let asked = scene.asked().await;
    let signed = scene.device.sign(&asked);
    let confirmed = answer(&asked, &signed);
    refused(identity.confirm_operator_by_passkey(tenant, &scene.oleg, &site(), confirmed, &here()).await);
    assert_eq!(scene.done().await, (0, 0));

    // It works once for this proposal, and never again.
    let asked = scene.asked().await;
    let signed = scene.device.sign(&asked);
    scene.agree(&asked, &signed).await.unwrap();
    assert_eq!(scene.agree(&asked, &signed).await.unwrap_err().code(), "CONFLICT_ERROR", "it was answered");
    scene.proposal = other;
    refused(scene.agree(&asked, &signed).await);
    assert_eq!(scene.done().await, (1, 1));
}

#[tokio::test]
async fn a_signing_challenge_is_bound_to_operator_session_and_page_for_five_minutes() {
    let mut scene = Scene::new().await;
    let (_, ben) = colleague(&scene.setup, "ben", Role::ComplianceOfficer).await;
    let mut bens = Authenticator::new(2);
    add(&scene.setup, &ben, &mut bens).await.unwrap();

    // Another operator's passkey, and one's own signature sent by another operator.
    let asked = scene.asked().await;
    let signed = bens.sign(&asked);
    refused(scene.agree(&asked, &signed).await);
    let asked = scene.asked().await;
    let signed = scene.device.sign(&asked);
    refused(scene.agree_as(&ben, &asked, &signed, (WORDS, &site())).await);
    // A forged signature, and one without user verification.
    let (mut forged, mut blind) = (scene.device.clone(), scene.device.clone());
    forged.take_key_of(&bens);
    blind.verifies = false;
    for device in [&mut forged, &mut blind] {
        let asked = scene.asked().await;
        let signed = device.sign(&asked);
        refused(scene.agree(&asked, &signed).await);
    }
    // Another page of the same host.
    let port = PasskeySite::of("https://bank.example:8443").unwrap();
    let asked = scene.asked().await;
    let signed = scene.device.sign(&asked);
    refused(scene.agree_as(&scene.oleg, &asked, &signed, (WORDS, &port)).await);
    let (asked, oleg) = (scene.asked().await, scene.oleg.clone());
    let signed = scene.device.sign(&asked);
    let next = scene.colleague.back(&scene.setup).await;
    refused(scene.agree_as(&next, &asked, &signed, (WORDS, &site())).await);
    // In a session that has ended in the meantime.
    let asked = scene.asked().await;
    let signed = scene.device.sign(&asked);
    scene.setup.identity.sign_operator_out(scene.setup.tenant.id, &oleg, &here()).await.unwrap();
    assert_eq!(scene.agree(&asked, &signed).await.unwrap_err().code(), "UNAUTHORIZED_REQUEST");
    scene.oleg = next;
    let late = scene.asked().await;
    let signed = scene.device.sign(&late);
    scene.setup.wait(TimeDelta::minutes(5));
    refused(scene.agree(&late, &signed).await);
    assert_eq!(scene.done().await, (0, 0));
    let refusals = "SELECT count(*) FROM operator_log WHERE action = 'operators.passkey_refused'";
    assert_eq!(scene.setup.count(refusals).await, 3, "what was signed badly is written down");
}

#[tokio::test]
async fn a_proposal_that_changed_after_it_was_read_is_not_executed() {
    let mut scene = Scene::new().await;
    let changes = [
        "UPDATE operator_proposals SET reason = reason || '!'",
        "UPDATE operator_proposals SET maker = (SELECT id FROM operators WHERE email = 'nora@bank.example')",
        "UPDATE operator_proposals SET operator_action = jsonb_set(operator_action, '{customer}', '\"usr_00000000000000000000000000000001\"')",
    ];
    colleague(&scene.setup, "nora", Role::ComplianceOfficer).await;
    for change in changes {
        let asked = scene.asked().await;
        let signed = scene.device.sign(&asked);
        scene.setup.change(change).await;
        let moved = scene.agree(&asked, &signed).await.unwrap_err();
        assert_eq!((moved.code(), moved.to_string().contains("not what was signed")), ("CONFLICT_ERROR", true));
    }
    let asked = scene.asked().await;
    let signed = scene.device.sign(&asked);
    let others = scene.agree_as(&scene.oleg, &asked, &signed, ("I never looked at it", &site())).await;
    assert_eq!(others.unwrap_err().code(), "CONFLICT_ERROR", "the words were signed too");
    assert_eq!(scene.done().await, (0, 0));
}

#[tokio::test]
async fn an_operator_with_a_passkey_must_sign_approvals_with_it() {
    let mut scene = Scene::new().await;
    let (tenant, identity) = (scene.setup.tenant.id, scene.setup.identity.clone());
    confirm(&scene.setup, &scene.oleg, &mut scene.device).await.unwrap();
    let plain = scene.agree_plainly(Some(&site())).await.unwrap_err();
    assert_eq!((plain.code(), plain.to_string().contains("passkey")), ("AUTH_2FA_REQUIRED", true));
    assert_eq!(scene.done().await, (0, 0));
    // A refusal needs no signature.
    let (customer, second) = (anna_of(&scene.setup).await, scene.proposal);
    operators::answer(&scene.setup, &scene.oleg, second, ProposalAnswer::Refuse).await.unwrap();

    // On a page of another host, or without a page, the error names the host to sign at.
    scene.proposal = propose(&scene.setup, &scene.olga, OperatorAction::UnblockCustomer { customer }).await;
    let other = PasskeySite::of("https://other.example").unwrap();
    for page in [Some(&other), None] {
        let begun = identity.begin_approval(tenant, &scene.oleg, scene.proposal, WORDS, page).await;
        for refused in [begun.map(|_| ()), scene.agree_plainly(page).await] {
            let refused = refused.unwrap_err();
            let named = refused.to_string().contains("works at bank.example");
            assert_eq!((refused.code(), named), ("ACCESS_DENIED", true));
        }
    }
    assert_eq!(scene.done().await, (0, 0));

    // For an operator without any passkey, a factor of the last five minutes suffices, and nothing is signed.
    let own = identity.operator_passkeys(tenant, &scene.oleg).await.unwrap().remove(0);
    identity.remove_operator_passkey(tenant, &scene.oleg, own.id, &here()).await.unwrap();
    let asked = identity.begin_approval(tenant, &scene.oleg, scene.proposal, WORDS, Some(&site())).await.unwrap();
    assert_eq!(asked.request, None);
    let fresh = scene.oleg.clone();
    scene.oleg.confirmed_until = scene.setup.now();
    assert_eq!(scene.agree_plainly(Some(&site())).await.unwrap_err().code(), "AUTH_2FA_REQUIRED");
    scene.oleg = fresh;
    scene.agree_plainly(Some(&site())).await.unwrap();
    assert_eq!(scene.done().await, (1, 0));
    let none = identity.approval_signature(tenant, &scene.olga, scene.proposal).await.unwrap_err();
    assert_eq!(none.code(), "NOT_FOUND");
}

async fn anna_of(setup: &Setup) -> kernel::UserId {
    let id: uuid::Uuid =
        sqlx::query_scalar("SELECT id FROM users LIMIT 1").fetch_one(&mut setup.sql().await).await.unwrap();
    kernel::UserId::from_uuid(id)
}

#[tokio::test]
async fn signing_is_offered_to_possible_approvers_only_and_rate_limited() {
    let scene = Scene::new().await;
    let (tenant, identity) = (scene.setup.tenant.id, scene.setup.identity.clone());
    let begin = async |who: &OperatorPrincipal, words: &str| {
        identity.begin_approval(tenant, who, scene.proposal, words, Some(&site())).await.map(drop)
    };
    assert_eq!(begin(&scene.olga, WORDS).await.unwrap_err().code(), "ACCESS_DENIED", "it is her own");
    assert_eq!(begin(&scene.oleg, "yes").await.unwrap_err().code(), "VALIDATION_ERROR");
    begin(&scene.oleg, WORDS).await.unwrap();
    scene.setup.change("UPDATE counters SET count = 300 WHERE name = 'operator_passkey.approval'").await;
    assert_eq!(begin(&scene.oleg, WORDS).await.unwrap_err().code(), "TOO_MANY_REQUESTS");
    let (_, sam) = colleague(&scene.setup, "sam", Role::SupportL1).await;
    assert_eq!(begin(&sam, WORDS).await.unwrap_err().code(), "ACCESS_DENIED");
}

#[tokio::test]
async fn of_fifty_concurrent_uses_of_one_signature_one_succeeds() {
    let mut scene = Scene::new().await;
    let asked = scene.asked().await;
    let signed = scene.device.sign(&asked);
    let answers = futures(50, |_| scene.agree(&asked, &signed)).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    assert_eq!(scene.done().await, (1, 1));
    // Likewise with fifty separately signed requests.
    let customer = anna_of(&scene.setup).await;
    act(&scene.setup, &scene.olga, OperatorAction::BlockCustomer { customer }).await.unwrap();
    scene.proposal = propose(&scene.setup, &scene.olga, OperatorAction::UnblockCustomer { customer }).await;
    let mut each = Vec::new();
    for _ in 0..50 {
        let asked = scene.asked().await;
        each.push((scene.device.sign(&asked), asked));
    }
    let (scene, each) = (&scene, &each);
    let answers = futures(50, |n| scene.agree(&each[n].1, &each[n].0)).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    assert_eq!(scene.done().await, (2, 2));
    verify(&scene.kept().await);
}

/// A new customer's id.
async fn customer(setup: &Setup, email: &str) -> kernel::UserId {
    let login = setup.sign_in(email).await;
    principal(setup, &login).await.user
}

/// Blocks a customer, and lets this officer propose to unblock them.
async fn asks_for(setup: &Setup, maker: &OperatorPrincipal, customer: kernel::UserId) -> ProposalId {
    act(setup, maker, OperatorAction::BlockCustomer { customer }).await.unwrap();
    propose(setup, maker, OperatorAction::UnblockCustomer { customer }).await
}

#[tokio::test]
async fn concurrent_mutual_approvals_do_not_deadlock() {
    let mut scene = Scene::new().await;
    let mut olgas = Authenticator::new(2);
    add(&scene.setup, &scene.olga, &mut olgas).await.unwrap();
    let (tenant, identity, site) = (scene.setup.tenant.id, scene.setup.identity.clone(), site());
    let (bea, cid) = (customer(&scene.setup, "bea@example.com").await, customer(&scene.setup, "cid@example.com").await);
    for _ in 0..6 {
        let by_olga = asks_for(&scene.setup, &scene.olga, bea).await;
        let by_oleg = asks_for(&scene.setup, &scene.oleg, cid).await;
        let mut both = Vec::new();
        for (id, who, device) in [(by_olga, &scene.oleg, &mut scene.device), (by_oleg, &scene.olga, &mut olgas)] {
            let asked = identity.begin_approval(tenant, who, id, WORDS, Some(&site)).await.unwrap().request.unwrap();
            both.push((id, who, device.sign(&asked), asked));
        }
        let agree = |n: usize| {
            let ((id, who, signed, asked), identity, site) = (&both[n], &identity, &site);
            async move {
                let signing = Signing { site: Some(site), answer: Some(answer(asked, signed)) };
                let reply = approval(*id, WORDS, signing);
                identity.answer_proposal(tenant, who, reply, &NoPolicies, &here()).await
            }
        };
        let answers = futures(both.len(), agree).await;
        assert!(answers.iter().all(Result::is_ok), "{answers:?}");
    }
    assert_eq!(scene.done().await, (12, 12));
}
