//! `/.well-known/security.txt` (RFC 9116): the contact for vulnerability reports. It is the same for every tenant,
//! because the host of the installation fixes vulnerabilities.

use anyhow::ensure;
use api::AppState;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};

/// Validity of the file. RFC 9116 recommends less than a year.
const GOOD_FOR: TimeDelta = TimeDelta::days(30);
const CHARS_MAX: usize = 300;

/// Contact for reports: an email address or a web page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contact(String);

impl Contact {
    /// Reads `mailto:security@bank.example` or `https://bank.example/security`.
    ///
    /// # Errors
    /// The rule that it violates.
    pub fn read(text: &str) -> anyhow::Result<Self> {
        let mail = text.strip_prefix("mailto:").is_some_and(|to| identity::EmailAddress::parse(to).is_ok());
        let page = text.starts_with("https://") && url::Url::parse(text).is_ok();
        let plain = text.len() <= CHARS_MAX && text.bytes().all(|byte| byte.is_ascii_graphic());
        ensure!((mail || page) && plain, "must be as in mailto:security@bank.example or https://bank.example/security");
        Ok(Self(text.to_owned()))
    }

    /// The content of the file.
    fn file(&self, now: DateTime<Utc>) -> String {
        let expires = (now + GOOD_FOR).to_rfc3339_opts(SecondsFormat::Secs, true);
        format!("Contact: {}\nExpires: {expires}\nPreferred-Languages: en\n", self.0)
    }
}

/// Serves the file, or 404 without a contact.
pub fn router(state: AppState, contact: Option<Contact>) -> Router {
    Router::new().route("/.well-known/security.txt", get(file)).with_state((state, contact))
}

async fn file(State((state, contact)): State<(AppState, Option<Contact>)>) -> Response {
    match contact {
        Some(contact) => {
            ([(CONTENT_TYPE, "text/plain; charset=utf-8")], contact.file(state.world().now())).into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contact_cannot_add_lines_or_point_anywhere_else() {
        for good in ["mailto:security@bank.example", "https://bank.example/security?x=1"] {
            let said = Contact::read(good).unwrap().file(DateTime::UNIX_EPOCH);
            assert_eq!(said, format!("Contact: {good}\nExpires: 1970-01-31T00:00:00Z\nPreferred-Languages: en\n"));
        }
        for bad in [
            "",
            "security@bank.example",
            "mailto:",
            "http://bank.example",
            "javascript:alert(1)",
            "https://bank.example/\nContact: mailto:a@b.example",
            "mailto:a@b.example\r\nExpires: never",
        ] {
            assert!(Contact::read(bad).is_err(), "{bad}");
        }
    }
}
