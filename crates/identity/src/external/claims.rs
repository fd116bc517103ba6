//! What a provider says about somebody, and whether it is said to us, now, and in answer to this question. Pure.
//!
//! The signature is checked before, where the keys are; here is the rest of OpenID Connect Core 1.0, section 3.1.3.7.

use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;
use serde_json::Value;

use super::error::ExternalError;
use crate::EmailAddress;

/// Clocks may differ by so much.
const SKEW: TimeDelta = TimeDelta::seconds(60);
/// A subject has at most 255 characters (the same, section 2).
const SUBJECT_CHARS_MAX: usize = 255;

/// The claims of an ID token whose signature is the provider's.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Claims {
    /// Who signed.
    pub iss: String,
    /// Who is meant, at the signer; theirs for good.
    pub sub: String,
    /// To whom it is said: one client, or a list.
    #[serde(default)]
    pub aud: Value,
    /// The client that asked, where `aud` is a list.
    #[serde(default)]
    pub azp: Option<String>,
    /// When it ends, in seconds since 1970.
    pub exp: i64,
    /// When it was said.
    pub iat: i64,
    /// The question's own number.
    #[serde(default)]
    pub nonce: Option<String>,
    /// An address, which is a claim like any other: it names nobody.
    #[serde(default)]
    pub email: Option<String>,
    /// Whether the provider knows the address to be theirs. Apple writes it as a word.
    #[serde(default)]
    pub email_verified: Value,
    /// Given name.
    #[serde(default)]
    pub given_name: Option<String>,
    /// Family name.
    #[serde(default)]
    pub family_name: Option<String>,
}

/// Who must have said it, to whom, and in answer to what.
#[derive(Clone, Copy, Debug)]
pub(super) struct Expected<'a> {
    pub issuer: &'a str,
    pub client: &'a str,
    pub nonce: &'a str,
}

/// Somebody whom a provider has named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Named {
    pub issuer: String,
    pub subject: String,
    pub email: Option<EmailAddress>,
    pub email_verified: bool,
    pub given_name: Option<String>,
    pub family_name: Option<String>,
}

/// Checks what was said.
///
/// # Errors
/// [`ExternalError::Expired`] for a token whose time is over, [`ExternalError::Refused`] for one that is not for us.
pub(super) fn check(claims: Claims, expected: Expected<'_>, now: DateTime<Utc>) -> Result<Named, ExternalError> {
    if claims.iss != expected.issuer || !is_for(&claims, expected.client) {
        return Err(ExternalError::Refused);
    }
    if claims.nonce.as_deref() != Some(expected.nonce) {
        return Err(ExternalError::Refused);
    }
    let subject = claims.sub;
    if subject.is_empty() || subject.chars().count() > SUBJECT_CHARS_MAX {
        return Err(ExternalError::Refused);
    }
    let at = |seconds| DateTime::from_timestamp(seconds, 0).ok_or(ExternalError::Refused);
    if at(claims.iat)? > now + SKEW {
        return Err(ExternalError::Refused);
    }
    if at(claims.exp)? <= now - SKEW {
        return Err(ExternalError::Expired);
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

    fn said(change: impl Fn(&mut Value)) -> Result<Named, ExternalError> {
        let mut claims = json!({ "iss": "https://accounts.example", "sub": "1", "aud": "us", "exp": NOW + 600, "iat": NOW,
            "nonce": "n", "email": "Anna@example.com", "email_verified": true });
        change(&mut claims);
        let claims = serde_json::from_value(claims).map_err(|_| ExternalError::Refused)?;
        let expected = Expected { issuer: "https://accounts.example", client: "us", nonce: "n" };
        check(claims, expected, DateTime::from_timestamp(NOW, 0).unwrap())
    }

    #[test]
    fn what_is_said_to_us_now_is_taken() {
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
    fn what_is_said_to_others_or_about_something_else_is_not() {
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
            assert!(matches!(refused, Err(ExternalError::Refused)), "{name} {value}");
        }
        assert!(matches!(said(|c| c["exp"] = json!(NOW - 60)), Err(ExternalError::Expired)));
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
