//! Passkeys: registration, sign-in, use as a second factor, and refusal of invalid assertions.

use chrono::TimeDelta;
use identity::{
    ConfirmedRequest, Login, PasskeyAnswer, PasskeyRequest, PasskeySite, Principal, Purpose, Secret, Stage, Switches,
};
use serde_json::{Value, json};

use crate::authenticator::Authenticator;
use crate::login::futures;
use crate::mfa::{enrolled, principal};
use crate::setup::{ANNA, Setup, from, here, read_mail};

type Answer<T> = Result<T, identity::IdentityError>;

fn site() -> PasskeySite {
    PasskeySite::of("https://bank.example").unwrap()
}

fn answer<'a>(asked: &PasskeyRequest, credential: &'a Value) -> PasskeyAnswer<'a> {
    PasskeyAnswer { request: asked.id, credential }
}

async fn add(setup: &Setup, who: &Principal, device: &mut Authenticator) -> Answer<Vec<Secret>> {
    let asked = setup.identity.begin_passkey(setup.tenant.id, who, &site(), true).await?;
    let made = device.make(&asked);
    setup.identity.add_passkey(setup.tenant.id, who, &site(), answer(&asked, &made), "Phone", &here()).await
}

async fn asked_to_sign_in(setup: &Setup) -> PasskeyRequest {
    setup.identity.begin_passkey_login(&setup.tenant, &site(), &here()).await.unwrap()
}

async fn finish(setup: &Setup, asked: &PasskeyRequest, signed: &Value) -> Answer<Login> {
    setup.identity.finish_passkey_login(&setup.tenant, &site(), answer(asked, signed), None, &here()).await
}

async fn sign_in(setup: &Setup, device: &mut Authenticator) -> Answer<Login> {
    let asked = asked_to_sign_in(setup).await;
    let signed = device.sign(&asked);
    finish(setup, &asked, &signed).await
}

/// Anna with a passkey.
async fn with_passkey(setup: &Setup) -> (Principal, Authenticator, Vec<String>) {
    let who = principal(setup, &setup.sign_in(ANNA).await).await;
    let mut device = Authenticator::new(1);
    let codes = add(setup, &who, &mut device).await.unwrap();
    (who, device, codes.iter().map(|code| code.expose().to_owned()).collect())
}

fn refused<T: std::fmt::Debug>(answer: Answer<T>) {
    let error = answer.expect_err("must be refused");
    assert_eq!((error.code(), error.to_string().as_str()), ("AUTH_2FA_INVALID", "This passkey was not accepted."));
}

#[tokio::test]
async fn a_passkey_is_made_named_and_removed_and_brings_what_a_first_factor_brings() {
    let setup = Setup::new().await;
    let (tenant, (who, _, codes)) = (setup.tenant.id, with_passkey(&setup).await);
    assert_eq!(codes.len(), 10);
    let factors = setup.identity.factors(tenant, &who).await.unwrap();
    assert_eq!((factors.passkeys, factors.totp_since), (1, None));
    assert_eq!(factors.switches, Switches { signin: true, transfer: true, card_details: true });
    assert!(read_mail(&setup, ANNA, "Your account at The Bank: security").await.contains("A passkey was added"));

    let own = setup.identity.passkeys(tenant, &who).await.unwrap().remove(0);
    assert_eq!((own.name.as_str(), own.host.as_str(), own.used_at), ("Phone", "bank.example", None));
    for bad in ["", "  ", "a\u{7}b", &"x".repeat(51)] {
        let error = setup.identity.rename_passkey(tenant, &who, own.id, bad).await.unwrap_err();
        assert_eq!(error.code(), "VALIDATION_ERROR", "{bad:?}");
    }
    setup.identity.rename_passkey(tenant, &who, own.id, " Laptop ").await.unwrap();
    assert_eq!(setup.identity.passkeys(tenant, &who).await.unwrap()[0].name, "Laptop");

    let ben = principal(&setup, &setup.sign_in("ben@example.com").await).await;
    assert!(setup.identity.passkeys(tenant, &ben).await.unwrap().is_empty());
    for theirs in [
        setup.identity.rename_passkey(tenant, &ben, own.id, "Mine").await,
        setup.identity.remove_passkey(tenant, &ben, own.id, &here()).await,
    ] {
        assert_eq!(theirs.unwrap_err().code(), "NOT_FOUND");
    }
    setup.identity.remove_passkey(tenant, &who, own.id, &here()).await.unwrap();
    let factors = setup.identity.factors(tenant, &who).await.unwrap();
    assert_eq!((factors.passkeys, factors.recovery_codes_left, factors.switches), (0, 0, Switches::default()));
    // Sign-in by email code still works, without a second factor.
    assert!(!setup.sign_in(ANNA).await.factor_required);
}

