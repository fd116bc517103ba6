//! Web push messages over HTTP. Browsers name their push services, so names are resolved to public addresses only.

mod encrypt;

use std::net::IpAddr;
use std::time::Duration;

use async_trait::async_trait;
use identity::web_push::{PushKeyPair, PushMessage, PushOutcome, Pusher};
use partners::public::is_public;
use partners::webhook::retry_after;
use reqwest::dns::Resolve;
use reqwest::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, RETRY_AFTER};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use url::{Host, Url};
use zeroize::Zeroizing;

use crate::webhook::{PublicOnly, SystemNames};

/// Time limit of a whole call.
const CALL_TIMEOUT: Duration = Duration::from_secs(15);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// Seconds that a push service keeps a message for a browser that is off: a day.
const KEPT_S: u32 = 86_400;

/// Sends web push messages over HTTP.
pub struct HttpPusher {
    client: reqwest::Client,
}

impl HttpPusher {
    /// A sender that resolves names with the system's resolver, to public addresses only.
    ///
    /// # Errors
    /// If the client cannot be created.
    pub fn new() -> Result<Self, reqwest::Error> {
        Self::with(PublicOnly::new(SystemNames))
    }

    fn with(resolver: impl Resolve + 'static) -> Result<Self, reqwest::Error> {
        // Fails if a provider is already installed: any provider is sufficient.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder()
            .connect_timeout(CONNECT_TIMEOUT)
            .timeout(CALL_TIMEOUT)
            .user_agent("agio-push/1")
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy()
            // A pooled connection would outlive the check of its address.
            .pool_max_idle_per_host(0)
            .dns_resolver(resolver)
            .build()?;
        Ok(Self { client })
    }
}

/// Whether an address that stands in the URL may be called: it bypasses the resolver.
fn admits(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(ip)) => is_public(IpAddr::from(ip)),
        Some(Host::Ipv6(ip)) => is_public(IpAddr::from(ip)),
        Some(Host::Domain(_)) => true,
        None => false,
    }
}

/// The meaning of a push service's status (RFC 8030).
fn outcome(status: u16, retry_after_s: Option<u32>) -> PushOutcome {
    match status {
        200..=299 => PushOutcome::Taken,
        404 | 410 => PushOutcome::Gone,
        429 | 500..=599 => PushOutcome::Later(format!("the push service answered {status}"), retry_after_s),
        _ => PushOutcome::Refused(format!("the push service answered {status}")),
    }
}

