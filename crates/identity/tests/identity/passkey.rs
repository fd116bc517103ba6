//! Passkeys: registration, sign-in, use as a second factor, and refusal of invalid assertions.

use chrono::TimeDelta;
use identity::{
    ConfirmedRequest, Login, PasskeyAnswer, PasskeyRequest, PasskeySite, Principal, Purpose, Secret, Stage, Switches,
};
use serde_json::{Value, json};

use crate::authenticator::Authenticator;
use crate::house::{ANNA, House, from, here, read_mail};
use crate::login::futures;
use crate::mfa::{enrolled, principal};

type Answer<T> = Result<T, identity::IdentityError>;

fn site() -> PasskeySite {
    PasskeySite::of("https://bank.example").unwrap()
}

fn answer<'a>(asked: &PasskeyRequest, credential: &'a Value) -> PasskeyAnswer<'a> {
    PasskeyAnswer { request: asked.id, credential }
}

async fn add(house: &House, who: &Principal, device: &mut Authenticator) -> Answer<Vec<Secret>> {
    let asked = house.identity.begin_passkey(house.tenant.id, who, &site(), true).await?;
    let made = device.make(&asked);
    house.identity.add_passkey(house.tenant.id, who, &site(), answer(&asked, &made), "Phone", &here()).await
}

async fn asked_to_sign_in(house: &House) -> PasskeyRequest {
    house.identity.begin_passkey_login(&house.tenant, &site(), &here()).await.unwrap()
}

async fn finish(house: &House, asked: &PasskeyRequest, signed: &Value) -> Answer<Login> {
    house.identity.finish_passkey_login(&house.tenant, &site(), answer(asked, signed), None, &here()).await
}

async fn sign_in(house: &House, device: &mut Authenticator) -> Answer<Login> {
    let asked = asked_to_sign_in(house).await;
    let signed = device.sign(&asked);
    finish(house, &asked, &signed).await
}

/// Anna with a passkey.
async fn with_passkey(house: &House) -> (Principal, Authenticator, Vec<String>) {
    let who = principal(house, &house.sign_in(ANNA).await).await;
    let mut device = Authenticator::new(1);
    let codes = add(house, &who, &mut device).await.unwrap();
    (who, device, codes.iter().map(|code| code.expose().to_owned()).collect())
}

fn refused<T: std::fmt::Debug>(answer: Answer<T>) {
    let error = answer.expect_err("must be refused");
    assert_eq!((error.code(), error.to_string().as_str()), ("AUTH_2FA_INVALID", "This passkey was not accepted."));
}

#[tokio::test]
async fn a_passkey_is_made_named_and_removed_and_brings_what_a_first_factor_brings() {
    let house = House::new().await;
    let (tenant, (who, _, codes)) = (house.tenant.id, with_passkey(&house).await);
    assert_eq!(codes.len(), 10);
    let factors = house.identity.factors(tenant, &who).await.unwrap();
    assert_eq!((factors.passkeys, factors.totp_since), (1, None));
    assert_eq!(factors.switches, Switches { signin: true, transfer: true, card_details: true });
    assert!(read_mail(&house, ANNA, "Your account at The Bank: security").await.contains("A passkey was added"));

    let own = house.identity.passkeys(tenant, &who).await.unwrap().remove(0);
    assert_eq!((own.name.as_str(), own.host.as_str(), own.used_at), ("Phone", "bank.example", None));
    for bad in ["", "  ", "a\u{7}b", &"x".repeat(51)] {
        let error = house.identity.rename_passkey(tenant, &who, own.id, bad).await.unwrap_err();
        assert_eq!(error.code(), "VALIDATION_ERROR", "{bad:?}");
    }
    house.identity.rename_passkey(tenant, &who, own.id, " Laptop ").await.unwrap();
    assert_eq!(house.identity.passkeys(tenant, &who).await.unwrap()[0].name, "Laptop");

    let ben = principal(&house, &house.sign_in("ben@example.com").await).await;
    assert!(house.identity.passkeys(tenant, &ben).await.unwrap().is_empty());
    for theirs in [
        house.identity.rename_passkey(tenant, &ben, own.id, "Mine").await,
        house.identity.remove_passkey(tenant, &ben, own.id, &here()).await,
    ] {
        assert_eq!(theirs.unwrap_err().code(), "NOT_FOUND");
    }
    house.identity.remove_passkey(tenant, &who, own.id, &here()).await.unwrap();
    let factors = house.identity.factors(tenant, &who).await.unwrap();
    assert_eq!((factors.passkeys, factors.recovery_codes_left, factors.switches), (0, 0, Switches::default()));
    // Sign-in by email code still works, without a second factor.
    assert!(!house.sign_in(ANNA).await.factor_required);
}

