//! Authentication by token, and the end of sessions.

use chrono::TimeDelta;
use identity::Stage;
use sqlx::Connection;

use crate::login::futures;
use crate::setup::{ANNA, Setup, here};

#[tokio::test]
async fn a_token_is_valid_at_its_own_tenant_only() {
    let setup = Setup::new().await;
    let login = setup.sign_in(ANNA).await;
    let token = login.tokens.access.expose();
    let principal = setup.identity.authenticate(setup.tenant.id, token).await.unwrap();
    assert_eq!((principal.user, principal.profiles), (login.user, login.profiles));
    let elsewhere = setup.identity.authenticate(setup.sandbox.id, token).await.unwrap_err();
    assert_eq!(elsewhere.code(), "UNAUTHORIZED_REQUEST");
    let refresh = login.tokens.refresh.expose();
    assert!(setup.identity.refresh(setup.sandbox.id, refresh, &here()).await.is_err());
    setup.identity.logout(setup.sandbox.id, token, &here()).await.unwrap();
    // None of it affected the session.
    assert!(setup.identity.authenticate(setup.tenant.id, token).await.is_ok());
    assert!(setup.identity.refresh(setup.tenant.id, refresh, &here()).await.is_ok());
}

#[tokio::test]
async fn a_malformed_token_is_refused_like_an_expired_one() {
    let setup = Setup::new().await;
    let login = setup.sign_in(ANNA).await;
    let swapped = login.tokens.refresh.expose();
    for text in ["", "aga_", "Bearer x", swapped, "aga_\u{0}", &"a".repeat(100_000)] {
        let refused = setup.identity.authenticate(setup.tenant.id, text).await.unwrap_err();
        assert_eq!(refused.code(), "UNAUTHORIZED_REQUEST");
    }
}

#[tokio::test]
async fn logging_out_with_either_token_ends_the_session_at_once() {
    let setup = Setup::new().await;
    for with_access in [true, false] {
        let tokens = setup.sign_in(ANNA).await.tokens;
        let token = if with_access { &tokens.access } else { &tokens.refresh };
        setup.identity.logout(setup.tenant.id, token.expose(), &here()).await.unwrap();
        assert!(setup.identity.authenticate(setup.tenant.id, tokens.access.expose()).await.is_err());
        assert!(setup.identity.refresh(setup.tenant.id, tokens.refresh.expose(), &here()).await.is_err());
        setup.identity.logout(setup.tenant.id, token.expose(), &here()).await.unwrap();
    }
    setup.identity.logout(setup.tenant.id, "nonsense", &here()).await.unwrap();
    assert_eq!(setup.count("SELECT count(*) FROM audit_log WHERE action = 'session.logout'").await, 2);
}

/// A table lock makes the requests wait, so that all but the first are looked up in one batch.
#[tokio::test]
async fn batched_token_lookups_return_each_callers_own_session() {
    let setup = Setup::new().await;
    let (anna, ended, ben) =
        (setup.sign_in(ANNA).await, setup.sign_in(ANNA).await, setup.sign_in("ben@example.test").await);
    setup.identity.logout(setup.tenant.id, ended.tokens.access.expose(), &here()).await.unwrap();
    let mut outside = setup.sql().await;
    let mut hold = outside.begin().await.unwrap();
    sqlx::query("LOCK TABLE access_tokens IN ACCESS EXCLUSIVE MODE").execute(&mut *hold).await.unwrap();
    let mut looking = setup.sql().await;
    let waits = "SELECT EXISTS (SELECT FROM pg_locks WHERE relation = 'access_tokens'::regclass AND NOT granted)";
    let let_go = async {
        while !sqlx::query_scalar::<_, bool>(waits).fetch_one(&mut looking).await.unwrap() {}
        hold.rollback().await.unwrap();
    };
    let tokens = [&anna, &ben, &ended, &anna, &ben].map(|login| login.tokens.access.expose());
    let asked = futures(tokens.len(), |n| setup.identity.authenticate(setup.tenant.id, tokens[n]));
    let (heard, ()) = tokio::join!(asked, let_go);
    let users: Vec<_> = heard.into_iter().map(|known| known.ok().map(|principal| principal.user)).collect();
    assert_eq!(users, [Some(anna.user), Some(ben.user), None, Some(anna.user), Some(ben.user)]);
}

