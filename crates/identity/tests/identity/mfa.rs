//! Second factors: enrolment, sign-in, brute force and removal.

use std::time::Duration;

use chrono::TimeDelta;
use data_encoding::BASE32_NOPAD;
use hmac::{Hmac, Mac};
use identity::{Login, Principal, Stage, Switches};
use sha1::Sha1;

use crate::login::futures;
use crate::setup::{ANNA, Setup, here, read_mail};

/// An authenticator app, implemented independently from RFC 6238.
pub struct App(Vec<u8>);

impl App {
    pub fn new(secret: &str) -> Self {
        Self(BASE32_NOPAD.decode(secret.as_bytes()).unwrap())
    }

    /// The code at the test clock's time.
    pub fn code(&self, setup: &Setup) -> String {
        let step = u64::try_from(setup.now().timestamp()).unwrap() / 30;
        let mut mac = Hmac::<Sha1>::new_from_slice(&self.0).unwrap();
        mac.update(&step.to_be_bytes());
        let hash = mac.finalize().into_bytes();
        let at = usize::from(hash[19] & 15);
        let number = u32::from_be_bytes(hash[at..at + 4].try_into().unwrap()) & 0x7fff_ffff;
        format!("{:06}", number % 1_000_000)
    }

    /// The next code, because each code works once.
    pub fn next(&self, setup: &Setup) -> String {
        setup.wait(TimeDelta::from_std(Duration::from_secs(30)).unwrap());
        self.code(setup)
    }
}

pub async fn principal(setup: &Setup, login: &Login) -> Principal {
    setup.identity.authenticate(setup.tenant.id, login.tokens.access.expose()).await.unwrap()
}

/// Anna, signed in, with an authenticator app and recovery codes.
pub async fn enrolled(setup: &Setup) -> (Principal, App, Vec<String>) {
    enrolled_as(setup, ANNA).await
}

/// Another person, likewise.
pub async fn enrolled_as(setup: &Setup, email: &str) -> (Principal, App, Vec<String>) {
    let who = principal(setup, &setup.sign_in(email).await).await;
    let enrolment = setup.identity.begin_totp(&setup.tenant, &who, false).await.unwrap();
    let app = App::new(enrolment.secret.expose());
    let codes = setup.identity.confirm_totp(setup.tenant.id, &who, &app.code(setup), &here()).await.unwrap();
    let codes = codes.iter().map(|code| code.expose().to_owned()).collect();
    (who, app, codes)
}

/// A code that the app does not show within the tolerated clock drift.
fn wrong(app: &App, setup: &Setup) -> String {
    let shown = app.code(setup);
    let last = if shown.ends_with('7') { '8' } else { '7' };
    format!("{}{last}", &shown[..5])
}

#[tokio::test]
async fn an_app_is_set_up_with_a_code_and_brings_recovery_codes_and_guards_everything() {
    let setup = Setup::new().await;
    let who = principal(&setup, &setup.sign_in(ANNA).await).await;
    let enrolment = setup.identity.begin_totp(&setup.tenant, &who, false).await.unwrap();
    assert!(enrolment.uri.expose().contains("issuer=The%20Bank"), "{}", enrolment.uri.expose());
    let app = App::new(enrolment.secret.expose());
    let refused = setup.identity.confirm_totp(setup.tenant.id, &who, &wrong(&app, &setup), &here()).await.unwrap_err();
    assert_eq!(refused.code(), "AUTH_2FA_INVALID");
    assert_eq!(setup.identity.factors(setup.tenant.id, &who).await.unwrap().totp_since, None);

    let codes = setup.identity.confirm_totp(setup.tenant.id, &who, &app.code(&setup), &here()).await.unwrap();
    assert_eq!(codes.len(), 10);
    let factors = setup.identity.factors(setup.tenant.id, &who).await.unwrap();
    assert_eq!(factors.switches, Switches { signin: true, transfer: true, card_details: true });
    assert_eq!((factors.totp_since, factors.recovery_codes_left), (Some(setup.now()), 10));
    // The session that enrolled the app stays open.
    assert_eq!(setup.identity.has_factor(setup.tenant.id, &who).await.ok(), Some(true));
    assert!(setup.identity.begin_totp(&setup.tenant, &who, false).await.is_err(), "there is one already");
    read_mail(&setup, ANNA, "Your account at The Bank: security").await;

    // The database contains neither the seed nor the codes in plain text.
    let seed = app.0.clone();
    let stored: Vec<Vec<u8>> =
        sqlx::query_scalar("SELECT seed FROM totp_factors UNION ALL SELECT hash FROM recovery_codes")
            .fetch_all(&mut setup.sql().await)
            .await
            .unwrap();
    assert!(stored.len() == 11 && stored.iter().all(|bytes| !bytes.windows(20).any(|part| part == seed)));
}

