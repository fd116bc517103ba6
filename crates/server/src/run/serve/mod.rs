//! Connection handling: limits in total and per address, and timeouts for idle connections.

mod heads;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use api::{ConcurrencyLimit, ConcurrencySlot, TrustedProxies, callers_at};
use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use axum::http::header::CONNECTION;
use axum::http::{HeaderValue, StatusCode};
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tower::ServiceBuilder;

use self::heads::{Heads, Unfollowed};
use crate::run::stop;

/// Time limit for open requests at shutdown.
pub const DRAIN: Duration = Duration::from_secs(11);
/// Maximum open connections. Further connections wait in the listen backlog.
const CONNECTIONS_MAX: usize = 4_096;
/// Maximum connections per address: enough for a large office with websockets.
const PER_ADDRESS_MAX: usize = 256;
/// Time limit for a request's head. It is longer than the usual keep-alive of proxies (a minute), so that the proxy
/// closes idle connections first and no request meets a closing connection.
const HEAD_WITHIN: Duration = Duration::from_secs(65);
/// Pause after a failed accept, for example without file descriptors.
const PAUSE: Duration = Duration::from_millis(100);

/// Connection limits of a server.
#[derive(Clone)]
pub struct Limits {
    /// Maximum open connections.
    pub connections: usize,
    /// Maximum per address; for IPv6 per /64.
    pub per_address: usize,
    /// Proxies, which carry connections of many clients and have no limit per address.
    pub proxies: TrustedProxies,
    /// Time limit for a request's head.
    pub head_within: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        let (per_address, proxies) = (PER_ADDRESS_MAX, TrustedProxies::default());
        Self { connections: CONNECTIONS_MAX, per_address, proxies, head_within: HEAD_WITHIN }
    }
}

/// Serves until shutdown, then waits for open requests.
///
/// # Errors
/// If the listener fails.
pub async fn serve(
    listener: TcpListener,
    app: Router,
    limits: Limits,
    stopped: watch::Receiver<bool>,
) -> anyhow::Result<()> {
    let places = Arc::new(Semaphore::new(limits.connections));
    let by_address = ConcurrencyLimit::new(limits.per_address);
    let asked = stop::asked(stopped.clone());
    tokio::pin!(asked);
    loop {
        let next = async {
            // The semaphore is never closed.
            let place = places.clone().acquire_owned().await.map_err(io::Error::other)?;
            listener.accept().await.map(|(stream, peer)| (stream, peer, place))
        };
        tokio::select! {
            accepted = next => match accepted {
                Ok((stream, peer, place)) => {
                    let own = (!limits.proxies.contains(peer.ip())).then(|| by_address.take(&callers_at(peer.ip())));
                    if matches!(own, Some(None)) {
                        tracing::debug!(
                            event = "connection.refused", %peer,
                            "One address or network has too many connections. The server closes the new one."
                        );
                        continue;
                    }
                    spawn((stream, peer), (place, own.flatten()), &app, limits.head_within, stopped.clone());
                }
                // The client disconnected before the accept.
                Err(error) if is_of_one_connection(&error) => {}
                Err(error) => {
                    tracing::error!(
                        event = "connection.accept_failed", %error,
                        "The server cannot accept a connection. It tries again."
                    );
                    tokio::time::sleep(PAUSE).await;
                }
            },
            () = &mut asked => break,
        }
    }
    drop(listener);
    // All permits are available again once all connections have ended.
    let all = u32::try_from(limits.connections).unwrap_or(u32::MAX);
    let _ = tokio::time::timeout(DRAIN, places.acquire_many(all)).await;
    Ok(())
}

fn spawn(
    (stream, peer): (TcpStream, SocketAddr),
    places: (OwnedSemaphorePermit, Option<ConcurrencySlot>),
    app: &Router,
    head_within: Duration,
    stopped: watch::Receiver<bool>,
) {
    // Disables Nagle's algorithm, because responses are small.
    let _ = stream.set_nodelay(true);
    let unfollowed = Unfollowed::default();
    let last = unfollowed.clone();
    let service = ServiceBuilder::new()
        .map_request(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(peer));
            request.map(Body::new)
        })
        .map_response(move |response| if last.is_so() { ending(response) } else { response })
        .service(app.clone());
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head_within)
        .serve_connection(TokioIo::new(Heads::new(stream, unfollowed)), TowerToHyperService::new(service))
        .with_upgrades();
    tokio::spawn(async move {
        tokio::pin!(connection);
        let ended = tokio::select! {
            ended = connection.as_mut() => ended,
            () = stop::asked(stopped) => {
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
        if let Err(error) = ended {
            tracing::debug!(event = "connection.broken", %error, "A connection ended early.");
        }
        drop(places);
    });
}

/// The last response of a connection, which closes it unless the protocol switches.
fn ending(mut response: Response) -> Response {
    if response.status() != StatusCode::SWITCHING_PROTOCOLS {
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    response
}

fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionRefused | ConnectionAborted | ConnectionReset)
}

