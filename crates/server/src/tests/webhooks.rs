//! Webhooks and the event feed: a partner's server that listens on this machine.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::post;
use partners::webhook::ENDPOINTS_MAX;
use serde_json::{Value, json};
use standardwebhooks::Webhook;
use tokio::sync::{Notify, mpsc};

use super::partners::{EXCHANGER, Server, key};
use super::sign_in::mail;
use super::step_up::{confirm, enrol};
use super::support::{Person, TestApp};

/// The receiver's response.
#[derive(Clone)]
enum Reply {
    Status(u16),
    Later(u16, &'static str),
    Elsewhere(String),
    Never,
}

/// A request as it came.
#[derive(Debug, Clone)]
pub(super) struct Received {
    pub id: String,
    /// All headers, for the verifier.
    headers: HeaderMap,
    body: String,
}

impl Received {
    pub fn event(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    /// Whether one of its signatures is of this secret, as the scheme's own library verifies it.
    pub fn is_signed_by(&self, secret: &str) -> bool {
        Webhook::new(secret).unwrap().verify(self.body.as_bytes(), &self.headers).is_ok()
    }
}

#[derive(Clone)]
struct Shared {
    replies: Arc<Mutex<VecDeque<Reply>>>,
    heard: mpsc::UnboundedSender<Received>,
    waits: Arc<Notify>,
}

/// A partner's server.
pub(super) struct Receiver {
    address: SocketAddr,
    shared: Shared,
    received: mpsc::UnboundedReceiver<Received>,
}

async fn hook(State(shared): State<Shared>, headers: HeaderMap, body: String) -> Response {
    let id = headers["webhook-id"].to_str().unwrap().to_owned();
    let reply = shared.replies.lock().unwrap().pop_front().unwrap_or(Reply::Status(204));
    let _ = shared.heard.send(Received { id, headers, body });
    let status = |code: u16| StatusCode::from_u16(code).unwrap();
    match reply {
        Reply::Status(code) => status(code).into_response(),
        Reply::Later(code, seconds) => (status(code), [("retry-after", seconds)]).into_response(),
        Reply::Elsewhere(to) => Redirect::temporary(&to).into_response(),
        Reply::Never => {
            shared.waits.notified().await;
            StatusCode::NO_CONTENT.into_response()
        }
    }
}

impl Receiver {
    pub async fn new() -> Self {
        let (heard, received) = mpsc::unbounded_channel();
        let shared = Shared { replies: Arc::default(), heard, waits: Arc::default() };
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = Router::new().route("/hooks", post(hook)).with_state(shared.clone());
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self { address, shared, received }
    }

    pub fn url(&self) -> String {
        format!("http://{}/hooks", self.address)
    }

    fn replies(&self, all: &[Reply]) {
        self.shared.replies.lock().unwrap().extend(all.iter().cloned());
    }