#[tokio::test]
async fn a_factor_that_is_added_holds_nothing_and_one_that_is_removed_does_and_its_mail_says_for_how_long() {
    let house = House::new().await;
    let (tenant, (who, _, _)) = (house.tenant.id, with_passkey(&house).await);
    let held = async || house.identity.standing(&house.tenant, who.user).await.unwrap().payouts_held(house.now());
    let told = async || read_mail(&house, ANNA, "Your account at The Bank: security").await;
    add(&house, &who, &mut Authenticator::new(2)).await.unwrap();
    assert_eq!(held().await, None);
    assert!(!told().await.contains("sent out"), "nothing is held, so nothing is said");

    let own = house.identity.passkeys(tenant, &who).await.unwrap();
    house.identity.remove_passkey(tenant, &who, own[0].id, &here()).await.unwrap();
    assert_eq!(held().await, Some(house.now() + TimeDelta::hours(24)), "the one that is left does not make up for it");
    assert!(told().await.contains("\n\nFor 24 hours after this change nothing can be sent out of your account."));
    house.wait(TimeDelta::hours(24));
    assert_eq!(held().await, None);
}

#[tokio::test]
async fn a_passkey_signs_in_whole_where_a_code_by_mail_would_need_a_second_factor() {
    let house = House::new().await;
    let (who, mut device, _) = with_passkey(&house).await;
    assert!(house.sign_in(ANNA).await.factor_required);
    let login = sign_in(&house, &mut device).await.unwrap();
    assert_eq!((login.user, login.factor_required), (who.user, false));
    assert_ne!(principal(&house, &login).await.stage, Stage::AwaitsFactor);
    assert!(house.identity.passkeys(house.tenant.id, &who).await.unwrap()[0].used_at.is_some());

    let elsewhere = from([203, 0, 113, 9]);
    let asked = asked_to_sign_in(&house).await;
    let signed = device.sign(&asked);
    let there =
        house.identity.finish_passkey_login(&house.tenant, &site(), answer(&asked, &signed), None, &elsewhere).await;
    there.unwrap();
    read_mail(&house, ANNA, "New sign-in to The Bank").await;
    house.change("UPDATE users SET status = 'blocked'").await;
    assert_eq!(sign_in(&house, &mut device).await.unwrap_err().code(), "USER_BLOCKED");
    let seen = house.count("SELECT count(*) FROM audit_log WHERE action = 'login.succeeded' AND details ? 'passkey'");
    assert_eq!(seen.await, 2);
}

type Spoil = fn(&mut Authenticator);

#[tokio::test]
async fn an_invalid_passkey_response_is_refused() {
    let house = House::new().await;
    let (_, device, _) = with_passkey(&house).await;
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
        let answer = sign_in(&house, &mut spoilt).await;
        assert_eq!(answer.unwrap_err().code(), "AUTH_2FA_INVALID", "an answer {which}");
    }
    // Modified signed data, and answers that are not assertions.
    let asked = asked_to_sign_in(&house).await;
    let mut signed = device.clone().sign(&asked);
    signed["response"]["authenticatorData"] = json!("AAAA");
    refused(finish(&house, &asked, &signed).await);
    for nonsense in [Value::Null, json!({}), json!({"id": 7}), json!([[[]]]), json!("credential")] {
        refused(finish(&house, &asked_to_sign_in(&house).await, &nonsense).await);
    }
    let noted = house.count("SELECT count(*) FROM audit_log WHERE action = 'passkey.refused'").await;
    assert_eq!(noted, 5, "those that name Anna's passkey and are not its own");
    sign_in(&house, &mut device.clone()).await.unwrap();
}