#[cfg(test)]
mod tests {
    use axum::routing::get;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    async fn start(limits: Limits) -> (SocketAddr, watch::Sender<bool>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = watch::channel(false);
        let app =
            Router::new().route("/", get(|ConnectInfo(peer): ConnectInfo<SocketAddr>| async move { peer.to_string() }));
        tokio::spawn(serve(listener, app, limits, stopped));
        (address, stop)
    }

    async fn ask(address: SocketAddr) -> (String, String) {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let own = stream.local_addr().unwrap().to_string();
        stream.write_all(b"GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").await.unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).await.unwrap();
        (own, text)
    }

    #[tokio::test]
    async fn a_request_has_its_client_address() {
        let (address, _stop) = start(Limits::default()).await;
        let (own, text) = ask(address).await;
        assert!(text.starts_with("HTTP/1.1 200") && text.ends_with(&own), "{text}");
    }

    #[tokio::test]
    async fn an_idle_connection_yields_to_an_active_one() {
        let limits = Limits { connections: 1, head_within: Duration::from_millis(50), ..Limits::default() };
        let (address, _stop) = start(limits).await;
        let mut silent = TcpStream::connect(address).await.unwrap();
        silent.write_all(b"GET / HTTP/1.1\r\nhost:").await.unwrap();
        let (_, text) = ask(address).await;
        assert!(text.starts_with("HTTP/1.1 200"), "{text}");
        let mut rest = Vec::new();
        // The connection is closed, with or without a response.
        let _ = silent.read_to_end(&mut rest).await;
    }

    /// The server's response to `text` until it closes the connection.
    async fn said(address: SocketAddr, text: &str) -> String {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(text.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        answer
    }

    #[tokio::test]
    async fn a_bare_line_feed_in_a_head_is_a_bad_request() {
        let (address, _stop) = start(Limits::default()).await;
        let fine = "GET / HTTP/1.1\r\nhost: x\r\n\r\n";
        for bare in
            ["GET / HTTP/1.1\nhost: x\r\n\r\n", "GET / HTTP/1.1\r\nhost: x\n\r\n", "GET / HTTP/1.1\r\nhost: x\r\n\n"]
        {
            let answer = said(address, bare).await;
            assert!(answer.starts_with("HTTP/1.1 400"), "{bare:?}: {answer}");
            let second = said(address, &format!("{fine}{bare}")).await;
            assert!(second.starts_with("HTTP/1.1 200") && second.contains("HTTP/1.1 400"), "{bare:?}: {second}");
        }
        // The end of a chunked body is not tracked, so the connection closes after its response.
        let chunked = "GET / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n";
        let answer = said(address, &format!("{chunked}GET / HTTP/1.1\nhost: x\n\n")).await;
        assert_eq!(answer.matches("HTTP/1.1").count(), 1, "{answer}");
        assert!(answer.contains("connection: close"), "{answer}");
    }

    /// A connection that was accepted and answered.
    async fn opened(address: SocketAddr) -> Option<TcpStream> {
        opened_from("127.0.0.1", address).await
    }

    async fn opened_from(caller: &str, address: SocketAddr) -> Option<TcpStream> {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.bind(SocketAddr::new(caller.parse().unwrap(), 0)).unwrap();
        let mut stream = socket.connect(address).await.unwrap();
        // A refused connection can fail on write or on read.
        let _ = stream.write_all(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n").await;
        let mut first = [0];
        matches!(stream.read(&mut first).await, Ok(1)).then_some(stream)
    }

    #[tokio::test]
    async fn the_addresses_of_one_network_share_twice_the_connections_of_one() {
        let (address, _stop) = start(Limits { per_address: 2, ..Limits::default() }).await;
        let mut open = Vec::new();
        for caller in ["127.0.0.1", "127.0.0.1", "127.0.0.2", "127.0.0.2"] {
            open.push(opened_from(caller, address).await.expect("within the share"));
        }
        assert!(opened_from("127.0.0.3", address).await.is_none(), "beyond the share of the network");
        assert!(opened_from("127.0.1.1", address).await.is_some(), "another network has its own");
    }

    #[tokio::test]
    async fn one_address_holds_a_share_of_the_connections_and_a_proxy_those_of_everybody() {
        let limits = Limits { per_address: 3, ..Limits::default() };
        let (address, _stop) = start(limits.clone()).await;
        let mut open = Vec::new();
        for _ in 0..3 {
            open.push(opened(address).await.expect("within the share"));
        }
        assert!(opened(address).await.is_none(), "beyond the share");
        drop(open.pop());
        let again = async {
            while opened(address).await.is_none() {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(Duration::from_secs(10), again).await.expect("a place that was given back is there again");

        let (address, _stop) = start(Limits { proxies: "127.0.0.1".parse().unwrap(), ..limits }).await;
        let mut open = Vec::new();
        for _ in 0..10 {
            open.push(opened(address).await.expect("a proxy brings everybody's"));
        }
    }
}
