//! Tenant isolation: every string that the database stores for a tenant, encrypted ones included, is a canary. Ten
//! thousand random requests over all operations of customers and operators, with tokens, cookies, ids and words of both
//! tenants, must never return a canary of the other tenant.

mod populate;
mod requests;
mod strings;

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::http::StatusCode;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use self::populate::Settled;
use self::requests::{Dice, Operations, Side};
use self::strings::{Canaries, words};
use super::support::{Answer, Person, TestApp};

const REQUESTS: u64 = 10_000;
const TASKS: u64 = 8;
const HOSTS: [&str; 2] = ["localhost", "nova.localhost"];

/// A websocket of `person`. Records all frames until it is stopped.
async fn listen(app: &TestApp, person: &Person, mut stop: watch::Receiver<bool>) -> tokio::task::JoinHandle<String> {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let router = app.router.clone();
    tokio::spawn(async move { axum::serve(listener, router).await });
    let mut request = format!("ws://{address}/api/client/v1/ws").into_client_request().unwrap();
    request.headers_mut().insert("host", person.host.parse().unwrap());
    let (mut socket, _) = connect_async(request).await.unwrap();
    let first = json!({ "type": "auth", "access_token": person.token, "after_seq": 0 });
    socket.send(Message::text(first.to_string())).await.unwrap();
    tokio::spawn(async move {
        let mut heard = String::new();
        loop {
            tokio::select! {
                frame = socket.next() => match frame {
                    Some(Ok(Message::Text(text))) => heard.push_str(&format!("{text}\n")),
                    Some(Ok(_)) => {}
                    _ => return heard,
                },
                _ = stop.wait_for(|stopped| *stopped) => return heard,
            }
        }
    })
}

/// The whole response, headers included.
fn shown(answer: &Answer) -> String {
    let headers =
        answer.headers.iter().map(|(name, value)| format!("{name}: {}\n", value.to_str().unwrap_or_default()));
    headers.chain([String::from_utf8_lossy(&answer.bytes).into_owned()]).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_requests_show_nothing_of_the_other_tenant() {
    let app = TestApp::new().await;
    let settled =
        [Settled::at(&app, HOSTS[0], "agio", "0004711").await, Settled::at(&app, HOSTS[1], "nova", "0004712").await];
    let mut canaries = Canaries::read(&app.db).await;
    for side in Side::BOTH {
        canaries.plant(side, &settled[side as usize].planted);
    }
    let canaries = Arc::new(canaries);
    for side in Side::BOTH {
        // Each tenant has many canaries, so the test is meaningful.
        assert!(canaries.of(side).len() > 50, "{side:?}: {}", canaries.of(side).len());
        assert!(canaries.of(side).iter().any(|word| word.contains(["agiofirst", "novafirst"][side as usize])));
    }
    let (stop, stopping) = watch::channel(false);
    let sockets =
        [listen(&app, &settled[0].person, stopping.clone()).await, listen(&app, &settled[1].person, stopping).await];
    let operations = Arc::new(Operations::read(&settled, &canaries));
    let tasks = (0..TASKS).map(|seed| {
        let (settled, canaries, operations) = (settled.clone(), canaries.clone(), operations.clone());
        tokio::spawn(async move { wander(seed, &settled, &canaries, &operations).await })
    });
    let mut seen = Seen::default();
    for task in tasks.collect::<Vec<_>>() {
        seen.add(task.await.unwrap());
    }
    assert_eq!(seen.wrong, Vec::<String>::new());
    stop.send_replace(true);
    for (side, socket) in Side::BOTH.into_iter().zip(sockets) {
        let heard = socket.await.unwrap();
        assert!(words(&heard).any(|word| canaries.of(side).contains(word)), "{side:?} hears its own");
        assert_eq!(canaries.in_text(side.other(), &heard, ""), Vec::<String>::new(), "a frame of {side:?}");
    }
    // The test can fail: customers see canaries of their own tenant, and most operations have succeeded.
    assert!(seen.own.len() > 20, "{:?}", seen.own);
    // Some planted words are renamed by random requests before any response contains them.
    let planted: Vec<_> = settled.iter().flat_map(|one| &one.planted).collect();
    let unseen: Vec<_> = planted.iter().filter(|word| !seen.own.contains(**word)).collect();
    assert!(unseen.len() * 4 < planted.len(), "{unseen:?} were never shown, not even at home");
    assert!(seen.answered.len() > operations.count() / 3, "{:?}", seen.answered);
    app.close().await;
}

/// Results of requests.
#[derive(Default)]
struct Seen {
    /// Responses with canaries of the other tenant, and failures; the first few.
    wrong: Vec<String>,
    /// Canaries that were returned to their own tenant.
    own: BTreeSet<String>,
    /// Operations that succeeded.
    answered: BTreeSet<String>,
}

impl Seen {
    fn add(&mut self, other: Self) {
        self.wrong.extend(other.wrong);
        self.own.extend(other.own);
        self.answered.extend(other.answered);
    }
}

/// Sends a share of the requests.
async fn wander(seed: u64, settled: &[Settled; 2], canaries: &Canaries, operations: &Operations) -> Seen {
    let mut dice = Dice::new(seed);
    let mut seen = Seen::default();
    for _ in 0..REQUESTS / TASKS {
        let asked = operations.any(&mut dice);
        let answer = asked.send(settled).await;
        let text = shown(&answer);
        // Words of the request may be returned: an error contains the requested path.
        let echoed = asked.text();
        let found = canaries.in_text(asked.host.other(), &text, &echoed);
        if (!found.is_empty() || answer.status == StatusCode::INTERNAL_SERVER_ERROR) && seen.wrong.len() < 3 {
            seen.wrong.push(format!("{found:?} in the answer to {echoed}: {} {text}", answer.status));
        }
        seen.own.extend(canaries.in_text(asked.host, &text, &echoed));
        if answer.status.is_success() {
            seen.answered.insert(asked.name.clone());
        }
    }
    seen
}

#[test]
fn a_canary_is_found_wherever_it_sits() {
    let canaries = Canaries::of_words(&["agiofirst", "0197f3c2aaaabbbbccccddddeeeeffff"], &["novafirst"]);
    let leak = json!({ "detail": "Ask novafirst." }).to_string();
    assert_eq!(canaries.in_text(Side::Nova, &leak, ""), ["novafirst"]);
    assert_eq!(canaries.in_text(Side::Nova, &leak, "/x/novafirst"), Vec::<String>::new());
    let id: Value = json!({ "id": "ord_0197f3c2aaaabbbbccccddddeeeeffff" });
    assert_eq!(canaries.in_text(Side::Agio, &id.to_string(), ""), ["0197f3c2aaaabbbbccccddddeeeeffff"]);
}
