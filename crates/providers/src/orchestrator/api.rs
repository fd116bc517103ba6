//! HTTP requests with the secret key. No error names an address, a key, or what was sent or answered.

use std::time::Duration;

use reqwest::Method;
use reqwest::header::HeaderValue;
use serde::de::DeserializeOwned;
use serde_json::Value;
use url::Url;

use super::wire::ErrorBody;
use super::words::{RequestError, refused};
use crate::webhook::resolve::{PublicOnly, SystemNames};

const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// Two requests must fit into the time limit of one API request.
pub(super) const SHORT: Duration = Duration::from_secs(4);
/// A charge asks the acquirer and the issuer of the card.
pub(super) const LONG: Duration = Duration::from_secs(30);
/// A payment has some kilobytes.
const ANSWER_BYTES_MAX: usize = 256 * 1024;

/// The client of a tenant's account. No `Debug`: it holds a secret.
pub(super) struct Api {
    client: reqwest::Client,
    base: Url,
    key: HeaderValue,
    /// The key of clients. It is not secret, and the sessions of wallets require it.
    publishable_key: Option<HeaderValue>,
}

impl Api {
    /// With `is_public_only`, names are resolved to public addresses alone: a tenant's operator chose the host.
    pub(super) fn new(
        base: Url,
        (key, publishable_key): (String, Option<String>),
        is_public_only: bool,
    ) -> Result<Self, Box<dyn std::error::Error>> {
        // Fails if a provider is already installed: any provider is sufficient.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client =
            reqwest::Client::builder().connect_timeout(CONNECT_TIMEOUT).redirect(reqwest::redirect::Policy::none());
        let client = match is_public_only {
            // A pooled connection would outlive the check of its address.
            true => client.no_proxy().pool_max_idle_per_host(0).dns_resolver(PublicOnly::new(SystemNames)).build()?,
            false => client.build()?,
        };
        let mut key = HeaderValue::from_str(&key)?;
        key.set_sensitive(true);
        let publishable_key = publishable_key.map(|key| HeaderValue::from_str(&key)).transpose()?;
        Ok(Self { client, base, key, publishable_key })
    }

    /// The publishable key, if the account has one.
    pub(super) fn publishable_key(&self) -> Option<&str> {
        self.publishable_key.as_ref().and_then(|key| key.to_str().ok())
    }

    /// Sends a request once. `path` has only letters, digits, `_`, `-`, `/`, and a query.
    pub(super) async fn send<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
        timeout: Duration,
    ) -> Result<T, RequestError> {
        let mut request = self.request(method, path, &self.key).timeout(timeout);
        if let Some(body) = body {
            request = request.header("content-type", "application/json").body(body.to_string());
        }
        read(request).await
    }

    /// Sends a request as a client on a page of `host`, with the publishable key.
    pub(super) async fn send_publicly<T: DeserializeOwned>(
        &self,
        path: &str,
        body: &Value,
        host: &str,
    ) -> Result<T, RequestError> {
        let Some(key) = &self.publishable_key else {
            return Err(RequestError::unclear("the account has no publishable key"));
        };
        let request = self.request(Method::POST, path, key).timeout(SHORT);
        let request = request.header("x-client-platform", "web").header("x-merchant-domain", host);
        read(request.header("content-type", "application/json").body(body.to_string())).await
    }

    fn request(&self, method: Method, path: &str, key: &HeaderValue) -> reqwest::RequestBuilder {
        let address = format!("{}/{path}", self.base.as_str().trim_end_matches('/'));
        self.client.request(method, address).header("api-key", key.clone()).header("accept", "application/json")
    }
}

/// The object in an answer.
async fn read<T: DeserializeOwned>(request: reqwest::RequestBuilder) -> Result<T, RequestError> {
    let (status, bytes) = answer(request).await?;
    if (200..300).contains(&status) {
        return serde_json::from_slice(&bytes).map_err(|_| RequestError::unclear("its answer does not read"));
    }
    let code = serde_json::from_slice::<ErrorBody>(&bytes).map_or_else(|_| String::new(), |said| said.error.code);
    Err(refused(status, &code))
}

async fn answer(request: reqwest::RequestBuilder) -> Result<(u16, Vec<u8>), RequestError> {
    let broken = |error: reqwest::Error| {
        RequestError::unclear(if error.is_timeout() { "no answer in time" } else { "no connection" })
    };
    let mut answer = request.send().await.map_err(broken)?;
    let mut bytes = Vec::new();
    while let Some(chunk) = answer.chunk().await.map_err(broken)? {
        if bytes.len() + chunk.len() > ANSWER_BYTES_MAX {
            return Err(RequestError::unclear("its answer is too long"));
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok((answer.status().as_u16(), bytes))
}