#[tokio::test]
async fn a_factor_that_is_added_holds_nothing_and_one_that_is_removed_does_and_its_mail_says_for_how_long() {
    let setup = Setup::new().await;
    let (tenant, (who, _, _)) = (setup.tenant.id, with_passkey(&setup).await);
    let held =
        async || setup.identity.customer_status(&setup.tenant, who.user).await.unwrap().payouts_held(setup.now());
    let told = async || read_mail(&setup, ANNA, "Your account at The Bank: security").await;
    add(&setup, &who, &mut Authenticator::new(2)).await.unwrap();
    assert_eq!(held().await, None);
    assert!(!told().await.contains("sent out"), "nothing is held, so nothing is said");

    let own = setup.identity.passkeys(tenant, &who).await.unwrap();
    setup.identity.remove_passkey(tenant, &who, own[0].id, &here()).await.unwrap();
    assert_eq!(held().await, Some(setup.now() + TimeDelta::hours(24)), "the one that is left does not make up for it");
    assert!(told().await.contains("\n\nFor 24 hours after this change nothing can be sent out of your account."));
    setup.wait(TimeDelta::hours(24));
    assert_eq!(held().await, None);
}

#[tokio::test]
async fn a_passkey_signs_in_whole_where_a_code_by_mail_would_need_a_second_factor() {
    let setup = Setup::new().await;
    let (who, mut device, _) = with_passkey(&setup).await;
    assert!(setup.sign_in(ANNA).await.factor_required);
    let login = sign_in(&setup, &mut device).await.unwrap();
    assert_eq!((login.user, login.factor_required), (who.user, false));
    assert_ne!(principal(&setup, &login).await.stage, Stage::AwaitsFactor);
    assert!(setup.identity.passkeys(setup.tenant.id, &who).await.unwrap()[0].used_at.is_some());

    let elsewhere = from([203, 0, 113, 9]);
    let asked = asked_to_sign_in(&setup).await;
    let signed = device.sign(&asked);
    let there =
        setup.identity.finish_passkey_login(&setup.tenant, &site(), answer(&asked, &signed), None, &elsewhere).await;
    there.unwrap();
    read_mail(&setup, ANNA, "New sign-in to The Bank").await;
    setup.change("UPDATE users SET status = 'blocked'").await;
    assert_eq!(sign_in(&setup, &mut device).await.unwrap_err().code(), "USER_BLOCKED");
    let seen = setup.count("SELECT count(*) FROM audit_log WHERE action = 'login.succeeded' AND details ? 'passkey'");
    assert_eq!(seen.await, 2);
}

type Spoil = fn(&mut Authenticator);

#[tokio::test]
async fn an_invalid_passkey_response_is_refused() {
    let setup = Setup::new().await;
    let (_, device, _) = with_passkey(&setup).await;
    let attempts: [(&str, Spoil); 5] = [
        ("of another page", |device| device.origin = "https://bank.example.evil.example".into()),
        ("of another host", |device| device.rp_id = "evil.example".into()),
        ("of a device that looked at nobody", |device| device.verifies = false),
        ("of another key", |device| device.take_key_of(&Authenticator::new(2))),
        ("of a passkey that nobody has", |device| *device = Authenticator::new(2)),
    ];
    for (which, spoil) in attempts {
        let mut spoilt = device.clone();
        spoil(&mut spoilt);
        let answer = sign_in(&setup, &mut spoilt).await;
        assert_eq!(answer.unwrap_err().code(), "AUTH_2FA_INVALID", "an answer {which}");
    }
    // Modified signed data, and answers that are not assertions.
    let asked = asked_to_sign_in(&setup).await;
    let mut signed = device.clone().sign(&asked);
    signed["response"]["authenticatorData"] = json!("AAAA");
    refused(finish(&setup, &asked, &signed).await);
    for nonsense in [Value::Null, json!({}), json!({"id": 7}), json!([[[]]]), json!("credential")] {
        refused(finish(&setup, &asked_to_sign_in(&setup).await, &nonsense).await);
    }
    let noted = setup.count("SELECT count(*) FROM audit_log WHERE action = 'passkey.refused'").await;
    assert_eq!(noted, 5, "those that name Anna's passkey and are not its own");
    sign_in(&setup, &mut device.clone()).await.unwrap();
}

