//! Tests of look-ups at the orchestrator, with a server on this machine.

use std::collections::BTreeMap;

use axum::http::{StatusCode, Uri};
use axum::{Json, Router};
use exchange::rails::{Acquirer, CardOutcome, PayoutOutcome, RailError};
use kernel::{Amount, Currency, TenantId, TransactionId, World};
use serde_json::{Value, json};
use store::testing::{TestDb, tenant};

use super::{Object, Orchestrator, OrchestratorConfigError, OrchestratorSettings};

const KEY: &str = "00000000-0000-0000-0000-000000000007:pay:0";

fn settings(url: &str) -> OrchestratorSettings {
    OrchestratorSettings {
        url: url.to_owned(),
        key: "snd_key".to_owned(),
        publishable_key: None,
        webhook_key: "the payment response hash key".to_owned(),
        profile: None,
        currencies: [Currency::EUR].into(),
    }
}

fn euro(cents: i128) -> Amount {
    Amount::new(cents, Currency::EUR)
}

/// A tenant whose orchestrator answers so: by path, or else that it knows no such object.
struct Stage {
    _db: TestDb,
    rail: Orchestrator,
    tenant: TenantId,
}

impl Stage {
    async fn new<const N: usize>(answers: [(String, StatusCode, Value); N]) -> Self {
        let answers: BTreeMap<String, (StatusCode, Value)> =
            answers.into_iter().map(|(path, status, body)| (format!("/{path}"), (status, body))).collect();
        let answer = async move |uri: Uri| {
            let unknown = || (StatusCode::NOT_FOUND, coded("HE_02"));
            let (status, body) = answers.get(&uri.to_string()).cloned().unwrap_or_else(unknown);
            (status, Json(body))
        };
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, Router::new().fallback(answer)).await });
        let db = TestDb::new().await;
        let rail = Orchestrator::new(db.store.clone(), World::system(), settings(&url)).unwrap_or_else(|_| panic!());
        Self { _db: db, rail, tenant: tenant(1) }
    }

    async fn charge(&self, amount: Amount) -> Result<Option<CardOutcome>, RailError> {
        self.rail.lookup(self.tenant, KEY, amount).await
    }

    async fn transfer(&self, amount: Amount) -> Result<Option<PayoutOutcome>, RailError> {
        self.rail.lookup_payout(self.tenant, KEY, amount).await
    }
}

fn coded(code: &str) -> Value {
    json!({ "error": { "code": code } })
}

fn at_acquirer(collection: &str, object: Object) -> String {
    format!("{collection}/{}?force_sync=true", object.id(KEY))
}

fn payment() -> Value {
    json!({ "payment_id": Object::Payment.id(KEY), "status": "succeeded", "amount": 2500, "currency": "EUR" })
}

fn refund() -> Value {
    json!({ "refund_id": Object::Refund.id(KEY), "status": "succeeded", "amount": 2500, "currency": "EUR" })
}

fn payout() -> Value {
    json!({ "payout_id": Object::Payout.id(KEY), "status": "success", "amount": 2500, "currency": "EUR" })
}

#[tokio::test]
async fn a_look_up_with_another_amount_is_unclear() {
    let stage = Stage::new([
        (at_acquirer("payments", Object::Payment), StatusCode::OK, payment()),
        (at_acquirer("payouts", Object::Payout), StatusCode::OK, payout()),
    ])
    .await;
    assert!(matches!(stage.charge(euro(2500)).await, Ok(Some(CardOutcome::Captured { .. }))));
    assert!(matches!(stage.transfer(euro(2500)).await, Ok(Some(PayoutOutcome::Settled { .. }))));
    for other in [euro(2499), Amount::new(2500, Currency::PLN)] {
        assert_eq!(stage.charge(other).await.unwrap(), Some(CardOutcome::Unknown), "{other}");
        assert_eq!(stage.transfer(other).await.unwrap(), Some(PayoutOutcome::Unknown), "{other}");
    }
}

#[tokio::test]
async fn an_object_whose_connector_is_gone_is_no_missing_object() {
    let stage = Stage::new([
        (format!("payments/{}", Object::Payment.id(KEY)), StatusCode::OK, payment()),
        (format!("payouts/{}", Object::Payout.id(KEY)), StatusCode::OK, payout()),
    ])
    .await;
    assert!(matches!(stage.charge(euro(2500)).await, Err(RailError::Unavailable { .. })));
    assert!(matches!(stage.transfer(euro(2500)).await, Err(RailError::Unavailable { .. })));
    let empty = Stage::new([]).await;
    assert_eq!(empty.charge(euro(2500)).await.unwrap(), None);
    assert_eq!(empty.transfer(euro(2500)).await.unwrap(), None);
}

#[tokio::test]
async fn a_refund_is_found_where_payouts_are_not_offered() {
    let refused = || (at_acquirer("payouts", Object::Payout), StatusCode::NOT_FOUND, coded("IR_02"));
    let stage = Stage::new([refused(), (at_acquirer("refunds", Object::Refund), StatusCode::OK, refund())]).await;
    assert!(matches!(stage.transfer(euro(2500)).await, Ok(Some(PayoutOutcome::Settled { .. }))));
    let stage = Stage::new([refused()]).await;
    assert!(matches!(stage.transfer(euro(2500)).await, Err(RailError::Unavailable { .. })), "it may be a payout");
}

#[tokio::test]
async fn a_payment_ends_at_the_account_where_it_began() {
    let (id, key) = (Object::Payment.id(KEY), "00000000-0000-0000-0000-000000000007:refund:0");
    let made = json!({ "refund_id": Object::Refund.id(key), "status": "succeeded", "amount": 2500, "currency": "EUR" });
    let old = Stage::new([
        (at_acquirer("payments", Object::Payment), StatusCode::OK, payment()),
        ("refunds".to_owned(), StatusCode::OK, made),
    ])
    .await;
    let new = Stage::new([]).await;
    let rail = new.rail.clone().after(vec![old.rail.clone()]);
    let found = rail.lookup(new.tenant, KEY, euro(2500)).await;
    assert!(matches!(found, Ok(Some(CardOutcome::Captured { .. }))), "{found:?}");
    let order = TransactionId::from_uuid(uuid::Uuid::from_u128(7));
    let refunded = rail.refund(new.tenant, order, key, &id, euro(2500)).await;
    assert!(matches!(refunded, Ok(PayoutOutcome::Settled { .. })), "{refunded:?}");
    // An account that answers nothing usable may have what the new one does not know.
    let closed =
        Stage::new([(at_acquirer("payments", Object::Payment), StatusCode::UNAUTHORIZED, coded("IR_01"))]).await;
    let rail = new.rail.clone().after(vec![closed.rail.clone()]);
    assert!(matches!(rail.lookup(new.tenant, KEY, euro(2500)).await, Err(RailError::Unavailable { .. })));
    assert!(rail.refund(new.tenant, order, key, &id, euro(2500)).await.is_err(), "nothing is paid back elsewhere");
}

#[tokio::test]
async fn an_address_with_a_user_is_refused() {
    let db = TestDb::new().await;
    let new = |url: &str| Orchestrator::new(db.store.clone(), World::system(), settings(url)).map(|_| ());
    assert!(new("https://api.example/v1").is_ok());
    for url in ["https://user@api.example", "https://:word@api.example", "http://api.example", "https://api.example?a"]
    {
        assert!(matches!(new(url), Err(OrchestratorConfigError::Url)), "{url}");
    }
}
