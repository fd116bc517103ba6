//! Operators' passkeys: both factors in any browser of their host, and removed together with every other sign-in
//! method.

use chrono::{DateTime, TimeDelta, Utc};
use identity::operator::{OperatorAction, OperatorPrincipal, OperatorSignIn, Role};
use identity::{PasskeyAnswer, PasskeyRequest, PasskeySite};
use serde_json::{Value, json};

use crate::authenticator::Authenticator;
use crate::login::futures;
use crate::operators::{Colleague, act, actions, colleague, join, link};
use crate::setup::{Setup, from, here};

type Answer<T> = Result<T, identity::IdentityError>;

pub fn site() -> PasskeySite {
    PasskeySite::of("https://bank.example").unwrap()
}

pub fn answer<'a>(asked: &PasskeyRequest, credential: &'a Value) -> PasskeyAnswer<'a> {
    PasskeyAnswer { request: asked.id, credential }
}

async fn asked_for_new(setup: &Setup, who: &OperatorPrincipal) -> Answer<PasskeyRequest> {
    setup.identity.begin_operator_passkey(setup.tenant.id, who, &site()).await
}

async fn keep(setup: &Setup, who: &OperatorPrincipal, asked: &PasskeyRequest, made: &Value) -> Answer<()> {
    let answer = answer(asked, made);
    setup.identity.add_operator_passkey(setup.tenant.id, who, &site(), answer, " Laptop ", &here()).await
}

pub async fn add(setup: &Setup, who: &OperatorPrincipal, device: &mut Authenticator) -> Answer<()> {
    let asked = asked_for_new(setup, who).await?;
    let made = device.make(&asked);
    keep(setup, who, &asked, &made).await
}

async fn asked_to_sign_in(setup: &Setup) -> PasskeyRequest {
    setup.identity.begin_operator_passkey_sign_in(setup.tenant.id, &site(), &here()).await.unwrap()
}

async fn finish(setup: &Setup, asked: &PasskeyRequest, signed: &Value) -> Answer<OperatorSignIn> {
    let answer = answer(asked, signed);
    setup.identity.sign_operator_in_by_passkey(setup.tenant.id, &site(), answer, &here()).await
}

async fn sign_in(setup: &Setup, device: &mut Authenticator) -> Answer<OperatorSignIn> {
    let asked = asked_to_sign_in(setup).await;
    let signed = device.sign(&asked);
    finish(setup, &asked, &signed).await
}

pub async fn confirm(setup: &Setup, who: &OperatorPrincipal, device: &mut Authenticator) -> Answer<DateTime<Utc>> {
    let (identity, tenant) = (&setup.identity, setup.tenant.id);
    let asked = identity.begin_operator_passkey_confirmation(tenant, who, &site()).await?;
    let signed = device.sign(&asked);
    identity.confirm_operator_by_passkey(tenant, who, &site(), answer(&asked, &signed), &here()).await
}

async fn count(setup: &Setup) -> i64 {
    setup.count("SELECT count(*) FROM operator_passkeys").await
}

/// The logged reasons of refusals, in order of time.
async fn reasons(setup: &Setup) -> Vec<String> {
    let query = "SELECT after->>'why' FROM operator_log WHERE action = 'operators.passkey_refused' ORDER BY at";
    sqlx::query_scalar(query).fetch_all(&mut setup.sql().await).await.unwrap()
}

async fn refusals_of(setup: &Setup, who: &OperatorPrincipal) -> i64 {
    let query = "SELECT count(*) FROM operator_log WHERE action = 'operators.passkey_refused' AND operator_id = $1";
    sqlx::query_scalar(query).bind(who.id.uuid()).fetch_one(&mut setup.sql().await).await.unwrap()
}

pub fn refused<T: std::fmt::Debug>(answer: Answer<T>) {
    let error = answer.expect_err("must be refused");
    assert_eq!((error.code(), error.to_string().as_str()), ("AUTH_2FA_INVALID", "This passkey was not accepted."));
}

