//! Validates the claims of an ID token: that the provider issued it to this client, recently, and for this request.
//! Pure.
//!
//! The signature is verified earlier, where the keys are. The rest of OpenID Connect Core 1.0, section 3.1.3.7, is
//! here.

use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;
use serde_json::Value;

use crate::EmailAddress;
use crate::error::FederatedLoginError;

/// The tolerated clock skew.
const SKEW: TimeDelta = TimeDelta::seconds(60);
/// The maximum length of a subject (OpenID Connect Core 1.0, section 2).
const SUBJECT_CHARS_MAX: usize = 255;

/// The claims of an ID token with a verified signature.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Claims {
    /// The issuer.
    pub iss: String,
    /// The subject: the user's permanent id at the issuer.
    pub sub: String,
    /// The audience: one client id, or a list.
    #[serde(default)]
    pub aud: Value,
    /// The authorised party, if `aud` is a list.
    #[serde(default)]
    pub azp: Option<String>,
    /// The expiry, in seconds since 1970.
    pub exp: i64,
    /// The time of issue, in seconds since 1970.
    pub iat: i64,
    /// The nonce of the authentication request.
    #[serde(default)]
    pub nonce: Option<String>,
    /// An email address. It does not identify a user.
    #[serde(default)]
    pub email: Option<String>,
    /// Whether the provider has verified the address. Apple sends it as a string.
    #[serde(default)]
    pub email_verified: Value,
    /// First name.
    #[serde(default)]
    pub given_name: Option<String>,
    /// Last name.
    #[serde(default)]
    pub family_name: Option<String>,
}

/// The expected issuer, audience and nonce.
#[derive(Clone, Copy, Debug)]
pub(super) struct Expected<'a> {
    pub issuer: &'a str,
    pub client: &'a str,
    pub nonce: &'a str,
}

/// A person identified by a provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Named {
    pub issuer: String,
    pub subject: String,
    pub email: Option<EmailAddress>,
    pub email_verified: bool,
    pub given_name: Option<String>,
    pub family_name: Option<String>,
}

/// Validates the claims.
///
/// # Errors
/// [`FederatedLoginError::Expired`] for an expired token, [`FederatedLoginError::Refused`] for one that was not issued for this
/// request.
pub(super) fn check(claims: Claims, expected: Expected<'_>, now: DateTime<Utc>) -> Result<Named, FederatedLoginError> {
    if claims.iss != expected.issuer || !is_for(&claims, expected.client) {
        return Err(FederatedLoginError::Refused);
    }
    if claims.nonce.as_deref() != Some(expected.nonce) {
        return Err(FederatedLoginError::Refused);
    }
    let subject = claims.sub;
    if subject.is_empty() || subject.chars().count() > SUBJECT_CHARS_MAX {
        return Err(FederatedLoginError::Refused);
    }
    let at = |seconds| DateTime::from_timestamp(seconds, 0).ok_or(FederatedLoginError::Refused);
    if at(claims.iat)? > now + SKEW {
        return Err(FederatedLoginError::Refused);
    }
    if at(claims.exp)? <= now - SKEW {
        return Err(FederatedLoginError::Expired);
    }
    Ok(Named {
        issuer: claims.iss,
        subject,
        email: claims.email.as_deref().and_then(|text| EmailAddress::parse(text).ok()),
        email_verified: claims.email_verified == true || claims.email_verified == "true",
        given_name: claims.given_name,
        family_name: claims.family_name,
    })
}

fn is_for(claims: &Claims, client: &str) -> bool {
    match &claims.aud {
        Value::String(one) => one == client,
        Value::Array(many) => {
            many.iter().any(|one| one == client) && (many.len() == 1 || claims.azp.as_deref() == Some(client))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const NOW: i64 = 1_800_000_000;

    fn said(change: impl Fn(&mut Value)) -> Result<Named, FederatedLoginError> {
        let mut claims = json!({ "iss": "https://accounts.example", "sub": "1", "aud": "us", "exp": NOW + 600, "iat": NOW,
            "nonce": "n", "email": "Anna@example.com", "email_verified": true });
        change(&mut claims);
        let claims = serde_json::from_value(claims).map_err(|_| FederatedLoginError::Refused)?;
        let expected = Expected { issuer: "https://accounts.example", client: "us", nonce: "n" };
        check(claims, expected, DateTime::from_timestamp(NOW, 0).unwrap())
    }

    #[test]
    fn a_current_token_for_this_audience_is_accepted() {
        let named = said(|_| ()).unwrap();
        assert_eq!((named.subject.as_str(), named.email_verified), ("1", true));
        assert_eq!(named.email.unwrap().normalized(), "anna@example.com");
        assert!(said(|c| c["aud"] = json!(["us"])).is_ok());
        assert!(
            said(|c| {
                c["aud"] = json!(["us", "them"]);
                c["azp"] = json!("us")
            })
            .is_ok()
        );
        assert!(said(|c| c["exp"] = json!(NOW - 59)).is_ok());
    }

    #[test]
    fn a_token_for_another_audience_or_nonce_is_refused() {
        let changes: [(&str, Value); 9] = [
            ("iss", json!("https://accounts.example/")),
            ("aud", json!("them")),
            ("aud", json!(["us", "them"])),
            ("aud", json!(null)),
            ("nonce", json!("m")),
            ("nonce", json!(null)),
            ("sub", json!("")),
            ("sub", json!("x".repeat(256))),
            ("iat", json!(NOW + 61)),
        ];
        for (name, value) in changes {
            let refused = said(|claims| claims[name] = value.clone());
            assert!(matches!(refused, Err(FederatedLoginError::Refused)), "{name} {value}");
        }
        assert!(matches!(said(|c| c["exp"] = json!(NOW - 60)), Err(FederatedLoginError::Expired)));
    }

    #[test]
    fn an_address_counts_as_proven_only_where_the_provider_says_so() {
        for (word, proven) in [(json!("true"), true), (json!("false"), false), (json!(1), false), (json!(null), false)]
        {
            assert_eq!(
                said(|claims| claims["email_verified"] = word.clone()).unwrap().email_verified,
                proven,
                "{word}"
            );
        }
        assert_eq!(said(|claims| claims["email"] = json!("nonsense")).unwrap().email, None);
    }
}
