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
/// A question, and a picture on its way out.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);
const UPLOAD_TIMEOUT: Duration = Duration::from_secs(60);
const ANSWER_BYTES_MAX: usize = 256 * 1024;
/// How often what can be repeated is asked before the queue waits.
const TRIES: u32 = 3;
const FIRST_PAUSE_MS: u64 = 200;
/// A provider who wants to be left alone for longer is asked again sooner.
const PAUSE_S_MAX: u64 = 600;

/// Why there is no answer that we can use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refused {
    /// It is at its limit: not before so many seconds.
    Busy(u64),
    /// It does not know us: a key was taken back.
    Forbidden,
    /// There is no such thing.
    NotFound,
    /// It has one already, or is at work on it.
    Conflict,
    /// It does not take what we sent.
    Invalid(u16),
    /// It is broken, or answered what does not read.
    Broken(u16),
    /// Nobody answered, so it may have happened or not.
    Silent,
    /// What we were to send cannot be opened here.
    Ours,
}

impl std::fmt::Display for Refused {
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

/// The body of a request, and what it is.
pub(super) type Sent<'a> = Option<(&'a str, &'a [u8])>;

/// A tenant's account there. No `Debug`: it holds secrets.
pub(super) struct Http {
    client: reqwest::Client,
    world: World,
    base: Url,
    token: String,
    key: Zeroizing<String>,
}

impl Http {
    pub(super) fn new(world: World, base: Url, token: String, secret: String) -> Result<Self, reqwest::Error> {
        // Fails when it was chosen before, by us or by another provider: either will do.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder()
            .connect_timeout(CONNECT_TIMEOUT)
            .redirect(reqwest::redirect::Policy::none())
            .build()?;
        Ok(Self { client, world, base, token, key: Zeroizing::new(secret) })
    }

    /// Asks once: for what may happen twice if it is asked twice.
    pub(super) async fn once(&self, method: Method, path: &str, sent: Sent<'_>) -> Result<Vec<u8>, Refused> {
        let body = sent.map_or(&[][..], |(_, body)| body);
        let at = self.world.now().timestamp().to_string();
        let url = self.base.join(path).map_err(|_| Refused::Invalid(0))?;
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

    /// Asks up to three times, with a pause that grows and is never the same: for what can be repeated.
    pub(super) async fn repeated(&self, method: Method, path: &str, sent: Sent<'_>) -> Result<Vec<u8>, Refused> {
        let mut tried = 1;
        loop {
            let answer = self.once(method.clone(), path, sent).await;
            match answer {
                Err(Refused::Broken(500..) | Refused::Silent) if tried < TRIES => {
                    tokio::time::sleep(self.pause(tried)).await;
                    tried += 1;
                }
                answer => return answer,
            }
        }
    }

    /// The same, read.
    pub(super) async fn read<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        sent: Sent<'_>,
    ) -> Result<T, Refused> {
        let body = self.repeated(method, path, sent).await?;
        serde_json::from_slice(&body).map_err(|_| Refused::Broken(200))
    }

    fn pause(&self, tried: u32) -> Duration {
        let longest = FIRST_PAUSE_MS << tried;
        let spread = u64::from(u16::from_be_bytes(self.world.random()));
        Duration::from_millis(longest / 2 + spread * (longest / 2) / u64::from(u16::MAX))
    }
}

/// Lowercase hexadecimal.
fn signature(key: &str, at: &str, method: &str, path: &str, body: &[u8]) -> String {
    let mut signing = hmac::Context::with_key(&hmac::Key::new(hmac::HMAC_SHA256, key.as_bytes()));
    for part in [at.as_bytes(), method.as_bytes(), path.as_bytes(), body] {
        signing.update(part);
    }
    hex::encode(signing.sign())
}

/// An answer within its limits. Neither its words nor our address are told: they may say who the person is.
async fn answer(request: reqwest::RequestBuilder) -> Result<Vec<u8>, Refused> {
    let mut answer = request.send().await.map_err(|_| Refused::Silent)?;
    let status = answer.status().as_u16();
    match status {
        200..=299 => {}
        401 | 403 => return Err(Refused::Forbidden),
        404 => return Err(Refused::NotFound),
        409 => return Err(Refused::Conflict),
        429 => {
            let asked = answer.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok()?.parse().ok());
            return Err(Refused::Busy(asked.unwrap_or(60).clamp(1, PAUSE_S_MAX)));
        }
        400..=499 => return Err(Refused::Invalid(status)),
        _ => return Err(Refused::Broken(status)),
    }
    let mut bytes = Vec::new();
    while let Some(chunk) = answer.chunk().await.map_err(|_| Refused::Silent)? {
        if bytes.len() + chunk.len() > ANSWER_BYTES_MAX {
            return Err(Refused::Broken(status));
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The documented text to sign, and its signature by another implementation (Python's hmac).
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