#[tokio::test]
async fn a_cloned_passkey_is_detected_by_its_counter() {
    let house = House::new().await;
    let (_, mut device, _) = with_passkey(&house).await;
    let mut copy = device.clone();
    sign_in(&house, &mut device).await.unwrap();
    sign_in(&house, &mut device).await.unwrap();
    refused(sign_in(&house, &mut copy).await);
    sign_in(&house, &mut device).await.unwrap();
}

#[tokio::test]
async fn a_ceremony_ends_after_five_minutes_and_belongs_to_its_tenant_page_and_purpose() {
    let house = House::new().await;
    let (who, mut device, _) = with_passkey(&house).await;
    let late = asked_to_sign_in(&house).await;
    let signed = device.sign(&late);
    house.wait(TimeDelta::minutes(5));
    refused(finish(&house, &late, &signed).await);

    // At another tenant, on another page of the same tenant, and for another purpose.
    let asked = asked_to_sign_in(&house).await;
    let signed = device.sign(&asked);
    let theirs =
        house.identity.finish_passkey_login(&house.sandbox, &site(), answer(&asked, &signed), None, &here()).await;
    refused(theirs);
    finish(&house, &asked, &signed).await.unwrap();
    let asked = asked_to_sign_in(&house).await;
    let other = PasskeySite::of("https://other.example").unwrap();
    device.origin = "https://other.example".into();
    device.rp_id = "other.example".into();
    let signed = device.sign(&asked);
    let there =
        house.identity.finish_passkey_login(&house.tenant, &other, answer(&asked, &signed), None, &here()).await;
    refused(there);
    // A page at another port of the same host could use the passkey, but not answer the first page's ceremony.
    let port = PasskeySite::of("https://bank.example:8443").unwrap();
    let mut next_door = device.clone();
    next_door.origin = "https://bank.example:8443".into();
    next_door.rp_id = "bank.example".into();
    let asked = asked_to_sign_in(&house).await;
    let signed = next_door.sign(&asked);
    let there = house.identity.finish_passkey_login(&house.tenant, &port, answer(&asked, &signed), None, &here()).await;
    refused(there);
    // Even with a ceremony of that page: the passkey belongs to the first host.
    let asked = house.identity.begin_passkey_login(&house.tenant, &other, &here()).await.unwrap();
    let signed = device.sign(&asked);
    let there =
        house.identity.finish_passkey_login(&house.tenant, &other, answer(&asked, &signed), None, &here()).await;
    refused(there);

    let half = principal(&house, &house.sign_in(ANNA).await).await;
    let asked = house.identity.begin_passkey_proof(house.tenant.id, &half, &site(), None).await.unwrap();
    device.origin = "https://bank.example".into();
    device.rp_id = "bank.example".into();
    let signed = device.sign(&asked);
    refused(finish(&house, &asked, &signed).await);
    let asked = asked_to_sign_in(&house).await;
    let made = Authenticator::new(3).make(&PasskeyRequest { options: with_user(&asked.options), ..asked });
    let answer = PasskeyAnswer { request: asked.id, credential: &made };
    refused(house.identity.add_passkey(house.tenant.id, &who, &site(), answer, "Phone", &here()).await);
}

fn with_user(options: &Value) -> Value {
    json!({"challenge": options["challenge"], "user": {"id": "AAAAAAAAAAAAAAAAAAAAAA"}})
}

#[tokio::test]
async fn of_fifty_concurrent_answers_to_one_ceremony_one_succeeds() {
    let house = House::new().await;
    let (who, mut device, _) = with_passkey(&house).await;
    let before = house.count("SELECT count(*) FROM sessions").await;
    let asked = asked_to_sign_in(&house).await;
    let signed = device.sign(&asked);
    let answers = futures(50, |_| finish(&house, &asked, &signed)).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    assert_eq!(house.count("SELECT count(*) FROM sessions").await, before + 1);

    let asked = house.identity.begin_passkey(house.tenant.id, &who, &site(), true).await.unwrap();
    let made = Authenticator::new(2).make(&asked);
    let (site, context) = (site(), here());
    let add = |_| house.identity.add_passkey(house.tenant.id, &who, &site, answer(&asked, &made), "Phone", &context);
    let answers = futures(50, add).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    assert_eq!(house.identity.passkeys(house.tenant.id, &who).await.unwrap().len(), 2);
}