#[tokio::test]
async fn a_cloned_passkey_is_detected_by_its_counter() {
    let setup = Setup::new().await;
    let (_, mut device, _) = with_passkey(&setup).await;
    let mut copy = device.clone();
    sign_in(&setup, &mut device).await.unwrap();
    sign_in(&setup, &mut device).await.unwrap();
    refused(sign_in(&setup, &mut copy).await);
    sign_in(&setup, &mut device).await.unwrap();
}

#[tokio::test]
async fn a_ceremony_ends_after_five_minutes_and_belongs_to_its_tenant_page_and_purpose() {
    let setup = Setup::new().await;
    let (who, mut device, _) = with_passkey(&setup).await;
    let late = asked_to_sign_in(&setup).await;
    let signed = device.sign(&late);
    setup.wait(TimeDelta::minutes(5));
    refused(finish(&setup, &late, &signed).await);

    // At another tenant, on another page of the same tenant, and for another purpose.
    let asked = asked_to_sign_in(&setup).await;
    let signed = device.sign(&asked);
    let theirs =
        setup.identity.finish_passkey_login(&setup.sandbox, &site(), answer(&asked, &signed), None, &here()).await;
    refused(theirs);
    finish(&setup, &asked, &signed).await.unwrap();
    let asked = asked_to_sign_in(&setup).await;
    let other = PasskeySite::of("https://other.example").unwrap();
    device.origin = "https://other.example".into();
    device.rp_id = "other.example".into();
    let signed = device.sign(&asked);
    let there =
        setup.identity.finish_passkey_login(&setup.tenant, &other, answer(&asked, &signed), None, &here()).await;
    refused(there);
    // A page at another port of the same host could use the passkey, but not answer the first page's ceremony.
    let port = PasskeySite::of("https://bank.example:8443").unwrap();
    let mut next_door = device.clone();
    next_door.origin = "https://bank.example:8443".into();
    next_door.rp_id = "bank.example".into();
    let asked = asked_to_sign_in(&setup).await;
    let signed = next_door.sign(&asked);
    let there = setup.identity.finish_passkey_login(&setup.tenant, &port, answer(&asked, &signed), None, &here()).await;
    refused(there);
    // Even with a ceremony of that page: the passkey belongs to the first host.
    let asked = setup.identity.begin_passkey_login(&setup.tenant, &other, &here()).await.unwrap();
    let signed = device.sign(&asked);
    let there =
        setup.identity.finish_passkey_login(&setup.tenant, &other, answer(&asked, &signed), None, &here()).await;
    refused(there);

    let half = principal(&setup, &setup.sign_in(ANNA).await).await;
    let asked = setup.identity.begin_passkey_proof(setup.tenant.id, &half, &site(), None).await.unwrap();
    device.origin = "https://bank.example".into();
    device.rp_id = "bank.example".into();
    let signed = device.sign(&asked);
    refused(finish(&setup, &asked, &signed).await);
    let asked = asked_to_sign_in(&setup).await;
    let made = Authenticator::new(3).make(&PasskeyRequest { options: with_user(&asked.options), ..asked });
    let answer = PasskeyAnswer { request: asked.id, credential: &made };
    refused(setup.identity.add_passkey(setup.tenant.id, &who, &site(), answer, "Phone", &here()).await);
}

fn with_user(options: &Value) -> Value {
    json!({"challenge": options["challenge"], "user": {"id": "AAAAAAAAAAAAAAAAAAAAAA"}})
}

#[tokio::test]
async fn of_fifty_concurrent_answers_to_one_ceremony_one_succeeds() {
    let setup = Setup::new().await;
    let (who, mut device, _) = with_passkey(&setup).await;
    let before = setup.count("SELECT count(*) FROM sessions").await;
    let asked = asked_to_sign_in(&setup).await;
    let signed = device.sign(&asked);
    let answers = futures(50, |_| finish(&setup, &asked, &signed)).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    assert_eq!(setup.count("SELECT count(*) FROM sessions").await, before + 1);

    let asked = setup.identity.begin_passkey(setup.tenant.id, &who, &site(), true).await.unwrap();
    let made = Authenticator::new(2).make(&asked);
    let (site, context) = (site(), here());
    let add = |_| setup.identity.add_passkey(setup.tenant.id, &who, &site, answer(&asked, &made), "Phone", &context);
    let answers = futures(50, add).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    assert_eq!(setup.identity.passkeys(setup.tenant.id, &who).await.unwrap().len(), 2);
}