/// Olga with a passkey.
async fn with_passkey(setup: &Setup) -> (Colleague, OperatorPrincipal, Authenticator) {
    let (olga, who) = colleague(setup, "olga", Role::ComplianceOfficer).await;
    let mut device = Authenticator::new(1);
    add(setup, &who, &mut device).await.unwrap();
    (olga, who, device)
}

#[tokio::test]
async fn an_operator_adds_names_and_removes_a_passkey_and_signs_in_with_it_in_any_browser() {
    let setup = Setup::new().await;
    let (tenant, identity) = (setup.tenant.id, &setup.identity);
    let (_, who, mut device) = with_passkey(&setup).await;
    let own = identity.operator_passkeys(tenant, &who).await.unwrap().remove(0);
    assert_eq!((own.name.as_str(), own.host.as_str(), own.used_at), ("Laptop", "bank.example", None));
    for bad in ["", "  ", "a\u{7}b", &"x".repeat(51)] {
        let error = identity.rename_operator_passkey(tenant, &who, own.id, bad).await.unwrap_err();
        assert_eq!(error.code(), "VALIDATION_ERROR", "{bad:?}");
    }
    identity.rename_operator_passkey(tenant, &who, own.id, "Phone").await.unwrap();

    // Without any cookie.
    let asked = identity.begin_operator_passkey_sign_in(tenant, &site(), &from([203, 0, 113, 9])).await.unwrap();
    let signed = device.sign(&asked);
    let there = from([203, 0, 113, 9]);
    let there = identity.sign_operator_in_by_passkey(tenant, &site(), answer(&asked, &signed), &there).await.unwrap();
    let again = identity.authenticate_operator(tenant, there.session.expose()).await.unwrap();
    assert_eq!((again.id, again.role), (who.id, Role::ComplianceOfficer));
    assert_ne!(again.session, who.session);
    let own = identity.operator_passkeys(tenant, &again).await.unwrap().remove(0);
    assert!(own.name == "Phone" && own.used_at.is_some());
    let told = "SELECT after->>'passkey' FROM operator_log WHERE action = 'operators.sign_in' AND after ? 'passkey'";
    let told: String = sqlx::query_scalar(told).fetch_one(&mut setup.sql().await).await.unwrap();
    assert_eq!(told, own.id.to_string());

    let (_, ben) = colleague(&setup, "ben", Role::ComplianceOfficer).await;
    assert!(identity.operator_passkeys(tenant, &ben).await.unwrap().is_empty());
    for theirs in [
        identity.rename_operator_passkey(tenant, &ben, own.id, "Mine").await,
        identity.remove_operator_passkey(tenant, &ben, own.id, &here()).await,
    ] {
        assert_eq!(theirs.unwrap_err().code(), "NOT_FOUND");
    }
    identity.remove_operator_passkey(tenant, &again, own.id, &here()).await.unwrap();
    refused(sign_in(&setup, &mut device).await);
    let told = actions(&setup).await;
    for action in ["operators.passkey_add", "operators.passkey_remove", "operators.passkey_refused"] {
        assert!(told.iter().any(|told| told == action), "{action} in {told:?}");
    }
}

#[tokio::test]
async fn changing_passkeys_needs_a_recent_factor_and_a_passkey_is_one() {
    let setup = Setup::new().await;
    let (tenant, identity) = (setup.tenant.id, &setup.identity);
    let (mut olga, who, mut device) = with_passkey(&setup).await;
    let own = identity.operator_passkeys(tenant, &who).await.unwrap().remove(0);
    setup.wait(TimeDelta::minutes(4));
    let asked = asked_for_new(&setup, &who).await.unwrap();
    let made = Authenticator::new(2).make(&asked);
    setup.wait(TimeDelta::minutes(1));
    for stale in [
        keep(&setup, &who, &asked, &made).await,
        asked_for_new(&setup, &who).await.map(drop),
        identity.remove_operator_passkey(tenant, &who, own.id, &here()).await,
    ] {
        assert_eq!(stale.unwrap_err().code(), "AUTH_2FA_REQUIRED");
    }
    let until = confirm(&setup, &who, &mut device).await.unwrap();
    let who = olga.who(&setup).await.unwrap();
    assert_eq!(who.confirmed_until, until);
    // The ceremony is still open.
    keep(&setup, &who, &asked, &made).await.unwrap();
    identity.remove_operator_passkey(tenant, &who, own.id, &here()).await.unwrap();
    assert_eq!(count(&setup).await, 1);
    // The app and its browser remain after the passkey is removed.
    olga.back(&setup).await;
}