#[tokio::test]
async fn a_person_has_twenty_passkeys_at_most_and_one_device_is_added_once() {
    let house = House::new().await;
    let (tenant, (who, mut first, _)) = (house.tenant.id, with_passkey(&house).await);
    assert_eq!(add(&house, &who, &mut first).await.unwrap_err().code(), "NON_UNIQUE_VALUE");
    let known = house.identity.begin_passkey(tenant, &who, &site(), true).await.unwrap();
    assert_eq!(known.options["excludeCredentials"].as_array().map(Vec::len), Some(1));
    // Two concurrent requests for the last slot: one succeeds.
    for seed in 2..20 {
        add(&house, &who, &mut Authenticator::new(seed)).await.unwrap();
    }
    let one = house.identity.begin_passkey(tenant, &who, &site(), true).await.unwrap();
    let other = house.identity.begin_passkey(tenant, &who, &site(), true).await.unwrap();
    let made = [Authenticator::new(20).make(&one), Authenticator::new(21).make(&other)];
    let one = house.identity.add_passkey(tenant, &who, &site(), answer(&one, &made[0]), "20", &here()).await;
    let other = house.identity.add_passkey(tenant, &who, &site(), answer(&other, &made[1]), "21", &here()).await;
    assert!(one.is_ok());
    assert_eq!(other.unwrap_err().code(), "CONFLICT_ERROR");
    assert_eq!(house.identity.begin_passkey(tenant, &who, &site(), true).await.unwrap_err().code(), "CONFLICT_ERROR");
    // A device that uses one credential for several people.
    let ben = principal(&house, &house.sign_in("ben@example.com").await).await;
    assert_eq!(add(&house, &ben, &mut first).await.unwrap_err().code(), "NON_UNIQUE_VALUE");
}

#[tokio::test]
async fn a_passkey_is_the_second_step_of_signing_in_and_confirms_one_request() {
    let house = House::new().await;
    let (tenant, (whole, mut device, _)) = (house.tenant.id, with_passkey(&house).await);
    let half = principal(&house, &house.sign_in(ANNA).await).await;
    let ask = |who: Principal, step_up| {
        let house = &house;
        async move { house.identity.begin_passkey_proof(tenant, &who, &site(), step_up).await }
    };
    // A session that waits for no factor has nothing to prove.
    assert_eq!(ask(whole.clone(), None).await.unwrap_err().code(), "NOT_FOUND");
    let asked = ask(half.clone(), None).await.unwrap();
    let signed = device.sign(&asked);
    let other = principal(&house, &house.sign_in(ANNA).await).await;
    let at_another = house.identity.show_passkey(tenant, &other, &site(), answer(&asked, &signed), &here()).await;
    refused(at_another);
    let asked = ask(half.clone(), None).await.unwrap();
    let signed = device.sign(&asked);
    house.identity.show_passkey(tenant, &half, &site(), answer(&asked, &signed), &here()).await.unwrap();

    let payout = ConfirmedRequest::of(Purpose::Transfer, "POST", "/api/client/v1/orders", b"100 EUR to Ben");
    let first = house.identity.ask_step_up(tenant, &whole, &payout, json!({})).await.unwrap();
    let settings = ConfirmedRequest::of(Purpose::Settings, "PUT", "/api/client/v1/user/two-factor", b"");
    let second = house.identity.ask_step_up(tenant, &whole, &settings, json!({})).await.unwrap();
    assert_eq!(ask(half, Some(first.id)).await.unwrap_err().code(), "NOT_FOUND", "another session's request");
    // A ceremony for one request, answered for another.
    let asked = ask(whole.clone(), Some(first.id)).await.unwrap();
    let signed = device.sign(&asked);
    let confirm = |step_up, asked: PasskeyRequest, signed: Value| {
        let (house, whole) = (&house, &whole);
        async move {
            let answer = answer(&asked, &signed);
            house.identity.confirm_by_passkey(tenant, whole, &site(), step_up, answer, &here()).await
        }
    };
    refused(confirm(second.id, asked, signed).await);
    let asked = ask(whole.clone(), Some(first.id)).await.unwrap();
    let signed = device.sign(&asked);
    let given = confirm(first.id, asked, signed).await.unwrap();
    let claim = |action: ConfirmedRequest| {
        let (house, whole, token) = (&house, &whole, given.token.expose());
        async move { house.identity.claim_step_up(tenant, whole, token, &action, "op").await.unwrap() }
    };
    assert!(!claim(ConfirmedRequest::of(Purpose::Transfer, "POST", "/api/client/v1/orders", b"100 EUR to Eve")).await);
    assert!(claim(payout).await);
}

