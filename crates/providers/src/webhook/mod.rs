//! Calls to partners' webhook endpoints. Partners choose the hosts, so names are resolved by [`resolve`], which
//! yields public addresses only.

pub(crate) mod resolve;

use std::net::IpAddr;
use std::time::Duration;

use async_trait::async_trait;
use partners::public::is_public;
use partners::webhook::{Call, Failure, Outcome, Reach, WebhookCaller, retry_after};
use reqwest::header::{CONTENT_TYPE, RETRY_AFTER};
use url::Host;

#[cfg(test)]
pub(crate) use self::resolve::Loopback;
use self::resolve::{Names, NotPublic};
pub(crate) use self::resolve::{PublicOnly, SystemNames};

/// Time limit of a whole call.
const CALL_TIMEOUT: Duration = Duration::from_secs(15);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// Bytes of a response that are read, and discarded, so that the endpoint does not see a broken connection.
const READ_BYTES_MAX: usize = 64 * 1024;

/// Sends webhooks over HTTP.
pub struct HttpWebhooks {
    public: reqwest::Client,
    loopback: reqwest::Client,
}

impl HttpWebhooks {
    /// A caller that resolves names with the system's resolver.
    ///
    /// # Errors
    /// If the client cannot be created.
    pub fn new() -> Result<Self, reqwest::Error> {
        Self::with(SystemNames)
    }

    fn with(names: impl Names) -> Result<Self, reqwest::Error> {
        // Fails if a provider is already installed: any provider is sufficient.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = || {
            reqwest::Client::builder()
                .connect_timeout(CONNECT_TIMEOUT)
                .timeout(CALL_TIMEOUT)
                .user_agent("agio-webhooks/1")
                .redirect(reqwest::redirect::Policy::none())
                .no_proxy()
                // A pooled connection would outlive the check of its address.
                .pool_max_idle_per_host(0)
        };
        let public = client().dns_resolver(PublicOnly::new(names)).build()?;
        let loopback = client().dns_resolver(resolve::Loopback).build()?;
        Ok(Self { public, loopback })
    }
}

/// Whether an address that stands in the URL may be called: it bypasses the resolver.
fn admits(call: &Call) -> bool {
    let ip = match call.url.host() {
        Some(Host::Ipv4(ip)) => IpAddr::from(ip),
        Some(Host::Ipv6(ip)) => IpAddr::from(ip),
        Some(Host::Domain(_)) => return true,
        None => return false,
    };
    match call.reach {
        Reach::Public => is_public(ip),
        Reach::Loopback => ip.is_loopback(),
    }
}

/// Why there was no response.
fn failure(error: &reqwest::Error) -> Failure {
    let mut cause: Option<&dyn std::error::Error> = Some(error);
    while let Some(inner) = cause {
        if inner.is::<NotPublic>() {
            return Failure::Address;
        }
        cause = inner.source();
    }
    if error.is_timeout() { Failure::Timeout } else { Failure::Connection }
}