#[tokio::test]
async fn a_ceremony_serves_once_for_five_minutes_its_tenant_page_purpose_and_session() {
    let setup = Setup::new().await;
    let (tenant, identity) = (setup.tenant.id, &setup.identity);
    let (mut olga, who, mut device) = with_passkey(&setup).await;
    let late = asked_to_sign_in(&setup).await;
    let signed = device.sign(&late);
    setup.wait(TimeDelta::minutes(5));
    refused(finish(&setup, &late, &signed).await);
    let asked = asked_to_sign_in(&setup).await;
    let signed = device.sign(&asked);
    let next_door = setup.sandbox.id;
    refused(identity.sign_operator_in_by_passkey(next_door, &site(), answer(&asked, &signed), &here()).await);
    finish(&setup, &asked, &signed).await.unwrap();
    refused(finish(&setup, &asked, &signed).await);

    // A page at another port of the same host, and another host, whose own ceremony this passkey cannot answer either.
    let port = PasskeySite::of("https://bank.example:8443").unwrap();
    let other = PasskeySite::of("https://other.example").unwrap();
    for page in [&port, &other] {
        let asked = asked_to_sign_in(&setup).await;
        let signed = device.sign(&asked);
        refused(identity.sign_operator_in_by_passkey(tenant, page, answer(&asked, &signed), &here()).await);
    }
    let asked = identity.begin_operator_passkey_sign_in(tenant, &other, &here()).await.unwrap();
    let signed = device.sign(&asked);
    refused(identity.sign_operator_in_by_passkey(tenant, &other, answer(&asked, &signed), &here()).await);

    // A ceremony for one purpose answered for another, and one of one session answered in another.
    let asked = asked_to_sign_in(&setup).await;
    let signed = device.sign(&asked);
    refused(identity.confirm_operator_by_passkey(tenant, &who, &site(), answer(&asked, &signed), &here()).await);
    let asked = identity.begin_operator_passkey_confirmation(tenant, &who, &site()).await.unwrap();
    let signed = device.sign(&asked);
    refused(finish(&setup, &asked, &signed).await);
    let next = olga.back(&setup).await;
    let asked = identity.begin_operator_passkey_confirmation(tenant, &who, &site()).await.unwrap();
    let signed = device.sign(&asked);
    refused(identity.confirm_operator_by_passkey(tenant, &next, &site(), answer(&asked, &signed), &here()).await);
    let asked = asked_for_new(&setup, &next).await.unwrap();
    let made = Authenticator::new(2).make(&asked);
    let who = OperatorPrincipal { confirmed_until: next.confirmed_until, ..who };
    refused(keep(&setup, &who, &asked, &made).await);
    // The wrong session has consumed the ceremony.
    refused(keep(&setup, &next, &asked, &made).await);
}

