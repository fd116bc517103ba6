//! The metadata of identity providers: their endpoints and signing keys. Read on first use, cached for an hour, and
//! read again if a token names an unknown key, but at most once a minute, so that forged key ids cause no load.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use identity::federated_login::FederatedLoginError;
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

/// The published metadata of a provider.
pub(super) struct Metadata {
    pub authorization_endpoint: Url,
    pub token_endpoint: Url,
    pub keys: Vec<Jwk>,
    at: DateTime<Utc>,
}

/// The metadata cache of all issuers.
#[derive(Default)]
pub(super) struct MetadataCache(Mutex<HashMap<String, Arc<Metadata>>>);

impl MetadataCache {
    /// The provider's metadata, at most an hour old; `another_key` requests newer metadata if the cached one is a
    /// minute old.
    pub(super) async fn of(
        &self,
        http: &Http,
        issuer: &str,
        now: DateTime<Utc>,
        another_key: bool,
    ) -> Result<Arc<Metadata>, FederatedLoginError> {
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

async fn read(http: &Http, issuer: &str, now: DateTime<Utc>) -> Result<Metadata, FederatedLoginError> {
    let at = format!("{}/.well-known/openid-configuration", issuer.trim_end_matches('/'));
    let at = Url::parse(&at).map_err(|_| unusable("its issuer is no address"))?;
    if !is_safe(&at) {
        return Err(unusable("it must be asked over https"));
    }
    let document: Document = http.get(&at).await?;
    let endpoint =
        |text: &str| Url::parse(text).ok().filter(is_safe).ok_or_else(|| unusable("its addresses are unusable"));
    // An exact comparison: the document must belong to this issuer (OpenID Connect Discovery, section 4.3).
    if document.issuer != issuer {
        return Err(unusable("its document is another's"));
    }
    let set: KeySet = http.get(&endpoint(&document.jwks_uri)?).await?;
    // An unsupported key must not make the other keys unusable.
    let keys = set.keys.into_iter().take(KEYS_MAX).filter_map(|key| serde_json::from_value(key).ok()).collect();
    let authorization_endpoint = endpoint(&document.authorization_endpoint)?;
    let token_endpoint = endpoint(&document.token_endpoint)?;
    Ok(Metadata { authorization_endpoint, token_endpoint, keys, at: now })
}

/// HTTPS, or HTTP on this machine only, where tests run their provider.
pub(super) fn is_safe(url: &Url) -> bool {
    let here = match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.is_loopback(),
        None => return false,
    };
    url.scheme() == "https" || (url.scheme() == "http" && here)
}

fn unusable(why: &str) -> FederatedLoginError {
    FederatedLoginError::Unavailable(why.to_owned())
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