#[async_trait]
impl WebhookCaller for HttpWebhooks {
    async fn call(&self, call: &Call) -> Outcome {
        if !admits(call) {
            return Outcome::Unanswered(Failure::Address);
        }
        let client = match call.reach {
            Reach::Public => &self.public,
            Reach::Loopback => &self.loopback,
        };
        let mut request = client.post(call.url.clone()).header(CONTENT_TYPE, "application/json");
        for (name, value) in &call.headers {
            request = request.header(*name, value);
        }
        let mut answer = match request.body(call.body.clone()).send().await {
            Ok(answer) => answer,
            Err(error) => return Outcome::Unanswered(failure(&error)),
        };
        let status = answer.status().as_u16();
        let asked = answer.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok());
        let retry_after_s = asked.and_then(retry_after);
        let mut read = 0;
        // The status decides; what comes after it does not matter.
        while let Ok(Some(chunk)) = answer.chunk().await {
            read += chunk.len();
            if read > READ_BYTES_MAX {
                break;
            }
        }
        Outcome::Answered { status, retry_after_s }
    }
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use axum::Router;
    use axum::http::{HeaderMap, StatusCode};
    use axum::response::Redirect;
    use axum::routing::post;
    use url::Url;

    use super::resolve::Lookup;
    use super::*;

    async fn receiver(router: Router) -> SocketAddr {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        address
    }

    fn call(url: &str, reach: Reach) -> Call {
        let headers =
            [("webhook-id", "evt_1".into()), ("webhook-timestamp", "7".into()), ("webhook-signature", "v1,x".into())];
        Call { url: Url::parse(url).unwrap(), reach, headers, body: "{\"a\": 1}".into() }
    }

    async fn count(calls: &'static AtomicUsize) {
        calls.fetch_add(1, Ordering::SeqCst);
    }

    const HIDDEN: Outcome = Outcome::Unanswered(Failure::Address);

    #[tokio::test]
    async fn an_endpoint_gets_the_headers_and_the_exact_body() {
        let router = Router::new().route(
            "/",
            post(|headers: HeaderMap, body: String| async move {
                let is_right = headers["webhook-id"] == "evt_1"
                    && headers["content-type"] == "application/json"
                    && body == "{\"a\": 1}";
                (if is_right { StatusCode::NO_CONTENT } else { StatusCode::BAD_REQUEST }, [("retry-after", "9")])
            }),
        );
        let address = receiver(router).await;
        let outcome = HttpWebhooks::new().unwrap().call(&call(&format!("http://{address}/"), Reach::Loopback)).await;
        assert_eq!(outcome, Outcome::Answered { status: 204, retry_after_s: Some(9) });
    }

    #[tokio::test]
    async fn a_redirect_is_an_answer_and_is_not_followed() {
        static FOLLOWED: AtomicUsize = AtomicUsize::new(0);
        let inner = receiver(Router::new().route("/", post(|| count(&FOLLOWED)))).await;
        let to = format!("http://{inner}/");
        let outer = receiver(Router::new().route("/", post(move || async move { Redirect::temporary(&to) }))).await;
        let outcome = HttpWebhooks::new().unwrap().call(&call(&format!("http://{outer}/"), Reach::Loopback)).await;
        assert_eq!(outcome, Outcome::Answered { status: 307, retry_after_s: None });
        assert_eq!(FOLLOWED.load(Ordering::SeqCst), 0);
    }

    #[tokio::test]
    async fn an_address_in_the_url_is_judged_although_nothing_resolves_it() {
        let address = receiver(Router::new().route("/", post(|| async {}))).await;
        let webhooks = HttpWebhooks::new().unwrap();
        assert_eq!(webhooks.call(&call(&format!("http://{address}/"), Reach::Public)).await, HIDDEN);
        assert_eq!(webhooks.call(&call("https://[::ffff:10.0.0.1]/", Reach::Public)).await, HIDDEN);
        assert_eq!(webhooks.call(&call("http://10.0.0.1/", Reach::Loopback)).await, HIDDEN);
    }

    /// A name that was public when the endpoint was made, and is private when it is called.
    struct Rebound(IpAddr);

    impl Names for Rebound {
        fn addresses(&self, _name: &str) -> Lookup {
            let ip = self.0;
            Box::pin(async move { Ok(vec![ip]) })
        }
    }

    #[tokio::test]
    async fn a_name_that_leads_to_a_private_address_is_not_called() {
        static CALLED: AtomicUsize = AtomicUsize::new(0);
        let address = receiver(Router::new().route("/", post(|| count(&CALLED)))).await;
        let webhooks = HttpWebhooks::with(Rebound(address.ip())).unwrap();
        let url = format!("http://shop.example:{}/", address.port());
        assert_eq!(webhooks.call(&call(&url, Reach::Public)).await, HIDDEN);
        assert_eq!(CALLED.load(Ordering::SeqCst), 0);
    }

    #[tokio::test]
    async fn a_refused_connection_is_a_failed_delivery() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        drop(listener);
        let outcome = HttpWebhooks::new().unwrap().call(&call(&format!("http://{address}/"), Reach::Loopback)).await;
        assert_eq!(outcome, Outcome::Unanswered(Failure::Connection));
    }
}
