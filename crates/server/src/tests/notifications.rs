//! Notifications of customers, over HTTP and by the websocket.

use std::net::SocketAddr;
use std::time::Duration;

use axum::http::StatusCode;
use futures_util::{SinkExt, StreamExt};
use identity::operator::Role;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

use crate::wiring::config::Config;

use super::operators::colleague;
use super::support::{Person, TestApp, config};
use super::transfers::deposit;

/// How long a notification may take.
const TOLD_MAX: Duration = Duration::from_secs(40);

async fn put(person: &Person, path: &str, body: &Value) -> Value {
    person.call("PUT", path, Some(body), &[]).await.expect(StatusCode::OK)
}

async fn list(person: &Person, query: &str) -> Vec<Value> {
    let found = person.get(&format!("notifications{query}")).await.expect(StatusCode::OK);
    found["data"].as_array().unwrap().clone()
}

async fn serve(app: &TestApp) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let router = app.router.clone();
    tokio::spawn(async move { axum::serve(listener, router).await });
    address
}

/// Waits for a frame with this number of unread notifications.
async fn hears(app: &TestApp, person: &Person, happens: impl Future<Output = ()>, unread: u64) {
    let url = format!("ws://localhost:{}/api/client/v1/ws", serve(app).await.port());
    let (mut socket, _) = connect_async(url).await.unwrap();
    let auth = json!({ "type": "auth", "access_token": person.token });
    socket.send(Message::text(auth.to_string())).await.unwrap();
    let mut next = async || loop {
        let Some(Ok(Message::Text(text))) = socket.next().await else { panic!("the socket ended") };
        let frame: Value = serde_json::from_str(&text).unwrap();
        if frame["type"] == "notifications" {
            return frame;
        }
    };
    let first = tokio::time::timeout(TOLD_MAX, next()).await.expect("the number at the start");
    assert_ne!(first["unread"], unread);
    happens.await;
    let heard = async { while next().await["unread"] != unread {} };
    tokio::time::timeout(TOLD_MAX, heard).await.expect("the new number");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_arrival_of_money_is_notified_in_the_open_app_and_marked_as_read() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let bob = app.person("bob").await;
    put(&ada, "notifications", &json!({})).await;
    let before = list(&ada, "").await.len();
    hears(&app, &ada, deposit(&app, &ada), 1).await;
    let found = ada.notified("money_received").await;
    assert_eq!(
        (&found["topic"], &found["severity"], &found["is_read"]),
        (&json!("money"), &json!("info"), &json!(false))
    );
    assert!(found["link"].as_str().unwrap().starts_with("/transaction/"), "{found}");
    assert_eq!(list(&ada, "?topic=money&unread=true").await.len(), 1);
    assert_eq!(list(&ada, "").await.len(), before + 1);
    assert!(list(&bob, "?topic=money").await.is_empty());
    let id = found["id"].as_str().unwrap();
    let stolen = bob.call("PUT", &format!("notifications/{id}"), Some(&json!({ "is_read": true })), &[]).await;
    assert_eq!(stolen.problem(), (404, "NOT_FOUND"));
    assert_eq!(put(&ada, &format!("notifications/{id}"), &json!({ "is_read": true })).await["is_read"], true);
    assert_eq!(ada.get("notifications/unread").await.expect(StatusCode::OK)["unread"], 0);
    assert!(list(&ada, "?unread=true").await.is_empty());
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn notification_settings_are_saved_and_security_stays_on() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let change = json!({ "topics": [{ "topic": "prices", "mail": false, "push": true }], "quiet": { "from": 1320, "to": 420 },
        "time_zone": "Europe/Warsaw", "shows_details": true });
    let kept = put(&ada, "notifications/settings", &change).await;
    let prices = kept["topics"].as_array().unwrap().iter().find(|one| one["topic"] == "prices").unwrap().clone();
    assert_eq!(
        prices,
        json!({ "topic": "prices", "mail": false, "push": true, "telegram": true, "is_optional": true })
    );
    assert_eq!((&kept["quiet"], &kept["time_zone"]), (&json!({ "from": 1320, "to": 420 }), &json!("Europe/Warsaw")));
    assert_eq!(ada.get("notifications/settings").await.expect(StatusCode::OK), kept);
    let off = json!({ "topics": [{ "topic": "security", "mail": false, "push": true }] });
    let refused = ada.call("PUT", "notifications/settings", Some(&off), &[]).await;
    assert_eq!(
        (refused.problem(), &refused.body["errors"][0]["pointer"]),
        ((400, "VALIDATION_ERROR"), &json!("/topics/0/mail"))
    );
    let nowhere = json!({ "time_zone": "Mars/Olympus" });
    let refused = ada.call("PUT", "notifications/settings", Some(&nowhere), &[]).await;
    assert_eq!(refused.problem(), (400, "VALIDATION_ERROR"));
    let loud = put(&ada, "notifications/settings", &json!({ "is_quiet": false })).await;
    assert_eq!((&loud["quiet"], &loud["shows_details"]), (&Value::Null, &json!(true)));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_of_a_sandbox_gets_its_message_in_the_outbox_and_is_removed() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let devices = ada.get("notifications/devices").await.expect(StatusCode::OK);
    assert_eq!((devices["public_key"].as_str().unwrap().len(), &devices["data"]), (87, &json!([])));
    let again = ada.get("notifications/devices").await.expect(StatusCode::OK);
    assert_eq!(again["public_key"], devices["public_key"], "a browser subscribes to one key");
    let mut browser = json!({ "endpoint": "https://10.0.0.1/send", "auth": "AAAAAAAAAAAAAAAAAAAAAA",
        "p256dh": format!("B{}", "A".repeat(86)) });
    assert_eq!(ada.post("notifications/devices", &browser).await.problem(), (400, "VALIDATION_ERROR"));
    browser["endpoint"] = json!("https://push.example/send/1");
    let added = ada.post("notifications/devices", &browser).await.expect(StatusCode::CREATED);
    deposit(&app, &ada).await;
    ada.notified("money_received").await;
    let pushed = async {
        loop {
            let mails = ada.get("sandbox/mails").await.expect(StatusCode::OK);
            let all = mails["data"].as_array().unwrap().clone();
            if let Some(found) = all.into_iter().find(|mail| mail["subject"] == "Web push: Money on your balance") {
                return found;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    let pushed = tokio::time::timeout(TOLD_MAX, pushed).await.expect("a message came");
    assert!(!pushed["text"].as_str().unwrap().contains(|letter: char| letter.is_ascii_digit()), "no amounts: {pushed}");
    let id = added["id"].as_str().unwrap();
    let gone = ada.call("DELETE", &format!("notifications/devices/{id}"), None, &[]).await;
    assert_eq!(gone.status, StatusCode::NO_CONTENT);
    assert_eq!(ada.get("notifications/devices").await.expect(StatusCode::OK)["data"], json!([]));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operator_reads_every_message_in_the_languages_of_the_customers() {
    let app = TestApp::new().await;
    let mut olga = colleague(&app, Role::SupportL1).await;
    let english = olga.call("GET", "notifications?language=en", None).await.expect(StatusCode::OK);
    let polish = olga.call("GET", "notifications?language=pl", None).await.expect(StatusCode::OK);
    let (english, polish) = (english["data"].as_array().unwrap(), polish["data"].as_array().unwrap());
    assert_eq!(english.len(), identity::NotificationKind::all().count());
    for (one, other) in english.iter().zip(polish) {
        assert_eq!(one["kind"], other["kind"]);
        assert_ne!((&one["title"], &one["mail_text"]), (&other["title"], &other["mail_text"]), "{one}");
    }
    assert_eq!(olga.call("GET", "notifications?language=de", None).await.problem(), (400, "VALIDATION_ERROR"));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn operators_see_emails_as_they_are_sent_in_a_frame_that_can_do_nothing() {
    let app = TestApp::new().await;
    let mut support = colleague(&app, Role::SupportL1).await;
    let mail = support.call("GET", "notifications/order_done/mail?language=uk", None).await;
    assert_eq!(mail.status, StatusCode::OK);
    let html = String::from_utf8(mail.bytes.clone()).unwrap();
    assert!(html.starts_with("<!doctype html>") && html.contains("lang=\"uk\""), "{html}");
    let policy = mail.header("content-security-policy");
    for part in ["sandbox;", "default-src 'none'", "style-src 'unsafe-inline'", "frame-ancestors 'self'"] {
        assert!(policy.contains(part), "{policy}");
    }
    assert!(!policy.contains("script-src") && !policy.contains("allow-"), "{policy}");
    assert_eq!((mail.header("x-frame-options"), mail.header("cache-control")), ("SAMEORIGIN", "no-store"));
    for path in ["notifications/no_such_kind/mail", "notifications/mail_bounced/mail"] {
        assert_eq!(support.call("GET", path, None).await.problem(), (404, "NOT_FOUND"), "{path}");
    }
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_webhook_of_the_mail_service_needs_its_signature() {
    let without = TestApp::new().await;
    let ada = without.person("ada").await;
    assert_eq!(ada.call("POST", "/api/hooks/v1/mail", Some(&json!({})), &[]).await.problem().0, 404);
    without.close().await;
    let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw".to_owned();
    let mail_events = vec![("AGIO_MAIL_EVENTS_AGIO_SECRET".to_owned(), secret)];
    let app = TestApp::with(Config { mail_events, ..config() }).await;
    let ada = app.person("ada").await;
    let headers = [("webhook-id", "evt_1"), ("webhook-timestamp", "1614265330"), ("webhook-signature", "v1,AAAA")];
    let refused = ada.call("POST", "/api/hooks/v1/mail", Some(&json!({})), &headers).await;
    assert_eq!(refused.problem(), (401, "UNAUTHORIZED_REQUEST"));
    app.close().await;
}