#[tokio::test]
async fn a_sign_in_by_mail_is_worth_nothing_until_the_factor_is_shown() {
    let setup = Setup::new().await;
    let (_, app, _) = enrolled(&setup).await;
    let login = setup.sign_in(ANNA).await;
    assert!(login.factor_required);
    let half = principal(&setup, &login).await;
    assert_eq!(half.stage, Stage::AwaitsFactor);
    // A refresh does not bypass the second factor.
    let renewed = setup.identity.refresh(setup.tenant.id, login.tokens.refresh.expose(), &here()).await.unwrap().tokens;
    let still = setup.identity.authenticate(setup.tenant.id, renewed.access.expose()).await.unwrap();
    assert_eq!(still.stage, Stage::AwaitsFactor);

    let tenant = setup.tenant.id;
    let refused = setup.identity.show_factor(tenant, &still, &wrong(&app, &setup), &here()).await.unwrap_err();
    assert_eq!(refused.code(), "AUTH_2FA_INVALID");
    let code = app.next(&setup);
    setup.identity.show_factor(tenant, &still, &code, &here()).await.unwrap();
    let whole = setup.identity.authenticate(tenant, renewed.access.expose()).await.unwrap();
    assert_ne!(whole.stage, Stage::AwaitsFactor);
    // The code that was just used opens no second session.
    let again = principal(&setup, &setup.sign_in(ANNA).await).await;
    assert_eq!(
        setup.identity.show_factor(tenant, &again, &code, &here()).await.unwrap_err().code(),
        "AUTH_2FA_INVALID"
    );
}

#[tokio::test]
async fn of_many_concurrent_uses_of_one_code_one_succeeds() {
    let setup = Setup::new().await;
    let (_, app, recovery) = enrolled(&setup).await;
    let context = here();
    for code in [app.next(&setup), recovery[0].clone()] {
        let sessions =
            [principal(&setup, &setup.sign_in(ANNA).await).await, principal(&setup, &setup.sign_in(ANNA).await).await];
        let show = |n: usize| setup.identity.show_factor(setup.tenant.id, &sessions[n % 2], &code, &context);
        let answers = futures(9, show).await;
        assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    }
}

