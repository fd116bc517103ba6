//! What whoever runs it asks.

use axum::http::StatusCode;

use super::support::{Person, TestHouse, config};
use crate::config::Config;
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

#[tokio::test(flavor = "multi_thread")]
async fn whoever_finds_a_hole_is_told_where_to_tell() {
    let contact = |contact: &str| Config { security_contact: Some(contact.to_owned()), ..config() };
    for (config, answer) in
        [(contact("mailto:security@bank.example"), StatusCode::OK), (config(), StatusCode::NOT_FOUND)]
    {
        let house = TestHouse::with(config).await;
        let (_stop, stopping) = tokio::sync::watch::channel(false);
        let state = house.house.state(true, stopping);
        let app = api::router(state.clone(), house.house.pages(&state));
        let finder = Person { app, token: None, host: "localhost" };
        let told = finder.get("/.well-known/security.txt").await;
        assert_eq!(told.status, answer);
        if answer == StatusCode::OK {
            assert_eq!(told.header("content-type"), "text/plain; charset=utf-8");
            let said = String::from_utf8(told.bytes).unwrap();
            assert!(said.starts_with("Contact: mailto:security@bank.example\nExpires: 20"), "{said}");
        }
        house.close().await;
    }
}
