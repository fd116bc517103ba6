//! Attacks on a secret while it is rotated.

use axum::http::StatusCode;
use serde_json::json;

use super::partners::{Server, key};
use super::single_use::concurrency::TRIES;
use super::support::TestApp;

/// Fifty requests with one secret at the same time as its rotation.
async fn uses(server: &Server) -> Vec<tokio::task::JoinHandle<StatusCode>> {
    let one = |server: Server| tokio::spawn(async move { server.get("payways").await.status });
    (0..TRIES).map(|_| one(server.clone())).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_uses_of_a_secret_during_its_rotation_end_with_it() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    for (overlap, stays) in [(24, true), (0, false)] {
        let (id, secret) = key(&ada, "exchanger", &["exchanger:read"]).await;
        let former = Server::new(&app.router, &secret);
        let tries = uses(&former).await;
        let rotate = format!("partner-keys/{id}/rotate");
        let made = ada.post(&rotate, &json!({ "overlap_hours": overlap })).await.expect(StatusCode::OK);
        for tried in tries {
            let status = tried.await.unwrap();
            let fits = status == StatusCode::OK || (!stays && status == StatusCode::UNAUTHORIZED);
            assert!(fits, "{overlap} hours: {status}");
        }
        let newer = Server::new(&app.router, made["secret"].as_str().unwrap());
        newer.get("payways").await.expect(StatusCode::OK);
        app.skip(chrono::TimeDelta::seconds(2));
        for late in uses(&former).await {
            let expected = if stays { StatusCode::OK } else { StatusCode::UNAUTHORIZED };
            assert_eq!(late.await.unwrap(), expected, "{overlap} hours");
        }
    }
    app.close().await;
}