    pub async fn next(&mut self) -> Received {
        let heard = tokio::time::timeout(std::time::Duration::from_secs(60), self.received.recv());
        heard.await.expect("a webhook comes within a minute").unwrap()
    }
}

/// An endpoint of the person's key, with its secret.
async fn endpoint(person: &Person, key: &str, url: &str) -> (String, String) {
    let made =
        person.post("webhook-endpoints", &json!({ "key_id": key, "url": url })).await.expect(StatusCode::CREATED);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    (text(&made["endpoint"]["id"]), text(&made["secret"]))
}

/// Ends the wait of all deliveries.
async fn waits_pass(app: &TestApp) {
    let passes = "UPDATE partner_webhook_deliveries SET due_at = $1 WHERE state = 'waiting'";
    sqlx::query(passes).bind(app.now()).execute(&mut app.db.connect().await).await.unwrap();
}

/// The newest deliveries, once they satisfy `there`.
async fn deliveries(person: &Person, endpoint: &str, there: impl Fn(&[Value]) -> bool) -> Vec<Value> {
    let found = async {
        loop {
            let page = person.get(&format!("webhook-endpoints/{endpoint}/deliveries")).await.expect(StatusCode::OK);
            let all = page["data"].as_array().unwrap().clone();
            if there(&all) {
                return all;
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), found).await.expect("the log comes to that")
}

/// The newest delivery after an attempt with this number.
async fn tried(person: &Person, endpoint: &str, attempt: u32) -> Value {
    let there = |all: &[Value]| all.first().is_some_and(|one| one["attempt"] == attempt && one["state"] != "sending");
    deliveries(person, endpoint, there).await.remove(0)
}

/// The wait after an attempt.
fn wait_of(log: &Value) -> chrono::TimeDelta {
    let time = |name: &str| chrono::DateTime::parse_from_rfc3339(log[name].as_str().unwrap()).unwrap();
    time("next_at") - time("tried_at")
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_reaches_the_partner_signed_and_the_feed_has_the_same_bytes() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let (key, api) = key(&ada, "exchanger", &EXCHANGER).await;
    let mut shop = Receiver::new().await;
    let (id, secret) = endpoint(&ada, &key, &shop.url()).await;
    mail(&app, "ada@example.test", "webhook address").await;

    let order = ada.order("visamc", "first").await;
    let first = shop.next().await;
    assert!(first.is_signed_by(&secret) && !first.is_signed_by("whsec_AAAA"));
    let event = first.event();
    assert_eq!((&event["type"], &event["livemode"]), (&json!("order.created"), &json!(false)));
    assert_eq!((&event["data"]["object"]["id"], &event["id"]), (&order["id"], &json!(first.id)));
    assert_eq!(event["data"]["object"]["source"]["amount"], order["source"]["amount"], "the shape of the partner API");

    // The new secret and the former one both sign for a day.
    let rotated = ada.call("POST", &format!("webhook-endpoints/{id}/rotate"), None, &[]).await.expect(StatusCode::OK);
    let newer = rotated["secret"].as_str().unwrap().to_owned();
    assert!(rotated["endpoint"]["former_secret_until"].is_string());
    let text = order["id"].as_str().unwrap();
    ada.call("POST", &format!("transactions/{text}/cancel"), None, &[("idempotency-key", "c")])
        .await
        .expect(StatusCode::OK);
    let second = shop.next().await;
    assert!(second.is_signed_by(&secret) && second.is_signed_by(&newer) && newer != secret);
    let event = second.event();
    assert_eq!((&event["type"], &event["previous_event_id"]), (&json!("order.cancelled"), &json!(first.id)));
    assert_eq!(event["sequence"], 2);

    let server = Server::new(&app.router, &api);
    let feed = server.get("events").await;
    let page = feed.body.clone();
    assert_eq!((page["has_more"].clone(), page["data"].as_array().unwrap().len()), (json!(false), 2));
    let text = String::from_utf8(feed.bytes).unwrap();
    assert!(text.contains(&first.body) && text.contains(&second.body), "the same bytes");
    let rest = server.get(&format!("events?after={}&limit=1", first.id)).await.expect(StatusCode::OK);
    assert_eq!((&rest["data"][0]["id"], &rest["next_cursor"]), (&json!(second.id), &json!(second.id)));
    let none = server.get(&format!("events?after={}&type=order.completed", second.id)).await.expect(StatusCode::OK);
    assert_eq!((&none["data"], &none["next_cursor"]), (&json!([]), &json!(second.id)));
    let unknown = server.get(&format!("events?after={}", kernel::EventId::from_uuid(uuid::Uuid::nil()))).await;
    assert_eq!(
        (unknown.problem(), &unknown.body["errors"][0]["pointer"], &unknown.body["errors"][0]["code"]),
        ((400, "VALIDATION_ERROR"), &json!("after"), &json!("expired"))
    );
    assert_eq!(server.get("events?type=card.*").await.problem(), (400, "VALIDATION_ERROR"));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_delivery_is_repeated_and_its_log_says_why() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let (key, _) = key(&ada, "exchanger", &EXCHANGER).await;
    let (mut shop, hidden) = (Receiver::new().await, Receiver::new().await);
    let (id, _) = endpoint(&ada, &key, &shop.url()).await;
    shop.replies(&[Reply::Later(503, "7200"), Reply::Status(500), Reply::Elsewhere(hidden.url()), Reply::Status(200)]);

    ada.order("visamc", "first").await;
    let first = shop.next().await;
    let log = tried(&ada, &id, 1).await;
    assert_eq!((&log["state"], &log["status"], &log["failure"]), (&json!("waiting"), &json!(503), &json!("status")));
    assert!(log["duration_ms"].is_number() && log["event_id"] == first.id);
    assert_eq!(wait_of(&log), chrono::TimeDelta::hours(2), "the endpoint asked for more than the schedule");

    waits_pass(&app).await;
    assert_eq!(shop.next().await.id, first.id, "the same event has the same id");
    let log = tried(&ada, &id, 2).await;
    let (wait, minute) = (wait_of(&log), chrono::TimeDelta::minutes(1));
    assert!(wait >= minute * 4 && wait <= minute * 6, "five minutes, less or more a fifth: {wait}");

    waits_pass(&app).await;
    let third = shop.next().await;
    assert_eq!((&third.id, &third.body), (&first.id, &first.body));
    let log = tried(&ada, &id, 3).await;
    assert_eq!((&log["status"], &log["failure"]), (&json!(307), &json!("redirect")));

    waits_pass(&app).await;
    shop.next().await;
    let log = tried(&ada, &id, 4).await;
    assert_eq!((&log["state"], log.get("failure")), (&json!("delivered"), None));
    let shown = ada.get(&format!("webhook-endpoints/{id}")).await.expect(StatusCode::OK);
    assert_eq!((&shown["failures"], shown.get("failing_since")), (&json!(0), None));
    assert!({ hidden }.received.try_recv().is_err(), "a redirect is not followed");

    // A person sends it once more: a new delivery of the same event.
    let path = format!("webhook-deliveries/{}/resend", log["id"].as_str().unwrap());
    ada.call("POST", &path, None, &[]).await.expect(StatusCode::ACCEPTED);
    let again = shop.next().await;
    assert_eq!((again.id, again.body), (first.id, first.body));
    deliveries(&ada, &id, |all| all.len() == 2 && all.iter().all(|one| one["state"] == "delivered")).await;
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_endpoint_that_never_answers_delays_no_other() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let (key, _) = key(&ada, "exchanger", &EXCHANGER).await;
    let (mut slow, mut fast) = (Receiver::new().await, Receiver::new().await);
    endpoint(&ada, &key, &slow.url()).await;
    let (id, _) = endpoint(&ada, &key, &fast.url()).await;
    slow.replies(&vec![Reply::Never; 50]);
    // The orders are expected at the fast endpoint while the slow one holds its two calls.
    for at in 0..4 {
        ada.order("visamc", &format!("order-{at}")).await;
    }
    for _ in 0..4 {
        fast.next().await;
    }
    let done = deliveries(&ada, &id, |all| all.iter().filter(|one| one["state"] == "delivered").count() == 4).await;
    assert_eq!(done.len(), 4);
    slow.next().await;
    slow.next().await;
    assert!(slow.received.try_recv().is_err(), "an endpoint has two calls at a time");
    slow.shared.waits.notify_waiters();
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_customer_with_many_slow_endpoints_delays_no_other_customer() {
    let app = TestApp::new().await;
    let (eve, ada) = (app.person("eve").await, app.person("ada").await);
    let (key_of_eve, _) = key(&eve, "exchanger", &EXCHANGER).await;
    let (key_of_ada, _) = key(&ada, "exchanger", &EXCHANGER).await;
    let (mut slow, mut fast) = (Receiver::new().await, Receiver::new().await);
    slow.replies(&vec![Reply::Never; 200]);
    for _ in 0..ENDPOINTS_MAX {
        let (id, _) = endpoint(&eve, &key_of_eve, &slow.url()).await;
        for _ in 0..3 {
            eve.call("POST", &format!("webhook-endpoints/{id}/test"), None, &[]).await.expect(StatusCode::ACCEPTED);
        }
    }
    // Eight calls of hers are held; none of her other deliveries starts.
    for _ in 0..8 {
        slow.next().await;
    }
    endpoint(&ada, &key_of_ada, &fast.url()).await;
    ada.order("visamc", "order").await;
    fast.next().await;
    assert!(slow.received.try_recv().is_err(), "a customer has eight calls at a time");
    slow.shared.waits.notify_waiters();
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_endpoint_that_is_gone_or_fails_for_days_is_stopped_and_its_owner_hears_of_it() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let (key, _) = key(&ada, "exchanger", &EXCHANGER).await;
    let mut shop = Receiver::new().await;
    let (id, _) = endpoint(&ada, &key, &shop.url()).await;
    let path = format!("webhook-endpoints/{id}");
    let test = format!("{path}/test");
    shop.replies(&[Reply::Status(410), Reply::Status(500)]);
    ada.call("POST", &test, None, &[]).await.expect(StatusCode::ACCEPTED);
    assert_eq!(shop.next().await.event()["type"], "webhook.ping");
    let log = tried(&ada, &id, 1).await;
    assert_eq!((&log["state"], &log["status"]), (&json!("failed"), &json!(410)));
    assert_eq!(ada.get(&path).await.body["state"], "disabled");
    assert_eq!(ada.call("POST", &test, None, &[]).await.problem(), (409, "CONFLICT_ERROR"));
    mail(&app, "ada@example.test", "it is gone").await;

    // What happens while it is stopped is for a replay.
    let before = app.now();
    ada.order("visamc", "missed").await;
    let enabled = ada.call("POST", &format!("{path}/enable"), None, &[]).await.expect(StatusCode::OK);
    assert_eq!(enabled["state"], "active");
    let failing = "UPDATE partner_webhooks SET failing_since = $1";
    let long_ago = app.now() - chrono::TimeDelta::days(5);
    sqlx::query(failing).bind(long_ago).execute(&mut app.db.connect().await).await.unwrap();
    ada.call("POST", &test, None, &[]).await.expect(StatusCode::ACCEPTED);
    assert_eq!(shop.next().await.event()["type"], "webhook.ping");
    deliveries(&ada, &id, |all| all[0]["state"] == "failed").await;
    assert_eq!(ada.get(&path).await.body["state"], "paused");
    mail(&app, "ada@example.test", "failed for five days").await;

    ada.call("POST", &format!("{path}/enable"), None, &[]).await.expect(StatusCode::OK);
    let period = json!({ "from": before, "to": app.now() });
    let replayed = ada.post(&format!("{path}/replay"), &period).await.expect(StatusCode::ACCEPTED);
    assert_eq!(replayed, json!({ "deliveries": 1 }));
    assert_eq!(shop.next().await.event()["type"], "order.created");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_endpoint_in_the_internal_network_is_refused() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let (key, _) = key(&ada, "exchanger", &EXCHANGER).await;
    let url = "https://shop.example/hooks";
    for hidden in [
        "https://10.0.0.1/",
        "https://169.254.169.254/latest",
        "https://[fd00::1]/",
        "http://192.168.0.1/",
        "https://user@shop.example/",
        "https://db.internal/",
        "ftp://shop.example/",
    ] {
        let refused = ada.post("webhook-endpoints", &json!({ "key_id": key, "url": hidden })).await;
        let said = (refused.problem(), &refused.body["errors"][0]["pointer"]);
        assert_eq!(said, ((400, "VALIDATION_ERROR"), &json!("/url")), "{hidden}");
    }
    let odd = ada.post("webhook-endpoints", &json!({ "key_id": key, "url": url, "types": ["card.*"] })).await;
    assert_eq!(odd.body["errors"][0]["pointer"], "/types");
    let unknown = ada.post("webhook-endpoints", &json!({ "key_id": "key_x", "url": url })).await;
    assert_eq!(unknown.body["errors"][0]["pointer"], "/key_id");
    let (id, _) = endpoint(&ada, &key, url).await;
    let moved =
        ada.call("PUT", &format!("webhook-endpoints/{id}"), Some(&json!({ "url": "https://10.0.0.1/" })), &[]).await;
    assert_eq!((moved.problem(), &moved.body["errors"][0]["pointer"]), ((400, "VALIDATION_ERROR"), &json!("/url")));
    let listed = ada.get("webhook-endpoints").await.expect(StatusCode::OK);
    for _ in listed["data"].as_array().unwrap().len()..16 {
        endpoint(&ada, &key, url).await;
    }
    let more = ada.post("webhook-endpoints", &json!({ "key_id": key, "url": url })).await;
    assert_eq!(more.problem(), (409, "CONFLICT_ERROR"));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn events_of_others_never_appear_and_a_second_factor_guards_an_endpoint() {
    let app = TestApp::new().await;
    let (ada, bob) = (app.person("ada").await, app.person("bob").await);
    let ((ada_key, ada_api), (bob_key, bob_api)) =
        (key(&ada, "exchanger", &EXCHANGER).await, key(&bob, "exchanger", &EXCHANGER).await);
    let (mut to_ada, mut to_bob) = (Receiver::new().await, Receiver::new().await);
    let (id, _) = endpoint(&ada, &ada_key, &to_ada.url()).await;
    endpoint(&bob, &bob_key, &to_bob.url()).await;
    let order = ada.order("visamc", "first").await;
    assert_eq!(to_ada.next().await.event()["data"]["object"]["id"], order["id"]);
    let own = bob.order("visamc", "first").await;
    assert_eq!(to_bob.next().await.event()["data"]["object"]["id"], own["id"]);
    assert!(to_ada.received.try_recv().is_err() && to_bob.received.try_recv().is_err());
    let read = async |api: &str| Server::new(&app.router, api).get("events").await.expect(StatusCode::OK);
    let (of_ada, of_bob) = (read(&ada_api).await, read(&bob_api).await);
    assert_eq!((of_ada["data"].as_array().unwrap().len(), of_bob["data"].as_array().unwrap().len()), (1, 1));
    assert_eq!(of_bob["data"][0]["data"]["object"]["id"], own["id"]);
    let cursor = format!("events?after={}", of_ada["next_cursor"].as_str().unwrap());
    let others = Server::new(&app.router, &bob_api).get(&cursor).await;
    assert_eq!(others.problem(), (400, "VALIDATION_ERROR"), "another profile's event is no cursor");
    let carol = app.person_at("carol", "nova.localhost").await;
    let (_, carol_api) = key(&carol, "exchanger", &EXCHANGER).await;
    let there = |api: &str| Server { host: "nova.localhost", ..Server::new(&app.router, api) };
    assert_eq!(there(&carol_api).get("events").await.expect(StatusCode::OK)["data"], json!([]), "another tenant");
    assert_eq!(there(&ada_api).get("events").await.problem(), (401, "UNAUTHORIZED_REQUEST"));
    assert_eq!(bob.get(&format!("webhook-endpoints/{id}")).await.problem(), (404, "NOT_FOUND"));
    let theirs = bob.post("webhook-endpoints", &json!({ "key_id": ada_key, "url": to_bob.url() })).await;
    assert_eq!(theirs.body["errors"][0]["pointer"], "/key_id", "another profile's key");

    // A revoked key receives nothing more.
    ada.call("DELETE", &format!("partner-keys/{ada_key}"), None, &[]).await;
    assert_eq!(ada.get(&format!("webhook-endpoints/{id}")).await.problem(), (404, "NOT_FOUND"));

    let codes = enrol(&app, &bob).await;
    let asked = json!({ "key_id": bob_key, "url": to_bob.url() });
    let refused = bob.post("webhook-endpoints", &asked).await;
    assert_eq!(refused.problem(), (403, "AUTH_2FA_REQUIRED"));
    let token = confirm(&bob, &refused, &codes[0]).await;
    let made = bob.call("POST", "webhook-endpoints", Some(&asked), &[("auth-2fa-token", &token)]).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.body);
    app.close().await;
}
