//! Confirming one request with the second factor.

use chrono::TimeDelta;
use identity::{ConfirmedRequest, Principal, Purpose};
use serde_json::json;

use crate::login::futures;
use crate::mfa::{App, enrolled, principal};
use crate::setup::{ANNA, Setup, here};

fn payout() -> ConfirmedRequest {
    ConfirmedRequest::of(Purpose::Transfer, "POST", "/api/client/v1/orders", b"100 EUR to Ben")
}

/// A token for `action`, as issued to its owner.
async fn token(setup: &Setup, who: &Principal, app: &App, action: &ConfirmedRequest) -> String {
    let shown = json!({"kind": "order"});
    let asked = setup.identity.ask_step_up(setup.tenant.id, who, action, shown.clone()).await.unwrap();
    assert_eq!(setup.identity.step_up(setup.tenant.id, who, asked.id).await.unwrap().shown, shown);
    let code = app.next(setup);
    let given = setup.identity.confirm_step_up(setup.tenant.id, who, asked.id, &code, &here()).await.unwrap();
    given.token.expose().to_owned()
}

async fn claim(setup: &Setup, who: &Principal, token: &str, action: &ConfirmedRequest, operation: &str) -> bool {
    setup.identity.claim_step_up(setup.tenant.id, who, token, action, operation).await.unwrap()
}

#[tokio::test]
async fn a_step_up_token_is_bound_to_its_request_person_session_and_time() {
    let setup = Setup::new().await;
    let (who, app, recovery) = enrolled(&setup).await;
    let given = token(&setup, &who, &app, &payout()).await;
    let others = [
        ConfirmedRequest::of(Purpose::Transfer, "POST", "/api/client/v1/orders", b"100 EUR to Eve"),
        ConfirmedRequest::of(Purpose::Transfer, "POST", "/api/client/v1/transactions/1/refund", b"100 EUR to Ben"),
        ConfirmedRequest::of(Purpose::CardDetails, "POST", "/api/client/v1/orders", b"100 EUR to Ben"),
    ];
    for other in &others {
        assert!(!claim(&setup, &who, &given, other, "op").await, "{other:?}");
    }
    let elsewhere = principal(&setup, &setup.sign_in(ANNA).await).await;
    setup.identity.show_factor(setup.tenant.id, &elsewhere, &recovery[0], &here()).await.unwrap();
    assert!(!claim(&setup, &elsewhere, &given, &payout(), "op").await, "another session of the same person");
    let ben = principal(&setup, &setup.sign_in("ben@example.com").await).await;
    assert!(!claim(&setup, &ben, &given, &payout(), "op").await, "another person");
    assert!(!claim(&setup, &who, "agc_nonsense", &payout(), "op").await);
    assert!(claim(&setup, &who, &given, &payout(), "op").await, "none of it used the token up");

    let late = token(&setup, &who, &app, &payout()).await;
    setup.wait(TimeDelta::seconds(120));
    assert!(!claim(&setup, &who, &late, &payout(), "late").await, "two minutes are over");
}

#[tokio::test]
async fn a_step_up_token_is_bound_to_one_operation_which_may_be_repeated() {
    let setup = Setup::new().await;
    let (who, app, _) = enrolled(&setup).await;
    let given = token(&setup, &who, &app, &payout()).await;
    assert!(claim(&setup, &who, &given, &payout(), "first").await);
    assert!(!claim(&setup, &who, &given, &payout(), "second").await);
    // The answer was lost, and the same request is repeated later.
    setup.wait(TimeDelta::hours(1));
    assert!(claim(&setup, &who, &given, &payout(), "first").await);
    assert!(!claim(&setup, &who, &given, &payout(), "second").await);
}

#[tokio::test]
async fn of_fifty_concurrent_operations_with_one_step_up_token_one_passes() {
    let setup = Setup::new().await;
    let (who, app, _) = enrolled(&setup).await;
    let given = token(&setup, &who, &app, &payout()).await;
    let (action, names) = (payout(), (0..50).map(|n| format!("operation {n}")).collect::<Vec<_>>());
    let passed = futures(50, |n| setup.identity.claim_step_up(setup.tenant.id, &who, &given, &action, &names[n])).await;
    assert_eq!(passed.into_iter().filter(|passed| *passed.as_ref().unwrap()).count(), 1);
}

#[tokio::test]
async fn a_request_is_confirmed_once_by_its_own_session_while_it_waits() {
    let setup = Setup::new().await;
    let (who, app, recovery) = enrolled(&setup).await;
    let tenant = setup.tenant.id;
    let ask = async || setup.identity.ask_step_up(tenant, &who, &payout(), json!({})).await.unwrap().id;
    let asked = ask().await;
    let ben = principal(&setup, &setup.sign_in("ben@example.com").await).await;
    assert_eq!(setup.identity.step_up(tenant, &ben, asked).await.unwrap_err().code(), "NOT_FOUND");
    let code = app.next(&setup);
    assert!(setup.identity.confirm_step_up(tenant, &ben, asked, &code, &here()).await.is_err());
    let wrong = setup.identity.confirm_step_up(tenant, &who, asked, "000000", &here()).await.unwrap_err();
    assert_eq!(wrong.code(), "AUTH_2FA_INVALID");
    setup.identity.confirm_step_up(tenant, &who, asked, &code, &here()).await.unwrap();
    let again = setup.identity.confirm_step_up(tenant, &who, asked, &recovery[0], &here()).await.unwrap_err();
    assert_eq!(again.code(), "NOT_FOUND");

    let late = ask().await;
    setup.wait(TimeDelta::minutes(10));
    assert_eq!(setup.identity.step_up(tenant, &who, late).await.unwrap_err().code(), "NOT_FOUND");
}

#[tokio::test]
async fn at_most_fifty_confirmations_are_pending_and_the_oldest_are_dropped() {
    let setup = Setup::new().await;
    let (who, _, _) = enrolled(&setup).await;
    let mut asked = Vec::new();
    for n in 0..52_u8 {
        setup.wait(TimeDelta::seconds(1));
        let action = ConfirmedRequest::of(Purpose::Transfer, "POST", "/api/client/v1/orders", &[n]);
        asked.push(setup.identity.ask_step_up(setup.tenant.id, &who, &action, json!({})).await.unwrap().id);
    }
    assert_eq!(setup.count("SELECT count(*) FROM step_ups").await, 50);
    assert!(setup.identity.step_up(setup.tenant.id, &who, asked[1]).await.is_err());
    setup.identity.step_up(setup.tenant.id, &who, asked[2]).await.unwrap();
    setup.identity.step_up(setup.tenant.id, &who, asked[51]).await.unwrap();
}