#[tokio::test]
async fn every_invalid_passkey_response_gets_the_same_refusal_and_a_logged_cause() {
    let setup = Setup::new().await;
    let (tenant, identity) = (setup.tenant.id, &setup.identity);
    let (_, olga, device) = with_passkey(&setup).await;
    let (_, ben) = colleague(&setup, "ben", Role::ComplianceOfficer).await;
    let mut bens = Authenticator::new(2);
    add(&setup, &ben, &mut bens).await.unwrap();

    let mut blind = device.clone();
    blind.verifies = false;
    refused(sign_in(&setup, &mut blind).await);
    let mut forged = device.clone();
    forged.take_key_of(&bens);
    refused(sign_in(&setup, &mut forged).await);
    refused(confirm(&setup, &olga, &mut bens).await);
    let reasons = reasons(&setup).await;
    assert_eq!(reasons.len(), 3);
    assert!(reasons.iter().any(|why| why == "the passkey is another's"), "{reasons:?}");
    let sessions = setup.count("SELECT count(*) FROM operator_sessions").await;
    assert_eq!(sessions, 2, "those of joining");

    let mut mine = device;
    sign_in(&setup, &mut mine).await.unwrap();
    let mut copy = mine.clone();
    sign_in(&setup, &mut mine).await.unwrap();
    refused(sign_in(&setup, &mut copy).await);
    let asked = asked_to_sign_in(&setup).await;
    refused(finish(&setup, &asked, &json!({ "id": "AAAA" })).await);
    refused(sign_in(&setup, &mut stranger(&setup).await).await);
    let asked = asked_for_new(&setup, &ben).await.unwrap();
    refused(keep(&setup, &ben, &asked, &json!({})).await);
    assert_eq!(refusals_of(&setup, &olga).await, 4, "what names nobody is put to nobody");
    assert_eq!(refusals_of(&setup, &ben).await, 1);
    assert_eq!(identity.operator_passkeys(tenant, &ben).await.unwrap().len(), 1);
}

/// A passkey that is not stored, of an unknown person.
async fn stranger(setup: &Setup) -> Authenticator {
    let mut device = Authenticator::new(9);
    let asked = asked_to_sign_in(setup).await;
    let options = json!({"challenge": asked.options["challenge"], "user": {"id": "AAAAAAAAAAAAAAAAAAAAAA"}});
    device.make(&PasskeyRequest { options, ..asked });
    device
}

#[tokio::test]
async fn a_locked_or_removed_operator_cannot_sign_in_with_a_passkey() {
    let setup = Setup::new().await;
    let (tenant, identity) = (setup.tenant.id, &setup.identity);
    let (olga, who, mut device) = with_passkey(&setup).await;
    for _ in 0..10 {
        assert!(identity.sign_operator_in(tenant, &olga.device, "000000", &here()).await.is_err());
    }
    refused(sign_in(&setup, &mut device).await);
    refused(confirm(&setup, &who, &mut device).await);
    setup.wait(TimeDelta::minutes(30));
    sign_in(&setup, &mut device).await.unwrap();

    let (_, boss) = colleague(&setup, "boss", Role::TenantAdmin).await;
    act(&setup, &boss, OperatorAction::RemoveOperator { operator: who.id }).await.unwrap();
    assert_eq!(count(&setup).await, 0);
    refused(sign_in(&setup, &mut device).await);
    assert_eq!(reasons(&setup).await.last().unwrap(), "the operator is not active");
}

#[tokio::test]
async fn accepting_an_invitation_removes_passkeys_and_pending_registrations() {
    let setup = Setup::new().await;
    let (_, who, mut device) = with_passkey(&setup).await;
    let asked = asked_for_new(&setup, &who).await.unwrap();
    let made = Authenticator::new(2).make(&asked);
    let token = link(&setup, "olga@bank.example", Role::ComplianceOfficer).await;
    sign_in(&setup, &mut device).await.expect("a link that nobody used ends nothing");
    join(&setup, &token).await;
    assert_eq!(count(&setup).await, 0);
    refused(sign_in(&setup, &mut device).await);
    // The session was valid when the answer was sent.
    assert_eq!(keep(&setup, &who, &asked, &made).await.unwrap_err().code(), "UNAUTHORIZED_REQUEST");
    assert_eq!(count(&setup).await, 0);
}

