//! Health, readiness and metrics.

use axum::http::StatusCode;

use super::support::{Person, TestApp, config};
use crate::run::ops::{self, MetricsToken};
use crate::wiring::config::Config;

#[tokio::test(flavor = "multi_thread")]
async fn without_its_database_the_server_is_live_but_not_ready() {
    let app = TestApp::new().await;
    let (_stop, stopping) = tokio::sync::watch::channel(false);
    let state = app.installation.state(true, stopping);
    let router = api::router(state.clone(), ops::router(state, None));
    let prober = Person { router, token: None, host: "10.0.0.7" };
    assert_eq!(prober.get("/readyz").await.status, StatusCode::OK);
    app.db.store.close().await;
    assert_eq!(prober.get("/readyz").await.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(prober.get("/healthz").await.status, StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn with_an_older_schema_the_server_is_not_ready_and_says_what_to_do() {
    let app = TestApp::new().await;
    let (_stop, stopping) = tokio::sync::watch::channel(false);
    let state = app.installation.state(true, stopping);
    sqlx::query("DELETE FROM _sqlx_migrations WHERE version = (SELECT max(version) FROM _sqlx_migrations)")
        .execute(&mut app.db.connect().await)
        .await
        .unwrap();
    let prober =
        Person { router: api::router(state.clone(), ops::router(state, None)), token: None, host: "localhost" };
    let answer = prober.get("/readyz").await;
    assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
    let said = String::from_utf8(answer.bytes).unwrap();
    assert!(said.contains("lacks 1 of its steps: run `agio migrate`"), "{said}");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_need_the_token_and_query_the_database_at_intervals() {
    const TOKEN: &str = "0123456789abcdef";
    assert!(MetricsToken::read("0123456789abcde").is_err() && MetricsToken::read("0123456789 abcdef").is_err());
    let app = TestApp::new().await;
    let (_stop, stopping) = tokio::sync::watch::channel(false);
    let state = app.installation.state(true, stopping);
    let with = |token| {
        let router = api::router(state.clone(), ops::router(state.clone(), token));
        Person { router, token: None, host: "localhost" }
    };
    assert_eq!(with(None).get("/metrics").await.status, StatusCode::NOT_FOUND);
    let reader = with(Some(MetricsToken::read(TOKEN).unwrap()));
    let read = async |token: &str| {
        let shown = format!("Bearer {token}");
        let answer = reader.call("GET", "/metrics", None, &[("authorization", &shown)]).await;
        (answer.status, String::from_utf8(answer.bytes).unwrap())
    };
    assert_eq!(reader.get("/metrics").await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(read("0123456789abcdeF").await.0, StatusCode::UNAUTHORIZED);
    let (status, figures) = read(TOKEN).await;
    assert_eq!(status, StatusCode::OK);
    assert!(figures.contains("agio_database_up 1\n") && figures.contains("agio_oldest_unsealed_seconds"), "{figures}");
    app.db.store.close().await;
    assert!(read(TOKEN).await.1.contains("agio_database_up 1\n"), "told again, not asked again");
}

#[tokio::test(flavor = "multi_thread")]
async fn security_txt_names_the_contact_for_reports() {
    let contact = |contact: &str| Config { security_contact: Some(contact.to_owned()), ..config() };
    for (config, answer) in
        [(contact("mailto:security@bank.example"), StatusCode::OK), (config(), StatusCode::NOT_FOUND)]
    {
        let app = TestApp::with(config).await;
        let (_stop, stopping) = tokio::sync::watch::channel(false);
        let state = app.installation.state(true, stopping);
        let router = api::router(state.clone(), app.installation.pages(&state));
        let finder = Person { router, token: None, host: "localhost" };
        let told = finder.get("/.well-known/security.txt").await;
        assert_eq!(told.status, answer);
        if answer == StatusCode::OK {
            assert_eq!(told.header("content-type"), "text/plain; charset=utf-8");
            let said = String::from_utf8(told.bytes).unwrap();
            assert!(said.starts_with("Contact: mailto:security@bank.example\nExpires: 20"), "{said}");
        }
        app.close().await;
    }
}