#[tokio::test]
async fn ten_wrong_codes_lock_codes_for_half_an_hour_and_never_the_account() {
    let setup = Setup::new().await;
    let (owner, app, recovery) = enrolled(&setup).await;
    let tenant = setup.tenant.id;
    let thief = principal(&setup, &setup.sign_in(ANNA).await).await;
    for n in 1..10 {
        let refused = setup.identity.show_factor(tenant, &thief, &wrong(&app, &setup), &here()).await.unwrap_err();
        assert_eq!(refused.code(), "AUTH_2FA_INVALID", "{n}");
    }
    let refused = setup.identity.show_factor(tenant, &thief, &wrong(&app, &setup), &here()).await.unwrap_err();
    assert_eq!(refused.code(), "AUTH_2FA_ATTEMPTS_EXCEEDED");
    // Correct codes are refused too, including recovery codes.
    for code in [app.code(&setup), recovery[0].clone()] {
        let refused = setup.identity.show_factor(tenant, &thief, &code, &here()).await.unwrap_err();
        assert_eq!(refused.code(), "AUTH_2FA_ATTEMPTS_EXCEEDED");
    }
    let mail = read_mail(&setup, ANNA, "Your account at The Bank: security").await;
    assert!(mail.contains("Ten wrong second-factor codes"), "{mail}");
    // Open sessions stay open, and sign-in by email code still works.
    assert_eq!(
        setup.identity.factors(tenant, &owner).await.unwrap().locked_until,
        Some(setup.now() + TimeDelta::minutes(30))
    );
    setup.wait(TimeDelta::minutes(30));
    let mine = principal(&setup, &setup.sign_in(ANNA).await).await;
    setup.identity.show_factor(tenant, &mine, &app.code(&setup), &here()).await.unwrap();
}

#[tokio::test]
async fn parallel_guesses_are_counted_one_by_one() {
    let setup = Setup::new().await;
    let (_, app, _) = enrolled(&setup).await;
    let thief = principal(&setup, &setup.sign_in(ANNA).await).await;
    let (guess, context) = (wrong(&app, &setup), here());
    let answers = futures(30, |_| setup.identity.show_factor(setup.tenant.id, &thief, &guess, &context)).await;
    let codes: Vec<_> = answers.into_iter().map(|answer| answer.unwrap_err().code()).collect();
    assert_eq!(codes.iter().filter(|code| **code == "AUTH_2FA_INVALID").count(), 9);
    assert_eq!(codes.iter().filter(|code| **code == "AUTH_2FA_ATTEMPTS_EXCEEDED").count(), 21);
}

#[tokio::test]
async fn a_recovery_code_stands_in_once_however_it_is_typed_and_new_ones_replace_the_old() {
    let setup = Setup::new().await;
    let (owner, _, recovery) = enrolled(&setup).await;
    let tenant = setup.tenant.id;
    let sign_in = async || principal(&setup, &setup.sign_in(ANNA).await).await;
    let typed = recovery[0].to_lowercase().replace('-', " ");
    setup.identity.show_factor(tenant, &sign_in().await, &typed, &here()).await.unwrap();
    let again = setup.identity.show_factor(tenant, &sign_in().await, &recovery[0], &here()).await.unwrap_err();
    assert_eq!(again.code(), "AUTH_2FA_INVALID");
    assert_eq!(setup.identity.factors(tenant, &owner).await.unwrap().recovery_codes_left, 9);
    let mail = read_mail(&setup, ANNA, "Your account at The Bank: security").await;
    assert!(mail.contains("recovery codes was used"), "{mail}");

    let fresh = setup.identity.new_recovery_codes(tenant, &owner, &here()).await.unwrap();
    assert!(setup.identity.show_factor(tenant, &sign_in().await, &recovery[1], &here()).await.is_err());
    setup.identity.show_factor(tenant, &sign_in().await, fresh[1].expose(), &here()).await.unwrap();
}

#[tokio::test]
async fn removing_the_last_factor_ends_all_protection() {
    let setup = Setup::new().await;
    let (who, _, recovery) = enrolled(&setup).await;
    let tenant = setup.tenant.id;
    setup.identity.remove_totp(tenant, &who, &here()).await.unwrap();
    let factors = setup.identity.factors(tenant, &who).await.unwrap();
    assert_eq!((factors.switches, factors.recovery_codes_left), (Switches::default(), 0));
    assert!(!setup.sign_in(ANNA).await.factor_required);
    let guard = Switches { transfer: true, ..Switches::default() };
    let refused = setup.identity.set_switches(tenant, &who, guard, &here()).await.unwrap_err();
    assert_eq!(crate::setup::field(refused).1, "no_factor");
    assert_eq!(setup.identity.remove_totp(tenant, &who, &here()).await.unwrap_err().code(), "NOT_FOUND");
    drop(recovery);
}