#[async_trait]
impl Pusher for HttpPusher {
    fn new_keys(&self) -> Result<PushKeyPair, String> {
        let random = SystemRandom::new();
        let failed = |_| "a key pair could not be made".to_owned();
        let private = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).map_err(failed)?;
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, private.as_ref(), &random);
        let public = pair.map_err(|rejected| rejected.to_string())?.public_key().as_ref().to_vec();
        Ok(PushKeyPair { public, private: Zeroizing::new(private.as_ref().to_vec()) })
    }

    async fn push(&self, message: &PushMessage) -> PushOutcome {
        if !admits(&message.endpoint) {
            return PushOutcome::Refused("the address of the push service is not public".to_owned());
        }
        let keys = (message.keys.public.as_slice(), message.keys.private.as_slice());
        let signed = encrypt::authorization(keys, &message.endpoint, &message.subject, message.now);
        let body = encrypt::encrypt(&message.public_key, &message.auth, &message.plain);
        let (signed, body) = match (signed, body) {
            (Ok(signed), Ok(body)) => (signed, body),
            (Err(error), _) | (_, Err(error)) => return PushOutcome::Refused(error.to_string()),
        };
        let request = self.client.post(message.endpoint.clone()).header(AUTHORIZATION, signed);
        let request = request.header(CONTENT_TYPE, "application/octet-stream").header(CONTENT_ENCODING, "aes128gcm");
        let request = request.header("ttl", KEPT_S).header("urgency", "normal").body(body);
        match request.send().await {
            Ok(answer) => {
                let asked = answer.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok());
                outcome(answer.status().as_u16(), asked.and_then(retry_after))
            }
            // Without the URL, which is a capability of the browser.
            Err(error) => PushOutcome::Later(error.without_url().to_string(), None),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;
    use std::sync::{Arc, Mutex};

    use axum::Router;
    use axum::body::Bytes;
    use axum::extract::State;
    use axum::http::{HeaderMap, StatusCode};
    use axum::routing::post;
    use base64::Engine;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use chrono::{DateTime, Utc};
    use ring::agreement::{ECDH_P256, EphemeralPrivateKey};
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
    use serde_json::Value;

    use super::*;
    use crate::webhook::Loopback;

    type ReceivedPushes = Arc<Mutex<Vec<(HeaderMap, Bytes)>>>;

    /// A push service on this machine that answers with `status`.
    async fn service(status: u16) -> (SocketAddr, ReceivedPushes) {
        let heard = ReceivedPushes::default();
        let answer = move |State(heard): State<ReceivedPushes>, headers: HeaderMap, body: Bytes| async move {
            heard.lock().unwrap().push((headers, body));
            (StatusCode::from_u16(status).unwrap(), [("retry-after", "9")])
        };
        let router = Router::new().route("/send/{token}", post(answer)).with_state(heard.clone());
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        (address, heard)
    }

    fn browser() -> (EphemeralPrivateKey, Vec<u8>) {
        let private = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).unwrap();
        let public = private.compute_public_key().unwrap().as_ref().to_vec();
        (private, public)
    }

    fn message(endpoint: &str, public_key: &[u8], keys: PushKeyPair) -> PushMessage {
        PushMessage {
            endpoint: Url::parse(endpoint).unwrap(),
            public_key: public_key.to_vec(),
            auth: vec![7; 16],
            keys,
            subject: "https://pay.example".to_owned(),
            plain: "{\"title\": \"Заявку виконано\"}".into(),
            now: DateTime::UNIX_EPOCH,
        }
    }

    /// The claims of a signed `Authorization`, after its signature was verified with the key in it.
    fn claims(authorization: &str) -> (Value, Vec<u8>) {
        let (token, key) = authorization.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        let key = URL_SAFE_NO_PAD.decode(key).unwrap();
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let signature = URL_SAFE_NO_PAD.decode(signature).unwrap();
        UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, &key).verify(signed.as_bytes(), &signature).unwrap();
        let claims = URL_SAFE_NO_PAD.decode(signed.split_once('.').unwrap().1).unwrap();
        (serde_json::from_slice(&claims).unwrap(), key)
    }

    #[tokio::test]
    async fn a_push_service_gets_a_signed_message_that_only_the_browser_can_read() {
        let (address, heard) = service(201).await;
        let pusher = HttpPusher::with(Loopback).unwrap();
        let keys = pusher.new_keys().unwrap();
        let own = keys.public.clone();
        let (private, public) = browser();
        let endpoint = format!("http://push.example:{}/send/abc", address.port());
        assert_eq!(pusher.push(&message(&endpoint, &public, keys)).await, PushOutcome::Taken);
        let (headers, body) = heard.lock().unwrap().remove(0);
        assert_eq!(
            (&headers["content-encoding"], &headers["ttl"]),
            (&"aes128gcm".parse().unwrap(), &"86400".parse().unwrap())
        );
        assert!(!String::from_utf8_lossy(&body).contains("Заявку"));
        let plain = encrypt::tests::opened(private, &public, &[7; 16], &body);
        assert_eq!(String::from_utf8(plain).unwrap(), "{\"title\": \"Заявку виконано\"}");
        let (claims, key) = claims(headers["authorization"].to_str().unwrap());
        assert_eq!((claims["aud"].as_str().unwrap(), key), (&endpoint[..endpoint.len() - "/send/abc".len()], own));
        let ends: DateTime<Utc> = DateTime::from_timestamp(claims["exp"].as_i64().unwrap(), 0).unwrap();
        assert!(ends > DateTime::UNIX_EPOCH && ends <= DateTime::UNIX_EPOCH + chrono::TimeDelta::hours(24));
    }

    #[tokio::test]
    async fn the_push_services_status_decides_retry_or_removal() {
        let pusher = HttpPusher::with(Loopback).unwrap();
        let (_, public) = browser();
        for (status, expected) in [(404, PushOutcome::Gone), (410, PushOutcome::Gone)] {
            let (address, _) = service(status).await;
            let endpoint = format!("http://push.example:{}/send/abc", address.port());
            assert_eq!(pusher.push(&message(&endpoint, &public, pusher.new_keys().unwrap())).await, expected);
        }
        let (address, _) = service(429).await;
        let endpoint = format!("http://push.example:{}/send/abc", address.port());
        let later = pusher.push(&message(&endpoint, &public, pusher.new_keys().unwrap())).await;
        assert!(matches!(later, PushOutcome::Later(_, Some(9))), "{later:?}");
        assert!(matches!(outcome(500, None), PushOutcome::Later(_, None)));
        assert!(matches!(outcome(403, None), PushOutcome::Refused(_)));
        assert!(matches!(outcome(302, None), PushOutcome::Refused(_)), "a redirect is not followed");
    }

    #[tokio::test]
    async fn no_message_goes_to_a_private_address() {
        let (address, heard) = service(201).await;
        let pusher = HttpPusher::new().unwrap();
        let (_, public) = browser();
        for host in ["127.0.0.1", "[::ffff:127.0.0.1]", "localhost"] {
            let endpoint = format!("http://{host}:{}/send/abc", address.port());
            let outcome = pusher.push(&message(&endpoint, &public, pusher.new_keys().unwrap())).await;
            assert!(matches!(outcome, PushOutcome::Refused(_) | PushOutcome::Later(..)), "{host}: {outcome:?}");
        }
        assert!(heard.lock().unwrap().is_empty());
    }
}
