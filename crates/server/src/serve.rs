//! Serving connections: as many as fit, and none that keeps its place by saying nothing.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tower::util::MapRequest;

use crate::stop;

/// How long open requests may take to end when the server stops.
pub const DRAIN: Duration = Duration::from_secs(11);
/// Connections open at once; the operating system holds what comes beyond it until there is room.
const CONNECTIONS_MAX: usize = 4_096;
/// Within this the head of a request has come, or the connection goes. Longer than the minute for which proxies keep a connection
/// for the next request, so that they close it and not we, in the middle of one.
const HEAD_WITHIN: Duration = Duration::from_secs(65);
/// After the operating system had no room for a connection.
const PAUSE: Duration = Duration::from_millis(100);

/// How a server holds its connections.
#[derive(Clone, Copy)]
pub struct Limits {
    /// Open at once.
    pub connections: usize,
    /// The time for a request's head.
    pub head_within: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { connections: CONNECTIONS_MAX, head_within: HEAD_WITHIN }
    }
}

/// Serves until asked to stop, then lets open requests end.
///
/// # Errors
/// Those of a listener that is gone.
pub async fn serve(
    listener: TcpListener,
    app: Router,
    limits: Limits,
    stopped: watch::Receiver<bool>,
) -> anyhow::Result<()> {
    let places = Arc::new(Semaphore::new(limits.connections));
    let asked = stop::asked(stopped.clone());
    tokio::pin!(asked);
    loop {
        let next = async {
            // Never closed.
            let place = places.clone().acquire_owned().await.map_err(io::Error::other)?;
            listener.accept().await.map(|(stream, peer)| (stream, peer, place))
        };
        tokio::select! {
            accepted = next => match accepted {
                Ok((stream, peer, place)) => spawn((stream, peer), place, &app, limits, stopped.clone()),
                // Theirs ended before it began.
                Err(error) if is_of_one_connection(&error) => {}
                Err(error) => {
                    tracing::error!(%error, "a connection cannot be accepted");
                    tokio::time::sleep(PAUSE).await;
                }
            },
            () = &mut asked => break,
        }
    }
    drop(listener);
    // All places back: all connections have ended.
    let all = u32::try_from(limits.connections).unwrap_or(u32::MAX);
    let _ = tokio::time::timeout(DRAIN, places.acquire_many(all)).await;
    Ok(())
}

fn spawn(
    (stream, peer): (TcpStream, SocketAddr),
    place: OwnedSemaphorePermit,
    app: &Router,
    limits: Limits,
    stopped: watch::Receiver<bool>,
) {
    // Small answers leave at once.
    let _ = stream.set_nodelay(true);
    let service = MapRequest::new(app.clone(), move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        request.map(Body::new)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head_within)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service))
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
            tracing::debug!(%error, "a connection ended early");
        }
        drop(place);
    });
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
    async fn a_request_knows_where_it_came_from() {
        let (address, _stop) = start(Limits::default()).await;
        let (own, text) = ask(address).await;
        assert!(text.starts_with("HTTP/1.1 200") && text.ends_with(&own), "{text}");
    }

    #[tokio::test]
    async fn whoever_says_nothing_loses_their_place_to_who_does() {
        let limits = Limits { connections: 1, head_within: Duration::from_millis(50) };
        let (address, _stop) = start(limits).await;
        let mut silent = TcpStream::connect(address).await.unwrap();
        silent.write_all(b"GET / HTTP/1.1\r\nhost:").await.unwrap();
        let (_, text) = ask(address).await;
        assert!(text.starts_with("HTTP/1.1 200"), "{text}");
        let mut rest = Vec::new();
        // Cut off, with or without a word.
        let _ = silent.read_to_end(&mut rest).await;
    }
}
