//! The websocket: authentication, replay of missed events, and the end of a connection.

use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::http::StatusCode;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::support::{Person, Replica, TestApp};

struct Socket(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    async fn open(address: SocketAddr, first: &Value) -> Self {
        let url = format!("ws://localhost:{}/api/client/v1/ws", address.port());
        let (mut socket, _) = connect_async(url).await.unwrap();
        socket.send(Message::text(first.to_string())).await.unwrap();
        Self(socket)
    }

    /// The next frame of this type; other frames are skipped.
    async fn next(&mut self, kind: &str) -> Value {
        let found = async {
            loop {
                let Some(Ok(Message::Text(text))) = self.0.next().await else { panic!("ended before {kind}") };
                let frame: Value = serde_json::from_str(&text).unwrap();
                if frame["type"] == kind {
                    return frame;
                }
            }
        };
        tokio::time::timeout(Duration::from_secs(20), found).await.expect("a frame of this type")
    }
}

async fn serve(app: &TestApp) -> SocketAddr {
    serve_app(app.router.clone()).await
}

async fn serve_app(router: Router) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await });
    address
}

fn auth(person: &Person) -> Value {
    json!({ "type": "auth", "access_token": person.token })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reconnected_page_gets_its_own_missed_events() {
    let app = TestApp::new().await;
    let (ada, bob) = (app.person("ada").await, app.person("bob").await);
    let address = serve(&app).await;
    let mut live = Socket::open(address, &auth(&ada)).await;
    let start = live.next("ready").await["seq"].as_i64().unwrap();
    live.next("rates").await;
    let order = ada.order("iban", "first").await;
    let heard = live.next("event").await;
    assert_eq!((heard["kind"].as_str(), &heard["subject"]), (Some("transaction.changed"), &order["id"]));
    assert_eq!(heard["body"]["status"], "NEW");
    drop(live);

    let id = order["id"].as_str().unwrap();
    ada.post_once(&format!("transactions/{id}/cancel"), "c", &json!({})).await.expect(StatusCode::OK);
    let seen = heard["seq"].as_i64().unwrap();
    assert_eq!(seen, start + 1);
    let mut resumed = auth(&ada);
    resumed["after_seq"] = json!(seen);
    let mut back = Socket::open(address, &resumed).await;
    assert_eq!(back.next("ready").await["seq"], seen + 1);
    let missed = back.next("event").await;
    assert_eq!((missed["seq"].as_i64(), missed["body"]["status"].as_str()), (Some(seen + 1), Some("CANCELLED")));

    let mut other = auth(&bob);
    other["after_seq"] = json!(0);
    let mut stranger = Socket::open(address, &other).await;
    assert_eq!(stranger.next("ready").await["seq"], 0);
    other["after_seq"] = json!(1_000_000);
    let mut confused = Socket::open(address, &other).await;
    assert_eq!(confused.next("resync").await["seq"], 0);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn new_prices_are_pushed_before_the_old_ones_expire() {
    let app = TestApp::new().await;
    let address = serve(&app).await;
    let mut anybody = Socket::open(address, &json!({ "type": "auth" })).await;
    let first = anybody.next("rates").await;
    // Rates are sent every eight seconds and fetched as often, so the second frame after the first has new prices at
    // the latest.
    let two_more = async {
        anybody.next("rates").await;
        anybody.next("rates").await
    };
    let later = tokio::time::timeout(Duration::from_secs(20), two_more).await.expect("two frames in twenty seconds");
    let at = |frame: &Value| chrono::DateTime::parse_from_rfc3339(frame["at"].as_str().unwrap()).unwrap();
    assert!(at(&later) > at(&first), "{first} {later}");
    assert_ne!(later["prices"], first["prices"]);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_socket_ends_with_a_bad_token_and_with_the_server() {
    let app = TestApp::new().await;
    let address = serve(&app).await;
    let mut liar = Socket::open(address, &json!({ "type": "auth", "access_token": "kxa_made_up" })).await;
    assert_eq!(liar.next("bye").await["code"], "UNAUTHORIZED_REQUEST");
    let newcomer = app.newcomer("new").await;
    let mut early = Socket::open(address, &auth(&newcomer)).await;
    assert_eq!(early.next("bye").await["code"], "ACCESS_DENIED");
    let mut anybody = Socket::open(address, &json!({ "type": "auth" })).await;
    anybody.next("rates").await;
    app.stop.send(true).unwrap();
    assert_eq!(anybody.next("bye").await["code"], "SERVICE_UNAVAILABLE");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_ends_at_one_replica_is_cut_off_at_another_at_once() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let replica = Replica::beside(&app).await;
    let address = serve_app(replica.router.clone()).await;
    let mut there = Socket::open(address, &auth(&ada)).await;
    there.next("ready").await;

    let sessions = ada.get("user/sessions").await.expect(StatusCode::OK);
    let id = sessions["sessions"][0]["id"].as_str().unwrap();
    let gone = ada.call("DELETE", &format!("user/sessions/{id}"), None, &[]).await;
    assert_eq!(gone.status, StatusCode::NO_CONTENT);
    // The regular recheck comes after half a minute; the test requires an earlier end.
    assert_eq!(there.next("bye").await["code"], "UNAUTHORIZED_REQUEST");
    let elsewhere = Person { router: replica.router.clone(), ..ada.clone() };
    assert_eq!(elsewhere.get("user").await.problem(), (401, "UNAUTHORIZED_REQUEST"));
    replica.close().await;
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_websocket_outlives_its_access_token_but_not_a_block() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let address = serve(&app).await;
    let mut live = Socket::open(address, &auth(&ada)).await;
    live.next("ready").await;
    live.next("rates").await;
    let mut sql = app.db.connect().await;
    // An unreadable notification makes every connection recheck its session.
    for change in ["DELETE FROM access_tokens", "UPDATE users SET status = 'blocked'"] {
        sqlx::query(change).execute(&mut sql).await.unwrap();
        sqlx::query("SELECT pg_notify('agio_sessions', '?')").execute(&mut sql).await.unwrap();
        if change.starts_with("DELETE") {
            live.next("rates").await;
        }
    }
    assert_eq!(live.next("bye").await["code"], "UNAUTHORIZED_REQUEST");
    app.close().await;
}
