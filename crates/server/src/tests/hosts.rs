//! Served hosts, and the hosts of the demo tenants.

use axum::http::StatusCode;
use serde_json::json;

use super::support::{Person, TestApp, config as config_of_tests};
use super::tenants::{Shell, bank, config};
use crate::cli::Tenants;
use crate::tests::scratch::Scratch;
use crate::wiring::config::Config;

#[tokio::test(flavor = "multi_thread")]
async fn demo_tenants_are_removed_by_a_command_and_stay_away() {
    let app = TestApp::new().await;
    let shell = Shell { app: &app, folder: Scratch::new().unwrap() };
    let wanted = async || identity::wants_demo(&app.db.store).await.unwrap();
    shell.add("bank", &bank()).await.unwrap();
    assert!(wanted().await, "a local installation that has them keeps them");
    let remove = || Tenants::RemoveDemo { reason: "we open on Monday".into() };
    let said = shell.said(remove()).await.unwrap();
    assert!(said.starts_with("The demo tenants are removed: agio, nova."), "{said}");
    assert!(!wanted().await, "and does not get them back by itself");
    assert!(shell.said(remove()).await.unwrap_err().contains("there are no demo tenants"));
    assert_eq!(shell.said(Tenants::List).await.unwrap().lines().count(), 1);
    assert!(shell.add("agio", &bank()).await.unwrap_err().contains("choose another"));
    let at = |host: &'static str| Person { router: app.router.clone(), token: None, host };
    assert_eq!(at("localhost").get("config").await.problem(), (404, "NOT_FOUND"));
    assert_eq!(at("nova.localhost").get("config").await.problem(), (404, "NOT_FOUND"));
    assert_eq!(config(&app.router, "bank.example").await["tenant"]["slug"], "bank");
    // An explicit request adds them again.
    app.installation.seed().await.unwrap();
    assert!(wanted().await);
    assert_eq!(shell.said(Tenants::List).await.unwrap().lines().count(), 3);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_of_no_tenant_is_a_404_with_one_sentence_and_two_hosts_are_a_400() {
    let app = TestApp::new().await;
    let (_stop, stopping) = tokio::sync::watch::channel(false);
    let state = app.installation.state(true, stopping);
    let router = api::router(state.clone(), app.installation.pages(&state));
    let at = |host: &'static str| Person { router: router.clone(), token: None, host };
    let pages = [
        "/",
        "/exchange",
        "/console",
        "/sandbox/mail",
        "/manifest.webmanifest",
        "/brand/icon.svg",
        "/.well-known/security.txt",
    ];
    let programs = ["config", "sandbox/mails", "/api/operator/v1/session", "/.well-known/agio/key", "/api/none"];
    for host in ["evil.example", "192.168.1.5:8080", "localhost:80@evil.example", "localhost.evil.example"] {
        for path in pages {
            let answer = at(host).get(path).await;
            let said = String::from_utf8(answer.bytes).unwrap();
            assert_eq!(answer.status, StatusCode::NOT_FOUND, "{host} {path}");
            assert!(said.starts_with("No tenant of this service answers at this host."), "{host} {path}: {said}");
        }
        for path in programs {
            assert_eq!(at(host).get(path).await.problem(), (404, "NOT_FOUND"), "{host} {path}");
        }
        let codes = json!({ "email": "ada@example.test" });
        assert_eq!(at(host).post("login?method=email", &codes).await.problem(), (404, "NOT_FOUND"), "{host}");
        assert_eq!(at(host).get("/healthz").await.status, StatusCode::OK, "a probe comes to an address");
    }
    let twice = at("localhost").call("GET", "config", None, &[("host", "evil.example")]).await;
    assert_eq!(twice.problem(), (400, "BAD_REQUEST"));
    let none = axum::http::Request::get("/api/client/v1/config").body(axum::body::Body::empty()).unwrap();
    assert_eq!(at("localhost").send(none).await.problem(), (400, "BAD_REQUEST"));
    at("localhost").get("config").await.expect(StatusCode::OK);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_at_a_foreign_host_begins_no_sign_in_that_comes_back_there() {
    let sign_in = vec![
        ("AGIO_SIGN_IN_BANK_GOOGLE_CLIENT_ID".to_owned(), "client".to_owned()),
        ("AGIO_SIGN_IN_BANK_GOOGLE_CLIENT_SECRET".to_owned(), "secret".to_owned()),
    ];
    let app = TestApp::with(Config { sign_in, ..config_of_tests() }).await;
    let shell = Shell { app: &app, folder: Scratch::new().unwrap() };
    shell.add("bank", &bank()).await.unwrap();
    let key = shell.key("bank", false).await.unwrap();
    let there = Person { router: app.router.clone(), token: None, host: "evil.example" };
    let headers = [("api-key", key.as_str()), ("origin", "https://evil.example")];
    for path in ["login/google", "login/passkey/begin"] {
        let answer = there.call("POST", path, Some(&json!({})), &headers).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{path}: {}", answer.body);
    }
    app.close().await;
}
