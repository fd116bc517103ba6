//! What a provider publishes about itself: where it is asked, and the keys that it signs with. Read when first needed,
//! kept for an hour, and read again when a token names a key that is not there; but not more often than once a minute, so
//! that made-up key names cost the provider nothing.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use identity::external::ExternalError;
use serde::Deserialize;
use url::{Host, Url};

use super::http::Http;
use super::jws::Jwk;

const KEEP: TimeDelta = TimeDelta::hours(1);
const AGAIN: TimeDelta = TimeDelta::minutes(1);
const KEYS_MAX: usize = 50;

#[derive(Debug, Deserialize)]
struct Document {
    issuer: String,
    authorization_endpoint: String,
    token_endpoint: String,
    jwks_uri: String,
}

#[derive(Deserialize)]
struct KeySet {
    keys: Vec<serde_json::Value>,
}

/// A provider as it was published.
pub(super) struct Metadata {
    pub authorization_endpoint: Url,
    pub token_endpoint: Url,
    pub keys: Vec<Jwk>,
    at: DateTime<Utc>,
}

/// What is known of every issuer.
#[derive(Default)]
pub(super) struct Known(Mutex<HashMap<String, Arc<Metadata>>>);

impl Known {
    /// The provider's metadata, at most an hour old; `another_key` asks for newer ones, if a minute has passed.
    pub(super) async fn of(
        &self,
        http: &Http,
        issuer: &str,
        now: DateTime<Utc>,
        another_key: bool,
    ) -> Result<Arc<Metadata>, ExternalError> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(issuer).cloned();
        let keep = if another_key { AGAIN } else { KEEP };
        if let Some(known) = known.filter(|known| now - known.at < keep) {
            return Ok(known);
        }
        let read = Arc::new(read(http, issuer, now).await?);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(issuer.to_owned(), read.clone());
        Ok(read)
    }
}

async fn read(http: &Http, issuer: &str, now: DateTime<Utc>) -> Result<Metadata, ExternalError> {
    let at = format!("{}/.well-known/openid-configuration", issuer.trim_end_matches('/'));
    let at = Url::parse(&at).map_err(|_| unusable("its issuer is no address"))?;
    if !is_safe(&at) {
        return Err(unusable("it must be asked over https"));
    }
    let document: Document = http.get(&at).await?;
    let endpoint =
        |text: &str| Url::parse(text).ok().filter(is_safe).ok_or_else(|| unusable("its addresses are unusable"));
    // Exactly: a document of somebody else must not speak for this issuer (OpenID Connect Discovery, section 4.3).
    if document.issuer != issuer {
        return Err(unusable("its document is another's"));
    }
    let set: KeySet = http.get(&endpoint(&document.jwks_uri)?).await?;
    // A key of a kind that we do not know is no reason to refuse the others.
    let keys = set.keys.into_iter().take(KEYS_MAX).filter_map(|key| serde_json::from_value(key).ok()).collect();
    let authorization_endpoint = endpoint(&document.authorization_endpoint)?;
    let token_endpoint = endpoint(&document.token_endpoint)?;
    Ok(Metadata { authorization_endpoint, token_endpoint, keys, at: now })
}

/// Over https; on this machine itself, where nobody listens in, over http too: that is where tests have their provider.
pub(super) fn is_safe(url: &Url) -> bool {
    let here = match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.is_loopback(),
        None => return false,
    };
    url.scheme() == "https" || (url.scheme() == "http" && here)
}

fn unusable(why: &str) -> ExternalError {
    ExternalError::Unavailable(why.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn providers_are_asked_over_https_or_on_this_machine() {
        for (address, safe) in [
            ("https://accounts.google.com/x", true),
            ("http://127.0.0.1:9/x", true),
            ("http://localhost:9", true),
            ("http://accounts.google.com", false),
            ("http://127.0.0.1.example", false),
            ("ftp://localhost", false),
            ("data:text/plain,x", false),
        ] {
            assert_eq!(is_safe(&Url::parse(address).unwrap()), safe, "{address}");
        }
    }
}