#[tokio::test]
async fn blocking_a_person_stops_their_tokens_at_once() {
    let setup = Setup::new().await;
    let tokens = setup.sign_in(ANNA).await.tokens;
    setup.change("UPDATE users SET status = 'blocked'").await;
    let refused = setup.identity.authenticate(setup.tenant.id, tokens.access.expose()).await.unwrap_err();
    assert_eq!(refused.code(), "USER_BLOCKED");
    let refused = setup.identity.refresh(setup.tenant.id, tokens.refresh.expose(), &here()).await.unwrap_err();
    assert_eq!(refused.code(), "USER_BLOCKED");
}

#[tokio::test]
async fn the_eleventh_sign_in_ends_the_oldest() {
    let setup = Setup::new().await;
    let mut all = Vec::new();
    for _ in 0..11 {
        all.push(setup.sign_in(ANNA).await.tokens);
        setup.wait(TimeDelta::hours(3));
    }
    // Within the lifetime of the refresh tokens, the first session has ended and the second is open.
    assert!(setup.identity.refresh(setup.tenant.id, all[0].refresh.expose(), &here()).await.is_err());
    assert!(setup.identity.refresh(setup.tenant.id, all[1].refresh.expose(), &here()).await.is_ok());
}

#[tokio::test]
async fn the_session_is_temporary_until_the_terms_in_force_are_accepted() {
    let setup = Setup::new().await;
    let login = setup.sign_in(ANNA).await;
    let (tenant, token) = (setup.tenant.id, login.tokens.access.expose());
    let principal = setup.identity.authenticate(tenant, token).await.unwrap();
    assert_eq!(principal.stage, Stage::Temporary);
    let terms = setup.identity.terms(tenant, &principal, identity::Language::Pl).await.unwrap();
    assert_eq!((terms.version, terms.title.as_str(), terms.consent_required), (1, "Regulamin", true));
    let english = setup.identity.terms(tenant, &principal, identity::Language::Uk).await.unwrap();
    assert_eq!(english.title, "Terms");

    for other in [0, 2, -1] {
        let refused = setup.identity.accept_terms(tenant, &principal, other, &here()).await.unwrap_err();
        assert_eq!(crate::setup::field(refused).0, "version");
    }
    setup.identity.accept_terms(tenant, &principal, 1, &here()).await.unwrap();
    setup.identity.accept_terms(tenant, &principal, 1, &here()).await.unwrap();
    assert_eq!(setup.identity.authenticate(tenant, token).await.unwrap().stage, Stage::Full);
    let terms = setup.identity.terms(tenant, &principal, identity::Language::En).await.unwrap();
    assert_eq!((terms.last_accepted_at, terms.consent_required), (Some(setup.now()), false));
    assert!(!setup.sign_in(ANNA).await.consent_required);
    assert_eq!(setup.count("SELECT count(*) FROM audit_log WHERE action = 'terms.accepted'").await, 1);

    // A version that takes effect tomorrow is not asked for today.
    setup
        .change(
            "WITH v AS (INSERT INTO terms_versions VALUES
                 ('01900000-0000-7000-8000-000000000001', 'terms', 2, NULL, '2026-03-02T12:00:00Z') RETURNING *)
             INSERT INTO terms_texts SELECT tenant_id, kind, version, 'en', 'New terms', 'Be kinder.' FROM v",
        )
        .await;
    assert_eq!(setup.identity.authenticate(tenant, token).await.unwrap().stage, Stage::Full);
    setup.wait(TimeDelta::days(1));
    let tokens = setup.identity.refresh(tenant, login.tokens.refresh.expose(), &here()).await.unwrap().tokens;
    let principal = setup.identity.authenticate(tenant, tokens.access.expose()).await.unwrap();
    assert_eq!(principal.stage, Stage::Temporary);
    setup.identity.accept_terms(tenant, &principal, 2, &here()).await.unwrap();
    let accepted = setup.identity.consents(tenant, principal.user, identity::Language::Pl).await.unwrap();
    let accepted: Vec<_> = accepted.iter().map(|one| (one.version, one.title.as_str(), one.accepted_at)).collect();
    let (now, before) = (setup.now(), setup.now() - TimeDelta::days(1));
    assert_eq!(accepted, [(2, "New terms", now), (1, "Regulamin", before)]);
    let bob = setup.sign_in("bob@example.com").await.user;
    assert_eq!(setup.identity.consents(tenant, bob, identity::Language::En).await.unwrap(), []);
}
