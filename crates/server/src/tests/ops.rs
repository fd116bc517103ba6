//! What whoever runs it asks.

use axum::http::StatusCode;

use super::support::{Person, TestHouse};
use crate::ops;

#[tokio::test(flavor = "multi_thread")]
async fn without_its_database_it_lives_and_is_not_ready() {
    let house = TestHouse::new().await;
    let (_stop, stopping) = tokio::sync::watch::channel(false);
    let state = house.house.state(true, stopping);
    let app = api::router(state.clone(), ops::router(state));
    let prober = Person { app, token: None, host: "localhost" };
    assert_eq!(prober.get("/readyz").await.status, StatusCode::OK);
    house.db.store.close().await;
    assert_eq!(prober.get("/readyz").await.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(prober.get("/healthz").await.status, StatusCode::OK);
}