#[tokio::test]
async fn another_customers_passkey_confirms_nothing_and_locked_codes_do_not_block_passkeys() {
    let house = House::new().await;
    let (tenant, (anna, _, _)) = (house.tenant.id, enrolled(&house).await);
    let ben = principal(&house, &house.sign_in("ben@example.com").await).await;
    let (mut bens, mut annas) = (Authenticator::new(1), Authenticator::new(2));
    add(&house, &ben, &mut bens).await.unwrap();
    assert!(add(&house, &anna, &mut annas).await.unwrap().is_empty(), "her recovery codes stay");
    let payout = ConfirmedRequest::of(Purpose::Transfer, "POST", "/api/client/v1/orders", b"100 EUR to Ben");
    let step = house.identity.ask_step_up(tenant, &anna, &payout, json!({})).await.unwrap();
    for _ in 0..10 {
        assert!(house.identity.confirm_step_up(tenant, &anna, step.id, "nonsense", &here()).await.is_err());
    }
    for (device, passes) in [(&mut bens, false), (&mut annas, true)] {
        let asked = house.identity.begin_passkey_proof(tenant, &anna, &site(), Some(step.id)).await.unwrap();
        let signed = device.sign(&asked);
        let given =
            house.identity.confirm_by_passkey(tenant, &anna, &site(), step.id, answer(&asked, &signed), &here()).await;
        assert_eq!(given.is_ok(), passes, "{given:?}");
    }
}

#[tokio::test]
async fn a_session_that_is_ended_meanwhile_keeps_no_passkey_and_is_told_to_sign_in() {
    let house = House::new().await;
    let who = principal(&house, &house.sign_in(ANNA).await).await;
    let asked = house.identity.begin_passkey(house.tenant.id, &who, &site(), true).await.unwrap();
    let made = Authenticator::new(1).make(&asked);
    // After the request was authenticated.
    house.change("UPDATE sessions SET revoked_at = now(), revoke_reason = 'blocked'").await;
    let kept =
        house.identity.add_passkey(house.tenant.id, &who, &site(), answer(&asked, &made), "Phone", &here()).await;
    assert_eq!(kept.unwrap_err().code(), "UNAUTHORIZED_REQUEST");
    assert_eq!(house.count("SELECT count(*) FROM passkeys").await, 0);
    assert_eq!(house.count("SELECT count(*) FROM recovery_codes").await, 0);
}

#[tokio::test]
async fn passkey_requests_are_rate_limited_by_network_and_unanswered_ones_purged() {
    let house = House::new().await;
    for _ in 0..100 {
        asked_to_sign_in(&house).await;
    }
    let refused = house.identity.begin_passkey_login(&house.tenant, &site(), &here()).await.unwrap_err();
    assert_eq!(refused.code(), "TOO_MANY_REQUESTS");
    house.identity.begin_passkey_login(&house.tenant, &site(), &from([203, 0, 113, 9])).await.unwrap();
    house.wait(TimeDelta::minutes(6));
    let mut tx = house.db.store.system().await.unwrap();
    tx.enqueue(house.now(), &[store::JobSpec::new("identity.purge", None, json!({}))]).await.unwrap();
    tx.commit().await.unwrap();
    house.worker.run_until_idle().await.unwrap();
    assert_eq!(house.count("SELECT count(*) FROM passkey_ceremonies").await, 0);
}
