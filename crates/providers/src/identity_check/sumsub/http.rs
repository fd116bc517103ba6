//! Signed requests (docs.sumsub.com, "Authentication"): HMAC-SHA256 over time, method, path and body.

use std::time::Duration;

use kernel::World;
use reqwest::Method;
use reqwest::header::{CONTENT_TYPE, RETRY_AFTER};
use ring::hmac;
use serde::de::DeserializeOwned;
use url::Url;
use zeroize::Zeroizing;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Timeouts of a request without and with a picture.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);
const UPLOAD_TIMEOUT: Duration = Duration::from_secs(60);
const ANSWER_BYTES_MAX: usize = 256 * 1024;
/// The attempts of a repeatable request before the job queue takes over.
const TRIES: u32 = 3;
const FIRST_PAUSE_MS: u64 = 200;
/// The longest accepted `Retry-After`, in seconds; a longer one is shortened.
const PAUSE_S_MAX: u64 = 600;

/// Why a request has no usable answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SumsubError {
    /// The rate limit is exceeded: retry after this number of seconds.
    Busy(u64),
    /// The credentials are refused, for example after a key was revoked.
    Forbidden,
    /// The resource does not exist.
    NotFound,
    /// The resource already exists, or is being processed.
    Conflict,
    /// The provider refuses the content of the request.
    Invalid(u16),
    /// The provider failed, or its answer cannot be parsed.
    Broken(u16),
    /// No answer: the outcome is unknown.
    Silent,
    /// The platform cannot decrypt the content to send.
    Ours,
}

impl std::fmt::Display for SumsubError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Busy(seconds) => write!(f, "Sumsub is at its limit for {seconds} s"),
            Self::Forbidden => f.write_str("Sumsub refuses our key"),
            Self::NotFound => f.write_str("Sumsub knows no such applicant"),
            Self::Conflict => f.write_str("Sumsub is at work on it already"),
            Self::Invalid(status) | Self::Broken(status) => write!(f, "Sumsub answered {status}"),
            Self::Silent => f.write_str("Sumsub did not answer"),
            Self::Ours => f.write_str("the pictures cannot be opened"),
        }
    }
}

/// The content type and the body of a request.
pub(super) type Sent<'a> = Option<(&'a str, &'a [u8])>;

/// The client of a tenant's account. No `Debug`: it holds secrets.
pub(super) struct Http {
    client: reqwest::Client,
    world: World,
    base: Url,
    token: String,
    key: Zeroizing<String>,
}

impl Http {
    pub(super) fn new(world: World, base: Url, token: String, secret: String) -> Result<Self, reqwest::Error> {
        // Fails if a provider is already installed: any provider is sufficient.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder()
            .connect_timeout(CONNECT_TIMEOUT)
            .redirect(reqwest::redirect::Policy::none())
            .build()?;
        Ok(Self { client, world, base, token, key: Zeroizing::new(secret) })
    }

    /// Sends a request once, for requests that must not be repeated.
    pub(super) async fn once(&self, method: Method, path: &str, sent: Sent<'_>) -> Result<Vec<u8>, SumsubError> {
        let body = sent.map_or(&[][..], |(_, body)| body);
        let at = self.world.now().timestamp().to_string();
        let url = self.base.join(path).map_err(|_| SumsubError::Invalid(0))?;
        let signature = signature(&self.key, &at, method.as_str(), path, body);
        let timeout = if body.len() > ANSWER_BYTES_MAX { UPLOAD_TIMEOUT } else { ANSWER_TIMEOUT };
        let mut request = self
            .client
            .request(method, url)
            .timeout(timeout)
            .header("x-app-token", &self.token)
            .header("x-app-access-ts", at)
            .header("x-app-access-sig", signature)
            .header("accept", "application/json");
        if let Some((kind, body)) = sent {
            request = request.header(CONTENT_TYPE, kind).body(body.to_vec());
        }
        answer(request).await
    }

    /// Sends up to three times, with a growing random pause: for repeatable requests.
    pub(super) async fn repeated(&self, method: Method, path: &str, sent: Sent<'_>) -> Result<Vec<u8>, SumsubError> {
        let mut tried = 1;
        loop {
            let answer = self.once(method.clone(), path, sent).await;
            match answer {
                Err(SumsubError::Broken(500..) | SumsubError::Silent) if tried < TRIES => {
                    tokio::time::sleep(self.pause(tried)).await;
                    tried += 1;
                }
                answer => return answer,
            }
        }
    }

    /// Like [`Http::repeated`], with the answer parsed from JSON.
    pub(super) async fn read<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        sent: Sent<'_>,
    ) -> Result<T, SumsubError> {
        let body = self.repeated(method, path, sent).await?;
        serde_json::from_slice(&body).map_err(|_| SumsubError::Broken(200))
    }

    fn pause(&self, tried: u32) -> Duration {
        let longest = FIRST_PAUSE_MS << tried;
        let spread = u64::from(u16::from_be_bytes(self.world.random()));
        Duration::from_millis(longest / 2 + spread * (longest / 2) / u64::from(u16::MAX))
    }
}

/// The request's signature in lower-case hexadecimal.
fn signature(key: &str, at: &str, method: &str, path: &str, body: &[u8]) -> String {
    let mut signing = hmac::Context::with_key(&hmac::Key::new(hmac::HMAC_SHA256, key.as_bytes()));
    for part in [at.as_bytes(), method.as_bytes(), path.as_bytes(), body] {
        signing.update(part);
    }
    hex::encode(signing.sign())
}

/// Reads an answer within the size limit. Errors omit its text and the address, because both may identify the customer.
async fn answer(request: reqwest::RequestBuilder) -> Result<Vec<u8>, SumsubError> {
    let mut answer = request.send().await.map_err(|_| SumsubError::Silent)?;
    let status = answer.status().as_u16();
    match status {
        200..=299 => {}
        401 | 403 => return Err(SumsubError::Forbidden),
        404 => return Err(SumsubError::NotFound),
        409 => return Err(SumsubError::Conflict),
        429 => {
            let asked = answer.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok()?.parse().ok());
            return Err(SumsubError::Busy(asked.unwrap_or(60).clamp(1, PAUSE_S_MAX)));
        }
        400..=499 => return Err(SumsubError::Invalid(status)),
        _ => return Err(SumsubError::Broken(status)),
    }
    let mut bytes = Vec::new();
    while let Some(chunk) = answer.chunk().await.map_err(|_| SumsubError::Silent)? {
        if bytes.len() + chunk.len() > ANSWER_BYTES_MAX {
            return Err(SumsubError::Broken(status));
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The documented text to sign, and its signature by an independent implementation (Python's hmac).
    #[test]
    fn a_request_is_signed_as_documented() {
        let path = "/resources/accessTokens?userId=cfd20712-24a2-4c7d-9ab0-146f3c142335&levelName=basic-kyc-level&ttlInSecs=600";
        let signed = signature("secret", "1607551635", "POST", path, b"");
        assert_eq!(signed, "d83abc452b742637e74439ed5f5f94246241b2d8b69f5e79d71a24fb4707121d");
        assert_eq!(
            signature("secret", "1607551635", "POST", "/x", b"{}"),
            "b2d5a8176f68eb5dc8183494483700c319b362762b9c7f2bf72a14cac1a41a45"
        );
    }
}