#[tokio::test]
async fn a_person_has_twenty_passkeys_at_most_and_one_device_is_added_once() {
    let setup = Setup::new().await;
    let (tenant, (who, mut first, _)) = (setup.tenant.id, with_passkey(&setup).await);
    assert_eq!(add(&setup, &who, &mut first).await.unwrap_err().code(), "NON_UNIQUE_VALUE");
    let known = setup.identity.begin_passkey(tenant, &who, &site(), true).await.unwrap();
    assert_eq!(known.options["excludeCredentials"].as_array().map(Vec::len), Some(1));
    // Two concurrent requests for the last slot: one succeeds.
    for seed in 2..20 {
        add(&setup, &who, &mut Authenticator::new(seed)).await.unwrap();
    }
    let one = setup.identity.begin_passkey(tenant, &who, &site(), true).await.unwrap();
    let other = setup.identity.begin_passkey(tenant, &who, &site(), true).await.unwrap();
    let made = [Authenticator::new(20).make(&one), Authenticator::new(21).make(&other)];
    let one = setup.identity.add_passkey(tenant, &who, &site(), answer(&one, &made[0]), "20", &here()).await;
    let other = setup.identity.add_passkey(tenant, &who, &site(), answer(&other, &made[1]), "21", &here()).await;
    assert!(one.is_ok());
    assert_eq!(other.unwrap_err().code(), "CONFLICT_ERROR");
    assert_eq!(setup.identity.begin_passkey(tenant, &who, &site(), true).await.unwrap_err().code(), "CONFLICT_ERROR");
    // A device that uses one credential for several people.
    let ben = principal(&setup, &setup.sign_in("ben@example.com").await).await;
    assert_eq!(add(&setup, &ben, &mut first).await.unwrap_err().code(), "NON_UNIQUE_VALUE");
}

#[tokio::test]
async fn a_passkey_is_the_second_step_of_signing_in_and_confirms_one_request() {
    let setup = Setup::new().await;
    let (tenant, (whole, mut device, _)) = (setup.tenant.id, with_passkey(&setup).await);
    let half = principal(&setup, &setup.sign_in(ANNA).await).await;
    let ask = |who: Principal, step_up| {
        let setup = &setup;
        async move { setup.identity.begin_passkey_proof(tenant, &who, &site(), step_up).await }
    };
    // A session that waits for no factor has nothing to prove.
    assert_eq!(ask(whole.clone(), None).await.unwrap_err().code(), "NOT_FOUND");
    let asked = ask(half.clone(), None).await.unwrap();
    let signed = device.sign(&asked);
    let other = principal(&setup, &setup.sign_in(ANNA).await).await;
    let at_another = setup.identity.show_passkey(tenant, &other, &site(), answer(&asked, &signed), &here()).await;
    refused(at_another);
    let asked = ask(half.clone(), None).await.unwrap();
    let signed = device.sign(&asked);
    setup.identity.show_passkey(tenant, &half, &site(), answer(&asked, &signed), &here()).await.unwrap();

    let payout = ConfirmedRequest::of(Purpose::Transfer, "POST", "/api/client/v1/orders", b"100 EUR to Ben");
    let first = setup.identity.ask_step_up(tenant, &whole, &payout, json!({})).await.unwrap();
    let settings = ConfirmedRequest::of(Purpose::Settings, "PUT", "/api/client/v1/user/two-factor", b"");
    let second = setup.identity.ask_step_up(tenant, &whole, &settings, json!({})).await.unwrap();
    assert_eq!(ask(half, Some(first.id)).await.unwrap_err().code(), "NOT_FOUND", "another session's request");
    // A ceremony for one request, answered for another.
    let asked = ask(whole.clone(), Some(first.id)).await.unwrap();
    let signed = device.sign(&asked);
    let confirm = |step_up, asked: PasskeyRequest, signed: Value| {
        let (setup, whole) = (&setup, &whole);
        async move {
            let answer = answer(&asked, &signed);
            setup.identity.confirm_by_passkey(tenant, whole, &site(), step_up, answer, &here()).await
        }
    };
    refused(confirm(second.id, asked, signed).await);
    let asked = ask(whole.clone(), Some(first.id)).await.unwrap();
    let signed = device.sign(&asked);
    let given = confirm(first.id, asked, signed).await.unwrap();
    let claim = |action: ConfirmedRequest| {
        let (setup, whole, token) = (&setup, &whole, given.token.expose());
        async move { setup.identity.claim_step_up(tenant, whole, token, &action, "op").await.unwrap() }
    };
    assert!(!claim(ConfirmedRequest::of(Purpose::Transfer, "POST", "/api/client/v1/orders", b"100 EUR to Eve")).await);
    assert!(claim(payout).await);
}