#[tokio::test]
async fn a_switch_that_is_off_asks_for_nothing() {
    let setup = Setup::new().await;
    let (who, _, _) = enrolled(&setup).await;
    let next = Switches { signin: false, transfer: true, card_details: false };
    setup.identity.set_switches(setup.tenant.id, &who, next, &here()).await.unwrap();
    let login = setup.sign_in(ANNA).await;
    assert!(!login.factor_required);
    let in_again = principal(&setup, &login).await;
    assert_eq!((in_again.guards, in_again.stage), (next, Stage::Temporary));
    let mail = read_mail(&setup, ANNA, "Your account at The Bank: security").await;
    assert!(mail.contains("protects less"), "{mail}");
}

#[tokio::test]
async fn an_app_is_set_up_by_the_session_that_began_it_within_ten_minutes() {
    let setup = Setup::new().await;
    let tenant = setup.tenant.id;
    let who = principal(&setup, &setup.sign_in(ANNA).await).await;
    let other = principal(&setup, &setup.sign_in(ANNA).await).await;
    let enrolment = setup.identity.begin_totp(&setup.tenant, &other, false).await.unwrap();
    let app = App::new(enrolment.secret.expose());
    let refused = setup.identity.confirm_totp(tenant, &who, &app.code(&setup), &here()).await.unwrap_err();
    assert_eq!(refused.code(), "NOT_FOUND", "another session's");
    setup.wait(TimeDelta::minutes(10));
    let refused = setup.identity.confirm_totp(tenant, &other, &app.code(&setup), &here()).await.unwrap_err();
    assert_eq!(refused.code(), "NOT_FOUND", "too late");
    let enrolment = setup.identity.begin_totp(&setup.tenant, &other, false).await.unwrap();
    setup.wait(TimeDelta::minutes(9));
    let app = App::new(enrolment.secret.expose());
    setup.identity.confirm_totp(tenant, &other, &app.code(&setup), &here()).await.unwrap();
}

#[tokio::test]
async fn an_enrolment_begun_without_a_factor_cannot_end_after_one_was_added() {
    let setup = Setup::new().await;
    let (who, _, _) = enrolled(&setup).await;
    let refused = setup.identity.begin_totp(&setup.tenant, &who, false).await.unwrap_err();
    assert_eq!(refused.code(), "NON_UNIQUE_VALUE");
    // Simulates a passkey that was added after the enrolment of an app began.
    setup.change("UPDATE totp_factors SET confirmed_at = NULL").await;
    setup
        .change(
            "INSERT INTO passkeys (tenant_id, id, user_id, rp_id, credential_id, credential, state, transports, name,
                                   created_at)
             SELECT tenant_id, gen_random_uuid(), user_id, 'bank.example', decode(repeat('ab', 16), 'hex'), 'x', 'x', 0, 'Phone', now()
             FROM totp_factors",
        )
        .await;
    let refused = setup.identity.begin_totp(&setup.tenant, &who, false).await.unwrap_err();
    assert_eq!(refused.code(), "CONFLICT_ERROR", "there is one to confirm it with");
    let enrolment = setup.identity.begin_totp(&setup.tenant, &who, true).await.unwrap();
    let app = App::new(enrolment.secret.expose());
    setup.change("UPDATE totp_factors SET with_factor = false").await;
    let refused = setup.identity.confirm_totp(setup.tenant.id, &who, &app.code(&setup), &here()).await.unwrap_err();
    assert_eq!(refused.code(), "CONFLICT_ERROR", "the one that began before the passkey");
    setup.change("UPDATE totp_factors SET with_factor = true").await;
    setup.identity.confirm_totp(setup.tenant.id, &who, &app.code(&setup), &here()).await.unwrap();
}