#[tokio::test]
async fn of_fifty_concurrent_answers_to_one_ceremony_one_succeeds() {
    let setup = Setup::new().await;
    let (tenant, (_, who, mut device)) = (setup.tenant.id, with_passkey(&setup).await);
    let before = setup.count("SELECT count(*) FROM operator_sessions").await;
    let asked = asked_to_sign_in(&setup).await;
    let signed = device.sign(&asked);
    let answers = futures(50, |_| finish(&setup, &asked, &signed)).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    assert_eq!(setup.count("SELECT count(*) FROM operator_sessions").await, before + 1);
    let asked = asked_for_new(&setup, &who).await.unwrap();
    let made = Authenticator::new(2).make(&asked);
    let answers = futures(50, |_| keep(&setup, &who, &asked, &made)).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    let asked = setup.identity.begin_operator_passkey_confirmation(tenant, &who, &site()).await.unwrap();
    let signed = device.sign(&asked);
    let (site, context) = (site(), here());
    let show = |_| setup.identity.confirm_operator_by_passkey(tenant, &who, &site, answer(&asked, &signed), &context);
    let answers = futures(50, show).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
}

#[tokio::test]
async fn an_operator_has_ten_passkeys_at_most_and_one_device_is_added_once() {
    let setup = Setup::new().await;
    let (_, who, mut first) = with_passkey(&setup).await;
    assert_eq!(add(&setup, &who, &mut first).await.unwrap_err().code(), "NON_UNIQUE_VALUE");
    let known = asked_for_new(&setup, &who).await.unwrap();
    assert_eq!(known.options["excludeCredentials"].as_array().map(Vec::len), Some(1));
    for seed in 2..10 {
        add(&setup, &who, &mut Authenticator::new(seed)).await.unwrap();
    }
    // Two concurrent requests for the last slot: one succeeds.
    let asked = [asked_for_new(&setup, &who).await.unwrap(), asked_for_new(&setup, &who).await.unwrap()];
    let made = [Authenticator::new(10).make(&asked[0]), Authenticator::new(11).make(&asked[1])];
    keep(&setup, &who, &asked[0], &made[0]).await.unwrap();
    assert_eq!(keep(&setup, &who, &asked[1], &made[1]).await.unwrap_err().code(), "CONFLICT_ERROR");
    assert_eq!(asked_for_new(&setup, &who).await.unwrap_err().code(), "CONFLICT_ERROR");
    assert_eq!(count(&setup).await, 10);
}

#[tokio::test]
async fn passkey_requests_are_rate_limited_and_unanswered_ones_purged() {
    let setup = Setup::new().await;
    let (tenant, identity) = (setup.tenant.id, &setup.identity);
    let (_, who) = colleague(&setup, "olga", Role::Auditor).await;
    for _ in 0..100 {
        asked_to_sign_in(&setup).await;
    }
    let network = identity.begin_operator_passkey_sign_in(tenant, &site(), &here()).await.unwrap_err();
    assert_eq!(network.code(), "TOO_MANY_REQUESTS");
    identity.begin_operator_passkey_sign_in(tenant, &site(), &from([203, 0, 113, 9])).await.unwrap();
    for _ in 0..50 {
        identity.begin_operator_passkey_confirmation(tenant, &who, &site()).await.unwrap();
    }
    let operator = identity.begin_operator_passkey_confirmation(tenant, &who, &site()).await.unwrap_err();
    assert_eq!(operator.code(), "TOO_MANY_REQUESTS");
    assert_eq!(asked_for_new(&setup, &who).await.unwrap_err().code(), "TOO_MANY_REQUESTS");
    setup.wait(TimeDelta::minutes(6));
    let mut tx = setup.db.store.system().await.unwrap();
    tx.enqueue(setup.now(), &[store::JobSpec::new("identity.purge", None, json!({}))]).await.unwrap();
    tx.commit().await.unwrap();
    setup.worker.run_until_idle().await.unwrap();
    assert_eq!(setup.count("SELECT count(*) FROM operator_passkey_ceremonies").await, 0);
}