#[tokio::test]
async fn another_customers_passkey_confirms_nothing_and_locked_codes_do_not_block_passkeys() {
    let setup = Setup::new().await;
    let (tenant, (anna, _, _)) = (setup.tenant.id, enrolled(&setup).await);
    let ben = principal(&setup, &setup.sign_in("ben@example.com").await).await;
    let (mut bens, mut annas) = (Authenticator::new(1), Authenticator::new(2));
    add(&setup, &ben, &mut bens).await.unwrap();
    assert!(add(&setup, &anna, &mut annas).await.unwrap().is_empty(), "her recovery codes stay");
    let payout = ConfirmedRequest::of(Purpose::Transfer, "POST", "/api/client/v1/orders", b"100 EUR to Ben");
    let step = setup.identity.ask_step_up(tenant, &anna, &payout, json!({})).await.unwrap();
    for _ in 0..10 {
        assert!(setup.identity.confirm_step_up(tenant, &anna, step.id, "nonsense", &here()).await.is_err());
    }
    for (device, passes) in [(&mut bens, false), (&mut annas, true)] {
        let asked = setup.identity.begin_passkey_proof(tenant, &anna, &site(), Some(step.id)).await.unwrap();
        let signed = device.sign(&asked);
        let given =
            setup.identity.confirm_by_passkey(tenant, &anna, &site(), step.id, answer(&asked, &signed), &here()).await;
        assert_eq!(given.is_ok(), passes, "{given:?}");
    }
}

#[tokio::test]
async fn a_session_that_is_ended_meanwhile_keeps_no_passkey_and_is_told_to_sign_in() {
    let setup = Setup::new().await;
    let who = principal(&setup, &setup.sign_in(ANNA).await).await;
    let asked = setup.identity.begin_passkey(setup.tenant.id, &who, &site(), true).await.unwrap();
    let made = Authenticator::new(1).make(&asked);
    // After the request was authenticated.
    setup.change("UPDATE sessions SET revoked_at = now(), revoke_reason = 'blocked'").await;
    let kept =
        setup.identity.add_passkey(setup.tenant.id, &who, &site(), answer(&asked, &made), "Phone", &here()).await;
    assert_eq!(kept.unwrap_err().code(), "UNAUTHORIZED_REQUEST");
    assert_eq!(setup.count("SELECT count(*) FROM passkeys").await, 0);
    assert_eq!(setup.count("SELECT count(*) FROM recovery_codes").await, 0);
}

#[tokio::test]
async fn passkey_requests_are_rate_limited_by_network_and_unanswered_ones_purged() {
    let setup = Setup::new().await;
    for _ in 0..100 {
        asked_to_sign_in(&setup).await;
    }
    let refused = setup.identity.begin_passkey_login(&setup.tenant, &site(), &here()).await.unwrap_err();
    assert_eq!(refused.code(), "TOO_MANY_REQUESTS");
    setup.identity.begin_passkey_login(&setup.tenant, &site(), &from([203, 0, 113, 9])).await.unwrap();
    setup.wait(TimeDelta::minutes(6));
    let mut tx = setup.db.store.system().await.unwrap();
    tx.enqueue(setup.now(), &[store::JobSpec::new("identity.purge", None, json!({}))]).await.unwrap();
    tx.commit().await.unwrap();
    setup.worker.run_until_idle().await.unwrap();
    assert_eq!(setup.count("SELECT count(*) FROM passkey_ceremonies").await, 0);
}
